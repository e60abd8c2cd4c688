import m from '#messages/ordering';
import { formatRupees } from '#shop/money/money.ts';
import { validItems } from '#shop/money/pricing.ts';
import type { OrderAddress } from '#shop/orders/address.ts';
import { clientOrderNumber, isOrderNumber } from '#shop/orders/order-status.ts';
import type { CouponResult, OrderChange } from '#shop/orders/orders.ts';
import { call, isApiError, isUnreachable } from './api.ts';
import { getCart, replaceCart } from './cart.ts';
import {
  clearBought,
  clearSession,
  endCheckout,
  getAddress,
  getChoice,
  getCouponCode,
  getDraft,
  getGiftMessage,
  getGivenUp,
  getNote,
  getUtr,
  keepChoice,
  keepDraft,
  priceItems,
} from './checkout.ts';
import { endsWithPage, forget, readJson, writeJson, writeText } from './device.ts';
import { pagePath } from './language.ts';
import type { LocalOrder, TakenOrder } from './my-orders.ts';
import { dropOrder, findOrder, getOrders, keepOrder, settleCopy, withServerOrder } from './my-orders.ts';
import type { OrderBody } from './outbox.ts';
import { orderOf409, outbox } from './outbox.ts';
import type { CheckoutItem, Draft, Pricing } from './stored-checkout.ts';

/**
 * The two requests of checkout: the draft, which reserves the items (D19), and the order itself
 * (D21–D25).
 */

/**
 * The result of saving a draft. `refused`: the server rejected these items; `message` and `details`
 * give the reasons.
 */
export type DraftResult =
  | { kind: 'held'; draft: Draft; changes: string[]; coupon: CouponResult | null }
  | { kind: 'offline'; draft: Draft; busy: boolean }
  /** The draft is already an order, whose response was lost. */
  | { kind: 'ordered'; orderNumber: string }
  | { kind: 'refused'; message: string; details: string[]; code: number };

/** Two lists with the same key contain the same items. */
export function goodsKey(items: readonly CheckoutItem[], direct: boolean): string {
  return JSON.stringify([items.map(({ product, size, quantity }) => [product, size, quantity]), direct]);
}

/** The address in the format of the API. */
function addressBody(address: OrderAddress): Record<string, string> {
  const { name, phone, email, address: street, city, state, pincode, country, addressType = 'home', gstin } = address;
  return {
    name,
    phone,
    email,
    address: street,
    city,
    state,
    pincode,
    country,
    addressType,
    ...(gstin ? { gstin } : {}),
  };
}

/**
 * Creates a draft of these items on the server, or refreshes the draft of this device. When the
 * server cannot be reached, checkout continues with a number generated here, `ORD<timestamp>`
 * (D19). Updates the cart to the current prices.
 *
 * `offer` is the online payment offer in rupees, for the total when the server cannot be reached
 * (D30); `now` is in epoch ms.
 */
export async function saveDraft(input: {
  items: CheckoutItem[];
  direct: boolean;
  /** Null until the shopper has entered it; items are reserved without an address too. */
  address: OrderAddress | null;
  offer: number;
  /** For how long the shop holds the items of a draft. */
  holdMinutes: number;
  now: number;
  signal?: AbortSignal;
}): Promise<DraftResult> {
  const { items, direct, address, offer, holdMinutes, now } = input;
  const previous = getDraft() ?? getGivenUp();
  const { orderNumber, accessToken } = previous ?? firstOfDraft(now);
  const own: Credentials = { orderNumber, accessToken };
  const pricing = priceItems(items, offer);
  const body = {
    items,
    ...(address ? { shippingAddress: addressBody(address) } : {}),
    paymentMethod: 'pending',
    orderNote: getNote(),
    giftMessage: getGiftMessage(),
    couponCode: getCouponCode(),
    subtotal: pricing.subtotal,
    shipping: 0,
    total: pricing.total,
    ...own,
  } as const;
  try {
    const { order, changes, coupon } = await call(
      'POST /orders/draft',
      { body },
      input.signal ? { signal: input.signal } : {},
    );
    const draft: Draft = {
      orderNumber: order.orderNumber,
      accessToken: order.accessToken,
      direct,
      items: order.items,
      pricing: order.pricing,
      // By the clock of this device, which may be wrong; each draft is held anew.
      reservedUntil: order.reservedUntil === null ? null : now + holdMinutes * 60_000,
      couponCode: coupon?.applied ? coupon.code : '',
    };
    keepDraft(draft);
    if (!direct) takeOverPrices(order.items);
    return { kind: 'held', draft, changes: changes.map((change) => changeWords(change, order.items)), coupon };
  } catch (error) {
    if (input.signal?.aborted) throw error;
    const ordered = orderOf409(error);
    if (ordered && previous) return { kind: 'ordered', orderNumber: settleOrdered(previous, address, ordered, now) };
    if (isApiError(error) && !isUnreachable(error)) {
      return {
        kind: 'refused',
        message: error.message,
        details: error.errors.flatMap(({ msg }) => (msg === error.message ? [] : [msg])),
        code: error.status,
      };
    }
    const busy = isApiError(error) && error.status > 0;
    const same = previous && goodsKey(previous.items, previous.direct) === goodsKey(items, direct);
    // The server keeps the discount of a draft with the same goods, and while it is held its
    // prices.
    if (same && ((previous.reservedUntil ?? 0) > now || previous.pricing.subtotal === pricing.subtotal)) {
      keepDraft(previous);
      return { kind: 'offline', draft: previous, busy };
    }
    const draft: Draft = {
      ...own,
      direct,
      items,
      pricing,
      reservedUntil: previous?.reservedUntil ?? null,
      couponCode: '',
    };
    keepDraft(draft);
    return { kind: 'offline', draft, busy };
  }
}

type Credentials = Pick<Draft, 'orderNumber' | 'accessToken'>;

function acceptCredentials(value: unknown): Credentials | null {
  const { orderNumber, accessToken } = (value ?? {}) as Partial<Record<keyof Credentials, unknown>>;
  return isOrderNumber(orderNumber) && typeof accessToken === 'string' ? { orderNumber, accessToken } : null;
}

/**
 * Number and secret of a draft that is about to be made, stored before the request: if its response
 * is lost, the next request finds the draft and what it holds.
 */
function firstOfDraft(now: number): Credentials {
  const kept = readJson('nextDraft', acceptCredentials);
  if (kept) return kept;
  const own = { orderNumber: clientOrderNumber(now), accessToken: ownToken() };
  writeJson('nextDraft', own);
  return own;
}

/** What the shopper reads of a difference between the cart and the shop's prices. */
function changeWords({ kind, product, size, from, to, message }: OrderChange, items: readonly CheckoutItem[]): string {
  const name = items.find((item) => item.product === product && item.size === size)?.name;
  if (kind === 'price' && name && from !== null && to !== null) {
    return m.priceChanged({ name, from: formatRupees(from), to: formatRupees(to) });
  }
  return kind === 'total' && to !== null ? m.totalIs({ total: formatRupees(to) }) : message;
}

/** Stores a draft that is already an order on the server, and ends the checkout. */
function settleOrdered(draft: Draft, address: OrderAddress | null, order: TakenOrder, now: number): string {
  keepCopy(draft, address, order, now);
  clearBought(draft);
  clearSession();
  forget('nextDraft');
  return order.orderNumber;
}

/** Adds the order that the server has made of a draft to those of this device. */
function keepCopy(draft: Draft, address: OrderAddress | null, order: TakenOrder, now: number): void {
  const shippingAddress = address ?? order.shippingAddress;
  if (!shippingAddress || findOrder(getOrders(), order.orderNumber)) return;
  const parts = {
    ...draft,
    address: shippingAddress,
    note: order.orderNote ?? getNote(),
    giftMessage: order.giftMessage === undefined ? getGiftMessage() : order.giftMessage,
    utr: order.payment?.utrNumber ?? getUtr(),
    app: order.payment?.app ?? getChoice()?.appId ?? '',
  };
  const copy = withServerOrder(localOrder(parts, now), order);
  // The shop has made it by itself, so the UTR is that of the bank's report.
  keepOrder(copy.payment.status === 'completed' ? { ...copy, payment: { ...copy.payment, fromBank: true } } : copy);
}

/**
 * The server has placed the order of a draft without this device: from here on it is an order like
 * any other here. A checkout that has begun since stays.
 */
export function takeOver(draft: Draft, order: TakenOrder, now: number): void {
  if (outbox.settleSent(draft.orderNumber, order)) return;
  settleCopy(draft.orderNumber, order);
  if ((getDraft() ?? draft).orderNumber === draft.orderNumber) settleOrdered(draft, null, order, now);
  else keepCopy(draft, null, order, now);
}

/** Updates the cart's prices to the server's, so that cart and payment page show the same total. */
function takeOverPrices(items: readonly CheckoutItem[]): void {
  const cart = getCart();
  const lines = cart.map((line) => {
    const item = items.find(({ product, size }) => product === line.productId && size === line.size);
    return item && (item.price !== line.price || item.name !== line.name)
      ? {
          ...line,
          name: item.name,
          price: item.price,
          ...(item.originalPrice === undefined ? {} : { originalPrice: item.originalPrice }),
        }
      : line;
  });
  if (lines.some((line, index) => line !== cart[index])) replaceCart(lines);
}

export interface OrderParts {
  orderNumber: string;
  accessToken: string;
  direct: boolean;
  items: CheckoutItem[];
  pricing: Pricing;
  address: OrderAddress;
  note: string;
  giftMessage: string | null;
  utr: string;
  app: string;
  couponCode: string;
}

/** The body of `POST /orders`, with only the items that can be ordered (R2.5). */
function orderBody(parts: OrderParts): OrderBody {
  return {
    orderNumber: parts.orderNumber,
    accessToken: parts.accessToken,
    items: validItems(parts.items),
    shippingAddress: addressBody(parts.address),
    paymentMethod: 'upi',
    paymentDetails: {
      utrNumber: parts.utr,
      method: 'upi',
      status: 'pending',
      ...(parts.app ? { app: parts.app } : {}),
    },
    orderNote: parts.note,
    giftMessage: parts.giftMessage,
    ...(parts.couponCode ? { couponCode: parts.couponCode } : {}),
    subtotal: parts.pricing.subtotal,
    shipping: 0,
    total: parts.pricing.total,
    status: 'pending',
  };
}

/** The device's copy of an order that is being sent. */
/** Of the local copy (R2.3). No page shows it: pages say what D70 says. */
const SPECIFIED_DELIVERY_MS = 7 * 86_400_000;

function localOrder(parts: OrderParts, now: number): LocalOrder {
  return {
    id: parts.orderNumber,
    orderNumber: parts.orderNumber,
    accessToken: parts.accessToken,
    items: parts.items,
    shippingAddress: parts.address,
    paymentMethod: 'upi',
    payment: { status: 'pending', utrNumber: parts.utr, app: parts.app },
    orderNote: parts.note,
    giftMessage: parts.giftMessage,
    subtotal: parts.pricing.subtotal,
    discount: parts.pricing.discount,
    discounts: parts.pricing.discounts,
    shipping: 0,
    total: parts.pricing.total,
    status: 'pending',
    createdAt: now,
    estimatedDelivery: now + SPECIFIED_DELIVERY_MS,
    delivery: 'sending',
  };
}

export type Placed =
  /** `sent` is false while the order is in the outbox (D25). */
  | { kind: 'placed'; orderNumber: string; sent: boolean }
  | { kind: 'refused'; message: string; errors: { path: string; msg: string }[] };

/** The parts of the current order; null when draft or address is missing. */
export function currentParts(): OrderParts | null {
  const draft = getDraft();
  const address = getAddress();
  if (!draft || !address) return null;
  const { orderNumber, accessToken, direct, items, pricing, couponCode } = draft;
  return {
    orderNumber,
    accessToken,
    direct,
    items,
    pricing,
    couponCode,
    address,
    note: getNote(),
    giftMessage: getGiftMessage(),
    utr: getUtr(),
    app: getChoice()?.appId ?? '',
  };
}

/**
 * Places an order: stores it on the device, then sends it. Once the server has accepted it or the
 * outbox holds it, cart and session are cleared, and the path of the confirmation is stored under
 * `pendingPaymentRedirect` until it is opened. If the server rejects the order, cart and session
 * stay, so that the shopper can correct it.
 */
export async function placeOrder(parts: OrderParts, now: number): Promise<Placed> {
  const existing = findOrder(getOrders(), parts.orderNumber);
  const drafted = getDraft()?.orderNumber === parts.orderNumber;
  if (existing?.delivery === 'sent') return finish(parts, existing.orderNumber, { sent: true, drafted });
  const choice = getChoice();
  if (choice && parts.utr) keepChoice({ ...choice, utrNumber: parts.utr });
  const body = orderBody(parts);
  keepOrder(localOrder(parts, now));
  outbox.add(body);
  const delivery = await outbox.deliver(parts.orderNumber);
  if (delivery.kind === 'refused') {
    outbox.remove(parts.orderNumber);
    dropOrder(parts.orderNumber);
    return { kind: 'refused', message: delivery.message, errors: delivery.errors };
  }
  return finish(parts, delivery.kind === 'delivered' ? delivery.order.orderNumber : parts.orderNumber, {
    sent: delivery.kind === 'delivered',
    drafted,
  });
}

/**
 * @param state `drafted`: the order is the draft of this device. The outbox may have ended its
 * checkout already
 */
function finish(parts: OrderParts, orderNumber: string, state: { sent: boolean; drafted: boolean }): Placed {
  if (state.drafted) {
    endCheckout(parts.orderNumber);
  } else {
    clearBought(parts);
    clearSession();
  }
  writeText('pendingPaymentRedirect', confirmationPath(orderNumber));
  return { kind: 'placed', orderNumber, sent: state.sent };
}

export function confirmationPath(orderNumber: string): string {
  return `/order-confirmation/${encodeURIComponent(orderNumber)}`;
}

/**
 * Opens the confirmation in a new tab, or in this one when the browser blocks it (D29).
 *
 * @param here navigates this tab
 */
export function openConfirmation(orderNumber: string, here: (path: string) => void): void {
  const path = confirmationPath(orderNumber);
  forget('pendingPaymentRedirect');
  // A new tab would not have an order that is only in the memory of this one.
  const tab = endsWithPage('orders') ? null : window.open(pagePath(path), '_blank');
  // With `noopener`, `window.open` always returns null.
  if (tab) tab.opener = null;
  else here(path);
}

/**
 * A token as strong as the server's, for an order created while the server cannot be reached (D19).
 */
export function ownToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
