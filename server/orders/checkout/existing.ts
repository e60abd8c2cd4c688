import { SHOPPER } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey, together } from '#server/database/prepared.ts';
import type { Trx, Work } from '#server/database/transact.ts';
import { sha256 } from '#server/ids.ts';
import type { ShopError } from '#shop/errors.ts';
import { isOrderNumber } from '#shop/orders/orders.ts';
import { hasLapsed } from '../claims.queries.ts';
import { type Credentials, ownsOrder } from '../credentials.ts';
import { duplicateOrder } from '../duplicate-order.ts';
import { applyChange, type ChangeDeps } from '../lifecycle/change-order.ts';
import { decideUtr } from '../lifecycle/send-utr.ts';
import * as queries from '../queries.ts';
import type { WantedItem } from './lines.ts';

export interface Placed {
  row: queries.OrderRow;
  lines: queries.LineRow[];
  events: queries.EventRow[];
  accessToken: string;
  /** False when the UTR was added to an existing order. */
  created: boolean;
}

export interface Found {
  /** The existing order that this submission repeats. */
  same?: queries.OrderRow;
  /** The draft that becomes the order. */
  draft?: queries.OrderRow;
  /** The lines of the order or draft with this number. */
  lines: queries.LineRow[];
  /** The number to use for a new order; undefined when the server chooses one. */
  number?: string;
  /** Other orders with the same UTR. */
  others: queries.OrderRow[];
}

/** Finds the existing order or draft that this submission belongs to (D21). An equal number alone is not enough. */
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
  // Locked without a UTR too: otherwise the second of two equal submissions would find the last piece sold, not its own order.
  const key = utr ?? credentials.orderNumber ?? tokenHash;
  const { orderNumber } = credentials;
  const [, numbered, lines, withUtr] = await together([
    // Submissions with the same UTR, or else number or secret, find each other (I3), and a UTR that two phones use at once is marked.
    key === null ? undefined : lockKey(trx, database.kind, key),
    orderNumber ? queries.readOrder(trx, orderNumber, database.kind) : undefined,
    isOrderNumber(orderNumber) ? queries.readLines(trx, [orderNumber]) : [],
    utr === null ? [] : queries.ordersWithUtr(trx, utr),
  ]);
  const proven = numbered !== undefined && tokenHash !== null && numbered.access_token_hash === tokenHash;
  // Paid after it was cancelled: money may have moved, so it is recorded as a new order (D22).
  const unpaid = numbered?.status === 'cancelled' && utr !== null && numbered.utr !== utr;
  // What the shop cancelled for want of a UTR is reopened instead (D53).
  const revived = unpaid && !(await hasLapsed(trx, numbered));
  if (numbered && proven && numbered.status !== 'draft' && !revived) {
    return { same: numbered, lines, others: [] };
  }
  let others: queries.OrderRow[] = [];
  if (utr !== null) {
    others = withUtr;
    // A submission with its own draft, or with other items, is another order, perhaps with an old UTR by mistake. It is recorded and
    // marked `duplicate_utr`; returning the former order would lose this one (D22).
    const mine = others.filter((order) => order.phone === phone);
    const same = numbered?.status === 'draft' && proven ? undefined : await withItems(trx, mine, items);
    if (same) {
      return { same, lines, others: [] };
    }
  }
  if (!proven && tokenHash !== null) {
    const same = await queries.orderOfToken(trx, phone, tokenHash);
    if (same) {
      return { same, lines, others: [] };
    }
  }
  if (numbered?.status === 'draft' && proven) {
    return { draft: numbered, lines, others };
  }
  const free = !numbered && isOrderNumber(credentials.orderNumber);
  return { ...(free ? { number: orderNumber } : {}), lines: [], others };
}

/** The one of `orders` with exactly these items. */
async function withItems(
  trx: Trx,
  orders: queries.OrderRow[],
  items: WantedItem[],
): Promise<queries.OrderRow | undefined> {
  if (orders.length === 0) {
    return undefined;
  }
  const lines = await queries.readLines(
    trx,
    orders.map((order) => order.order_number),
  );
  return orders.find(({ order_number }) => {
    const own = lines.filter((line) => line.order_number === order_number);
    // Any label fits a product without sizes.
    const sizeless = new Set(own.filter((line) => line.stock_size === '').map((line) => line.product_id));
    const textOf = (list: { product: string; size: string; quantity: number }[]) =>
      JSON.stringify(
        list
          .map(({ product, size, quantity }) => [product, sizeless.has(product) ? '' : size, quantity].join('\n'))
          .sort(),
      );
    return textOf(own.map((line) => ({ ...line, product: line.product_id }))) === textOf(items);
  });
}

/**
 * Handles a resubmitted order: its items never change, but the UTR may be new (see `receiveUtr`). The caller holds `lockKey` of
 * the UTR.
 *
 * @returns the order with its new UTR, or the error to throw after the commit
 */
export async function submitAgain(
  work: Work,
  context: ServiceContext,
  deps: ChangeDeps,
  order: queries.OrderRow,
  {
    utr,
    typed,
    app,
    accessToken,
  }: { utr: string | null; typed: string | null; app: string; accessToken: string | undefined },
): Promise<Placed | ShopError> {
  const { estimatedDeliveryDays } = deps.terms;
  if (accessToken === undefined || !ownsOrder(order, accessToken) || utr === null || utr === order.utr) {
    return duplicateOrder(work.trx, order, estimatedDeliveryDays);
  }
  let taken = false;
  const row = await applyChange(work, context, deps, {
    ...{ orderNumber: order.order_number, actor: SHOPPER },
    decide: async (facts) => {
      const { outcome, change } = await decideUtr(facts, { utr, typed, app });
      taken = outcome === 'taken';
      return change;
    },
  });
  if (!taken) {
    return duplicateOrder(work.trx, row, estimatedDeliveryDays);
  }
  const numbers = [row.order_number];
  const lines = await queries.readLines(work.trx, numbers);
  return { row, lines, events: await queries.readEvents(work.trx, numbers), accessToken, created: false };
}
