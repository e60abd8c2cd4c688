import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPoolClient,
  type QueryExecutorProvider,
  sql,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { makeFolder } from '../root.ts';
import { isStalePlan } from './errors.ts';
import { keptStatement, replan, takeEnded } from './prepared.ts';
import { OperatorError, remedyOf } from './remedies.ts';
import type { Tables } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';

/** Longer than the statement timeout, so that it only ends what PostgreSQL cannot: a statement whose network path is dead, ms. */
const SILENCE_MS = 30_000;
/** How long PostgreSQL may need for a statement of a request, ms. */
const STATEMENT_MS = 15_000;

/** How long a database file may be empty before it counts as lost. */
const EMPTY_MS = 2_000;

export type Db = Kysely<Tables>;

/** An open database. Queries use `db`; `kind` selects the few statements that differ between the engines. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Db;
  /** Connection string for LISTEN; PostgreSQL only. */
  readonly url: string | null;
  /** The database file, SQLite only (null for a database in memory). */
  readonly file: string | null;
  /** The connections of this process, by what they do; PostgreSQL only. */
  readonly pool?: () => { busy: number; idle: number; waiting: number };
  close(): Promise<void>;
}

// pg returns int8 (epoch milliseconds, paise, counts) as text by default; all values of the shop are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Opens the shop's database: PostgreSQL when `url` is given, else a SQLite file `shop.db` in `dataDir`.
 *
 * @throws Error with a message for the operator when it cannot be opened
 */
export async function connect(options: { url: string | null; dataDir: string }): Promise<Database> {
  prepareFolder(options.dataDir);
  if (options.url) return connectPostgres(options.url);
  const file = path.join(options.dataDir, 'shop.db');
  const isEmpty = () => existsSync(file) && statSync(file).size === 0;
  // Another process that has just created the file writes it within this time.
  if (isEmpty()) await new Promise((resolve) => setTimeout(resolve, EMPTY_MS));
  if (isEmpty()) {
    // SQLite would begin a new shop in it and delete the write-ahead log; nobody would notice that the data is gone.
    throw new Error(
      `The database file ${file} is empty: move it away and run npm run restore -- FILE --force, or delete it to begin a new shop.`,
    );
  }
  return connectSqlite(file);
}

/** True for a PostgreSQL that takes no writes of anybody: a standby, or the former primary after a failover. See also `whyNoWrites`. */
export async function isReadOnly({ kind, db }: Pick<Database, 'kind' | 'db'>): Promise<boolean> {
  if (kind === 'sqlite') return false;
  const query = sql<{ state: string }>`select current_setting('transaction_read_only') as state`;
  return (await query.execute(db)).rows[0]?.state === 'on';
}

/** Creates the folder and checks that files can be written there. @throws Error with a message for the operator */
function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    rmdirSync(mkdtempSync(path.join(folder, '.check-')));
  } catch (error) {
    const what = `The folder ${folder} of DATA_DIR cannot be written: ${reason(error)}.`;
    throw new OperatorError(what, remedyOf(error, path.resolve(folder)), error);
  }
}

/** Opens a SQLite file, or a new database in memory (':memory:'). */
export function connectSqlite(file: string): Database {
  try {
    if (file !== ':memory:') {
      makeFolder(path.dirname(file));
    }
    const sqlite = openSqlite(file);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(sqlite) });
    // Kysely initializes its driver at the first query; without one, destroy() would leave the file open.
    const close = async () => {
      await db.destroy();
      if (sqlite.isOpen) {
        sqlite.close();
      }
    };
    return { kind: 'sqlite', db, url: null, file: file === ':memory:' ? null : file, close };
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
export async function connectPostgres(url: string, schema?: string, silenceMs = SILENCE_MS): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: 'kishmish',
    // Sends a statement without waiting for the result of the one before (`together` in prepared.ts).
    pipeline: true,
    stream: () => new GatheringSocket(),
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  });
  // An idle client that loses its connection emits 'error', which would end the process without a listener.
  pool.on('error', () => {});
  // So does a client that loses it between two statements of a transaction; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const what = `The PostgreSQL database of DATABASE_URL cannot be reached: ${reason(error)}.`;
    throw new OperatorError(what, 'Start it, or correct DATABASE_URL.', error);
  }
  const connect = async () => naming(await pool.connect(), silenceMs);
  const dialect = new PipelinedDialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
  const db = new Kysely<Tables>({ dialect });
  const connections = () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return { kind: 'postgres', db, url, file: null, pool: connections, close: () => db.destroy() };
}

/**
 * Sends the statements of one turn of the event loop in one system call, which costs more than all else that this process does for a
 * statement (docs/decisions/2026-11-one-write-per-turn.md). pg corks the socket for each of them.
 */
class GatheringSocket extends Socket {
  #gathering = false;

  override cork(): void {
    if (!this.#gathering) {
      this.#gathering = true;
      super.cork();
      process.nextTick(() => {
        this.#gathering = false;
        this.uncork();
      });
    }
    super.cork();
  }
}

/** `begin` is sent with the first statement of the transaction. It fails only with the connection, as that statement then does, too. */
class PipelinedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    begun.catch(() => {});
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!takeEnded(connection)) await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    if (!takeEnded(connection)) await super.rollbackTransaction(connection);
  }
}

class PipelinedDialect extends PostgresDialect {
  #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new PipelinedDriver(this.#config);
  }

  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter();
  }
}

/** Without Kysely's locks, which stay on the connection after the transaction: a pooler gives it to others. See `lock` in migrate.ts. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

const UNLIMITED = 'set local statement_timeout = 0';

/** Lets the statements of this transaction on PostgreSQL take as long as they need, as a migration in a large shop does. */
export async function unlimited(trx: QueryExecutorProvider): Promise<void> {
  await sql.raw(UNLIMITED).execute(trx);
}

/** A client of the pool that gives the statements of `prepared` their names, and ends when a result does not come. */
function naming(client: pg.PoolClient, silenceMs: number): PostgresPoolClient {
  let inTransaction = false;
  let unlimited = false;
  const send = async (text: string, values: unknown[]) => {
    // A statement without a name or values would be sent at once.
    const named = text === 'begin' || text === 'commit' ? { name: text, text } : keptStatement(text);
    const result = client.query({ ...named, values });
    if (unlimited) return result;
    // The timeout of pg itself would leave the connection in use, with all that comes after waiting for the lost result.
    const timer = setTimeout(() => socketOf(client).destroy(), silenceMs);
    try {
      return await result;
    } finally {
      clearTimeout(timer);
    }
  };
  const query: unknown = async (text: string, values: unknown[]) => {
    if (/^(begin|start)\b/.test(text)) inTransaction = true;
    // Not the state of the client, which only knows of statements that have returned.
    const part = inTransaction;
    if (text === UNLIMITED) unlimited = true;
    if (text === 'commit' || text === 'rollback') inTransaction = unlimited = false;
    try {
      return await send(text, values);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      replan();
      // A transaction is repeated as a whole (transact.ts).
      if (part) throw error;
      return send(text, values);
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
