import m from '#messages/ordering';
import { toast } from '#web/ui/toast.tsx';
import { copyWaiting, readWaiting, SEND } from '#web/worker/waiting.ts';
import { ApiError, call, isApiError, isUnreachable } from './api.ts';
import { endCheckout } from './checkout.ts';
import { readJson, writeJson } from './device.ts';
import type { TakenOrder } from './my-orders.ts';
import { acceptOrder, changeOrder, findOrder, getOrders, keepOrder, settleCopy } from './my-orders.ts';
import type { CheckoutItem } from './stored-checkout.ts';

/**
 * Orders that the server has not accepted yet (D25). An order is added before the first attempt to
 * send it, so that neither a closed tab nor a lost network loses it. It is removed once the server
 * has accepted it.
 */

/** The body of `POST /orders` (R2.3 Order payload). Rupees. */
export interface OrderBody {
  orderNumber: string;
  accessToken: string;
  items: CheckoutItem[];
  shippingAddress: Record<string, string>;
  paymentMethod: 'upi';
  paymentDetails: { utrNumber: string; method: string; status: 'pending'; app?: string };
  orderNote: string;
  /** Absent of an order that an earlier edition of the shop has stored. */
  giftMessage?: string | null;
  couponCode?: string;
  subtotal: number;
  shipping: 0;
  total: number;
  status: 'pending';
}

export interface OutboxEntry {
  /** The order number that this device uses. */
  id: string;
  body: OrderBody;
  addedAt: number;
  /** Failed attempts in a row; without any response, 1. */
  attempts: number;
  /** Epoch ms of the next attempt; earlier when the network comes back. */
  nextAt: number;
  /** Why the server rejected it. A rejected entry is sent again only when the shopper retries. */
  refused?: string;
}

export type Delivery =
  | { kind: 'delivered'; order: TakenOrder }
  | { kind: 'waiting' }
  /**
   * `message` is empty when the server gave no reason; each page has its own text for that (R2.8).
   */
  | { kind: 'refused'; message: string; errors: { path: string; msg: string }[] };

/**
 * Stored with an order that the server rejected without a reason (R2.8), in every language: show it
 * with `refusalWords`.
 */
export const REFUSED_WITHOUT_REASON = 'Failed to create order. Please contact support.';
/** Stored with an order for which the server returned success without an order. */
const NO_ORDER = 'Failed to place order';

/** The reason of a rejection, for the shopper. A reason from the server stays as it is. */
export function refusalWords(refusal: string): string {
  if (refusal === REFUSED_WITHOUT_REASON) return m.refused();
  return refusal === NO_ORDER ? m.noOrder() : refusal;
}

interface OutboxParts {
  read: () => OutboxEntry[];
  write: (entries: OutboxEntry[]) => void;
  /** Sends once. Throws what the API client throws. */
  send: (body: OrderBody) => Promise<TakenOrder>;
  now: () => number;
  onDelivered: (entry: OutboxEntry, order: TakenOrder) => void;
  onRefused: (entry: OutboxEntry, message: string) => void;
  /** A rejected order is sent again. */
  onRetry: (entry: OutboxEntry) => void;
}

/**
 * Without any response the network is lost: the order has to leave within 3 seconds of its return.
 */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const FOREGROUND_MS = 30_000;

/** Milliseconds to wait after the n-th failed attempt: 2 s, 4 s, 8 s … at most 5 minutes. */
export function backoff(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));
}

/**
 * The order in a 409 response. It means that the server already has the order, so it counts as
 * delivered (D21).
 */
export function orderOf409(error: unknown): TakenOrder | null {
  if (!isApiError(error) || error.status !== 409) return null;
  const response = error.data as { data?: { order?: TakenOrder } } | undefined;
  return response?.data?.order?.orderNumber ? response.data.order : null;
}

/**
 * The text of a rejection: the message and the errors of the fields (R2.8 'Validation failed:
 * {msgs}').
 */
export function refusalText(message: string, errors: { msg: string }[], status: number): string {
  if (errors.length === 0) return message;
  const details = errors.map(({ msg }) => msg).join(', ');
  return status === 400 ? m.invalid({ details }) : `${message} ${details}`;
}

/** Creates an outbox on the given storage and network, so that tests can replace both. */
export function createOutbox({ read, write, send, now, onDelivered, onRefused, onRetry }: OutboxParts) {
  const underway = new Map<string, Promise<Delivery>>();
  const change = (id: string, next: (entry: OutboxEntry) => OutboxEntry | null) =>
    write(read().flatMap((entry) => (entry.id === id ? (next(entry) ?? []) : entry)));

  async function attempt(id: string): Promise<Delivery> {
    const entry = read().find((one) => one.id === id);
    if (!entry) return { kind: 'waiting' };
    try {
      return settle(entry, await send(entry.body));
    } catch (error) {
      const existing = orderOf409(error);
      if (existing) return settle(entry, existing);
      if (!isApiError(error) || isUnreachable(error)) {
        // A server that responds is spared; a lost network costs it nothing.
        const lost = !isApiError(error) || error.status === 0;
        change(id, (one) => {
          const attempts = lost ? 1 : one.attempts + 1;
          return { ...one, attempts, nextAt: now() + backoff(attempts) };
        });
        return { kind: 'waiting' };
      }
      const hasMessage = typeof (error.data as { message?: unknown } | undefined)?.message === 'string';
      const hasReason = hasMessage || error.errors.length > 0;
      const message = hasReason ? refusalText(error.message, error.errors, error.status) : '';
      change(id, (one) => ({ ...one, refused: message || REFUSED_WITHOUT_REASON }));
      onRefused(entry, message || REFUSED_WITHOUT_REASON);
      return { kind: 'refused', message, errors: error.errors };
    }
  }

  function settle(entry: OutboxEntry, order: TakenOrder): Delivery {
    change(entry.id, () => null);
    onDelivered(entry, order);
    return { kind: 'delivered', order };
  }

  /** Sends one entry now. Concurrent callers share one attempt. */
  function deliver(id: string): Promise<Delivery> {
    const running = underway.get(id);
    if (running) return running;
    const attempted = attempt(id).finally(() => underway.delete(id));
    underway.set(id, attempted);
    return attempted;
  }

  return {
    /**
     * Adds an order, or replaces the entry with the same number, which the shopper has corrected.
     */
    add(body: OrderBody): void {
      // The page that adds the entry also sends it at once; the timer is for a page that was closed
      // meanwhile.
      const entry: OutboxEntry = {
        id: body.orderNumber,
        body,
        addedAt: now(),
        attempts: 0,
        nextAt: now() + FOREGROUND_MS,
      };
      write([...read().filter(({ id }) => id !== entry.id), entry]);
    },
    remove: (id: string) => change(id, () => null),
    deliver,
    /** Takes over an order that the service worker has sent. False when it does not wait here. */
    settleSent(id: string, order: TakenOrder): boolean {
      const entry = read().find((one) => one.id === id);
      if (entry) settle(entry, order);
      return entry !== undefined;
    },
    /** Sends an order again that the server rejected. */
    retry(id: string): Promise<Delivery> {
      const entry = read().find((one) => one.id === id);
      if (entry) onRetry(entry);
      change(id, ({ refused: _, ...rest }) => rest);
      return deliver(id);
    },
    /**
     * Sends the entries that are due; with `all`, every entry that was not rejected. Returns how
     * many were delivered.
     */
    async flush(all = false): Promise<number> {
      let delivered = 0;
      for (const entry of read()) {
        if (entry.refused || (!all && entry.nextAt > now())) continue;
        if ((await deliver(entry.id)).kind === 'delivered') delivered += 1;
      }
      return delivered;
    },
    /** Milliseconds until the next entry is due; null when there is none. */
    nextIn(): number | null {
      const waiting = read().filter((entry) => !entry.refused);
      return waiting.length === 0 ? null : Math.max(0, Math.min(...waiting.map(({ nextAt }) => nextAt)) - now());
    },
  };
}

function acceptEntries(value: unknown): OutboxEntry[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter(
    (entry): entry is OutboxEntry => typeof entry?.id === 'string' && typeof entry?.body?.orderNumber === 'string',
  );
}

const getEntries = () => readJson('orderOutbox', acceptEntries) ?? [];

/**
 * Ends what is being sent when the network returns: those connections are dead, even if the browser
 * still waits.
 */
let underway = new AbortController();

export const outbox = createOutbox({
  read: getEntries,
  write: (entries) => {
    writeJson('orderOutbox', entries);
    schedule();
    void handOver();
  },
  send: async (body) => {
    const { signal } = underway;
    const response: { order?: TakenOrder; message?: string } = await call('POST /orders', { body }, { signal });
    // Even a 2xx response is a failure without an order; the shopper retries.
    if (!response.order?.orderNumber) {
      const message = response.message || NO_ORDER;
      throw new ApiError(message, { status: 400, url: '/api/orders', data: { message } });
    }
    return response.order;
  },
  now: () => Date.now(),
  onDelivered: (entry, order) => {
    settleCopy(entry.id, order);
    endCheckout(entry.id);
  },
  onRefused: (entry, refusal) => changeOrder(entry.id, (copy) => ({ ...copy, delivery: 'refused', refusal })),
  onRetry: (entry) => changeOrder(entry.id, ({ refusal: _, ...copy }) => ({ ...copy, delivery: 'sending' })),
});

let started = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let handing: Promise<void> = Promise.resolve();
let takenBack: Promise<void> | undefined;

/** Background Sync is not in TypeScript's library, and only in some browsers. */
type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Takes back what only the worker still has: the browser did not store it for this page, or lost it
 * in a crash.
 */
async function takeBack(): Promise<void> {
  for (const { body } of await readWaiting()) {
    const known = findOrder(getOrders(), body.orderNumber);
    if (known?.delivery === 'sent' || getEntries().some(({ id }) => id === body.orderNumber)) continue;
    const copy = known ?? acceptOrder({ ...body, delivery: 'sending', createdAt: Date.now() });
    if (copy) keepOrder(copy);
    outbox.add(body as OrderBody);
  }
}

/**
 * Copies the outbox to where the service worker reads it, and asks the browser to start the worker
 * when there is a network.
 */
function handOver(): Promise<void> {
  handing = handing
    .then(async () => {
      // First, because copies that the outbox lacks are deleted.
      takenBack ??= takeBack().catch(() => {});
      await takenBack;
      const waiting = getEntries().filter(({ refused }) => !refused);
      await copyWaiting(waiting.map(({ body }) => body));
      // A first attempt of this page needs no help.
      if (!waiting.some(({ attempts }) => attempts > 0)) return;
      const registration: Syncing | undefined = await navigator.serviceWorker?.getRegistration();
      await registration?.sync?.register(SEND);
    })
    // Not allowed in some private windows: then the page sends them, now or when it is opened next.
    .catch(() => {});
  return handing;
}

/** Sets the timer for the next look at the entries. */
function schedule(): void {
  if (!started) return;
  clearTimeout(timer);
  const wait = outbox.nextIn();
  if (wait === null) return;
  timer = setTimeout(() => void flush(), navigator.onLine ? Math.min(wait + 100, LOOK_MS) : LOOK_MS);
}

/** While an order waits, this often, because not every return of the network has an event. */
const LOOK_MS = 2_000;
/**
 * How long to wait for another tab or the worker that is sending. The API recognizes an order that
 * it has (D21).
 */
const LOCK_MS = 500;

/** Sends the entries that are due; with `all`, every entry that was not rejected. */
async function flush(all = false): Promise<void> {
  const run = async () => (await takeSent()) + (navigator.onLine ? await outbox.flush(all) : 0);
  const signal = AbortSignal.timeout(LOCK_MS);
  const delivered = await (navigator.locks?.request(SEND, { signal }, run).catch(run) ?? run());
  if (delivered > 0) toast.success(m.placed());
  schedule();
}

/** Takes over what the worker has sent meanwhile. Returns how many. */
async function takeSent(): Promise<number> {
  const waiting = await readWaiting().catch(() => []);
  return waiting.filter(({ body, order }) => order && outbox.settleSent(body.orderNumber, order as TakenOrder)).length;
}

/**
 * Starts sending, once per page load: now, when the network comes back, and when the tab becomes
 * visible again.
 */
export function startOutbox(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  window.addEventListener('online', () => {
    underway.abort();
    underway = new AbortController();
    void flush(true);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flush(true);
  });
  void handOver().then(() => flush(true));
}
