import m from '#messages/cart-rules';
import type { Paise } from './money.ts';

/** Smallest amount that can be paid: ₹1 (R2.9). */
export const MIN_ORDER_PAISE: Paise = 100;
/** Shipping of a final order is always 0 (D20). */
const SHIPPING_PAISE: Paise = 0;
export const MAX_ORDER_ITEMS = 100;
export const MAX_QUANTITY = 999;

/** The price of an order, in paise. Prices include GST, so no tax is added. */
export interface OrderPrice {
  subtotal: Paise;
  shipping: Paise;
  /** What staff, the coupon, the online payment offer and the payment code take off together. */
  discount: Paise;
  /** The part of `discount` that staff have agreed (D67). */
  staffDiscount: Paise;
  /** The part of `discount` that a coupon or an automatic offer takes off. */
  couponDiscount: Paise;
  total: Paise;
}

/**
 * Computes the price of an order from its lines (D18, D20, D30).
 *
 * @param lines price per piece in paise; quantity as a whole number
 * @param offer the online payment offer, in paise; it never brings the total below ₹1
 * @param coupon what a coupon takes off each line, as `couponDiscount` returns it; it comes before
 *   the offer
 * @param staff what staff have agreed to take off; it comes first
 * @throws RangeError when a price, a quantity or the sum is not a non-negative whole number
 */
export function priceOrder(
  lines: readonly { price: Paise; quantity: number }[],
  offer?: { amount: Paise } | null,
  coupon: readonly Paise[] = [],
  staff: Paise = 0,
): OrderPrice {
  const subtotal = lines.reduce((sum, line) => sum + whole(line.price) * whole(line.quantity), 0);
  const most = Math.max(0, whole(subtotal) - MIN_ORDER_PAISE);
  const staffDiscount = Math.min(whole(staff), most);
  const room = most - staffDiscount;
  const couponDiscount = Math.min(
    coupon.reduce((sum, off) => sum + whole(off), 0),
    room,
  );
  const discount = staffDiscount + couponDiscount + Math.min(whole(offer?.amount ?? 0), room - couponDiscount);
  const total = subtotal + SHIPPING_PAISE - discount;
  return { subtotal, shipping: SHIPPING_PAISE, discount, staffDiscount, couponDiscount, total };
}

/** Takes a payment code off a price: 1 to 99 paise (D61), as far as at least ₹1 is left. */
export function withPaymentCode(price: OrderPrice, code: Paise): OrderPrice & { paymentCode: Paise } {
  const paymentCode = Math.max(0, Math.min(whole(code), price.total - MIN_ORDER_PAISE));
  return {
    ...price,
    discount: price.discount + paymentCode,
    total: price.total - paymentCode,
    paymentCode,
  };
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError('not a whole amount');
  }
  return value;
}

/**
 * Returns the valid lines: those with a product id, a size and a quantity above 0. Other lines are
 * dropped without an error (R2.5). Accepts both a stored cart and a parsed body.
 */
export function validItems<T extends { product?: unknown; size?: unknown; quantity?: unknown }>(
  items: readonly T[],
): T[] {
  return items.filter(
    (item) => isText(item?.product) && isText(item.size) && typeof item.quantity === 'number' && item.quantity > 0,
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** Why this total (paise) cannot be paid (R2.5, payment page), or null. */
export function checkPayable(total: Paise): string | null {
  if (!(total > 0)) {
    return m.nothingToPay();
  }
  return total < MIN_ORDER_PAISE ? m.tooLittleToPay() : null;
}

/** What the online payment offer has taken off an order, as it is stored. */
export function offerOf(order: {
  discount: Paise;
  staff_discount: Paise;
  coupon_discount: Paise;
  payment_code: Paise;
}): Paise {
  return order.discount - order.staff_discount - order.coupon_discount - order.payment_code;
}
