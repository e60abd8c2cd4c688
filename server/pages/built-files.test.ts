import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopApp } from '../http/routes.ts';
import { builtFiles } from './built-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-built-'));
const app = fastify();
const SCRIPT = 'export const words = "₹";';

beforeAll(() => {
  mkdirSync(path.join(folder, 'assets'));
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(path.join(folder, 'sw.js'), 'worker');
  writeFileSync(path.join(folder, 'favicon.ico'), 'icon');
  for (const [ending, bytes] of [
    ['', SCRIPT],
    ['.br', brotliCompressSync(SCRIPT)],
    ['.gz', gzipSync(SCRIPT)],
  ] as const) {
    writeFileSync(path.join(folder, 'assets', `home-Ab12.js${ending}`), bytes);
  }
  builtFiles(app as unknown as ShopApp, folder);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('nothing here'));
  // Nothing is read from the disk any more.
  rmSync(folder, { recursive: true });
});

afterAll(() => app.close());

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['', undefined],
])('a client that accepts %j gets %s', async (accepted, encoding) => {
  const response = await app.inject({ url: '/assets/home-Ab12.js?x=1', headers: { 'accept-encoding': accepted } });
  expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, encoding]);
  const bytes = response.rawPayload;
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
  expect(plain.toString()).toBe(SCRIPT);
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'content-length': String(bytes.length),
  });
});

test('a file that has not changed is not sent again', async () => {
  const { headers } = await app.inject('/favicon.ico');
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=86400', 'content-length': '4' });
  const again = await app.inject({ url: '/favicon.ico', headers: { 'if-none-match': `W/${headers.etag}` } });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  const head = await app.inject({ method: 'HEAD', url: '/favicon.ico' });
  expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, '4', '']);
});

test('a service worker has a policy of its own and is asked for each time', async () => {
  expect((await app.inject('/sw.js')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
});

test.each(['/assets/other.js', '/assets/home-Ab12.js.br', '/assets/', '/.vite/manifest.json', '/assets/__proto__'])(
  '%s is no file of the build',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);
