import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyArchive, writeArchive } from './archive.ts';

/** What the disk and its rights refuse. */

async function folder(): Promise<string> {
  const name = await mkdtemp(path.join(tmpdir(), 'kishmish-archive-'));
  onTestFinished(() => rm(name, { recursive: true, force: true }));
  return name;
}

/**
 * Until the end of the test this process is not root, who may read and write everything.
 *
 * @returns the name of its user
 */
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

/** A backup with one entry of this size, bytes. */
const written = (file: string, size = 1) =>
  writeArchive(file, async (add) => {
    await add('mail/mail_1.eml', randomBytes(size));
    return { createdAt: 0, migrations: [], tables: {}, missing: [] };
  });

test('a backup that may not be written names the user and says where to write it', async () => {
  const dir = await folder();
  const closed = path.join(dir, 'closed');
  await mkdir(closed, { mode: 0 });
  await chmod(dir, 0o755);
  const user = asNobody();
  for (const [file, what] of [
    [path.join(closed, 'shop.tar.gz'), `open '${closed}/shop.tar.gz.part'`],
    [path.join(closed, 'new', 'shop.tar.gz'), `stat '${closed}/new'`],
  ] as const) {
    await expect(written(file)).rejects.toThrow(
      `${file} cannot be written by the user ${user} (EACCES: permission denied, ${what}). ` +
        'Use a folder that belongs to that user, such as /var/lib/kishmish-backups.',
    );
  }
});

test('a backup makes its folder, which only its owner can enter, or says why not', async () => {
  const dir = await folder();
  await written(path.join(dir, 'new', 'shop.tar.gz'));
  expect((await stat(path.join(dir, 'new'))).mode & 0o777).toBe(0o700);
  const below = path.join(dir, 'new', 'shop.tar.gz', 'shop.tar.gz');
  await expect(written(below)).rejects.toThrow(`${below} cannot be written: EEXIST: file already exists, mkdir `);
});

test.runIf(existsSync('/dev/full'))('a backup on a full disk says what is free there, and where to look', async () => {
  const dir = await folder();
  const file = path.join(dir, 'shop.tar.gz');
  await symlink('/dev/full', `${file}.part`);
  const sentence =
    /^The disk of (.*) is full \(ENOSPC: no space left on device, write\): [\d.]+ [MG]B are free, and this backup needs more\. Free some \(docs\/operations\.md, Disk full\), or write it to another disk\.$/;
  const error = await written(file, 1024 * 1024).catch(({ message }) => sentence.exec(message)?.[1] ?? message);
  expect(error).toBe(dir);
});

test('what does not hinder the writing keeps its own words', async () => {
  const file = path.join(await folder(), 'shop.tar.gz');
  // As a connection to PostgreSQL or to the bucket that is lost.
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  const mail = await readFile('/nowhere/mail_1.eml').catch((error: Error) => error);
  for (const error of [lost, mail]) await expect(writeArchive(file, () => Promise.reject(error))).rejects.toBe(error);
});
