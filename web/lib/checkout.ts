import { toPaise, toRupees } from '#shop/money/money.ts';
import { priceOrder } from '#shop/money/pricing.ts';
import { addLine, type CartLine, keepLine, parseCart } from '#shop/orders/cart.ts';
import type { DiscountLine } from '#shop/orders/orders.ts';
import { clearCart, getCart, getDirectOrder, replaceCart, setDirectOrder } from './cart.ts';
import { forget, readJson, readText, useStoredJson, useStoredText, writeJson, writeText } from './device.ts';
import { onlineOffer } from './discounts.ts';
import {
  acceptAddress,
  acceptChoice,
  acceptDraft,
  acceptProgress,
  type CheckoutItem,
  type Draft,
  type PaymentChoice,
  type PaymentProgress,
  type PaymentStep,
  type Pricing,
  type StoredAddress,
} from './stored-checkout.ts';

/**
 * The checkout state stored on this device, under the specification's keys (R2.3), so that a
 * shopper who went to the UPI app, reloaded, or came back in another tab continues at the same step
 * with the same order number. Amounts are in rupees, like everything in the browser's storage;
 * times are epoch milliseconds.
 */

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
 * 'Back to Cart' after Buy Now: the item moves into the cart, which is what the shopper buys from
 * here on. While a payment may be in progress, the order stays as it is.
 */
export function directToCart(now: number): void {
  const direct = getDirectOrder();
  if (!direct || isPaying(now)) return;
  replaceCart(keepLine(getCart(), direct));
  setDirectOrder(null);
}

/**
 * The pricing of the items in rupees. `offer` is the online payment offer in rupees (D30), `coupon`
 * what the server takes off. Shipping is always 0 (D20).
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

/**
 * The steps of the checkout that are complete: a whole address, and a payment that the shopper has
 * made.
 */
export function doneSteps(
  address: StoredAddress | null,
  choice: PaymentChoice | null,
  utr: string,
): ('Address' | 'Payment')[] {
  const whole = address && [address.name, address.address, address.city, address.state, address.pincode].every(Boolean);
  const paid = choice !== null && (utr !== '' || choice.confirmed);
  return [...(whole ? (['Address'] as const) : []), ...(whole && paid ? (['Payment'] as const) : [])];
}

export const getDraft = () => readJson('draftOrder', acceptDraft);
/**
 * The draft that 'Try Again' has given up: the server may hold its items still, and a payment for
 * it may still arrive.
 */
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
/** Null when the order is no gift. */
export const getGiftMessage = () => readText('giftMessage');
/** The coupon code that the shopper has entered, applied or not. */
export const getCouponCode = () => readText('couponCode') ?? '';

/**
 * Stores the draft, its number and its amount under their three keys, and the number for this tab.
 */
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
 * The step of the payment at `now`. The instructions become the countdown one second after the app
 * opened, and the countdown becomes the UTR entry after 20 seconds, even if the page was suspended
 * or closed meanwhile (R2.4).
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
  ...(['currentOrderId', 'actualPaymentAmount', 'paymentMethod', 'orderNote', 'giftMessage', 'couponCode'] as const),
  'unfinishedPayment',
] as const;

/**
 * Begins a payment: what is left of one that was abandoned a day ago must not pass for this one.
 */
export function forgetAbandoned(now: number): void {
  const last = Math.max(acceptWaiting(readText('waitingForPayment')) ?? 0, getProgress()?.since ?? 0);
  if (last > 0 && now - last > FORGOTTEN_MS) clearPayment();
}

/**
 * Clears the payment but keeps cart, address and draft, so that the shopper can try again or use
 * another app.
 */
export function clearPayment(): void {
  forgetUtr();
  forget(...PAYMENT_KEYS);
}

/**
 * Forgets a draft that nothing was paid for, and its payment. The cart stays, and what was typed
 * for it.
 */
export function dropDraft(orderNumber: string): void {
  if (getDraft()?.orderNumber !== orderNumber) return;
  forget('draftOrder', 'tabOrder');
  clearPayment();
  forget('currentOrderId', 'actualPaymentAmount', 'paymentMethod', 'nextDraft');
}

/** Forgets the UTR of a payment that has failed or was not made. */
export function forgetUtr(): void {
  const { utrNumber, ...choice } = getChoice() ?? {};
  if (utrNumber) writeJson('paymentMethod', choice);
  forget('paymentUTR');
}

/**
 * Clears everything that belongs to one checkout. The address stays if the shopper chose to save
 * it.
 */
export function clearSession(): void {
  forget(...SESSION_KEYS);
  if (getAddress()?.saveAddress === false) forget('shippingAddress', 'deliveryPlace');
}

/**
 * Ends the checkout of an order that is placed, unless it has ended already: the cart must not lose
 * the items twice.
 */
export function endCheckout(orderNumber: string): void {
  const draft = getDraft();
  if (draft?.orderNumber !== orderNumber) return;
  clearBought(draft);
  clearSession();
}

/**
 * Removes the bought items from the cart, but not items added meanwhile in another tab. A direct
 * order is cleared, and so is the cart that an earlier 'Try Again' has kept.
 */
export function clearBought(draft: { direct: boolean; items: readonly CheckoutItem[] }): void {
  forget('clearedCart');
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
 * 'Try Again' (R2.4): clears payment, cart and direct order. Returns the Undo of its toast (D28),
 * which restores all of it. `clearedCart` keeps the lines for longer.
 *
 * @param ordered the draft is an order by now. Else the next draft takes its place: it may hold the
 *   last pieces
 */
export function tryAgain(ordered: boolean): () => void {
  const keys = [...SESSION_KEYS, 'directOrder', 'cart'] as const;
  const before = keys.map((key) => [key, readText(key)] as const);
  const direct = getDirectOrder();
  const given = direct ? addLine(getCart(), direct) : getCart();
  const lines = given.reduce(keepLine, parseCart(readText('clearedCart')));
  const draft = readText('draftOrder');
  // Another tab that finds neither would request a second draft: the one is written before the
  // other is forgotten.
  if (draft && !ordered) writeText('nextDraft', draft);
  forget(...keys);
  clearCart();
  if (lines.length > 0) writeJson('clearedCart', lines);
  return () => {
    for (const [key, text] of before) if (text !== null) writeText(key, text);
    forget('nextDraft', 'clearedCart');
    replaceCart(getCart());
  };
}
