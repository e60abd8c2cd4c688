import { cartTotals, parseCart } from '#shop/orders/cart.ts';
import { getCart } from './lib/cart.ts';
import { isWished, toggleWish } from './lib/wishlist.ts';
import { showCartCount } from './storefront/layout/navbar.tsx';
import { putInCart } from './storefront/put-in-cart.ts';
import { showEarly } from './storefront/shown-early.ts';

/**
 * Handles 'Add to cart', hearts, slides, pictures and the steps of a quantity before hydration, as soon as the page's modules have loaded. 'Add' puts the
 * line in the button's `data-line` into the cart, unless a field was changed, such as the quantity: the count in the navbar changes at
 * once, the toast appears after hydration. The heart has the product in `data-wish`. A step has its size in `data-step` and changes its
 * field as if somebody had typed.
 *
 * @returns false for other buttons
 */
export function pressEarly(pressed: HTMLElement, typed: boolean): boolean {
  const { line, wish, step } = pressed.dataset;
  if (step) {
    const field = pressed.parentElement?.querySelector('input');
    if (!field) return false;
    const quantity = Number(field.value) + Number(step);
    if (quantity >= Number(field.ariaValueMin) && quantity <= Number(field.ariaValueMax))
      field.value = String(quantity);
    return true;
  }
  if (wish) {
    toggleWish(wish);
    pressed.ariaPressed = String(isWished(wish));
    return true;
  }
  if (pressed.dataset.show) return showEarly(pressed);
  const [added] = typed ? [] : parseCart(`[${line}]`);
  if (!added) return false;
  putInCart(added);
  showCartCount(cartTotals(getCart()).count);
  return true;
}
