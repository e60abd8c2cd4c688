import {
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import type { ContactPriority, ContactStatus } from '#shop/contacts/contacts.ts';
import { ACKNOWLEDGE_MS, RESOLVE_MS } from '#shop/contacts/grievances.ts';
import type { ContactsTable, Tables } from '../database/schema.ts';
import type { Reader, Trx } from '../database/transact.ts';
import { contains, lookUp, searchWords } from '../database/trigrams.ts';

export type ContactRow = Selectable<ContactsTable>;

/** @returns false when the same message is being stored already (`once`) */
export async function insertContact(trx: Trx, row: Insertable<ContactsTable>): Promise<boolean> {
  const result = await trx
    .insertInto('contacts')
    .values(row)
    .onConflict((conflict) => conflict.column('once').where('once', 'is not', null).doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Finds an identical message of the same sender, created at `since` (epoch ms) or later. */
export function findSameContact(
  db: Reader,
  contact: Pick<ContactRow, 'email' | 'subject' | 'message' | 'enquiry'>,
  since: number,
): Promise<Pick<ContactRow, 'id' | 'status' | 'created_at' | 'grievance'> | undefined> {
  return db
    .selectFrom('contacts')
    .select(['id', 'status', 'created_at', 'grievance'])
    .where('created_at', '>=', since)
    .where('email', '=', contact.email)
    .where('subject', '=', contact.subject)
    .where('message', '=', contact.message)
    .where('enquiry', '=', contact.enquiry)
    .executeTakeFirst();
}

export interface ContactFilter {
  status?: ContactStatus | undefined;
  priority?: ContactPriority | undefined;
  search?: string | undefined;
  /** Complaints alone, or those of them that are overdue `now` (epoch ms). */
  grievances?: 'all' | 'overdue' | undefined;
  now: number;
}

/**
 * Found messages up to this number are read one by one; more are met soon enough in a list of all.
 */
const FEW = 2_000;

/**
 * One page of messages, newest first, and the total. Without a search, both come from an index. A
 * search reads the messages that the index of trigrams finds, or scans the texts; the total is then
 * counted only when it is not known from that index or from the page.
 */
export async function listContacts(
  db: Reader,
  filter: ContactFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ContactRow[]; total: number }> {
  const found = await lookUp(db, 'contacts', wordsOf(filter));
  const matching = filtered(db.selectFrom('contacts'), filter, found && found.count <= FEW ? found.rowids : null);
  const page = matching
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset));
  const rows = await db
    .selectFrom('contacts')
    .innerJoin(page.as('page'), 'page.id', 'contacts.id')
    .selectAll('contacts')
    .orderBy('contacts.created_at', 'desc')
    .orderBy('contacts.id', 'desc')
    .execute();
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length };
  if (found?.exact && !filter.status && !filter.priority && !filter.grievances) return { rows, total: found.count };
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

/** The number of messages by status, and the number created at `since` (epoch ms) or later. */
export async function sumContacts(
  db: Reader,
  since: number,
): Promise<{ byStatus: Record<ContactStatus, number>; since: number }> {
  const rows = await db
    .selectFrom('contacts')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const { count } = await db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  const byStatus = { new: 0, read: 0, replied: 0, closed: 0 };
  for (const row of rows) byStatus[row.status] = Number(row.count);
  return { byStatus, since: Number(count) };
}

/**
 * One message. With `lock`, the row is locked until the end of the transaction (on SQLite, `begin
 * immediate` already does that).
 */
export function readContact(db: Reader, id: string, lock?: 'for update'): Promise<ContactRow | undefined> {
  const query = db.selectFrom('contacts').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Updates a message and increments its version. */
export async function updateContact(trx: Trx, id: string, columns: Updateable<ContactsTable>): Promise<void> {
  await trx
    .updateTable('contacts')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteContact(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('contacts').where('id', '=', id).execute();
}

function filtered<O>(
  query: SelectQueryBuilder<Tables, 'contacts', O>,
  filter: ContactFilter,
  within: RawBuilder<number> | null,
): SelectQueryBuilder<Tables, 'contacts', O> {
  const { status, priority, search, grievances, now } = filter;
  let result = query;
  if (status) result = result.where('status', '=', status);
  if (priority) result = result.where('priority', '=', priority);
  if (grievances) result = result.where('grievance', '=', sql.lit(1));
  if (grievances === 'overdue') result = result.where((eb) => overdue(eb, now));
  const text = search?.trim();
  if (!text) return result;
  if (TICKET.test(text)) return result.where('id', '=', text.toUpperCase());
  if (ADDRESS.test(text)) return result.where(sql<string>`lower(email)`, '=', text.toLowerCase());
  if (within) result = result.where(sql<SqlBool>`contacts.rowid in ${within}`);
  return wordsOf(filter).reduce((some, word) => some.where(contains('search_text', word)), result);
}

/** A complete ticket number or email address is looked up in its index. */
const TICKET = /^K-[0-9A-Z]{4}-[0-9A-Z]{4}$/i;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The words that a message must contain. */
function wordsOf({ search = '' }: ContactFilter): string[] {
  const text = search.trim();
  return TICKET.test(text) || ADDRESS.test(text) ? [] : searchWords(text);
}

/** As `isOverdue` of shop/contacts/grievances.ts. */
function overdue(eb: ExpressionBuilder<Tables, 'contacts'>, now: number) {
  return eb.and([
    eb('closed_at', 'is', null),
    eb.or([
      eb('created_at', '<', now - RESOLVE_MS),
      eb.and([eb('acknowledged_at', 'is', null), eb('created_at', '<', now - ACKNOWLEDGE_MS)]),
    ]),
  ]);
}

/** Open complaints, and those of them that are overdue. */
export async function countGrievances(db: Reader, now: number): Promise<{ open: number; overdue: number }> {
  const open = () =>
    db
      .selectFrom('contacts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('grievance', '=', sql.lit(1))
      .where('closed_at', 'is', null);
  const all = await open().executeTakeFirstOrThrow();
  const late = await open()
    .where((eb) => overdue(eb, now))
    .executeTakeFirstOrThrow();
  return { open: Number(all.count), overdue: Number(late.count) };
}

/** Complaints in the order of their arrival, from the one after `last`. */
export function grievancesAfter(
  db: Reader,
  last: Pick<ContactRow, 'created_at' | 'id'> | undefined,
  limit: number,
): Promise<ContactRow[]> {
  const query = db.selectFrom('contacts').selectAll().where('grievance', '=', sql.lit(1));
  const rest = last
    ? query.where((eb) =>
        eb.or([
          eb('created_at', '>', last.created_at),
          eb.and([eb('created_at', '=', last.created_at), eb('id', '>', last.id)]),
        ]),
      )
    : query;
  return rest.orderBy('created_at').orderBy('id').limit(sql.lit(limit)).execute();
}
