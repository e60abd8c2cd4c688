import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { priceAt } from '#shop/catalogue/sale.ts';
import type { ChangeEvent } from '#shop/orders/changes/change.ts';
import type { CatalogueRow } from '#shop/orders/checkout/lines.ts';
import { isOrderNumber } from '#shop/orders/order-status.ts';
import { unlessTaken } from '../../database/errors.ts';
import { insertRows } from '../../database/rows.ts';
import type { OrderEventsTable, OrderLinesTable, OrdersTable } from '../../database/schema.ts';
import type { Reader, Trx } from '../../database/transact.ts';
import { newId } from '../../ids.ts';
import { noteColumns } from './notes.ts';

export type OrderRow = Selectable<OrdersTable>;
export type LineRow = Selectable<OrderLinesTable>;
export type EventRow = Selectable<OrderEventsTable>;

/**
 * A literal: SQLite prepares a statement with a bound LIMIT again on each run, which costs more
 * than the run itself.
 */
const ONE = sql.lit(1);

/** Products by id with their sizes and first image, deleted and inactive ones included. */
export async function readForOrder(db: Reader, productIds: string[], at: number): Promise<CatalogueRow[]> {
  const rows = await db
    .selectFrom('products')
    .leftJoin('product_sizes', (join) =>
      join.onRef('product_sizes.product_id', '=', 'products.id').on('product_sizes.removed_at', 'is', null),
    )
    .select((eb) => [
      'products.id',
      'products.name',
      'products.category_id',
      'products.status',
      'products.deleted_at',
      'products.hsn_code',
      'products.gst_rate_bp',
      'product_sizes.size',
      'product_sizes.label',
      'product_sizes.price',
      'product_sizes.original_price',
      'product_sizes.sale_price',
      'product_sizes.sale_from',
      'product_sizes.sale_until',
      'product_sizes.cost',
      eb
        .selectFrom('product_images')
        .select('product_images.url')
        .whereRef('product_images.product_id', '=', 'products.id')
        .orderBy('product_images.position')
        .limit(ONE)
        .as('image'),
    ])
    .where('products.id', 'in', productIds)
    .execute();
  return rows.map(({ sale_price, sale_from, sale_until, ...row }) => ({
    ...row,
    price: row.price === null ? null : priceAt({ price: row.price, sale_price, sale_from, sale_until }, at),
  }));
}

/**
 * One order or draft. `lock` locks its row until the end of the transaction; SQLite's begin
 * immediate does so anyway. Text that cannot be an order number is not queried: PostgreSQL rejects
 * NUL characters.
 */
export async function readOrder(db: Reader, orderNumber: string, lock?: 'for update'): Promise<OrderRow | undefined> {
  if (!isOrderNumber(orderNumber)) {
    return undefined;
  }
  const query = db.selectFrom('orders').selectAll().where('order_number', '=', orderNumber);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export function readLines(db: Reader, orderNumbers: string[]): Promise<LineRow[]> {
  return db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_number', 'in', orderNumbers)
    .orderBy('order_number')
    .orderBy('position')
    .execute();
}

export function readEvents(db: Reader, orderNumbers: string[]): Promise<EventRow[]> {
  return db
    .selectFrom('order_events')
    .selectAll()
    .where('order_number', 'in', orderNumbers)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** By order number: epoch ms of its last status change. */
export async function lastMoves(db: Reader, orderNumbers: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('order_events')
    .select((eb) => ['order_number', eb.fn.max('at').as('at')])
    .where('order_number', 'in', orderNumbers)
    .where('status', 'is not', null)
    .groupBy('order_number')
    .execute();
  return new Map(rows.map((row) => [row.order_number, Number(row.at)]));
}

/**
 * Orders (no drafts) with this UTR, oldest first. Sorted in memory, since there is rarely more than
 * one.
 */
export async function ordersWithUtr(db: Reader, utr: string): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('utr', '=', utr)
    .where('status', '!=', 'draft')
    .limit(sql.lit(50))
    .execute();
  return rows.sort((a, b) => a.created_at - b.created_at);
}

/** The order (no draft) of this phone that was placed with this token. */
export function orderOfToken(db: Reader, phone: string, tokenHash: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('phone', '=', phone)
    .where('access_token_hash', '=', tokenHash)
    .where('status', '!=', 'draft')
    .executeTakeFirst();
}

export type NewOrder = Partial<OrderRow> &
  Pick<OrderRow, 'order_number' | 'access_token_hash' | 'status' | 'created_at' | 'updated_at'>;

/**
 * A complete order row with the defaults of the other columns, so that it need not be read back
 * after the insert.
 */
export function wholeOrder(given: NewOrder): OrderRow {
  return {
    language: 'en',
    name: '',
    phone: '',
    email: '',
    address: '',
    city: '',
    state: '',
    pincode: '',
    country: 'India',
    address_type: 'home',
    gstin: '',
    notice_version: null,
    order_note: '',
    gift_message: null,
    payment_method: 'upi',
    payment_app: '',
    payment_status: 'pending',
    payment_note: '',
    payment_sentence: null,
    utr: null,
    utr_typed: null,
    paid_amount: null,
    payment_decided_at: null,
    payment_source: null,
    credit_id: null,
    refunded: 0,
    kept: 0,
    returned: 0,
    waived: 0,
    subtotal: 0,
    shipping: 0,
    tax: 0,
    discount: 0,
    staff_discount: 0,
    staff_reason: '',
    taken_by: '',
    coupon_id: null,
    coupon_code: '',
    coupon_label: '',
    coupon_discount: 0,
    payment_code: 0,
    total: 0,
    needs_attention: '[]',
    attention_count: 0,
    reserved_until: null,
    courier: '',
    courier_tracking: '',
    cancel_reason: '',
    cancel_sentence: null,
    internal_notes: '',
    search_text: '',
    placed_at: null,
    delivered_at: null,
    version: 1,
    ...given,
  };
}

type Searchable = Pick<OrderRow, 'order_number' | 'name' | 'phone' | 'email' | 'utr' | 'city' | 'pincode'>;

/** The lower-case text that the admin's search matches. */
export function searchText(order: Searchable): string {
  return [order.order_number, order.name, order.phone, order.email, order.utr ?? '', order.city, order.pincode]
    .join(' ')
    .toLowerCase();
}

/** Another order took the number. The transaction must be rolled back and can be tried again. */
export class TakenMeanwhile extends Error {}

/** Inserts an order or draft; `wholeOrder(given)` is its row. @throws TakenMeanwhile */
export async function insertOrder(trx: Trx, given: NewOrder): Promise<void> {
  // The number is the only unique column.
  await unlessTaken(
    () => trx.insertInto('orders').values(given).execute(),
    () => new TakenMeanwhile(),
  );
}

/** Changes an order that was read in this transaction and increments its version. */
export async function updateOrder(
  trx: Trx,
  order: Pick<OrderRow, 'order_number' | 'version'>,
  change: Updateable<OrdersTable>,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ ...change, version: order.version + 1 })
    .where('order_number', '=', order.order_number)
    .execute();
}

export function insertLines(trx: Trx, lines: Insertable<OrderLinesTable>[]): Promise<void> {
  return insertRows(trx, 'order_lines', lines);
}

export async function deleteLines(trx: Trx, orderNumber: string): Promise<void> {
  await trx.deleteFrom('order_lines').where('order_number', '=', orderNumber).execute();
}

export async function setTaken(trx: Trx, orderNumber: string, position: number, taken: number): Promise<void> {
  await trx
    .updateTable('order_lines')
    .set({ taken })
    .where('order_number', '=', orderNumber)
    .where('position', '=', position)
    .execute();
}

export async function addTaken(trx: Trx, orderNumber: string, position: number, pieces: number): Promise<void> {
  await trx
    .updateTable('order_lines')
    .set((eb) => ({ taken: eb('taken', '+', pieces) }))
    .where('order_number', '=', orderNumber)
    .where('position', '=', position)
    .execute();
}

/** Resets the taken quantities after the stock was returned. */
export async function clearTaken(trx: Trx, orderNumber: string): Promise<void> {
  await trx.updateTable('order_lines').set({ taken: 0 }).where('order_number', '=', orderNumber).execute();
}

/** A new timeline event. */
export interface NewEvent extends ChangeEvent {
  orderNumber: string;
  /** Epoch ms. */
  at: number;
  author: string;
}

/** Inserts events and returns their rows. */
export async function insertEvents(trx: Trx, events: NewEvent[]): Promise<EventRow[]> {
  // A common id prefix keeps events of the same millisecond in order.
  const prefix = newId('evt');
  const rows = events.map((event, index) => ({
    id: `${prefix}${index}`,
    order_number: event.orderNumber,
    kind: event.kind,
    status: event.status,
    at: event.at,
    author: event.author,
    ...noteColumns(event.note),
  }));
  await insertRows(trx, 'order_events', rows);
  return rows;
}
