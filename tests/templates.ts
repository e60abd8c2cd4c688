import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
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
 * Global setup of a project: migrates and seeds template databases, which tests then copy. Migrating for every test and setting
 * up PGlite for every file took most of the time of `npm test`.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of `migrated.db` and `demo.db` (SQLite) or `pglite.tar` (PGlite). */
    templates: string;
  }
}

/** The schemas in `pglite.tar`: migrated, with demo data, and the one that tests use. */
export const SCHEMAS = ['migrated', 'demo', 'work'] as const;

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-templates-'));
  project.provide('templates', folder);
  if (project.config.env.TEST_DIALECT === 'sqlite') {
    for (const name of ['migrated', 'demo'] as const) {
      const raw = openSqlite(':memory:');
      const db = new Kysely<Tables>({ dialect: sqliteDialect(raw) });
      await prepare({ kind: 'sqlite', db, url: null, file: null, close: () => db.destroy() }, name === 'demo');
      writeFileSync(path.join(folder, `${name}.db`), raw.serialize());
      await db.destroy();
    }
  } else {
    const pglite = await PGlite.create();
    for (const name of SCHEMAS) {
      await pglite.exec(`create schema ${name}; set search_path to ${name}`);
      const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
      await prepare({ kind: 'postgres', db, url: null, file: null, close: async () => {} }, name === 'demo');
    }
    const dump = await pglite.dumpDataDir('none');
    writeFileSync(path.join(folder, 'pglite.tar'), Buffer.from(await dump.arrayBuffer()));
    await pglite.close();
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

async function prepare(database: Database, demo: boolean): Promise<void> {
  await migrate(database);
  if (!demo) return;
  const log = pino({ level: 'silent' });
  const versions = new Versions(database, log);
  await seedDemo({ database, env: readEnv({}), log, now: () => START, versions });
}
