import { ShopError } from '../../errors.ts';
import {
  canMove,
  decidesMoney,
  hasParcel,
  leavesShop,
  NEEDS_VERIFIED,
  type OrderStatus,
  STATUS_TABLE,
  wrongMoveSentence,
} from '../order-status.ts';
import type { Change, ChangeMail, OrderState } from './change.ts';
import { differenceSentence } from './difference.ts';

/**
 * How long the mail of a delivery waits, and the delivery can be taken back. Longer than staff are
 * offered it: a press travels, and many orders are delivered one after the other.
 */
export const DELIVERED_WAIT_MS = 30_000;

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
  // Confirmed once, when the goods leave.
  const leaves = leavesShop(from, to);
  const leavesUnpaid = unpaid && leaves;
  const handedOver = to === 'delivered' && leaves;
  if (leavesUnpaid && input.confirmUnpaid !== true) {
    throw new ShopError('unpaid');
  }
  if (leaves && order.attention.open.includes('difference_due')) {
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
      { kind: 'status', status: to, note: input.note || (handedOver ? { say: 'handedOver' } : '') },
      ...(leavesUnpaid
        ? [
            {
              kind: 'unpaid' as const,
              status: null,
              note: `${handedOver ? 'Handed over' : 'Shipped'} before the payment was verified.`,
            },
          ]
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
    mails: mail === null ? [] : [mailAbout(mail)],
    // Goods that are shipped unpaid need an invoice too.
    invoice: true,
  };
}

function mailAbout(kind: 'shipped' | 'delivered'): ChangeMail {
  return kind === 'delivered' ? { kind, note: '', waitMs: DELIVERED_WAIT_MS } : { kind, note: '' };
}

/**
 * Takes a delivery back that nobody has been told about: a press under the thumb ends no order. The
 * caller drops the mail.
 *
 * @param story the statuses of the order so far, oldest first
 * @throws ShopError wrong_move (moved on since, or too late)
 */
export function undoDelivery(order: OrderState, story: readonly OrderStatus[], at: number): Change {
  const before = story.at(-2);
  if (order.status !== 'delivered' || before === undefined || !canMove(before, 'delivered')) {
    throw new ShopError('wrong_move', { message: 'This order is not marked as delivered any more.' });
  }
  if (order.returned > 0) {
    throw new ShopError('wrong_move', { message: 'Items of this order came back. Undo that first.' });
  }
  if (at >= (order.delivered_at ?? 0) + DELIVERED_WAIT_MS) throw toldAlready();
  return {
    columns: { status: before, delivered_at: null },
    events: [{ kind: 'undone', status: before, note: '' }],
    audit: { action: 'order.status_undo', before: { status: 'delivered' }, after: { status: before } },
    mails: [],
  };
}

/** The mail of the delivery has left. */
export function toldAlready(): ShopError {
  return new ShopError('wrong_move', { message: 'The shopper has been told that this order is delivered.' });
}
