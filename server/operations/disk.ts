import { statfs } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { reason } from './finding.ts';

/** Free space of the disk with a folder, bytes. */
export async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** What hinders reading `file`, as a sentence for the operator; null when it is not the disk: what was read is at fault. */
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

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run it as a number without a name.
    return String(process.geteuid?.());
  }
}
