import { type AttentionReason, attentionLabel } from '../order-status.ts';
import { type Change, isAboutUtr, type OrderState, openAfter } from './change.ts';

/**
 * Settles a reason that staff have looked into (D22), so that the order leaves the list of those that need attention. Only
 * staff see the event.
 *
 * @returns null when the order does not have this reason (any more)
 */
export function settleAttention(order: OrderState, reason: AttentionReason): Change | null {
  const { open } = order.attention;
  if (!open.includes(reason)) {
    return null;
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
