import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureVariants } from '#shop/media/pictures.ts';
import { demoPictures, replacementOf } from '../demo/files.ts';
import type { ShopApp } from '../http/routes.ts';
import { PageCache } from './cache.ts';
import { pages } from './plugin.ts';

/** Only the routes of pages and pictures, with a data folder that has two uploads. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'kishmish-media-'));
const app = fastify();

beforeAll(async () => {
  mkdirSync(path.join(dataDir, 'uploads'));
  writeFileSync(path.join(dataDir, 'uploads', 'mine-400x400-9f86d081-320.avif'), 'avif');
  writeFileSync(path.join(dataDir, 'uploads', 'mine.webp'), 'webp');
  await addPages(app, 100_000, async () => null);
});

async function addPages(to: typeof app, max: number, find: (name: string) => Promise<null>): Promise<void> {
  const pictures = { folder: path.join(dataDir, 'uploads'), find, replacementOf };
  await to.register(fastifyRateLimit, { global: false, max });
  await pages(
    to as unknown as ShopApp,
    { env: { publicUrl: null, rateLimit: 1_000 }, pictures },
    new PageCache({ stamp: '1', writes: 0 }),
    async () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('page'),
    }),
  );
}

afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

const IMMUTABLE = 'public, max-age=31536000, immutable';

test.each([
  ['products/california-almonds-1.webp', 'image/webp'],
  ['site/brand-loop.mp4', 'video/mp4'],
  ['site/logo.svg', 'image/svg+xml'],
])('%s of the demo is served as immutable', async (name, type) => {
  const response = await app.inject(`/media/${demoPictures()[name]?.file}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({ 'cache-control': IMMUTABLE, 'content-type': expect.stringContaining(type) });
});

test('its narrower copy is served as immutable', async () => {
  const file = demoPictures()['products/california-almonds-1.webp']?.file;
  const response = await app.inject(`/media/${file?.replace('.webp', '-640.avif')}`);
  expect(response.headers).toMatchObject({ 'cache-control': IMMUTABLE, 'content-type': 'image/avif' });
});

test('an upload with a content hash in its name is immutable, any other is cached for a week', async () => {
  const named = await app.inject('/media/mine-400x400-9f86d081-320.avif');
  expect(named.headers['cache-control']).toBe(IMMUTABLE);
  const plain = await app.inject('/media/mine.webp');
  expect(plain.headers['cache-control']).toBe('public, max-age=604800');
});

test('the former name of a demo picture leads to the picture that replaced it', async () => {
  const dump = readFileSync(path.join(import.meta.dirname, '../../tests/fixtures/first-edition/sqlite.sql'), 'utf8');
  const stored = [...new Set(dump.match(/\/media\/(?:products|site)\/[\w-]+\.\w+/g))];
  expect(stored.length).toBeGreaterThan(30);
  const wide = stored.flatMap((url) => [url, ...pictureVariants(url).map((variant) => variant.url)]);
  const lost: string[] = [];
  let moved = 0;
  for (const url of wide) {
    const { statusCode, headers } = await app.inject(url);
    if (statusCode === 200) continue;
    moved += 1;
    const type = url.endsWith('.avif') ? 'image/avif' : 'image/webp';
    const current = await app.inject(String(headers.location));
    const found = statusCode === 302 && current.statusCode === 200 && current.headers['content-type'] === type;
    if (!found || /immutable/.test(String(headers['cache-control']))) lost.push(url);
  }
  expect(lost).toEqual([]);
  expect(moved).toBeGreaterThan(30);
});

test('a missing picture returns 404, not a page', async () => {
  const response = await app.inject('/media/products/none-1000x1000-9f86d081.webp');
  expect(response.statusCode).toBe(404);
  expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
});

test('a client can ask for a limited number of missing pictures: each may be a request to the object storage', async () => {
  const own = fastify();
  const asked: string[] = [];
  await addPages(own, 2, async (name) => {
    asked.push(name);
    return null;
  });
  const statusOf = async (name: string) => (await own.inject(`/media/${name}`)).statusCode;
  const names = ['one', 'two', 'three'].map((name) => `${name}-800x800-9f86d081.webp`);
  const statuses: number[] = [];
  for (const name of names) statuses.push(await statusOf(name));
  expect([statuses, asked]).toEqual([[404, 404, 429], names.slice(0, 2)]);
  expect(await statusOf('mine.webp')).toBe(200);
  await own.close();
});
