import { Socket } from 'node:net';
import {
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';

/** A pool whose connections send a statement without waiting for the result of the one before. */
export function postgresPool(url: string, schema?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    application_name: 'kishmish',
    pipeline: true,
    stream: () => new BatchingSocket(),
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  });
  // An idle client that loses its connection emits 'error', which would end the process without a listener.
  pool.on('error', () => {});
  // So does a client that loses it between two statements of a transaction; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The Kysely dialect for such a pool. */
export function postgresDialect(pool: pg.Pool): Dialect {
  const base = new PostgresDialect({ pool });
  return {
    createDriver: () => new EagerDriver({ pool }),
    createAdapter: () => base.createAdapter(),
    createQueryCompiler: () => base.createQueryCompiler(),
    createIntrospector: (db) => base.createIntrospector(db),
  };
}

/**
 * Sends the statements of one turn at once: most of the CPU time of an order was in system calls for single statements. pg corks the
 * stream while it writes a statement.
 */
class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/** Does not wait for `begin`: it fails only with the connection, and then the next statement fails too. */
class EagerDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    super.beginTransaction(connection, settings).catch(() => {});
  }
}
