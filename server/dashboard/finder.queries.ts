import { type SqlBool, sql } from 'kysely';
import { beginsWith, rowKey, unindexed } from '../database/engine.ts';
import type { Reader } from '../database/transact.ts';
import { contains, lookUp } from '../database/trigrams.ts';

/** Columns for prefix searches, as raw SQL. Never user input. */
type Column = 'order_number' | 'phone' | 'utr' | 'lower(email)' | 'id';

const ORDER = ['order_number', 'name', 'phone', 'status', 'total', 'created_at'] as const;

/**
 * Finds orders by a prefix of one column: the newest among the first hundred matches. Drafts are
 * excluded.
 */
export function findOrders(db: Reader, column: Column, text: string, limit: number) {
  return db
    .selectFrom(
      db
        .selectFrom('orders')
        .select(ORDER)
        .where(beginsWith(db, column, text))
        .where('status', '!=', 'draft')
        .limit(sql.lit(100))
        .as('found'),
    )
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
}

/**
 * Matches a lower-case text in which each of `words` (lower case) begins a word. Escapes the LIKE
 * wildcards.
 */
function hasWords(text: string, words: readonly string[]) {
  const column = sql.raw<string>(text);
  const conditions = words.map((word) => {
    const escaped = word.replace(/[!%_]/g, '!$&');
    return sql<SqlBool>`(${column} like ${`${escaped}%`} escape '!' or ${column} like ${`% ${escaped}%`} escape '!')`;
  });
  return sql.join<SqlBool>(conditions, sql` and `);
}

/**
 * Matches an order's search text in which each of `words` follows a space. Names and the email
 * always follow one, because the text begins with the order number.
 */
const inSearchText = (words: readonly string[]) =>
  sql.join<SqlBool>(
    words.map((word) => contains('search_text', ` ${word}`)),
    sql` and `,
  );

/**
 * Number of newest rows searched first. Common names are found among them; all rows are searched
 * only for rare names.
 */
const NEWEST = 2_000;
/**
 * To read more orders than this one by one takes longer than to scan the names of all: the words
 * are those of a city.
 */
const FEW = 20_000;

/**
 * Finds the newest orders by customer. Each word must begin a part of the name or, if a word
 * contains @, of the name or email. SQLite reads names and search texts of many from covering
 * indexes; otherwise an index of trigrams is used where there is one.
 */
export async function findOrdersByCustomer(db: Reader, words: readonly string[], limit: number) {
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
  const key = rowKey(db, 'order_number');
  const known = await lookUp(
    db,
    'orders',
    words.map((word) => ` ${word}`),
  );
  let found = db.selectFrom('orders').select(key.as('key'));
  if (known && known.count <= FEW) found = found.where(sql<SqlBool>`rowid in ${known.rowids}`);
  // PostgreSQL has an index of the search text, and none of the name.
  if (address || known === null) found = found.where(inSearchText(words));
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
    .orderBy(unindexed(db, 'created_at'), 'desc')
    .limit(sql.lit(limit))
    .execute();
}

const CONTACT = ['id', 'name', 'subject', 'status', 'created_at'] as const;

/**
 * Finds the newest messages by sender: each word must begin a part of the name. SQLite reads the
 * names from a covering index.
 */
export async function findContactsBySender(db: Reader, words: readonly string[], limit: number) {
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
  const key = rowKey(db, 'id');
  const found = db.selectFrom('contacts').select(key.as('key')).where(hasWords('lower(name)', words));
  return db
    .selectFrom('contacts')
    .select(CONTACT)
    .where(key, 'in', found)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
}

/** Finds contact messages by a prefix of one column: the newest among the first hundred matches. */
export function findContacts(db: Reader, column: Column, text: string, limit: number) {
  return db
    .selectFrom(
      db
        .selectFrom('contacts')
        .select(CONTACT)
        .where(beginsWith(db, column, text))
        .limit(sql.lit(100))
        .as('found'),
    )
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
}
