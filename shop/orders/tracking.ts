import m from '#messages/tracking-rules';
import { normalisePhone } from '../india/india.ts';
import { type Country, checkPhone, cleanPhone } from '../india/phones.ts';
import { bareNumber, cleanWord } from '../text/text.ts';
import { hasParcel } from './order-status.ts';
import type { Order, TrackedOrder } from './orders.ts';
import { progressOf } from './payments/progress.ts';

const MOBILE_LENGTH = 10;
/** Maximum length of a number as typed, with its country code: 0044 or 0091, a 0 and ten digits. */
const LONGEST_MOBILE = 15;
/** Replaces texts that tracking must not disclose (D33). */
export const MASKED = '••••';

/**
 * Reduces what is typed or pasted into the mobile number field to digits: ten in India (R2.2),
 * without +91 or 0, which stay only while the number behind them is not complete; for other
 * countries as typed at checkout.
 */
export function cleanMobile(text: string, country: Country = 'India'): string {
  const digits = bareNumber(text.slice(0, 100)).replace(/\D+/g, '');
  if (country !== 'India') return digits.slice(0, LONGEST_MOBILE);
  return normalisePhone(digits) ?? digits.slice(0, /^(?:0|91)/.test(digits) ? LONGEST_MOBILE : MOBILE_LENGTH);
}

/**
 * Returns the error message for an invalid mobile number (R2.5), or null. Numbers may be typed as
 * at checkout.
 */
export function checkMobile(text: string, country: Country = 'India'): string | null {
  const mobile = cleanWord(text);
  if (mobile === '') {
    return m.mobileMissing();
  }
  if (country !== 'India') {
    return checkPhone(cleanPhone(mobile, country), country);
  }
  return normalisePhone(mobile) ? null : m.mobileLength();
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
 * Converts an order for tracking: without street, email, phone, note, UTR and access token (D33).
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
    | 'payment'
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
    paymentProgress: progressOf(order),
    statusAt,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    estimatedDelivery: order.estimatedDelivery,
  };
}
