import { stockBand } from '#shop/catalogue/stock.ts';
import type { Overview, OverviewDays } from '#shop/dashboard/overview.ts';
import { startOfDay } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import type { CatalogueService } from '../catalogue/products/service.ts';
import type { ServiceContext } from '../context.ts';
import { keepExpensive } from './kept.ts';
import * as queries from './overview.queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEST = 6;
const LOW = 8;

export type OverviewService = ReturnType<typeof createOverviewService>;

/** The figures of the admin overview (D37). */
export function createOverviewService(context: ServiceContext, { catalogue }: { catalogue: CatalogueService }) {
  const { db } = context.reports;
  const kept = keepExpensive<Overview>();

  async function make(days: OverviewDays, from: number): Promise<Overview> {
    const now = context.now();
    const span = { from, to: from + days * DAY };
    const step = days === 1 ? HOUR : DAY;
    const sales = await queries.salesBySteps(db, { from: from - days * DAY, to: span.to }, step);
    const byStep = new Map(sales.map((one) => [one.at, one]));
    const series: Overview['series'] = [];
    // Future steps are omitted, not zero.
    for (let at = from; at < span.to && at <= now; at += step) {
      const found = byStep.get(at);
      series.push({ at, revenue: toRupees(found?.total ?? 0), orders: found?.orders ?? 0 });
    }
    const median = await queries.medianToVerify(db, span);
    const payments = await queries.salesByPayment(db, span);
    return {
      days,
      from,
      to: span.to,
      step: days === 1 ? 'hour' : 'day',
      series,
      totals: totalsOf(sales.filter((one) => one.at >= from)),
      before: totalsOf(sales.filter((one) => one.at < from)),
      medianMinutesToVerify: median === null ? null : Math.round(median / 60_000),
      bestProducts: (await queries.bestProducts(db, span, BEST)).map((product) => ({
        ...product,
        revenue: toRupees(product.revenue),
      })),
      payments: (['completed', 'pending', 'failed'] as const).map((status) => {
        const found = payments.find((one) => one.status === status);
        return { status, orders: found?.orders ?? 0, revenue: toRupees(found?.total ?? 0) };
      }),
      shoppers: await queries.countShoppers(db, span),
      lowStock: lowStock(await catalogue.visible()),
    };
  }

  return {
    /** The figures of the last `days` days in India, including today. */
    async read(days: OverviewDays): Promise<Overview> {
      const from = startOfDay(context.now()) - (days - 1) * DAY;
      // A product more or less is a new figure at once: after the removal of the demo, nothing of
      // it may stay.
      const { length } = await catalogue.all();
      return kept(`${days}:${from}:${length}`, () => make(days, from));
    },
  };
}

function totalsOf(sales: { orders: number; total: number }[]): Overview['totals'] {
  const orders = sales.reduce((sum, one) => sum + one.orders, 0);
  const paise = sales.reduce((sum, one) => sum + one.total, 0);
  return { revenue: toRupees(paise), orders, average: orders === 0 ? null : toRupees(Math.round(paise / orders)) };
}

/** Sizes that are sold out or low in stock, lowest stock first. */
function lowStock(products: Awaited<ReturnType<CatalogueService['visible']>>): Overview['lowStock'] {
  return products
    .flatMap((product) => {
      const sizes =
        product.sizes.length > 0 ? product.sizes : [{ size: product.weight ?? '', stock: product.stockCount ?? 0 }];
      return sizes
        .filter((size) => stockBand(size.stock) !== 'in')
        .map((size) => ({ productId: product.id, name: product.name, size: size.size, stock: size.stock }));
    })
    .sort((a, b) => a.stock - b.stock || a.name.localeCompare(b.name, 'en'))
    .slice(0, LOW);
}
