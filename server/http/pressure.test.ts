import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testApp } from '#tests/app.ts';
import { sendError } from './errors.ts';
import { QUEUE, shedWhenLate } from './pressure.ts';
import type { ShopApp } from './routes.ts';

const ROUTES = [
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/assets/*'],
  ['GET', '/*'],
  ['GET', '/api/products'],
  ['POST', '/api/orders/draft'],
  ['POST', '/api/orders'],
  ['POST', '/api/orders/:id/utr'],
] as const;

async function server(maxDelayMs: number) {
  const lines: { msg: string }[] = [];
  const app = Fastify();
  app.setErrorHandler(sendError);
  shedWhenLate(
    app as unknown as ShopApp,
    maxDelayMs,
    pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
  );
  for (const [method, url] of ROUTES) app.route({ method, url, handler: async () => 'ok' });
  await app.ready();
  return {
    app,
    messages: () => lines.map(({ msg }) => msg),
    status: async (method: 'GET' | 'POST', url: string) => (await app.inject({ method, url })).statusCode,
    [Symbol.asyncDispose]: () => app.close(),
  };
}

/** Blocks the event loop. */
function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Requests that have waited for the end of a stall, before the next one. */
function queue(app: Pick<ShopApp, 'inject'>, length = QUEUE): Promise<{ statusCode: number }[]> {
  return Promise.all(Array.from({ length }, () => app.inject('/api/config')));
}

test('a stall shorter than the limit sheds nothing', async () => {
  await using t = await server(10_000);
  stall(1_500);
  const [, status] = await Promise.all([queue(t.app), t.status('GET', '/api/products')]);
  expect(status).toBe(200);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await t.status('GET', '/api/products')).toBe(200);
  expect(t.messages()).toEqual([]);
});

test('after a longer stall, a few requests are no queue: each is served', async () => {
  await using t = await server(500);
  stall(700);
  for (let count = 0; count < QUEUE; count += 1) expect(await t.status('GET', '/api/products')).toBe(200);
  // The loop is in time again: the next stall has a queue of its own.
  await new Promise((resolve) => setTimeout(resolve, 500));
  stall(700);
  expect(await t.status('GET', '/api/products')).toBe(200);
  expect(t.messages()).toEqual([]);
});

test('after a longer stall, a queue of requests gets 503 until the loop is in time; health, files and orders are served', async () => {
  await using t = await server(250);
  for (const [method, url] of ROUTES) {
    stall(400);
    const served = /z$|assets|orders$|utr$/.test(url);
    const [, status] = await Promise.all([queue(t.app), t.status(method, url.replace(':id', 'ORD1'))]);
    expect([url, status]).toEqual([url, served ? 200 : 503]);
  }
  await expect
    .poll(() => new Set(t.messages()), { timeout: 20_000 })
    .toEqual(
      new Set([
        'the event loop is late; requests get 503',
        'the event loop is in time again; requests got 503 meanwhile',
      ]),
    );
  const [others, status] = await Promise.all([queue(t.app), t.status('GET', '/api/products')]);
  expect([others.length, status]).toEqual([QUEUE, 200]);
});

test('the shop returns 503 and Retry-After while it is late', async () => {
  await using t = await testApp();
  const app = await buildApp(t.services, { maxEventLoopDelayMs: 250 });
  stall(400);
  const [, { statusCode, headers }] = await Promise.all([queue(app), app.inject('/api/config')]);
  expect([statusCode, headers['retry-after'], headers['x-content-type-options']]).toEqual([503, '2', 'nosniff']);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
});

test('while it is late, a stale page is served as it was; plain ones are limited for each client', async () => {
  await using t = await testApp({ env: { rateLimit: 3 } });
  let made = 0;
  const app = await buildApp(t.services, {
    maxEventLoopDelayMs: 250,
    renderer: async () => {
      made += 1;
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(`page ${made}`) };
    },
  });
  const get = (url: string, encoding = 'gzip') => app.inject({ url, headers: { 'accept-encoding': encoding } });
  // The start itself may have made it late.
  await expect.poll(async () => (await get('/cart')).statusCode, { timeout: 20_000 }).toBe(200);
  await t.context.versions.wrote();
  const late = async (url: string, encoding?: string) => {
    stall(400);
    return (await Promise.all([queue(app), get(url, encoding)]))[1];
  };
  for (let count = 0; count < 5; count += 1) {
    const { statusCode, headers, rawPayload } = await late('/cart');
    expect([statusCode, headers['content-encoding'], gunzipSync(rawPayload).toString()]).toEqual([
      200,
      'gzip',
      'page 1',
    ]);
  }
  const { statusCode, body } = await late('/cart', 'identity');
  expect([statusCode, body]).toEqual([200, 'page 1']);
  await late('/cart', 'identity');
  const refused = await late('/cart', 'identity');
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect([(await late('/about')).statusCode, (await late('/orders/ORD1')).statusCode, made]).toEqual([503, 503, 1]);
  await app.close();
});

test('a start with the usual limit serves everything after a stall of a second', async () => {
  await using t = await testApp();
  const app = await buildApp(t.services);
  stall(1_000);
  expect((await app.inject('/api/config')).statusCode).toBe(200);
  await app.close();
});
