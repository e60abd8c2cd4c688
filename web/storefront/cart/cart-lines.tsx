import './cart-lines.css';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { stockBand } from '#shop/catalogue/stock.ts';
import { formatPaise, formatRupees, toPaise } from '#shop/money/money.ts';
import type { CartLine } from '#shop/orders/cart.ts';
import { CART_TEXTS } from '#shop/orders/cart.ts';
import { removeFromCart, replaceCart, setCartQuantity } from '#web/lib/cart.ts';
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
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col">Total</th>
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
  const remove = (event: MouseEvent<HTMLElement>) => {
    // The button is removed with its line: move keyboard focus to the neighbouring line.
    const row = event.currentTarget.closest('tr');
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus();
    const before = removeFromCart(productId, size);
    toast.success(CART_TEXTS.removed, { action: { label: 'Undo', onPress: () => replaceCart(before) } });
  };
  const band = stockBand(stock);
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
              {size} · {formatRupees(price)}
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
            {(band === 'out' || band === 'limited') && <StockMessage stock={stock} className="mt-1 text-small" />}
            <Button
              variant="text"
              className="text-small text-ink-soft"
              onClick={remove}
              data-remove=""
              aria-label={`Remove ${name}, ${size}`}
            >
              Remove
            </Button>
          </div>
        </div>
      </td>
      <td>
        <QuantityStepper of={name} value={quantity} onChange={(next) => setCartQuantity(productId, size, next)} />
      </td>
      <td className="num weight-600">{formatPaise(toPaise(price) * quantity)}</td>
    </tr>
  );
}
