import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';
import { picture } from '#tests/photos.ts';
import { filesOf, takesFiles } from './multipart.ts';
import type { ShopApp } from './routes.ts';
import { shopServer } from './server.ts';

/** A connection that sends the head of a POST request. */
async function post(port: number, path: string, ...headers: string[]) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\n${['Host: shop', ...headers].join('\r\n')}\r\n\r\n`);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return {
    write: (bytes: Buffer | string) => void socket.write(bytes),
    /** The first bytes of the response. */
    response: once(socket, 'data').then(String, () => ''),
    isClosed: () => Promise.race([closed.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

const CHUNKED = 'Transfer-Encoding: chunked';
const JSON_BODY = 'Content-Type: application/json';

/** Bytes in the chunked encoding. */
function chunked(bytes: Buffer, sizes: (index: number) => number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const part = bytes.subarray(at, at + sizes(index));
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
    at += part.length;
  }
  return Buffer.concat(parts);
}

const port = (address: string | AddressInfo | null) => (address as AddressInfo).port;

const LIMITS = {
  headers: 60_000,
  request: 60_000,
  silence: 60_000,
  check: 60_000,
  connections: 1_000,
  progress: 10,
  slow: 60_000,
  bytesPerSecond: 1_000,
  unread: 1024 ** 4,
};

async function openServer(listener: (request: IncomingMessage, response: ServerResponse) => void, unfinished: number) {
  const warn = vi.fn();
  const { server } = shopServer(listener, { warn }, { ...LIMITS, unfinished });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: port(server.address()),
    warn,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.each<[string, (index: number) => number]>([
  ['of one byte', () => 1],
  ['of one byte and of 1,024 in turn', (index) => (index % 2 ? 1_024 : 1)],
  ['of 2 to 2,000 bytes', (index) => 2 + ((index * 7_919) % 1_999)],
])('a body in chunks %s is the same body, in few Buffers that have no room to spare', async (_what, sizes) => {
  const body = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
  const kept: Buffer[] = [];
  await using shop = await openServer((request, response) => {
    request.on('data', (chunk: Buffer) => kept.push(chunk)).on('end', () => response.end());
  }, 1024 ** 4);
  using client = await post(shop.port, '/', CHUNKED);
  client.write(chunked(body, sizes));
  // The last of them may still be waiting for more.
  await expect.poll(() => Buffer.concat(kept).length, { timeout: 20_000 }).toBeGreaterThan(body.length - 4_096);
  client.write('0\r\n\r\n');
  expect(await client.response).toMatch(/^HTTP\/1.1 200 /);
  expect(Buffer.concat(kept).equals(body)).toBe(true);
  expect(kept.length).toBeLessThan(500);
  const blocks = new Set(kept.map((chunk) => chunk.buffer));
  expect([...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(1.2 * body.length);
});

test('bodies in small pieces reach their routes whole, and those over the limit get 413 before they end', async () => {
  await using t = await testApp({ ownApp: true });
  await addProduct(t.db);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const at = port(t.app.server.address());
  const send = async (path: string, body: Buffer, type: string, end = '0\r\n\r\n') => {
    using client = await post(at, path, type, CHUNKED);
    client.write(chunked(body, () => 1));
    client.write(end);
    return await client.response;
  };
  const review = { productId: 'almonds', customerName: 'अनन्या', customerEmail: 'a@example.com', rating: 5 };
  const sent = Buffer.from(JSON.stringify({ ...review, comment: 'ताज़े बादाम '.repeat(20) }));
  expect(await send('/api/reviews', sent, JSON_BODY)).toMatch(/^HTTP\/1.1 201 /);
  const { customer_name: name } = await t.db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  expect(name).toBe('अनन्या');

  const large = Buffer.alloc(300 * 1024, ' ');
  const refused = await send('/api/orders/price', large, JSON_BODY, '');
  expect(refused).toMatch(/^HTTP\/1.1 413 .*\r\nconnection: close\r\n/s);
  expect(await send('/api/payments/inbox/none', large, 'Content-Type: text/plain', '')).toMatch(/^HTTP\/1.1 413 /);

  const photo = await picture(200, 100).jpeg().toBuffer();
  const form = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'),
    photo,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const stored = await send('/api/reviews/photos', form, 'Content-Type: multipart/form-data; boundary=x');
  expect(stored).toMatch(/^HTTP\/1.1 201 /);
});

test('when unfinished bodies take too much memory together, the oldest are cut, and the log tells how many', async () => {
  const seen = { held: 0, lost: 0, bytes: 0 };
  await using shop = await openServer(async (request, response) => {
    if (request.url === '/early') response.end('early');
    else if (request.url === '/') response.end(`${(await text(request).catch(() => '')).length}`);
    else {
      request.on('end', () => (seen.held += 1)).on('error', () => (seen.lost += 1));
      request.on('data', (chunk: Buffer) => (seen.bytes += chunk.length));
    }
  }, 250_000);
  const begin = async (path: string) => {
    const client = await post(shop.port, path, 'Content-Length: 100001');
    client.write(Buffer.alloc(100_000));
    return client;
  };
  // Those that are complete, have a response, or have lost their client do not count.
  for (let round = 1; round <= 3; round += 1) {
    (await begin('/held')).write('x');
    await expect.poll(() => seen.held).toBe(2 * round - 1);
    expect(await (await begin('/early')).response).toMatch(/early$/);
    using client = await post(shop.port, '/held', 'Content-Length: 0');
    client.write(`POST /lost HTTP/1.1\r\nHost: shop\r\nContent-Length: 100001\r\n\r\n${'x'.repeat(100_000)}`);
    await expect.poll(() => seen).toEqual({ held: 2 * round, lost: round - 1, bytes: round * 200_001 });
    client[Symbol.dispose]();
    await expect.poll(() => seen.lost).toBe(round);
  }
  using oldest = await begin('/');
  using second = await begin('/');
  await expect.poll(() => oldest.isClosed()).toBe(false);
  using third = await begin('/');
  await expect.poll(() => oldest.isClosed(), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => shop.warn.mock.calls).toEqual([[{ requests: 1 }, expect.stringContaining('unfinished')]]);
  for (const client of [second, third]) {
    client.write('x');
    expect(await client.response).toMatch(/100001$/);
  }
  expect(shop.warn).toHaveBeenCalledTimes(1);
});

test('uploads do not count among them: they have their own limit', async () => {
  const app = fastify({
    serverFactory: (handler) => shopServer(handler, { warn: () => {} }, { ...LIMITS, unfinished: 100_000 }).server,
  });
  takesFiles(app as unknown as ShopApp, { bytes: 2_000_000, files: 1 }, (area) => {
    area.post('/', async (request) => `${(await filesOf(request, 'photo'))[0]?.bytes.length}`);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const body = new FormData();
  body.append('photo', new Blob([new Uint8Array(1_000_000)]), 'a.jpg');
  const response = await fetch(`http://127.0.0.1:${port(app.server.address())}/`, { method: 'POST', body });
  expect(await response.text()).toBe('1000000');
  await app.close();
});

test.each([
  ['POST', '/', {}],
  ['PUT', '/media/none.webp', {}],
  ['POST', '/api', { 'content-security-policy': expect.stringContaining("default-src 'none'") }],
])('%s %s gets 404 without its body being read', async (method, path, headers) => {
  await using t = await testApp({ ownApp: true });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  using client = await post(port(t.app.server.address()), path, JSON_BODY, 'Content-Length: 200000');
  expect(await client.response).toMatch(/^HTTP\/1.1 404 .*\r\nconnection: close\r\n.*"success":false/s);
  await expect.poll(() => client.isClosed(), { timeout: 20_000 }).toBe(true);
  const { statusCode, headers: got } = await t.app.inject({ method: method as 'POST', url: path, payload: { a: 1 } });
  expect([statusCode, got]).toEqual([404, expect.objectContaining(headers)]);
});

test('requests without a body keep their connection after a 404', async () => {
  await using t = await testApp({ ownApp: true });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  for (const method of ['OPTIONS', 'DELETE']) {
    const response = await fetch(`http://127.0.0.1:${port(t.app.server.address())}/none`, { method });
    expect([method, response.status, response.headers.get('connection')]).toEqual([method, 404, 'keep-alive']);
  }
});
