import { type FormEvent, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { STOCK_REASON_NAMES, STOCK_REASONS, type StockReason, typedChange } from '#shop/catalogue/stock-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { StockHistory } from './stock-history.tsx';
import type { ProductActions } from './use-product-actions.ts';

/**
 * Receives or corrects the stock of each size of one product, with a reason, and shows its history.
 */
export function StockDialog({ actions }: { actions: ProductActions }) {
  const { stocking } = actions;
  return (
    <Dialog
      open={stocking !== null}
      onClose={() => actions.askStock(null)}
      title={stocking ? `Stock of ${stocking.product.name}` : 'Stock'}
    >
      {stocking && (
        <div className="grid gap-6">
          <StockForm key={stocking.once} {...stocking} actions={actions} />
          <StockHistory product={stocking.product} />
        </div>
      )}
    </Dialog>
  );
}

const HINTS = { added: 'Pieces to add', taken: 'Pieces to take off', count: 'Pieces counted' } as const;

function StockForm({ product, once, actions }: { product: Product; once: string; actions: ProductActions }) {
  const sizes = product.sizes.length > 0 ? product.sizes : [{ size: '', stock: product.stockCount }];
  const [reason, setReason] = useState<StockReason>('counted');
  const [note, setNote] = useState('');
  /** By size; a box that was not touched holds nothing, or the stock if it is to be counted. */
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [submitted, setSubmitted] = useState(false);
  const kind = STOCK_REASONS[reason].typed;
  const boxes = sizes.map(({ size, stock }) => {
    const text = typed[size] ?? (kind === 'count' ? String(stock) : '');
    return { size, stock, text, change: typedChange(reason, text, stock) };
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (boxes.some(({ change }) => typeof change === 'string')) return;
    const changed = boxes.flatMap(({ size, change }) =>
      typeof change === 'number' && change !== 0 ? [{ size, change }] : [],
    );
    if (changed.length === 0) actions.askStock(null);
    else actions.changeStock(product, { once, reason, note, sizes: changed });
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <SelectField
        label="What happened"
        admin
        value={reason}
        onChange={(event) => {
          setReason(event.target.value as StockReason);
          setTyped({});
        }}
      >
        {STOCK_REASON_NAMES.map((name) => (
          <option key={name} value={name}>
            {STOCK_REASONS[name].label}
          </option>
        ))}
      </SelectField>
      <fieldset className="min-w-0">
        <legend className="field-label mb-2">{HINTS[kind]}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-[0.9rem]">
          {boxes.map(({ size, stock, text, change }) => (
            <TextField
              key={size}
              label={size || product.weight || 'Pieces'}
              admin
              inputMode="numeric"
              maxLength={7}
              error={submitted && typeof change === 'string' ? change : undefined}
              hint={typeof change === 'number' && change !== 0 ? `${stock} → ${stock + change}` : `${stock} in stock`}
              value={text}
              onChange={(event) => setTyped({ ...typed, [size]: event.target.value })}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label="Note"
        optional
        admin
        maxLength={200}
        placeholder="For example, the bill number"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <p className="text-ink-soft">Pieces sold while this is open are taken off as well.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={() => actions.askStock(null)}>
          Cancel
        </Button>
        <Button type="submit" size="admin" busy={actions.changing} busyText="Saving…">
          Save stock
        </Button>
      </div>
    </form>
  );
}
