import { useMemo } from 'react';
import type { OrderAddress } from '#shop/orders/address.ts';
import type { OrderStatus, PaymentStatus } from '#shop/orders/order-status.ts';
import type { DiscountLine, Order } from '#shop/orders/orders.ts';
import { call } from './api.ts';
import { readJson, useStoredText, writeJson } from './device.ts';
import { acceptDiscounts, codeIn } from './discounts.ts';
import type { CheckoutItem } from './stored-checkout.ts';
import { acceptAddress, acceptItem } from './stored-checkout.ts';

/**
 * An order stored on this device, under `orders` (R2.3 Local order copy): the shopper's input, the
 * access token of the order on the server (D32), and the state of its delivery to the server (D25).
 * Amounts in rupees, times in epoch milliseconds.
 */
export interface LocalOrder {
  /** The order number. */
  id: string;
  orderNumber: string;
  /** The number that this device assigned, if the server assigned another one (D21). */
  formerNumber?: string;
  accessToken: string | null;
  items: CheckoutItem[];
  shippingAddress: OrderAddress;
  paymentMethod: string;
  /** `fromBank`: nobody typed the UTR here, it came with the bank's report (D61). */
  payment: { status: PaymentStatus; utrNumber: string; app: string; fromBank?: true };
  orderNote: string;
  /** Null when it is no gift. */
  giftMessage: string | null;
  subtotal: number;
  discount: number;
  /** The parts of `discount`. */
  discounts: DiscountLine[];
  shipping: 0;
  total: number;
  status: OrderStatus;
  createdAt: number;
  /** Not shown: the pages say what the order of the server says (D70). */
  estimatedDelivery: number | null;
  /**
   * `sent`: the server has it. `sending`: in the outbox. `refused`: the server rejected it;
   * `refusal` is the reason.
   */
  delivery: 'sent' | 'sending' | 'refused';
  refusal?: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const amount = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
/**
 * Epoch milliseconds of a date, which older copies and other servers write as text; 0 if it is
 * none.
 */
export const moment = (value: unknown) => (typeof value === 'string' ? Date.parse(value) || 0 : amount(value));

/** The stored order, or null when the value is not valid. */
export function acceptOrder(value: unknown): LocalOrder | null {
  if (!isRecord(value)) return null;
  const orderNumber = text(value.orderNumber) || text(value.id);
  const address = acceptAddress(value.shippingAddress);
  if (!orderNumber || !address || !Array.isArray(value.items)) return null;
  // The payload's `paymentDetails.status` is no more than a claim: only the server knows the
  // payment (D24).
  const payment = isRecord(value.payment) ? value.payment : {};
  const details = isRecord(value.paymentDetails) ? value.paymentDetails : {};
  const createdAt = moment(value.createdAt);
  return {
    id: orderNumber,
    orderNumber,
    ...(text(value.formerNumber) ? { formerNumber: text(value.formerNumber) } : {}),
    accessToken: text(value.accessToken) || null,
    items: value.items.flatMap((item) => acceptItem(item) ?? []),
    shippingAddress: address,
    paymentMethod: text(value.paymentMethod) || 'upi',
    payment: {
      status: payment.status === 'completed' || payment.status === 'failed' ? payment.status : 'pending',
      utrNumber: text(payment.utrNumber) || text(details.utrNumber),
      app: text(payment.app) || text(details.app),
      ...(payment.fromBank === true ? { fromBank: true } : {}),
    },
    orderNote: text(value.orderNote),
    giftMessage: typeof value.giftMessage === 'string' ? value.giftMessage : null,
    subtotal: amount(value.subtotal),
    discount: amount(value.discount),
    discounts: acceptDiscounts(value.discounts, amount(value.discount)),
    shipping: 0,
    total: amount(value.total),
    status: (text(value.status) || 'pending') as OrderStatus,
    createdAt,
    estimatedDelivery: moment(value.estimatedDelivery) || null,
    delivery: value.delivery === 'sending' || value.delivery === 'refused' ? value.delivery : 'sent',
    ...(text(value.refusal) ? { refusal: text(value.refusal) } : {}),
  };
}

function acceptOrders(value: unknown): LocalOrder[] | null {
  return Array.isArray(value) ? value.flatMap((entry) => acceptOrder(entry) ?? []) : null;
}

const NONE: LocalOrder[] = [];

/** All orders, newest first. */
export function getOrders(): LocalOrder[] {
  return (readJson('orders', acceptOrders) ?? []).sort((a, b) => b.createdAt - a.createdAt);
}

/** The order with this number or former number. */
export function findOrder(orders: readonly LocalOrder[], number: string): LocalOrder | null {
  return orders.find((order) => order.id === number) ?? orders.find((order) => order.formerNumber === number) ?? null;
}

/** Stores the orders, each with the `paymentDetails` of its payload (R2.3). */
function storeOrders(orders: readonly LocalOrder[]): void {
  const withDetails = orders.map((order) => {
    const paymentDetails = { utrNumber: order.payment.utrNumber, method: order.paymentMethod, status: 'pending' };
    return { ...order, paymentDetails };
  });
  writeJson('orders', withDetails);
}

/** Adds an order, or replaces the one with the same number. */
export function keepOrder(order: LocalOrder): void {
  storeOrders([order, ...getOrders().filter(({ id }) => id !== order.id)]);
}

export function dropOrder(number: string): void {
  storeOrders(getOrders().filter(({ id }) => id !== number));
}

/** Changes one order's copy; does nothing when the order is not on this device. */
export function changeOrder(number: string, change: (order: LocalOrder) => LocalOrder): void {
  const orders = getOrders();
  if (!orders.some(({ id }) => id === number)) return;
  storeOrders(orders.map((order) => (order.id === number ? change(order) : order)));
}

/** An order in a response. Only its number is certain (R2.7). */
export type TakenOrder = Pick<Order, 'orderNumber'> &
  Partial<Omit<Order, 'payment' | 'pricing'>> & {
    payment?: Partial<Order['payment']>;
    pricing?: Partial<Order['pricing']>;
    accessToken?: string | undefined;
  };

/** The whole order: what its response does not have is as this device has sent it. */
function completed(copy: LocalOrder, { accessToken: _, ...taken }: TakenOrder): Order {
  const { shippingAddress, paymentMethod, orderNote, giftMessage, status } = copy;
  const { subtotal, discount, discounts, shipping, total } = copy;
  const createdAt = moment(taken.createdAt) || copy.createdAt;
  return {
    _id: taken.orderNumber,
    id: taken.orderNumber,
    items: copy.items.map((item) => ({ originalPrice: item.price, ...item })),
    shippingAddress,
    paymentMethod,
    orderNote,
    giftMessage,
    status,
    needsAttention: [],
    events: [],
    ...taken,
    payment: {
      method: paymentMethod,
      status: copy.payment.status,
      utrNumber: copy.payment.utrNumber || null,
      ...taken.payment,
    },
    pricing: {
      subtotal,
      shippingCharges: shipping,
      tax: 0,
      discount,
      paymentCode: codeIn(discounts),
      discounts,
      total,
      ...taken.pricing,
    },
    createdAt,
    updatedAt: moment(taken.updatedAt) || createdAt,
    estimatedDelivery: moment(taken.estimatedDelivery) || copy.estimatedDelivery,
  };
}

/**
 * Updates the copy of an order that the server has taken. If that is an earlier order of this
 * device, one copy remains, with its secret.
 */
export function settleCopy(number: string, taken: TakenOrder): void {
  const orders = getOrders();
  const copy = orders.find(({ id }) => id === number);
  if (!copy) return;
  const settled = withServerOrder(copy, taken);
  const earlier = orders.find(({ id }) => id === settled.id);
  const others = orders.filter(({ id }) => id !== number && id !== settled.id);
  const { createdAt } = earlier ?? settled;
  // The secret of the copy opens the order if the device had sent it before under a number that was
  // taken.
  const accessToken = settled.accessToken ?? earlier?.accessToken ?? copy.accessToken;
  storeOrders([{ ...settled, createdAt, accessToken }, ...others]);
}

/**
 * The copy updated from the server's order: number, access token, statuses, prices, and names in
 * the language of the page.
 */
export function withServerOrder(order: LocalOrder, taken: TakenOrder): LocalOrder {
  const { refusal: _, ...rest } = order;
  const live = completed(order, taken);
  return {
    ...rest,
    id: live.orderNumber,
    orderNumber: live.orderNumber,
    ...(live.orderNumber === order.orderNumber ? {} : { formerNumber: order.orderNumber }),
    // Another number means that the server returned an earlier order: this copy's token does not
    // belong to it.
    accessToken: taken.accessToken ?? (live.orderNumber === order.orderNumber ? order.accessToken : null),
    items: order.items.map((item) => {
      const same = live.items.find(({ product, size }) => product === item.product && size === item.size);
      return same ? { ...item, name: same.name } : item;
    }),
    // A payment that the bank has reported brings its own UTR.
    payment: {
      ...order.payment,
      status: live.payment.status,
      utrNumber: live.payment.utrNumber ?? order.payment.utrNumber,
    },
    subtotal: live.pricing.subtotal,
    discount: live.pricing.discount,
    discounts: live.pricing.discounts,
    total: live.pricing.total,
    status: live.status,
    delivery: 'sent',
  };
}

/** The copy of an order that was placed on another device and opened here with its code (D33). */
export function openedOrder(live: Order, accessToken: string): LocalOrder {
  const { orderNumber, items, shippingAddress, paymentMethod, payment, orderNote, giftMessage, pricing } = live;
  const { createdAt, estimatedDelivery, status } = live;
  return {
    id: orderNumber,
    orderNumber,
    accessToken,
    items,
    shippingAddress,
    paymentMethod,
    payment: { status: payment.status, utrNumber: payment.utrNumber ?? '', app: payment.app ?? '' },
    orderNote,
    giftMessage,
    subtotal: pricing.subtotal,
    discount: pricing.discount,
    discounts: pricing.discounts,
    shipping: 0,
    total: pricing.total,
    status,
    createdAt,
    estimatedDelivery,
    delivery: 'sent',
  };
}

/** The orders of this device as React state; empty until hydration. */
export function useOrders(): LocalOrder[] {
  const stored = useStoredText('orders');
  return useMemo(() => (stored === null ? NONE : getOrders()), [stored]);
}

/**
 * Fetches the current order with the access token of the local copy, and updates the copy.
 * `usualCheckMs`: how long checking a payment usually takes, or null if that is not known.
 *
 * @throws ApiError when it cannot be read (404: wrong access token)
 */
export async function readLive(
  order: LocalOrder,
  signal?: AbortSignal,
): Promise<{ order: Order; usualCheckMs: number | null }> {
  const { order: taken, usualCheckMs = null } = await call(
    'GET /orders/:id',
    { params: { id: order.orderNumber } },
    { headers: { 'x-order-token': order.accessToken ?? '' }, ...(signal ? { signal } : {}) },
  );
  changeOrder(order.orderNumber, (copy) => withServerOrder(copy, taken));
  return { order: completed(order, taken), usualCheckMs };
}
