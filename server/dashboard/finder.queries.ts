import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** What is selected by the beginning of a column: the text of SQL for the column, never anything from outside. */
type Column = 'order_number' | 'phone' | 'utr' | 'lower(email)' | 'id';

/**
 * Rows whose column begins with `text`, found in the column's index. SQLite compares bytes: everything from the text up to the text with
 * the last possible sign behind it. PostgreSQL takes LIKE with its pattern operators; LIKE's own signs are escaped.
 */
function beginsWith(kind: Database['kind'], column: Column, text: string) {
  const name = sql.raw<string>(column);
  if (kind === 'postgres') {
    return sql<SqlBool>`${name} like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`;
  }
  return sql<SqlBool>`${name} >= ${text} and ${name} < ${`${text}\u{10ffff}`}`;
}

const ORDER = ['order_number', 'name', 'phone', 'status', 'total', 'created_at'] as const;

/** Orders by the beginning of one column, the newest of the first hundred. Drafts are nobody's orders yet. */
export function findOrders({ db, kind }: Database, column: Column, text: string, limit: number) {
  return db
    .selectFrom(
      db
        .selectFrom('orders')
        .select(ORDER)
        .where(beginsWith(kind, column, text))
        .where('status', '!=', 'draft')
        .limit(sql.lit(100))
        .as('found'),
    )
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
}

/** Words with which each of `words` (in small letters) begins inside a text of small letters. LIKE's own signs count as themselves. */
function hasWords(text: string, words: readonly string[]) {
  const column = sql.raw<string>(text);
  const conditions = words.map((word) => {
    const escaped = word.replace(/[!%_]/g, '!$&');
    return sql<SqlBool>`(${column} like ${`${escaped}%`} escape '!' or ${column} like ${`% ${escaped}%`} escape '!')`;
  });
  return sql.join<SqlBool>(conditions, sql` and `);
}

/** Each of `words` behind a blank of an order's search text, where names and e-mail address always are: it begins with the number. */
function inSearchText(words: readonly string[]) {
  const patterns = words.map((word) => sql`search_text like ${`% ${word.replace(/[!%_]/g, '!$&')}%`} escape '!'`);
  return sql<SqlBool>`${sql.join(patterns, sql` and `)}`;
}

/** What many are called is found among the newest rows at once; only what is rare among them is looked for in all. */
const NEWEST = 2_000;

/**
 * The newest orders of people: each word begins one of the names; with an @ among them, they begin name or e-mail address. SQLite reads the
 * names from their index alone, and the addresses from the one that holds the search texts; PostgreSQL finds either by trigrams.
 */
export async function findOrdersOf({ db, kind }: Database, words: readonly string[], limit: number) {
  const address = words.some((word) => word.includes('@'));
  const orders = db.selectFrom('orders').where('status', '!=', 'draft');
  const newest = orders
    .select([...ORDER, 'search_text'])
    .orderBy('created_at', 'desc')
    .orderBy('order_number', 'desc')
    .limit(sql.lit(NEWEST));
  const near = await db
    .selectFrom(newest.as('near'))
    .select(ORDER)
    .where(address ? inSearchText(words) : hasWords('lower(name)', words))
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
  if (near.length === limit) return near;
  const key = sql.raw<string>(kind === 'sqlite' ? 'rowid' : 'order_number');
  let found = db.selectFrom('orders').select(key.as('key'));
  if (address || kind === 'postgres') found = found.where(inSearchText(words));
  if (!address) found = found.where(hasWords('lower(name)', words));
  return db
    .with(
      (one) => one('found').materialized(),
      () => found,
    )
    .selectFrom('orders')
    .select(ORDER)
    .where(key, 'in', (eb) => eb.selectFrom('found').select('key'))
    .where('status', '!=', 'draft')
    .orderBy(sql`${sql.raw(kind === 'sqlite' ? '+' : '')}created_at`, 'desc')
    .limit(sql.lit(limit))
    .execute();
}

const CONTACT = ['id', 'name', 'subject', 'status', 'created_at'] as const;

/** The newest messages of people: each word begins one of the name. SQLite reads the names from their index alone. */
export async function findContactsOf({ db, kind }: Database, words: readonly string[], limit: number) {
  const newest = db
    .selectFrom('contacts')
    .select(CONTACT)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(NEWEST / 4));
  const near = await db
    .selectFrom(newest.as('near'))
    .selectAll()
    .where(hasWords('lower(name)', words))
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
  if (near.length === limit) return near;
  const key = sql.raw<string>(kind === 'sqlite' ? 'rowid' : 'id');
  const found = db.selectFrom('contacts').select(key.as('key')).where(hasWords('lower(name)', words));
  return db
    .selectFrom('contacts')
    .select(CONTACT)
    .where(key, 'in', found)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
}

/** Contact messages by the beginning of one column, the newest of the first hundred. */
export function findContacts({ db, kind }: Database, column: Column, text: string, limit: number) {
  return db
    .selectFrom(
      db
        .selectFrom('contacts')
        .select(CONTACT)
        .where(beginsWith(kind, column, text))
        .limit(sql.lit(100))
        .as('found'),
    )
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
}
