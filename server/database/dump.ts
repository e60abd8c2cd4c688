import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Db } from './connect.ts';
import { engineOf } from './engine.ts';
import { openSqlite } from './sqlite.ts';

/** A row with the values of its columns: text, numbers and null, as in schema.ts. */
export type DumpRow = Record<string, string | number | null>;

/** The whole database at one moment. */
export interface Snapshot {
  /** The names of all tables, in alphabetical order. */
  tables: string[];
  /** The migrations that made them, oldest first. */
  migrations: string[];
  /** The rows of a table in batches, in no particular order. */
  rows(table: string): AsyncIterable<DumpRow[]>;
}

/**
 * Rows per batch: a millisecond or two of work, so that requests of the same process need not wait
 * for a backup.
 */
const BATCH = 200;

/**
 * Calls `run` with the state of the database at one moment. Writers go on and do not delay it:
 * SQLite reads on a second connection, whose view the WAL keeps, and PostgreSQL in a REPEATABLE
 * READ transaction.
 *
 * @throws Error for a SQLite database in memory
 */
export async function readSnapshot<T>(database: Database, run: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  if (engineOf(database.db) === 'postgres') {
    return database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) =>
        run({ tables: await tableNames(trx), migrations: await ranMigrations(trx), rows: byCursor(trx) }),
      );
  }
  if (database.file === null) throw new Error('A database in memory cannot be backed up.');
  const raw = openSqlite(database.file, { readOnly: true });
  try {
    // The view begins with the first read, and stays until the connection is closed.
    raw.exec('begin');
    const list = (query: string) =>
      raw
        .prepare(query)
        .all()
        .map(({ name }) => String(name));
    const migrations = list('select name from kysely_migration order by name');
    const tables = list("select name from sqlite_schema where type = 'table' order by name").filter(isShopTable);
    const rows = async function* (table: string) {
      let batch: DumpRow[] = [];
      for (const row of raw.prepare(`select * from "${table}"`).iterate()) {
        batch.push(row as DumpRow);
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
        await setImmediate();
      }
      if (batch.length > 0) yield batch;
    };
    return await run({ tables, migrations, rows });
  } finally {
    raw.close();
  }
}

/**
 * The tables of the shop in the current schema, without those of migrations and of the trigrams,
 * which triggers fill.
 */
export async function tableNames(db: Db): Promise<string[]> {
  return (await allTables(db)).filter(isShopTable).sort();
}

async function allTables(db: Db): Promise<string[]> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
      : await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(db);
  return rows.map(({ name }) => name);
}

function isShopTable(name: string): boolean {
  return !/^(kysely_|sqlite_|trigrams_)/.test(name);
}

/** The migrations of the current schema, oldest first. */
export async function ranMigrations(db: Db): Promise<string[]> {
  if (!(await allTables(db)).includes('kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function byCursor(trx: Db): Snapshot['rows'] {
  return async function* (table) {
    await sql`declare dump no scroll cursor for select * from ${sql.id(table)}`.execute(trx);
    for (;;) {
      const { rows } = await sql<DumpRow>`fetch forward ${sql.lit(BATCH)} from dump`.execute(trx);
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) break;
    }
    await sql`close dump`.execute(trx);
  };
}
