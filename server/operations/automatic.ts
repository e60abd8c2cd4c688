import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { repeated } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../database/connect.ts';
import { readMeta, replaceMeta, writeMeta } from '../database/meta.ts';
import { type Manifest, verifyArchive } from './archive.ts';
import { backUp, shopData } from './backup.ts';

/** How often a process looks whether a backup is due, ms. */
const LOOK_MS = 60_000;
/** When a backup that failed is tried again, ms. */
const RETRY_MS = 3_600_000;
/**
 * A process that makes a backup says so again and again; one that has not for so long was killed,
 * and another one makes it.
 */
const LEASE_MS = 10 * 60_000;
const NAME = /^kishmish-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz$/;

/**
 * Rows of `meta`: when the last automatic backup was begun (epoch ms; earlier while one is being
 * made or has failed, so that the next is due soon), the last one that failed, and the last backup
 * of any kind.
 */
const BEGUN = 'backup begun';
const FAILED = 'backup failed';
const LAST = 'backup last';

const LastBackup = z.object({
  /** Epoch ms. */
  at: z.number(),
  file: z.string(),
  bytes: z.number(),
  /** Files that the database knows and the storage did not give. */
  missing: z.number().default(0),
  /**
   * The older backups that together have the most of these files, and how many: null if none has
   * any.
   */
  older: z
    .object({ files: z.array(z.string()), has: z.number() })
    .nullable()
    .default(null),
});
type LastBackup = z.infer<typeof LastBackup>;

const FailedBackup = z.object({
  /** Epoch ms. */
  at: z.number(),
  /** The message of the error. */
  reason: z.string(),
});

/**
 * Makes the automatic backups of BACKUP_DIR. Of several processes on one database, one makes each
 * of them: the others find in the table `meta` that it was begun.
 */
export function createBackupService(context: ServiceContext) {
  const { database, env, log, now } = context;
  const plan = env.backups;

  /**
   * Makes a backup if one is due and no other process has begun it.
   *
   * @param signal stops it; it leaves nothing behind
   * @returns its file, or null
   */
  async function makeDue(signal?: AbortSignal): Promise<string | null> {
    if (!plan) return null;
    const at = now();
    const before = await readMeta(database.db, BEGUN);
    const begun = Number(before ?? 0);
    // A time in the future comes from a wrong clock.
    if (before !== null && begun <= at && at - begun < plan.everyMs) return null;
    const lease = () => String(now() - plan.everyMs + Math.min(LEASE_MS, plan.everyMs));
    if (!(await replaceMeta(database.db, BEGUN, before, lease()))) return null;
    let renewal: Promise<void> = Promise.resolve();
    const renewing = setInterval(() => {
      renewal = writeMeta(database.db, BEGUN, lease()).catch(() => {});
    }, LEASE_MS / 5);
    renewing.unref();
    const endLease = async (end: number) => {
      clearInterval(renewing);
      await renewal;
      await writeMeta(database.db, BEGUN, String(end));
    };
    const file = path.join(plan.dir, `kishmish-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`);
    try {
      await removeUnfinished(plan.dir);
      const manifest = await backUp(shopData(env, database), file, at, signal);
      const { older } = await recordBackup(database, file, manifest, { dir: plan.dir, among: NAME, signal });
      await rotate(plan.dir, plan.keep, [path.basename(file), ...(older?.files ?? [])]);
      await endLease(at);
      log.info({ file, tables: manifest.tables }, 'backup made');
      if (manifest.missing.length > 0) log.warn({ missing: manifest.missing.slice(0, 20) }, 'the backup lacks files');
      return file;
    } catch (error) {
      // Due again in an hour; after a stop, at the next start.
      await endLease(signal?.aborted ? 0 : at - plan.everyMs + RETRY_MS);
      if (signal?.aborted) return null;
      const reason = error instanceof Error ? error.message : String(error);
      await writeMeta(database.db, FAILED, JSON.stringify({ at, reason } satisfies z.infer<typeof FailedBackup>));
      throw error;
    }
  }

  const looking = repeated(makeDue, LOOK_MS, (error) =>
    log.error({ err: error }, 'the automatic backup failed; it is tried again in an hour'),
  );

  return {
    makeDue,

    start(): void {
      if (plan) looking.start();
    },

    stop: looking.stop,
  };
}

/** The last backup that was finished, automatic or by hand; null if there was none. */
export async function lastBackup(database: Database): Promise<LastBackup | null> {
  const value = await readMeta(database.db, LAST);
  return value === null ? null : LastBackup.parse(JSON.parse(value));
}

/** The automatic backup that failed since the last one was finished, or null. */
export async function failedBackup(database: Database): Promise<z.infer<typeof FailedBackup> | null> {
  const value = await readMeta(database.db, FAILED);
  if (value === null) return null;
  const failed = FailedBackup.parse(JSON.parse(value));
  const last = await lastBackup(database);
  return last && last.at > failed.at ? null : failed;
}

/**
 * Records a finished backup, so that every process and the admin know its age, and what it lacks.
 *
 * @param others where older backups are, and what their names match
 */
export async function recordBackup(
  database: Database,
  file: string,
  { createdAt, missing }: Manifest,
  others: { dir: string; among: RegExp; signal?: AbortSignal | undefined },
): Promise<LastBackup> {
  const name = path.basename(file);
  const older = missing.length > 0 ? await olderWith(missing, name, others) : null;
  const { size } = await stat(file);
  const last: LastBackup = { at: createdAt, file: name, bytes: size, missing: missing.length, older };
  await writeMeta(database.db, LAST, JSON.stringify(last));
  return last;
}

/**
 * Finds backups that together have as many of these files as all of them; of those that have
 * equally many, the newest.
 */
async function olderWith(
  missing: readonly string[],
  made: string,
  { dir, among, signal }: Parameters<typeof recordBackup>[3],
): Promise<LastBackup['older']> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => among.test(name) && name !== made);
  const found: { name: string; has: string[] }[] = [];
  for (const name of names.sort().reverse()) {
    signal?.throwIfAborted();
    const archive = await verifyArchive(path.join(dir, name)).catch(() => null);
    const has = archive ? missing.filter((one) => one in archive.entries) : [];
    found.push({ name, has });
    if (has.length === missing.length) break;
  }
  const files: string[] = [];
  const left = new Set(missing);
  for (;;) {
    const rest = found.map(({ name, has }) => ({ name, has: has.filter((one) => left.has(one)) }));
    const [best] = rest.sort((a, b) => b.has.length - a.has.length);
    if (!best || best.has.length === 0) break;
    files.push(best.name);
    for (const one of best.has) left.delete(one);
  }
  return files.length > 0 ? { files, has: missing.length - left.size } : null;
}

/**
 * Removes what a process that was killed has left of automatic backups: one for each kill would
 * fill the disk.
 */
async function removeUnfinished(dir: string): Promise<void> {
  // The first backup makes the folder, or says why it cannot.
  const names = (await readdir(dir).catch(() => [])).filter(
    (name) => name.endsWith('.part') && NAME.test(name.slice(0, -'.part'.length)),
  );
  for (const name of names) await rm(path.join(dir, name), { force: true });
}

/**
 * Keeps the newest automatic backups of the folder and those that have what the newest lacks; other
 * files stay.
 */
async function rotate(dir: string, keep: number, needed: readonly string[]): Promise<void> {
  const [made] = needed;
  // One from a time when the clock was ahead must not displace it.
  const others = (await readdir(dir)).filter((name) => NAME.test(name) && name !== made).sort();
  for (const name of others.slice(0, Math.max(0, others.length - keep + 1)))
    if (!needed.includes(name)) await rm(path.join(dir, name), { force: true });
}
