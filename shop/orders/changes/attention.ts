import { ShopError } from '../../errors.ts';
import { type AttentionReason, attentionLabel } from '../order-status.ts';
import { type Change, isAboutUtr, type OrderState, openAfter } from './change.ts';

/**
 * Settles a reason for attention after staff have checked it (D22). An order without open reasons
 * no longer needs attention. Only staff see the event.
 *
 * @returns null if the reason is not open
 * @throws ShopError wrong_move (money that is due has decisions of its own)
 */
export function settleAttention(order: OrderState, reason: AttentionReason): Change | null {
  const { open } = order.attention;
  if (!open.includes(reason)) {
    return null;
  }
  if (reason === 'difference_due') {
    const message = 'Record the rest that was paid, or waive it with a reason.';
    throw new ShopError('wrong_move', { message });
  }
  const attention = { settled: [reason] };
  const label = attentionLabel(reason);
  return {
    columns: {},
    events: [
      { kind: 'settled', status: null, note: isAboutUtr(reason) && order.utr ? `${label}: ${order.utr}` : label },
    ],
    audit: {
      action: 'order.attention',
      before: { needsAttention: open },
      after: { needsAttention: openAfter(open, attention) },
    },
    mails: [],
    attention,
  };
}
