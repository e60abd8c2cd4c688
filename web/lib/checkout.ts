import { toPaise, toRupees } from '#shop/money/money.ts';
import { priceOrder } from '#shop/money/pricing.ts';
import { upiApp } from '#shop/money/upi.ts';
import type { OrderAddress } from '#shop/orders/address.ts';
import { type CartLine, keepLine } from '#shop/orders/cart.ts';
import type { DiscountLine } from '#shop/orders/orders.ts';
import { clearCart, getCart, getDirectOrder, replaceCart, setDirectOrder } from './cart.ts';
import { forget, readJson, readText, useStoredJson, useStoredText, writeJson, writeText } from './device.ts';

/**
 * The checkout state stored on this device, under the specification's keys (R2.3), so that a shopper who went to the UPI app,
 * reloaded, or came back in another tab continues at the same step with the same order number. Amounts are in rupees, like
 * everything in the browser's storage; times are epoch milliseconds.
 */

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
  /** Gives access to the order (D32). Generated here, like the number, when the server cannot be reached. */
  accessToken: string;
  /** True for a Buy Now order, false for the cart. */
  direct: boolean;
  items: CheckoutItem[];
  pricing: Pricing;
  /** When the server's reservation of the items ends, by the clock of this device; null without a reservation. */
  reservedUntil: number | null;
  /** The coupon code that the server has taken; empty without one. */
  couponCode: string;
}

/** The stored address: the form's fields, the full name, an id and the time (R2.2 Address). */
export interface StoredAddress extends OrderAddress {
  firstName: string;
  lastName: string;
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

/** R2.9: the countdown starts 1 second after the app opens and runs 20 seconds. */
const VERIFY_DELAY_MS = 1_000;
export const VERIFY_SECONDS = 20;
/** A payment without activity for this long is not resumed. */
const FORGOTTEN_MS = 24 * 3_600_000;

/** Converts cart lines to order items. */
export function toItems(lines: readonly CartLine[]): CheckoutItem[] {
  return lines.map((line) => ({
    product: line.productId,
    name: line.name,
    size: line.size,
    quantity: line.quantity,
    price: line.price,
    ...(line.originalPrice === undefined ? {} : { originalPrice: line.originalPrice }),
    image: line.image,
  }));
}

/** The items to buy: the direct order if there is one, else the cart. */
export function checkoutItems(): { direct: boolean; items: CheckoutItem[] } {
  const direct = getDirectOrder();
  return direct ? { direct: true, items: toItems([direct]) } : { direct: false, items: toItems(getCart()) };
}

/**
 * 'Back to Cart' after Buy Now: the item moves into the cart, which is what the shopper buys from here on. While a payment may be in
 * progress, the order stays as it is.
 */
export function directToCart(now: number): void {
  const direct = getDirectOrder();
  if (!direct || isPaying(now)) return;
  replaceCart(keepLine(getCart(), direct));
  setDirectOrder(null);
}

/**
 * The pricing of the items in rupees. `offer` is the online payment offer in rupees (D30), `coupon` what the server takes off. Shipping is
 * always 0 (D20).
 */
export function priceItems(items: readonly CheckoutItem[], offer = 0, coupon: readonly DiscountLine[] = []): Pricing {
  const sums = priceOrder(
    items.map(({ price, quantity }) => ({ price: toPaise(price), quantity })),
    offer > 0 ? { amount: toPaise(offer) } : undefined,
    coupon.map(({ amount }) => toPaise(amount)),
  );
  return {
    subtotal: toRupees(sums.subtotal),
    discount: toRupees(sums.discount),
    discounts: [...coupon, ...onlineOffer(toRupees(sums.discount - sums.couponDiscount))],
    total: toRupees(sums.total),
  };
}

export const onlineOffer = (amount: number): DiscountLine[] =>
  amount > 0 ? [{ kind: 'online_offer', label: 'Online payment offer', amount }] : [];

/** The stored parts of a discount in rupees. Older copies have none: then all of it is the online payment offer. */
export function acceptDiscounts(value: unknown, discount: number): DiscountLine[] {
  if (!Array.isArray(value)) return onlineOffer(discount);
  return value.flatMap((line): DiscountLine[] => {
    if (!isRecord(line) || !isText(line.label) || !isAmount(line.amount)) return [];
    const { kind, code, label, amount } = line;
    return [{ kind: kind === 'coupon' ? kind : 'online_offer', ...(isText(code) ? { code } : {}), label, amount }];
  });
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

/** The steps of the checkout that are complete: a whole address, and a payment that the shopper has made. */
export function doneSteps(
  address: StoredAddress | null,
  choice: PaymentChoice | null,
  utr: string,
): ('Address' | 'Payment')[] {
  const whole = address && [address.name, address.address, address.city, address.state, address.pincode].every(Boolean);
  const paid = choice !== null && (utr !== '' || choice.confirmed);
  return [...(whole ? (['Address'] as const) : []), ...(whole && paid ? (['Payment'] as const) : [])];
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

export const getDraft = () => readJson('draftOrder', acceptDraft);
/** The draft that 'Try Again' has given up: the server may hold its items still, and a payment for it may still arrive. */
export const getGivenUp = () => readJson('nextDraft', acceptDraft);
export const getAddress = () => readJson('shippingAddress', acceptAddress);
export const getChoice = () => readJson('paymentMethod', acceptChoice);
export const getProgress = () => readJson('paymentInProgress', acceptProgress);
/** The UTR as typed, else that of the payment record (R2.3). */
export const getUtr = () => readText('paymentUTR') ?? getChoice()?.utrNumber ?? '';
/** `getUtr()` as React state. */
export function useUtr(): string {
  const typed = useStoredText('paymentUTR');
  const choice = useStoredJson('paymentMethod', acceptChoice);
  return typed ?? choice?.utrNumber ?? '';
}
export const getNote = () => readText('orderNote') ?? '';
/** The coupon code that the shopper has entered, applied or not. */
export const getCouponCode = () => readText('couponCode') ?? '';

/** Stores the draft, its number and its amount under their three keys, and the number for this tab. */
export function keepDraft(draft: Draft): void {
  writeText('tabOrder', draft.orderNumber);
  writeJson('draftOrder', draft);
  writeText('currentOrderId', draft.orderNumber);
  writeText('actualPaymentAmount', String(draft.pricing.total));
  forget('nextDraft');
}

export function keepChoice(choice: PaymentChoice): void {
  writeJson('paymentMethod', choice);
}

/** Opens an overlay, or closes all with null. `since`: when it opened. */
export function setStep(orderNumber: string, step: PaymentStep | null, since: number): void {
  if (step) writeJson('paymentInProgress', { orderNumber, step, since } satisfies PaymentProgress);
  else forget('paymentInProgress');
}

/** Stores that a UPI app was opened: from here on the shopper may have paid. */
export function setWaiting(now: number): void {
  writeText('waitingForPayment', String(now));
}

/** For a shopper who came back without paying. */
export function setNotWaiting(): void {
  forget('waitingForPayment');
}

/** When a UPI app was opened for the current order; null when none was. */
export function acceptWaiting(text: string | null): number | null {
  const at = Number(text);
  return text && Number.isFinite(at) && at > 0 ? at : null;
}

/** The current step of a payment: the stored step, advanced by the elapsed time. */
export interface PaymentMoment {
  step: PaymentStep;
  /** When this step began. */
  since: number;
  /** Seconds left of the countdown; 0 in every other step. */
  secondsLeft: number;
}

/**
 * The step of the payment at `now`. The instructions become the countdown one second after the app opened, and the countdown
 * becomes the UTR entry after 20 seconds, even if the page was suspended or closed meanwhile (R2.4).
 *
 * @param openedAt when the UPI app opened (epoch ms), or null
 */
export function stepAt(progress: PaymentProgress | null, openedAt: number | null, now: number): PaymentMoment | null {
  if (!progress || now - progress.since > FORGOTTEN_MS) return null;
  let { step, since } = progress;
  // An app that was opened before these instructions belongs to an earlier attempt.
  if (step === 'instructions' && openedAt !== null && openedAt >= since && now >= openedAt + VERIFY_DELAY_MS) {
    step = 'verifying';
    since = openedAt + VERIFY_DELAY_MS;
  }
  if (step !== 'verifying') return { step, since, secondsLeft: 0 };
  const secondsLeft = Math.max(0, Math.ceil(VERIFY_SECONDS - Math.max(0, now - since) / 1000));
  return secondsLeft === 0
    ? { step: 'utr', since: since + VERIFY_SECONDS * 1000, secondsLeft }
    : { step, since, secondsLeft };
}

/** True while the order's items must not change because the shopper may be paying for them. */
export function isPaying(now: number): boolean {
  // Nothing can be paid without a draft: a step that outlived its order must not stop the next one.
  if (!getDraft()) return false;
  const opened = acceptWaiting(readText('waitingForPayment'));
  return stepAt(getProgress(), opened, now) !== null || (opened !== null && now - opened <= FORGOTTEN_MS);
}

const PAYMENT_KEYS = ['paymentInProgress', 'waitingForPayment', 'paymentUTR', 'pendingPaymentRedirect'] as const;
/** The draft first: without the payment, another tab would request it again. */
const SESSION_KEYS = [
  'draftOrder',
  'tabOrder',
  ...PAYMENT_KEYS,
  ...(['currentOrderId', 'actualPaymentAmount', 'paymentMethod', 'orderNote', 'couponCode'] as const),
] as const;

/** Begins a payment: what is left of one that was abandoned a day ago must not pass for this one. */
export function forgetAbandoned(now: number): void {
  const last = Math.max(acceptWaiting(readText('waitingForPayment')) ?? 0, getProgress()?.since ?? 0);
  if (last > 0 && now - last > FORGOTTEN_MS) clearPayment();
}

/** Clears the payment but keeps cart, address and draft, so that the shopper can try again or use another app. */
export function clearPayment(): void {
  forgetUtr();
  forget(...PAYMENT_KEYS);
}

/** Forgets the UTR of a payment that has failed or was not made. */
export function forgetUtr(): void {
  const { utrNumber, ...choice } = getChoice() ?? {};
  if (utrNumber) writeJson('paymentMethod', choice);
  forget('paymentUTR');
}

/** Clears everything that belongs to one checkout. The address stays if the shopper chose to save it. */
export function clearSession(): void {
  forget(...SESSION_KEYS);
  if (getAddress()?.saveAddress === false) forget('shippingAddress');
}

/** Ends the checkout of an order that is placed, unless it has ended already: the cart must not lose the items twice. */
export function endCheckout(orderNumber: string): void {
  const draft = getDraft();
  if (draft?.orderNumber !== orderNumber) return;
  clearBought(draft);
  clearSession();
}

/** Removes the bought items from the cart, but not items added meanwhile in another tab. A direct order is cleared. */
export function clearBought(draft: { direct: boolean; items: readonly CheckoutItem[] }): void {
  if (draft.direct) {
    setDirectOrder(null);
    return;
  }
  const left = withoutBought(getCart(), draft.items);
  if (left.length === 0) clearCart();
  else replaceCart(left);
}

/** The cart's lines minus the items bought. */
export function withoutBought(lines: readonly CartLine[], items: readonly CheckoutItem[]): CartLine[] {
  return lines.flatMap((line) => {
    const bought = items.find((item) => item.product === line.productId && item.size === line.size)?.quantity ?? 0;
    return line.quantity > bought ? [{ ...line, quantity: line.quantity - bought }] : [];
  });
}

/**
 * 'Try Again' (R2.4): clears payment, cart and direct order. Returns the Undo of its toast (D28), which restores all of it.
 *
 * @param ordered the draft is an order by now. Else the next draft takes its place: it may hold the last pieces
 */
export function tryAgain(ordered: boolean): () => void {
  const keys = [...SESSION_KEYS, 'directOrder', 'cart'] as const;
  const before = keys.map((key) => [key, readText(key)] as const);
  const draft = readText('draftOrder');
  // Another tab that finds neither would request a second draft: the one is written before the other is forgotten.
  if (draft && !ordered) writeText('nextDraft', draft);
  forget(...keys);
  clearCart();
  return () => {
    for (const [key, text] of before) if (text !== null) writeText(key, text);
    forget('nextDraft');
    replaceCart(getCart());
  };
}
