import frame from '#messages/frame';
import stockWords from '#messages/stock';
import './cart-lines.css';
import type { Ref } from 'react';
import { Link } from 'react-router';
import m from '#messages/cart';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { stockBand } from '#shop/catalogue/stock.ts';
import { formatPaise, formatRupees, toPaise } from '#shop/money/money.ts';
import type { CartLine } from '#shop/orders/cart.ts';
import { clampQuantity, splitCart } from '#shop/orders/cart.ts';
import { getCart, removeFromCart, replaceCart, setCartQuantity } from '#web/lib/cart.ts';
import { Button } from '#web/ui/button.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';
import { StockMessage } from '#web/ui/stock-message.tsx';
import { toast } from '#web/ui/toast.tsx';

/** The lines of the cart: a table from 768 px on, cards below. */
export function CartLines({ lines }: { lines: readonly CartLine[] }) {
  return (
    <table className="lines">
      <thead>
        <tr>
          <th scope="col">{m.product()}</th>
          <th scope="col">{m.quantity()}</th>
          <th scope="col">{m.total()}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ line }: { line: CartLine }) {
  const { productId, size, name, price, originalPrice, quantity, stock } = line;
  return (
    <tr>
      <td>
        <div className="line">
          <ProductImage src={line.image} alt="" sizes="5.25rem" />
          <div>
            <h2>
              <Link to={`/product/${productId}`}>{name}</Link>
            </h2>
            <p className="text-small text-ink-soft">
              <span>{`${sizeLabel(size)} · ${formatRupees(price)}`}</span>
              {originalPrice !== undefined && originalPrice > price && (
                <>
                  {' '}
                  <s className="text-ink-faint">
                    <span className="sr-only">MRP </span>
                    {formatRupees(originalPrice)}
                  </s>
                </>
              )}
            </p>
            <LeftMessage quantity={quantity} stock={stock} />
            <RemoveButton line={line} />
          </div>
        </div>
      </td>
      <td>
        <QuantityStepper
          of={name}
          value={quantity}
          max={clampQuantity(stock)}
          onChange={(next) => setCartQuantity(productId, size, next)}
          onRemove={(field) => remove(line, field)}
        />
      </td>
      <td className="num weight-600">{formatPaise(toPaise(price) * quantity)}</td>
    </tr>
  );
}

/** Why there cannot be more of a line, or why there must be less. */
function LeftMessage({ quantity, stock }: Pick<CartLine, 'quantity' | 'stock'>) {
  if (quantity > stock) return <p className="mt-1 text-small text-bad">{m.tooMany({ stock })}</p>;
  if (stockBand(stock) === 'limited') return <StockMessage stock={stock} className="mt-1 text-small" />;
  return quantity === stock && <p className="mt-1 text-small text-ink-soft">{stockWords.onlyLeft({ stock })}</p>;
}

/**
 * Lines that are sold out or no longer sold, above the others: they are not counted, and checkout
 * waits until they are removed.
 */
export function GoneLines({ lines, ref }: { lines: readonly CartLine[]; ref: Ref<HTMLElement> }) {
  const removeAll = () => {
    const before = getCart();
    focusPage();
    replaceCart(splitCart(before).available);
    toast.success(frame.removedFromCart(), { action: { label: m.undo(), onPress: () => replaceCart(before) } });
  };
  return (
    <section className="gone-lines" aria-labelledby="gone-lines" ref={ref} tabIndex={-1}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="gone-lines" className="weight-650">
          {m.unavailable()}
        </h2>
        {lines.length > 1 && (
          <Button variant="text" onClick={removeAll}>
            {m.removeAll({ count: lines.length })}
          </Button>
        )}
      </div>
      <p className="text-small text-ink-soft">{m.unavailableText()}</p>
      <ul className="mt-3 grid gap-3">
        {lines.map((line) => (
          <li className="line" key={line.id}>
            <ProductImage src={line.image} alt="" sizes="4rem" />
            <div>
              <h3>
                <Link to={`/product/${line.productId}`}>{line.name}</Link>
              </h3>
              <p className="text-small text-ink-soft">{sizeLabel(line.size)}</p>
              <StockMessage stock={0} className="text-small" />
            </div>
            <RemoveButton line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Moves keyboard focus to the start of the page's content, from a button that is removed with the
 * last line.
 */
function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/**
 * Removes a line. The control in it is removed too: keyboard focus moves to the neighbouring line.
 */
function remove({ productId, size }: CartLine, control: Element): void {
  const row = control.closest('tr, li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>('[data-remove]');
  if (next) next.focus();
  else focusPage();
  const before = removeFromCart(productId, size);
  toast.success(frame.removedFromCart(), { action: { label: m.undo(), onPress: () => replaceCart(before) } });
}

function RemoveButton({ line }: { line: CartLine }) {
  const { name, size } = line;
  return (
    <Button
      variant="text"
      className="text-small text-ink-soft"
      onClick={(event) => remove(line, event.currentTarget)}
      data-remove=""
      aria-label={m.removeLine({ name, size: sizeLabel(size) })}
    >
      {m.remove()}
    </Button>
  );
}
