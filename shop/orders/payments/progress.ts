import m from '#messages/payment-progress';
import { isIndia } from '../../india/phones.ts';
import { PROMISES } from '../../promises.ts';
import {
  isOver,
  type OrderStatus,
  type PaymentProgress,
  type PaymentStatus,
  type StatusTone,
} from '../order-status.ts';
import type { Order } from '../orders.ts';

/**
 * @returns null when there is nothing to say: an order that is over, without a payment and without
 * a UTR
 */
export function paymentProgress(order: {
  readonly status: OrderStatus;
  /** In rupees, like `refunded` and `refundDue`. */
  readonly pricing: { readonly total: number };
  readonly payment: {
    readonly status: PaymentStatus;
    readonly utr: string;
    readonly refunded: number;
    /** What is still to be sent back. */
    readonly refundDue?: number | undefined;
    /** The bank has taken the payment back, and that is not settled. */
    readonly reversed: boolean;
  };
}): PaymentProgress | null {
  const { status, payment, pricing } = order;
  if (payment.refunded > 0 && isOver(status)) return (payment.refundDue ?? 0) > 0 ? 'part_refunded' : 'refunded';
  // A part of a payment that the bank took back afterwards settles nothing.
  const settled = payment.refunded >= pricing.total || !payment.reversed;
  // Of an order whose payment has failed since, the shopper must learn to pay again.
  if (payment.refunded > 0 && payment.status === 'completed' && settled) return 'refunded';
  if (payment.status === 'completed') return payment.reversed ? 'taken_back' : 'received';
  // A UTR says that money may have moved, so the end of the order does not settle it.
  if (isOver(status) && payment.utr === '') return null;
  if (payment.status === 'failed') return payment.reversed ? 'taken_back' : 'not_found';
  return payment.utr === '' ? 'utr_wanted' : 'checking';
}

/** The same of an order as the API has it. */
export function progressOf({ status, pricing, payment }: Pick<Order, 'status' | 'pricing' | 'payment'>) {
  return paymentProgress({
    status,
    pricing,
    payment: {
      status: payment.status,
      utr: payment.utrNumber ?? '',
      refunded: payment.refunded ?? 0,
      refundDue: payment.refundDue,
      reversed: payment.reversed ?? false,
    },
  });
}

const TONES: Record<PaymentProgress, StatusTone> = {
  utr_wanted: 'gray',
  checking: 'yellow',
  received: 'green',
  not_found: 'red',
  taken_back: 'red',
  part_refunded: 'blue',
  refunded: 'blue',
};

/**
 * The name of a state, the same on every page (D51). Null: nothing was paid, and nothing is to be
 * paid.
 */
export function progressName(progress: PaymentProgress | null): { label: string; tone: StatusTone } {
  return { label: m[`label_${progress ?? 'none'}`](), tone: progress === null ? 'gray' : TONES[progress] };
}

/** Whether the payment has come, and was not taken back. */
export function hasPaid(progress: PaymentProgress | null): boolean {
  return progress === 'received' || isRefunded(progress);
}

/** Whether money was sent back. */
export function isRefunded(progress: PaymentProgress | null | undefined): boolean {
  return progress === 'part_refunded' || progress === 'refunded';
}

interface NextFacts {
  readonly status: OrderStatus;
  readonly progress: PaymentProgress | null;
  /** Of the delivery, as is `country`. */
  readonly city: string;
  readonly country: string;
  /** The shop can write to the shopper. */
  readonly hasEmail: boolean;
}

/** What happens next, for the shopper; empty when the order is over. */
export function nextSteps(order: NextFacts): string[] {
  const { status, progress, hasEmail } = order;
  if (isOver(status)) return [];
  const mail = hasPaid(progress) || !hasEmail ? '' : m.mail();
  return [paymentStep(progress), mail, goodsStep(order)].filter(Boolean);
}

function paymentStep(progress: PaymentProgress | null): string {
  switch (progress) {
    case 'utr_wanted':
    case 'checking':
    case 'not_found':
    case 'taken_back':
      return m[`next_${progress}`]();
    default:
      return '';
  }
}

function goodsStep({ status, progress, city, country }: NextFacts): string {
  if (status === 'shipped') return m.onItsWay({ city });
  if (status === 'out_for_delivery') return m.goods_out_for_delivery();
  if (status === 'delivered') return m.goods_delivered({ days: PROMISES.replacementDays });
  if (!isIndia(country)) return m.agreeFirst({ city });
  const hours = PROMISES.packHours;
  return hasPaid(progress) ? m.packing({ city, hours }) : m.packingOnceVerified({ city, hours });
}

/** Fewer checks than these say nothing about the usual time. */
const LEAST = 5;

/**
 * The median of these times, in ms; null with fewer than five of them. Times below zero are left
 * out.
 */
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

/**
 * How long the check of a payment takes: the promise that the confirmation names (R2.2), unless the
 * shop is slower than that.
 *
 * @param ms its usual time, if it is known
 */
export function checkTime(ms: number | null): string {
  const minutes = PROMISES.checkMinutes;
  return ms === null || ms <= minutes * MINUTE ? m.checkPromise({ minutes }) : m.checkSlow({ time: usualTime(ms) });
}

/** 'about 4 minutes' */
export function usualTime(ms: number): string {
  if (ms < MINUTE / 2) return m.usually_seconds();
  if (ms < 1.5 * MINUTE) return m.usually_minute();
  if (ms < 1.5 * HOUR) return m.usually_minutes({ count: Math.round(ms / MINUTE) });
  return ms < 1.5 * DAY
    ? m.usually_hours({ count: Math.round(ms / HOUR) })
    : m.usually_days({ count: Math.round(ms / DAY) });
}
