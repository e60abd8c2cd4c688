import { closeSync, existsSync, mkdtempSync, openSync, rmdirSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import {
  Kysely,
  type LogEvent,
  PostgresDialect,
  type PostgresPoolClient,
  type QueryExecutorProvider,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { makeFolder } from '../root.ts';
import { engineOf } from './engine.ts';
import { OperatorError, remedyOf } from './remedies.ts';
import type { Tables } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';

/**
 * Longer than the statement timeout, so that it only ends what PostgreSQL cannot: a statement whose
 * network path is dead, ms.
 */
const SILENCE_MS = 30_000;
/** How long PostgreSQL may need for a statement of a request, ms. */
const STATEMENT_MS = 15_000;

/** How long a database file may be empty before it counts as lost. */
const EMPTY_MS = 2_000;

export type Db = Kysely<Tables>;

/** Hears of each statement once it is done (telemetry.ts). */
type QueryWatcher = (event: LogEvent) => void;

/** An open database. Queries use `db`; what differs between the engines is in engine.ts. */
export interface Database {
  readonly db: Db;
  /** Connection string for LISTEN; PostgreSQL only. */
  readonly url: string | null;
  /** The database file, SQLite only (null for a database in memory). */
  readonly file: string | null;
  /** The connections of this process, by what they do; PostgreSQL only. */
  readonly pool?: () => { busy: number; idle: number; waiting: number };
  /** Inside of a rehearsal (rehearse.ts): runs a transaction as a part of it. */
  readonly nested?: <T>(run: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

// pg returns int8 (epoch milliseconds, paise, counts) as text by default; all values of the shop
// are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Opens the shop's database: PostgreSQL when `url` is given, else a SQLite file `shop.db` in
 * `dataDir`.
 *
 * @throws Error with a message for the operator when it cannot be opened
 */
export async function connect(options: {
  url: string | null;
  dataDir: string;
  onQuery?: QueryWatcher | undefined;
}): Promise<Database> {
  prepareFolder(options.dataDir);
  if (options.url) return connectPostgres(options.url, undefined, SILENCE_MS, options.onQuery);
  const file = path.join(options.dataDir, 'shop.db');
  const isEmpty = () => existsSync(file) && statSync(file).size === 0;
  // Another process that has just created the file writes it within this time.
  if (isEmpty()) await new Promise((resolve) => setTimeout(resolve, EMPTY_MS));
  if (isEmpty()) {
    // SQLite would begin a new shop in it and delete the write-ahead log; nobody would notice that
    // the data is gone.
    throw new Error(
      `The database file ${file} is empty: move it away and run npm run restore -- FILE --force, or delete it to begin a new shop.`,
    );
  }
  return connectSqlite(file, options.onQuery);
}

/**
 * True for a PostgreSQL that takes no writes of anybody: a standby, or the former primary after a
 * failover. See also `whyNoWrites`.
 */
export async function isReadOnly({ db }: Pick<Database, 'db'>): Promise<boolean> {
  if (engineOf(db) === 'sqlite') return false;
  const query = sql<{ state: string }>`select current_setting('transaction_read_only') as state`;
  return (await query.execute(db)).rows[0]?.state === 'on';
}

/**
 * Creates the folder and checks that files can be written there.
 *
 * @throws Error with a message for the operator
 */
function prepareFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
    rmdirSync(mkdtempSync(path.join(folder, '.check-')));
  } catch (error) {
    const what = `The folder ${folder} of DATA_DIR cannot be written: ${reason(error)}.`;
    throw new OperatorError(what, remedyOf(error, path.resolve(folder)), error);
  }
}

/** Opens a SQLite file, or a new database in memory (':memory:'). */
export function connectSqlite(file: string, onQuery?: QueryWatcher): Database {
  try {
    if (file !== ':memory:') {
      makeFolder(path.dirname(file), 0o700);
      // SQLite would let every user of the machine read it, and its log.
      if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    }
    const sqlite = openSqlite(file);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(sqlite), log: onQuery ?? [] });
    // Kysely initializes its driver at the first query; without one, destroy() would leave the file
    // open.
    const close = async () => {
      await db.destroy();
      if (sqlite.isOpen) {
        sqlite.close();
      }
    };
    return { db, url: null, file: file === ':memory:' ? null : file, close };
  } catch (error) {
    throw new OperatorError(
      `The database file ${file} cannot be opened: ${reason(error)}.`,
      remedyOf(error, file),
      error,
    );
  }
}

/**
 * Connects to PostgreSQL and checks the connection.
 *
 * @param schema a separate schema for the tables (tests); the default search path if omitted
 * @param silenceMs how long a statement waits for its result before its connection counts as lost
 */
export async function connectPostgres(
  url: string,
  schema?: string,
  silenceMs = SILENCE_MS,
  onQuery?: QueryWatcher,
): Promise<Database> {
  return databaseOf(await openPool(url, schema), url, silenceMs, onQuery);
}

/**
 * A replica of the shop's PostgreSQL, for reports. It need not be there when the shop starts; until
 * it is, reports fail with 503. A statement may take half a minute (`SILENCE_MS`).
 */
export function openReplica(url: string): Database {
  return databaseOf(makePool(url, { max: 4 }), url, SILENCE_MS);
}

function databaseOf(pool: pg.Pool, url: string, silenceMs: number, onQuery?: QueryWatcher): Database {
  const connect = async () => watched(await pool.connect(), silenceMs);
  const dialect = new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
  const db = new Kysely<Tables>({ dialect, log: onQuery ?? [] });
  const connections = () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return { db, url, file: null, pool: connections, close: () => db.destroy() };
}

/** @param statementMs how long PostgreSQL may need for a statement; 0: as long as the role may */
async function openPool(url: string, schema?: string, statementMs = STATEMENT_MS): Promise<pg.Pool> {
  const pool = makePool(url, {
    max: 10,
    ...(statementMs ? { statement_timeout: statementMs } : {}),
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  });
  try {
    await pool.query('select 1');
    return pool;
  } catch (error) {
    await pool.end();
    // PgBouncer takes no settings of a session, which it would give to others: there the role has
    // the limit (docs/operations.md, Pooler).
    if (/unsupported startup parameter: statement_timeout/.test(reason(error))) return openPool(url, schema, 0);
    const what = `The PostgreSQL database of DATABASE_URL cannot be reached: ${reason(error)}.`;
    throw new OperatorError(what, 'Start it, or correct DATABASE_URL.', error);
  }
}

function makePool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'kishmish',
    ...options,
  });
  // An idle client that loses its connection emits 'error', which would end the process without a
  // listener.
  pool.on('error', () => {});
  // So does a client that loses it between two statements of a transaction; its next statement
  // fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const UNLIMITED = 'set local statement_timeout = 0';

/**
 * Lets the statements of this transaction take as long as they need, as a migration in a large shop
 * does. SQLite has no limit.
 */
export async function unlimited(trx: QueryExecutorProvider): Promise<void> {
  if (engineOf(trx) === 'postgres') await sql.raw(UNLIMITED).execute(trx);
}

/**
 * A client of the pool that ends when the result of a statement does not come: a dead network path
 * would keep it waiting for a quarter of an hour. The timeout of pg itself would leave the
 * connection in use.
 */
function watched(client: pg.PoolClient, silenceMs: number): PostgresPoolClient {
  let unlimited = false;
  const query: unknown = async (text: string, values: unknown[]) => {
    if (text === UNLIMITED) unlimited = true;
    if (text === 'commit' || text === 'rollback') unlimited = false;
    if (unlimited) return client.query(text, values);
    const timer = setTimeout(() => socketOf(client).destroy(), silenceMs);
    try {
      return await client.query(text, values);
    } finally {
      clearTimeout(timer);
    }
  };
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
}

function socketOf(client: pg.PoolClient): Socket {
  return (client as pg.PoolClient & { connection: { stream: Socket } }).connection.stream;
}

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return reason(error.errors[0]);
  }
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
