import { cartTotals, parseCart } from '#shop/orders/cart.ts';
import { getCart } from './lib/cart.ts';
import { isWished, toggleWish } from './lib/wishlist.ts';
import { showCartCount } from './storefront/layout/navbar.tsx';
import { putInCart } from './storefront/put-in-cart.ts';

/**
 * Handles 'Add to cart' and the heart before hydration, as soon as the page's modules have loaded. 'Add' puts the line in the button's
 * `data-line` into the cart: the count in the navbar changes at once, the toast appears after hydration. The heart has the product in
 * `data-wish`.
 *
 * @returns false for other buttons
 */
export function pressEarly(pressed: HTMLElement): boolean {
  const { line, wish } = pressed.dataset;
  if (wish) {
    toggleWish(wish);
    pressed.ariaPressed = String(isWished(wish));
    return true;
  }
  const [added] = parseCart(`[${line}]`);
  if (!added) return false;
  putInCart(added);
  showCartCount(cartTotals(getCart()).count);
  return true;
}
