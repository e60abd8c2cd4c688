import { sql } from 'kysely';
import { CREDIT_SOURCES } from '#shop/orders/payments/credit.ts';
import { unindexed } from '../database/engine.ts';
import type { Reader } from '../database/transact.ts';
import { COUNTED, type Span } from './overview.queries.ts';

/**
 * Orders looked at for a time: the newest are enough for a median, and keep the query fast in a
 * large shop.
 */
const TIMED = 1_000;

/**
 * The number of orders of a span, drafts excluded, and of those that were paid. Reads the index of
 * the order list alone.
 */
export async function ordersIn(db: Reader, { from, to }: Span) {
  const row = await db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn.countAll<number>().as('orders'),
      sql<number>`coalesce(sum(case when payment_status = 'completed' then 1 else 0 end), 0)`.as('received'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('status', '!=', sql.lit('draft'))
    .executeTakeFirstOrThrow();
  return { orders: Number(row.orders), received: Number(row.received) };
}

/** The orders of a span by UPI app, drafts excluded. `utr`: with a UTR, or paid without one. */
export async function ordersByApp(db: Reader, { from, to }: Span) {
  const count = (condition: string) => sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`;
  const rows = await db
    .selectFrom('orders')
    .select((eb) => [
      'payment_app',
      eb.fn.countAll<number>().as('orders'),
      count(`utr is not null or payment_status = 'completed'`).as('utr'),
      count(`payment_status = 'completed'`).as('received'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('status', '!=', sql.lit('draft'))
    .groupBy('payment_app')
    .execute();
  return rows.map((row) => ({
    app: row.payment_app,
    orders: Number(row.orders),
    utr: Number(row.utr),
    received: Number(row.received),
  }));
}

/**
 * What each coupon brought in orders of a span that are not cancelled (R2.9), in paise; the most
 * orders first.
 */
export async function ordersByCoupon(db: Reader, { from, to }: Span, limit: number) {
  // SQLite would read all orders of the span, and few have a coupon.
  const createdAt = unindexed<number>(db, 'orders.created_at');
  const orders = sql<number>`count(*)`;
  const rows = await db
    .selectFrom('orders')
    .leftJoin('coupons', 'coupons.id', 'orders.coupon_id')
    .select((eb) => [
      eb.ref('orders.coupon_id').$notNull().as('id'),
      eb.fn.max('coupons.code').as('code'),
      eb.fn.max('orders.coupon_label').as('label'),
      orders.as('orders'),
      sql<number>`sum(case when payment_status = 'completed' then 1 else 0 end)`.as('received'),
      eb.fn.sum<number>('orders.total').as('sales'),
      eb.fn.sum<number>('orders.coupon_discount').as('discount'),
    ])
    .where('orders.coupon_id', 'is not', null)
    .where(createdAt, '>=', from)
    .where(createdAt, '<', to)
    .where(COUNTED)
    .groupBy('orders.coupon_id')
    .orderBy(orders, 'desc')
    .orderBy('orders.coupon_id')
    .limit(sql.lit(limit))
    .execute();
  return rows.map(({ id, code, label, ...row }) => ({
    id,
    label: code ?? label,
    orders: Number(row.orders),
    received: Number(row.received),
    sales: Number(row.sales),
    discount: Number(row.discount),
  }));
}

/**
 * The newest orders of a span whose payment was verified: ms from the UTR to the decision, the app,
 * and whether the bank proved it.
 */
export async function verifyTimes(db: Reader, { from, to }: Span) {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('orders')
        .select(['order_number', 'payment_app', 'payment_source', 'payment_decided_at'])
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .where('payment_status', '=', sql.lit('completed'))
        .where('payment_decided_at', 'is not', null)
        .where('utr', 'is not', null)
        .orderBy('created_at', 'desc')
        .limit(sql.lit(TIMED))
        .as('verified'),
    )
    .select((eb) => [
      'verified.payment_app as app',
      'verified.payment_source as source',
      'verified.payment_decided_at as decidedAt',
      // The UTR comes with the order or later; the last one is the one that was checked.
      eb
        .selectFrom('order_events')
        .select((inner) => inner.fn.max('at').as('at'))
        .whereRef('order_events.order_number', '=', 'verified.order_number')
        .where('kind', 'in', [sql.lit('placed'), sql.lit('utr')])
        .as('givenAt'),
    ])
    .execute();
  return rows.flatMap(({ app, source, decidedAt, givenAt }) => {
    if (givenAt === null || decidedAt === null) return [];
    const automatic = CREDIT_SOURCES.some((one) => one === source);
    return [{ app, automatic, ms: Math.max(0, Number(decidedAt) - Number(givenAt)) }];
  });
}

/**
 * The newest parcels of a span: ms from the verified payment to 'shipped'. Orders that were shipped
 * unpaid are left out.
 */
export async function shipTimes(db: Reader, { from, to }: Span): Promise<number[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('order_events')
        .select(['order_number', 'at'])
        .where('status', '=', sql.lit('shipped'))
        // A delivery that was taken back is no second parcel.
        .where('kind', '!=', sql.lit('undone'))
        .where('at', '>=', from)
        .where('at', '<', to)
        .orderBy('at', 'desc')
        .limit(sql.lit(TIMED))
        .as('shipped'),
    )
    // Not an inner join: SQLite would begin with the paid orders.
    .leftJoin('orders', 'orders.order_number', 'shipped.order_number')
    .select([
      'shipped.order_number as order',
      'shipped.at',
      'orders.payment_status as payment',
      'orders.payment_decided_at as decidedAt',
    ])
    .execute();
  const times = new Map<string, number>();
  for (const { order, at, payment, decidedAt } of rows) {
    if (payment !== 'completed' || decidedAt === null) continue;
    const ms = Number(at) - Number(decidedAt);
    // Of several shipments, the first one after the payment counts.
    if (ms >= 0) times.set(order, Math.min(ms, times.get(order) ?? ms));
  }
  return [...times.values()];
}

/** Orders without a UTR that nobody paid, placed in a span: number and total (paise). */
export const unpaidOrders = async (db: Reader, span: Span) =>
  paymentsOf(
    await totalsOf(db, span)
      .where('status', '!=', sql.lit('draft'))
      .where('utr', 'is', null)
      .where('payment_status', '!=', sql.lit('completed'))
      .executeTakeFirstOrThrow(),
  );

/**
 * Drafts of a span that nobody has touched since `quietSince` (epoch ms): number and total (paise).
 */
export const leftDrafts = async (db: Reader, span: Span, quietSince: number) =>
  paymentsOf(
    await totalsOf(db, span)
      .where('status', '=', sql.lit('draft'))
      .where('updated_at', '<', quietSince)
      .executeTakeFirstOrThrow(),
  );

function totalsOf(db: Reader, { from, to }: Span) {
  return db
    .selectFrom('orders')
    .select((eb) => [eb.fn.countAll<number>().as('orders'), eb.fn.sum<number | null>('total').as('total')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to);
}

const paymentsOf = (row: { orders: number; total: number | null }) => ({
  payments: Number(row.orders),
  paise: Number(row.total ?? 0),
});

/** How often each UPI app came up, by day in India from `day` on. */
export async function openedApps(db: Reader, day: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('upi_app_counts')
    .select((eb) => ['app', eb.fn.sum<number>('count').as('count')])
    .where('what', '=', 'opened')
    .where('day', '>=', day)
    .groupBy('app')
    .execute();
  return new Map(rows.map(({ app, count }) => [app, Number(count)]));
}
