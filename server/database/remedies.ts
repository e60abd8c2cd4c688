import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { isDamaged, isLocked, isUnwritable } from './errors.ts';

/** What an operator can do about a database or its folder that cannot be used. */

/** Says what is wrong, and what to do. */
export class OperatorError extends Error {
  readonly what: string;
  readonly action: string | null;

  constructor(what: string, action: string | null, cause: unknown) {
    super(action ? `${what} ${action}` : what, { cause });
    this.what = what;
    this.action = action;
  }
}

export const WHEN_DAMAGED =
  'Stop the shop, move shop.db, shop.db-wal and shop.db-shm elsewhere and keep them, then run npm run restore -- FILE --force with the newest backup.';
export const WHEN_FULL = 'Free space: docs/operations.md, Disk full.';

/** Codes of a file or folder that the user of this process may not use. */
export const REFUSED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * What to do about an error of a database or a folder; null where nothing is known.
 *
 * @param at the file of the database, or the folder; null on PostgreSQL
 */
export function remedyOf(error: unknown, at: string | null): string | null {
  const { code, errcode } = Object(error);
  if (isDamaged(error)) return WHEN_DAMAGED;
  if (at && (isUnwritable(error) || REFUSED.has(code))) return remedyOfOwner(at);
  if (at && isLocked(error)) {
    return `Close open sqlite3 shells, and end commands of the shop that hang: sudo fuser -v ${at} lists them.`;
  }
  // SQLite: full, or an error of the disk.
  return ['ENOSPC', 'EDQUOT', '53100'].includes(code) || [13, 10].includes(errcode & 0xff) ? WHEN_FULL : null;
}

/** Of a command: `error` after what could not be done, if something can be done about it. */
export function withRemedy(what: string, error: unknown, at: string | null): unknown {
  // A file that this process may not open can be another one, such as an archive.
  const action = remedyOf(error, 'errcode' in Object(error) ? at : null);
  return action && error instanceof Error
    ? new OperatorError(`${what}: ${error.message.replace(/\.$/, '')}.`, action, error)
    : error;
}

/**
 * For a file, or one that SQLite keeps beside it, or a folder, which the user of this process
 * cannot write.
 */
function remedyOfOwner(at: string): string {
  const file = ['', '-wal', '-shm'].map((end) => at + end).find((one) => existsSync(one) && !isWritable(one)) ?? at;
  const found = existsSync(file) ? statSync(file) : null;
  const folder = found?.isDirectory() ? file : path.dirname(file);
  const username = userName();
  if (found && found.uid !== process.getuid?.()) {
    const owner = found.uid === 0 ? 'root' : `the user ${found.uid}`;
    return `${file} belongs to ${owner}: sudo chown -R ${username}: ${folder}, then restart the shop.`;
  }
  return `Let ${username} write ${file}. If its disk is mounted read-only (findmnt -T ${folder}), read the log of the kernel; with systemd, another folder than those of the unit needs a line ReadWritePaths= there.`;
}

/** The user of this process. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run it as a number without a name.
    return String(process.geteuid?.());
  }
}

/** Whether this process may read and write a file. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
