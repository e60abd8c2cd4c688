import { prepared } from '../database/prepared.ts';
import type { Reader } from '../database/transact.ts';
import { newId } from '../ids.ts';

/** Everybody who is told of a new order: one row for each browser of a person, and one for a person without a browser. */
export async function alertRecipients(db: Reader) {
  const { rows } = await prepared(db, 'alerts.recipients', {}, () =>
    db
      .selectFrom('users')
      .leftJoin('push_devices', 'push_devices.user_id', 'users.id')
      .select(['users.email', 'users.order_mails as mails', 'push_devices.id as device'])
      .where('users.active', '=', 1)
      .where((eb) => eb.or([eb('users.order_mails', '=', 1), eb('push_devices.id', 'is not', null)])),
  );
  return rows;
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
