import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyArchive } from './archive.ts';

/** What the disk and its rights refuse. */

async function folder(): Promise<string> {
  const name = await mkdtemp(path.join(tmpdir(), 'kishmish-archive-'));
  onTestFinished(() => rm(name, { recursive: true, force: true }));
  return name;
}

/** Until the end of the test this process is not root, who may read and write everything. @returns the name of its user */
function asNobody(): string {
  if (process.geteuid?.() === 0) {
    process.seteuid?.(65_534);
    onTestFinished(() => process.seteuid?.(0));
  }
  return userInfo().username;
}

test('an archive that may not be read is not called damaged, and the sentence says what to do', async () => {
  const dir = await folder();
  const file = path.join(dir, 'shop.tar.gz');
  await writeFile(file, 'perhaps the only backup', { mode: 0 });
  await expect(verifyArchive(dir)).rejects.toThrow(
    `${dir} cannot be read: EISDIR: illegal operation on a directory, read; nothing was changed. Name the file of a backup.`,
  );
  await chmod(dir, 0o755);
  const user = asNobody();
  await expect(verifyArchive(file)).rejects.toThrow(
    `${file} may not be read by the user ${user} (EACCES: permission denied, open '${file}'); nothing was changed. ` +
      `Put it into a folder of that user, and give it to them: sudo chown ${user}: ${file}`,
  );
});

test.runIf(existsSync('/proc/self/mem'))('an archive that the disk does not give is not called damaged', async () => {
  // The memory of this process: its first page cannot be read.
  await expect(verifyArchive('/proc/self/mem')).rejects.toThrow(
    /^\/proc\/self\/mem cannot be read: EIO: i\/o error, read; nothing was changed\. Check the disk/,
  );
});
