import { type SelectQueryBuilder, sql } from 'kysely';
import type { PaymentStatus } from '#shop/orders.ts';
import type { Tables } from '../database/schema.ts';
import type { Reader } from '../database/transact.ts';
import type { OrderRow } from './orders.queries.ts';

/** Filters of the admin's order list. Times are epoch ms; `to` is not included. */
export interface OrderFilter {
  status?: string | undefined;
  paymentStatus?: PaymentStatus | undefined;
  attention?: boolean | undefined;
  search?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** One page of orders, newest first. Drafts are listed only when asked for by status. */
export function listOrders(db: Reader, filter: OrderFilter, limit: number, offset: number): Promise<OrderRow[]> {
  return filtered(db.selectFrom('orders'), filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('order_number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The next `limit` orders of a filter after `last`, newest first: a keyset, so that the millionth is as near as the first. */
export function ordersAfter(
  db: Reader,
  filter: OrderFilter,
  last: Pick<OrderRow, 'created_at' | 'order_number'> | undefined,
  limit: number,
): Promise<OrderRow[]> {
  let query = filtered(db.selectFrom('orders'), filter);
  if (last) {
    const { created_at, order_number } = last;
    query = query.where((eb) =>
      eb.or([
        eb('created_at', '<', created_at),
        eb.and([eb('created_at', '=', created_at), eb('order_number', '<', order_number)]),
      ]),
    );
  }
  return query.selectAll().orderBy('created_at', 'desc').orderBy('order_number', 'desc').limit(limit).execute();
}

export async function countOrders(db: Reader, filter: OrderFilter): Promise<number> {
  const row = await filtered(db.selectFrom('orders'), filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The newest orders (no drafts) of a mobile number. */
export function ordersOfPhone(db: Reader, phone: string, limit: number): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('phone', '=', phone)
    .where('status', '!=', 'draft')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** Number and money (paise) of orders by status and payment status. */
export async function sumByStatus(db: Reader, since?: number) {
  let query = db
    .selectFrom('orders')
    .select((eb) => [
      'status',
      'payment_status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('total').as('total'),
    ])
    .groupBy(['status', 'payment_status']);
  if (since !== undefined) {
    query = query.where('created_at', '>=', since);
  }
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, count: Number(row.count), total: Number(row.total) }));
}

/** Live orders that an admin should look at. */
export async function countAttention(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('attention_count', '>', 0)
    .where('status', 'not in', ['draft', 'cancelled', 'delivered', 'returned'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function filtered<O>(
  query: SelectQueryBuilder<Tables, 'orders', O>,
  filter: OrderFilter,
): SelectQueryBuilder<Tables, 'orders', O> {
  let result = filter.status ? query.where('status', '=', filter.status) : query.where('status', '!=', 'draft');
  if (filter.paymentStatus) result = result.where('payment_status', '=', filter.paymentStatus);
  if (filter.attention) result = result.where('attention_count', '>', 0);
  if (filter.from !== undefined) result = result.where('created_at', '>=', filter.from);
  if (filter.to !== undefined) result = result.where('created_at', '<', filter.to);
  if (filter.search) result = searched(result, filter.search);
  return result;
}

/**
 * A whole order number, mobile number or UTR is looked up in its index; other words are searched in the order's own search
 * text. LIKE's own signs count as themselves.
 */
function searched<O>(
  query: SelectQueryBuilder<Tables, 'orders', O>,
  search: string,
): SelectQueryBuilder<Tables, 'orders', O> {
  const text = search.trim();
  if (/^ORD\d{10,20}$/i.test(text)) return query.where('order_number', '=', text.toUpperCase());
  if (/^[6-9]\d{9}$/.test(text)) return query.where('phone', '=', text);
  if (/^\d{12}$/.test(text)) return query.where('utr', '=', text);
  let result = query;
  for (const word of text.toLowerCase().split(/\s+/).slice(0, 8)) {
    const pattern = `%${word.replace(/[!%_]/g, '!$&')}%`;
    result = result.where(sql<boolean>`search_text like ${pattern} escape '!'`);
  }
  return result;
}
