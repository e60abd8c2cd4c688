import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import { connect, type Database, unlimited } from '../database/connect.ts';
import { tableNames } from '../database/dump.ts';
import { BOOKKEEPING, whoUses } from '../database/load.ts';
import { migrate } from '../database/migrate.ts';
import { beOnlyShopOn } from '../database/only-process.ts';
import type { Trx } from '../database/transact.ts';
import { Versions } from '../database/versions.ts';
import type { Env } from '../env.ts';
import { createLog } from '../http/log.ts';
import { builtPages } from '../pages/render.ts';
import { VERSION } from '../root.ts';
import { createServices } from '../services.ts';
import { type Manifest, verifyArchive } from './archive.ts';
import { lastBackup, recordBackup } from './automatic.ts';
import { backUp, shopData } from './backup.ts';
import { examine } from './doctor.ts';
import { reason } from './finding.ts';
import { restoreBefore } from './restore.ts';

/** A process that is being stopped may keep its connections for a moment, ms. */
const LEFT_MS = 3_000;
/** A busy machine may need several tries to answer, ms. */
const ANSWER_MS = 30_000;

/** What the new version has to answer before it is handed the shop. */
const CALLS = ['/readyz', '/api/config', '/api/categories', '/api/products'];
const PAGES = ['/', '/all-products', '/cart', '/kingadminlogin'];
/** What the doctor must not find: other faults are those of the surroundings. */
const OWN_CHECKS = new Set(['Database', 'Secrets']);

/** Tables to which the check itself may add rows: it counts as a visit. */
const IGNORED = new Set([...BOOKKEEPING, 'insight_counts']);

interface Options {
  /** The new file of the backup. */
  file: string;
  /** Tells the operator what was done. */
  say: (line: string) => void;
  check?: (env: Env, database: Database) => Promise<void>;
}

/**
 * Upgrades a shop that does not run to this version: backs it up, migrates it, and looks whether the
 * new version works with it. If it does not, the database is again as it was. Nobody can have
 * bought anything meanwhile: before each step no other process may use the database, and before the
 * way back no row may have been added.
 *
 * @throws Error with sentences for the operator: what happened, and what to do
 */
export async function upgrade(env: Env, { file, say, check = checkVersion }: Options): Promise<void> {
  const manifest = await alone(env, async (database) => {
    // No shop can start on SQLite from here on. On PostgreSQL one would be noticed by the next step.
    beOnlyShopOn(database);
    if ((await tableNames(database.db)).length === 0) throw new Error('The database is empty: there is no shop in it.');
    return backUp(shopData(env, database), file, Date.now());
  });
  say(`Backed up to ${file}.`);

  const ran = await alone(env, async (database) => {
    requireUnused(manifest.tables, await countRows(database));
    return migrate(database);
  }).catch((error: unknown) => {
    throw new Error(`The upgrade failed: ${reason(error)}.\n${asBefore(file)}`, { cause: error });
  });
  const { rows, last } = await alone(env, async (database) => ({
    rows: await countRows(database),
    last: await lastBackup(database),
  })).catch((error: unknown) => {
    throw new Error(`The database has the new schema, and was not checked: ${reason(error)}.\n${afterwards(file)}`, {
      cause: error,
    });
  });
  say(ran.length > 0 ? `Migrated: ${ran.join(', ')}.` : 'The database needs no migration.');

  try {
    await alone(env, async (database) => {
      await check(env, database);
      await recordBackup(database, file, manifest, { dir: path.dirname(file), among: /\.tar\.gz$/ });
    });
  } catch (error) {
    const what = `Kishmish ${VERSION} does not work with this shop: ${reason(error)}.`;
    if (ran.length === 0)
      throw new Error(`${what}\n${await unchanged(file, manifest, last?.at ?? 0)}`, { cause: error });
    await goBack(env, file, manifest, rows, what);
    throw new Error(`${what}\n${asBefore(file)}`, { cause: error });
  }
  say(`Kishmish ${VERSION} works with this shop: start it.`);
}

const asBefore = (file: string) =>
  `The database is as it was: start the version that ran before. The backup is ${file}.`;

const afterwards = (file: string) =>
  `Correct what is wrong and start Kishmish ${VERSION}. Or, with the version that ran before: npm run restore -- ${file} --force; it loses what came since.`;

/**
 * The migrations may be those of a run that was interrupted. Its backup has the old schema, and is
 * newer than the last one that was recorded.
 */
async function unchanged(file: string, { migrations }: Manifest, recordedAt: number): Promise<string> {
  const what = 'The database had this schema already, so nothing was changed.';
  const earlier = await backupBefore(path.dirname(file), migrations.length);
  if (!earlier || earlier.createdAt <= recordedAt) return what;
  return `${what}\nAn earlier upgrade was interrupted. Its way back, with the version that ran before: npm run restore -- ${earlier.file} --force; it loses what came since.`;
}

/** The newest backup of an upgrade that has fewer migrations; null when there is none. */
async function backupBefore(folder: string, migrations: number): Promise<{ file: string; createdAt: number } | null> {
  const names = (await readdir(folder)).filter((name) => /^before-.*\.tar\.gz$/.test(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return { file, at: (await stat(file)).mtimeMs };
    }),
  );
  for (const { file } of files.sort((a, b) => b.at - a.at)) {
    const manifest = await verifyArchive(file).catch(() => null);
    if (manifest && manifest.migrations.length < migrations) return { file, createdAt: manifest.createdAt };
  }
  return null;
}

/** @throws Error when the backup cannot be restored without a loss, or at all */
async function goBack(env: Env, file: string, manifest: Manifest, rows: Rows, what: string): Promise<void> {
  try {
    const check = async (trx: Trx) => requireUnused(rows, await rowsIn(trx));
    await alone(env, (database) => restoreBefore(database, file, manifest, check));
  } catch (error) {
    throw new Error(
      `${what}\nThe backup was not restored: ${reason(error)}. The database has the new schema.\n${afterwards(file)}`,
      { cause: error },
    );
  }
}

/**
 * Runs a step with connections of its own.
 *
 * @throws Error when another process uses the database
 */
async function alone<T>(env: Env, step: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir });
  try {
    const until = Date.now() + LEFT_MS;
    for (;;) {
      const users = await whoUses(database);
      if (!users) break;
      if (Date.now() > until) throw new Error(`Stop every process of the shop first. ${users}`);
      await pause(100);
    }
    return await step(database);
  } finally {
    await database.close();
  }
}

type Rows = Record<string, number>;

/** How many rows each table has. Every order, payment, message and change of staff adds some. */
function countRows({ db }: Database): Promise<Rows> {
  return db.transaction().execute(rowsIn);
}

async function rowsIn(trx: Trx): Promise<Rows> {
  await unlimited(trx);
  const rows: Rows = {};
  for (const table of await tableNames(trx)) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.id(table)}`.execute(trx);
    rows[table] = counted.rows[0]?.rows ?? 0;
  }
  return rows;
}

/** @throws Error that names the tables with other numbers of rows than before */
function requireUnused(before: Rows, now: Rows): void {
  const used = Object.keys(now).filter((table) => !IGNORED.has(table) && before[table] !== now[table]);
  if (used.length > 0) throw new Error(`the shop was used since (${used.join(', ')})`);
}

/**
 * Asks this version for its pages with the data of the shop. It does not listen, so nobody else
 * reaches it, and it does no work in the background.
 *
 * @throws Error that says what does not work
 */
async function checkVersion(env: Env, database: Database): Promise<void> {
  const log = createLog('silent');
  const versions = new Versions(database, log);
  const context = { database, reports: database, env, log, now: () => Date.now(), versions };
  const services = createServices(context);
  const built = process.env.KISHMISH_PAGES === 'off' ? null : await builtPages(services);
  await versions.refresh();
  const app = await buildApp(services, built ?? {});
  try {
    for (const url of built ? [...CALLS, ...PAGES] : CALLS) {
      const status = await answerOf(async () => (await app.inject(url)).statusCode);
      if (status !== 200) throw new Error(`${url} returned ${status}`);
    }
    const checks = await examine({ ...context, sources: services });
    const found = checks.find(({ name, state }) => OWN_CHECKS.has(name) && state === 'fault');
    if (found) throw new Error(found.text);
  } finally {
    await app.close();
    await versions.close();
  }
}

/** The status, which may be 503 for a while on a busy machine. */
async function answerOf(ask: () => Promise<number>): Promise<number> {
  const until = Date.now() + ANSWER_MS;
  for (;;) {
    const status = await ask();
    if (status !== 503 || Date.now() > until) return status;
    await pause(250);
  }
}
