import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { REFUSED, userName } from '../database/remedies.ts';
import { gigabytes, reason } from './finding.ts';

/** Free space of the disk with a folder, bytes. */
export async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * What hinders reading `file`, as a sentence for the operator; null when it is not the disk: what
 * was read is at fault.
 */
export function whyUnreadable(file: string, error: NodeJS.ErrnoException): string | null {
  const { code = '', syscall } = error;
  if (code === 'ENOENT') return `There is no file ${file}.`;
  if (syscall === undefined) return null;
  if (REFUSED.has(code)) {
    const user = userName();
    return `${file} may not be read by the user ${user} (${reason(error)}); nothing was changed. Put it into a folder of that user, and give it to them: sudo chown ${user}: ${file}`;
  }
  const advice = code === 'EISDIR' ? 'Name the file of a backup.' : 'Check the disk, or take a copy of the file.';
  return `${file} cannot be read: ${reason(error)}; nothing was changed. ${advice}`;
}

/** Codes of a disk without space. Such an error of a write names no file. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** What hinders writing `file`, as a sentence for the operator; null when it is not the disk. */
export async function whyUnwritable(file: string, error: NodeJS.ErrnoException): Promise<string | null> {
  const { code = '', path: at } = error;
  const folder = path.dirname(file);
  if (FULL.has(code)) {
    const free = await freeOnDisk(folder).then(gigabytes, () => 'an unknown number of bytes');
    return `The disk of ${folder} is full (${reason(error)}): ${free} are free, and this backup needs more. Free some (docs/operations.md, Disk full), or write it to another disk.`;
  }
  // The file, what it is called while it is written, or a folder of it.
  if (at === undefined || !`${file}.part`.startsWith(at)) return null;
  if (!REFUSED.has(code)) return `${file} cannot be written: ${reason(error)}.`;
  return `${file} cannot be written by the user ${userName()} (${reason(error)}). Use a folder that belongs to that user, such as /var/lib/kishmish-backups.`;
}
