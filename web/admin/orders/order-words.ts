import { formatDate, formatTime, isoDay } from '#shop/india/dates.ts';
import { type AttentionReason, leavesShop, type OrderStatus } from '#shop/orders/order-status.ts';

/** Explains what to do about each attention reason (D22). The short labels are `attentionLabel`. */
export const ATTENTION_SENTENCE: Record<AttentionReason, string> = {
  out_of_stock: 'Some items had run out when the order came in. Check what can be sent before you pack.',
  price_changed: 'A price changed while the shopper was paying. The order carries the shop’s price.',
  coupon_lost:
    'The coupon had expired or was fully used by the time the order arrived, so the order is at full price. You can accept the lower amount when you verify the payment.',
  unknown_item: 'An item is not in the catalogue. Ask the shopper what was meant.',
  amount_mismatch: 'The total that the shopper was shown differs from the order total. Check what was paid.',
  duplicate_utr: 'Another order carries the same UTR. One payment may have been entered twice.',
  placeholder_address: 'The address is a placeholder. Ask the shopper where to deliver, then correct the address.',
  state_unknown:
    'Neither the state nor the PIN code is one of India. Correct the address before you accept the payment: the invoice would take the shop’s own state.',
  pin_doubtful:
    'This PIN code does not exist, or lies in another state than the address names. Couriers go by the PIN code: ask the shopper before you pack.',
  no_delivery:
    'The shop does not deliver to this country. Agree with the shopper by mail, correct the address, or refund the payment.',
  utr_again: 'The shopper says that the UTR you did not find is right. Look for the payment once more.',
  payment_reversed: 'The bank took this payment back. Do not ship before the money has come again.',
  payment_reopened: 'The credit that proved this payment was undone. Check the payment again.',
  not_in_statement:
    'The bank statement of that day does not show this payment. Look it up at the bank before you ship.',
  order_reopened: 'The shop had cancelled this order because no UTR came. Now one has. Check payment and stock.',
  other_utr:
    'The shopper sent a second UTR. It is on the timeline: check whether they paid twice or mistyped the first one.',
  refund_returned:
    'The bank sent a refund back to you. Check your bank, ask the shopper where to send it, then record it anew.',
  difference_due:
    'The order costs more than was paid since it was changed. The shopper can pay the rest on the page of the order. Do not ship before it has come, or waive it.',
  other_state:
    'This order goes to another state, and your shop has no GSTIN. GST law wants a registration before goods are sold to other states: ask your accountant before you ship.',
};

/** The label of the button that moves an order to a status ('Ship' and 'Deliver': R2.2). */
export const MOVE_LABEL: Record<OrderStatus, string | null> = {
  draft: null,
  pending: null,
  confirmed: 'Confirm',
  processing: 'Start processing',
  shipped: 'Ship',
  out_for_delivery: 'Out for delivery',
  delivered: 'Deliver',
  // A dialog of its own.
  cancelled: null,
  returned: 'Take items back…',
};

/** The label of the button of one move: at the counter, goods are handed over. */
export function moveLabel(from: OrderStatus, to: OrderStatus): string | null {
  return to === 'delivered' && leavesShop(from, to) ? 'Handed over' : MOVE_LABEL[to];
}

/**
 * When an order was placed, for a narrow column: '6:32 am' today, '21 Nov' this year, else '21 Nov
 * 2025'.
 */
export function shortTime(ms: number, now: number): string {
  if (isoDay(ms) === isoDay(now)) return formatTime(ms);
  const day = formatDate(ms);
  return isoDay(ms).slice(0, 4) === isoDay(now).slice(0, 4) ? day.slice(0, -5) : day;
}
