import { type Insertable, type Selectable, sql } from 'kysely';
import type { WebhookMessagesTable, WebhooksTable } from '#server/database/schema-connect.ts';
import type { Reader } from '#server/database/transact.ts';

export type WebhookRow = Selectable<WebhooksTable>;
export type MessageRow = Selectable<WebhookMessagesTable>;

/** The webhooks, newest first, with the numbers of their messages. */
export function listWebhooks(db: Reader) {
  const count = (status: 'queued' | 'failed') => sql<number>`(
    select count(*) from webhook_messages m where m.webhook_id = webhooks.id and m.status = ${sql.lit(status)})`;
  return db
    .selectFrom('webhooks')
    .selectAll()
    .select([count('queued').as('waiting'), count('failed').as('failed')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function sealedSecrets(db: Reader) {
  return db.selectFrom('webhooks').select(['id', 'url', 'secret']).orderBy('id').execute();
}

export function readWebhook(db: Reader, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countWebhooks(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertWebhook(trx: Reader, row: Insertable<WebhooksTable>): Promise<void> {
  await trx.insertInto('webhooks').values(row).execute();
}

export async function updateWebhook(db: Reader, id: string, change: Partial<WebhookRow>): Promise<void> {
  await db.updateTable('webhooks').set(change).where('id', '=', id).execute();
}

/** A message was taken. */
export async function noteWorking(db: Reader, id: string): Promise<void> {
  const query = db.updateTable('webhooks').set({ failing_since: null });
  await query.where('id', '=', id).where('failing_since', 'is not', null).execute();
}

/** A message was not taken. @returns since when none was; undefined when the webhook is gone */
export async function noteFailing(db: Reader, id: string, at: number): Promise<number | null | undefined> {
  const query = db
    .updateTable('webhooks')
    .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(at)) }));
  return (await query.where('id', '=', id).returning('failing_since').executeTakeFirst())?.failing_since;
}

/** @returns false when it was paused already, or is gone: of several processes one pauses it */
export async function pauseWebhook(trx: Reader, id: string, at: number): Promise<boolean> {
  const row = await trx
    .updateTable('webhooks')
    .set({ paused_at: at })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteWebhook(trx: Reader, id: string): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
  await trx.deleteFrom('webhook_messages').where('webhook_id', '=', id).execute();
}

/** The webhooks that are not paused and have messages to send now. */
export async function dueWebhooks(db: Reader, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('paused_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_messages')
          .select('webhook_messages.id')
          .whereRef('webhook_messages.webhook_id', '=', 'webhooks.id')
          .where('webhook_messages.status', '=', sql.lit('queued'))
          .where('webhook_messages.next_try_at', '<=', now),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Claims up to `most` due messages of a webhook for this process until `until` (epoch ms), and
 * counts the try. One whose process died is due again then.
 */
export function claimMessages(db: Reader, webhookId: string, most: number, now: number, until: number) {
  return db
    .updateTable('webhook_messages')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: until }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_messages')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('status', '=', sql.lit('queued'))
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** What became of a try; changes nothing when another process has claimed the message since. */
export async function settleMessage(
  db: Reader,
  { id, tries }: Pick<MessageRow, 'id' | 'tries'>,
  result: Partial<Pick<MessageRow, 'status' | 'next_try_at' | 'last_error' | 'sent_at'>>,
): Promise<void> {
  await db
    .updateTable('webhook_messages')
    .set(result)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'queued')
    .execute();
}

export function latestMessages(db: Reader, webhookId: string, most: number): Promise<MessageRow[]> {
  return db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** @returns its type; undefined when there is no such message */
export function requeueMessage(trx: Reader, webhookId: string, id: string, at: number) {
  return trx
    .updateTable('webhook_messages')
    .set({ status: 'queued', tries: 0, next_try_at: at, last_error: '', sent_at: null })
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .returning('type')
    .executeTakeFirst();
}

/** Begins anew with all messages that wait. */
export async function sendWaitingNow(trx: Reader, webhookId: string, at: number): Promise<void> {
  await trx
    .updateTable('webhook_messages')
    .set({ next_try_at: at, tries: 0 })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'queued')
    .execute();
}

export async function deleteMessagesBefore(db: Reader, time: number): Promise<void> {
  await db.deleteFrom('webhook_messages').where('created_at', '<', time).execute();
}

/** The addresses of the active admins. */
export async function adminEmails(db: Reader): Promise<string[]> {
  const query = db.selectFrom('users').select('email').where('role', '=', 'admin').where('active', '=', 1);
  return (await query.orderBy('id').execute()).map(({ email }) => email);
}
