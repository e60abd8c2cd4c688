import { createHash, randomBytes } from 'node:crypto';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withPolicy } from '../http/security.ts';
import { PageCache, type PageResponse } from './cache.ts';

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * A server on a real socket with only the cache and a page renderer, to test bytes and headers as a
 * browser gets them.
 */
async function site(make: (key: string) => Promise<PageResponse>) {
  const state = { stamp: '1', writes: 0, made: 0 };
  const cache = new PageCache(state);
  const server = createServer((request, response) => {
    if (cache.serveFresh(request, response)) return;
    const key = cache.keyOf(request);
    if (key === null) {
      response.end('not kept');
      return;
    }
    cache
      .serve(key, request, response, () => {
        state.made += 1;
        return make(key);
      })
      .catch(() => {
        response.writeHead(503);
        response.end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Reply>((resolve, reject) => {
      httpRequest({ port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    });
  return {
    state,
    cache,
    get,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const page = (text: string): PageResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(text),
});

/** Collects garbage at once. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('the page cache', () => {
  test('serves the last good page when rendering throws or returns 500', async () => {
    let broken: 'throws' | 'returns 500' | null = null;
    await using shop = await site(async () => {
      if (broken === 'throws') throw new Error('the database is gone');
      return broken === 'returns 500' ? { ...page('Something went wrong'), status: 500 } : page('good');
    });
    await shop.get('/');
    for (const how of ['throws', 'returns 500'] as const) {
      broken = how;
      shop.state.stamp += '1';
      const reply = await shop.get('/');
      expect([reply.status, reply.body.toString()]).toEqual([200, 'good']);
    }
    // There is no last good page of /cart.
    expect((await shop.get('/cart')).status).toBe(500);
  });

  test('drops a page that returns 404, so that a slow database never brings it back', async () => {
    let gone = false;
    await using shop = await site(async () => (gone ? { ...page('no such page'), status: 404 } : page('here')));
    await shop.get('/product/almonds');
    gone = true;
    shop.state.stamp = '2';
    expect((await shop.get('/product/almonds')).status).toBe(404);
    expect(shop.cache.size).toEqual({ entries: 0, bytes: 0 });
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip , br ;q=0.5', 'br'],
    ['br;q=0.01', 'br'],
    ['gzip;q=1, br;q=0.000', 'gzip'],
    ['br;x=1; q=0, gzip', 'gzip'],
    ['br;q=0;x=1, gzip', 'gzip'],
    ['x-gzip, brotli', undefined],
    ['br; q=0, gzip;q=0.0', undefined],
  ])('Accept-Encoding %s', async (accepted, encoding) => {
    await using shop = await site(async () => page('<p>काजू ₹319</p>'.repeat(50)));
    expect((await shop.get('/', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });

  test('sends the same page in the accepted encoding, with length, ETag and Vary', async () => {
    const text = '<p>काजू ₹319</p>'.repeat(50);
    await using shop = await site(async () => page(text));
    const plain = await shop.get('/');
    const br = await shop.get('/', { 'accept-encoding': 'gzip, br' });
    const gzip = await shop.get('/', { 'accept-encoding': 'gzip;q=0.8, br;q=0' });
    expect(plain.body.toString()).toBe(text);
    expect(brotliDecompressSync(br.body).toString()).toBe(text);
    expect(gunzipSync(gzip.body).toString()).toBe(text);
    for (const reply of [plain, br, gzip]) {
      expect(reply.headers['content-length']).toBe(String(reply.body.length));
      expect(reply.headers.vary).toBe('accept-encoding');
      expect(reply.headers.etag).toBe(plain.headers.etag);
    }
    expect(br.headers['content-encoding']).toBe('br');
    expect(shop.state.made).toBe(1);
  });

  test('leaves a page that must be decompressed to the route, which is limited for each client', async () => {
    await using shop = await site(async () => page('hello'));
    await shop.get('/');
    const served = (headers: Record<string, string>) =>
      shop.cache.serveFresh(
        { method: 'GET', url: '/', headers } as unknown as IncomingMessage,
        {
          writeHead: () => {},
          end: () => {},
        } as unknown as ServerResponse,
      );
    expect(served({})).toBe(false);
    expect(served({ 'accept-encoding': 'identity' })).toBe(false);
    expect(served({ 'accept-encoding': 'gzip' })).toBe(true);
    // What is fresh is neither rendered nor compressed again.
    shop.cache.keep('/', '1', page('another'));
    await shop.get('/');
    expect((await shop.get('/')).body.toString()).toBe('hello');
    expect(shop.state.made).toBe(1);
  });

  test('returns 304 for a matching ETag, and no body for HEAD', async () => {
    await using shop = await site(async () => page('hello'));
    const first = await shop.get('/');
    const second = await shop.get('/', { 'if-none-match': `W/${first.headers.etag}` });
    expect([second.status, second.body.length]).toEqual([304, 0]);
    const other = await shop.get('/', { 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
    const head = await shop.get('/', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '5']);
  });

  test('renders again after the data changed, once for many requests', async () => {
    let text = 'old';
    await using shop = await site(async () => page(text));
    expect((await shop.get('/')).body.toString()).toBe('old');
    text = 'new';
    expect((await shop.get('/')).body.toString()).toBe('old');
    shop.state.stamp = '2';
    const replies = await Promise.all(Array.from({ length: 20 }, () => shop.get('/')));
    expect(new Set(replies.map((reply) => reply.body.toString()))).toEqual(new Set(['new']));
    expect(shop.state.made).toBe(2);
  });

  test('serves the last good page when rendering fails or is slow', async () => {
    let mode: 'good' | 'bad' | 'slow' = 'good';
    await using shop = await site(async () => {
      if (mode === 'bad') throw new Error('database gone');
      if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, 900));
      return page(mode);
    });
    await shop.get('/');
    mode = 'bad';
    shop.state.stamp = '2';
    const bad = await shop.get('/');
    expect([bad.status, bad.body.toString()]).toEqual([200, 'good']);
    mode = 'slow';
    shop.state.stamp = '3';
    expect((await shop.get('/')).body.toString()).toBe('good');
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect((await shop.get('/')).body.toString()).toBe('slow');
    mode = 'bad';
    expect((await shop.get('/cart')).status).toBe(503);
  });

  test('waits for a slow render when this process has acknowledged a write since the last good page', async () => {
    let text = 'before';
    await using shop = await site(async () => {
      if (text !== 'before') await new Promise((resolve) => setTimeout(resolve, 900));
      return page(text);
    });
    await shop.get('/');
    text = 'after';
    shop.state.stamp = '2';
    shop.state.writes = 1;
    expect((await shop.get('/')).body.toString()).toBe('after');
  });

  test('a response that is not 200 is sent but not cached', async () => {
    await using shop = await site(async () => ({ ...page('gone'), status: 404 }));
    expect((await shop.get('/product/none')).status).toBe(404);
    const other = await shop.get('/made-up', { 'accept-encoding': 'br' });
    expect([other.status, other.headers['content-encoding'], other.body.toString()]).toEqual([404, undefined, 'gone']);
    expect(shop.state.made).toBe(2);
    expect(shop.cache.size.entries).toBe(0);
  });

  test('requests with a token and writes bypass the cache', async () => {
    await using shop = await site(async () => page('kept'));
    await shop.get('/');
    expect((await shop.get('/', { authorization: 'Bearer x' })).body.toString()).toBe('not kept');
    expect((await shop.get('/', {}, 'POST')).body.toString()).toBe('not kept');
  });

  test('what the API answers to pages in Hindi is kept apart; pages have addresses of their own', async () => {
    await using shop = await site(async (key) => page(key));
    const body = async (path: string, headers = {}) => (await shop.get(path, headers)).body.toString();
    const hindi = { 'x-language': 'hi' };
    for (const _ of [1, 2]) {
      expect(await body('/api/config')).toBe('/api/config');
      expect(await body('/api/config', hindi)).toBe('hi /api/config');
      expect(await body('/cart', hindi)).toBe('/cart');
    }
    expect(shop.state.made).toBe(3);
  });

  test('headers and cookies of one shopper never affect the page of another', async () => {
    await using shop = await site(async (key) => page(`made for ${key}`));
    const first = await shop.get('/?x=<script>', {
      host: 'evil.example',
      cookie: 'a=b',
      'x-forwarded-host': 'evil.example',
    });
    const second = await shop.get('/');
    expect(first.body.toString()).toBe('made for /');
    expect(second.headers).toEqual({ ...first.headers, date: second.headers.date });
  });

  test('responses of the API are compressed eight at a time, and none above 4 MB; the others are not kept', async () => {
    await using shop = await site(async (key) => page(key));
    const { cache } = shop;
    for (let number = 0; number < 20; number++) cache.keep(`/api/products?page=${number}`, '1', page('products'));
    await expect.poll(() => cache.size.entries).toBe(8);
    cache.keep('/api/products?page=20', '1', page('products'));
    await expect.poll(() => cache.size.entries).toBe(9);
    cache.keep('/api/products?limit=1000', '1', page('x'.repeat(4 * 1024 * 1024 + 1)));
    cache.keep('/api/products?limit=900', '1', page('x'.repeat(4 * 1024 * 1024)));
    await expect.poll(() => cache.size.entries).toBe(10);
    expect((await shop.get('/api/products?limit=1000')).body.toString()).toBe('/api/products?limit=1000');
  });

  test('random URLs fill 500 entries at most and evict no page without parameters', async () => {
    await using shop = await site(async (key) => page(key));
    await shop.get('/cart');
    for (let number = 0; number < 600; number++) await shop.get(`/all-products?q=${number}`);
    expect(shop.cache.size.entries).toBe(501);
    // Even a tiny page costs its key and its headers.
    expect(shop.cache.size.bytes).toBeGreaterThan(501 * 4_096);
    const before = shop.state.made;
    await shop.get('/cart');
    await shop.get('/all-products?q=599');
    expect(shop.state.made).toBe(before);
    await shop.get('/all-products?q=0');
    expect(shop.state.made).toBe(before + 1);
  });

  test('an entry takes the memory that its size says, not the blocks that its compressed bytes came in', async () => {
    // Compressed a few hundred bytes, in blocks of 16 kB.
    const text = '<p>काजू ₹319</p>'.repeat(2_500);
    await using shop = await site(async () => page(text));
    await shop.get('/');
    collect();
    const [before, sizeBefore] = [process.memoryUsage().arrayBuffers, shop.cache.size.bytes];
    for (let number = 0; number < 300; number++) await shop.get(`/product/p-${number}`);
    const counted = shop.cache.size.bytes - sizeBefore;
    expect(counted).toBeGreaterThan(300 * 4_096);
    await expect
      .poll(() => {
        collect();
        return process.memoryUsage().arrayBuffers - before;
      })
      .toBeLessThan(counted);
  });

  test.each([
    ['/product/p-', 16],
    ['/all-products?q=', 4],
  ])('pages under %s stay within %i MB', async (path, megabytes) => {
    await using shop = await site(async () => page(randomBytes(600_000).toString('base64')));
    for (let number = 0; number < 30; number++) {
      await shop.get(`${path}${number}`);
    }
    expect(shop.cache.size.bytes).toBeLessThanOrEqual(megabytes * 1024 * 1024);
    expect(shop.cache.size.bytes).toBeGreaterThan((megabytes - 4) * 1024 * 1024);
    expect(shop.cache.size.entries).toBeLessThan(30);
  });

  test('remembers the keys of a limited number of addresses', () => {
    const cache = new PageCache({ stamp: '1', writes: 0 });
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let number = 0; number < 100_000; number++) {
      cache.keyOf({ method: 'GET', url: `/cart?${String(number).padStart(480, 'r')}`, headers: {} } as IncomingMessage);
    }
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * 1024 * 1024);
    // Also keeps the cache from being collected above.
    expect(cache.size.entries).toBe(0);
  });
});

describe('the policy of a page', () => {
  const NONCE = '6f1c1f3e-5d0b-4b5e-9a57-2f6f3c9e8a11';
  const css = 'body::after{content:"₹"}';
  const policyOf = (html: string) => withPolicy(Buffer.from(html), { css, nonce: NONCE });
  const code = 'window.x = "₹ काजू";';
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  test('allows each marked script and the own styles by hash, and takes the marks off', () => {
    const mark = ` nonce="${NONCE}"`;
    const page = (own: string) =>
      `<style data-files="/a.css">${css}</style><script${own}>${code}</script>` +
      `<script type="module"${own} async>${code}</script><script${own} src="/a.js"></script><p>₹ काजू</p>`;
    const { html, csp } = policyOf(page(mark));
    expect(html.toString()).toBe(page(''));
    expect(csp).toContain(`script-src 'self' ${hashOf(code)};`);
    expect(csp).toContain(`style-src 'self' ${hashOf(css)};`);
    expect(csp).toContain("object-src 'none'");
    expect(csp).toContain("worker-src 'self'");
  });

  test.each([
    '<script>alert(1)</script>',
    '<script nonce="">alert(1)</script>',
    '<script nonce="guess">alert(1)</script>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<script type="module">alert(1)</script>',
    '<script type="application/ld+json">{"a":1}</script>',
    '<style>p{background:red}</style>',
    `<script>alert(1)//<p nonce="${NONCE}"></script>`,
  ])('what came with the data gets no hash: %s', (injected) => {
    const { csp } = policyOf(`${injected}<script nonce="${NONCE}">${code}</script>${injected}`);
    expect(csp).toContain(`script-src 'self' ${hashOf(code)};`);
    expect(csp).toContain(`style-src 'self' ${hashOf(css)};`);
  });
});
