import { type SqlBool, sql } from 'kysely';
import { ZONE_MS } from '#shop/india/dates.ts';
import { NO_REVENUE_STATUSES } from '#shop/orders/order-status.ts';
import type { PaymentStatus } from '#shop/orders/orders.ts';
import { unindexed } from '../database/engine.ts';
import { literals } from '../database/rows.ts';
import type { Reader } from '../database/transact.ts';

/** A time span in epoch ms; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Orders that are not cancelled or draft (R2.9). */
export const COUNTED = sql<SqlBool>`orders.status not in (${literals(NO_REVENUE_STATUSES)})`;

/**
 * Number and total (paise) of the counted orders in steps of `stepMs` (a day or an hour in India).
 * Steps without orders are omitted.
 */
export async function salesBySteps(db: Reader, { from, to }: Span, stepMs: number) {
  // Full hours in India are not full hours in UTC.
  const step = sql<number>`(orders.created_at + ${sql.lit(ZONE_MS)}) / ${sql.lit(stepMs)}`;
  const rows = await db
    .selectFrom('orders')
    .select((eb) => [step.as('step'), eb.fn.countAll<number>().as('orders'), eb.fn.sum<number>('total').as('total')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(COUNTED)
    .groupBy(step)
    .execute();
  return rows.map((row) => ({
    at: Number(row.step) * stepMs - ZONE_MS,
    orders: Number(row.orders),
    total: Number(row.total),
  }));
}

/** Number and total (paise) of the counted orders by payment status. */
export async function salesByPayment(db: Reader, { from, to }: Span) {
  const rows = await db
    .selectFrom('orders')
    .select((eb) => ['payment_status', eb.fn.countAll<number>().as('orders'), eb.fn.sum<number>('total').as('total')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(COUNTED)
    .groupBy('payment_status')
    .execute();
  return rows.map((row) => ({
    status: row.payment_status as PaymentStatus,
    orders: Number(row.orders),
    total: Number(row.total),
  }));
}

/**
 * The products with the highest revenue (paise) in the counted orders, with their names as ordered.
 */
export async function bestProducts(db: Reader, { from, to }: Span, limit: number) {
  const revenue = sql<number>`sum(order_lines.price * order_lines.quantity)`;
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_number', 'orders.order_number')
    .select((eb) => [
      'order_lines.product_id',
      eb.fn.max('order_lines.name').as('name'),
      eb.fn.sum<number>('order_lines.quantity').as('quantity'),
      revenue.as('revenue'),
    ])
    .where('orders.created_at', '>=', from)
    .where('orders.created_at', '<', to)
    .where(COUNTED)
    .groupBy('order_lines.product_id')
    .orderBy(revenue, 'desc')
    .orderBy('order_lines.product_id')
    .limit(sql.lit(limit))
    .execute();
  return rows.map((row) => ({
    productId: row.product_id,
    name: row.name,
    quantity: Number(row.quantity),
    revenue: Number(row.revenue),
  }));
}

/**
 * The number of mobile numbers that ordered, and how many of them ordered more than once by the end
 * of the span.
 */
export async function countShoppers(db: Reader, { from, to }: Span) {
  const inSpan = db
    .selectFrom('orders')
    .select((eb) => ['phone', eb.fn.countAll<number>().as('times')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(COUNTED)
    .where('phone', '!=', '')
    .groupBy('phone');
  const earlier = sql<SqlBool>`exists (select 1 from orders where orders.phone = span.phone and orders.created_at < ${from} and ${COUNTED})`;
  const row = await db
    .selectFrom(inSpan.as('span'))
    .select((eb) => [
      eb.fn.countAll<number>().as('shoppers'),
      sql<number>`coalesce(sum(case when span.times > 1 or ${earlier} then 1 else 0 end), 0)`.as('returning'),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(row.shoppers), returning: Number(row.returning) };
}

/** The median time (ms) from order to verified payment, or null when no payment was verified. */
export async function medianToVerify(db: Reader, { from, to }: Span): Promise<number | null> {
  // SQLite would read the rows of all paid orders instead of an index with all columns.
  const paymentStatus = unindexed<string>(db, 'payment_status');
  const verified = db
    .selectFrom('orders')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(paymentStatus, '=', 'completed')
    .where('payment_decided_at', 'is not', null);
  const { count } = await verified.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) === 0) return null;
  const took = sql<number>`payment_decided_at - created_at`;
  const row = await verified
    .select(took.as('ms'))
    .orderBy(took)
    .limit(sql.lit(1))
    .offset(sql.lit(Math.floor((Number(count) - 1) / 2)))
    .executeTakeFirstOrThrow();
  return Number(row.ms);
}
