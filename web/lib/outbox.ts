import type { Order } from '#shop/orders/orders.ts';
import { toast } from '#web/ui/toast.tsx';
import { ApiError, call, isApiError, isUnreachable } from './api.ts';
import type { CheckoutItem } from './checkout.ts';
import { readJson, writeJson } from './device.ts';
import { changeOrder, withServerOrder } from './my-orders.ts';

/**
 * Orders that the server has not taken yet (D25). An order goes in here before the first attempt to send it, so that neither
 * a closed tab nor a dead network loses it, and leaves only when the server has answered for it.
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
  subtotal: number;
  shipping: 0;
  total: number;
  status: 'pending';
}

export interface OutboxEntry {
  /** The order number of this device. */
  id: string;
  body: OrderBody;
  addedAt: number;
  attempts: number;
  /** Not before this moment, unless something tells us that the network is back. */
  nextAt: number;
  /** Why the server would not take it. Such an entry waits for the shopper. */
  refused?: string;
}

/** An order as the server answers it to whoever may see its secret. */
export type TakenOrder = Order & { accessToken?: string | undefined };

export type Delivery =
  | { kind: 'delivered'; order: TakenOrder }
  | { kind: 'waiting' }
  /** `message` is empty when the server gave no reason; each page has its own sentence for that (R2.8). */
  | { kind: 'refused'; message: string; errors: { path: string; msg: string }[] };

/** What stands with an order on this device that the server refused without a reason (R2.8). */
export const REFUSED_WITHOUT_REASON = 'Failed to create order. Please contact support.';

interface OutboxParts {
  read: () => OutboxEntry[];
  write: (entries: OutboxEntry[]) => void;
  /** Sends once. Throws what the API client throws. */
  send: (body: OrderBody) => Promise<TakenOrder>;
  now: () => number;
  onDelivered: (entry: OutboxEntry, order: TakenOrder) => void;
  onRefused: (entry: OutboxEntry, message: string) => void;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const FOREGROUND_MS = 30_000;

/** 2 s, 4 s, 8 s … at most 5 minutes after the n-th failed attempt. */
export function backoff(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));
}

/** The order inside a 409 answer: "we have this one already" counts as delivered (D21). */
export function orderOf409(error: unknown): TakenOrder | null {
  if (!isApiError(error) || error.status !== 409) return null;
  const answer = error.data as { data?: { order?: TakenOrder } } | undefined;
  return answer?.data?.order?.orderNumber ? answer.data.order : null;
}

/** The refusal in words: the sentence, and what is wrong with which field (R2.8 'Validation failed: {msgs}'). */
export function refusalText(message: string, errors: { msg: string }[], status: number): string {
  if (errors.length === 0) return message;
  const details = errors.map(({ msg }) => msg).join(', ');
  return status === 400 ? `Validation failed: ${details}` : `${message} ${details}`;
}

/** The outbox over given storage and network, so that its rules can be tested without either. */
export function createOutbox({ read, write, send, now, onDelivered, onRefused }: OutboxParts) {
  const underway = new Map<string, Promise<Delivery>>();
  const change = (id: string, next: (entry: OutboxEntry) => OutboxEntry | null) =>
    write(read().flatMap((entry) => (entry.id === id ? (next(entry) ?? []) : entry)));

  async function attempt(id: string): Promise<Delivery> {
    const entry = read().find((one) => one.id === id);
    if (!entry) return { kind: 'waiting' };
    try {
      return settle(entry, await send(entry.body));
    } catch (error) {
      const known = orderOf409(error);
      if (known) return settle(entry, known);
      if (!isApiError(error) || isUnreachable(error)) {
        change(id, (one) => ({ ...one, attempts: one.attempts + 1, nextAt: now() + backoff(one.attempts + 1) }));
        return { kind: 'waiting' };
      }
      const said = typeof (error.data as { message?: unknown } | undefined)?.message === 'string';
      const message = said || error.errors.length > 0 ? refusalText(error.message, error.errors, error.status) : '';
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

  /** Sends one entry now. Two callers at once share one attempt. */
  function deliver(id: string): Promise<Delivery> {
    const running = underway.get(id);
    if (running) return running;
    const attempted = attempt(id).finally(() => underway.delete(id));
    underway.set(id, attempted);
    return attempted;
  }

  return {
    /** Keeps an order for sending; one that is there already is replaced, since the shopper has corrected it. */
    add(body: OrderBody): void {
      // The page that adds it sends it at once itself; the clock is for when that page is gone.
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
    /** Sends an order again that the server had refused. */
    retry(id: string): Promise<Delivery> {
      change(id, ({ refused: _, ...entry }) => entry);
      return deliver(id);
    },
    /** Sends what is due; with `all`, everything that the server has not refused. Answers how many orders arrived. */
    async flush(all = false): Promise<number> {
      let delivered = 0;
      for (const entry of read()) {
        if (entry.refused || (!all && entry.nextAt > now())) continue;
        if ((await deliver(entry.id)).kind === 'delivered') delivered += 1;
      }
      return delivered;
    },
    /** Milliseconds until something is due; null when nothing waits. */
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

/** This device's outbox. */
export const outbox = createOutbox({
  read: () => readJson('orderOutbox', acceptEntries) ?? [],
  write: (entries) => {
    writeJson('orderOutbox', entries);
    schedule();
  },
  send: async (body) => {
    const answer: { order?: TakenOrder; message?: string } = await call('POST /orders', { body });
    // An answer without an order is no delivery, whatever its status says; the shopper tries again.
    if (!answer.order) {
      const message = answer.message || 'Failed to place order';
      throw new ApiError(message, { status: 400, url: '/api/orders', data: { message } });
    }
    return answer.order;
  },
  now: () => Date.now(),
  onDelivered: (entry, order) => changeOrder(entry.id, (copy) => withServerOrder(copy, order)),
  onRefused: (entry, refusal) => changeOrder(entry.id, (copy) => ({ ...copy, delivery: 'refused', refusal })),
});

let started = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sets the clock for the next entry that is due. */
function schedule(): void {
  if (!started) return;
  clearTimeout(timer);
  const wait = outbox.nextIn();
  if (wait !== null) timer = setTimeout(() => void flush(), wait + 100);
}

/** Sends what waits, in one tab at a time where the browser can tell. */
async function flush(all = false): Promise<void> {
  const run = () => outbox.flush(all);
  const delivered = await (navigator.locks?.request('kishmish-outbox', { ifAvailable: true }, (lock) =>
    lock ? run() : 0,
  ) ?? run());
  if (delivered > 0) toast.success('Order placed successfully!');
  schedule();
}

/** Starts the sending once per page: now (this visit), when the network comes back, when the tab is looked at again. */
export function startOutbox(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  window.addEventListener('online', () => void flush(true));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flush();
  });
  void flush(true);
}
