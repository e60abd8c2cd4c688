import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#server/ids.ts';
import { isHashedName, MAX_PICTURE_BYTES, pictureSize, pictureVariants } from '#shop/media/pictures.ts';

const ROOT = path.join(import.meta.dirname, '..');
const MEDIA = path.join(ROOT, 'demo', 'media');
/**
 * Maximum total size of all pictures, in all widths and formats, without the video; bytes. It was 9
 * MB for 68 product pictures: the 29 backs of packs, whose small print needs the bytes, added 4 MB.
 */
const MAX_ALL = 13_500_000;

const manifest: Record<string, { file: string; blur?: string }> = JSON.parse(
  readFileSync(path.join(ROOT, 'demo', 'pictures.json'), 'utf8'),
);
const files = Object.values(manifest).map(({ file }) => file);
const pictures = Object.entries(manifest).filter(([, { file }]) => pictureSize(file));
const bytesOf = (file: string) => statSync(path.join(MEDIA, file)).size;

test('every picture that the demo references is in the set', () => {
  const names = readdirSync(path.join(ROOT, 'demo'))
    .filter((name) => name.endsWith('.json') && name !== 'pictures.json')
    .flatMap((name) => readFileSync(path.join(ROOT, 'demo', name), 'utf8').match(/"(?:products|site)\/[^"]+"/g) ?? [])
    .map((text) => text.slice(1, -1));
  expect(names.length).toBeGreaterThan(70);
  expect(names.filter((name) => !manifest[name])).toEqual([]);
});

test('a single product shows its pack, its food and its back; a combo names what is in it', () => {
  const { products } = JSON.parse(readFileSync(path.join(ROOT, 'demo', 'catalogue.json'), 'utf8')) as {
    products: { id: string; category: string; images: { url: string; alt: string }[] }[];
  };
  for (const { id, category, images } of products) {
    const pictures = category === 'combos' ? [1, 2] : [1, 2, 3];
    expect(images.map(({ url }) => url)).toEqual(pictures.map((number) => `products/${id}-${number}.webp`));
    expect(new Set(images.map(({ alt }) => alt)).size).toBe(pictures.length);
    if (images[2]) expect(images[2].alt).toMatch(/^(Back of the pack|Label) of .+: ingredients, allergens, nutrition/);
  }
});

test('every picture that the code references is on disk', () => {
  const names = readdirSync(path.join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .flatMap(
      (name) =>
        readFileSync(path.join(ROOT, 'web', name), 'utf8').match(/(?<=')(?:products|site)\/[^']+\.\w+(?=')/g) ?? [],
    );
  expect(names.filter((name) => !existsSync(path.join(MEDIA, name)))).toEqual([]);
});

test('demo/media contains no other files', () => {
  const known = new Set([...files, ...pictures.flatMap(([, { file }]) => pictureVariants(file).map(({ url }) => url))]);
  const found = readdirSync(MEDIA, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(path.sep, '/'));
  expect(found.filter((name) => path.extname(name) && !known.has(name))).toEqual([]);
});

test.each(files)('%s has its content hash in its name', (file) => {
  expect(isHashedName(file)).toBe(true);
  const hash = /-([0-9a-f]{8})\.\w+$/.exec(file)?.[1];
  expect(sha256(readFileSync(path.join(MEDIA, file))).slice(0, 8)).toBe(hash);
});

describe.each(pictures)('%s', (name, { file, blur }) => {
  test('is on disk in every width and within the size limit', () => {
    const variants = name === 'site/og.webp' ? [] : pictureVariants(file).map(({ url }) => url);
    for (const one of [file, ...variants]) {
      expect(existsSync(path.join(MEDIA, one)), one).toBe(true);
      expect(bytesOf(one), one).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
    }
  });
  test('has a small blur placeholder unless it is a product picture', () => {
    if (name.startsWith('products/') || name === 'site/og.webp') expect(blur).toBeUndefined();
    else expect(blur?.length).toBeLessThan(400);
  });
});

test('the pictures of the documentation are small, and a page shows each', () => {
  const screens = path.join(ROOT, 'docs', 'screens');
  const pages = ['README.md', 'docs/owner-guide.md'].map((page) => readFileSync(path.join(ROOT, page), 'utf8')).join();
  for (const name of readdirSync(screens)) {
    expect(pages, name).toContain(`screens/${name})`);
    expect(statSync(path.join(screens, name)).size, name).toBeLessThan(80_000);
  }
});

test('the whole set is within the size limit', () => {
  const all = pictures.flatMap(([name, { file }]) => [
    file,
    ...(name === 'site/og.webp' ? [] : pictureVariants(file).map(({ url }) => url)),
  ]);
  expect(all.reduce((sum, file) => sum + bytesOf(file), 0)).toBeLessThan(MAX_ALL);
});
