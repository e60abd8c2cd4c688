import type { ServiceContext } from '#server/context.ts';
import { startOfDay } from '#shop/india/dates.ts';
import type { PaymentFigures } from '#shop/orders/payments/api.ts';
import { CREDIT_SOURCES } from '#shop/orders/payments/credit.ts';
import { readCheckTime } from './check-time.ts';

/** Older orders than these, in ms, are rarely paid today; the bound keeps the query fast. */
const RECENT_MS = 90 * 86_400_000;

/** How well payments prove themselves: those confirmed today in India, the usual time of a check, and the last credit received. */
export async function readFigures({ database, now }: ServiceContext): Promise<PaymentFigures> {
  const { db } = database;
  const today = startOfDay(now());
  const confirmed = await db
    .selectFrom('orders')
    .select((eb) => ['payment_source', eb.fn.countAll<number>().as('count')])
    .where('created_at', '>=', today - RECENT_MS)
    .where('payment_status', '=', 'completed')
    .where('payment_decided_at', '>=', today)
    .groupBy('payment_source')
    .execute();
  const sum = (rows: typeof confirmed) => rows.reduce((total, { count }) => total + Number(count), 0);
  const last = await db
    .selectFrom('credit_sources')
    .select(['kind', 'at'])
    .where('undone', '=', 0)
    // Ids sort by age.
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    confirmedToday: sum(confirmed),
    automaticToday: sum(confirmed.filter(({ payment_source: by }) => CREDIT_SOURCES.some((source) => source === by))),
    usualCheckMs: await readCheckTime(db),
    lastCredit: last ? { source: last.kind, at: Number(last.at) } : null,
  };
}
