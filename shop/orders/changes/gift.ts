import { ShopError } from '../../errors.ts';
import { giftClosedSentence, isBeforeShipping } from '../order-status.ts';
import type { Change, OrderState } from './change.ts';

/**
 * Corrects the message of a gift until it is shipped. The audit entry contains the length of the
 * message, not its words, because they are personal (D47).
 *
 * @returns null if nothing changes
 * @throws ShopError wrong_move (no gift, or already shipped)
 */
export function correctGift(order: OrderState, giftMessage: string): Change | null {
  const stored = order.gift_message;
  if (stored === null) {
    throw new ShopError('wrong_move', { message: 'This order is no gift.' });
  }
  if (!isBeforeShipping(order.status)) {
    throw new ShopError('wrong_move', { message: giftClosedSentence(order.status) });
  }
  if (giftMessage === stored) {
    return null;
  }
  return {
    columns: { gift_message: giftMessage },
    events: [{ kind: 'gift', status: null, note: '' }],
    audit: {
      action: 'order.gift',
      before: { characters: stored.length },
      after: { characters: giftMessage.length },
    },
    mails: [],
  };
}
