import { type SqlBool, sql } from 'kysely';
import { unindexed } from '#server/database/engine.ts';
import { literals } from '#server/database/rows.ts';
import type { Reader } from '#server/database/transact.ts';
import { NO_REVENUE_STATUSES } from '#shop/orders/order-status.ts';
import type { CouponRow } from '../rows/coupons.queries.ts';

/** Orders that are not cancelled or draft (R2.9). */
const COUNTED = sql<SqlBool>`orders.status not in (${literals(NO_REVENUE_STATUSES)})`;

export function allCoupons(db: Reader): Promise<CouponRow[]> {
  return db.selectFrom('coupons').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}

export function readCoupon(db: Reader, id: string): Promise<CouponRow | undefined> {
  return db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether an automatic offer runs or is planned. */
export async function hasAutomatic(db: Reader, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('coupons')
    .select('id')
    .where('code', 'is', null)
    .where('paused', '=', 0)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any order or draft has the coupon, cancelled ones included. */
export async function isUsed(db: Reader, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('order_number')
    .where('coupon_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** By coupon: number of counted orders, their totals and what the coupon took off, in paise. */
export async function broughtBy(db: Reader) {
  const rows = await db
    .selectFrom('orders')
    .select((eb) => [
      'coupon_id',
      eb.fn.countAll<number>().as('orders'),
      eb.fn.sum<number>('total').as('sales'),
      eb.fn.sum<number>('coupon_discount').as('discount'),
    ])
    .where('coupon_id', 'is not', null)
    .where(COUNTED)
    .groupBy('coupon_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.coupon_id,
      { orders: Number(row.orders), sales: Number(row.sales), discount: Number(row.discount) },
    ]),
  );
}

/**
 * The counted orders since `from` (epoch ms): all, and those with a coupon or an automatic offer.
 * In paise; without a coupon nothing is off.
 */
export async function sumsSince(db: Reader, from: number) {
  const sums = db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn.countAll<number>().as('orders'),
      eb.fn.coalesce(eb.fn.sum<number>('total'), sql.lit(0)).as('sales'),
    ])
    .where('created_at', '>=', from)
    .where(COUNTED);
  // Each reads its own covering index.
  const all = await sums.executeTakeFirstOrThrow();
  const withOffer = await sums
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('coupon_discount'), sql.lit(0)).as('discount'))
    .where('coupon_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    orders: Number(all.orders),
    sales: Number(all.sales),
    discount: Number(withOffer.discount),
    withOffer: { orders: Number(withOffer.orders), sales: Number(withOffer.sales) },
  };
}

/** Phones whose first order is since `from`, and has a coupon or an automatic offer. */
export async function newCustomersSince(db: Reader, from: number): Promise<number> {
  // SQLite would read all orders in the order of their phones, or all of the month.
  const { phones } = await db
    .selectFrom('orders')
    .select(sql<number>`count(distinct ${unindexed(db, 'orders.phone')})`.as('phones'))
    .where('coupon_id', 'is not', null)
    .where(unindexed<number>(db, 'orders.created_at'), '>=', from)
    .where(COUNTED)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as earlier')
            .select('earlier.order_number')
            .whereRef('earlier.phone', '=', 'orders.phone')
            .whereRef('earlier.created_at', '<', 'orders.created_at')
            .where('earlier.status', 'not in', NO_REVENUE_STATUSES),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(phones);
}
