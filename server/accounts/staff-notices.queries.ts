import { parts } from '../database/rows.ts';
import type { Reader } from '../database/transact.ts';
import { newId } from '../ids.ts';

/**
 * Everybody who is told of a new order: one row for each browser of a person, and one for a person
 * without a browser.
 */
export function alertRecipients(db: Reader) {
  return db
    .selectFrom('users')
    .leftJoin('push_devices', 'push_devices.user_id', 'users.id')
    .select(['users.email', 'users.order_mails as mails', 'push_devices.id as device'])
    .where('users.active', '=', 1)
    .where((eb) => eb.or([eb('users.order_mails', '=', 1), eb('push_devices.id', 'is not', null)]))
    .execute();
}

/**
 * The kind of a mail and the topic of a push message about an order that is told together with
 * others.
 */
export const WAITING = 'moreorders';

/**
 * A message that is due and would be told together with the others to its recipient: an address, or
 * a browser.
 */
export interface Waiting {
  id: string;
  to: string;
}

/**
 * With `lock`, they are locked until the end of the transaction; those that another process has
 * locked are left out.
 */
export async function readWaiting(
  db: Reader,
  now: number,
  lock?: 'for update',
): Promise<{ mails: Waiting[]; pushes: Waiting[] }> {
  const mails = db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient as to'])
    .where('status', '=', 'queued')
    .where('next_try_at', '<=', now)
    .where('kind', '=', WAITING);
  const pushes = db
    .selectFrom('push_outbox')
    .select(['id', 'device_id as to'])
    .where('next_try_at', '<=', now)
    .where('topic', '=', WAITING);
  return {
    mails: await (lock ? mails.forUpdate().skipLocked() : mails).execute(),
    pushes: await (lock ? pushes.forUpdate().skipLocked() : pushes).execute(),
  };
}

export async function deleteWaiting(db: Reader, table: 'mail_outbox' | 'push_outbox', ids: string[]): Promise<void> {
  for (const chunk of parts(ids)) await db.deleteFrom(table).where('id', 'in', chunk).execute();
}

export async function wantsMails(db: Reader, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('order_mails').where('id', '=', userId).executeTakeFirst();
  return row?.order_mails === 1;
}

export async function setMails(db: Reader, userId: string, on: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ order_mails: on ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
}

/** The browsers of a person, oldest first. */
export function devicesOf(db: Reader, userId: string) {
  return db
    .selectFrom('push_devices')
    .select(['id', 'device', 'endpoint', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Adds a browser, or gives one that is known to this person. */
export async function writeDevice(
  db: Reader,
  device: { user_id: string; endpoint: string; p256dh: string; auth: string; device: string; created_at: number },
): Promise<void> {
  const { endpoint: _, ...rest } = device;
  await db
    .insertInto('push_devices')
    .values({ id: newId('dev'), ...device })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(rest))
    .execute();
}

/** @returns false when the person has no such browser (any more) */
export async function deleteDevice(db: Reader, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
