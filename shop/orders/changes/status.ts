import { ShopError } from '../../errors.ts';
import {
  canMove,
  decidesMoney,
  hasParcel,
  isBeforeShipping,
  NEEDS_VERIFIED,
  type OrderStatus,
  STATUS_TABLE,
  wrongMoveSentence,
} from '../order-status.ts';
import type { Change, OrderState } from './change.ts';
import { differenceSentence } from './difference.ts';

export interface StatusInput {
  status: OrderStatus;
  note?: string | undefined;
  /** Staff have confirmed that the order is shipped before its payment is verified (D36). */
  confirmUnpaid?: boolean | undefined;
  /** Whether the person has the right to verify payments (D39). */
  mayVerify: boolean;
  courier?: string | undefined;
  courierTracking?: string | undefined;
}

/**
 * Moves an order to another status (D36). Cancelling and taking goods back are separate changes.
 *
 * @throws ShopError wrong_move (with a specific message), forbidden (the payment is not verified,
 *   and the person has no right to), unpaid
 */
export function moveOrder(order: OrderState, input: StatusInput, at: number): Change {
  const { status: from } = order;
  const { status: to, courier, courierTracking } = input;
  const { mail } = STATUS_TABLE[to];
  // A draft becomes an order only when the shopper submits it.
  if (from === 'draft' || to === 'cancelled' || to === 'returned' || !canMove(from, to)) {
    throw new ShopError('wrong_move', { message: wrongMoveSentence(from, to) });
  }
  if (!input.mayVerify && decidesMoney(from, to, order.payment_status)) {
    throw new ShopError('forbidden', { message: NEEDS_VERIFIED });
  }
  const unpaid = order.payment_status !== 'completed' && hasParcel(to);
  // Confirmed once, when the goods are shipped.
  const leavesUnpaid = unpaid && to === 'shipped';
  if (leavesUnpaid && input.confirmUnpaid !== true) {
    throw new ShopError('unpaid');
  }
  if (isBeforeShipping(from) && hasParcel(to) && order.attention.open.includes('difference_due')) {
    throw new ShopError('wrong_move', { message: differenceSentence(order) });
  }
  return {
    columns: {
      status: to,
      ...(courier === undefined ? {} : { courier }),
      ...(courierTracking === undefined ? {} : { courier_tracking: courierTracking }),
      ...(to === 'delivered' ? { delivered_at: at } : {}),
    },
    events: [
      { kind: 'status', status: to, note: input.note ?? '' },
      ...(leavesUnpaid
        ? [{ kind: 'unpaid' as const, status: null, note: 'Shipped before the payment was verified.' }]
        : []),
    ],
    audit: {
      action: 'order.status',
      before: { status: from },
      after: {
        status: to,
        ...(courier ? { courier } : {}),
        ...(courierTracking ? { courierTracking } : {}),
        ...(unpaid ? { unpaid: true } : {}),
      },
    },
    mails: mail === null ? [] : [{ kind: mail, note: '' }],
    // Goods that are shipped unpaid need an invoice too; a paid order already has one.
    invoice: true,
  };
}
