import m from '#messages/frame';
import { type CartLine, quantityIn } from '#shop/orders/cart.ts';
import { addToCart, getCart } from '#web/lib/cart.ts';
import { toast } from '#web/ui/toast.tsx';

/**
 * Adds a line to the cart and confirms it with a link to the cart; a quantity above the stock is
 * rejected with a message.
 */
export function putInCart(line: CartLine): void {
  const have = quantityIn(getCart(), line);
  if (have > 0 && have + line.quantity > line.stock) {
    toast.warning(m.onlyLeft({ stock: line.stock, have }), { action: view() });
    return;
  }
  addToCart(line);
  toast.success(m.addedToCart({ name: line.name }), { action: view() });
}

const view = () => ({ label: m.viewCart(), to: '/cart' });
