import { forget, readJson, writeJson } from './device.ts';
import { acceptDraft, type Draft } from './stored-checkout.ts';

/**
 * The payment of this device that was begun and is not settled yet (D66), under
 * `unfinishedPayment`. Times in epoch ms.
 */
export interface UnfinishedPayment {
  draft: Draft;
  startedAt: number;
  /**
   * The shopper has said that nothing was paid: it is shown again only if the payment comes all the
   * same.
   */
  closed: boolean;
  found: FoundPayment | null;
}

/** The payment has come, and the order is placed. */
export interface FoundPayment {
  orderNumber: string;
  /** Rupees. */
  total: number;
  utr: string;
  receivedAt: number;
  /** The payment page has found it, and shows it again after a reload. */
  onPaymentPage: boolean;
}

type Stored = Partial<Record<keyof UnfinishedPayment, unknown>>;

export function acceptUnfinished(value: unknown): UnfinishedPayment | null {
  if (typeof value !== 'object' || value === null) return null;
  const { draft, startedAt, closed, found } = value as Stored;
  const begun = acceptDraft(draft);
  if (!begun || typeof startedAt !== 'number') return null;
  return { draft: begun, startedAt, closed: closed === true, found: acceptFound(found) };
}

function acceptFound(value: unknown): FoundPayment | null {
  const { orderNumber, total, utr, receivedAt, onPaymentPage } = (value ?? {}) as Partial<FoundPayment>;
  if (typeof orderNumber !== 'string' || typeof total !== 'number' || typeof receivedAt !== 'number') return null;
  return { orderNumber, total, utr: String(utr ?? ''), receivedAt, onPaymentPage: onPaymentPage === true };
}

export const getUnfinished = () => readJson('unfinishedPayment', acceptUnfinished);

export function keepUnfinished(payment: UnfinishedPayment): void {
  writeJson('unfinishedPayment', payment);
}

/**
 * The shopper has gone to pay this draft: an app was opened, or the shopper says so. Paying it
 * again keeps the first time.
 */
export function beginPayment(draft: Draft, now: number): void {
  const known = getUnfinished();
  const again = known?.draft.orderNumber === draft.orderNumber && !known.closed && !known.found;
  keepUnfinished({ draft, startedAt: again ? known.startedAt : now, closed: false, found: null });
}

/** The shopper says that nothing was paid. */
export function closePayment(): void {
  const known = getUnfinished();
  if (known) keepUnfinished({ ...known, closed: true });
}

/** The shopper has seen the order whose payment was found. */
export function forgetFound(orderNumber: string): void {
  if (getUnfinished()?.found?.orderNumber === orderNumber) forget('unfinishedPayment');
}
