import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { connectSqlite } from '#server/database/connect.ts';
import { readMeta, writeMeta } from '#server/database/meta.ts';
import { uploadsFolder } from '#server/media/picture-store.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect, shopDatabase } from '#tests/database.ts';
import { addProduct } from '#tests/factories.ts';
import { createBackupService, failedBackup, lastBackup, recordBackup } from './automatic.ts';
import { backUp, shopData } from './backup.ts';
import { examine } from './doctor.ts';

/** Automatic backups. */

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** A folder, and a database that a second connection can read: on SQLite a file. */
async function ownShop() {
  const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-backup-'));
  const database = dialect === 'sqlite' ? connectSqlite(path.join(folder, 'shop.db')) : await shopDatabase('migrated');
  return {
    folder,
    database,
    async [Symbol.asyncDispose]() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('one of several processes makes each; the newest are kept, and the last is known to all', async () => {
  await using shop = await ownShop();
  const out = path.join(shop.folder, 'out');
  const backups = { dir: out, everyMs: 6 * HOUR, keep: 2 };
  await using t = await testApp({ database: shop.database, env: { backups } });
  await addProduct(t.db, {});
  expect(await lastBackup(shop.database)).toBe(null);
  const processes = [1, 2, 3].map(() => createBackupService(t.context));
  const makeAll = () => Promise.all(processes.map((one) => one.makeDue()));
  const made: string[] = [];
  // The clock was ahead once.
  const ahead = 'kishmish-2031-01-01T00-00-00.tar.gz';
  for (let round = 0; round < 4; round++) {
    const files = (await makeAll()).filter((file) => file !== null);
    expect(files).toHaveLength(1);
    made.push(path.basename(files[0] as string));
    await writeFile(path.join(out, 'mine.txt'), 'not a backup');
    if (round === 0) await writeFile(path.join(out, ahead), '');
    t.clock.advance(6 * HOUR - 1);
    expect(await makeAll()).toEqual([null, null, null]);
    t.clock.advance(1);
  }
  expect(made[0]).toBe('kishmish-2026-11-20T06-30-00.tar.gz');
  expect((await readdir(out)).sort()).toEqual([made[3], ahead, 'mine.txt']);
  const last = await lastBackup(shop.database);
  expect(last).toMatchObject({ at: t.clock.time - 6 * HOUR, file: made[3] });
  expect(last?.bytes).toBe((await readFile(path.join(out, made[3] as string))).length);
});

/** A picture that staff have uploaded. */
async function addPicture(t: TestApp, name: string): Promise<void> {
  await shopData(t.context.env, t.context.database).pictures.put(`${name}.webp`, Buffer.from(name));
  const size = { width: 8, height: 8, bytes: 1, created_at: START };
  await t.db
    .insertInto('uploads')
    .values({ id: name, hash: name, kind: 'product', url: `/media/${name}.webp`, ...size })
    .execute();
}

test('while the storage lacks files, the backups that have them are kept, and the doctor names them', async () => {
  await using shop = await ownShop();
  const backups = { dir: path.join(shop.folder, 'out'), everyMs: 24 * HOUR, keep: 2 };
  await using t = await testApp({ database: shop.database, env: { backups } });
  const service = createBackupService(t.context);
  const make = async () => {
    const file = path.basename((await service.makeDue()) ?? '');
    t.clock.advance(24 * HOUR);
    return file;
  };
  const kept = async () => (await readdir(backups.dir)).sort();
  const doctor = async () => (await examine({ ...t.context, sources: t.services })).at(-1);
  const lose = (name: string) => rm(path.join(uploadsFolder(t.context.env), `${name}.webp`));
  for (const name of ['one', 'two', 'three']) await addPicture(t, name);
  await make();
  const complete = await make();
  // One is lost for ever, and later another one, which came between.
  await lose('one');
  await addPicture(t, 'four');
  await make();
  expect(await doctor()).toMatchObject({
    state: 'fault',
    text: expect.stringContaining(`It lacks 1 picture or photo; of those, ${complete} has 1.`),
    action: expect.stringContaining('docs/operations.md'),
  });
  const second = await make();
  await rm(uploadsFolder(t.context.env), { recursive: true });
  const late = [await make(), await make(), await make()];
  expect(await kept()).toEqual([complete, second, ...late.slice(1)]);
  expect(await lastBackup(shop.database)).toMatchObject({ missing: 4, older: { files: [second, complete], has: 4 } });
  expect(await doctor()).toMatchObject({
    text: expect.stringContaining(`of those, ${second} and ${complete} have 4.`),
  });
  // A backup by hand says the same.
  const byHand = path.join(shop.folder, 'by-hand.tar.gz');
  const manifest = await backUp(shopData(t.context.env, shop.database), byHand, t.clock.time);
  await recordBackup(shop.database, byHand, manifest, { dir: backups.dir, among: /\.tar\.gz$/ });
  expect(await doctor()).toMatchObject({ state: 'fault', text: expect.stringContaining('by-hand.tar.gz') });
  // The storage is back, but for a picture that no backup has.
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    await shopData(t.context.env, shop.database).pictures.put(`${name}.webp`, Buffer.from(name));
  }
  await addPicture(t, 'five');
  await lose('five');
  const lacking = await make();
  expect(await doctor()).toMatchObject({
    state: 'warn',
    text: expect.stringMatching(/It lacks 1 picture or photo\.$/),
  });
  expect(await kept()).toEqual([late[2], lacking]);
});

test('a failed one is tried again in an hour, and remembered', async () => {
  await using shop = await ownShop();
  const backups = { dir: path.join(shop.folder, 'out'), everyMs: 24 * HOUR, keep: 2 };
  await using t = await testApp({ database: shop.database, env: { backups } });
  const service = createBackupService(t.context);
  await service.makeDue();
  t.clock.advance(24 * HOUR);
  await rm(backups.dir, { recursive: true });
  await writeFile(backups.dir, 'a file where the folder should be');
  await expect(service.makeDue()).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(await failedBackup(shop.database)).toMatchObject({ at: t.clock.time });
  t.clock.advance(HOUR - 1);
  expect(await service.makeDue()).toBe(null);
  t.clock.advance(1);
  await rm(backups.dir);
  expect(await service.makeDue()).not.toBe(null);
  expect(await lastBackup(shop.database)).toMatchObject({ at: t.clock.time });
  expect(await failedBackup(shop.database)).toBe(null);
});

test.each<[string, string]>([
  ['file', 'ENOTDIR'],
  // Node's recursive mkdir never ends here.
  ...(process.platform === 'linux' ? [['/proc', 'ENOENT'] as [string, string]] : []),
])('when the very first one fails, below %s, the doctor and the admin say so and why', async (place, code) => {
  await using shop = await ownShop();
  await writeFile(path.join(shop.folder, 'file'), '');
  const backups = { dir: path.resolve(shop.folder, place, 'kishmish', 'out'), everyMs: 24 * HOUR, keep: 2 };
  await using t = await testApp({ database: shop.database, env: { backups } });
  await expect(createBackupService(t.context).makeDue()).rejects.toThrow(code);
  t.clock.advance(HOUR / 2);
  const failure = {
    name: 'Backup',
    state: 'fault',
    text: expect.stringMatching(
      new RegExp(
        `^There has never been a backup\\. The automatic one failed 30 minutes ago: .* cannot be written: ${code}: [^\\n]*\\.$`,
      ),
    ),
  };
  expect((await examine({ ...t.context, sources: t.services })).at(-1)).toMatchObject(failure);
  const { body } = await t.get('/api/admin/doctor', t.auth(await t.adminToken()));
  expect(body.checks.at(-1)).toMatchObject(failure);
});

test('one whose process is killed is made again after ten minutes, not after the whole period', async () => {
  await using shop = await ownShop();
  const backups = { dir: path.join(shop.folder, 'out'), everyMs: 24 * HOUR, keep: 2 };
  await using t = await testApp({ database: shop.database, env: { backups } });
  const service = createBackupService(t.context);
  /** The next note about a backup that is being made. */
  const noted = async (before: string | null) => {
    const until = Date.now() + 10_000;
    while (Date.now() < until) {
      const note = await readMeta(t.db, 'backup begun');
      if (note !== before) return note;
    }
    throw new Error('nothing was noted');
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const making = service.makeDue();
  const begun = await noted(null);
  // It takes long, so its process says that it is still alive.
  t.clock.advance(8 * MINUTE);
  vi.advanceTimersByTime(2 * MINUTE);
  vi.useRealTimers();
  const alive = await noted(begun);
  expect(await making).not.toBe(null);
  // As if it had been killed then.
  await writeMeta(t.db, 'backup begun', String(alive));
  t.clock.advance(10 * MINUTE - 1);
  expect(await service.makeDue()).toBe(null);
  t.clock.advance(1);
  expect(await service.makeDue()).not.toBe(null);
  t.clock.advance(24 * HOUR - 1);
  expect(await service.makeDue()).toBe(null);
});

test('what a killed process has left of one is removed, even when the next fails too', async () => {
  await using shop = await ownShop();
  const backups = { dir: path.join(shop.folder, 'out'), everyMs: 24 * HOUR, keep: 2 };
  await using t = await testApp({ database: shop.database, env: { backups } });
  await mkdir(backups.dir);
  const left = ['kishmish-2026-11-18T06-30-00.tar.gz.part', 'by-hand.tar.gz.part'];
  for (const name of left) await writeFile(path.join(backups.dir, name), 'half');
  // The name of the next is taken.
  const taken = 'kishmish-2026-11-20T06-30-00.tar.gz';
  await mkdir(path.join(backups.dir, taken));
  await expect(createBackupService(t.context).makeDue()).rejects.toThrow();
  expect((await readdir(backups.dir)).sort()).toEqual(['by-hand.tar.gz.part', taken]);
});
