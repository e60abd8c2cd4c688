import type { Product } from '#shop/catalogue/catalogue.ts';
import { STOCK_REASON_NAMES, STOCK_REASONS, type StockReason, typedChange } from '#shop/catalogue/stock-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
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

interface StockValue {
  reason: StockReason;
  note: string;
  /** By size; a box that was not touched holds nothing, or the stock if it is to be counted. */
  typed: Record<string, string>;
}

function StockForm({ product, once, actions }: { product: Product; once: string; actions: ProductActions }) {
  const sizes = product.sizes.length > 0 ? product.sizes : [{ size: '', stock: product.stockCount }];
  const form = useForm<StockValue>({
    start: { reason: 'counted', note: '', typed: {} },
    check: (value) =>
      Object.fromEntries(
        boxesOf(value).map(({ size, change }) => [`typed.${size}`, typeof change === 'string' ? change : null]),
      ),
    onSubmit: (value) => {
      const changed = boxesOf(value).flatMap(({ size, change }) =>
        typeof change === 'number' && change !== 0 ? [{ size, change }] : [],
      );
      if (changed.length === 0) actions.askStock(null);
      else actions.changeStock(product, { once, reason: value.reason, note: value.note, sizes: changed });
    },
  });
  const boxesOf = ({ reason, typed }: StockValue) =>
    sizes.map(({ size, stock }) => {
      const text = typed[size] ?? (STOCK_REASONS[reason].typed === 'count' ? String(stock) : '');
      return { size, stock, text, change: typedChange(reason, text, stock) };
    });
  const typed = form.part('typed');
  return (
    <form className="grid gap-4" {...form.props}>
      <SelectField
        label="What happened"
        admin
        value={form.value.reason}
        onChange={(event) => form.edit({ reason: event.target.value as StockReason, typed: {} })}
      >
        {STOCK_REASON_NAMES.map((name) => (
          <option key={name} value={name}>
            {STOCK_REASONS[name].label}
          </option>
        ))}
      </SelectField>
      <fieldset className="min-w-0">
        <legend className="field-label mb-2">{HINTS[STOCK_REASONS[form.value.reason].typed]}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-[0.9rem]">
          {boxesOf(form.value).map(({ size, stock, text, change }) => (
            <TextField
              key={size}
              label={size || product.weight || 'Pieces'}
              admin
              {...typed.text(size)}
              inputMode="numeric"
              maxLength={7}
              hint={typeof change === 'number' && change !== 0 ? `${stock} → ${stock + change}` : `${stock} in stock`}
              value={text}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label="Note"
        optional
        admin
        {...form.text('note')}
        maxLength={200}
        placeholder="For example, the bill number"
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
