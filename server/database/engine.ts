import { type QueryExecutorProvider, type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely';
import type { Reader } from './handles.ts';

/**
 * What queries need to say differently on SQLite and PostgreSQL. Only server/database asks which
 * engine it is; queries elsewhere are written once, as for PostgreSQL. Row locks (`forUpdate()`,
 * `skipLocked()`) mean nothing on SQLite, which has one writer at a time, so its compiler leaves
 * them out (sqlite.ts).
 */

export type Engine = 'sqlite' | 'postgres';

/** The engine behind a database or a transaction. */
export function engineOf(db: QueryExecutorProvider): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/**
 * Waits for other transactions with the same key to end, and makes later ones wait for this one.
 * Only PostgreSQL needs it: SQLite has one writer at a time.
 */
export async function lockKey(trx: Reader, key: string): Promise<void> {
  if (engineOf(trx) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/**
 * A text column for the `orderBy` of rows that are locked: by its code points as JavaScript sorts,
 * whatever the locale of the database. SQLite sorts what it has found, and walks no index for it.
 */
export function inCodePointOrder(db: Reader, column: string): RawBuilder<string> {
  return engineOf(db) === 'sqlite' ? sql`+${sql.ref(column)}` : sql`${sql.ref(column)} collate "C"`;
}

/**
 * Whether a column begins with `text`, by its index. SQLite compares bytes, so the range ends at
 * the text followed by the last code point. PostgreSQL uses LIKE with a pattern_ops index, with the
 * wildcards escaped.
 *
 * @param column raw SQL; never user input
 */
export function beginsWith(db: Reader, column: string, text: string): RawBuilder<SqlBool> {
  const name = sql.raw<string>(column);
  return engineOf(db) === 'sqlite'
    ? sql<SqlBool>`${name} >= ${text} and ${name} < ${`${text}\u{10ffff}`}`
    : sql<SqlBool>`${name} like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/**
 * What names a row most cheaply: the rowid of SQLite, which each of its indexes contains, elsewhere
 * the column `key`.
 */
export function rowKey(db: Reader, key: string): RawBuilder<string> {
  return sql.ref<string>(engineOf(db) === 'sqlite' ? 'rowid' : key);
}

/**
 * Whether a long read keeps the other requests of this process waiting: SQLite runs inside of it.
 */
export function blocksOthers(db: Reader): boolean {
  return engineOf(db) === 'sqlite';
}

/** The name of the engine, for operators. */
export function engineName(db: Reader): 'SQLite' | 'PostgreSQL' {
  return engineOf(db) === 'sqlite' ? 'SQLite' : 'PostgreSQL';
}

/**
 * The first damage in the file of SQLite, which is read as a whole; null if it has none. PostgreSQL
 * has checksums of its own.
 */
export async function checkFile(db: Reader): Promise<string | null> {
  if (engineOf(db) === 'postgres') return null;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const found = rows[0]?.quick_check ?? 'ok';
  return found === 'ok' ? null : found;
}

/** The clock of the database server, epoch ms; null on SQLite, which has none of its own. */
export async function serverClock(db: Reader): Promise<number | null> {
  if (engineOf(db) === 'sqlite') return null;
  const query = sql<{ at: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at`;
  return Number((await query.execute(db)).rows[0]?.at);
}

/**
 * A column that SQLite uses no index for, where it would choose a bad one: it has no statistics.
 * PostgreSQL decides by its own.
 */
export function unindexed<Column>(db: Reader, column: string): RawBuilder<Column> {
  return sql`${sql.raw(engineOf(db) === 'sqlite' ? '+' : '')}${sql.ref(column)}`;
}

/** Process ids of the backends that serve this database; none on SQLite, which runs in this process. */
export async function backendsOf(db: Reader): Promise<number[]> {
  if (engineOf(db) === 'sqlite') return [];
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    db,
  );
  return rows.map(({ pid }) => pid);
}
