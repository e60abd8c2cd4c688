import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { bucket } from '#tests/bucket.ts';
import { createPictureStore, type PictureStore, uploadsFolder } from './picture-store.ts';
import { createUploadsService } from './service.ts';

/**
 * A picture that is deleted while it is uploaded again, by several processes: it has a row and a
 * file, or neither.
 */

const ACTOR = { id: null, name: 'Owner' };
const bytes = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#a9683a' } })
  .png()
  .toBuffer();

type Storage = Awaited<ReturnType<typeof shop>>;

/** A shop whose two processes have folders of their own only with a bucket. */
async function shop(kind: 'folder' | 'bucket') {
  const far = kind === 'bucket' ? await bucket() : null;
  const t = await testApp({ env: far ? { s3: far.s3 } : {} });
  const env = (name: string) => ({
    ...t.context.env,
    dataDir: far ? path.join(t.context.env.dataDir, name) : t.context.env.dataDir,
  });
  /** A process whose store waits at some calls. */
  const process = (name: string, change: (store: PictureStore) => Partial<PictureStore> = () => ({})) => {
    const store = createPictureStore(env(name));
    const uploads = createUploadsService(t.context, { store: { ...store, ...change(store) } });
    const add = () => uploads.addOne({ name: 'a.png', type: 'image/png', bytes }, 'content', ACTOR);
    return { add, find: uploads.find, remove: (id: string) => uploads.remove(id, ACTOR) };
  };
  const files = async () =>
    far ? [...far.objects.keys()].map((name) => path.basename(name)) : await readdir(uploadsFolder(t.context.env));
  const rows = async () =>
    (await t.db.selectFrom('uploads').select('url').execute()).map(({ url }) => path.basename(url));
  return {
    t,
    process,
    files,
    rows,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
      await far?.[Symbol.asyncDispose]();
    },
  };
}

/** A point that one process waits at, until another has done its part. */
function point() {
  const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = async () => {
    reached.resolve();
    await open.promise;
  };
  return { wait, reached: reached.promise, open: open.resolve };
}

const kinds = ['folder', 'bucket'] as const;

async function isWhole({ files, rows }: Storage) {
  expect(await rows()).toHaveLength(1);
  expect(await files()).toEqual(await rows());
}

test.each(kinds)('files that are deleted after an equal picture was uploaded come back (%s)', async (kind) => {
  await using s = await shop(kind);
  const { id } = await s.process('one').add();
  const late = point();
  const remover = s.process('two', (store) => ({
    async remove(names) {
      await late.wait();
      await store.remove(names);
    },
  }));
  const removing = remover.remove(id);
  await late.reached;
  await s.process('one').add();
  late.open();
  await removing;
  await isWhole(s);
});

test.each(kinds)('a picture that is deleted between its file and its row gets its file again (%s)', async (kind) => {
  await using s = await shop(kind);
  const { id } = await s.process('one').add();
  const written = point();
  const adder = s.process('two', (store) => ({
    async put(name, content) {
      await store.put(name, content);
      await written.wait();
    },
  }));
  const adding = adder.add();
  await written.reached;
  await s.process('one').remove(id);
  written.open();
  await adding;
  await isWhole(s);
});

test.each(kinds)('a picture that is deleted before its upload has ended leaves no file (%s)', async (kind) => {
  await using s = await shop(kind);
  const late = point();
  let puts = 0;
  const adder = s.process('one', (store) => ({
    async put(name, content) {
      if (++puts === 2) await late.wait();
      await store.put(name, content);
    },
  }));
  const adding = adder.add();
  await late.reached;
  await s.process('two').remove((await s.rows())[0] ?? '');
  late.open();
  await adding;
  expect([await s.rows(), await s.files()]).toEqual([[], []]);
});

test.each(kinds)('an upload whose row is refused leaves no file (%s)', async (kind) => {
  await using s = await shop(kind);
  const audit = s.t.db.schema.alterTable('audit_log');
  await audit.renameTo('audit_gone').execute();
  await expect(s.process('one').add()).rejects.toThrow();
  expect([await s.rows(), await s.files()]).toEqual([[], []]);
  await s.t.db.schema.alterTable('audit_gone').renameTo('audit_log').execute();
});

test.each(kinds)('a copy that is made while its picture is deleted does not stay (%s)', async (kind) => {
  await using s = await shop(kind);
  const { id, url } = await s.process('one').add();
  const late = point();
  const reader = s.process('two', (store) => ({
    async put(name, content) {
      await late.wait();
      await store.put(name, content);
    },
  }));
  const copy = reader.find(path.basename(url).replace('.webp', '-320.avif'));
  await late.reached;
  await s.process('one').remove(id);
  late.open();
  expect(await copy).not.toBeNull();
  expect([await s.rows(), await s.files()]).toEqual([[], []]);
});

test('a picture that another process has deleted leaves the copies of this one, and does not come back', async () => {
  await using s = await shop('bucket');
  const { id, url } = await s.process('one').add();
  const context = { ...s.t.context, env: { ...s.t.context.env, dataDir: path.join(s.t.context.env.dataDir, 'two') } };
  const two = createUploadsService(context);
  const near = () => readdir(uploadsFolder(context.env));
  const name = path.basename(url);
  await two.find(name);
  await two.find(name.replace('.webp', '-320.avif'));
  await two.sweep();
  expect(await near()).toHaveLength(2);
  await s.process('one').remove(id);
  expect(await two.find(name.replace('.webp', '-480.avif'))).toBeNull();
  expect(await s.files()).toEqual([]);
  await two.sweep();
  expect(await near()).toEqual([]);
});

test('a folder that is the only store is not swept', async () => {
  await using s = await shop('folder');
  await s.process('one').add();
  const files = await s.files();
  await s.t.db.deleteFrom('uploads').execute();
  await createUploadsService(s.t.context).sweep();
  expect(await s.files()).toEqual(files);
});

test.each(kinds)('deletions and uploads at any moment leave a row and a file, or neither (%s)', async (kind) => {
  await using s = await shop(kind);
  const pause = () => new Promise((done) => setTimeout(done, Math.random() * 20));
  const slow = (store: PictureStore): Partial<PictureStore> => ({
    async put(name, content) {
      await pause();
      await store.put(name, content);
      await pause();
    },
    async remove(names) {
      await pause();
      await store.remove(names);
    },
  });
  const [one, two, three] = ['one', 'two', 'three'].map((name) => s.process(name, slow));
  for (let round = 0; round < 15; round++) {
    const { id } = await one!.add();
    const rest = await Promise.all([
      one!.remove(id),
      pause().then(two!.add),
      pause()
        .then(three!.add)
        .then((image) => three!.remove(image.id)),
    ]).then(([, image]) => image.id);
    expect(await s.files()).toEqual(await s.rows());
    await two!.remove(rest).catch(() => null);
  }
});
