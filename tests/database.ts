import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { connectPostgres, connectSqlite, type Database, type Db } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Tables } from '#server/database/schema.ts';
import { openSqlite, sqliteDialect } from '#server/database/sqlite.ts';
import type { Trx } from '#server/database/transact.ts';
import { prepare, restore, SCHEMAS, TABLES } from './templates.ts';

export type Dialect = 'sqlite' | 'pglite' | 'postgres';

export const dialect = (process.env.TEST_DIALECT ?? 'sqlite') as Dialect;

/**
 * One PGlite instance per worker, because its first seconds are slow; each test database is a
 * separate schema in it.
 */
let shared: Promise<PGlite> | undefined;
let ownDatabase: Promise<URL> | undefined;
let templates: ReturnType<typeof templatesOfWorker> | undefined;

export async function testDatabase(kind: Dialect = dialect): Promise<Database> {
  if (kind === 'sqlite') {
    return connectSqlite(':memory:');
  }
  const schema = `t_${randomBytes(6).toString('hex')}`;
  if (kind === 'pglite') {
    const pglite = await pgliteOfWorker();
    await pglite.exec(`create schema ${schema}; set search_path to ${schema}`);
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
    return {
      db,
      url: null,
      file: null,
      // The instance is shared by the files of a worker and ends with it.
      close: async () => {
        await sql.raw(`drop schema ${schema} cascade`).execute(db);
      },
    };
  }
  const url = (await databaseOfWorker()).href;
  await statement(url, `create schema ${schema}`);
  const database = await connectPostgres(url, schema);
  return {
    ...database,
    close: async () => {
      await database.close();
      await statement(url, `drop schema ${schema} cascade`);
    },
  };
}

/**
 * The PGlite instance of this worker, with template schemas loaded; its schema `public` is empty.
 */
export function pgliteOfWorker(): Promise<PGlite> {
  shared ??= PGlite.create({ loadDataDir: new Blob([readFileSync(path.join(inject('templates'), 'pglite.tar'))]) });
  return shared;
}

/** True while a test uses the schema `work` of the PGlite instance, or of the worker's database. */
let working = false;

/**
 * A separate migrated database for one test; with the demo data unless another test database is
 * open.
 */
export async function shopDatabase(contents: 'migrated' | 'demo'): Promise<Database> {
  if (dialect === 'sqlite') {
    const raw = openSqlite(':memory:');
    raw.deserialize(readFileSync(path.join(inject('templates'), `${contents}.db`)));
    raw.exec('pragma foreign_keys = on');
    const db = new Kysely<Tables>({ dialect: sqliteDialect(raw) });
    return { db, url: null, file: null, close: () => db.destroy() };
  }
  if (working) {
    const database = await testDatabase();
    await migrate(database);
    return database;
  }
  if (dialect === 'postgres') {
    const { client, database } = await templatesOfWorker();
    await client.query(`select ${contents}.restore()`);
    working = true;
    const close = async () => {
      working = false;
    };
    return { ...database, close };
  }
  const pglite = await pgliteOfWorker();
  await pglite.exec(`select ${contents}.restore(); set search_path to work`);
  working = true;
  const close = async () => {
    working = false;
  };
  return {
    db: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }),
    url: null,
    file: null,
    close,
  };
}

/**
 * A separate PostgreSQL database for this worker. Workers run in parallel, and Kysely reads all
 * schemas of a database before it migrates, which fails if another worker drops one at that moment.
 * The global setup drops the database at the end.
 */
function databaseOfWorker(): Promise<URL> {
  ownDatabase ??= (async () => {
    const server = process.env.TEST_DATABASE_URL;
    if (!server) throw new Error('TEST_DATABASE_URL is not set');
    const name = `${inject('databases')}${randomBytes(6).toString('hex')}`;
    await statement(server, `create database ${name}`);
    // Tests do not cover crashes of the database server, so commits need not wait for the disk.
    await statement(server, `alter database ${name} set synchronous_commit = off`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url;
  })();
  return ownDatabase;
}

/**
 * The database of this worker with template schemas: its schema `work`, which tests use one after
 * the other, and a client to restore it. Both keep their connections, because PostgreSQL plans
 * statements for each.
 */
function templatesOfWorker(): Promise<{ client: pg.Client; database: Database }> {
  templates ??= (async () => {
    const url = (await databaseOfWorker()).href;
    for (const name of SCHEMAS) {
      await statement(url, `create schema ${name}`);
      const database = await connectPostgres(url, name);
      await prepare(database, name === 'demo');
      await database.close();
    }
    const tables = (await statement<{ name: string }>(url, TABLES)).map(({ name }) => name);
    for (const name of ['migrated', 'demo'] as const) await statement(url, restore(tables, name));
    const client = new pg.Client({ connectionString: url });
    // The database is dropped at the end, with this connection.
    client.on('error', () => {});
    await client.connect();
    return { client, database: await connectPostgres(url, 'work') };
  })();
  return templates;
}

/** The same database through connections that take no writes, as those to a standby. PostgreSQL only. */
export async function readOnly({ db, url }: Database): Promise<Database> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const options = `-c search_path=${rows[0]?.schema} -c default_transaction_read_only=on`;
  const search = new URLSearchParams({ options }).toString().replaceAll('+', '%20');
  return connectPostgres(Object.assign(new URL(url ?? ''), { search }).href);
}

async function statement<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

/**
 * Waits until so many transactions wait for this open one, or for another that does. PostgreSQL
 * only.
 */
export async function untilWaitedFor(trx: Trx, db: Db, many = 1): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  const waiting = sql`
    with recursive waiting (pid) as (
      select ${rows[0]?.pid}::int
      union select other.pid from pg_stat_activity other join waiting on waiting.pid = any(pg_blocking_pids(other.pid))
    )
    select pid from waiting offset 1`;
  const count = async () => (await waiting.execute(db)).rows.length;
  await expect.poll(count, { interval: 10 }).toBeGreaterThanOrEqual(many);
}
