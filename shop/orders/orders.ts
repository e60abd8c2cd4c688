import { z } from 'zod';
import { checkGstin } from '../india/gstin.ts';
import { LANGUAGE_CODES } from '../language.ts';
import { COUPON_FAULTS } from '../money/coupons.ts';
import { isWholePaise } from '../money/money.ts';
import { MAX_ORDER_ITEMS, MAX_QUANTITY } from '../money/pricing.ts';
import { canonicalUtr } from '../money/upi.ts';
import { cleanLine, cleanText, cleanWord } from '../text/text.ts';
import { countryMessage, normaliseOrderAddress, orderAddressIssues } from './address.ts';
import { courierName } from './couriers.ts';
import { MAX_GIFT_MESSAGE } from './gift.ts';
import { OrderDocument, OrderReturn } from './line-input.ts';
import {
  ATTENTION_REASONS,
  ORDER_STATUSES,
  PAYMENT_FLAGS,
  PAYMENT_PROGRESS,
  PAYMENT_STATUSES,
} from './order-status.ts';
import { utrInput } from './payment-input.ts';
import { CREDIT_SOURCES } from './payments/credit.ts';
import { CourierLink, line, Replacement } from './replacement-input.ts';

export * from '../money/pricing.ts';
export * from './order-status.ts';

/**
 * The API schemas of orders (R2.3): money is a rupee number, times are epoch milliseconds. Prices,
 * names and totals sent by a client are only compared with the server's values (D18); unknown keys
 * are dropped.
 */

const QUANTITY = `Quantity must be a whole number from 1 to ${MAX_QUANTITY}`;
const AMOUNT = 'Amount must be a number of rupees, 0 or more';
const MAX_AMOUNT = 1e9;

/**
 * Informational text: truncated instead of rejected, since a paid order must not fail because of it
 * (D22).
 */
function hint(max: number) {
  return z.string().overwrite((text) => cleanLine(text.slice(0, max)));
}

export const quantity = z
  .number({ error: QUANTITY })
  .int(QUANTITY)
  .max(MAX_QUANTITY, QUANTITY)
  .describe('an item of 0 or less is dropped');
export const amount = z
  .number({ error: AMOUNT })
  .min(0, AMOUNT)
  .max(MAX_AMOUNT, AMOUNT)
  .refine(isWholePaise, 'Amount must have at most two decimals');

/**
 * An item of a submitted order. Items without product, size or a quantity above 0 are valid here
 * and dropped by `validItems` (R2.5).
 */
const OrderItemInput = z.object({
  product: line(200, 'Product').default(''),
  name: hint(200).optional(),
  size: line(60, 'Size').default('1'),
  quantity: quantity.default(1),
  price: amount.optional(),
  originalPrice: amount.nullish(),
  image: hint(2000).nullish(),
});

const street = z.string().overwrite(cleanText).max(500, 'Address must be at most 500 characters');
const addressFields = z.object({
  name: line(120, 'Name').default(''),
  firstName: line(60, 'First name').optional(),
  lastName: line(60, 'Last name').optional(),
  phone: line(40, 'Phone number').default(''),
  email: line(254, 'Email').default(''),
  address: street.default(''),
  street: street.optional(),
  city: line(100, 'City').default(''),
  state: line(100, 'State').default(''),
  pincode: line(20, 'Pincode').default(''),
  zipCode: line(20, 'Pincode').optional(),
  country: line(60, 'Country').default('India'),
  addressType: line(20, 'Address type').default('home'),
  gstin: line(40, 'GSTIN').optional().describe('of a registered buyer in the state of the delivery'),
});

/**
 * The address of an order. `name` may be sent as firstName and lastName, `address` as street,
 * `pincode` as zipCode; the parsed value always has `name`, `address` and `pincode`. Phone: 10
 * digits in India (a leading +91 or 0 is removed).
 */
export const ShippingAddressInput = addressFields.overwrite(normaliseOrderAddress).superRefine((address, context) => {
  for (const issue of orderAddressIssues(address)) {
    context.addIssue({ code: 'custom', path: [issue.field], message: issue.message });
  }
});
export type ShippingAddressInput = z.infer<typeof ShippingAddressInput>;

/** The address of a draft; it may be incomplete. */
export const DraftAddressInput = addressFields.overwrite(normaliseOrderAddress).superRefine((address, context) => {
  const country = countryMessage(address.country);
  if (country) context.addIssue({ code: 'custom', path: ['country'], message: country });
  // A draft whose payment arrives becomes an order as it is.
  const gstin = checkGstin(address.gstin ?? '', address);
  if (gstin) context.addIssue({ code: 'custom', path: ['gstin'], message: gstin });
});

/**
 * Payment details from the shopper. `status` is accepted and ignored, since only an admin sets it
 * (D24).
 */
const PaymentDetailsInput = z.object({
  utrNumber: utrInput({ empty: true }).nullish(),
  method: hint(40).nullish(),
  status: hint(40).nullish(),
  app: hint(40).nullish(),
});

/** `pending`: none is chosen yet. No rule asks which: every order waits for a UPI payment. */
const paymentMethod = z.enum(['upi', 'pending'], {
  error: 'Please select a payment method first',
});

export const giftMessageText = z
  .string({ error: 'Gift message must be a text' })
  .overwrite(cleanText)
  .max(MAX_GIFT_MESSAGE, `Gift message must be at most ${MAX_GIFT_MESSAGE} characters`);

export const commonInput = {
  items: z
    .array(OrderItemInput, { error: 'Items must be a list' })
    .max(MAX_ORDER_ITEMS, `An order holds at most ${MAX_ORDER_ITEMS} different items`)
    .default([]),
  paymentDetails: PaymentDetailsInput.nullish(),
  orderNote: z
    .string({ error: 'Order note must be a text' })
    .overwrite(cleanText)
    .max(1000, 'Order note must be at most 1000 characters')
    .default(''),
  giftMessage: giftMessageText
    .nullable()
    .default(null)
    .describe('printed on the packing slip; an empty one is a gift too, null is none'),
  subtotal: amount.optional(),
  shipping: amount.optional(),
  total: amount.optional(),
  orderNumber: z
    .string()
    .regex(/^ORD\d{10,20}$/, 'Order number is not valid')
    .nullish(),
  accessToken: z.string().max(200, 'Access token is not valid').nullish(),
  couponCode: z
    .string({ error: 'Coupon code must be a text' })
    .overwrite((text) => cleanLine(text.slice(0, 40)))
    .nullish(),
};

/** Body of `POST /orders` (R2.3 and R2.7, D21). Money in rupees. */
export const OrderInput = z.object({
  ...commonInput,
  shippingAddress: ShippingAddressInput,
  paymentMethod: paymentMethod.default('upi'),
});
export type OrderInput = z.infer<typeof OrderInput>;

/**
 * Body of `POST /orders/draft` (D19): like `OrderInput`, but the address may be incomplete or
 * absent.
 */
export const DraftInput = z.object({
  ...commonInput,
  shippingAddress: DraftAddressInput.nullish(),
  paymentMethod: paymentMethod.default('pending'),
});
export type DraftInput = z.infer<typeof DraftInput>;

/** The canonical UTR of a body, or null if it has none (D22). */
export function utrOf(input: Pick<OrderInput, 'paymentDetails'>): string | null {
  return canonicalUtr(input.paymentDetails?.utrNumber ?? '') || null;
}

const epochMs = z.number().describe('epoch milliseconds');
const rupees = z.number().describe('rupees');

export const OrderItem = z.object({
  product: z.string(),
  name: z.string(),
  size: z.string(),
  quantity: z.number(),
  price: rupees,
  originalPrice: rupees,
  image: z.string(),
});
export type OrderItem = z.infer<typeof OrderItem>;

const ShippingAddress = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
  addressType: z.string().optional(),
  gstin: z.string().optional().describe('only of a registered buyer'),
});

/** An event of an order (D36). `status` is null if the status did not change. */
export const OrderEvent = z.object({
  status: z.enum(ORDER_STATUSES).nullable(),
  kind: z.string(),
  at: epochMs,
  by: z.string(),
  note: z.string(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

const OrderPayment = z.object({
  method: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  utrNumber: z.string().nullable(),
  app: z.string().optional(),
  note: z.string().optional(),
  paidAmount: rupees.nullable().optional(),
  refunded: rupees.optional().describe('what has been sent back; absent when nothing was'),
  refundDue: rupees
    .optional()
    .describe('the rest that is still to be sent back; absent before a part was, and when none is'),
  kept: rupees.optional().describe('what the shop keeps, since no more is due; absent when it keeps nothing'),
  returned: rupees.optional().describe('what was credited for items that came back, while the order goes on'),
  restDue: rupees.optional().describe('what is still to be paid since the shop has changed the order'),
  reversed: z.boolean().optional().describe('the bank has taken the payment back, and that is not settled'),
  // For staff only.
  confirmedBy: z.enum(['staff', 'credit']).optional().describe('by hand, or by a bank credit'),
  source: z
    .enum([...CREDIT_SOURCES, 'staff'])
    .optional()
    .describe('what reported the credit'),
  creditId: z.string().optional(),
  flags: z.array(z.enum(PAYMENT_FLAGS)).optional().describe('open reasons for attention that are about the payment'),
});

/** What is taken off an order. */
export const DiscountLine = z.object({
  kind: z.enum(['staff', 'coupon', 'online_offer', 'payment_code']),
  code: z.string().optional().describe('of the coupon that the shopper entered; an automatic offer has none'),
  label: z.string().describe('in English: Coupon DIWALI10, or the name of the offer'),
  amount: rupees,
});
export type DiscountLine = z.infer<typeof DiscountLine>;

export const OrderPricing = z.object({
  subtotal: rupees,
  shippingCharges: rupees,
  tax: rupees,
  discount: rupees,
  paymentCode: rupees.describe('the part of the discount that makes the total unlike all others; 0 without one'),
  discounts: z.array(DiscountLine).describe('the parts of the discount'),
  total: rupees,
});
export type OrderPricing = z.infer<typeof OrderPricing>;

/**
 * An order as returned to shoppers with its access token and to staff (R2.3). `_id` = `id` =
 * `orderNumber` (D2).
 */
export const Order = z.object({
  _id: z.string(),
  id: z.string(),
  orderNumber: z.string(),
  items: z.array(OrderItem),
  shippingAddress: ShippingAddress,
  payment: OrderPayment,
  paymentMethod: z.string(),
  pricing: OrderPricing,
  status: z.enum(ORDER_STATUSES),
  orderNote: z.string(),
  giftMessage: z.string().nullable().describe('null when it is no gift'),
  needsAttention: z.array(z.enum(ATTENTION_REASONS)),
  events: z.array(OrderEvent),
  courier: z.string().optional(),
  courierTracking: z.string().optional(),
  courierLink: CourierLink.nullable().optional(),
  cancelReason: z.string().optional(),
  lapsed: z.boolean().optional().describe('for its shopper: cancelled for want of a UTR, which reopens it (D53)'),
  reservedUntil: epochMs.nullable().optional(),
  createdAt: epochMs,
  updatedAt: epochMs,
  estimatedDelivery: epochMs
    .nullable()
    .describe('the last promised day; null when it is agreed by mail (D68), or picked up'),
  deliveredAt: epochMs.nullable().optional(),
  /** Replacement requests, oldest first; only in responses with a single order. */
  replacements: z.array(Replacement).optional(),
  /** Invoices and credit notes, oldest first; only in responses with a single order. */
  documents: z.array(OrderDocument).optional(),
});
export type Order = z.infer<typeof Order>;

/** An order with the fields for staff only. Never send this to a shopper. */
export const AdminOrder = Order.extend({
  internalNotes: z.string().optional(),
  language: z.enum(LANGUAGE_CODES).optional().describe('of its mails and messages'),
  takenBy: z.string().optional().describe('the member of staff who has taken it; empty of a shopper'),
  staffReason: z.string().optional().describe('why staff have taken something off the whole order'),
  pickup: z.boolean().optional().describe('the customer comes to the shop'),
  noticeVersion: z
    .number()
    .nullable()
    .optional()
    .describe('of the privacy policy that the shopper could read; 0 is the built-in one, null when staff took it'),
  version: z.number().optional(),
  // Only in responses with a single order.
  changedAt: epochMs.nullable().optional().describe('of the last change of the items that can be undone'),
  returns: z.array(OrderReturn).optional().describe('goods that came back, oldest first'),
  returnable: z
    .array(z.object({ quantity: z.number(), amount: rupees }))
    .optional()
    .describe('of each item'),
});
export type AdminOrder = z.infer<typeof AdminOrder>;

/** A difference between the submitted cart and the shop's data (D19), with a message to display. */
export const OrderChange = z.object({
  product: z.string(),
  size: z.string(),
  kind: z.enum(['price', 'quantity', 'unavailable', 'total']),
  from: z.number().nullable(),
  to: z.number().nullable(),
  message: z.string(),
});
export type OrderChange = z.infer<typeof OrderChange>;

/** What became of a coupon code; `message` says why it does not apply, or may not. */
export const CouponResult = z.object({
  code: z.string(),
  applied: z.boolean(),
  /**
   * Null when it applies; `at_order` when the mobile number, which may rule it out, is checked with
   * the order.
   */
  reason: z.enum([...COUPON_FAULTS, 'better_offer', 'too_many_tries', 'at_order']).nullable(),
  message: z.string(),
});
export type CouponResult = z.infer<typeof CouponResult>;

/** Body of `POST /orders/price`: what a cart would cost. */
export const PriceInput = z.object({
  items: commonInput.items,
  couponCode: commonInput.couponCode,
  phone: line(40, 'Phone number').default(''),
});
export type PriceInput = z.infer<typeof PriceInput>;

/** The order in the response to a draft (D19). */
export const DraftOrder = z.object({
  _id: z.string(),
  id: z.string(),
  orderNumber: z.string(),
  accessToken: z.string(),
  items: z.array(OrderItem),
  pricing: OrderPricing,
  reservedUntil: epochMs.nullable(),
});
export type DraftOrder = z.infer<typeof DraftOrder>;

/** What has become of the payment of a draft (D61). */
export const DraftPayment = z.object({
  state: z.enum(['waiting', 'received']),
  canConfirm: z.boolean().describe('whether a message of the bank may confirm it within seconds, without a UTR'),
  order: Order.extend({ accessToken: z.string() }).optional().describe('once the draft has become an order'),
  utr: z.string().optional(),
  receivedAt: epochMs.optional().describe('when the shop confirmed the payment'),
});
export type DraftPayment = z.infer<typeof DraftPayment>;

/** An order as returned by tracking with a mobile number: masked (D33). */
export const TrackedOrder = z.object({
  _id: z.string(),
  id: z.string(),
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** Once the parcel is on its way; its number needs the order's token (D33). */
  courier: z.string(),
  items: z.array(
    z.object({
      name: z.string(),
      size: z.string(),
      quantity: z.number(),
      price: rupees,
      image: z.string(),
      product: z.object({ _id: z.string(), images: z.array(z.object({ url: z.string() })) }),
    }),
  ),
  shippingAddress: z.object({
    name: z.string(),
    street: z.string(),
    email: z.string(),
    city: z.string(),
    zipCode: z.string(),
  }),
  pricing: z.object({ total: rupees }),
  /** What is known of the payment; null when there is nothing to say. */
  paymentProgress: z.enum(PAYMENT_PROGRESS).nullable(),
  /** When the order reached its current status; null if unknown. */
  statusAt: epochMs.nullable(),
  createdAt: epochMs,
  updatedAt: epochMs,
  estimatedDelivery: epochMs.nullable(),
});
export type TrackedOrder = z.infer<typeof TrackedOrder>;

/**
 * Body of `PUT /orders/{id}/status`. `confirmUnpaid`: ship even though the payment is not verified
 * (D36).
 */
export const OrderStatusInput = z.object({
  status: z.enum(ORDER_STATUSES, { error: 'Please choose a valid order status' }),
  note: line(500, 'Note').default(''),
  confirmUnpaid: z.boolean().default(false),
  courier: line(100, 'Courier').overwrite(courierName).optional(),
  courierTracking: line(100, 'Tracking number').overwrite(cleanWord).optional(),
});
/** What a caller sends: fields with a default are optional. */
export type OrderStatusInput = z.input<typeof OrderStatusInput>;

/** Body of `PUT /orders/{id}/parcel`. An empty string removes the stored value. */
export const ParcelInput = z.object({
  courier: line(100, 'Courier').overwrite(courierName),
  courierTracking: line(100, 'Tracking number').overwrite(cleanWord),
  notify: z.boolean().default(false).describe('write to the shopper once more, with this number'),
});
/** What a caller sends: fields with a default are optional. */
export type ParcelInput = z.input<typeof ParcelInput>;

/** Body of `POST /orders/{id}/cancel`. */
export const CancelInput = z.object({ reason: line(500, 'Reason').default('') });
export type CancelInput = z.infer<typeof CancelInput>;
