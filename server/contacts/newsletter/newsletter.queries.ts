import { sql } from 'kysely';
import type { Reader } from '#server/database/transact.ts';
import { contains } from '#server/database/trigrams.ts';

/**
 * Adds an address (lower case) to the list. An existing row is kept, and an unsubscribed one is
 * subscribed again.
 */
export async function upsertSubscriber(db: Reader, email: string, now: number): Promise<void> {
  await db
    .insertInto('newsletter')
    .values({ email, created_at: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ unsubscribed_at: null }))
    .execute();
}

export interface SubscriberRow {
  email: string;
  created_at: number;
  unsubscribed_at: number | null;
}

/** One page of the list, newest first. */
export function listSubscribers(db: Reader, search: string, limit: number, offset: number): Promise<SubscriberRow[]> {
  return filtered(db, search)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('email')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset))
    .execute();
}

/**
 * The next `limit` addresses after `last` in alphabetical order (keyset pagination for the export).
 */
export function subscribersAfter(db: Reader, search: string, last: string, limit: number): Promise<SubscriberRow[]> {
  return filtered(db, search).selectAll().where('email', '>', last).orderBy('email').limit(sql.lit(limit)).execute();
}

/** The number of all addresses and of those still subscribed. */
export async function countSubscribers(db: Reader, search: string): Promise<{ total: number; active: number }> {
  const row = await filtered(db, search)
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.count<number>('unsubscribed_at').as('unsubscribed')])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), active: Number(row.total) - Number(row.unsubscribed) };
}

/** @returns false when the address was not on the list */
export async function deleteSubscriber(db: Reader, email: string): Promise<boolean> {
  const deleted = await db.deleteFrom('newsletter').where('email', '=', email).executeTakeFirst();
  return Number(deleted.numDeletedRows) > 0;
}

/** Filters by a part of the address. */
function filtered(db: Reader, search: string) {
  const query = db.selectFrom('newsletter');
  const text = search.trim().toLowerCase();
  return text === '' ? query : query.where(contains('email', text));
}
