import type { ServiceContext } from '#server/context.ts';
import type { Trx } from '#server/database/transact.ts';
import { sha256 } from '#server/ids.ts';
import type { ShopError } from '#shop/errors.ts';
import { isOrderNumber } from '#shop/orders/orders.ts';
import type { Credentials } from '../credentials.ts';
import { attentionColumns, isSettled } from '../lifecycle/attention.ts';
import * as queries from '../queries.ts';
import type { OrderTerms } from '../terms.ts';
import { attentionAfterPayment } from '../wire.ts';
import type { WantedItem } from './lines.ts';
import { duplicateOrder } from './record.ts';

export interface Placed {
  row: queries.OrderRow;
  lines: queries.LineRow[];
  events: queries.EventRow[];
  accessToken: string;
  /** False when an order was there already and only took the UTR on. */
  created: boolean;
}

export interface Found {
  /** The very order that is being sent again. */
  same?: queries.OrderRow;
  /** The draft that becomes the order. */
  draft?: queries.OrderRow;
  /** The number to use for a new order; undefined for one of the shop's own. */
  number?: string;
  /** Other orders with the same UTR. */
  others: queries.OrderRow[];
}

/** Further references that one order keeps for staff to read; a shopper mistypes once or twice. */
const MOST_REFERENCES = 10;

/** Finds out whether this submit belongs to an order or a draft that is there (D21). A mere clash of numbers does not. */
export async function findExisting(
  trx: Trx,
  { database }: ServiceContext,
  {
    utr,
    phone,
    items,
    credentials,
  }: { utr: string | null; phone: string; items: WantedItem[]; credentials: Credentials },
): Promise<Found> {
  const tokenHash = credentials.accessToken ? sha256(credentials.accessToken) : null;
  // Without a reference too: the second of two equal submits would else find the last piece gone, and not its own order.
  const key = utr ?? credentials.orderNumber ?? tokenHash;
  if (key !== null) {
    await queries.lockSubmit(trx, database.kind, key);
  }
  const numbered = credentials.orderNumber
    ? await queries.readOrder(trx, credentials.orderNumber, database.kind)
    : undefined;
  const proven = numbered !== undefined && tokenHash !== null && numbered.access_token_hash === tokenHash;
  // Paid for after it was cancelled: money may have moved, so it is recorded as a new order (D22).
  const revived = numbered?.status === 'cancelled' && utr !== null && numbered.utr !== utr;
  if (numbered && proven && numbered.status !== 'draft' && !revived) {
    return { same: numbered, others: [] };
  }
  let others: queries.OrderRow[] = [];
  if (utr !== null) {
    others = await queries.ordersWithUtr(trx, utr);
    // Who comes with a draft of his own is paying for another order and has perhaps typed an old UTR: it is recorded and
    // marked `duplicate_utr`, for to answer with the former order would lose this one (D22). Other items tell the same.
    const mine = others.filter((order) => order.phone === phone);
    const same = numbered?.status === 'draft' && proven ? undefined : await withItems(trx, mine, items);
    if (same) {
      return { same, others: [] };
    }
  }
  if (!proven && tokenHash !== null) {
    const same = await queries.orderOfToken(trx, phone, tokenHash);
    if (same) {
      return { same, others: [] };
    }
  }
  if (numbered?.status === 'draft' && proven) {
    return { draft: numbered, others };
  }
  const free = !numbered && isOrderNumber(credentials.orderNumber);
  return { ...(free ? { number: credentials.orderNumber } : {}), others };
}

/** The one of `orders` that is over exactly these items. */
async function withItems(
  trx: Trx,
  orders: queries.OrderRow[],
  items: WantedItem[],
): Promise<queries.OrderRow | undefined> {
  if (orders.length === 0) {
    return undefined;
  }
  const textOf = (list: { product: string; size: string; quantity: number }[]) =>
    JSON.stringify(list.map(({ product, size, quantity }) => [product, size, quantity].join('\n')).sort());
  const wanted = textOf(items);
  const lines = await queries.readLines(
    trx,
    orders.map((order) => order.order_number),
  );
  return orders.find(({ order_number }) => {
    const own = lines.filter((line) => line.order_number === order_number);
    return textOf(own.map((line) => ({ ...line, product: line.product_id }))) === wanted;
  });
}

/**
 * The order is there already, and what was ordered is never overwritten. A UTR that was missing, or that replaces one which
 * staff have not found, is written down: that is how a shopper pays for an order placed before. Any other UTR is kept as a
 * note for staff.
 *
 * @returns the order with its new UTR, or the failure to throw once the transaction is committed
 */
export async function answerExisting(
  trx: Trx,
  order: queries.OrderRow,
  terms: OrderTerms,
  { utr, app, at, credentials }: { utr: string | null; app: string; at: number; credentials: Credentials },
): Promise<Placed | ShopError> {
  const proven = credentials.accessToken !== undefined && order.access_token_hash === sha256(credentials.accessToken);
  if (utr === null || utr === order.utr || !proven) {
    return duplicateOrder(trx, order, terms.estimatedDeliveryDays);
  }
  if (order.payment_status === 'completed' || (order.utr !== null && order.payment_status === 'pending')) {
    await keepForStaff(trx, order, `Another UTR was sent for this order: ${utr}`, at);
    return duplicateOrder(trx, order, terms.estimatedDeliveryDays);
  }
  const reasons = attentionAfterPayment(order);
  const used = !reasons.includes('duplicate_utr') && (await queries.ordersWithUtr(trx, utr)).length > 0;
  if (used && !(await isSettled(trx, order.order_number, 'duplicate_utr', utr))) {
    reasons.push('duplicate_utr');
  }
  const change = {
    utr,
    payment_app: app || order.payment_app,
    // Staff look at it anew; their former decision stays in the payments.
    payment_status: 'pending' as const,
    payment_note: '',
    payment_decided_at: null,
    payment_decided_by: null,
    ...attentionColumns(reasons),
    search_text: queries.searchText({ ...order, utr }),
    updated_at: at,
  };
  await queries.updateOrder(trx, order, change);
  await queries.insertEvents(trx, [
    { orderNumber: order.order_number, kind: 'utr', status: null, at, author: 'shopper', note: 'UTR received' },
  ]);
  if (order.utr !== null) {
    await keepForStaff(trx, order, `The UTR before was ${order.utr}`, at);
  }
  return {
    row: { ...order, ...change, version: order.version + 1 },
    lines: await queries.readLines(trx, [order.order_number]),
    events: await queries.readEvents(trx, [order.order_number]),
    accessToken: credentials.accessToken ?? '',
    created: false,
  };
}

/** Writes a note that shoppers do not see, once. */
async function keepForStaff(trx: Trx, order: queries.OrderRow, note: string, at: number): Promise<void> {
  const events = await queries.readEvents(trx, [order.order_number]);
  const kept = events.filter((event) => event.kind === 'note' && event.author === 'shopper');
  if (kept.length < MOST_REFERENCES && !kept.some((event) => event.note === note)) {
    await queries.insertEvents(trx, [
      { orderNumber: order.order_number, kind: 'note', status: null, at, author: 'shopper', note },
    ]);
  }
}
