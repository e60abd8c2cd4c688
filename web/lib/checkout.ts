import { toPaise, toRupees } from '#shop/money/money.ts';
import { priceOrder } from '#shop/money/pricing.ts';
import { cleanUtr, UTR_MAX, UTR_MIN_DIGITS, upiApp } from '#shop/money/upi.ts';
import type { OrderAddress } from '#shop/orders/address.ts';
import type { CartLine } from '#shop/orders/cart.ts';
import { asciiDigits } from '#shop/text/text.ts';
import { clearCart, getCart, getDirectOrder, replaceCart, setDirectOrder } from './cart.ts';
import { forget, readJson, readText, writeJson, writeText } from './device.ts';

/**
 * What checkout remembers on this device, under the specification's keys (R2.3), so that a shopper who went to the
 * UPI app, reloaded, or came back in another tab stands at the same step with the same order number. Amounts are rupees,
 * as everything in the browser's storage; times are epoch milliseconds.
 */

/** An item as it travels to the server and stands in the device's copies. Prices in rupees. */
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
  total: number;
}

/** The draft that `/payment` makes (D19), under `draftOrder`. */
export interface Draft {
  orderNumber: string;
  /** The secret that proves who made the order (D32). Made here when the server could not be reached, as the number then is. */
  accessToken: string;
  /** True for a Buy Now order, false for the cart. */
  direct: boolean;
  items: CheckoutItem[];
  pricing: Pricing;
  /** Until when the server holds the items; null when it does not. */
  reservedUntil: number | null;
}

/** The kept address: the form's fields, the built name, an id and the time (R2.2 Address). */
export interface StoredAddress extends OrderAddress {
  firstName: string;
  lastName: string;
  addressType: string;
  saveAddress: boolean;
  id: string;
  createdAt: number;
}

/** The chosen way to pay, under `paymentMethod` (R2.3 Payment method record). */
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
  /** False until the shopper has told us that the payment is done. */
  confirmed: boolean;
}

/** The overlays of the payment step, in the order of the flow (R2.2). */
export type PaymentStep = 'instructions' | 'verifying' | 'utr' | 'creating' | 'confirm';

/** Which overlay is open for which order, under `paymentInProgress`; `since`: when it opened. */
export interface PaymentProgress {
  orderNumber: string;
  step: PaymentStep;
  since: number;
}

/** R2.9: the countdown starts 1 second after the app opens and runs 20 seconds. */
const VERIFY_DELAY_MS = 1_000;
export const VERIFY_SECONDS = 20;
/** A payment left alone for so long is not taken up again. */
const FORGOTTEN_MS = 24 * 3_600_000;

/** Cart lines as items of an order. */
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

/** What the shopper is about to buy: the direct order when there is one, else the cart. */
export function checkoutItems(): { direct: boolean; items: CheckoutItem[] } {
  const direct = getDirectOrder();
  return direct ? { direct: true, items: toItems([direct]) } : { direct: false, items: toItems(getCart()) };
}

/** Sums in rupees; `offer` is the online payment offer in rupees (D30). Shipping is always 0 (D20). */
export function priceItems(items: readonly CheckoutItem[], offer = 0): Pricing {
  const sums = priceOrder(
    items.map(({ price, quantity }) => ({ price: toPaise(price), quantity })),
    offer > 0 ? { amount: toPaise(offer) } : undefined,
  );
  return { subtotal: toRupees(sums.subtotal), discount: toRupees(sums.discount), total: toRupees(sums.total) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** A stored item, or null when it is not one. */
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
  const { subtotal, discount, total } = value.pricing;
  const items = value.items.flatMap((item) => acceptItem(item) ?? []);
  if (!isAmount(total) || items.length === 0) return null;
  return {
    orderNumber: value.orderNumber,
    accessToken: value.accessToken,
    direct: value.direct === true,
    items,
    pricing: { subtotal: isAmount(subtotal) ? subtotal : total, discount: isAmount(discount) ? discount : 0, total },
    reservedUntil: isAmount(value.reservedUntil) ? value.reservedUntil : null,
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

export const getDraft = () => readJson('draftOrder', acceptDraft);
export const getAddress = () => readJson('shippingAddress', acceptAddress);
export const getChoice = () => readJson('paymentMethod', acceptChoice);
const getProgress = () => readJson('paymentInProgress', acceptProgress);
export const getUtr = () => readText('paymentUTR') ?? '';
export const getNote = () => readText('orderNote') ?? '';

/** Keeps the draft, its number and its amount under their three keys. */
export function keepDraft(draft: Draft): void {
  writeJson('draftOrder', draft);
  writeText('currentOrderId', draft.orderNumber);
  writeText('actualPaymentAmount', String(draft.pricing.total));
}

export function keepChoice(choice: PaymentChoice): void {
  writeJson('paymentMethod', choice);
}

/** Opens an overlay, or closes all with null. */
export function setStep(orderNumber: string, step: PaymentStep | null, now: number): void {
  if (step) writeJson('paymentInProgress', { orderNumber, step, since: now } satisfies PaymentProgress);
  else forget('paymentInProgress');
}

/** Remembers that a UPI app was opened: from now on money may have moved. */
export function setWaiting(now: number): void {
  writeText('waitingForPayment', String(now));
}

/** The shopper came back and says that nothing was paid. */
export function setNotWaiting(): void {
  forget('waitingForPayment');
}

/** When a UPI app was opened for the current order; null when none was. */
export function acceptWaiting(text: string | null): number | null {
  const at = Number(text);
  return text && Number.isFinite(at) && at > 0 ? at : null;
}

/** Where a payment stands: the kept step moved on by the clock. */
export interface PaymentMoment {
  step: PaymentStep;
  /** When this step began. */
  since: number;
  /** Of the countdown; 0 in every other step. */
  secondsLeft: number;
}

/**
 * Where the payment stands at `now`. Instructions turn into the countdown one second after the app opened, and the countdown
 * into the UTR entry after 20 seconds, also while the page was asleep or gone (R2.4).
 *
 * @param openedAt when the UPI app opened, null when it did not
 */
export function stepAt(progress: PaymentProgress | null, openedAt: number | null, now: number): PaymentMoment | null {
  if (!progress || now - progress.since > FORGOTTEN_MS) return null;
  let { step, since } = progress;
  if (step === 'instructions' && openedAt !== null && now >= openedAt + VERIFY_DELAY_MS) {
    step = 'verifying';
    since = openedAt + VERIFY_DELAY_MS;
  }
  if (step !== 'verifying') return { step, since, secondsLeft: 0 };
  const secondsLeft = Math.max(0, Math.ceil(VERIFY_SECONDS - Math.max(0, now - since) / 1000));
  return secondsLeft === 0
    ? { step: 'utr', since: since + VERIFY_SECONDS * 1000, secondsLeft }
    : { step, since, secondsLeft };
}

/** True while the order's items must stay as they are, because the shopper may be paying for them. */
export function isPaying(now: number): boolean {
  const opened = acceptWaiting(readText('waitingForPayment'));
  return stepAt(getProgress(), opened, now) !== null || (opened !== null && now - opened <= FORGOTTEN_MS);
}

/** A secret as strong as the server's own, for an order that is made while the server cannot be reached (D19). */
export function ownToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/**
 * The UTR in a text that was copied out of a UPI app: 'UPI Ref No. 6324 0018 2734' → '632400182734'. A word with ten digits or
 * more is taken whole (bank references carry letters); else a run of digits in groups; else all that can stand in a UTR.
 */
export function utrFromPaste(text: string): string {
  const plain = asciiDigits(text);
  const word = plain.split(/[^0-9A-Za-z]+/).find((part) => part.replace(/\D/g, '').length >= UTR_MIN_DIGITS);
  const groups = /\d(?:[ -]?\d){9,}/.exec(plain)?.[0];
  return cleanUtr(word ?? groups ?? plain).slice(0, UTR_MAX);
}

/** Forgets the payment but keeps cart, address and draft: another app, or another try. */
export function clearPayment(): void {
  forget('paymentInProgress', 'waitingForPayment', 'paymentUTR', 'pendingPaymentRedirect');
}

/** Forgets everything that belongs to one checkout. The address stays when the shopper asked for that. */
export function clearSession(): void {
  clearPayment();
  forget('draftOrder', 'currentOrderId', 'actualPaymentAmount', 'paymentMethod', 'orderNote');
  if (getAddress()?.saveAddress === false) forget('shippingAddress');
}

/** Takes what was bought out of the cart; what was added meanwhile (another tab) stays. A direct order is simply over. */
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

const THROWN_AWAY = [
  'paymentInProgress',
  'waitingForPayment',
  'paymentUTR',
  'pendingPaymentRedirect',
  'draftOrder',
  'currentOrderId',
  'actualPaymentAmount',
  'paymentMethod',
  'directOrder',
  'orderNote',
  'cart',
] as const;

/** 'Try Again' (R2.4): clears payment, cart and direct order. Answers the Undo of its toast (D28), which puts all of it back. */
export function tryAgain(): () => void {
  const before = THROWN_AWAY.map((key) => [key, readText(key)] as const);
  forget(...THROWN_AWAY);
  clearCart();
  return () => {
    for (const [key, text] of before) if (text !== null) writeText(key, text);
    replaceCart(getCart());
  };
}
