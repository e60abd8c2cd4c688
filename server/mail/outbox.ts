import { type Selectable, sql } from 'kysely';
import type { Tables } from '../database/schema.ts';
import type { Reader } from '../database/transact.ts';

/** How many messages of an outbox (mails, Web Push) are claimed at once. */
export const BATCH = 20;
/** How long a claimed message belongs to the process that claimed it. */
export const LEASE_MS = 2 * 60_000;

/**
 * Claims up to `BATCH` due messages for this process and counts the attempt. `next_try_at` becomes
 * the end of the lease, when a message whose process died is due again.
 */
export function claimDue<Table extends 'mail_outbox' | 'push_outbox'>(
  db: Reader,
  table: Table,
  now: number,
): Promise<Selectable<Tables[Table]>[]> {
  // Both have the columns of this one. A mail stays after it was sent, with its status.
  const outbox = table as 'push_outbox';
  const keeps = table === 'mail_outbox';
  return db
    .updateTable(outbox)
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      next_try_at: now + LEASE_MS,
      ...(keeps ? { status: 'sending' } : {}),
    }))
    .where('id', 'in', (eb) => {
      let due = eb.selectFrom(outbox).select('id').where('next_try_at', '<=', now).orderBy('next_try_at').limit(BATCH);
      if (keeps) due = due.where(sql<string>`status`, 'in', ['queued', 'sending']);
      return due.forUpdate().skipLocked();
    })
    .returningAll()
    .$castTo<Selectable<Tables[Table]>>()
    .execute();
}

const FIRST_WAIT_MS = 30_000;

/** Milliseconds to wait after the n-th failed attempt: 30 s, 1 min, 2 min … at most `longestMs`. */
export function retryWait(tries: number, longestMs: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), longestMs);
}
