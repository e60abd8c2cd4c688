import { type Country, checkPhone, cleanPhone } from '../india/phones.ts';
import { asciiDigits } from '../text/text.ts';
import type { Order, TrackedOrder } from './orders.ts';

const MOBILE_LENGTH = 10;
/** A number from abroad as it may be typed at checkout: 0044, a 0 and ten digits. */
const LONGEST_MOBILE = 15;
/** What stands in place of a text that tracking must not show (D33). */
export const MASKED = '••••';

export const TRACKING_TEXTS = {
  none: 'No orders found for this mobile number',
  failed: 'Failed to fetch orders. Please try again.',
} as const;

/** How many digits the mobile number field takes: ten (R2.2), for a number from abroad with what may stand before them. */
export function mobileLength(country: Country = 'India'): number {
  return country === 'India' ? MOBILE_LENGTH : LONGEST_MOBILE;
}

/** Digits only, at most as many as the field takes: what it keeps of typed text. */
export function cleanMobile(text: string, country: Country = 'India'): string {
  return asciiDigits(text.slice(0, 100)).replace(/\D+/g, '').slice(0, mobileLength(country));
}

/** Why this mobile number cannot be tracked (R2.5), or null. From abroad it may be typed as at checkout. */
export function checkMobile(text: string, country: Country = 'India'): string | null {
  const mobile = text.trim();
  if (mobile === '') {
    return 'Please enter your mobile number';
  }
  if (country !== 'India') {
    return checkPhone(cleanPhone(mobile, country), country);
  }
  return /^\d{10}$/.test(mobile) ? null : 'Phone number must be 10 digits';
}

/** 'Found 2 order(s) for mobile number 9876543210' (R2.8). */
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

/**
 * The little that tracking tells of an order: no street, e-mail, phone, note, UTR or access token (D33).
 *
 * @param statusAt epoch ms of its last change of status, null when that is not known
 */
export function toTracked(
  order: Pick<
    Order,
    'orderNumber' | 'status' | 'items' | 'shippingAddress' | 'pricing' | 'createdAt' | 'updatedAt' | 'estimatedDelivery'
  >,
  statusAt: number | null,
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
    statusAt,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    estimatedDelivery: order.estimatedDelivery,
  };
}
