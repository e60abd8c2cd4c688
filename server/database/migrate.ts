import { type Kysely, sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import { databaseFailure } from './errors.ts';
import { migrations } from './migrations/index.ts';

const TRIES = 5;

/**
 * Brings the database to the newest schema and answers the names of the migrations that ran.
 *
 * All pending migrations run in one transaction on both engines, so one that is killed half-way leaves the old schema
 * and the next start runs it again. Two processes take turns: SQLite by `begin immediate`, PostgreSQL by Kysely's
 * advisory lock. Only the bookkeeping tables are made outside it; two processes making them at the same moment is
 * settled by trying again.
 *
 * @throws the migration's own error
 */
export async function migrate(database: Database): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const migrator = await migratorOf(database);
    const { error, results } = await migrator.migrateToLatest();
    if (!error) {
      return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
    }
    if (attempt >= TRIES || databaseFailure(error) === 'other') {
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
  }
}

/** True when every known migration has run (`/readyz`). */
export async function isMigrated(database: Database): Promise<boolean> {
  const migrator = await migratorOf(database);
  const known = await migrator.getMigrations();
  return known.every((migration) => migration.executedAt !== undefined);
}

/**
 * On PostgreSQL the bookkeeping tables are named with their schema: Kysely looks for them in every schema, and would take
 * those of another shop in the same database for its own.
 */
async function migratorOf({ db, kind }: Database): Promise<Migrator> {
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
        Object.entries(migrations).map(([name, up]) => [name, { up: (db: Kysely<unknown>) => up(db, kind) }]),
      ),
  };
}
