import type { Language } from '#shop/language.ts';
import { toRupees } from '#shop/money/money.ts';
import { offerOf } from '#shop/money/pricing.ts';
import { shownUtr } from '#shop/money/upi.ts';
import { PICKUP } from '#shop/orders/address.ts';
import { missing } from '#shop/orders/changes/difference.ts';
import { refundDue } from '#shop/orders/changes/refund.ts';
import { courierLink } from '#shop/orders/couriers.ts';
import { deliveryBy } from '#shop/orders/delivery.ts';
import {
  type AdminOrder,
  ATTENTION_REASONS,
  type AttentionReason,
  type DraftOrder,
  isOrderStatus,
  type Order,
  type OrderItem,
  type OrderPricing,
  orderStatusOf,
  PAYMENT_FLAGS,
} from '#shop/orders/orders.ts';
import { cancelReason, paymentNote, storedWords } from './notes.ts';
import type { EventRow, LineRow, OrderRow } from './orders.queries.ts';

/** Internal events, which shoppers do not see. */
const INTERNAL_KINDS = new Set(['taken', 'attention', 'settled', 'unpaid', 'note', 'gift', 'parcel', 'undone']);
const SHOPPER_AUTHORS = new Set(['shopper', 'shop']);

export interface OrderView {
  staff: boolean;
  language: Language;
}

/**
 * An order as the API returns it (R2.3): rupees, epoch ms.
 *
 * @param view `staff` includes attention reasons, internal events and names; shoppers get 'shop'
 *   instead of a name. `language` is that of the shop's own notes
 */
export function toOrder(row: OrderRow, lines: LineRow[], events: EventRow[], view: OrderView): Order {
  const visible = view.staff ? events : events.filter((event) => !INTERNAL_KINDS.has(event.kind));
  return {
    _id: row.order_number,
    id: row.order_number,
    orderNumber: row.order_number,
    items: lines.map(toItem),
    shippingAddress: {
      name: row.name,
      phone: row.phone,
      email: row.email,
      address: row.address,
      city: row.city,
      state: row.state,
      pincode: row.pincode,
      country: row.country,
      addressType: row.address_type,
      ...(row.gstin ? { gstin: row.gstin } : {}),
    },
    payment: {
      method: row.payment_method,
      status: row.payment_status,
      utrNumber: shownUtr(row),
      app: row.payment_app,
      // Shoppers see the reason of a failed payment; all other notes are for staff only.
      note: view.staff || row.payment_status === 'failed' ? paymentNote(row, view.language) : '',
      ...(row.refunded > 0 ? { refunded: toRupees(row.refunded) } : {}),
      ...(row.kept > 0 ? { kept: toRupees(row.kept) } : {}),
      ...(row.returned > 0 ? { returned: toRupees(row.returned) } : {}),
      ...(row.refunded > 0 || row.kept > 0 || row.returned > 0 ? restOf(row) : {}),
      ...(attentionOf(row).includes('difference_due') ? { restDue: toRupees(missing(row)) } : {}),
      ...(attentionOf(row).includes('payment_reversed') ? { reversed: true } : {}),
      ...(view.staff ? proofOf(row) : {}),
    },
    paymentMethod: row.payment_method,
    pricing: toPricing(row),
    status: orderStatusOf(row.status),
    orderNote: row.order_note,
    giftMessage: row.gift_message,
    needsAttention: view.staff ? attentionOf(row) : [],
    events: visible.map((event) => ({
      status: isOrderStatus(event.status) ? event.status : null,
      kind: event.kind,
      at: event.at,
      by: view.staff || SHOPPER_AUTHORS.has(event.author) ? event.author : 'shop',
      note: storedWords(event.note, event.sentence, view.language),
    })),
    courier: row.courier,
    courierTracking: row.courier_tracking,
    courierLink: courierLink(row.courier, row.courier_tracking),
    cancelReason: cancelReason(row, view.language),
    reservedUntil: row.reserved_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    estimatedDelivery: estimatedDelivery(row),
    deliveredAt: row.delivered_at,
  };
}

/** See `deliveryBy`: from the verified payment, before it from the order. Null when the customer picks it up. */
export function estimatedDelivery(
  row: Pick<OrderRow, 'address_type' | 'pincode' | 'country' | 'payment_decided_at' | 'payment_status' | 'created_at'>,
): number | null {
  if (row.address_type === PICKUP) return null;
  const paidAt = row.payment_status === 'completed' ? row.payment_decided_at : null;
  return deliveryBy(row, paidAt ?? row.created_at);
}

/** The rest of a refund. */
function restOf(row: OrderRow): Pick<Order['payment'], 'refundDue'> {
  const rest = refundDue(row, attentionOf(row));
  return rest ? { refundDue: toRupees(rest.due) } : {};
}

/** What staff see of a payment: the amount, who or what confirmed it, and what is wrong with it. */
function proofOf(row: OrderRow): Partial<Order['payment']> {
  const open = attentionOf(row);
  const source = row.payment_source ?? 'staff';
  return {
    paidAmount: row.paid_amount === null ? null : toRupees(row.paid_amount),
    flags: PAYMENT_FLAGS.filter((flag) => open.includes(flag)),
    ...(row.payment_status === 'completed' ? { confirmedBy: source === 'staff' ? 'staff' : 'credit', source } : {}),
    ...(row.credit_id === null ? {} : { creditId: row.credit_id }),
  };
}

/** An order as staff see it. */
export function toAdminOrder(row: OrderRow, lines: LineRow[], events: EventRow[]): AdminOrder {
  return {
    ...toOrder(row, lines, events, { staff: true, language: 'en' }),
    internalNotes: row.internal_notes,
    language: row.language,
    takenBy: row.taken_by,
    staffReason: row.staff_reason,
    pickup: row.address_type === PICKUP,
    noticeVersion: row.notice_version,
    version: row.version,
  };
}

export function toDraft(row: OrderRow, lines: LineRow[], accessToken: string): DraftOrder {
  return {
    _id: row.order_number,
    id: row.order_number,
    orderNumber: row.order_number,
    accessToken,
    items: lines.map(toItem),
    pricing: toPricing(row),
    reservedUntil: row.reserved_until,
  };
}

export function attentionOf(row: Pick<OrderRow, 'needs_attention'>): AttentionReason[] {
  const stored: unknown = JSON.parse(row.needs_attention);
  return Array.isArray(stored) ? ATTENTION_REASONS.filter((reason) => stored.includes(reason)) : [];
}

export function toItem(line: LineRow): OrderItem {
  return {
    product: line.product_id,
    name: line.name,
    size: line.size,
    quantity: line.quantity,
    price: toRupees(line.price),
    originalPrice: toRupees(line.original_price),
    image: line.image,
  };
}

type Priced = Pick<
  OrderRow,
  | 'subtotal'
  | 'shipping'
  | 'tax'
  | 'discount'
  | 'staff_discount'
  | 'coupon_code'
  | 'coupon_label'
  | 'coupon_discount'
  | 'payment_code'
  | 'total'
>;

/**
 * What was taken off an order, in paise: by staff (D67), the coupon or automatic offer, the online
 * payment offer (D30), the payment code (D61).
 */
export function discountsOf(
  row: Pick<
    Priced,
    'discount' | 'staff_discount' | 'coupon_code' | 'coupon_label' | 'coupon_discount' | 'payment_code'
  >,
) {
  const code = row.coupon_code === '' ? {} : { code: row.coupon_code };
  return [
    { kind: 'staff' as const, label: 'Discount agreed', amount: row.staff_discount },
    { kind: 'coupon' as const, ...code, label: row.coupon_label, amount: row.coupon_discount },
    {
      kind: 'online_offer' as const,
      label: 'Online payment offer',
      amount: offerOf(row),
    },
    { kind: 'payment_code' as const, label: 'Payment code', amount: row.payment_code },
  ].filter(({ amount }) => amount > 0);
}

export function toPricing(row: Priced): OrderPricing {
  return {
    subtotal: toRupees(row.subtotal),
    shippingCharges: toRupees(row.shipping),
    tax: toRupees(row.tax),
    discount: toRupees(row.discount),
    paymentCode: toRupees(row.payment_code),
    discounts: discountsOf(row).map((line) => ({ ...line, amount: toRupees(line.amount) })),
    total: toRupees(row.total),
  };
}
