import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

const OTHERS = 0o077;
/** Of a folder that belongs to all users, such as /tmp. */
const SHARED = 0o1000;

/**
 * Takes from other users of the machine what an earlier edition let them read: DATA_DIR and the
 * database file, with its write-ahead log.
 */
export function closeToOthers(dataDir: string, log: Pick<FastifyBaseLogger, 'warn'>): void {
  // Windows has no such rights.
  if (process.platform === 'win32') return;
  const files = ['shop.db', 'shop.db-wal', 'shop.db-shm'].map((name) => path.join(dataDir, name));
  for (const file of [dataDir, ...files]) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & OTHERS) === 0 || (mode & SHARED) !== 0) continue;
    try {
      chmodSync(file, mode & 0o700);
      log.warn({ file }, 'other users of this machine could read this; now only the user of the shop can');
    } catch (error) {
      log.warn({ file, err: error }, 'other users of this machine can read this; run chmod go= on it as its owner');
    }
  }
}
