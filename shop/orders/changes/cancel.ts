import { ShopError } from '../../errors.ts';
import { canCancel, statusLabel, wrongMoveSentence } from '../order-status.ts';
import type { Note } from '../sentences.ts';
import { type Change, type OrderState, SHOPPERS_ARE_NOT_AUDITED, type TakenLine, takenAmounts } from './change.ts';
import { nothingKept } from './refund.ts';

export interface CancelInput {
  reason: Note;
  by: 'admin' | 'shopper' | 'shop';
  lines: readonly TakenLine[];
}

/**
 * Cancels an order: staff from any status that D36 allows, the shopper while it is pending (D32).
 * The quantities taken from stock are returned. The shop itself cancels only for want of a UTR
 * (D53).
 *
 * @throws ShopError wrong_move
 */
export function cancelOrder(order: OrderState, { reason, by, lines }: CancelInput): Change {
  const { status } = order;
  if (!canCancel(status, by === 'admin' ? 'admin' : 'shopper')) {
    const message =
      by === 'admin' || status === 'cancelled'
        ? wrongMoveSentence(status, 'cancelled')
        : `An order that is ${statusLabel(status).toLowerCase()} can no longer be cancelled here. Please contact us.`;
    throw new ShopError('wrong_move', { message });
  }
  return {
    columns: {
      status: 'cancelled' as const,
      cancel_reason: reason,
      reserved_until: null,
      // It was an excess: now the whole payment goes back.
      ...nothingKept(order),
    },
    events: [{ kind: 'cancelled', status: 'cancelled', note: reason }],
    audit:
      by === 'admin'
        ? { action: 'order.cancel', before: { status }, after: { status: 'cancelled', reason } }
        : by === 'shop'
          ? { none: 'made by the shop itself: the timeline records it' }
          : SHOPPERS_ARE_NOT_AUDITED,
    // No mails are sent about drafts.
    // A shopper's reason is not sent: the address may be somebody else's (D54).
    mails: status === 'draft' ? [] : [{ kind: 'cancelled', note: by === 'shopper' ? '' : reason }],
    ...(by === 'shop' ? { lapses: true } : {}),
    creditNote: 'cancelled',
    stock: {
      releaseHold: true,
      returned: takenAmounts(lines),
    },
  };
}
