import { CompiledQuery, sql } from 'kysely';
import { type Database, unlimited } from './connect.ts';
import { type DumpRow, tableNames } from './dump.ts';
import { engineOf } from './engine.ts';
import { isLocked } from './errors.ts';
import { giveGrants, readGrants } from './grants.ts';
import { migrate, migrateTo } from './migrate.ts';
import { migrations as known } from './migrations/index.ts';
import { isWritable } from './remedies.ts';
import type { Trx } from './transact.ts';
import { TRIGRAMS } from './trigrams.ts';

/** Both engines accept more parameters of one statement: 32,766 on SQLite, 65,535 on PostgreSQL. */
const MAX_PARAMETERS = 30_000;

/** Tables that migrations fill or the shop uses for itself; rows in them make no shop. */
export const BOOKKEEPING = new Set(['data_versions', 'meta', 'attempts']);

/** True when a table has rows of a shop. */
export async function holdsShop({ db }: Database): Promise<boolean> {
  for (const table of await tableNames(db)) {
    if (BOOKKEEPING.has(table)) continue;
    const { rows } = await sql`select 1 from ${sql.id(table)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/**
 * Which other processes use the database, as a sentence; null if none does. This process must have
 * one connection and no transaction.
 */
export async function whoUses(database: Database): Promise<string | null> {
  const { db, file } = database;
  if (engineOf(db) === 'sqlite') {
    // What may not be written has a sentence of its own, when it is written.
    if (file === null || !isWritable(file) || (await isAlone(db))) return null;
    return `Another process has ${file} open: the shop, a command of it, or sqlite3 (sudo fuser ${file} names it).`;
  }
  const { rows } = await sql<{ who: string }>`
    select concat('pid ', pid, ' from ', coalesce(host(client_addr), 'this machine')) as who from pg_stat_activity
    where datname = current_database() and application_name like 'kishmish%' and pid <> pg_backend_pid()`.execute(db);
  if (rows.length === 0) return null;
  return `Connected to its database: ${rows.map(({ who }) => who).join(', ')}. If no process runs any more, these are of a machine that was lost, or of a pooler: docs/operations.md, Back up and restore, says how to end them.`;
}

/** Whether nobody else has the file of SQLite open: only then it leaves the WAL mode. */
async function isAlone(db: Database['db']): Promise<boolean> {
  const setMode = async (mode: string) =>
    (await sql<{ journal_mode: string }>`pragma journal_mode = ${sql.raw(mode)}`.execute(db)).rows[0]?.journal_mode;
  try {
    return (await setMode('delete')) === 'delete';
  } catch (error) {
    if (!isLocked(error)) throw error;
    return false;
  } finally {
    await setMode('wal');
  }
}

/**
 * Why a dump with these migrations cannot be loaded by this version, as a sentence; null if it can.
 */
export function whyNotLoadable(migrations: readonly string[]): string | null {
  const names = Object.keys(known);
  if (migrations.length > 0 && migrations.every((name, index) => name === names[index])) return null;
  const strange = migrations.find((name, index) => name !== names[index]) ?? 'none';
  return `It was made by another version of the shop (migration ${strange}): restore it with that version or a newer one.`;
}

/**
 * Replaces the whole database by a dump, of either engine, and migrates it to the current schema.
 * Until the last row is in, the former data stay in place: everything happens in one transaction.
 *
 * @param migrations the migrations of the dump; checked with `whyNotLoadable` before
 * @param options.keepSchema leaves the schema of the dump, for the version that made it
 * @param options.check called before anything is replaced, when nobody else can write any more
 * @throws the error of the database or of `check`, after the rollback
 */
export async function replaceDatabase(
  database: Database,
  migrations: readonly string[],
  dump: AsyncIterable<{ table: string; rows: DumpRow[] }>,
  options: { keepSchema: boolean; check?: (trx: Trx) => Promise<void> },
): Promise<void> {
  const engine = engineOf(database.db);
  const grants = await database.db.transaction().execute(async (trx) => {
    if (engine === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(trx);
    else await lockTables(trx);
    await options.check?.(trx);
    const given = await readGrants(trx);
    await dropTables(trx);
    await migrateTo(trx, migrations.at(-1) ?? '');
    // Rows arrive in any order; the foreign keys are checked at the end.
    const keys = engine === 'postgres' ? await dropForeignKeys(trx) : [];
    const tables = await tableNames(trx);
    for (const table of tables) await sql`delete from ${sql.id(table)}`.execute(trx);
    for await (const { table, rows } of dump) {
      if (!tables.includes(table)) throw new Error(`the table ${table} is unknown`);
      await insert(trx, table, rows);
    }
    for (const { table, name, definition } of keys) {
      await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(trx);
    }
    await giveGrants(trx, given);
    return given;
  });
  if (!options.keepSchema) {
    await migrate(database);
    await giveGrants(database.db, grants);
  }
  if (engine === 'postgres') await analyze(database);
}

/**
 * PostgreSQL would plan the first queries of a large shop without knowing its rows, until
 * autovacuum comes by. SQLite's plans use no statistics in any shop.
 */
async function analyze({ db }: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await unlimited(trx);
    for (const table of await tableNames(trx)) await sql`analyze ${sql.id(table)}`.execute(trx);
  });
}

/** Until the end of the transaction nobody else reads or writes the tables of the shop. */
async function lockTables(trx: Trx): Promise<void> {
  const tables = await tableNames(trx);
  if (tables.length > 0) await sql`lock table ${sql.join(tables.map((table) => sql.id(table)))}`.execute(trx);
}

/** @throws Error of PostgreSQL when something that is not of the shop, such as a view, needs a table */
async function dropTables(trx: Trx): Promise<void> {
  if (engineOf(trx) === 'postgres') await dropForeignKeys(trx);
  const tables = [
    ...(await tableNames(trx)),
    // Of SQLite; with a virtual table go its own tables.
    ...TRIGRAMS.flatMap((table) => [`trigrams_${table}`, `trigrams_${table}_waiting`]),
    'kysely_migration',
    'kysely_migration_lock',
  ];
  for (const table of tables) {
    await sql`drop table if exists ${sql.id(table)}`.execute(trx);
  }
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

async function dropForeignKeys(trx: Trx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select relname as "table", conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(trx);
  }
  return rows;
}

async function insert(trx: Trx, table: string, rows: readonly DumpRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const most = Math.floor(MAX_PARAMETERS / Math.max(columns.length, 1));
  for (let from = 0; from < rows.length; from += most) {
    const part = rows.slice(from, from + most);
    let index = 0;
    const place = () => (engineOf(trx) === 'postgres' ? `$${++index}` : '?');
    const tuples = part.map(() => `(${columns.map(place).join(', ')})`).join(', ');
    const names = columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
    await trx.executeQuery(
      CompiledQuery.raw(
        `insert into "${table}" (${names}) values ${tuples}`,
        part.flatMap((row) => columns.map((name) => row[name] ?? null)),
      ),
    );
  }
}
