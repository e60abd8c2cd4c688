import { ShopError } from '../../errors.ts';
import { formatPaise, type Paise } from '../../money/money.ts';
import { isOver } from '../order-status.ts';
import type { Change, OrderState } from './change.ts';
import { utrUsed } from './payment.ts';
import { leftOf, receivedOf } from './refund.ts';

type Lacking = Pick<OrderState, 'payment_status' | 'paid_amount' | 'total' | 'refunded' | 'returned' | 'waived'> & {
  readonly status: string;
};

/** What a verified payment lacks of what the order costs now, without what the shop has waived. */
export function missing(order: Lacking): Paise {
  if (!mayLack(order)) return 0;
  return Math.max(0, order.total - order.returned - leftOf(order) - order.waived);
}

/**
 * What the shop does not ask for of a payment: all that it lacks, unless a rest is due; then only
 * what was waived before.
 */
export function waivedOf(order: OrderState): Paise {
  const lacks = missing({ ...order, waived: 0 });
  return order.attention.open.includes('difference_due') ? Math.min(order.waived, lacks) : lacks;
}

/** A rest is due of an accepted payment only, and while the order goes on. */
function mayLack({ status, payment_status }: { status: string; payment_status: string }): boolean {
  return payment_status === 'completed' && !isOver(status);
}

/** A change with what becomes of a rest that is due: it is gone when nothing lacks any more. */
export function settlingDifference(order: OrderState, change: Change): Change {
  const { attention } = change;
  if (missing({ ...order, ...change.columns }) > 0 || !order.attention.open.includes('difference_due')) return change;
  return { ...change, attention: { ...attention, resolved: [...(attention?.resolved ?? []), 'difference_due'] } };
}

/** Message of the 409 when an order is to be shipped that costs more than was paid. */
export function differenceSentence(order: OrderState): string {
  return `${formatPaise(missing(order))} of this order is still to be paid. Record it, or waive it with a reason, before you ship.`;
}

/**
 * Records that the shopper has paid the rest of an order that costs more since it was changed, or a
 * part of the rest.
 *
 * @param acceptedFor the order with an accepted payment with this UTR, if there is one
 * @throws ShopError wrong_move (nothing is to be paid, or less than that), utr_used (I4)
 */
export function receiveDifference(
  order: OrderState,
  { amount, utr, acceptedFor }: { amount: Paise; utr: string | null; acceptedFor: string | null },
): Change {
  const left = assertDue(order);
  if (amount > left) {
    const message = `Only ${formatPaise(left)} of this order is still to be paid.`;
    throw new ShopError('wrong_move', { message });
  }
  if (acceptedFor !== null) throw utrUsed(acceptedFor);
  const before = receivedOf(order);
  return {
    columns: { paid_amount: before + amount },
    events: [
      { kind: 'payment', status: null, note: { say: 'restReceived', amount } },
      ...(utr === null ? [] : [{ kind: 'note' as const, status: null, note: `UTR of the difference: ${utr}` }]),
    ],
    audit: {
      action: 'order.difference',
      before: { paid: before },
      after: { paid: before + amount, ...(utr === null ? {} : { utr }) },
    },
    mails: [],
    attention: { resolved: amount === left ? ['other_utr'] : [] },
    payment: { status: 'accepted', utr, amount, note: 'The difference after a change', provedBy: 'person' },
  };
}

/** Decides that the shopper need not pay the rest. @throws ShopError wrong_move (nothing is due) */
export function waiveDifference(order: OrderState, reason: string): Change {
  const left = assertDue(order);
  return {
    columns: { waived: order.waived + left },
    events: [
      { kind: 'payment', status: null, note: { say: 'restWaived', amount: left } },
      { kind: 'note', status: null, note: `Why it was waived: ${reason}` },
    ],
    audit: { action: 'order.difference', before: { due: left }, after: { waived: left, reason } },
    mails: [],
  };
}

function assertDue(order: OrderState): Paise {
  const left = missing(order);
  if (left === 0 || !order.attention.open.includes('difference_due')) {
    throw new ShopError('wrong_move', { message: 'Nothing of this order is still to be paid.' });
  }
  return left;
}
