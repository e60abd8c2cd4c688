import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { connectPostgres, connectSqlite, type Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Tables } from '#server/database/schema.ts';
import { openSqlite, sqliteDialect } from '#server/database/sqlite.ts';

export type Dialect = 'sqlite' | 'pglite' | 'postgres';

export const dialect = (process.env.TEST_DIALECT ?? 'sqlite') as Dialect;

/** One PGlite instance per test file; each test database is a separate schema in it. */
let shared: Promise<PGlite> | undefined;
let ownDatabase: URL | undefined;

afterAll(async () => {
  const url = process.env.TEST_DATABASE_URL;
  if (url && ownDatabase) {
    await statement(url, `drop database ${ownDatabase.pathname.slice(1)} with (force)`);
  }
});

export async function testDatabase(kind: Dialect = dialect): Promise<Database> {
  if (kind === 'sqlite') {
    return connectSqlite(':memory:');
  }
  const schema = `t_${randomBytes(6).toString('hex')}`;
  if (kind === 'pglite') {
    const pglite = await pgliteOfFile();
    await pglite.exec(`create schema ${schema}; set search_path to ${schema}`);
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
    return {
      kind: 'postgres',
      db,
      url: null,
      file: null,
      // The instance is shared by the test file and ends with its worker.
      close: async () => {
        await sql.raw(`drop schema ${schema} cascade`).execute(db);
      },
    };
  }
  const url = await fileDatabase();
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

/** The PGlite instance of this test file, with template schemas loaded; its schema `public` is empty. */
export function pgliteOfFile(): Promise<PGlite> {
  shared ??= PGlite.create({ loadDataDir: new Blob([readFileSync(path.join(inject('templates'), 'pglite.tar'))]) });
  return shared;
}

/** True while a test uses the schema `work` of the PGlite instance. */
let working = false;

/** A separate migrated database for one test; with the demo data if a template is available (not for `postgres`). */
export async function shopDatabase(contents: 'migrated' | 'demo'): Promise<Database> {
  if (dialect === 'sqlite') {
    const raw = openSqlite(':memory:');
    raw.deserialize(readFileSync(path.join(inject('templates'), `${contents}.db`)));
    raw.exec('pragma foreign_keys = on');
    const db = new Kysely<Tables>({ dialect: sqliteDialect(raw) });
    return { kind: 'sqlite', db, url: null, file: null, close: () => db.destroy() };
  }
  if (dialect === 'postgres' || working) {
    const database = await testDatabase();
    await migrate(database);
    return database;
  }
  const pglite = await pgliteOfFile();
  const { rows } = await pglite.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'migrated'",
  );
  const copy = rows.map(
    ({ name }) => `delete from work.${name}; insert into work.${name} select * from ${contents}.${name}`,
  );
  // Disable foreign keys while copying, so that the order of the tables does not matter.
  await pglite.exec(`set session_replication_role = replica; ${copy.join('; ')};
    set session_replication_role = origin; set search_path to work`);
  working = true;
  const close = async () => {
    working = false;
  };
  return {
    kind: 'postgres',
    db: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }),
    url: null,
    file: null,
    close,
  };
}

/**
 * A separate PostgreSQL database for this test file. Files run in parallel, and Kysely reads all schemas of a database before
 * it migrates, which fails if another file drops one at that moment.
 */
async function fileDatabase(): Promise<string> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) {
    throw new Error('TEST_DATABASE_URL is not set');
  }
  if (!ownDatabase) {
    const name = `t_${randomBytes(6).toString('hex')}`;
    ownDatabase = new URL(url);
    ownDatabase.pathname = `/${name}`;
    await statement(url, `create database ${name}`);
    // Tests do not cover crashes of the database server, so commits need not wait for the disk.
    await statement(url, `alter database ${name} set synchronous_commit = off`);
  }
  return ownDatabase.href;
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
