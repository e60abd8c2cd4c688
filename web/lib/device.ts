import { useMemo, useSyncExternalStore } from 'react';

/**
 * Every key the shop keeps on a device, and where: `local` outlives the tab, `session` ends with it. The names of the first
 * group are the specification's (R2.3, R1.6); renaming one loses what shoppers have stored.
 *
 * What must survive the jump to a UPI app and a return in another tab (draft, number, UTR, amount, the step of the payment) is
 * `local`; the direct order belongs to the tab.
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

  // Ours.
  /** Products with a filled heart (D16). */
  wishlist: 'local',
  /** Hearts that the server has not heard of yet. */
  wishlistOutbox: 'local',
  /** Products seen last, newest first. */
  recentlyViewed: 'local',
  /** Last search words, newest first. */
  recentSearches: 'local',
  /** Orders the server has not taken yet (D25). */
  orderOutbox: 'local',
  /** A random name of this device for wishlist and 'helpful' (D15, D16); no person behind it. */
  deviceId: 'local',
  /** Reviews this device found helpful (D15). */
  helpfulReviews: 'local',
  /** A review being written, until it has been sent. */
  reviewDraft: 'session',
  /** The page on show may be of yesterday: so that its return is told even when the document is loaded anew. */
  shopLost: 'session',
  /** The last event that a tab told the others, and when (web/lib/events.ts). */
  shopEvent: 'local',
  /** Addresses kept for the next order; the one of this order is `shippingAddress`. */
  savedAddresses: 'local',
  /** Another UTR being typed on an order's page, with the order's number before it. */
  otherUtr: 'session',
  /** The note typed in the cart, carried to the order. */
  orderNote: 'local',
  /** A replacement request being written: taking a photo may end the tab on a small phone. */
  replacementDraft: 'session',
  /** Product forms of the admin as typed, so that neither a reload nor the end of the session loses anything. */
  productDraft: 'session',
  /** The address in the admin that a sign-in leads back to. */
  adminPlace: 'session',
} as const satisfies Record<string, 'local' | 'session'>;

export type DeviceKey = keyof typeof KEYS;

/** What was written while the browser refused storage (private mode, full, switched off). Ends with the page. */
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

/** Stores text and tells the watchers. When the browser refuses, the text is kept until the page goes. Never throws. */
export function writeText(key: DeviceKey, text: string): void {
  try {
    store(key).setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
  tell(key);
}

/** True when the browser refused to store this key: what was written ends with the page. */
export function endsWithPage(key: DeviceKey): boolean {
  return memory.has(key);
}

/** Forgets a key. Never throws. */
export function forget(...keys: DeviceKey[]): void {
  for (const key of keys) {
    memory.delete(key);
    try {
      store(key).removeItem(key);
    } catch {
      // Storage that cannot be opened holds nothing either.
    }
    tell(key);
  }
}

/**
 * The stored JSON, checked: `accept` gets whatever was stored and answers the typed value, or null to refuse it. Unparseable
 * text is null too. Other programs and older versions may have written here, so nothing is believed unread.
 */
export function readJson<T>(key: DeviceKey, accept: (value: unknown) => T | null): T | null {
  return parseStored(readText(key), accept);
}

export function writeJson(key: DeviceKey, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

/** The JSON of a stored text, checked as `readJson` does. */
export function parseStored<T>(text: string | null, accept: (value: unknown) => T | null): T | null {
  if (text === null) return null;
  try {
    return accept(JSON.parse(text));
  } catch {
    return null;
  }
}

function tell(key: DeviceKey): void {
  for (const watcher of watchers.get(key) ?? []) watcher();
}

/** Another tab wrote (`key`), or cleared everything (null). */
function onStorage(event: StorageEvent): void {
  for (const key of watchers.keys()) if (event.key === null || event.key === key) tell(key);
}

/** Calls `watcher` when the key changes, in this tab or another. Answers how to stop. */
export function watch(key: DeviceKey, watcher: () => void): () => void {
  if (watchers.size === 0) window.addEventListener('storage', onStorage);
  const own = watchers.get(key) ?? new Set();
  watchers.set(key, own.add(watcher));
  return () => {
    own.delete(watcher);
    if (own.size === 0 && watchers.get(key) === own) watchers.delete(key);
    if (watchers.size === 0) window.removeEventListener('storage', onStorage);
  };
}

const nothing = () => null;

/** The stored text as React state: null on the server and in the first paint, so that hydration matches. */
export function useStoredText(key: DeviceKey): string | null {
  return useSyncExternalStore(
    useMemo(() => (watcher: () => void) => watch(key, watcher), [key]),
    () => readText(key),
    nothing,
  );
}

/** The stored JSON as React state. `accept` must be the same function on every render (a module function). */
export function useStoredJson<T>(key: DeviceKey, accept: (value: unknown) => T | null): T | null {
  const text = useStoredText(key);
  return useMemo(() => parseStored(text, accept), [text, accept]);
}

/** False on the server and in the first paint, true afterwards: "the device has been read". */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
const neverChanges = () => () => {};
