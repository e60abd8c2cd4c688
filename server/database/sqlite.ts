import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

/**
 * How long a statement waits for the write lock of another process before it fails with
 * SQLITE_BUSY, ms.
 */
export const SQLITE_BUSY_TIMEOUT_MS = 5_000;

/**
 * Older versions can corrupt a WAL database when two connections checkpoint at once
 * (architecture.md, stack).
 */
export const MINIMUM_SQLITE = '3.51.3';

const MAX_CACHED_STATEMENTS = 400;

/**
 * Opens a SQLite file (or ':memory:') with the settings of the shop: WAL, full sync (an
 * acknowledged order survives a power failure), foreign keys, and a busy timeout.
 *
 * @throws when the file cannot be opened or is not a database
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
  database.exec('pragma cache_size = -8000; pragma temp_store = memory;');
  return database;
}

/** The Kysely dialect for `node:sqlite`: one connection, `begin immediate`, no row locks. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  const adapted = adapt(database);
  const base = new SqliteDialect({ database: adapted });
  return {
    createDriver: () => new ImmediateDriver({ database: adapted }),
    createAdapter: () => base.createAdapter(),
    createQueryCompiler: () => new UnlockedCompiler(),
    createIntrospector: (db) => base.createIntrospector(db),
  };
}

/**
 * A plain `begin` takes the write lock at the first write. A transaction that has read before can
 * then fail with SQLITE_BUSY_SNAPSHOT, regardless of the busy timeout. `begin immediate` takes the
 * lock at the start.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/**
 * SQLite has no row locks, and needs none with one writer at a time: `for update` and `skip locked`
 * are left out.
 */
class UnlockedCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(): void {}
}

/**
 * Adapts `node:sqlite` to the better-sqlite3 interface that Kysely expects, and caches prepared
 * statements by SQL.
 */
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
      // Evict the oldest entry, so that DDL and one-off statements do not fill the cache.
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
  // node:sqlite treats a Date as first parameter as an object of named parameters and binds NULL;
  // undefined throws an unclear error. Both are programming errors, so fail early.
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
