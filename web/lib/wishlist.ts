import { useSyncExternalStore } from 'react';
import { parseIds, withFirst, without } from '#shop/catalogue/id-lists.ts';
import { readText, watch, writeJson } from './device.ts';

/**
 * The wishlist of this device (D16): product ids, newest first, under the key `wishlist`. Changes
 * apply at once, also offline; the ids whose change has not been sent yet are under
 * `wishlistOutbox`. Every change fires `wishlistUpdated`.
 */

const EMPTY: string[] = [];
/**
 * The parsed list, cached by its stored text, so that React gets the same array until the text
 * changes.
 */
let parsed: { text: string | null; ids: string[] } = { text: null, ids: EMPTY };

export function getWishlist(): string[] {
  const text = readText('wishlist');
  if (text !== parsed.text) parsed = { text, ids: parseIds(text) };
  return parsed.ids;
}

export function isWished(id: string): boolean {
  return getWishlist().includes(id);
}

/** Adds or removes a product, and sends the change as soon as the server can be reached. */
export function toggleWish(id: string): void {
  const before = getWishlist();
  const after = before.includes(id) ? without(before, id) : withFirst(before, id);
  replaceWishlist(after);
}

/** Replaces the list, on Undo. */
export function replaceWishlist(ids: readonly string[]): void {
  const before = getWishlist();
  const changed = [...ids.filter((id) => !before.includes(id)), ...before.filter((id) => !ids.includes(id))];
  writeJson('wishlist', ids);
  writeJson('wishlistOutbox', [...new Set([...parseIds(readText('wishlistOutbox')), ...changed])]);
  window.dispatchEvent(new Event('wishlistUpdated'));
  sendWaitingWishes();
}

/** Sends pending changes to the server. The code for this is loaded only when there are any. */
export function sendWaitingWishes(): void {
  if (parseIds(readText('wishlistOutbox')).length === 0) return;
  // Offline, loading the code can fail too. The changes stay in the outbox.
  import('./wishlist-sync.ts').then(({ sendWishes }) => sendWishes()).catch(() => {});
}

const subscribe = (listener: () => void) => watch('wishlist', listener);

/** The ids as React state; empty until hydration, synchronized with other tabs. */
export function useWishlist(): string[] {
  return useSyncExternalStore(subscribe, getWishlist, () => EMPTY);
}

/** Whether a product is in the wishlist. Only the cards whose value changes render again. */
export function useWished(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isWished(id),
    () => false,
  );
}
