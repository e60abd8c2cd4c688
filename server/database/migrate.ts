import { type Kysely, sql } from 'kysely';
import { type Database, type Db, unlimited } from './connect.ts';
import { ranMigrations } from './dump.ts';
import { engineOf } from './engine.ts';
import { databaseFailure, isLocked } from './errors.ts';
import { migrations } from './migrations/index.ts';

const TRIES = 5;
/**
 * How long a process waits for another one that migrates: in a large shop, an index takes minutes.
 */
const LONGEST_WAIT_MS = 30 * 60_000;
/** How long one try waits on PostgreSQL, ms: less than a statement may take (connect.ts). */
const LOCK_MS = 10_000;
/** That of Kysely's migrator, which earlier versions used. */
const LOCK = sql.raw('3853314791062309107');

/**
 * Migrates the database to the latest schema.
 *
 * All pending migrations run in one transaction on both engines. If it is interrupted, the old
 * schema stays and the next start runs it again. Concurrent processes are serialized by `begin
 * immediate` on SQLite and by an advisory lock of the transaction on PostgreSQL. Kysely's migrator
 * takes a lock of the connection instead, which a pooler gives to others.
 *
 * @param waits called each time that another process has kept the lock for as long as one try waits
 * @returns the names of the migrations that ran
 * @throws the error of the migration
 */
export async function migrate(database: Database, waits?: () => void, lockMs = LOCK_MS): Promise<string[]> {
  const { db } = database;
  const begun = Date.now();
  for (let attempt = 1; ; attempt++) {
    let error: unknown;
    try {
      return await db.transaction().execute(async (trx) => {
        await lock(trx, lockMs);
        return runMigrations(trx);
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
export async function migrateTo(db: Db, name: string): Promise<void> {
  await lock(db, LOCK_MS);
  await runMigrations(db, name);
}

/** Runs the migrations that have not run yet, up to `last`. @returns their names */
async function runMigrations(db: Db, last?: string): Promise<string[]> {
  const names = Object.keys(migrations);
  const ran = await ranMigrations(db);
  const strange = ran.find((name, index) => name !== names[index]);
  if (strange !== undefined)
    throw new Error(`The database has the migration ${strange} of another version of the shop.`);
  const end = last === undefined ? names.length : names.indexOf(last) + 1;
  const pending = Object.entries(migrations).slice(ran.length, end);
  // A standby takes no writes, not even `create table if not exists`.
  if (pending.length === 0) return [];
  // In a large shop, to fill a table or to build an index takes longer than a statement of a
  // request may (connect.ts).
  await unlimited(db);
  // As Kysely's migrator makes it: earlier versions find their migrations in it.
  await sql`create table if not exists kysely_migration
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(db);
  for (const [name, up] of pending) {
    await up(db as unknown as Kysely<unknown>, engineOf(db));
    await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(db);
  }
  return pending.map(([name]) => name);
}

/**
 * Keeps other processes from migrating until the end of this transaction; not longer, because a
 * pooler gives the connection to others then. It has its own time limit, because a pooler may set
 * none for statements. On SQLite the transaction itself does so.
 */
async function lock(trx: Db, ms: number): Promise<void> {
  if (engineOf(trx) === 'sqlite') return;
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(trx);
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  await sql`set local lock_timeout to default`.execute(trx);
}

/** True when every known migration has run (`/readyz`). */
export async function isMigrated({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const ran = new Set(await ranMigrations(db));
  return Object.keys(migrations).every((name) => ran.has(name));
}

/**
 * True when a newer version of the shop has migrated the database, so that this one may not find
 * what it reads.
 */
export async function isNewer({ db }: Pick<Database, 'db'>): Promise<boolean> {
  return (await ranMigrations(db)).some((name) => !Object.hasOwn(migrations, name));
}
