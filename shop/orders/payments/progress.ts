import type { OrderStatus, PaymentStatus, StatusTone } from '../order-status.ts';

/**
 * What a shopper reads about a payment: at most one of these states at a time (D51). `not_found`, `taken_back` before the parcel is sent,
 * and `utr_wanted` have a way on, the form for the UTR.
 */
export type PaymentProgress = 'utr_wanted' | 'checking' | 'received' | 'not_found' | 'taken_back' | 'refunded';

/** @returns null when there is nothing to say: a cancelled order without a payment */
export function paymentProgress(order: {
  readonly status: OrderStatus;
  readonly payment: {
    readonly status: PaymentStatus;
    readonly utr: string;
    readonly refunded: number;
    /** The bank has taken the payment back, and that is not settled. */
    readonly reversed: boolean;
  };
}): PaymentProgress | null {
  const { status, payment } = order;
  if (payment.refunded > 0) return 'refunded';
  if (payment.status === 'completed') return payment.reversed ? 'taken_back' : 'received';
  if (status === 'cancelled' || status === 'returned') return null;
  if (payment.status === 'failed') return payment.reversed ? 'taken_back' : 'not_found';
  return payment.utr === '' ? 'utr_wanted' : 'checking';
}

const NAMES: Record<PaymentProgress, { label: string; tone: StatusTone }> = {
  utr_wanted: { label: 'Waiting for your UTR', tone: 'gray' },
  checking: { label: 'Checking your UTR', tone: 'yellow' },
  received: { label: 'Payment received', tone: 'green' },
  not_found: { label: 'Payment not found', tone: 'red' },
  taken_back: { label: 'Payment reversed', tone: 'red' },
  refunded: { label: 'Refunded', tone: 'blue' },
};

/** The name of a state, the same on every page (D51). Null: nothing was paid, and nothing is to be paid. */
export function progressName(progress: PaymentProgress | null): { label: string; tone: StatusTone } {
  return progress === null ? { label: 'No payment', tone: 'gray' } : NAMES[progress];
}

/** Whether the payment has come, and was not taken back. */
function hasPaid(progress: PaymentProgress | null): boolean {
  return progress === 'received' || progress === 'refunded';
}

/** What happens next, for the shopper; empty when the order is over. `hasEmail`: the shop can write to the shopper. */
export function nextSteps(order: {
  readonly status: OrderStatus;
  readonly progress: PaymentProgress | null;
  readonly city: string;
  readonly hasEmail: boolean;
}): string[] {
  const { status, progress, city, hasEmail } = order;
  if (status === 'cancelled' || status === 'returned') return [];
  const way: Partial<Record<PaymentProgress, string>> = {
    utr_wanted: 'Send us the UTR of your payment.',
    checking: 'We are checking your UTR with our bank.',
    not_found: 'Compare the UTR with the one in your UPI app, and send us the right one.',
    taken_back: 'The bank has reversed your payment. Please pay again or contact us.',
  };
  const payment = (progress && way[progress]) ?? '';
  const mail = hasPaid(progress) || !hasEmail ? '' : 'We will e-mail you once your payment is verified.';
  const goods: Partial<Record<OrderStatus, string>> = {
    shipped: `Your parcel is on its way to ${city}.`,
    out_for_delivery: 'Your parcel is out for delivery.',
    delivered: 'Something damaged, wrong or missing? Ask for a replacement within 7 days of delivery.',
  };
  const pack = hasPaid(progress)
    ? `We pack your order within 24 hours and ship it to ${city}.`
    : `We pack your order within 24 hours of verifying your payment, and ship it to ${city}.`;
  return [payment, mail, goods[status] ?? pack].filter(Boolean);
}

/** Fewer checks than these say nothing about the usual time. */
const LEAST = 5;

/** The median of these times, in ms; null with fewer than five of them. Times below zero are left out. */
export function usualCheckMs(times: readonly number[]): number | null {
  const sorted = times.filter((time) => time >= 0).toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length < LEAST) return null;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? Math.round(((sorted[middle - 1] ?? 0) + upper) / 2) : upper;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 'about 4 minutes'. Without a measured time: the time that the confirmation names (R2.2). */
export function usualTime(ms: number | null): string {
  if (ms === null) return 'up to 30 minutes';
  if (ms < MINUTE / 2) return 'a few seconds';
  if (ms < 1.5 * MINUTE) return 'about a minute';
  if (ms < 1.5 * HOUR) return `about ${Math.round(ms / MINUTE)} minutes`;
  return ms < 1.5 * DAY ? `about ${Math.round(ms / HOUR)} hours` : `about ${Math.round(ms / DAY)} days`;
}
