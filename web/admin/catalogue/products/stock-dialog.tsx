import { type FormEvent, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { ProductActions } from './use-product-actions.ts';

/** Edits the stock of every size of one product, from the list. */
export function StockDialog({ actions }: { actions: ProductActions }) {
  const { stocking } = actions;
  return (
    <Dialog
      open={stocking !== null}
      onClose={() => actions.askStock(null)}
      title={stocking ? `Stock of ${stocking.name}` : 'Stock'}
    >
      {stocking && <StockForm key={stocking.id} product={stocking} actions={actions} />}
    </Dialog>
  );
}

function StockForm({ product, actions }: { product: Product; actions: ProductActions }) {
  const sizes =
    product.sizes.length > 0
      ? product.sizes
      : [{ size: '', price: product.price, originalPrice: product.originalPrice, stock: product.stockCount }];
  const [texts, setTexts] = useState(() => sizes.map(({ stock }) => String(stock)));
  const [submitted, setSubmitted] = useState(false);
  const errors = texts.map((text) =>
    /^\d{1,7}$/.test(text.trim()) && Number(text) <= 1_000_000 ? undefined : 'Stock must be a whole number',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (errors.some(Boolean)) return;
    const rows = sizes.flatMap(({ size, price, originalPrice, stock }, index) => {
      const next = Number(texts[index]);
      const before = { price, originalPrice, stock };
      if (next === stock) return [];
      return [{ id: product.id, name: product.name, size, before, after: { ...before, stock: next }, problem: null }];
    });
    if (rows.length === 0) actions.askStock(null);
    else void actions.change(rows);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-[0.9rem]">
        {sizes.map(({ size, stock }, index) => (
          <TextField
            key={size}
            label={size || product.weight || 'Pieces'}
            admin
            inputMode="numeric"
            maxLength={7}
            error={submitted ? errors[index] : undefined}
            hint={texts[index] === String(stock) ? undefined : `Was ${stock}`}
            value={texts[index]}
            onChange={(event) =>
              setTexts((before) => before.map((text, at) => (at === index ? event.target.value : text)))
            }
          />
        ))}
      </div>
      <p className="text-ink-soft">Pieces sold while you edit are taken off the number that you enter.</p>
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
