import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { unindexed } from '#server/database/engine.ts';
import { literals } from '#server/database/rows.ts';
import type { Tables } from '#server/database/schema.ts';
import type { Reader } from '#server/database/transact.ts';
import { contains, type Found, lookUp, searchWords } from '#server/database/trigrams.ts';
import { storedForms } from '#shop/india/phones.ts';
import { statusesOf } from '#shop/orders/order-status.ts';
import type { PaymentStatus } from '#shop/orders/orders.ts';
import { wantedBy } from '#shop/orders/wanted.ts';
import type { OrderRow } from '../rows/orders.queries.ts';

/**
 * Whether the open reasons of an order need somebody: those about its goods and address do not once
 * it is over, those about money that may have to be asked for or sent back do. A payment that was
 * taken back from a cancelled order, or is open again, leaves nothing to do, unless it still counts
 * as paid. With literals and only columns of the index orders_list_attention.
 */
const NEEDS_SOMEBODY = sql<SqlBool>`(orders.status not in (${literals(statusesOf('draft', 'delivered', 'over'))})
  or orders.needs_attention like '%"refund_returned"%' or orders.needs_attention like '%"other_utr"%'
  or (orders.needs_attention like '%"payment_reversed"%' or orders.needs_attention like '%"payment_reopened"%')
    and (orders.status <> 'cancelled' or orders.payment_status = 'completed'))`;

/**
 * Filters of the admin's order list. Times are epoch ms; `to` is exclusive. Without a status,
 * `attention` includes only orders that still need somebody, and the payment status 'pending'
 * excludes cancelled ones, so that the lists match the admin's figures.
 */
export interface OrderFilter {
  status?: string | undefined;
  /** Any of these, instead of `status`. */
  statuses?: readonly string[] | undefined;
  paymentStatus?: PaymentStatus | undefined;
  attention?: boolean | undefined;
  search?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/**
 * Found orders up to this number are read one by one; more are met soon enough in a list of all.
 */
const FEW = 5_000;

/**
 * One page of orders, newest first, and the total count. Drafts are listed only with the status
 * 'draft'. The order numbers of the page come from an index, read from the nearer end; then the
 * full rows of the page are read. A text search reads the orders that the index of trigrams finds,
 * or scans the texts, once for both the page and the count.
 */
export async function listOrders(
  db: Reader,
  filter: OrderFilter,
  limit: number,
  offset: number,
): Promise<{ rows: OrderRow[]; total: number }> {
  if (!hasWords(filter.search)) {
    return pageOf(db, filter, await countOrders(db, filter), limit, offset);
  }
  const found = await lookUp(db, 'orders', textsOf(filter.search));
  const many = found !== null && found.count > FEW;
  if (many && found.exact && isEvery({ ...filter, search: undefined })) {
    return pageOf(db, filter, found.count - (await countDrafts(db, filter)), limit, offset);
  }
  // A period is read from an index; of many orders it may have few.
  const inPeriod = filter.from !== undefined || filter.to !== undefined;
  return searchOrders(db, filter, many && inPeriod ? null : found, limit, offset);
}

async function pageOf(
  db: Reader,
  filter: OrderFilter,
  total: number,
  limit: number,
  offset: number,
): Promise<{ rows: OrderRow[]; total: number }> {
  const rest = Math.min(limit, total - offset);
  if (rest <= 0) {
    return { rows: [], total };
  }
  const backwards = offset > total / 2;
  const direction = backwards ? 'asc' : 'desc';
  const page = filtered(db, db.selectFrom('orders'), filter)
    .select('order_number')
    .orderBy('created_at', direction)
    .orderBy('order_number', direction)
    .limit(sql.lit(rest))
    .offset(sql.lit(backwards ? total - offset - rest : offset));
  const rows = await db
    .selectFrom('orders')
    .innerJoin(page.as('page'), 'page.order_number', 'orders.order_number')
    .selectAll('orders')
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.order_number', 'desc')
    .execute();
  return { rows, total };
}

/**
 * Materializes the matches first: otherwise PostgreSQL would walk all orders, newest first, for a
 * page that it must count anyway.
 */
async function searchOrders(
  db: Reader,
  filter: OrderFilter,
  within: Found | null,
  limit: number,
  offset: number,
): Promise<{ rows: OrderRow[]; total: number }> {
  const page = await db
    .with(
      (found) => found('found').materialized(),
      (creator) => {
        const query = filtered(db, creator.selectFrom('orders'), filter).select(['order_number', 'created_at']);
        return within ? query.where(sql<SqlBool>`orders.rowid in ${within.rowids}`) : query;
      },
    )
    .selectFrom('found')
    .select((eb) => [
      'order_number',
      eb
        .selectFrom('found as every')
        .select((all) => all.fn.countAll<number>().as('count'))
        .as('total'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('order_number', 'desc')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset))
    .execute();
  if (page.length === 0) {
    // A page after the last one has no row with the total.
    return { rows: [], total: offset === 0 ? 0 : await countOrders(db, filter) };
  }
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where(
      'order_number',
      'in',
      page.map((row) => row.order_number),
    )
    .orderBy('created_at', 'desc')
    .orderBy('order_number', 'desc')
    .execute();
  return { rows, total: Number(page[0]?.total ?? 0) };
}

/**
 * The next `limit` orders of a filter after `last`, newest first. Keyset pagination: every page
 * costs the same.
 */
export function ordersAfter(
  db: Reader,
  filter: OrderFilter,
  last: Pick<OrderRow, 'created_at' | 'order_number'> | undefined,
  limit: number,
): Promise<OrderRow[]> {
  let query = filtered(db, db.selectFrom('orders'), filter);
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

async function countOrders(db: Reader, filter: OrderFilter): Promise<number> {
  const count = async (query: SelectQueryBuilder<Tables, 'orders', object>) =>
    Number((await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count);
  // SQLite counts a whole table without reading each row.
  return isEvery(filter)
    ? (await count(db.selectFrom('orders'))) - (await count(filtered(db, db.selectFrom('orders'), { status: 'draft' })))
    : count(filtered(db, db.selectFrom('orders'), filter));
}

/** Whether a filter leaves nothing out. */
function isEvery(filter: OrderFilter): boolean {
  return Object.values(filter).every((value) => value === undefined || value === false);
}

/** The drafts that a search finds; a draft has a search text only if it was changed. */
async function countDrafts(db: Reader, { search = '' }: OrderFilter): Promise<number> {
  const drafts = db.selectFrom('orders').where('status', '=', 'draft');
  const row = await searched(drafts, search)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The newest orders (no drafts) of a mobile number, in all forms in which it may be stored. */
export function ordersOfPhone(db: Reader, phone: string, limit: number): Promise<OrderRow[]> {
  return ofPhone(db, phone).selectAll().orderBy('created_at', 'desc').limit(limit).execute();
}

/**
 * At most `limit` orders of a mobile number: first those whose payment was accepted, then by turns
 * the newest and the oldest of the others. Anybody can place any number of those with this number,
 * but not before an order of its owner that is there.
 */
export function someOrdersOfPhone(db: Reader, phone: string, limit: number): Promise<OrderRow[]> {
  const unpaid = sql<number>`case payment_status when 'completed' then 0 else 1 end`;
  const ranked = ofPhone(db, phone).select([
    'order_number',
    unpaid.as('unpaid'),
    sql<number>`row_number() over (partition by ${unpaid} order by created_at desc, order_number desc)`.as('newest'),
    sql<number>`row_number() over (partition by ${unpaid} order by created_at, order_number)`.as('oldest'),
  ]);
  return db
    .selectFrom('orders')
    .innerJoin(ranked.as('ranked'), 'ranked.order_number', 'orders.order_number')
    .selectAll('orders')
    .orderBy('unpaid')
    .orderBy(sql`case when unpaid = 1 and oldest < newest then oldest else newest end`)
    .orderBy('newest')
    .limit(limit)
    .execute();
}

function ofPhone(db: Reader, phone: string) {
  return db.selectFrom('orders').where('phone', 'in', storedForms(phone)).where('status', '!=', 'draft');
}

/**
 * Count and total (paise) of orders by status and payment status; `since` (epoch ms) excludes
 * earlier orders.
 */
export async function sumByStatus(db: Reader, since?: number) {
  // Materialized with `since`: otherwise SQLite would scan all orders in group order.
  const orders =
    since === undefined
      ? db.selectFrom('orders').select(['status', 'payment_status', 'total'])
      : db.selectFrom('orders').select(['status', 'payment_status', 'total']).where('created_at', '>=', since);
  const rows = await db
    .with(
      (one) => (since === undefined ? one('counted') : one('counted').materialized()),
      () => orders,
    )
    .selectFrom('counted')
    .select((eb) => [
      'status',
      'payment_status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('total').as('total'),
    ])
    .groupBy(['status', 'payment_status'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count), total: Number(row.total) }));
}

/** The number of orders that need attention. */
export async function countAttention(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<SqlBool>`attention_count > 0`)
    .where(NEEDS_SOMEBODY)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function filtered<O>(
  db: Reader,
  query: SelectQueryBuilder<Tables, 'orders', O>,
  filter: OrderFilter,
): SelectQueryBuilder<Tables, 'orders', O> {
  // SQLite must use no index that does not contain the text.
  const column = (name: string) => (hasWords(filter.search) ? unindexed<string>(db, name) : sql.ref<string>(name));
  const status = column('orders.status');
  const payment = column('orders.payment_status');
  let result = filter.status ? query.where(status, '=', filter.status) : query.where('orders.status', '!=', 'draft');
  if (filter.statuses) result = result.where(status, 'in', [...filter.statuses]);
  if (!filter.status && filter.attention) result = result.where(NEEDS_SOMEBODY);
  if (!filter.status && filter.paymentStatus === 'pending') result = result.where('orders.status', '!=', 'cancelled');
  if (filter.paymentStatus) result = result.where(payment, '=', filter.paymentStatus);
  // A literal, as in the partial index: SQLite does not use that index with a bound value.
  if (filter.attention) result = result.where(sql<SqlBool>`orders.attention_count > 0`);
  if (filter.from !== undefined) result = result.where('orders.created_at', '>=', filter.from);
  if (filter.to !== undefined) result = result.where('orders.created_at', '<', filter.to);
  if (filter.search) result = searched(result, filter.search);
  return result;
}

/** Whether a search scans the orders' texts: whole numbers are looked up in their index. */
function hasWords(search = ''): boolean {
  const { text, orderNumber, phone, utr } = wantedBy(search);
  return text !== '' && !orderNumber && !phone && !utr;
}

/**
 * A complete order number, mobile number or UTR is looked up in its index; other words are matched
 * against the order's search text. One or two letters or digits must begin a word, since inside of
 * words an index finds at least three.
 */
function searched<O>(
  query: SelectQueryBuilder<Tables, 'orders', O>,
  search: string,
): SelectQueryBuilder<Tables, 'orders', O> {
  const { orderNumber, phone, utr } = wantedBy(search);
  if (orderNumber) return query.where('orders.order_number', '=', orderNumber);
  if (phone || utr)
    return query.where((eb) =>
      eb.or([...(phone ? [eb('orders.phone', '=', phone)] : []), ...(utr ? [eb('orders.utr', '=', utr)] : [])]),
    );
  return textsOf(search).reduce((result, word) => result.where(contains('search_text', word)), query);
}

/** What the search text of an order must contain. */
function textsOf(search = ''): string[] {
  return searchWords(wantedBy(search).text).map((word) => (/^[\p{L}\p{N}]{1,2}$/u.test(word) ? ` ${word}` : word));
}
