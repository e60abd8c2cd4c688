import type { Reader } from '../database/transact.ts';

/**
 * The mails that wait and those that failed.
 *
 * @param since epoch ms; failures of older mails do not count
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
  const failed = await db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'failed')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  const oldest = waiting.oldest as number | string | null;
  return {
    waiting: Number(waiting.count),
    oldestAt: oldest === null ? null : Number(oldest),
    failed: Number(failed.count),
  };
}
