import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

const OTHERS = 0o077;
/** What the shop keeps in DATA_DIR. The folder itself may be shared with others, as /srv is. */
const OWN = ['shop.db', 'shop.db-wal', 'shop.db-shm', 'uploads', 'replacements', 'reviews', 'mail'];

/** Takes from other users of the machine what an earlier edition let them read in DATA_DIR. */
export function closeToOthers(dataDir: string, log: Pick<FastifyBaseLogger, 'warn'>): void {
  // Windows has no such rights.
  if (process.platform === 'win32') return;
  for (const file of OWN.map((name) => path.join(dataDir, name))) {
    try {
      const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
      if ((mode & OTHERS) === 0) continue;
      chmodSync(file, mode & 0o700);
      log.warn({ file }, 'other users of this machine could read this; now only the user of the shop can');
    } catch (error) {
      log.warn({ file, err: error }, 'other users of this machine can read this; run chmod go= on it as its owner');
    }
  }
}
