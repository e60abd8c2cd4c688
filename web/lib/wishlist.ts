import { useSyncExternalStore } from 'react';
import { parseIds, withFirst, without } from '#shop/catalogue/id-lists.ts';
import { readText, watch, writeJson } from './device.ts';

/**
 * The wishlist of this device (D16): product ids, newest first, under the key `wishlist`. A heart counts at once, also without a
 * network; which hearts the server has still to hear of stands under `wishlistOutbox`. Every change fires `wishlistUpdated`.
 */

const EMPTY: string[] = [];
/** The parsed list of a stored text, so that React sees the same array until the text changes. */
let known: { text: string | null; ids: string[] } = { text: null, ids: EMPTY };

export function getWishlist(): string[] {
  const text = readText('wishlist');
  if (text !== known.text) known = { text, ids: parseIds(text) };
  return known.ids;
}

export function isWished(id: string): boolean {
  return getWishlist().includes(id);
}

/** Fills or empties a heart, and lets the server know as soon as it can be reached. */
export function toggleWish(id: string): void {
  const before = getWishlist();
  const after = before.includes(id) ? without(before, id) : withFirst(before, id);
  replaceWishlist(after);
}

/** Puts these ids in place of the list: on Undo. */
export function replaceWishlist(ids: readonly string[]): void {
  const before = getWishlist();
  const changed = [...ids.filter((id) => !before.includes(id)), ...before.filter((id) => !ids.includes(id))];
  writeJson('wishlist', ids);
  writeJson('wishlistOutbox', [...new Set([...parseIds(readText('wishlistOutbox')), ...changed])]);
  window.dispatchEvent(new Event('wishlistUpdated'));
  sendWaitingWishes();
}

/** Tells the server of hearts that it has not heard of. The code for it comes only when there is something to tell. */
export function sendWaitingWishes(): void {
  if (parseIds(readText('wishlistOutbox')).length === 0) return;
  // Offline the code itself may not come either; the hearts wait on the device.
  import('./wishlist-sync.ts').then(({ sendWishes }) => sendWishes()).catch(() => {});
}

const subscribe = (listener: () => void) => watch('wishlist', listener);

/** The ids as React state; empty on the server and in the first paint, kept in step with other tabs. */
export function useWishlist(): string[] {
  return useSyncExternalStore(subscribe, getWishlist, () => EMPTY);
}

/** Whether one product's heart is filled: only the cards that change are drawn again. */
export function useWished(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isWished(id),
    () => false,
  );
}
