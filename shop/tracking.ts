import type { Order, TrackedOrder } from './orders.ts';
import { asciiDigits } from './text.ts';

export const MOBILE_LENGTH = 10;
/** What stands in place of a text that tracking must not show (D33). */
export const MASKED = '••••';

export const TRACKING_TEXTS = {
  none: 'No orders found for this mobile number',
  failed: 'Failed to fetch orders. Please try again.',
} as const;

/** Digits only, at most ten: what the mobile number field keeps of typed text. */
export function cleanMobile(text: string): string {
  return asciiDigits(text.slice(0, 100)).replace(/\D+/g, '').slice(0, MOBILE_LENGTH);
}

/** Why this mobile number cannot be tracked (spec 2 §5), or null. */
export function checkMobile(text: string): string | null {
  const mobile = text.trim();
  if (mobile === '') {
    return 'Please enter your mobile number';
  }
  return /^\d{10}$/.test(mobile) ? null : 'Phone number must be 10 digits';
}

/** 'Found 2 order(s) for mobile number 9876543210' (spec 2 §8). */
export function foundSentence(count: number, mobile: string): string {
  return `Found ${count} order(s) for mobile number ${mobile}`;
}

/** 'Ananya Iyer' → 'A••• I•••': first letters only, at most three words, lengths hidden (D33). */
export function maskName(name: string): string {
  const words = name.slice(0, 200).split(/\s+/).filter(Boolean).slice(0, 3);
  return words.length > 0 ? words.map((word) => `${Array.from(word)[0]}•••`).join(' ') : MASKED;
}

/** Hides a text wholly: neither its length nor whether there is one can be seen. */
export function masked(_text?: string): string {
  return MASKED;
}

/** The little that tracking tells of an order: no street, e-mail, phone, note, UTR or access token (D33). */
export function toTracked(
  order: Pick<
    Order,
    'orderNumber' | 'status' | 'items' | 'shippingAddress' | 'pricing' | 'createdAt' | 'updatedAt' | 'estimatedDelivery'
  >,
): TrackedOrder {
  return {
    _id: order.orderNumber,
    id: order.orderNumber,
    orderNumber: order.orderNumber,
    status: order.status,
    items: order.items.map(({ product, name, size, quantity, price, image }) => ({
      name,
      size,
      quantity,
      price,
      image,
      product: { _id: product, images: image ? [{ url: image }] : [] },
    })),
    shippingAddress: {
      name: maskName(order.shippingAddress.name),
      street: masked(order.shippingAddress.address),
      email: masked(order.shippingAddress.email),
      city: order.shippingAddress.city,
      zipCode: order.shippingAddress.pincode,
    },
    pricing: { total: order.pricing.total },
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    estimatedDelivery: order.estimatedDelivery,
  };
}
