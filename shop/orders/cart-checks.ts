import m from '#messages/cart-rules';
import { sizeLabel } from '../catalogue/packs.ts';
import { type CartLine, parseCart, readList, splitCart } from './cart.ts';

/** What is wrong with a cart, in words. */

/**
 * Returns the error message for a stored cart that cannot be ordered (R2.8): missing, unreadable,
 * empty, or without a valid line. Returns null for a cart that can.
 */
export function cartFault(text: string | null | undefined): string | null {
  if (!text) return m.stored_missing();
  const stored = readList(text);
  if (stored === null) return m.stored_unreadable();
  if (stored.length === 0) return m.stored_empty();
  return parseCart(text).length === 0 ? m.stored_invalid() : null;
}

/**
 * Why checkout cannot start with this cart; null when it can. Unavailable lines must go first,
 * because the order would be refused after the address.
 */
export function checkoutObstacle(lines: readonly CartLine[]): string | null {
  if (lines.length === 0) return m.empty();
  if (splitCart(lines).gone.length > 0) return m.gone();
  const short = lines.find(({ quantity, stock }) => quantity > stock);
  return short ? tooFewLeft(short) : null;
}

function tooFewLeft({ stock, name, size }: CartLine): string {
  return m.tooFewLeft({ stock, name, size: sizeLabel(size) });
}

/**
 * Checks the ZIP field of the cart. Any value is accepted; no delivery service is called (R1.5).
 */
export function checkZip(text: string): { ok: boolean; message: string } {
  return text.trim() === '' ? { ok: false, message: m.zipMissing() } : { ok: true, message: m.zipChecked() };
}
