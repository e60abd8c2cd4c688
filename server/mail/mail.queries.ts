import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Tables } from '../database/schema.ts';
import type { MailOutboxTable } from '../database/schema-messages.ts';
import type { Reader } from '../database/transact.ts';
import { contains } from '../database/trigrams.ts';
import { claimDue } from './outbox.ts';

export type MailRow = Selectable<MailOutboxTable>;

/**
 * Claims due mails. One whose process died is sent again with the same Message-ID (fault 9). Oldest
 * first, so that 'received' is sent before 'verified'.
 */
export async function claimDueMails(database: Database, now: number): Promise<MailRow[]> {
  const rows = await claimDue(database.db, 'mail_outbox', now);
  // On PostgreSQL, the rows returned by an update are not ordered.
  return rows.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
}

/**
 * Renews the lease of a message right before it is sent, because a long batch may outlast its
 * lease.
 *
 * @returns its recipient, which may have been corrected since the claim; null when another process
 *   has claimed the message, or when it was deleted meanwhile with the person whom it is about
 */
export async function renewLease(
  db: Reader,
  mail: Pick<MailRow, 'id' | 'tries'>,
  until: number,
): Promise<string | null> {
  const row = await db
    .updateTable('mail_outbox')
    .set({ next_try_at: until })
    .where('id', '=', mail.id)
    .where('status', '=', 'sending')
    .where('tries', '=', mail.tries)
    .returning('recipient')
    .executeTakeFirst();
  return row?.recipient ?? null;
}

/**
 * Makes claimed messages due now, without the attempt that the claim has counted.
 *
 * @param lease its end (epoch ms); messages that another process has claimed since have another one
 */
export async function handBack(db: Reader, ids: readonly string[], lease: number, now: number): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set((eb) => ({ status: 'queued' as const, tries: eb('tries', '-', 1), next_try_at: now }))
    .where('id', 'in', ids)
    .where('status', '=', 'sending')
    .where('next_try_at', '=', lease)
    .execute();
}

const CODES = ['otp', 'order_code', 'alert_code'];

/**
 * Mails with a code or a link that lets somebody in. What they confirm is stored only as a hash, so
 * they do not keep it either.
 */
export const SECRET_KINDS: readonly string[] = [...CODES, 'invite'];

/**
 * The mail was sent to `recipient`, whatever its order says by now. One that carries a secret keeps
 * no words; some subjects have the code.
 *
 * @returns false when it was deleted meanwhile
 */
export async function markSent(
  db: Reader,
  { id, kind, recipient }: Pick<MailRow, 'id' | 'kind' | 'recipient'>,
  now: number,
  isFile: boolean,
): Promise<boolean> {
  const words = SECRET_KINDS.includes(kind) ? { subject: '', text_body: '', html_body: '' } : {};
  const result = await db
    .updateTable('mail_outbox')
    .set({ status: 'sent', sent_at: now, last_error: '', recipient, is_file: Number(isFile), ...words })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * One message of an order with its bodies. With `lock`, the row is locked until the end of the
 * transaction.
 */
export function readMail(
  db: Reader,
  orderNumber: string,
  id: string,
  lock?: 'for update',
): Promise<MailRow | undefined> {
  const query = db.selectFrom('mail_outbox').selectAll().where('id', '=', id).where('order_number', '=', orderNumber);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Makes a message due now and resets its attempts. */
export async function requeue(db: Reader, id: string, now: number): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ status: 'queued', tries: 0, next_try_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Mails that nobody can use any more once their tries are over: their codes have expired, or the
 * order was cancelled.
 */
const PASSING = [...CODES, 'payment_reminder'];

/** How long after it was written a mail that was given up can be sent again with the others. */
export const RESEND_MS = 30 * 86_400_000;

/**
 * Mails that were tried, and given up since a time (epoch ms). One that was held back was never
 * tried (D54): anybody can cause it.
 */
export function failedMails(db: Reader, since: number) {
  return db
    .selectFrom('mail_outbox')
    .where('status', '=', 'failed')
    .where('tries', '>', 0)
    .where('next_try_at', '>=', since);
}

/** Those that were written since then, too, and are still worth sending. */
function givenUp(db: Reader, since: number, now: number) {
  return failedMails(db, since)
    .where('created_at', '>=', since)
    .where('kind', 'not in', PASSING)
    .where((eb) => eb.or([eb('kind', '!=', 'invite'), eb.exists(linkOf(eb, now))]));
}

/**
 * The link in an invitation (a mail of the outer query) while it works: it ends, is used once, and
 * a newer invitation voids it.
 */
function linkOf(eb: ExpressionBuilder<Tables, 'mail_outbox'>, now: number) {
  return eb
    .selectFrom('one_time_codes')
    .select('one_time_codes.id')
    .whereRef('one_time_codes.email', '=', 'mail_outbox.recipient')
    .whereRef('one_time_codes.created_at', '<=', 'mail_outbox.created_at')
    .where('invites', '=', 1)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);
}

export async function countGivenUp(db: Reader, since: number, now: number): Promise<number> {
  const { count } = await givenUp(db, since, now)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes up to `most` of them due now, oldest first. @returns how many */
export async function requeueGivenUp(db: Reader, since: number, now: number, most: number): Promise<number> {
  const rows = await db
    .updateTable('mail_outbox')
    .set({ status: 'queued', tries: 0, next_try_at: now })
    // Again, for a transaction that has waited for another one with the same mails.
    .where('status', '=', 'failed')
    .where('id', 'in', givenUp(db, since, now).select('id').orderBy('created_at').orderBy('id').limit(most))
    .returning('id')
    .execute();
  return rows.length;
}

/**
 * Changes the recipient of an order's unsent messages. One that is being sent at this moment gets
 * it for its next try.
 */
export async function redirectMails(trx: Reader, orderNumber: string, recipient: string): Promise<void> {
  await trx
    .updateTable('mail_outbox')
    .set({ recipient })
    .where('order_number', '=', orderNumber)
    .where('status', 'in', ['queued', 'sending', 'failed'])
    .execute();
}

/** The current email address of an order, or an empty string. */
export async function emailOfOrder(db: Reader, orderNumber: string): Promise<string> {
  const row = await db.selectFrom('orders').select('email').where('order_number', '=', orderNumber).executeTakeFirst();
  return row?.email ?? '';
}

/**
 * Removes an order's queued messages of one kind from the outbox and returns them, so that others
 * can replace them.
 */
export function takeWaiting(trx: Reader, orderNumber: string, kind: string): Promise<Pick<MailRow, 'attachments'>[]> {
  return trx
    .deleteFrom('mail_outbox')
    .where('order_number', '=', orderNumber)
    .where('kind', '=', kind)
    .where('status', '=', 'queued')
    .returning('attachments')
    .execute();
}

/** Whether a mail of this kind about an order, written since then (epoch ms), is sent or being sent. */
export async function hasLeft(trx: Reader, orderNumber: string, kind: string, since: number): Promise<boolean> {
  const row = await trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('order_number', '=', orderNumber)
    .where('kind', '=', kind)
    .where('created_at', '>=', since)
    .where('status', 'in', ['sending', 'sent'])
    .executeTakeFirst();
  return row !== undefined;
}

/** How many mails of this kind about an order were written in the 24 hours before `at` (epoch ms). */
export async function countMailsOfDay(trx: Reader, orderNumber: string, kind: string, at: number): Promise<number> {
  const { count } = await trx
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('order_number', '=', orderNumber)
    .where('kind', '=', kind)
    .where('created_at', '>', at - DAY)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Records a failed attempt: queues the message for `nextTryAt` (epoch ms), or marks it as failed
 * when that is null. Changes nothing when another process has claimed the message since: it may
 * have sent it, and a code is blank then.
 */
export async function markUnsent(
  db: Reader,
  { id, tries }: Pick<MailRow, 'id' | 'tries'>,
  error: string,
  now: number,
  nextTryAt: number | null,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({
      status: nextTryAt === null ? 'failed' : 'queued',
      next_try_at: nextTryAt ?? now,
      last_error: error.slice(0, 500),
    })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('tries', '=', tries)
    .execute();
}

/** The messages of one order, oldest first, without their bodies (admin order detail). */
export function mailsOfOrder(db: Reader, orderNumber: string) {
  return db
    .selectFrom('mail_outbox')
    .select([
      'id',
      'kind',
      'recipient',
      'subject',
      'status',
      'tries',
      'last_error',
      'created_at',
      'next_try_at',
      'sent_at',
      'is_file',
    ])
    .where('order_number', '=', orderNumber)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Deletes the mails about these orders, whatever became of them. */
export async function deleteOrderMails(db: Reader, orderNumbers: readonly string[]): Promise<void> {
  if (orderNumbers.length > 0) await db.deleteFrom('mail_outbox').where('order_number', 'in', orderNumbers).execute();
}

/** Deletes the mails to these addresses (lower case), whatever became of them. */
export async function deleteMailsTo(db: Reader, recipients: readonly string[]): Promise<void> {
  if (recipients.length === 0) return;
  await db
    .deleteFrom('mail_outbox')
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), 'in', recipients))
    .execute();
}

/** Which of these messages are in the outbox, whatever became of them. */
export async function knownMails(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('mail_outbox').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** The mails in which staff answer a contact message. */
const ANSWERS: readonly string[] = ['contact_reply', 'grievance_acknowledged'];

/** The condition of an index with the mails that bring the shop a message. */
const RECEIVED = sql.lit('contact_received');
const DAY = 86_400_000;

/**
 * Deletes the mails about a contact message, to the shop and to the sender; each names the number
 * of the message.
 */
export async function deleteContactMails(
  db: Reader,
  { id, email, created_at }: { id: string; email: string; created_at: number },
): Promise<void> {
  const about = db.deleteFrom('mail_outbox').where('text_body', 'like', `%${id}%`);
  await about
    .where('kind', '=', RECEIVED)
    // It is queued with the message.
    .where('created_at', '>=', created_at - DAY)
    .where('created_at', '<=', created_at + DAY)
    .execute();
  await about
    .where(sql<boolean>`lower(recipient) = lower(${email})`)
    .where('kind', 'in', ['contact_acknowledged', ...ANSWERS])
    .execute();
}

/**
 * Deletes the mails that brought the shop a message from these addresses (lower case), also of
 * messages that staff have deleted since.
 */
export async function deleteMailsFrom(db: Reader, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  // Earlier versions wrote the second.
  const labels = emails.flatMap((email) => ['\nemail', '\ne-mail'].map((label) => `${label}: ${email}\n`));
  await db
    .deleteFrom('mail_outbox')
    .where('kind', '=', RECEIVED)
    .where(({ or }) => or(labels.map((label) => contains('lower(text_body)', label))))
    .execute();
}

/** Whether a mail in which staff answer a contact message has still to be sent. */
export async function isAnswerWaiting(db: Reader, contactId: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('status', 'in', ['queued', 'sending'])
    .where('kind', 'in', ANSWERS)
    .where('text_body', 'like', `%${contactId}%`)
    .executeTakeFirst();
  return row !== undefined;
}
