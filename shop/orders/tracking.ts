import { type Country, checkPhone, cleanPhone } from '../india/phones.ts';
import { asciiDigits } from '../text/text.ts';
import { hasParcel } from './order-status.ts';
import type { Order, TrackedOrder } from './orders.ts';

const MOBILE_LENGTH = 10;
/** Maximum length of a foreign number as typed at checkout: 0044, a 0 and ten digits. */
const LONGEST_MOBILE = 15;
/** Replaces texts that tracking must not disclose (D33). */
export const MASKED = '••••';

export const TRACKING_TEXTS = {
  none: 'No orders found for this mobile number',
  failed: 'Failed to fetch orders. Please try again.',
} as const;

/** Maximum number of digits in the mobile number field: ten in India (R2.2); foreign numbers may have prefixes. */
export function mobileLength(country: Country = 'India'): number {
  return country === 'India' ? MOBILE_LENGTH : LONGEST_MOBILE;
}

/** Reduces input to digits, at most `mobileLength` of them. */
export function cleanMobile(text: string, country: Country = 'India'): string {
  return asciiDigits(text.slice(0, 100)).replace(/\D+/g, '').slice(0, mobileLength(country));
}

/** Returns the error message for an invalid mobile number (R2.5), or null. Foreign numbers may be typed as at checkout. */
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

/** Masks a text completely, including its length and whether it is empty. */
export function masked(_text?: string): string {
  return MASKED;
}

/**
 * Converts an order for tracking: without street, e-mail, phone, note, UTR and access token (D33).
 *
 * @param statusAt epoch ms of the last status change; null if unknown
 */
export function toTracked(
  order: Pick<
    Order,
    | 'orderNumber'
    | 'status'
    | 'courier'
    | 'items'
    | 'shippingAddress'
    | 'pricing'
    | 'createdAt'
    | 'updatedAt'
    | 'estimatedDelivery'
  >,
  statusAt: number | null,
): TrackedOrder {
  return {
    _id: order.orderNumber,
    id: order.orderNumber,
    orderNumber: order.orderNumber,
    status: order.status,
    courier: hasParcel(order.status) ? (order.courier ?? '') : '',
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
