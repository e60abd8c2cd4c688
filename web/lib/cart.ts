import { useSyncExternalStore } from 'react';
import type { CartLine } from '#shop/orders/cart.ts';
import { addLine, cartTotals, parseCart, removeLine, setQuantity } from '#shop/orders/cart.ts';
import { forget, readText, watch, writeJson } from './device.ts';
import { countStep } from './insight.ts';

/**
 * The cart on this device (R1.4): lines under the key `cart`, with prices in rupees. The rules are
 * in `#shop/orders/cart.ts`. Every change fires `cartUpdated` on the window. The server does not
 * know the cart: it is empty until hydration.
 */

const EMPTY: CartLine[] = [];
/**
 * The parsed cart, cached by its stored text, so that React gets the same array until the text
 * changes.
 */
let parsed: { text: string | null; lines: CartLine[] } = { text: null, lines: EMPTY };

/** The current lines; unparseable storage counts as empty. */
export function getCart(): CartLine[] {
  const text = readText('cart');
  if (text !== parsed.text) parsed = { text, lines: parseCart(text) };
  return parsed.lines;
}

/** Replaces all lines: after a price check, on Reorder, on Undo. */
export function replaceCart(lines: CartLine[]): void {
  writeJson('cart', lines);
  window.dispatchEvent(new Event('cartUpdated'));
}

/** Adds a line, or increases the quantity of the line with the same product and size. */
export function addToCart(line: CartLine): void {
  replaceCart(addLine(getCart(), line));
  countStep('cart');
}

/** Sets a line's quantity; 0 or less removes it. */
export function setCartQuantity(productId: string, size: string, quantity: number): void {
  replaceCart(setQuantity(getCart(), productId, size, quantity));
}

/** Removes a line and returns the previous lines, which `replaceCart` restores on Undo. */
export function removeFromCart(productId: string, size: string): CartLine[] {
  const before = getCart();
  replaceCart(removeLine(before, productId, size));
  return before;
}

export function clearCart(): void {
  forget('cart');
  window.dispatchEvent(new Event('cartUpdated'));
}

const subscribe = (listener: () => void) => watch('cart', listener);
const onServer = () => EMPTY;

/** The cart as React state; empty until hydration, synchronized with other tabs. */
export function useCart(): CartLine[] {
  return useSyncExternalStore(subscribe, getCart, onServer);
}

/** The number of pieces in the cart, for the navbar's badge. */
export function useCartCount(): number {
  return cartTotals(useCart()).count;
}

/**
 * The direct (Buy Now) order, a one-item list in session storage; null when the shopper checks out
 * the cart.
 */
export function getDirectOrder(): CartLine | null {
  return parseCart(readText('directOrder'))[0] ?? null;
}

/**
 * Stores a direct order; null removes it. What the tab has begun to buy before is another order.
 */
export function setDirectOrder(line: CartLine | null): void {
  forget('tabOrder');
  if (line) {
    writeJson('directOrder', [line]);
    countStep('cart');
  } else {
    forget('directOrder');
  }
}
