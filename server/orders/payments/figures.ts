import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { startOfDay } from '#shop/india/dates.ts';
import type { PaymentFigures } from '#shop/orders/payments/api.ts';
import { CREDIT_SOURCES } from '#shop/orders/payments/credit.ts';
import { type Missing, missingOf } from '#shop/orders/payments/own-accounts.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import { readCheckTime } from './check-time.ts';
import { inboxState } from './inbox.ts';

/**
 * How well payments prove themselves: those confirmed today in India, the usual time of a check,
 * the last credit received, how far statements go, and what is missing.
 */
export async function readFigures(context: ServiceContext, settings: ProofSettings): Promise<PaymentFigures> {
  const { database, now } = context;
  const { db } = database;
  const today = startOfDay(now());
  const completed = sql.lit<'completed'>('completed');
  // Two queries, each with an index of what happened today.
  const byStaff = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payment_status', '=', completed)
    .where('credit_id', 'is', null)
    .where('payment_decided_at', '>=', today)
    .executeTakeFirstOrThrow();
  const byCredit = await db
    .selectFrom('credits')
    // The conditions on the order are in the sum: SQLite would begin with all paid orders.
    .leftJoin('orders', 'orders.order_number', 'credits.order_number')
    .select([
      'orders.payment_source',
      sql<number>`sum(case when orders.credit_id = credits.id and orders.payment_status = 'completed'
        and orders.payment_decided_at >= ${today} then 1 else 0 end)`.as('count'),
    ])
    .where('credits.matched_at', '>=', today)
    .groupBy('orders.payment_source')
    .execute();
  const last = await db
    .selectFrom('credit_sources')
    .select(['kind', 'at'])
    .where('undone', '=', 0)
    // Ids sort by age.
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { to } = await db
    .selectFrom('statement_imports')
    .select((eb) => eb.fn.max('covered_to').as('to'))
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  const sum = (rows: typeof byCredit) => rows.reduce((total, { count }) => total + Number(count), 0);
  return {
    confirmedToday: Number(byStaff.count) + sum(byCredit),
    automaticToday: sum(byCredit.filter(({ payment_source: by }) => CREDIT_SOURCES.some((source) => source === by))),
    usualCheckMs: await readCheckTime(db),
    lastCredit: last ? { source: last.kind, at: Number(last.at) } : null,
    statementTo: to,
    missing: await readMissing(context, settings),
  };
}

/** What keeps payments from confirming orders by themselves. */
export async function readMissing(context: ServiceContext, settings: ProofSettings): Promise<Missing[]> {
  const { host, user } = settings.mailbox;
  const { active } = await inboxState(context);
  return missingOf(settings, { inbox: active, mailbox: host !== '' && user !== '' });
}
