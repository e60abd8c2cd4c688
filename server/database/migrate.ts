import { type Kysely, sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { type Database, type Db, unlimited } from './connect.ts';
import { databaseFailure, isLocked } from './errors.ts';
import { migrations } from './migrations/index.ts';

const TRIES = 5;
/** How long a process waits for another one that migrates: in a large shop, an index takes minutes. */
const LONGEST_WAIT_MS = 30 * 60_000;
/** How long one try waits on PostgreSQL, ms: less than a statement may take (connect.ts). */
const LOCK_MS = 10_000;
/** That of Kysely, which earlier versions took. */
const LOCK = sql.raw('3853314791062309107');

/**
 * Migrates the database to the latest schema.
 *
 * All pending migrations run in one transaction on both engines. If it is interrupted, the old schema stays and the next start
 * runs it again. Concurrent processes are serialized by `begin immediate` on SQLite and by an advisory lock of the transaction on
 * PostgreSQL. Only on SQLite, Kysely's bookkeeping tables are created outside the transaction; if two processes create them at the same
 * time, the failed one retries.
 *
 * @param waits called each time that another process has kept the lock for as long as one try waits
 * @returns the names of the migrations that ran
 * @throws the error of the migration
 */
export async function migrate(database: Database, waits?: () => void, lockMs = LOCK_MS): Promise<string[]> {
  const { db, kind } = database;
  const begun = Date.now();
  for (let attempt = 1; ; attempt++) {
    let error: unknown;
    try {
      if (kind === 'sqlite') return await latest(database);
      return await db.transaction().execute(async (trx) => {
        await lock(trx, lockMs);
        return latest({ db: trx, kind });
      });
    } catch (failed) {
      error = failed;
    }
    const locked = isLocked(error);
    const isLast = locked ? Date.now() - begun > LONGEST_WAIT_MS : attempt >= TRIES;
    if (isLast || databaseFailure(error) === 'other') {
      throw error;
    }
    if (locked) waits?.();
    await new Promise((resolve) => setTimeout(resolve, 50 * Math.min(attempt, TRIES)));
  }
}

/**
 * Migrates an empty database to the schema of one migration, in the transaction `db`.
 *
 * @throws the error of the migration
 */
export async function migrateTo(database: Pick<Database, 'db' | 'kind'>, name: string): Promise<void> {
  if (database.kind === 'postgres') await lock(database.db, LOCK_MS);
  const { error } = await (await migratorOf(database)).migrateTo(name);
  if (error) throw error;
}

/** @returns the names of the migrations that ran */
async function latest(database: Pick<Database, 'db' | 'kind'>): Promise<string[]> {
  const { error, results } = await (await migratorOf(database)).migrateToLatest();
  if (error) throw error;
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/**
 * Keeps other processes from migrating until the end of this transaction; not longer, because a pooler gives the connection to others then.
 * It has its own time limit, because a pooler may set none for statements.
 */
async function lock(trx: Db, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(trx);
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  await sql`set local lock_timeout to default`.execute(trx);
}

/** True when every known migration has run (`/readyz`). */
export async function isMigrated(database: Database): Promise<boolean> {
  const migrator = await migratorOf(database);
  const known = await migrator.getMigrations();
  return known.every((migration) => migration.executedAt !== undefined);
}

/** True when a newer version of the shop has migrated the database, so that this one may not find what it reads. */
export async function isNewer({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.some(({ name }) => !Object.hasOwn(migrations, name));
}

/**
 * On PostgreSQL the bookkeeping tables are qualified with their schema: Kysely searches every schema, and would use the tables
 * of another shop in the same database.
 */
async function migratorOf({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<Migrator> {
  if (kind === 'sqlite') {
    return new Migrator({ db, provider: provider(kind) });
  }
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return new Migrator({ db, provider: provider(kind), migrationTableSchema: rows[0]?.schema ?? 'public' });
}

function provider(kind: Database['kind']): MigrationProvider {
  return {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(migrations).map(([name, up]) => {
          const run = async (db: Kysely<unknown>) => {
            // In a large shop, to fill a table or to build an index takes longer than a statement of a request may (connect.ts).
            if (kind === 'postgres') await unlimited(db);
            await up(db, kind);
          };
          return [name, { up: run }];
        }),
      ),
  };
}
