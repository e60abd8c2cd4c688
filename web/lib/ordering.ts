import { validItems } from '#shop/money/pricing.ts';
import type { OrderAddress } from '#shop/orders/address.ts';
import { clientOrderNumber, estimatedDelivery } from '#shop/orders/order-status.ts';
import { call, isApiError, isUnreachable } from './api.ts';
import { getCart, replaceCart } from './cart.ts';
import type { CheckoutItem, Draft, Pricing } from './checkout.ts';
import {
  clearBought,
  clearSession,
  getAddress,
  getChoice,
  getDraft,
  getNote,
  getUtr,
  keepDraft,
  ownToken,
  priceItems,
} from './checkout.ts';
import { forget, writeText } from './device.ts';
import type { LocalOrder } from './my-orders.ts';
import { dropOrder, findOrder, getOrders, keepOrder, withServerOrder } from './my-orders.ts';
import type { OrderBody, TakenOrder } from './outbox.ts';
import { orderOf409, outbox } from './outbox.ts';

/** The two calls of checkout: the draft that holds the goods (D19) and the order itself (D21–D25). */

/** What came of asking for a draft. `refused`: these goods cannot be had like this; the sentences say why. */
export type DraftResult =
  | { kind: 'held'; draft: Draft; changes: string[] }
  | { kind: 'offline'; draft: Draft }
  /** The draft has become an order already: its answer was lost on the way. */
  | { kind: 'ordered'; orderNumber: string }
  | { kind: 'refused'; message: string; details: string[]; code: number };

/** The address as the server takes it. */
function addressBody(address: OrderAddress): Record<string, string> {
  const { name, phone, email, address: street, city, state, pincode, country, addressType = 'home' } = address;
  return { name, phone, email, address: street, city, state, pincode, country, addressType };
}

/**
 * Makes the draft for these items, or refreshes the one this device has. When the server cannot be reached, checkout goes on
 * with the device's own `ORD<timestamp>` (D19). The cart takes over the prices that are true now.
 *
 * @param offer the online payment offer in rupees, for the sum when the server cannot say it (D30)
 */
export async function saveDraft(wanted: {
  items: CheckoutItem[];
  direct: boolean;
  /** As far as it is known: the goods are held without one too. */
  address: OrderAddress | null;
  offer: number;
  now: number;
  signal?: AbortSignal;
}): Promise<DraftResult> {
  const { items, direct, address, offer, now } = wanted;
  const known = getDraft();
  const own = priceItems(items, offer);
  const body = {
    items,
    ...(address ? { shippingAddress: addressBody(address) } : {}),
    paymentMethod: 'pending',
    orderNote: getNote(),
    subtotal: own.subtotal,
    shipping: 0,
    total: own.total,
    ...(known ? { orderNumber: known.orderNumber, accessToken: known.accessToken } : {}),
  } as const;
  try {
    const { order, changes } = await call(
      'POST /orders/draft',
      { body },
      wanted.signal ? { signal: wanted.signal } : {},
    );
    const draft: Draft = {
      orderNumber: order.orderNumber,
      accessToken: order.accessToken,
      direct,
      items: order.items,
      pricing: { subtotal: order.pricing.subtotal, discount: order.pricing.discount, total: order.pricing.total },
      reservedUntil: order.reservedUntil,
    };
    keepDraft(draft);
    if (!direct) takeOverPrices(order.items);
    return { kind: 'held', draft, changes: changes.map(({ message }) => message) };
  } catch (error) {
    if (wanted.signal?.aborted) throw error;
    const ordered = orderOf409(error);
    if (ordered && known) return { kind: 'ordered', orderNumber: settleKnown(known, address, ordered, now) };
    if (isApiError(error) && !isUnreachable(error)) {
      return {
        kind: 'refused',
        message: error.message,
        details: error.errors.map(({ msg }) => msg),
        code: error.status,
      };
    }
    const draft: Draft = {
      orderNumber: known?.orderNumber ?? clientOrderNumber(now),
      accessToken: known?.accessToken ?? ownToken(),
      direct,
      items,
      pricing: own,
      reservedUntil: known?.reservedUntil ?? null,
    };
    keepDraft(draft);
    return { kind: 'offline', draft };
  }
}

/** The server has this draft as an order: the device keeps it as one too, and the checkout is over. */
function settleKnown(draft: Draft, address: OrderAddress | null, order: TakenOrder, now: number): string {
  if (!findOrder(getOrders(), order.orderNumber)) {
    const parts = {
      ...draft,
      address: address ?? order.shippingAddress,
      note: getNote(),
      utr: getUtr(),
      app: getChoice()?.appId ?? '',
    };
    keepOrder(withServerOrder(localOrder(parts, now), order));
  }
  clearBought(draft);
  clearSession();
  return order.orderNumber;
}

/** Brings the cart's prices up to the server's, so that cart and payment never show two sums. */
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

/** What an order is made of. */
export interface OrderParts {
  orderNumber: string;
  accessToken: string;
  direct: boolean;
  items: CheckoutItem[];
  pricing: Pricing;
  address: OrderAddress;
  note: string;
  utr: string;
  app: string;
}

/** The order's body, with only the items that can be ordered (R2.5). */
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
    subtotal: parts.pricing.subtotal,
    shipping: 0,
    total: parts.pricing.total,
    status: 'pending',
  };
}

/** The device's copy of an order that is on its way. */
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
    subtotal: parts.pricing.subtotal,
    discount: parts.pricing.discount,
    shipping: 0,
    total: parts.pricing.total,
    status: 'pending',
    createdAt: now,
    estimatedDelivery: estimatedDelivery(now),
    delivery: 'sending',
  };
}

export type Placed =
  /** `sent` false: kept on this device, being sent (D25). */
  | { kind: 'placed'; orderNumber: string; sent: boolean }
  | { kind: 'refused'; message: string; errors: { path: string; msg: string }[] };

/** The parts of the order that this device is in the middle of; null when draft or address is missing. */
export function currentParts(): OrderParts | null {
  const draft = getDraft();
  const address = getAddress();
  if (!draft || !address) return null;
  const { orderNumber, accessToken, direct, items, pricing } = draft;
  return {
    orderNumber,
    accessToken,
    direct,
    items,
    pricing,
    address,
    note: getNote(),
    utr: getUtr(),
    app: getChoice()?.appId ?? '',
  };
}

/**
 * Places an order: kept on the device first, then sent. Once the server has it, or the outbox keeps it, cart and session are
 * cleared and the confirmation's address stands under `pendingPaymentRedirect` until it has been opened. A refusal changes
 * nothing on the device, so that the shopper can put it right.
 */
export async function placeOrder(parts: OrderParts, now: number): Promise<Placed> {
  const known = findOrder(getOrders(), parts.orderNumber);
  if (known?.delivery === 'sent') return finish(parts, known.orderNumber, true);
  const body = orderBody(parts);
  keepOrder(localOrder(parts, now));
  outbox.add(body);
  const delivery = await outbox.deliver(parts.orderNumber);
  if (delivery.kind === 'refused') {
    outbox.remove(parts.orderNumber);
    dropOrder(parts.orderNumber);
    return { kind: 'refused', message: delivery.message, errors: delivery.errors };
  }
  return finish(
    parts,
    delivery.kind === 'delivered' ? delivery.order.orderNumber : parts.orderNumber,
    delivery.kind === 'delivered',
  );
}

function finish(parts: OrderParts, orderNumber: string, sent: boolean): Placed {
  clearBought(parts);
  clearSession();
  writeText('pendingPaymentRedirect', confirmationPath(orderNumber));
  return { kind: 'placed', orderNumber, sent };
}

export function confirmationPath(orderNumber: string): string {
  return `/order-confirmation/${encodeURIComponent(orderNumber)}`;
}

/**
 * Opens the confirmation in a new tab, or in this one when the browser blocks that (D29).
 *
 * @param here moves this tab
 */
export function openConfirmation(orderNumber: string, here: (path: string) => void): void {
  const path = confirmationPath(orderNumber);
  forget('pendingPaymentRedirect');
  // With `noopener` the browser answers null for an opened tab too, so the tie is cut by hand.
  const tab = window.open(path, '_blank');
  if (tab) tab.opener = null;
  else here(path);
}
