import type { Selectable } from 'kysely';
import type { PushOutboxTable } from '../database/schema-messages.ts';
import type { Reader } from '../database/transact.ts';

export type PushRow = Selectable<PushOutboxTable>;

/** A browser that a message can be pushed to. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Undefined once the browser is removed, or its owner's account is disabled. */
export function readTarget(db: Reader, deviceId: string): Promise<PushTarget | undefined> {
  return db
    .selectFrom('push_devices')
    .innerJoin('users', 'users.id', 'push_devices.user_id')
    .select(['push_devices.endpoint', 'push_devices.p256dh', 'push_devices.auth'])
    .where('push_devices.id', '=', deviceId)
    .where('users.active', '=', 1)
    .executeTakeFirst();
}

export async function deletePush(db: Reader, id: string): Promise<void> {
  await db.deleteFrom('push_outbox').where('id', '=', id).execute();
}

export async function deletePushesDueBefore(db: Reader, time: number): Promise<void> {
  await db.deleteFrom('push_outbox').where('next_try_at', '<', time).execute();
}

export async function postponePush(db: Reader, id: string, nextTryAt: number): Promise<void> {
  await db.updateTable('push_outbox').set({ next_try_at: nextTryAt }).where('id', '=', id).execute();
}

/** Removes a browser with the messages that wait for it. */
export async function deletePushDevice(db: Reader, deviceId: string): Promise<void> {
  await db.deleteFrom('push_outbox').where('device_id', '=', deviceId).execute();
  await db.deleteFrom('push_devices').where('id', '=', deviceId).execute();
}
