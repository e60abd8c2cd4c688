import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import pino from 'pino';
import { expect, test } from 'vitest';
import { shopServer } from './server.ts';

/** Slow clients (fault 10). Each test has one short time limit, ms. */

const LONG = {
  headers: 60_000,
  request: 60_000,
  silence: 60_000,
  check: 50,
  progress: 10,
  slow: 60_000,
  bytesPerSecond: 1_000,
  unread: 1024 ** 4,
  unfinished: 1024 ** 4,
  connections: 1_000,
};
const log = pino({ level: 'silent' });
/** More than the buffers of both ends hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

async function openServer(limits: Partial<typeof LONG>) {
  const cut = Promise.withResolvers<boolean>();
  /** The addresses of large responses that were cut, in this order. */
  const lost: (string | undefined)[] = [];
  let requests = 0;
  const { server } = shopServer(
    (request, response) => {
      requests += 1;
      if (request.url?.startsWith('/large')) {
        const closed = () => {
          if (!response.writableFinished) lost.push(request.url);
          cut.resolve(!response.writableFinished);
        };
        response.once('close', closed).end(LARGE);
      } else if (request.url !== '/held') request.on('end', () => response.end('ok')).resume();
    },
    log,
    { ...LONG, ...limits },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Whether the large response was cut, once its connection is closed. */
    cut: cut.promise,
    lost,
    /** How many requests have been handled. */
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a connection and sends the start of a request. */
async function begin(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test.each([
  ['headers', { headers: 200 }, 'GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: '],
  ['a body', { headers: 200, request: 200 }, 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\nab'],
])('clients that stop while they send %s are cut, and others are served meanwhile', async (_what, limits, start) => {
  await using shop = await openServer(limits);
  const slow = await Promise.all(Array.from({ length: 50 }, () => begin(shop.port, start)));
  // A 408 or a reset, depending on which arrives first.
  const closed = slow.map(
    (socket) =>
      new Promise((resolve) =>
        socket
          .on('error', () => {})
          .once('close', resolve)
          .resume(),
      ),
  );
  const served = await fetch(`http://127.0.0.1:${shop.port}/`);
  expect([served.status, await served.text()]).toEqual([200, 'ok']);
  await Promise.all(closed);
});

test('a client that does not read its response is cut, and others are served meanwhile', async () => {
  await using shop = await openServer({ silence: 200 });
  const slow = await begin(shop.port, 'GET /large HTTP/1.1\r\nHost: shop\r\n\r\n');
  slow.pause();
  const served = await fetch(`http://127.0.0.1:${shop.port}/`);
  expect(await served.text()).toBe('ok');
  expect(await shop.cut).toBe(true);
  slow.destroy();
});

/** Asks for a large response and reads up to `bytes` of it every `every` ms. */
async function readSlowly(port: number, path: string, bytes: number, every: number) {
  const socket = await begin(port, `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
  socket.on('error', () => {});
  let read = 0;
  const timer = setInterval(() => {
    if (bytes > 0) read += (socket.read(bytes) ?? socket.read())?.length ?? 0;
  }, every);
  socket.once('close', () => clearInterval(timer));
  return { read: () => read, [Symbol.dispose]: () => void socket.destroy() };
}

test('a client that reads a little now and then is cut; one that reads slowly but steadily gets all', async () => {
  await using shop = await openServer({ slow: 3_000, bytesPerSecond: 1_000_000 });
  using steady = await readSlowly(shop.port, '/large-steady', 256 * 1024, 20);
  using _ = await readSlowly(shop.port, '/large-trickle', 1, 100);
  await expect.poll(steady.read, { timeout: 60_000 }).toBeGreaterThan(LARGE.length);
  await expect.poll(() => shop.lost, { timeout: 20_000 }).toEqual(['/large-trickle']);
});

test('when unread responses take too much memory together, the one that was read least lately is cut first', async () => {
  await using shop = await openServer({ unread: 2.5 * LARGE.length });
  using reads = await readSlowly(shop.port, '/large-read', 64 * 1024, 20);
  using _unread = await readSlowly(shop.port, '/large-unread', 0, 1_000);
  await expect.poll(shop.requests).toBe(2);
  const before = reads.read();
  await expect.poll(reads.read, { timeout: 20_000 }).toBeGreaterThan(before + 4 * 1024 * 1024);
  expect(shop.lost).toEqual([]);
  using _new = await readSlowly(shop.port, '/large-new', 0, 1_000);
  await expect.poll(() => shop.lost, { timeout: 20_000 }).toEqual(['/large-unread']);
});

test('responses that wait for an earlier one of their connection count as unread', async () => {
  await using shop = await openServer({ unread: 1.5 * LARGE.length });
  const waiting = await begin(
    shop.port,
    'GET /held HTTP/1.1\r\nHost: shop\r\n\r\n'.concat('GET /large HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(2)),
  );
  await new Promise((resolve) => waiting.on('error', () => {}).once('close', resolve));
});

/**
 * Sends requests in one go. Ends when all have a response or the connection is closed, and returns
 * the number of responses.
 */
async function pipeline(port: number, path: string, requests: number): Promise<number> {
  const socket = await begin(port, `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(requests));
  let text = '';
  const responses = () => text.split('HTTP/1.1 200').length - 1;
  await new Promise<void>((resolve) => {
    socket
      .on('error', () => {})
      .once('close', resolve)
      .on('data', (chunk) => {
        text += chunk;
        if (responses() === requests) resolve();
      });
  });
  socket.destroy();
  return responses();
}

test('a client that sends on without waiting for responses is cut; up to 16 requests are answered', async () => {
  await using shop = await openServer({});
  expect(await pipeline(shop.port, '/', 16)).toBe(16);
  expect(await pipeline(shop.port, '/held', 3_000)).toBe(0);
  expect(shop.requests()).toBe(16 + 16);
  const served = await fetch(`http://127.0.0.1:${shop.port}/`);
  expect(await served.text()).toBe('ok');
});

test('a connection is used for any number of requests, one after the other', async () => {
  await using shop = await openServer({});
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (let count = 0; count < 100; count += 1) {
    const response = await new Promise<IncomingMessage>((resolve) =>
      httpRequest({ port: shop.port, agent }, resolve).end(),
    );
    ports.add(response.socket.localPort);
    await once(response.resume(), 'end');
  }
  expect([shop.requests(), ports.size]).toEqual([100, 1]);
  agent.destroy();
});

test('when too many connections are open, the one without a request for the longest time is cut', async () => {
  await using shop = await openServer({ connections: 4 });
  const closed: string[] = [];
  const open = async (name: string, text = '') => {
    const socket = await begin(shop.port, text);
    return socket.on('error', () => {}).once('close', () => closed.push(name));
  };
  const held = await open('held', 'GET /held HTTP/1.1\r\nHost: shop\r\n\r\n');
  await expect.poll(shop.requests).toBe(1);
  const used = await open('used');
  const half = await open('half', 'GET / HTTP/1.1\r\nHost: shop\r\nX-Half: ');
  const idle = await open('idle');
  used.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  await once(used, 'data');

  for (const cut of [half, idle, used]) {
    const cutNow = once(cut.resume(), 'close');
    await open('new', 'GET /held HTTP/1.1\r\nHost: shop\r\n\r\n');
    await cutNow;
    await expect.poll(shop.requests).toBe(2 + closed.length);
  }
  expect(closed).toEqual(['half', 'idle', 'used']);
  expect(held.destroyed).toBe(false);
});

test('drain() ends idle and half-sent connections; a complete request gets its response', async () => {
  const begun = Promise.withResolvers<ServerResponse>();
  const { server, drain } = shopServer(
    (request, response) => {
      if (request.url === '/slow') begun.resolve(response);
      else if (request.method === 'GET') response.end('ok');
    },
    log,
    LONG,
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const idle = await begin(port, 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  await once(idle, 'data');
  const others = [
    idle,
    await begin(port, ''),
    await begin(port, 'GET / HTTP/1.1\r\nHost: shop\r\nX-Half: '),
    await begin(port, 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\nab'),
  ];
  const closed = others.map((socket) => new Promise((resolve) => socket.on('error', () => {}).once('close', resolve)));
  const slow = new Promise<IncomingMessage>((resolve) =>
    httpRequest({ port, agent, path: '/slow' }, (response) => resolve(response.resume())).end(),
  );
  const response = await begun.promise;
  drain();
  const stopped = new Promise((resolve) => server.close(resolve));
  for (const socket of others) socket.resume();
  await Promise.all(closed);
  response.end('done');
  expect((await slow).statusCode).toBe(200);
  await stopped;
  agent.destroy();
});
