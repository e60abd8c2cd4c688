import { useSyncExternalStore } from 'react';
import type { CartLine } from '#shop/orders/cart.ts';
import { addLine, cartTotals, parseCart, removeLine, setQuantity } from '#shop/orders/cart.ts';
import { forget, readText, watch, writeJson } from './device.ts';

/**
 * The cart on this device (R1.4): lines under the key `cart`, prices in rupees as stored, rules in `#shop/orders/cart.ts`. Every
 * change fires `cartUpdated` on the window. The cart is never on the server's pages; they show it empty until hydration.
 */

const EMPTY: CartLine[] = [];
/** The parsed cart of a stored text, so that React sees the same array until the text changes. */
let known: { text: string | null; lines: CartLine[] } = { text: null, lines: EMPTY };

/** The lines now; unparseable storage counts as empty. */
export function getCart(): CartLine[] {
  const text = readText('cart');
  if (text !== known.text) known = { text, lines: parseCart(text) };
  return known.lines;
}

/** Puts these lines in place of the cart: after a price check, on Reorder, on Undo. */
export function replaceCart(lines: CartLine[]): void {
  writeJson('cart', lines);
  window.dispatchEvent(new Event('cartUpdated'));
}

/** Adds a line, or raises the quantity of the one with the same product and size. */
export function addToCart(line: CartLine): void {
  replaceCart(addLine(getCart(), line));
}

/** Sets a line's quantity; 0 or less removes it. */
export function setCartQuantity(productId: string, size: string, quantity: number): void {
  replaceCart(setQuantity(getCart(), productId, size, quantity));
}

/** Removes a line and answers the cart as it was, for an Undo by `replaceCart`. */
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

/** The cart as React state; empty on the server and in the first paint, kept in step with other tabs. */
export function useCart(): CartLine[] {
  return useSyncExternalStore(subscribe, getCart, onServer);
}

/** Pieces in the cart, for the navbar's badge. */
export function useCartCount(): number {
  return cartTotals(useCart()).count;
}

/** The direct (Buy Now) order: a one-item list in session storage; null when the shopper is buying the cart. */
export function getDirectOrder(): CartLine | null {
  return parseCart(readText('directOrder'))[0] ?? null;
}

/** Keeps a direct order, or forgets it with null. */
export function setDirectOrder(line: CartLine | null): void {
  if (line) writeJson('directOrder', [line]);
  else forget('directOrder');
}
