/**
 * The orders of the outbox (web/lib/outbox.ts) where the service worker can read them: it has no
 * localStorage. The outbox decides; this copy lets the worker send an order after the page was
 * closed, and name it on the offline page.
 */
export interface WaitingOrder {
  /** The body of `POST /orders`. */
  body: { orderNumber: string };
  /** The server's order, once the worker has sent it. The outbox has not heard of it yet. */
  order?: unknown;
}

export const WAITING = 'kishmish-outbox';
/** The tag of the Background Sync that sends them, and the lock of whoever is sending. */
export const SEND = 'kishmish-outbox';

const address = (orderNumber: string) => `/outbox/${encodeURIComponent(orderNumber)}`;
const asResponse = (waiting: WaitingOrder) => new Response(JSON.stringify(waiting));

/** All copies; none where the browser has no cache storage (plain HTTP). */
export async function readWaiting(): Promise<WaitingOrder[]> {
  if (!('caches' in globalThis) || !(await caches.has(WAITING))) return [];
  const cache = await caches.open(WAITING);
  const found = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
  return Promise.all(found.flatMap((response) => (response ? (response.json() as Promise<WaitingOrder>) : [])));
}

/** Makes the copies the same as the outbox. What the worker has noted about an order stays. */
export async function copyWaiting(bodies: readonly WaitingOrder['body'][]): Promise<void> {
  if (!('caches' in globalThis)) return;
  if (bodies.length === 0) {
    await caches.delete(WAITING);
    return;
  }
  const cache = await caches.open(WAITING);
  const wanted = new Set(bodies.map(({ orderNumber }) => address(orderNumber)));
  for (const key of await cache.keys()) if (!wanted.has(new URL(key.url).pathname)) await cache.delete(key);
  for (const body of bodies) {
    const known = await cache.match(address(body.orderNumber));
    const sent = known && ((await known.json()) as WaitingOrder).order !== undefined;
    if (!sent) await cache.put(address(body.orderNumber), asResponse({ body }));
  }
}

/**
 * Sends the copies that are not sent yet. The API recognizes an order that it has (D21), so a page
 * that sends the same order does no harm. A rejected order is left to the page, which shows the
 * reason.
 *
 * @throws when an order could not be sent, so that the browser tries again
 */
export async function sendWaiting(): Promise<void> {
  let unsent = 0;
  for (const waiting of await readWaiting()) {
    if (waiting.order) continue;
    const response = await fetch('/api/orders', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(waiting.body),
      credentials: 'omit',
      signal: AbortSignal.timeout(SEND_MS),
    }).catch(() => null);
    if (!response || response.status === 408 || response.status === 429 || response.status >= 500) {
      unsent += 1;
      continue;
    }
    const result = (await response.json().catch(() => null)) as {
      order?: unknown;
      data?: { order?: unknown };
    } | null;
    const order = result?.order ?? (response.status === 409 ? result?.data?.order : undefined);
    // Neither the order nor a refusal of the shop: something on the way has replied.
    if (!result || (response.ok && !order)) {
      unsent += 1;
      continue;
    }
    if (!order || !(await caches.has(WAITING))) continue;
    await (await caches.open(WAITING)).put(address(waiting.body.orderNumber), asResponse({ ...waiting, order }));
  }
  if (unsent > 0) throw new Error('orders are still waiting');
}

const SEND_MS = 15_000;
