import { ShopError } from '../../errors.ts';
import { formatPaise, type Paise } from '../../money/money.ts';
import type { AttentionReason } from '../order-status.ts';
import { isOver } from '../order-status.ts';
import type { CreditSource } from '../payments/credit.ts';
import type { Change, OrderState } from './change.ts';

/** The parts of an order that tell how much must go back. Amounts in paise. */
type Owing = Pick<OrderState, 'paid_amount' | 'total' | 'refunded' | 'kept' | 'returned'> & { readonly status: string };

/**
 * How much of a payment must still go back, and why; null when nothing is due. Nothing is while the
 * bank has taken the payment back.
 *
 * @param open the order's open reasons for attention
 */
export function refundDue(
  order: Owing & Pick<OrderState, 'payment_status'>,
  open: readonly AttentionReason[],
): { due: Paise; why: 'cancelled' | 'returned' | 'part_returned' | 'overpaid' } | null {
  if (order.payment_status !== 'completed' || open.includes('payment_reversed')) return null;
  const due = owed(order);
  if (due === 0) return null;
  if (isOver(order.status)) return { due, why: order.status };
  return { due, why: order.returned > 0 ? 'part_returned' : 'overpaid' };
}

/** What the shop has received by an accepted payment. */
export function receivedOf({ paid_amount, total }: Pick<Owing, 'paid_amount' | 'total'>): Paise {
  return paid_amount ?? total;
}

/** What the shop still has of an accepted payment. */
export function leftOf(order: Pick<Owing, 'paid_amount' | 'total' | 'refunded'>): Paise {
  return receivedOf(order) - order.refunded;
}

/** What an accepted payment owes, if the bank has not taken it back. */
export function owed(order: Owing): Paise {
  return Math.max(0, notForOrder(order) - order.refunded - order.kept);
}

/**
 * What was received beyond what the order costs, without goods that came back; of an order that is
 * over, all.
 */
function notForOrder(order: Omit<Owing, 'refunded' | 'kept'>): Paise {
  return receivedOf(order) - (isOver(order.status) ? 0 : order.total - order.returned);
}

/** For a change after which the shop keeps nothing of what it has kept so far. */
export function nothingKept(order: OrderState): { kept?: 0 } {
  return order.kept > 0 ? { kept: 0 } : {};
}

/**
 * Records that money was sent back. The shopper sees it on the order and gets a mail.
 *
 * @throws ShopError wrong_move when no payment was accepted or the bank has taken it back,
 *   refund_too_large
 */
export function recordRefund(
  order: OrderState,
  { amount, reference, reason }: { amount: Paise; reference: string | null; reason: string },
): Change {
  if (order.payment_status !== 'completed') {
    throw new ShopError('wrong_move', {
      message: 'No payment of this order has been accepted, so nothing can be refunded.',
    });
  }
  if (order.attention.open.includes('payment_reversed')) {
    throw new ShopError('wrong_move', {
      message:
        'The bank has taken this payment back. Settle that on the order first, so that the money does not go back twice.',
    });
  }
  const left = leftOf(order);
  if (amount > left) {
    throw new ShopError('refund_too_large', {
      message: `The shop has received ${formatPaise(receivedOf(order))} for this order; at most ${formatPaise(left)} can go back.`,
    });
  }
  const sent = { say: 'refundSent' as const, amount, reference };
  return {
    columns: sentBack(order, order.refunded + amount),
    events: [
      { kind: 'refund', status: null, note: sent },
      { kind: 'note', status: null, note: `Reason of the refund: ${reason}` },
    ],
    audit: {
      action: 'order.refund',
      before: { refunded: order.refunded },
      after: { refunded: order.refunded + amount, reference, reason },
    },
    mails: [{ kind: 'refunded', note: sent }],
    ...(order.attention.open.includes('refund_returned') ? { attention: { resolved: ['refund_returned'] } } : {}),
  };
}

/**
 * Takes a recorded refund back: staff say that it was not sent, or the bank has `returned` it,
 * which marks the order. The money may be due again. The shopper gets no mail.
 */
export function undoRefund(
  order: OrderState,
  {
    amount,
    reference,
    reason,
    toldBy = 'statement',
  }: { amount: Paise; reference: string | null; reason: string; toldBy?: CreditSource | undefined },
  returned: boolean,
): Change {
  const refunded = Math.max(0, order.refunded - amount);
  const about = reference ? `${formatPaise(amount)}${named(reference)},` : formatPaise(amount);
  return {
    columns: { refunded },
    events: [
      returned
        ? {
            kind: 'attention',
            status: null,
            note: `Needs attention: the bank sent the refund of ${about} back${TOLD_BY[toldBy]}`,
          }
        : { kind: 'note', status: null, note: `Refund of ${about} taken back: ${reason}` },
    ],
    audit: {
      action: 'order.refund_undo',
      before: { refunded: order.refunded },
      after: { refunded, reference, reason },
    },
    mails: [],
    ...(returned ? { attention: { raised: ['refund_returned'] } } : {}),
  };
}

/**
 * Counts a refund that the bank had sent back as sent again: what said so has been undone. The
 * shopper gets no mail.
 *
 * @param marked whether the order stays marked for another refund that came back
 */
export function restoreRefund(
  order: OrderState,
  { amount, reference }: { amount: Paise; reference: string | null },
  { note, marked }: { note: string; marked: boolean },
): Change {
  const refunded = order.refunded + amount;
  const about = reference ? `${formatPaise(amount)}${named(reference)},` : formatPaise(amount);
  return {
    columns: sentBack(order, refunded),
    events: [{ kind: 'note', status: null, note: `Refund of ${about} counts as sent again: ${note}` }],
    audit: {
      action: 'order.refund_restore',
      before: { refunded: order.refunded },
      after: { refunded, reference, reason: note },
    },
    mails: [],
    ...(marked ? {} : { attention: { resolved: ['refund_returned'] } }),
  };
}

/**
 * Decides that no more of a payment goes back, or with `kept` false that it does after all. The
 * amount is kept, not a mark: a refund that was not sent is due again. The reason is for staff, and
 * the shopper gets no mail.
 *
 * @throws ShopError wrong_move when nothing is due, or nothing is kept
 */
export function keepRest(order: OrderState, { kept, reason }: { kept: boolean; reason: string }): Change {
  const found = refundDue(order, order.attention.open);
  if (kept ? !found : order.kept === 0) {
    throw new ShopError('wrong_move', {
      message: kept ? 'No refund of this order is due.' : 'The shop keeps nothing of this payment.',
    });
  }
  const after = kept ? order.kept + (found?.due ?? 0) : 0;
  const amount = formatPaise(Math.abs(after - order.kept));
  const note = kept ? `No more is due, the shop keeps ${amount}` : `The ${amount} that the shop kept is due after all`;
  return {
    columns: { kept: after },
    events: [{ kind: 'note', status: null, note: `${note}: ${reason}` }],
    audit: {
      action: kept ? 'order.refund_close' : 'order.refund_reopen',
      before: { kept: order.kept },
      after: { kept: after, reason },
    },
    mails: [],
  };
}

/**
 * Money that goes back after all is not kept: of an order that goes on, only the excess could be.
 */
function sentBack(order: OrderState, refunded: Paise): Change['columns'] {
  const left = Math.max(0, notForOrder(order) - refunded);
  return { refunded, ...(order.kept > left ? { kept: left } : {}) };
}

/** A message may be forged: staff look into their bank before they send money. */
const TOLD_BY: Record<CreditSource, string> = {
  statement: '',
  sms: ' (SMS)',
  email: ' (email)',
  text: ' (pasted message)',
};

function named(reference: string | null): string {
  return reference ? `, reference ${reference}` : '';
}
