import { useSyncExternalStore } from 'react';

/**
 * Whether the data of this page is current or stale. A page from the service worker's cache has the
 * time when it was saved (web/worker/rules.ts). `navigator.onLine` reports the network (in place of
 * the specification's external probe, D45), and requests to the API show whether the server
 * responds.
 */
export interface Connection {
  /** When the prices and stock on this page were loaded (epoch ms); null while they are current. */
  savedAt: number | null;
  /** Why they may be stale: true without a network, false when the server did not respond. */
  offline: boolean;
  /** The page is a copy from the service worker's cache. */
  kept: boolean;
}

const CURRENT: Connection = { savedAt: null, offline: false, kept: false };
/** A server that responds later than this counts as unreachable. */
const TIMEOUT_MS = 5_000;

let state: Connection | null = null;
/** Epoch ms of the last data from the server. */
let loadedAt = 0;
const listeners = new Set<() => void>();

/** The state now. `useConnection` returns that of the server while the page hydrates. */
export function getConnection(): Connection {
  state ??= begin();
  return state;
}

/** Reads the data attributes of a cached page, once, and removes them. */
function begin(): Connection {
  const { dataset } = document.documentElement;
  const savedAt = Number(dataset.savedAt);
  delete dataset.savedAt;
  delete dataset.savedNotice;
  loadedAt = Date.now();
  window.addEventListener('offline', () => lose(true));
  if (savedAt > 0) return { savedAt, offline: !navigator.onLine, kept: true };
  return navigator.onLine ? CURRENT : { savedAt: loadedAt, offline: true, kept: false };
}

function lose(offline: boolean): void {
  const { savedAt, kept } = getConnection();
  change({ savedAt: savedAt ?? loadedAt, offline, kept });
}

function change(next: Connection): void {
  const { savedAt, offline } = getConnection();
  if (savedAt === next.savedAt && offline === next.offline) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const onServer = () => CURRENT;

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, getConnection, onServer);
}

/**
 * What to store about a lost connection, and whether to announce its return: only after the device
 * was offline, not when the server was slow. A page opened from the cache without a network
 * announces nothing.
 *
 * @param stored what is stored: 'offline' since the device was offline, else null
 */
export function afterLoss(stored: string | null, now: Pick<Connection, 'savedAt' | 'offline'>) {
  if (now.savedAt !== null) return { stored: now.offline ? 'offline' : stored, announced: false };
  return { stored: null, announced: stored === 'offline' };
}

function watchNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser reports a network; true on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * Marks the page as current after its data was loaded. Ignored without a network, when the data
 * came from a cache.
 */
export function markCurrent(): void {
  if (!navigator.onLine) return;
  loadedAt = Date.now();
  change(CURRENT);
}

/**
 * Sends requests to the API, bypassing every cache. True when one succeeds; otherwise marks the
 * page as stale and returns false.
 */
export async function reachShop(paths: readonly string[] = ['/']): Promise<boolean> {
  const results = navigator.onLine ? await Promise.all(paths.map(isReachable)) : [];
  if (results.some(Boolean)) return true;
  lose(!navigator.onLine);
  return false;
}

async function isReachable(path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`/api${path}`, { cache: 'no-store', credentials: 'omit', signal });
    // An unread body would keep the connection busy until the timeout.
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** The connectivity check on mobile (R1.7): the API, its config and its products. */
export function checkConnectivity(): Promise<boolean> {
  return reachShop(['/', '/config', '/products?limit=1']);
}

/** False while the page's data may be stale. */
export function isCurrent(): boolean {
  return getConnection().savedAt === null;
}
