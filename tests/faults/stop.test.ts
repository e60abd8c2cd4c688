import type { ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createConnection } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ADDRESS, addProduct, fromNetwork } from '#tests/factories.ts';
import { ENGINES, type Engine, ended, makePlace, startShop } from './shops.ts';

/**
 * SIGTERM (fault 19): requests in flight finish, other connections do not delay the exit, and the
 * exit code is 0.
 */

async function openShop(engine: Engine) {
  const place = await makePlace(engine);
  await place.look((db) => addProduct(db, { sizes: [{ stock: 100_000 }] }));
  const { child, url } = await startShop(place);
  return {
    child,
    port: Number(new URL(url).port),
    look: place.look,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended(child);
      await place.remove();
    },
  };
}

/** Sends SIGTERM, like a service manager. @returns the exit code and how long it took, ms */
async function terminate(child: ChildProcess): Promise<{ code: number | null; took: number }> {
  const from = performance.now();
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGTERM');
  return { code: await ended, took: performance.now() - from };
}

/** Sends a request over a keep-alive connection. @returns the status */
function send(agent: Agent, port: number, url: string, body?: unknown, headers = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path: url,
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body ? JSON.stringify(body) : undefined);
  });
}

describe.each(ENGINES)('%s', (engine) => {
  test('keep-alive connections and a silent one do not delay shutdown', async () => {
    await using shop = await openShop(engine);
    const agent = new Agent({ keepAlive: true });
    for (const url of ['/api/config', '/api/', '/healthz']) expect(await send(agent, shop.port, url)).toBe(200);
    const silent = createConnection(shop.port, '127.0.0.1');
    silent.on('error', () => {});
    await new Promise<void>((resolve) => silent.once('connect', () => resolve()));
    const { code, took } = await terminate(shop.child);
    agent.destroy();
    silent.destroy();
    expect(code).toBe(0);
    expect(took).toBeLessThan(4_000);
  });

  test.each([
    ['a header', 'GET /healthz HTTP/1.1\r\nHost: shop\r\nX-Half: '],
    [
      'a body',
      'POST /api/orders HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ],
  ])('half of %s does not delay shutdown', async (_what, text) => {
    await using shop = await openShop(engine);
    const whole = 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n';
    const clients = await Promise.all(
      ['', whole].map(async (first) => {
        const socket = createConnection(shop.port, '127.0.0.1');
        socket.on('error', () => {});
        if (first) {
          socket.write(first);
          await new Promise((resolve) => socket.once('data', resolve));
        }
        await new Promise<void>((resolve) => socket.write(text, () => resolve()));
        return socket;
      }),
    );
    // Served after the bytes above have arrived.
    const agent = new Agent();
    expect(await send(agent, shop.port, '/healthz')).toBe(200);
    const { code, took } = await terminate(shop.child);
    for (const socket of clients) socket.destroy();
    expect(code).toBe(0);
    expect(took).toBeLessThan(4_000);
  });

  test('clients that keep sending requests do not delay shutdown', async () => {
    await using shop = await openShop(engine);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    let sending = true;
    const clients = Array.from({ length: 4 }, async () => {
      while (sending) await send(agent, shop.port, '/api/config').catch(() => (sending = false));
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { code, took } = await terminate(shop.child);
    sending = false;
    await Promise.all(clients);
    agent.destroy();
    expect(code).toBe(0);
    expect(took).toBeLessThan(4_000);
  });

  test('orders in flight get a response, and every acknowledged one is stored (I1)', async () => {
    await using shop = await openShop(engine);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    let number = 0;
    let acknowledged = 0;
    let open = true;
    const clients = Array.from({ length: 8 }, async () => {
      while (open) {
        const index = number++;
        const body = {
          items: [{ product: 'almonds', size: '250g', quantity: 1 }],
          shippingAddress: { ...ADDRESS, phone: String(9_100_000_000 + index) },
          paymentDetails: { utrNumber: String(632_400_000_000 + index), method: 'upi' },
        };
        const status = await send(agent, shop.port, '/api/orders', body, fromNetwork(index)).catch(() => 0);
        if (status === 201) acknowledged += 1;
        else open = false;
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { code } = await terminate(shop.child);
    open = false;
    await Promise.all(clients);
    agent.destroy();
    expect(code).toBe(0);
    const [orders, { sold }] = await shop.look(async (db) => [
      (await db.selectFrom('orders').select('order_number').execute()).length,
      await db.selectFrom('product_sizes').select('sold').executeTakeFirstOrThrow(),
    ]);
    expect(acknowledged).toBeGreaterThan(0);
    expect(orders).toBeGreaterThanOrEqual(acknowledged);
    expect(sold).toBe(orders);
  });
});
