import { useState } from 'react';
import { type BulkChange, type BulkRow, bulkRows } from '#shop/catalogue/bulk-change.ts';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { formatRupees } from '#shop/money/money.ts';
import { randomKey } from '#web/lib/device-id.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';

interface BulkDialogProps {
  products: Product[];
  busy: boolean;
  /** Resolves to whether the dialog is done. @param once the same for all tries of this dialog */
  onApply: (rows: BulkRow[], once: string) => Promise<boolean>;
  onClose: () => void;
  onDone: () => void;
}

const PRICE_KINDS = [
  { value: 'keep', label: 'Leave as it is' },
  { value: 'percent', label: 'Change by percent' },
  { value: 'add', label: 'Change by rupees' },
  { value: 'set', label: 'Set to rupees' },
] as const;
const STOCK_KINDS = [
  { value: 'keep', label: 'Leave as it is' },
  { value: 'add', label: 'Change by pieces' },
  { value: 'set', label: 'Set to pieces' },
] as const;

interface BulkValue {
  price: { kind: BulkChange['price']['kind']; value: string };
  stock: { kind: BulkChange['stock']['kind']; value: string };
  wholeRupees: boolean;
  alsoMrp: boolean;
}

/** The typed number; NaN means no change. */
const typed = (text: string) => (/^-?\d+(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : Number.NaN);

/**
 * Changes price and stock of all selected products, with a preview of every size before and after.
 * Applied in one request.
 */
export function BulkDialog({ products, busy, onApply, onClose, onDone }: BulkDialogProps) {
  const [once] = useState(randomKey);
  const form = useForm<BulkValue>({
    start: {
      price: { kind: 'keep', value: '' },
      stock: { kind: 'keep', value: '' },
      wholeRupees: true,
      alsoMrp: false,
    },
    busy,
    onSubmit: async () => {
      if (rows.length > 0 && wrong === 0 && (await onApply(rows, once))) onDone();
    },
  });
  const { price, stock, wholeRupees, alsoMrp } = form.value;
  const priceFields = form.part('price');
  const stockFields = form.part('stock');
  const rows = bulkRows(products, {
    price: price.kind === 'keep' ? { kind: 'keep' } : { kind: price.kind, value: typed(price.value) },
    stock: stock.kind === 'keep' ? { kind: 'keep' } : { kind: stock.kind, value: typed(stock.value) },
    wholeRupees,
    alsoMrp,
  });
  const wrong = rows.filter(({ problem }) => problem !== null).length;
  return (
    <form className="grid gap-4" {...form.props}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-[0.9rem] items-start">
        <SelectField label="Price" admin {...priceFields.text('kind')}>
          {PRICE_KINDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {price.kind !== 'keep' && (
          <TextField
            label={price.kind === 'percent' ? 'Percent' : 'Rupees'}
            admin
            {...priceFields.text('value')}
            inputMode="decimal"
            maxLength={10}
            hint={price.kind === 'set' ? undefined : 'With a minus sign to lower it'}
          />
        )}
        <SelectField label="Stock" admin {...stockFields.text('kind')}>
          {STOCK_KINDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {stock.kind !== 'keep' && (
          <TextField label="Pieces" admin {...stockFields.text('value')} inputMode="numeric" maxLength={8} />
        )}
      </div>
      {price.kind !== 'keep' && (
        <div className="flex flex-wrap gap-x-6">
          <Checkbox label="Round to whole rupees" {...form.tick('wholeRupees')} />
          <Checkbox label="Change the MRP in the same way" {...form.tick('alsoMrp')} />
        </div>
      )}
      {rows.length > 0 ? <Preview rows={rows} /> : <p className="text-ink-soft">Nothing would change yet.</p>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto font-semibold" role="status">
          {wrong > 0 && `${wrong} ${wrong === 1 ? 'size cannot' : 'sizes cannot'} be changed like this`}
        </p>
        <Button variant="quiet" size="admin" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="admin"
          busy={form.busy}
          busyText="Saving…"
          disabled={rows.length === 0 || wrong > 0}
        >
          {rows.length === 1 ? 'Change 1 size' : `Change ${rows.length} sizes`}
        </Button>
      </div>
    </form>
  );
}

function Preview({ rows }: { rows: readonly BulkRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
    <section className="bulk-preview" tabIndex={0} aria-label="Preview">
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Price</th>
            <th scope="col">MRP</th>
            <th scope="col">Stock</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.id} ${row.size}`}>
              <th scope="row">
                <span>{`${row.name} ${row.size}`}</span>
                {row.problem && <span className="flag">{row.problem}</span>}
              </th>
              <Step from={formatRupees(row.before.price)} to={formatRupees(row.after.price)} />
              <Step from={formatRupees(row.before.originalPrice)} to={formatRupees(row.after.originalPrice)} />
              <Step from={String(row.before.stock)} to={String(row.after.stock)} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Step({ from, to }: { from: string; to: string }) {
  if (from === to) return <td className="text-ink-soft">{from}</td>;
  return (
    <td>
      <s>{from}</s> <b>{to}</b>
    </td>
  );
}
