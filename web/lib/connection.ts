import { useSyncExternalStore } from 'react';

/**
 * Whether this page is of now. A page that the service worker kept says when it was saved (web/worker/rules.ts); the browser says
 * whether there is a network (in place of the specification's external probe, D45); and the shop itself says whether it is there.
 */
export interface Connection {
  /** Prices and stock on this page are those of this moment, in epoch ms; null while they are of now. */
  savedAt: number | null;
  /** Why they may not be of now: the device has no network, or else the shop did not answer. */
  offline: boolean;
}

const OF_NOW: Connection = { savedAt: null, offline: false };
/** A shop that takes longer to say that it is there is not there for a shopper. */
const PATIENCE_MS = 5_000;

let state: Connection | null = null;
/** When the page last showed what the shop said. */
let loadedAt = 0;
const listeners = new Set<() => void>();

function current(): Connection {
  state ??= begin();
  return state;
}

/** Reads the marks of a kept page, once, and takes them off: from here on the page speaks for itself. */
function begin(): Connection {
  const { dataset } = document.documentElement;
  const savedAt = Number(dataset.savedAt);
  delete dataset.savedAt;
  delete dataset.savedNotice;
  loadedAt = Date.now();
  window.addEventListener('offline', () => change({ savedAt: current().savedAt ?? loadedAt, offline: true }));
  if (savedAt > 0) return { savedAt, offline: !navigator.onLine };
  return navigator.onLine ? OF_NOW : { savedAt: loadedAt, offline: true };
}

function change(next: Connection): void {
  const { savedAt, offline } = current();
  if (savedAt === next.savedAt && offline === next.offline) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const onServer = () => OF_NOW;

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, current, onServer);
}

/** The page has just been given its data by the shop. Without a network it cannot have been. */
export function markCurrent(): void {
  if (!navigator.onLine) return;
  loadedAt = Date.now();
  change(OF_NOW);
}

/** Asks the shop, past every cache. True when one of the calls succeeds; false marks the page as one that may be of yesterday. */
export async function reachShop(paths: readonly string[] = ['/']): Promise<boolean> {
  const answers = navigator.onLine ? await Promise.all(paths.map(answers200)) : [];
  if (answers.some(Boolean)) return true;
  change({ savedAt: current().savedAt ?? loadedAt, offline: !navigator.onLine });
  return false;
}

async function answers200(path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`/api${path}`, { cache: 'no-store', credentials: 'omit', signal });
    // To its end: an answer that nobody reads keeps its connection busy until it is given up.
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** The specification's check on mobile (R1.7): the API, its config and its products. */
export function checkConnectivity(): Promise<boolean> {
  return reachShop(['/', '/config', '/products?limit=1']);
}

/** False while what the page shows may be of yesterday. */
export function isCurrent(): boolean {
  return current().savedAt === null;
}

/** Said when a checkout would begin with prices that nobody has checked. */
export const CHECKOUT_WAITS =
  'Prices and stock may have changed, so checkout begins when the shop can be reached again.';
