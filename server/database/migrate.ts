import { type Kysely, sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import { databaseFailure, isLocked } from './errors.ts';
import { migrations } from './migrations/index.ts';

const TRIES = 5;
/** How long a process waits for another one that migrates: in a large shop, an index takes minutes. */
const LONGEST_WAIT_MS = 30 * 60_000;

/**
 * Migrates the database to the latest schema.
 *
 * All pending migrations run in one transaction on both engines. If it is interrupted, the old schema stays and the next start
 * runs it again. Concurrent processes are serialized by `begin immediate` on SQLite and by Kysely's advisory lock on
 * PostgreSQL. Only Kysely's bookkeeping tables are created outside the transaction; if two processes create them at the same
 * time, the failed one retries.
 *
 * @param waits called each time that another process has kept the lock for as long as a statement waits
 * @returns the names of the migrations that ran
 * @throws the error of the migration
 */
export async function migrate(database: Database, waits?: () => void): Promise<string[]> {
  const begun = Date.now();
  for (let attempt = 1; ; attempt++) {
    const migrator = await migratorOf(database);
    const { error, results } = await migrator.migrateToLatest();
    if (!error) {
      return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
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
  const { error } = await (await migratorOf(database)).migrateTo(name);
  if (error) throw error;
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
            if (kind === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
            await up(db, kind);
          };
          return [name, { up: run }];
        }),
      ),
  };
}
