import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { ended, makePlace, startShop } from './shops.ts';

/** Traces and logs by OpenTelemetry, with a collector of this test. */

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface OtlpLog {
  traceId?: string;
  body: { stringValue: string };
}

/** @param answers false: takes what is sent and never answers */
async function collector({ answers }: { answers: boolean }) {
  const received: { path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: await text(request) });
    if (answers) response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const parsed = (path: string) => received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    all: () => received.map(({ body }) => body).join('\n'),
    spans: (): OtlpSpan[] =>
      parsed('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }: never) =>
          (scopeSpans as { spans: OtlpSpan[] }[]).flatMap(({ spans }) => spans),
        ),
      ),
    logs: (): OtlpLog[] =>
      parsed('/v1/logs').flatMap(({ resourceLogs }) =>
        resourceLogs.flatMap(({ scopeLogs }: never) =>
          (scopeLogs as { logRecords: OtlpLog[] }[]).flatMap(({ logRecords }) => logRecords),
        ),
      ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function openShop(endpoint: string) {
  const place = await makePlace('SQLite');
  await place.look((db) => addProduct(db, { sizes: [{ stock: 100 }] }));
  const shop = await startShop(place, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  return {
    ...shop,
    post: (path: string, body: unknown) =>
      fetch(`${shop.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      shop.child.kill('SIGKILL');
      await ended(shop.child);
      await place.remove();
    },
  };
}

test('a request is a trace with the statements of the database, and its log line has the same trace', async () => {
  const otlp = await collector({ answers: true });
  await using shop = await openShop(otlp.url);
  const draft = await shop.post('/api/orders/draft', orderBody());
  expect(draft.status).toBe(201);
  const named = (name: string) => otlp.spans().find((span) => span.name === name);
  await expect.poll(() => named('POST /api/orders/draft')).toBeDefined();
  const request = named('POST /api/orders/draft') as OtlpSpan;
  const attributes = Object.fromEntries(request.attributes.map(({ key, value }) => [key, value]));
  expect(attributes).toMatchObject({
    'http.request.method': { stringValue: 'POST' },
    'http.route': { stringValue: '/api/orders/draft' },
    'http.response.status_code': { intValue: 201 },
  });
  const inside = () => otlp.spans().filter(({ parentSpanId }) => parentSpanId === request.spanId);
  await expect.poll(() => inside().map(({ name }) => name)).toContain('insert orders');
  expect(inside().every(({ traceId }) => traceId === request.traceId)).toBe(true);
  const lines = () => otlp.logs().filter(({ traceId }) => traceId === request.traceId);
  await expect.poll(() => lines().map(({ body }) => body.stringValue)).toContain('request completed');
  expect(shop.output()).toContain(`"trace_id":"${request.traceId}"`);
  otlp.close();
});

test('no address, token, number or text of a person leaves the shop', async () => {
  const otlp = await collector({ answers: true });
  await using shop = await openShop(otlp.url);
  const secret = 'sEcReT-tOkEn-4711';
  const { paymentDetails } = paid(1);
  const placed = await shop.post('/api/orders', orderBody({ paymentDetails }));
  expect(placed.status).toBe(201);
  const { order } = (await placed.json()) as { order: { orderNumber: string; accessToken: string } };
  const paths = [
    `/api/orders/track/${ADDRESS.phone}?utr=${paymentDetails.utrNumber}`,
    `/api/orders/${order.orderNumber}?token=${secret}`,
    `/api/products?search=${ADDRESS.phone}&token=${secret}`,
    `/api/%ZZ/${secret}`,
    `/${secret}/${ADDRESS.phone}`,
  ];
  for (const path of paths) {
    const headers = { authorization: `Bearer ${secret}`, cookie: secret, 'x-order-token': order.accessToken };
    await fetch(`${shop.url}${path}`, { headers: { ...headers, traceparent: secret, 'user-agent': secret } });
  }
  await shop.post('/api/contacts', { name: secret, email: ADDRESS.email, message: ADDRESS.phone });
  await shop.post('/api/auth/admin-login', { email: ADDRESS.email, password: secret });
  await expect.poll(() => otlp.spans().map(({ name }) => name)).toContain('POST /api/auth/admin-login');
  await expect.poll(() => otlp.logs().length).toBeGreaterThan(paths.length);
  const personal = [secret, ADDRESS.phone, ADDRESS.name, ADDRESS.email, ADDRESS.address, order.accessToken];
  for (const text of [...personal, paymentDetails.utrNumber]) expect(otlp.all()).not.toContain(text);
  otlp.close();
});

test.each(['hangs', 'is away'])('a collector that %s slows and breaks nothing', async (how) => {
  const otlp = await collector({ answers: false });
  if (how === 'is away') otlp.close();
  await using shop = await openShop(otlp.url);
  const from = performance.now();
  for (let count = 0; count < 300; count += 1) expect((await fetch(`${shop.url}/api/config?_t=1`)).status).toBe(200);
  // A batch is due every second, and each waits five seconds for the collector.
  expect(performance.now() - from).toBeLessThan(15_000);
  const stopped = performance.now();
  shop.child.kill('SIGTERM');
  await ended(shop.child);
  expect(shop.child.exitCode).toBe(0);
  expect(performance.now() - stopped).toBeLessThan(15_000);
  otlp.close();
});

test('without the variable nothing of it is loaded: only server/telemetry imports its packages', () => {
  const files = globSync(['server/**/*.ts', 'shop/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: process.cwd() });
  expect(files.length).toBeGreaterThan(500);
  const importing = files.filter((file) => /from '@opentelemetry\//.test(readFileSync(file, 'utf8')));
  expect(importing).toEqual(['server/telemetry/telemetry.ts']);
  const loading = files.filter((file) => /telemetry\/telemetry\.ts'/.test(readFileSync(file, 'utf8')));
  expect(loading).toEqual(['server/main.ts']);
  expect(readFileSync('server/main.ts', 'utf8')).toContain("await import('./telemetry/telemetry.ts')");
});
