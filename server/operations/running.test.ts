import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { shopRuns } from './running.ts';

/** A server that returns this. @returns its port */
async function server(status: number, body: string) {
  const open = createServer((_, response) => response.writeHead(status).end(body));
  await once(open.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (open.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => open.close(() => resolve())),
  };
}

test('a shop that is open', async () => {
  await using t = await testApp({ ownApp: true });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
    expect(await shopRuns({ host, port })).toMatchObject({ state: 'ok', action: null });
  }
});

test('a shop that does not run', async () => {
  let port: number;
  {
    await using other = await server(200, '');
    port = other.port;
  }
  expect(await shopRuns({ host: '127.0.0.1', port })).toEqual({
    state: 'fault',
    text: `The shop does not run: connect ECONNREFUSED 127.0.0.1:${port}.`,
    action: 'sudo systemctl start kishmish; sudo journalctl -u kishmish -o cat -n 50',
  });
});

test.each([
  [
    503,
    '{"status":"unavailable","message":"The shop is starting."}',
    'The shop runs, but takes no orders: The shop is starting.',
  ],
  [404, 'nothing', 'is another program'],
  [200, '<p>', 'is another program'],
])('what returns %i %s', async (status, body, text) => {
  await using other = await server(status, body);
  expect(await shopRuns({ host: '127.0.0.1', port: other.port })).toMatchObject({
    state: 'fault',
    text: expect.stringContaining(text),
    action: expect.any(String),
  });
});

test('a port that the system chooses is unknown', async () => {
  expect(await shopRuns({ host: '127.0.0.1', port: 0 })).toBeNull();
});
