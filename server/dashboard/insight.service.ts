import {
  type FunnelStep,
  funnelOf,
  type Insight,
  type InsightTable,
  LEAST_TIMES,
  SHIP_BOUNDS,
  shareOf,
  timesOf,
  VERIFY_BOUNDS,
  VISIT_STEPS,
} from '#shop/dashboard/insight.ts';
import { insightTable } from '#shop/dashboard/insight-tables.ts';
import type { OverviewDays } from '#shop/dashboard/overview.ts';
import { isoDay, noonOf, startOfDay } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import { isUpiApp } from '#shop/money/upi.ts';
import type { ServiceContext } from '../context.ts';
import { BYTE_ORDER_MARK, csvLines } from '../http/csv.ts';
import { firstDay, mostSearched, sumCounts } from './counter.queries.ts';
import { createCounter } from './counter.ts';
import * as queries from './insight.queries.ts';
import { keepExpensive } from './kept.ts';
import type { Span } from './overview.queries.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const COUPONS = 50;
const WORDS = 50;

export type InsightService = ReturnType<typeof createInsightService>;

/**
 * What shoppers do on the way to a payment. Counts of visits are made here; everything else is read
 * from the orders.
 */
export function createInsightService(context: ServiceContext) {
  const { db } = context.reports;
  const counter = createCounter(context);
  const kept = keepExpensive<Insight>();

  /** The steps of a span; those of visits are null if none were counted in it. */
  async function stepsIn(span: Span, counted: boolean): Promise<Record<FunnelStep, number | null>> {
    const visits = counted ? await sumCounts(db, isoDay(span.from), isoDay(span.to)) : null;
    const { orders, received } = await queries.ordersIn(db, span);
    const unpaid = await queries.unpaidOrders(db, span);
    const steps = VISIT_STEPS.map((step) => [step, visits && (visits.get(step) ?? 0)] as const);
    return {
      ...(Object.fromEntries(steps) as Record<(typeof VISIT_STEPS)[number], number | null>),
      utr: orders - unpaid.payments,
      received,
    };
  }

  async function make(days: OverviewDays, from: number): Promise<Insight> {
    await counter.flush();
    const now = context.now();
    const span = { from, to: from + days * DAY };
    const first = await firstDay(db);
    const since = first === null ? null : startOfDay(noonOf(first));
    // Steps are compared over the same days: the funnel begins where visits were first counted.
    const funnelFrom = since === null ? from : Math.max(from, since);
    const steps = await stepsIn({ ...span, from: funnelFrom }, since !== null);
    const earlier = { from: from - days * DAY, to: from };
    const before = since !== null && since <= earlier.from ? await stepsIn(earlier, true) : null;
    const verified = await queries.verifyTimes(db, span);
    const unpaid = await queries.unpaidOrders(db, { from, to: Math.min(span.to, now - HOUR) });
    const drafts = await counter.left(from, span.to);
    const counts = await sumCounts(db, isoDay(from), isoDay(span.to));
    return {
      days,
      ...span,
      countedSince: since,
      funnelFrom,
      funnel: funnelOf(steps),
      paid: {
        share: shareOf(steps.received, steps.product),
        before: before && shareOf(before.received, before.product),
      },
      left: { payments: unpaid.payments + drafts.payments, amount: toRupees(unpaid.paise + drafts.paise) },
      verify: {
        ...timesOf(
          verified.map(({ ms }) => ms),
          VERIFY_BOUNDS,
        ),
        automatic: verified.filter(({ automatic }) => automatic).length,
      },
      ship: timesOf(await queries.shipTimes(db, span), SHIP_BOUNDS),
      apps: await appsIn(span, verified),
      coupons: (await queries.ordersByCoupon(db, span, COUPONS)).map((row) => ({
        ...row,
        sales: toRupees(row.sales),
        discount: toRupees(row.discount),
      })),
      searches: {
        times: counts.get('search') ?? 0,
        words: await mostSearched(db, isoDay(from), LEAST_TIMES, WORDS),
      },
    };
  }

  /**
   * By app, most orders first. Names that the shop does not know count as none, so that there are
   * never many.
   */
  async function appsIn(span: Span, verified: readonly { app: string; ms: number }[]): Promise<Insight['apps']> {
    const opened = await queries.openedApps(db, isoDay(span.from));
    const known = (app: string) => (isUpiApp(app) ? app : '');
    const orders = Map.groupBy(await queries.ordersByApp(db, span), ({ app }) => known(app));
    const times = Map.groupBy(verified, ({ app }) => known(app));
    return [...new Set([...opened.keys(), ...orders.keys()])]
      .map((app) => {
        const rows = orders.get(app) ?? [];
        const sum = (name: 'orders' | 'utr' | 'received') => rows.reduce((total, row) => total + row[name], 0);
        const { median } = timesOf(
          (times.get(app) ?? []).map(({ ms }) => ms),
          [],
        );
        const placed = { orders: sum('orders'), utr: sum('utr'), received: sum('received') };
        return { app, opened: opened.get(app) ?? 0, ...placed, median };
      })
      .sort((one, other) => other.orders - one.orders || other.opened - one.opened || (one.app < other.app ? -1 : 1));
  }

  /** The last `days` days in India, including today. */
  async function read(days: OverviewDays): Promise<Insight> {
    const from = startOfDay(context.now()) - (days - 1) * DAY;
    return kept(`${days}:${from}`, () => make(days, from));
  }

  return {
    count: counter.count,
    flush: counter.flush,
    start: counter.start,
    stop: counter.stop,
    read,

    /**
     * One table as a CSV file, as the other exports: a byte order mark, amounts in rupees, no
     * formulas.
     */
    async table(days: OverviewDays, table: InsightTable): Promise<{ name: string; content: string }> {
      const insight = await read(days);
      const content = csvLines(insightTable(insight, table));
      const name = `insight-${table}-${isoDay(insight.from)}-${isoDay(insight.to - 1)}.csv`;
      return { name, content: `${BYTE_ORDER_MARK}${content}` };
    },
  };
}
