import type { DeviceKey } from './lib/device.ts';

/**
 * Runs inline in the head, before the page is painted, and cannot reference anything outside
 * itself: says which of the two states of the cart page is displayed before hydration.
 */
function markEmptyCart(key: string): void {
  if (!location.pathname.endsWith('/cart')) return;
  try {
    const filled = (localStorage.getItem(key) ?? '[]').length > 2;
    document.documentElement.dataset.cart = filled ? 'filled' : 'empty';
    if (filled) return;
    // The pictures of an empty cart are in the first view; those of a filled one are not displayed.
    document.addEventListener('DOMContentLoaded', () => {
      for (const picture of document.querySelectorAll<HTMLImageElement>('.if-cart-empty img'))
        picture.loading = 'eager';
    });
  } catch {
    // Without storage the cart is empty, which the hydrated page displays.
  }
}

export const emptyCartScript = () => `(${markEmptyCart})(${JSON.stringify('cart' satisfies DeviceKey)})`;
