import { useMemo, useSyncExternalStore } from 'react';

/**
 * Every key that the shop stores on a device, in `localStorage` or `sessionStorage`. The names of
 * the first group are the specification's (R2.3, R1.6); renaming one loses what shoppers have
 * stored.
 *
 * State that must survive a switch to a UPI app and a return in another tab (draft, number, UTR,
 * amount, payment step) is `local`; the direct order belongs to the tab.
 */
const KEYS = {
  cart: 'local',
  directOrder: 'session',
  shippingAddress: 'local',
  paymentMethod: 'local',
  orders: 'local',
  draftOrder: 'local',
  paymentUTR: 'local',
  actualPaymentAmount: 'local',
  currentOrderId: 'local',
  paymentInProgress: 'local',
  pendingPaymentRedirect: 'local',
  waitingForPayment: 'local',
  adminToken: 'local',
  adminUser: 'local',
  authToken: 'local',

  // Not in the specification.
  /** The number of the draft that this tab has made: another tab may finish it unnoticed. */
  tabOrder: 'session',
  /**
   * Number and secret of a draft that was requested and has had no response yet, or the draft that
   * 'Try Again' has given up.
   */
  nextDraft: 'local',
  /** The payment that was begun here last, until it is settled (web/lib/unfinished.ts, D66). */
  unfinishedPayment: 'local',
  /** The lines that 'Try Again' has taken out of the cart, until the next order (D28). */
  clearedCart: 'local',
  /** Where the shopper wants the parcel, by the delivery check (web/lib/delivery-place.ts, D70). */
  deliveryPlace: 'local',
  /** Product ids of the wishlist, newest first (D16). */
  wishlist: 'local',
  /** Ids whose wishlist change has not been sent yet. */
  wishlistOutbox: 'local',
  /** Ids of the products viewed last, newest first. */
  recentlyViewed: 'local',
  /** The last search terms, newest first. */
  recentSearches: 'local',
  /** Orders that the server has not accepted yet (D25). */
  orderOutbox: 'local',
  /**
   * A random id of this device for the wishlist and 'helpful' votes (D15, D16), not linked to a
   * person.
   */
  deviceId: 'local',
  /** Reviews that this device marked as helpful (D15). */
  helpfulReviews: 'local',
  /** The draft of a review. */
  reviewDraft: 'session',
  /**
   * 'offline' since the device lost the network, so that its return is announced even after a
   * reload.
   */
  shopLost: 'session',
  /** The last event sent to other tabs, and its time (web/lib/events.ts). */
  shopEvent: 'local',
  /** Addresses saved for later orders; the address of the current order is `shippingAddress`. */
  savedAddresses: 'local',
  /** A corrected UTR being typed on an order's page, prefixed with the order number. */
  otherUtr: 'session',
  /** The note typed in the cart, sent with the order. */
  orderNote: 'local',
  /** The message of a gift, sent with the order; absent when it is none. */
  giftMessage: 'local',
  /** The coupon code that the shopper has entered, sent with the draft. */
  couponCode: 'local',
  /**
   * The draft of a replacement request: a phone short of memory may discard the tab while a photo
   * is taken.
   */
  replacementDraft: 'session',
  /** Drafts of the admin's product forms, which survive a reload and the end of the session. */
  productDraft: 'session',
  /** Filters of the admin's order list that staff have named. */
  orderViews: 'local',
  /** The day, and the steps of a visit that were counted on it (web/lib/insight.ts). */
  counted: 'local',
  /** The code of the language that the shopper has chosen (web/language-script.ts). */
  language: 'local',
  /** The admin URL to return to after signing in. */
  adminPlace: 'session',
} as const satisfies Record<string, 'local' | 'session'>;

export type DeviceKey = keyof typeof KEYS;

/**
 * Values that the browser did not store (private mode, quota exceeded, disabled). Lost when the
 * page is closed.
 */
const memory = new Map<DeviceKey, string>();
const watchers = new Map<DeviceKey, Set<() => void>>();

function store(key: DeviceKey): Storage {
  return KEYS[key] === 'local' ? window.localStorage : window.sessionStorage;
}

/** The stored text, or null. Null on the server. Never throws. */
export function readText(key: DeviceKey): string | null {
  if (typeof window === 'undefined') return null;
  const remembered = memory.get(key);
  if (remembered !== undefined) return remembered;
  try {
    return store(key).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores text and notifies the watchers. If the browser's storage fails, the text is kept in
 * memory. Never throws.
 */
export function writeText(key: DeviceKey, text: string): void {
  try {
    store(key).setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
  notify(key);
}

/** True when this key is only in memory and is lost when the page is closed. */
export function endsWithPage(key: DeviceKey): boolean {
  return memory.has(key);
}

/** Removes keys. Never throws. */
export function forget(...keys: DeviceKey[]): void {
  for (const key of keys) {
    memory.delete(key);
    try {
      store(key).removeItem(key);
    } catch {
      // Storage that is not accessible holds nothing to remove.
    }
    notify(key);
  }
}

/**
 * Reads stored JSON. `accept` receives the parsed value and returns the typed value, or null to
 * reject it. Returns null for unparseable text. Older versions or other programs may have written
 * the value, so `accept` must validate it.
 */
export function readJson<T>(key: DeviceKey, accept: (value: unknown) => T | null): T | null {
  return parseStored(readText(key), accept);
}

export function writeJson(key: DeviceKey, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

/** Parses and validates stored text as `readJson` does. */
export function parseStored<T>(text: string | null, accept: (value: unknown) => T | null): T | null {
  if (text === null) return null;
  try {
    return accept(JSON.parse(text));
  } catch {
    return null;
  }
}

function notify(key: DeviceKey): void {
  for (const watcher of watchers.get(key) ?? []) watcher();
}

/**
 * Another tab wrote (`key`) or cleared everything (null), or a page is shown (no key): while it was
 * left, it got no events.
 */
function onStorage({ key: changed }: { key?: string | null }): void {
  for (const key of watchers.keys()) if ((changed ?? key) === key) notify(key);
}
const SIGNS = ['storage', 'pageshow'] as const;

/**
 * Calls `watcher` when the key changes, in this tab or another. Returns a function that stops it.
 */
export function watch(key: DeviceKey, watcher: () => void): () => void {
  if (watchers.size === 0) for (const sign of SIGNS) window.addEventListener(sign, onStorage as EventListener);
  const own = watchers.get(key) ?? new Set();
  watchers.set(key, own.add(watcher));
  return () => {
    own.delete(watcher);
    if (own.size === 0 && watchers.get(key) === own) watchers.delete(key);
    if (watchers.size === 0) for (const sign of SIGNS) window.removeEventListener(sign, onStorage as EventListener);
  };
}

const onServer = () => null;

/** The stored text as React state; null until hydration. */
export function useStoredText(key: DeviceKey): string | null {
  return useSyncExternalStore(
    useMemo(() => (watcher: () => void) => watch(key, watcher), [key]),
    () => readText(key),
    onServer,
  );
}

/** The stored JSON as React state. `accept` must be the same function on every render. */
export function useStoredJson<T>(key: DeviceKey, accept: (value: unknown) => T | null): T | null {
  const text = useStoredText(key);
  return useMemo(() => parseStored(text, accept), [text, accept]);
}

/** False on the server and in the first render, true after hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
const neverChanges = () => () => {};
