import type { Reader } from '../database/transact.ts';

/** Puts an address (lower case) on the list; one that stands there stays, one that had left comes back. */
export async function upsertSubscriber(db: Reader, email: string, now: number): Promise<void> {
  await db
    .insertInto('newsletter')
    .values({ email, created_at: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ unsubscribed_at: null }))
    .execute();
}
