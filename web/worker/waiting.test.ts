import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyWaiting, readWaiting, sendWaiting } from './waiting.ts';

/** The part of the browser's cache storage that is used, in memory. */
class MemoryCaches {
  #caches = new Map<string, Map<string, string>>();
  has = async (name: string) => this.#caches.has(name);
  delete = async (name: string) => this.#caches.delete(name);
  open = async (name: string) => {
    const entries = this.#caches.get(name) ?? new Map<string, string>();
    this.#caches.set(name, entries);
    const key = (request: string | Request) => new URL(request instanceof Request ? request.url : request, SHOP).href;
    return {
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      match: async (request: string | Request) => {
        const text = entries.get(key(request));
        return text === undefined ? undefined : new Response(text);
      },
      put: async (request: string | Request, response: Response) => {
        entries.set(key(request), await response.text());
      },
      delete: async (request: string | Request) => entries.delete(key(request)),
    };
  };
}

const SHOP = 'https://shop.example';
const first = { orderNumber: 'ORD1' };
const second = { orderNumber: 'ORD2' };
const server = vi.fn<(path: string, request: RequestInit) => Promise<Response>>();

beforeEach(() => {
  server.mockReset();
  vi.stubGlobal('caches', new MemoryCaches());
  vi.stubGlobal('fetch', server);
});
afterEach(() => vi.unstubAllGlobals());

test('the copies follow the outbox, and a corrected order replaces its copy', async () => {
  await copyWaiting([first, second]);
  expect(await readWaiting()).toEqual([{ body: first }, { body: second }]);
  const corrected = { ...second, orderNote: 'Ring twice' };
  await copyWaiting([corrected]);
  expect(await readWaiting()).toEqual([{ body: corrected }]);
  await copyWaiting([]);
  expect(await readWaiting()).toEqual([]);
});

test.each([
  ['accepted', 201, { order: first }],
  ['already there (D21)', 409, { data: { order: first } }],
])('an order is sent once: %s', async (_, status, result) => {
  server.mockImplementation(async () => Response.json(result, { status }));
  await copyWaiting([first]);
  await sendWaiting();
  await sendWaiting();
  expect(server).toHaveBeenCalledTimes(1);
  expect(server.mock.calls[0]?.[1].body).toBe(JSON.stringify(first));
  // The page has not heard of it yet: the note stays until the order leaves the outbox.
  await copyWaiting([first]);
  expect(await readWaiting()).toEqual([{ body: first, order: first }]);
});

test.each([0, 408, 429, 503])(
  '%s: the browser is asked to try again, and the next order is not held up',
  async (status) => {
    server.mockImplementation(async (_, { body }) => {
      if (body !== JSON.stringify(first)) return Response.json({ order: second }, { status: 201 });
      if (status === 0) throw new TypeError('Failed to fetch');
      return Response.json({}, { status });
    });
    await copyWaiting([first, second]);
    await expect(sendWaiting()).rejects.toThrow('waiting');
    expect(await readWaiting()).toEqual([{ body: first }, { body: second, order: second }]);
  },
);

test('a rejected order is left to the page, which shows the reason', async () => {
  server.mockImplementation(async () => Response.json({ message: 'Validation failed.' }, { status: 400 }));
  await copyWaiting([first]);
  await sendWaiting();
  expect(await readWaiting()).toEqual([{ body: first }]);
});

test('an order that left the outbox while it was sent is not noted', async () => {
  server.mockImplementation(async () => {
    await copyWaiting([]);
    return Response.json({ order: first }, { status: 201 });
  });
  await copyWaiting([first]);
  await sendWaiting();
  expect(await readWaiting()).toEqual([]);
});
