import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Db } from './connect.ts';
import { engineOf } from './engine.ts';
import { databaseFailure, isLocked, isUnwritable } from './errors.ts';
import { deleteMeta, writeMeta } from './meta.ts';
import { SQLITE_BUSY_TIMEOUT_MS } from './sqlite.ts';

/** How often a locked database is tried again, ms. */
const RETRY_MS = 50;
/**
 * What a write is tried with: more than an order takes, so that a disk with room for it takes
 * orders for a while.
 */
const TRIED = { name: 'write tried', value: 'x'.repeat(256 * 1024) };

/** The databases whose disk has refused a write of this process since it last took one. */
const refused = new WeakSet<Database>();

/** Notes that a transaction or a request failed. */
export function noteFailure(database: Database, error: unknown): void {
  if (databaseFailure(error) === 'full') refused.add(database);
}

/**
 * Why the database takes no writes now; null if it does. Nothing is stored, except when the disk
 * has refused a write: nothing less tells whether it has space again. It is no part of the group
 * commits, which it would take with it when it fails.
 *
 * @param options.until the time of `performance.now` until which another program may keep SQLite
 *   locked
 * @param options.store tries to store something anyway
 * @throws any other error, such as a lost connection
 */
export async function whyNoWrites(
  database: Database,
  { until, store = false }: { until: number; store?: boolean },
): Promise<unknown> {
  const { db } = database;
  const sqlite = engineOf(db) === 'sqlite';
  try {
    if (sqlite) await takeLock(db, until);
    if (store || refused.has(database)) {
      await writeMeta(db, TRIED.name, TRIED.value);
      await deleteMeta(db, TRIED.name);
      refused.delete(database);
    }
    return null;
  } catch (error) {
    if (databaseFailure(error) === 'full' || (sqlite && isLocked(error))) return error;
    throw error;
  }
}

/**
 * Takes the lock of a write and changes nothing. Between its tries the shop can write.
 *
 * @throws the error of the last try
 */
async function takeLock(db: Db, until: number): Promise<void> {
  for (; ; await pause(RETRY_MS)) {
    try {
      return await db.connection().execute(async (one) => {
        // SQLite would wait with the event loop of the process.
        await sql`pragma busy_timeout = 0`.execute(one);
        try {
          // `begin immediate` is refused neither for a file that may only be read.
          await sql`delete from meta where false`.execute(one);
        } finally {
          await sql`pragma busy_timeout = ${sql.lit(SQLITE_BUSY_TIMEOUT_MS)}`.execute(one);
        }
      });
    } catch (error) {
      if (!isLocked(error) || performance.now() >= until) throw error;
    }
  }
}

/** As a sentence for operators. */
export function describeRefusal(error: unknown): string {
  if (isLocked(error)) return 'Another program keeps the database locked.';
  return isUnwritable(error)
    ? 'The database file cannot be written.'
    : 'The disk of the database takes no writes: it is full or damaged.';
}
