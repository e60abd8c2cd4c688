import type { ServiceContext } from '#server/context.ts';
import { implement } from '#server/http/implement.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay } from '#shop/india/dates.ts';
import { isOfferedApp } from '#shop/money/app-list.ts';
import { usualCheckMs } from '#shop/orders/payments/progress.ts';
import { type AppEvent, type AppHealth, upiAppsApi } from '#shop/orders/payments/upi-apps.ts';
import { checkTimes } from './check-time.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Verified orders whose time is read, newest first. */
const TIMED = 500;

/** The health of the UPI apps: what shoppers did with them, and what came of it. */
export function upiAppRoutes(app: ShopApp, { context }: { context: ServiceContext }): void {
  implement(app, upiAppsApi, {
    'POST /payments/apps/:app': async ({ params, body, ip }) => {
      await countAppEvent(context, params.app, body.what, ip);
      return {};
    },
    'GET /payments/apps': async () => ({ apps: await appHealth(context) }),
  });
}

/** @throws ShopError not_found for an unknown app, too_many_attempts */
async function countAppEvent(context: ServiceContext, app: string, what: AppEvent, address: string): Promise<void> {
  if (!isOfferedApp(app)) throw new ShopError('not_found');
  await limitAttempts(context, 'upi-app-address', address, LIMITS.upiAppAddress);
  await context.database.db
    .insertInto('upi_app_counts')
    .values({ day: isoDay(context.now()), app, what, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'app', 'what']).doUpdateSet((eb) => ({ count: eb('upi_app_counts.count', '+', 1) })),
    )
    .execute();
}

async function appHealth({ database: { db }, now }: ServiceContext): Promise<AppHealth[]> {
  const since = now() - DAYS * DAY_MS;
  const counts = await db
    .selectFrom('upi_app_counts')
    .select((eb) => ['app', 'what', eb.fn.sum('count').as('count')])
    .where('day', '>=', isoDay(since))
    .groupBy(['app', 'what'])
    .execute();
  const orders = await db
    .selectFrom('orders')
    .select((eb) => [
      'payment_app',
      eb.fn.count('utr').as('given'),
      eb.fn.sum(eb.case().when('payment_status', '=', 'completed').then(1).else(0).end()).as('verified'),
    ])
    .where('created_at', '>=', since)
    .where('status', '!=', 'draft')
    .groupBy('payment_app')
    .execute();
  const times = await timesByApp(db, since);
  const apps = new Set([...counts.map(({ app }) => app), ...orders.map(({ payment_app }) => payment_app)]);
  return [...apps].filter(isOfferedApp).map((app) => {
    const count = (what: AppEvent) => Number(counts.find((row) => row.app === app && row.what === what)?.count ?? 0);
    const placed = orders.find(({ payment_app }) => payment_app === app);
    return {
      app,
      opened: count('opened'),
      declined: count('declined'),
      utrGiven: Number(placed?.given ?? 0),
      verified: Number(placed?.verified ?? 0),
      usualCheckMs: usualCheckMs(times.get(app) ?? []),
    };
  });
}

/** How long the last checks took, by app. */
async function timesByApp(db: ServiceContext['database']['db'], since: number): Promise<Map<string, number[]>> {
  const verified = await db
    .selectFrom('orders')
    .select(['order_number', 'payment_app', 'payment_decided_at'])
    .where('payment_status', '=', 'completed')
    .where('utr', 'is not', null)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(TIMED)
    .execute();
  const times = await checkTimes(db, verified);
  const groups = Map.groupBy(verified, ({ payment_app }) => payment_app);
  return new Map([...groups].map(([app, rows]) => [app, rows.flatMap((row) => times.get(row.order_number) ?? [])]));
}
