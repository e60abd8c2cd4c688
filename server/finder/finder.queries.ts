import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** What is selected by the beginning of a column: the text of SQL for the column, never anything from outside. */
type Column = 'order_number' | 'phone' | 'utr' | 'lower(name)' | 'lower(email)' | 'id';

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

/** Contact messages by the beginning of one column, the newest of the first hundred. */
export function findContacts({ db, kind }: Database, column: Column, text: string, limit: number) {
  return db
    .selectFrom(
      db
        .selectFrom('contacts')
        .select(['id', 'name', 'subject', 'status', 'created_at'])
        .where(beginsWith(kind, column, text))
        .limit(sql.lit(100))
        .as('found'),
    )
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
}
