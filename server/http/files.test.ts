import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testApp } from '#tests/app.ts';
import { createLog } from './log.ts';

/** A listening shop whose newsletter list is `rows`, and what it logs. */
async function listening(rows: () => AsyncGenerator<string>) {
  const t = await testApp();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const newsletter = {
    ...t.services.newsletter,
    exportList: async () => ({ name: 'newsletter.csv', pieces: rows() }),
  };
  const services = { ...t.services, newsletter, context: { ...t.context, log } };
  const app = await buildApp(services, { maxEventLoopDelayMs: 0 });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  lines.length = 0;
  const headers = t.auth(await t.adminToken());
  return {
    lines,
    /** Begins to read a file. */
    async open(path: string): Promise<IncomingMessage> {
      const [response] = await once(get(`${origin}${path}`, { headers }), 'response');
      return response;
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await t[Symbol.asyncDispose]();
    },
  };
}

async function* twoRows() {
  yield 'Email\r\n';
  yield 'asha@example.com\r\n';
}

test('a file that is sent whole is the only response to its request, and nothing is logged', async () => {
  await using shop = await listening(twoRows);
  for (const path of [
    '/api/newsletter/export?search=asha%40example.com',
    '/api/orders/export',
    '/api/customers/export',
    '/api/admin/products/export',
    '/api/reports/gst/b2cs?month=2026-11',
  ]) {
    const response = await shop.open(path);
    expect([path, response.statusCode]).toEqual([path, 200]);
    await once(response.resume(), 'end');
  }
  expect(shop.lines).toEqual([]);
});

test('a client that leaves while a file is sent ends the reading of it, and is no failure', async () => {
  const ended = Promise.withResolvers<void>();
  await using shop = await listening(async function* () {
    try {
      for (;;) yield 'asha@example.com\r\n'.repeat(1_000);
    } finally {
      ended.resolve();
    }
  });
  const response = await shop.open('/api/newsletter/export');
  await once(response, 'data');
  response.destroy();
  await ended.promise;
  // The handler of that request goes on after the end of its response.
  await once((await shop.open('/api/')).resume(), 'end');
  expect(shop.lines).toEqual([]);
});

test('a file whose reading fails half-way is cut off and logged, without its address', async () => {
  await using shop = await listening(async function* () {
    yield 'Email\r\n';
    throw new Error('the rows are gone');
  });
  const response = await shop.open('/api/newsletter/export?search=asha');
  const failed = once(response, 'error');
  response.resume();
  await failed;
  expect(shop.lines).toHaveLength(1);
  expect(shop.lines[0]).toContain('the rows are gone');
  expect(shop.lines[0]).not.toContain('asha');
});
