import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';

export type Db = Kysely<Tables>;

/** An open database: queries take `db`; `kind` picks the few statements that differ between the two engines. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Db;
  /** A connection string for LISTEN, PostgreSQL only. */
  readonly url: string | null;
  /** The database file, SQLite only (null for a database in memory). */
  readonly file: string | null;
  close(): Promise<void>;
}

// int8 (epoch milliseconds, paise, counts) comes as text by default; every value of the shop is far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Opens the shop's database: PostgreSQL when `url` is given, else a SQLite file `shop.db` in `dataDir`.
 *
 * @throws Error with one plain sentence when it cannot be opened
 */
export async function connect(options: { url: string | null; dataDir: string }): Promise<Database> {
  return options.url ? connectPostgres(options.url) : connectSqlite(path.join(options.dataDir, 'shop.db'));
}

/** Opens a SQLite database file, or a new one in memory (':memory:'). */
export function connectSqlite(file: string): Database {
  try {
    if (file !== ':memory:') {
      mkdirSync(path.dirname(file), { recursive: true });
    }
    const sqlite = openSqlite(file);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(sqlite) });
    // Kysely opens its driver at the first query and would otherwise leave the file open when none was made.
    const close = async () => {
      await db.destroy();
      if (sqlite.isOpen) {
        sqlite.close();
      }
    };
    return { kind: 'sqlite', db, url: null, file: file === ':memory:' ? null : file, close };
  } catch (error) {
    throw new Error(`The database file ${file} cannot be opened: ${reason(error)}.`, { cause: error });
  }
}

/**
 * Opens PostgreSQL and proves that it answers.
 *
 * @param schema a schema of its own for the tables (tests); the default search path when left out
 */
export async function connectPostgres(url: string, schema?: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    application_name: 'kishmish',
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  });
  // An idle client that loses its server emits 'error'; without a listener that would end the process.
  pool.on('error', () => {});
  // So does one that loses it inside a transaction, between two statements; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new Error(`The PostgreSQL database of DATABASE_URL cannot be reached: ${reason(error)}.`, { cause: error });
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { kind: 'postgres', db, url, file: null, close: () => db.destroy() };
}

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return reason(error.errors[0]);
  }
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
