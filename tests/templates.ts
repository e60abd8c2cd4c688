import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import type { Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Tables } from '#server/database/schema.ts';
import { openSqlite, sqliteDialect } from '#server/database/sqlite.ts';
import { Versions } from '#server/database/versions.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { readEnv } from '#server/env.ts';
import { START } from './start.ts';

/**
 * Global setup of a project: migrates and seeds template databases, which tests then copy.
 * Migrating for every test and setting up PGlite for every file took most of the time of `npm
 * test`. With a PostgreSQL server the workers do so in databases of their own, which it drops at
 * the end.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of `migrated.db` and `demo.db` (SQLite) or `pglite.tar` (PGlite). */
    templates: string;
    /** Prefix of the databases that the workers create on the server of TEST_DATABASE_URL. */
    databases: string;
  }
}

/** The schemas in `pglite.tar`: migrated, with demo data, and the one that tests use. */
export const SCHEMAS = ['migrated', 'demo', 'work'] as const;

export default async function setup(project: TestProject): Promise<() => void | Promise<void>> {
  const server = project.config.env.TEST_DIALECT === 'postgres' ? process.env.TEST_DATABASE_URL : undefined;
  if (server) {
    const databases = `t_${randomBytes(6).toString('hex')}_`;
    project.provide('databases', databases);
    return () => dropDatabases(server, databases);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-templates-'));
  project.provide('templates', folder);
  if (project.config.env.TEST_DIALECT === 'sqlite') {
    for (const name of ['migrated', 'demo'] as const) {
      const raw = openSqlite(':memory:');
      const db = new Kysely<Tables>({ dialect: sqliteDialect(raw) });
      await prepare({ db, url: null, file: null, close: () => db.destroy() }, name === 'demo');
      writeFileSync(path.join(folder, `${name}.db`), raw.serialize());
      await db.destroy();
    }
  } else {
    const pglite = await PGlite.create();
    for (const name of SCHEMAS) {
      await pglite.exec(`create schema ${name}; set search_path to ${name}`);
      const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
      await prepare({ db, url: null, file: null, close: async () => {} }, name === 'demo');
    }
    const tables = (await pglite.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
    for (const name of ['migrated', 'demo'] as const) await pglite.exec(restore(tables, name));
    const dump = await pglite.dumpDataDir('none');
    writeFileSync(path.join(folder, 'pglite.tar'), Buffer.from(await dump.arrayBuffer()));
    await pglite.close();
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}

/**
 * SQL of a function that gives the schema `work` the rows of a template. PostgreSQL plans its
 * statements once per connection.
 *
 * @param tables all tables of the shop
 */
export function restore(tables: readonly string[], template: 'migrated' | 'demo'): string {
  const copies = tables.map(
    (name) =>
      `if exists (select from work.${name}) then delete from work.${name}; end if;
       insert into work.${name} select * from ${template}.${name};`,
  );
  // Without foreign keys, so that the order of the tables does not matter.
  return `create function ${template}.restore() returns void language plpgsql set session_replication_role = replica
    as $$ begin ${copies.join('\n')} end $$`;
}

/** All tables of the shop, by `restore`. */
export const TABLES = `select tablename as name from pg_tables where schemaname = 'migrated'`;

/** Migrates a template database, and fills it with the demo. */
export async function prepare(database: Database, demo: boolean): Promise<void> {
  await migrate(database);
  if (!demo) return;
  const log = pino({ level: 'silent' });
  const versions = new Versions(database, log);
  await seedDemo({ database, reports: database, env: readEnv({}), log, now: () => START, versions });
}
