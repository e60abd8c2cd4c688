import { upiApp } from '#shop/money/upi.ts';
import type { OrderAddress } from '#shop/orders/address.ts';
import type { DiscountLine } from '#shop/orders/orders.ts';
import { acceptDiscounts } from './discounts.ts';

/** What the device stores of a checkout, and what of a stored text is accepted: anybody can change it. */

/** An item as it is sent to the server and stored on the device. Prices in rupees. */
export interface CheckoutItem {
  product: string;
  name: string;
  size: string;
  quantity: number;
  price: number;
  originalPrice?: number;
  image: string;
}

/** Rupees. */
export interface Pricing {
  subtotal: number;
  discount: number;
  /** The parts of `discount`. */
  discounts: DiscountLine[];
  total: number;
}

/** The draft that `/payment` creates (D19), under `draftOrder`. */
export interface Draft {
  orderNumber: string;
  /**
   * Gives access to the order (D32). Generated here, like the number, when the server cannot be
   * reached.
   */
  accessToken: string;
  /** True for a Buy Now order, false for the cart. */
  direct: boolean;
  items: CheckoutItem[];
  pricing: Pricing;
  /**
   * When the server's reservation of the items ends, by the clock of this device; null without a
   * reservation.
   */
  reservedUntil: number | null;
  /** The coupon code that the server has taken; empty without one. */
  couponCode: string;
}

/** The stored address: the form's fields, the full name, an id and the time (R2.2 Address). */
export interface StoredAddress extends OrderAddress {
  firstName: string;
  lastName: string;
  /** The second line of `address`, which ends with it; empty of an address of one line. */
  area: string;
  addressType: string;
  gstin: string;
  saveAddress: boolean;
  id: string;
  createdAt: number;
}

/** The chosen payment method, under `paymentMethod` (R2.3 Payment method record). */
export interface PaymentChoice {
  method: 'upi';
  app: string;
  appId: string;
  upiId: string;
  amount: number;
  orderId: string;
  paymentUrl: string;
  timestamp: number;
  utrNumber?: string;
  /** False until the shopper confirms that the payment is done. */
  confirmed: boolean;
}

/** The overlays of the payment step, in the order of the flow (R2.2). */
export type PaymentStep = 'instructions' | 'verifying' | 'utr' | 'creating' | 'confirm';

/** Which overlay is open for which order, under `paymentInProgress`. `since` is when it opened. */
export interface PaymentProgress {
  orderNumber: string;
  step: PaymentStep;
  since: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** The stored item, or null when the value is not valid. */
export function acceptItem(value: unknown): CheckoutItem | null {
  if (!isRecord(value) || !isText(value.product)) return null;
  const { product, name, size, quantity, price, originalPrice, image } = value;
  if (!isAmount(price) || !isAmount(quantity) || quantity < 1) return null;
  return {
    product,
    name: isText(name) ? name : product,
    size: isText(size) ? size : '1',
    quantity: Math.floor(quantity),
    price,
    ...(isAmount(originalPrice) ? { originalPrice } : {}),
    image: isText(image) ? image : '',
  };
}

export function acceptDraft(value: unknown): Draft | null {
  if (!isRecord(value) || !isText(value.orderNumber) || !isText(value.accessToken)) return null;
  if (!Array.isArray(value.items) || !isRecord(value.pricing)) return null;
  const { subtotal, total, discounts } = value.pricing;
  const discount = isAmount(value.pricing.discount) ? value.pricing.discount : 0;
  const items = value.items.flatMap((item) => acceptItem(item) ?? []);
  if (!isAmount(total) || items.length === 0) return null;
  return {
    orderNumber: value.orderNumber,
    accessToken: value.accessToken,
    direct: value.direct === true,
    items,
    pricing: {
      subtotal: isAmount(subtotal) ? subtotal : total,
      discount,
      discounts: acceptDiscounts(discounts, discount),
      total,
    },
    reservedUntil: isAmount(value.reservedUntil) ? value.reservedUntil : null,
    couponCode: isText(value.couponCode) ? value.couponCode : '',
  };
}

export function acceptAddress(value: unknown): StoredAddress | null {
  if (!isRecord(value)) return null;
  const text = (...names: string[]) => names.map((name) => value[name]).find(isText) ?? '';
  const name = text('name') || `${text('firstName')} ${text('lastName')}`.trim();
  return {
    name,
    firstName: text('firstName') || name.split(' ')[0] || '',
    lastName: text('lastName') || name.split(' ').slice(1).join(' '),
    email: text('email'),
    phone: text('phone'),
    address: text('address', 'street'),
    area: text('area'),
    city: text('city'),
    state: text('state'),
    pincode: text('pincode', 'zipCode'),
    country: text('country') || 'India',
    addressType: text('addressType') || 'home',
    gstin: text('gstin'),
    saveAddress: value.saveAddress !== false,
    id: text('id'),
    createdAt: isAmount(value.createdAt) ? value.createdAt : 0,
  };
}

export function acceptChoice(value: unknown): PaymentChoice | null {
  if (!isRecord(value) || !(isText(value.appId) || isText(value.method))) return null;
  const text = (name: string) => (isText(value[name]) ? (value[name] as string) : '');
  const appId = text('appId') || 'other';
  return {
    method: 'upi',
    app: text('app') || upiApp(appId).name,
    appId,
    upiId: text('upiId'),
    amount: isAmount(value.amount) ? value.amount : 0,
    orderId: text('orderId'),
    paymentUrl: text('paymentUrl'),
    timestamp: isAmount(value.timestamp) ? value.timestamp : 0,
    ...(isText(value.utrNumber) ? { utrNumber: value.utrNumber } : {}),
    confirmed: value.confirmed !== false,
  };
}

const STEPS: readonly string[] = ['instructions', 'verifying', 'utr', 'creating', 'confirm'] satisfies PaymentStep[];

export function acceptProgress(value: unknown): PaymentProgress | null {
  if (!isRecord(value) || !isText(value.orderNumber) || !STEPS.includes(value.step as string)) return null;
  return {
    orderNumber: value.orderNumber,
    step: value.step as PaymentStep,
    since: isAmount(value.since) ? value.since : 0,
  };
}
