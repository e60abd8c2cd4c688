import { DatabaseSync } from 'node:sqlite';
import type { Database } from './connect.ts';
import { OperatorError } from './remedies.ts';

const BUSY = 5;
/** A shop that is being stopped may need a moment, ms. */
const WAIT_MS = 2_000;

/** Kept open: the system lets go of a lock when its process ends, however it ends. */
const locks: DatabaseSync[] = [];

/**
 * Makes this process the only shop on a SQLite file: caches, limits and background work of two would
 * contradict each other. Several may share a PostgreSQL. Commands such as a backup do not ask for it.
 *
 * @throws OperatorError when another shop has the file
 */
export function beOnlyShopOn({ file }: Pick<Database, 'file'>): void {
  if (file === null) return;
  const own = new DatabaseSync(`${file}-lock`, { timeout: WAIT_MS });
  try {
    own.exec('begin exclusive');
    locks.push(own);
  } catch (error) {
    own.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === BUSY)) throw error;
    const what = `Another process runs the shop of ${file} already.`;
    throw new OperatorError(what, 'Stop it first. Several processes need PostgreSQL (DATABASE_URL).', error);
  }
}
