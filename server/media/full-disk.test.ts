import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { copiedStore, folderStore } from './picture-store.ts';
import { createUploadsService } from './service.ts';

/** Fault 4: shoppers must see pictures even when the disk is full. */

const ACTOR = { id: null, name: 'Admin' };
const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));

test('a copy that cannot be stored is served anyway', async () => {
  await using t = await testApp();
  const folder = path.join(t.context.env.dataDir, 'bucket');
  const store = folderStore(folder);
  const bytes = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#a9683a' } })
    .png()
    .toBuffer();
  const uploads = createUploadsService(t.context, { store });
  const { url } = await uploads.addOne({ name: 'a.png', type: 'image/png', bytes }, 'product', ACTOR);
  const name = url.slice(7);
  const onFullDisk = createUploadsService(t.context, { store: { ...store, put: full } });
  const copy = await onFullDisk.find(name.replace('.webp', '-320.avif'));
  expect((await sharp(copy ?? Buffer.alloc(0)).metadata()).width).toBe(320);

  const near = { ...folderStore(path.join(t.context.env.dataDir, 'near')), put: full };
  expect(await copiedStore(store, near).get(name)).toEqual(await store.get(name));
  expect(await readdir(folder)).toEqual([name]);
  await copiedStore(store, near).put('kept.webp', bytes);
  expect(await store.get('kept.webp')).toEqual(bytes);
});

test('a copy that cannot be written leaves no partial file', async () => {
  await using t = await testApp();
  const folder = path.join(t.context.env.dataDir, 'there');
  await mkdir(path.join(folder, 'taken.webp', 'inside'), { recursive: true });
  await expect(folderStore(folder).put('taken.webp', Buffer.from('x'))).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['taken.webp']);
});

test('a picture that cannot be read is not one that is missing: a backup would go on without it', async () => {
  await using t = await testApp();
  const folder = path.join(t.context.env.dataDir, 'there');
  const store = folderStore(folder);
  expect(await store.get('one.webp')).toBeNull();
  await mkdir(path.join(folder, 'one.webp'), { recursive: true });
  expect(await store.get('two.webp')).toBeNull();
  await expect(store.get('one.webp')).rejects.toThrow('EISDIR');
  // The bucket has it, whatever is wrong with the copy.
  const main = folderStore(path.join(t.context.env.dataDir, 'bucket'));
  await main.put('one.webp', Buffer.from('a picture'));
  expect((await copiedStore(main, store).get('one.webp'))?.toString()).toBe('a picture');
  await rm(folder, { recursive: true });
  await writeFile(folder, '');
  await expect(store.get('one.webp')).rejects.toThrow('ENOTDIR');
});
