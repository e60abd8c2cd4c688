import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testApp } from '#tests/app.ts';
import { demoPictures } from '../demo/files.ts';
import { pageAddress } from './render.ts';

const ODD = [
  '/',
  '//',
  '///',
  '//evil.example/x',
  '/\\\\evil.example/x',
  '/:80',
  '/?',
  '/??',
  'http://evil.example/x',
  '*',
  '/[',
  '/a b',
  '/%',
  '/#x',
];

test.each(ODD)('%s keeps the origin of the shop', (url) => {
  const address = pageAddress('https://shop.example', url);
  expect([address.origin, address.username]).toEqual(['https://shop.example', '']);
});

test('malformed URLs of pages, pictures and scripts never cause a 5xx', async () => {
  await using t = await testApp();
  const origin = 'http://shop.test';
  const app = await buildApp(t.services, {
    maxEventLoopDelayMs: 0,
    renderer: async (url) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(pageAddress(origin, url).href),
    }),
  });
  for (const url of [...ODD, '/media/%00', '/media/..%2f..%2fpackage.json', '/media/%ff', '/x/%ff', '/product/%00']) {
    const { statusCode } = await app.inject({ url, method: 'GET' });
    expect(statusCode, url).toBeLessThan(500);
  }
  await app.close();
});

test('personal pages are no-store, however their path is written', async () => {
  await using t = await testApp();
  const app = await buildApp(t.services, {
    maxEventLoopDelayMs: 0,
    renderer: async () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('page') }),
  });
  for (const url of [
    '/admin',
    '/ADMIN',
    '/order-details/ORD1',
    '/Orders/ORD1',
    '/order-confirmation/ORD1.data',
    '/hi/orders/ORD1',
    '/%6frders/ORD1',
    '/h%69/orders/ORD1',
    '/cart/../orders/ORD1',
    '/%61dmin',
  ]) {
    expect((await app.inject(url)).headers['cache-control'], url).toBe('no-store');
  }
  await app.close();
});

test('a part beyond the end of a picture is refused', async () => {
  await using t = await testApp();
  const app = await buildApp(t.services, { maxEventLoopDelayMs: 0, renderer: async () => Promise.reject(new Error()) });
  const url = `/media/${demoPictures()['site/logo.svg']?.file}`;
  const { statusCode, headers } = await app.inject({ url, headers: { range: 'bytes=99999999999-' } });
  expect([statusCode, headers['cache-control']]).toEqual([416, 'no-store']);
  expect((await app.inject({ url, headers: { range: 'bytes=0-9' } })).statusCode).toBe(206);
  await app.close();
});

test('one address gets 429 for too many pages that must be rendered; cached pages do not count', async () => {
  await using t = await testApp({ env: { rateLimit: 5 } });
  const app = await buildApp(t.services, {
    maxEventLoopDelayMs: 0,
    renderer: async () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('page') }),
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const statuses = async (urls: string[]) => {
    const found: number[] = [];
    for (const url of urls) found.push((await fetch(origin + url)).status);
    return found;
  };
  expect(await statuses(['/cart', '/cart', '/cart', '/cart?x=1'])).toEqual([200, 200, 200, 200]);
  const madeUp = [1, 2, 3, 4, 5, 6].map((number) => `/all-products?q=${number}`);
  expect(await statuses(madeUp)).toEqual([200, 200, 200, 200, 429, 429]);
  expect(await statuses(['/cart', '/api/config'])).toEqual([200, 200]);
  const refused = await fetch(`${origin}/made-up`, { headers: { 'x-forwarded-for': '10.0.0.1' } });
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(await refused.text()).toContain('<h1>Too many requests</h1>');
  const parts = [1, 2, 3, 4, 5, 6].map((number) => `/sitemap-90${number}.xml`);
  expect(await statuses(parts)).toEqual([404, 404, 404, 404, 404, 429]);
  await app.close();
});

test('pages that must be rendered are limited for a /48 network of IPv6, too', async () => {
  await using t = await testApp({ env: { rateLimit: 1, trustProxy: 1 } });
  const app = await buildApp(t.services, {
    maxEventLoopDelayMs: 0,
    renderer: async () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('page') }),
  });
  const statusOf = async (network: number) => {
    const headers = { 'x-forwarded-for': `2001:db8:1:${network}::1` };
    return (await app.inject({ url: `/all-products?q=${network}`, headers })).statusCode;
  };
  for (let network = 0; network < 20; network++) expect(await statusOf(network)).toBe(200);
  expect(await statusOf(20)).toBe(429);
  await app.close();
});

test('a page shows what the same client has saved, however slowly it is rendered', async () => {
  await using t = await testApp({ seed: 'demo' });
  const app = await buildApp(t.services, {
    maxEventLoopDelayMs: 0,
    renderer: async () => {
      const { status } = await t.services.catalogue.get('golden-raisins');
      await new Promise((resolve) => setTimeout(resolve, 600));
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(status) };
    },
  });
  const auth = t.auth(await t.adminToken());
  for (const status of ['Active', 'Inactive', 'Active']) {
    const saved = await t.patch('/api/products/golden-raisins/toggle-status', { status }, auth);
    expect(saved.status).toBe(200);
    expect((await app.inject('/product/golden-raisins')).body).toBe(status);
  }
  await app.close();
});

test.each<[string, unknown, string, number, string]>([
  ['the database is gone', { code: 'ECONNREFUSED' }, 'Something went wrong', 503, 'Something went wrong'],
  ['the database is gone', { code: 'ECONNREFUSED' }, '', 503, 'The shop'],
  ['it took too long', new DOMException('late', 'TimeoutError'), '', 503, 'The shop'],
  ['of a bug', new Error('a bug'), 'Something went wrong', 500, 'Something went wrong'],
])('a page that fails because %s (%j) with the page %j gets %i', async (_why, failure, body, status, text) => {
  await using t = await testApp();
  const app = await buildApp(t.services, {
    maxEventLoopDelayMs: 0,
    renderer: async () => ({
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(body),
      failure: failure instanceof Error ? failure : Object.assign(new Error('lost'), failure),
    }),
  });
  // One page for everybody, one with personal data.
  for (const url of ['/cart', '/order-details/ORD1']) {
    const response = await app.inject(url);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([status, status === 503 ? '5' : undefined]);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.body).toContain(text);
  }
  await app.close();
});
