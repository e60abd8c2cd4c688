import { type ExpressionBuilder, sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { parts } from '#server/database/rows.ts';
import type { Tables } from '#server/database/schema.ts';
import type { Reader } from '#server/database/transact.ts';
import { toRupees } from '#shop/money/money.ts';
import type { ReturnedLine } from '#shop/orders/changes/returns.ts';
import { cameBack, type MarginRow, marginOf, type SoldGoods } from '#shop/orders/margin.ts';
import { NO_REVENUE_STATUSES } from '#shop/orders/order-status.ts';
import { periodOf, type Span } from '#shop/orders/period.ts';
import type { MarginReport } from '#shop/orders/reports.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { readLines } from '../rows/orders.queries.ts';

const MOST_ROWS = 500;

/** What is left of the sales of a period after the cost of goods: paid orders, without what came back. */
export function createMarginReport(context: ServiceContext, shop: () => Promise<Pick<ShopSettings, 'gstin'>>) {
  const { db } = context.reports;
  return async ({ month, span }: { month: string; span: Span }): Promise<MarginReport> => {
    const { from, to } = periodOf(month, span);
    const { gstin } = await shop();
    const back = await returnedGoods(db, from, to);
    const { rows, known, unknown } = marginOf([...(await soldGoods(db, from, to)), ...back.goods], gstin !== '');
    return {
      rows: rows.slice(0, MOST_ROWS).map((row) => ({ ...row, ...inRupees(row) })),
      more: Math.max(0, rows.length - MOST_ROWS),
      known: { pieces: known.pieces, ...inRupees(known) },
      unknown: { pieces: unknown.pieces, sales: toRupees(unknown.sales) },
      offers: toRupees((await orderOffers(db, from, to)) - back.offers),
    };
  };
}

const inRupees = ({ sales, cost, margin }: Pick<MarginRow, 'sales' | 'cost' | 'margin'>) => ({
  sales: toRupees(sales),
  cost: toRupees(cost),
  margin: toRupees(margin),
});

function paidOrders(db: Reader, from: number, to: number) {
  return (
    db
      .selectFrom('orders')
      .where('orders.created_at', '>=', from)
      .where('orders.created_at', '<', to)
      .where('orders.status', 'not in', NO_REVENUE_STATUSES)
      // Earlier versions did not record what came back: all of it did.
      .where((eb) => eb.or([eb('orders.status', '!=', 'returned'), eb.exists(returnsOfOrder(eb))]))
      .where('orders.payment_status', '=', 'completed')
  );
}

function returnsOfOrder(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('order_returns')
    .select('order_returns.id')
    .whereRef('order_returns.order_number', '=', 'orders.order_number')
    .where('order_returns.undone_at', 'is', null);
}

/** What the returns of these orders take away; see `cameBack`. */
async function returnedGoods(db: Reader, from: number, to: number): Promise<ReturnType<typeof cameBack>> {
  const rows = await paidOrders(db, from, to)
    .innerJoin('order_returns', 'order_returns.order_number', 'orders.order_number')
    .select(['orders.order_number', 'orders.total', 'order_returns.lines'])
    .where('order_returns.undone_at', 'is', null)
    .execute();
  const byOrder = Map.groupBy(rows, (row) => row.order_number);
  const all = { goods: [] as SoldGoods[], offers: 0 };
  for (const part of parts([...byOrder.keys()])) {
    const lines = Map.groupBy(await readLines(db, part), (line) => line.order_number);
    for (const number of part) {
      const returns = (byOrder.get(number) ?? []).map((row) => ({ lines: JSON.parse(row.lines) as ReturnedLine[] }));
      const total = byOrder.get(number)?.[0]?.total ?? 0;
      const { goods, offers } = cameBack({ total, lines: lines.get(number) ?? [] }, returns);
      all.goods.push(...goods);
      all.offers += offers;
    }
  }
  return all;
}

async function soldGoods(db: Reader, from: number, to: number): Promise<SoldGoods[]> {
  const isKnown = sql<number>`case when order_lines.cost is null then 0 else 1 end`;
  const rows = await paidOrders(db, from, to)
    .innerJoin('order_lines', 'order_lines.order_number', 'orders.order_number')
    .select((eb) => [
      'order_lines.product_id',
      'order_lines.stock_size',
      'order_lines.gst_rate_bp',
      isKnown.as('known'),
      eb.fn.max('order_lines.name').as('name'),
      eb.fn.max('order_lines.size').as('size'),
      eb.fn.sum<number>('order_lines.quantity').as('pieces'),
      sql<number>`sum(order_lines.price * order_lines.quantity - order_lines.staff_discount
        - order_lines.coupon_discount)`.as('paid'),
      sql<number>`sum(coalesce(order_lines.cost, 0) * order_lines.quantity)`.as('cost'),
    ])
    .groupBy(['order_lines.product_id', 'order_lines.stock_size', 'order_lines.gst_rate_bp', isKnown])
    .execute();
  return rows.map((row) => ({
    product: row.product_id,
    name: row.name,
    size: row.size,
    pieces: Number(row.pieces),
    paid: Number(row.paid),
    gstRateBp: row.gst_rate_bp,
    cost: Number(row.known) === 1 ? Number(row.cost) : null,
  }));
}

/** What orders had off as a whole: the online offer and payment codes. */
async function orderOffers(db: Reader, from: number, to: number): Promise<number> {
  const row = await paidOrders(db, from, to)
    .select(
      sql<number>`coalesce(sum(orders.discount - orders.coupon_discount - (
        select coalesce(sum(staff_discount), 0) from order_lines where order_number = orders.order_number
      )), 0)`.as('offers'),
    )
    .executeTakeFirst();
  return Number(row?.offers ?? 0);
}
