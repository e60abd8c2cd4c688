import { sql } from 'kysely';
import { CREDIT_STATUSES } from '#shop/orders/payments/credit.ts';
import type { Reader } from '../database/transact.ts';
import { failedMails } from '../mail/mail.queries.ts';

/**
 * The mails that wait and those that failed (`failedMails`).
 *
 * @param since epoch ms; mails that were given up earlier do not count
 */
export async function readMailQueue(
  db: Reader,
  since: number,
): Promise<{ waiting: number; oldestAt: number | null; failed: number }> {
  const waiting = await db
    .selectFrom('mail_outbox')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('status', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow();
  const failed = await failedMails(db, since)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const oldest = waiting.oldest as number | string | null;
  return {
    waiting: Number(waiting.count),
    oldestAt: oldest === null ? null : Number(oldest),
    failed: Number(failed.count),
  };
}

/**
 * Bank credits since a time (epoch ms), by status and by what matched them; and their reports by
 * source.
 */
export async function readCredits(db: Reader, since: number) {
  const decided = await db
    .selectFrom('credits')
    .select((eb) => [
      'status',
      eb.fn.coalesce('matched_source', sql<string>`''`).as('by'),
      eb.fn.countAll().as('count'),
    ])
    // With every status, so that the index credits_status serves.
    .where('status', 'in', CREDIT_STATUSES)
    .where('at', '>=', since)
    .groupBy(['status', 'matched_source'])
    .execute();
  const sources = await db
    .selectFrom('credits')
    .innerJoin('credit_sources', 'credit_sources.credit_id', 'credits.id')
    .select((eb) => ['credit_sources.kind as source', eb.fn.countAll().as('count')])
    .where('credits.status', 'in', CREDIT_STATUSES)
    .where('credits.at', '>=', since)
    .where('credit_sources.undone', '=', 0)
    .groupBy('credit_sources.kind')
    .execute();
  return {
    decided: decided.map(({ status, by, count }) => ({ status, by, count: Number(count) })),
    sources: sources.map(({ source, count }) => ({ source, count: Number(count) })),
  };
}
