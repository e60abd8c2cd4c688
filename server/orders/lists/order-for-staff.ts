import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { type Returnable, returnableOf } from '#shop/orders/changes/returns.ts';
import type { OrderReturn } from '#shop/orders/line-input.ts';
import type { OrderBackground } from '#shop/orders/order-calls.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { orderDocuments } from '../rows/documents.queries.ts';
import * as queries from '../rows/orders.queries.ts';
import { orderReplacements } from '../rows/replacements.ts';
import { lastChange, returnsOf, type StoredReturn } from '../rows/returns.queries.ts';
import { toAdminOrder } from '../rows/wire.ts';
import { readBackground } from './background.ts';

/** @throws ShopError order_not_found */
export async function orderForStaff(db: Reader, orderNumber: string): Promise<AdminOrder> {
  return toStaff(db, await existing(db, orderNumber));
}

/**
 * One order for staff, with its emails, payment decisions, and other orders with the same UTR or
 * phone.
 *
 * @throws ShopError order_not_found
 */
export async function orderDetail(db: Reader, orderNumber: string): Promise<{ order: AdminOrder } & OrderBackground> {
  const row = await existing(db, orderNumber);
  return { order: await toStaff(db, row), ...(await readBackground(db, row)) };
}

async function existing(db: Reader, orderNumber: string): Promise<queries.OrderRow> {
  const row = await queries.readOrder(db, orderNumber);
  if (!row) throw new ShopError('order_not_found');
  return row;
}

async function toStaff(db: Reader, row: queries.OrderRow): Promise<AdminOrder> {
  const lines = await queries.readLines(db, [row.order_number]);
  const events = await queries.readEvents(db, [row.order_number]);
  const returns = await returnsOf(db, row.order_number);
  return {
    ...toAdminOrder(row, lines, events),
    documents: await orderDocuments(db, row.order_number),
    changedAt: (await lastChange(db, row.order_number))?.at ?? null,
    returns: returns.map((one) => toReturn(one, lines)),
    returnable: row.status === 'delivered' ? returnableOf(row, lines, returns).map(inRupees) : [],
    // Only orders that have been delivered can have replacements.
    replacements: row.delivered_at === null ? [] : await orderReplacements(db, row.order_number),
  };
}

function toReturn({ id, amount, reason, by, at, lines }: StoredReturn, all: queries.LineRow[]): OrderReturn {
  const items = lines.map(({ line, quantity }) => {
    const { name = '', size = '' } = all[line] ?? {};
    return { line, name, size, quantity };
  });
  return { id, items, amount: toRupees(amount), reason, by, at };
}

function inRupees({ quantity, amount }: Returnable): Returnable {
  return { quantity, amount: toRupees(amount) };
}
