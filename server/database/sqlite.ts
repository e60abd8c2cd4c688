import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';

/** Milliseconds that a statement waits for another process's write lock before it fails with SQLITE_BUSY. */
const SQLITE_BUSY_TIMEOUT_MS = 5_000;

/** Older versions can corrupt a WAL database when two connections checkpoint at once (architecture.md, stack). */
export const MINIMUM_SQLITE = '3.51.3';

const MAX_CACHED_STATEMENTS = 400;

/**
 * Opens a SQLite file (or ':memory:') with the settings that the shop relies on: WAL, full sync (an acknowledged order
 * survives a power cut), foreign keys, and a busy timeout.
 *
 * @throws when the file cannot be opened or is no database
 */
export function openSqlite(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(file, {
    timeout: SQLITE_BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    readOnly: options.readOnly ?? false,
  });
  if (!options.readOnly) {
    database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  }
  database.exec('pragma cache_size = -16000; pragma temp_store = memory;');
  return database;
}

/** The Kysely dialect over `node:sqlite`: one connection, `begin immediate`, transactional DDL. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  const adapted = adapt(database);
  const base = new SqliteDialect({ database: adapted });
  return {
    createDriver: () => new ImmediateDriver({ database: adapted }),
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => base.createQueryCompiler(),
    createIntrospector: (db) => base.createIntrospector(db),
  };
}

/**
 * A plain `begin` takes the write lock only at the first write; a transaction that read before then can fail with
 * SQLITE_BUSY_SNAPSHOT, which no timeout cures. `begin immediate` takes it at the start.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite rolls back DDL like any write. With this, a migration killed half-way leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** `node:sqlite` in the shape of better-sqlite3 that Kysely expects, with prepared statements kept by their text. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => {
      cache.clear();
      database.close();
    },
    prepare(text) {
      const known = cache.get(text);
      if (known) {
        return known;
      }
      const statement = adaptStatement(database.prepare(text));
      // DDL and one-off statements are not worth keeping; the map stays bounded by dropping its oldest entry.
      if (cache.size >= MAX_CACHED_STATEMENTS) {
        const oldest = cache.keys().next().value;
        if (oldest !== undefined) {
          cache.delete(oldest);
        }
      }
      cache.set(text, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  type Bound = Parameters<StatementSync['all']>;
  // A Date as first parameter would be taken for an object of named parameters and bind NULL; undefined throws far from
  // its cause. Both are programming errors and are named here.
  const checked = (parameters: readonly unknown[]): Bound => {
    for (const value of parameters) {
      if (value === undefined || value instanceof Date) {
        throw new TypeError(`a database parameter must not be ${value === undefined ? 'undefined' : 'a Date'}`);
      }
    }
    return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)) as Bound;
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...checked(parameters)),
    run: (parameters) => statement.run(...checked(parameters)),
    iterate: (parameters) => statement.iterate(...checked(parameters)),
  };
}
