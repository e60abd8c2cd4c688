import { cartTotals, parseCart } from '#shop/orders/cart.ts';
import { getCart } from './lib/cart.ts';
import { showCartCount } from './storefront/layout/navbar.tsx';
import { putInCart } from './storefront/put-in-cart.ts';

/**
 * 'Add to cart' before hydration, as soon as the page's modules have loaded: puts the line in the button's `data-line` into the cart. The
 * count in the navbar changes at once, the toast appears after hydration.
 *
 * @returns false for other buttons
 */
export function addEarly(pressed: HTMLElement): boolean {
  const [line] = parseCart(`[${pressed.dataset.line}]`);
  if (!line) return false;
  putInCart(line);
  showCartCount(cartTotals(getCart()).count);
  return true;
}
