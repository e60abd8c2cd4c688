import { z } from 'zod';
import { checkPhone } from '../india/phones.ts';
import { LANGUAGE_CODES } from '../language.ts';
import { toPaise } from '../money/money.ts';
import { cleanLine } from '../text/text.ts';
import { orderAddressIssues } from './address.ts';
import type { StaffPrices } from './checkout/staff-prices.ts';
import { amount, commonInput, DraftAddressInput, OrderItem, OrderPricing, quantity } from './orders.ts';
import { utrInput } from './payment-input.ts';
import { line } from './replacement-input.ts';

/** Orders that staff take by phone, by WhatsApp or over the counter (D67). Money in rupees. */

/** How long the stock of such an order is held, and its link works. */
export const STAFF_HOLD_MS = 48 * 3_600_000;
/** A UTR is taken for so long after that: it may have been paid in the last minute (D22). */
export const LATE_UTR_MS = 24 * 3_600_000;

export const RECEIVED_AS = ['cash', 'card', 'bank'] as const;
export type ReceivedAs = (typeof RECEIVED_AS)[number];

const reason = (missing: string) => line(200, 'Reason').min(1, missing);

const StaffItemInput = z
  .object({
    product: line(200, 'Product').min(1, 'Please choose a product'),
    size: line(60, 'Size').min(1, 'Please choose a size'),
    quantity: quantity.min(1, 'Quantity must be a whole number from 1 to 999'),
    price: amount.min(0.01, 'A price is at least ₹0.01').optional().describe('of a piece, if it is not the shop’s'),
    reason: line(200, 'Reason').default('').describe('why the price is another one'),
  })
  .refine(({ price, reason: why }) => price === undefined || why !== '', {
    path: ['reason'],
    message: 'Please give a reason for the price',
  });

/** How the order is paid. */
export const StaffPayment = z.discriminatedUnion('by', [
  z.object({ by: z.literal('link') }).describe('a link to the payment page, or its QR code'),
  z.object({ by: z.literal('utr'), utrNumber: utrInput() }).describe('the customer has paid by UPI'),
  z
    .object({
      by: z.literal('received'),
      as: z.enum(RECEIVED_AS, { error: 'Please choose how the money was received' }),
      note: reason('Please write a note about the money'),
    })
    .describe('staff have received the money; needs the right to verify payments'),
]);
export type StaffPayment = z.infer<typeof StaffPayment>;

const prices = {
  items: z
    .array(StaffItemInput, { error: 'Items must be a list' })
    .min(1, 'Please add a product')
    .max(100, 'An order holds at most 100 different items'),
  discount: amount.default(0).describe('off the whole order, in place of coupons and automatic offers'),
  discountReason: line(200, 'Reason').default(''),
  couponCode: commonInput.couponCode,
};

/** Body of `POST /orders/by-staff/price`: what an order would cost. */
export const StaffPriceInput = z.object({
  ...prices,
  phone: line(40, 'Phone number').default(''),
  online: z.boolean().default(true).describe('paid by UPI, so that the online payment offer applies'),
});
export type StaffPriceInput = z.infer<typeof StaffPriceInput>;
/** What a caller sends: fields with a default are optional. */
export type StaffPriceBody = z.input<typeof StaffPriceInput>;

/** Body of `POST /orders/by-staff`. */
export const StaffOrderInput = z
  .object({
    ...prices,
    orderNumber: z.string().regex(/^ORD\d{10,20}$/, 'Order number is not valid'),
    accessToken: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22,64}$/, 'Access token is not valid')
      .describe('made by the client with the number, so that the order counts once'),
    shippingAddress: DraftAddressInput,
    pickup: z.boolean().default(false).describe('the customer comes to the shop; the address is not needed'),
    language: z.enum(LANGUAGE_CODES, { error: 'Please choose a language' }).default('en'),
    orderNote: commonInput.orderNote,
    giftMessage: commonInput.giftMessage,
    payment: StaffPayment,
  })
  .superRefine(({ items, shippingAddress: address, pickup, discount, discountReason, couponCode }, context) => {
    const add = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    for (const [index, { product, size }] of items.entries()) {
      const first = items.findIndex((one) => one.product === product && one.size === size);
      if (first !== index) add(['items', index], 'This size is in the order twice. Change its number instead.');
    }
    const issues = pickup ? pickupIssues(address) : orderAddressIssues(address);
    for (const issue of issues) add(['shippingAddress', issue.field], issue.message);
    if (discount > 0 && discountReason === '') add(['discountReason'], 'Please give a reason for the discount');
    if (discount > 0 && couponCode) add(['couponCode'], 'An order has a discount or a coupon, not both');
  });
export type StaffOrderInput = z.infer<typeof StaffOrderInput>;
export type StaffOrderBody = z.input<typeof StaffOrderInput>;

/** Who picks an order up has a name and a number. */
function pickupIssues(address: StaffOrderInput['shippingAddress']) {
  const { phone } = address;
  const own = orderAddressIssues(address).filter(({ field }) => ['name', 'email'].includes(field));
  const message = checkPhone(phone, address.country);
  return message ? [...own, { field: 'phone' as const, message }] : own;
}

/** What is agreed in a body. @param lowestPercent null for an admin */
export function staffPricesOf(
  { items, discount, discountReason }: Pick<StaffOrderInput, 'items' | 'discount' | 'discountReason'>,
  lowestPercent: number | null,
): StaffPrices {
  const agreed = items.flatMap(({ price, reason: why }, index) =>
    price === undefined ? [] : [[index, { price: toPaise(price), reason: why }] as const],
  );
  return { prices: new Map(agreed), discount: toPaise(discount), reason: cleanLine(discountReason), lowestPercent };
}

/** The link of an order that waits for its payment, and what is sent with it. */
export const PayLink = z.object({
  url: z.string(),
  until: z.number().describe('epoch ms'),
  text: z.string().describe('the message, in the language of the order'),
  whatsApp: z.string().nullable().describe('opens a chat with the message; null without a mobile number'),
  upiUri: z.string().nullable().describe('for the QR code; null while payments are not set up'),
  payee: z.string(),
});
export type PayLink = z.infer<typeof PayLink>;

/** What staff know of a customer: who has ordered with this number before. */
export const KnownCustomer = z.object({
  orders: z.number(),
  language: z.enum(LANGUAGE_CODES),
  address: z.object({
    name: z.string(),
    email: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    pincode: z.string(),
    country: z.string(),
    gstin: z.string(),
  }),
  last: z.array(OrderItem.extend({ stock: z.number() })).describe('what they bought last, as far as it is for sale'),
});
export type KnownCustomer = z.infer<typeof KnownCustomer>;

/** The payment of an order as its link shows it. */
export const LinkedPayment = z.object({
  orderNumber: z.string(),
  state: z.enum(['waiting', 'checking', 'received']),
  items: z.array(OrderItem),
  pricing: OrderPricing,
  until: z.number().nullable().describe('epoch ms; null once it is an order'),
  canConfirm: z.boolean().describe('whether a message of the bank may confirm it within seconds'),
});
export type LinkedPayment = z.infer<typeof LinkedPayment>;
