import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { readText } from './device.ts';
import { noteViewed } from './recently-viewed.ts';
import { getWishlist, isWished, replaceWishlist, toggleWish } from './wishlist.ts';
import { sendWishes } from './wishlist-sync.ts';

const unreachable = () => new ApiError('The shop cannot be reached.', { status: 0, url: '/api' });

/** A fake server that toggles like the real one. `before` runs before each response. */
const server = vi.hoisted(() => ({
  hearts: new Set<string>(),
  calls: [] as string[],
  before: (_id: string): void => {},
}));
vi.mock('./api.ts', async (original) => ({
  ...(await original<typeof import('./api.ts')>()),
  call: async (key: string, { params: { id }, body }: { params: { id: string }; body: { deviceId: string } }) => {
    expect(key).toBe('POST /products/:id/wishlist');
    expect(body.deviceId).toMatch(/^[0-9a-f]{32}$/);
    server.calls.push(id);
    server.before(id);
    const wishlisted = !server.hearts.delete(id);
    if (wishlisted) server.hearts.add(id);
    return { wishlisted };
  },
}));

let stored: Map<string, string>;
let page: EventTarget;

beforeEach(() => {
  stored = new Map();
  page = new EventTarget();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('window', Object.assign(page, { localStorage: storage, sessionStorage: storage }));
  server.hearts.clear();
  server.calls.length = 0;
  server.before = () => {};
});
afterEach(async () => {
  await sendWishes();
  vi.unstubAllGlobals();
});

const outbox = () => JSON.parse(readText('wishlistOutbox') ?? '[]') as string[];

test('a toggled product is stored newest first, fires wishlistUpdated and is sent to the server', async () => {
  const updates: string[] = [];
  page.addEventListener('wishlistUpdated', () => updates.push(getWishlist().join()));
  toggleWish('almonds');
  toggleWish('figs');
  expect(getWishlist()).toEqual(['figs', 'almonds']);
  expect(updates).toEqual(['almonds', 'figs,almonds']);
  await sendWishes();
  expect([...server.hearts].sort()).toEqual(['almonds', 'figs']);
  expect(outbox()).toEqual([]);
  toggleWish('figs');
  expect(isWished('figs')).toBe(false);
  await sendWishes();
  expect([...server.hearts]).toEqual(['almonds']);
});

test('without a network, changes stay on the device and are sent when it returns', async () => {
  server.before = () => {
    throw unreachable();
  };
  toggleWish('almonds');
  toggleWish('figs');
  await sendWishes();
  expect(getWishlist()).toEqual(['figs', 'almonds']);
  expect(outbox().sort()).toEqual(['almonds', 'figs']);
  expect(server.hearts.size).toBe(0);
  server.before = () => {};
  await sendWishes();
  expect([...server.hearts].sort()).toEqual(['almonds', 'figs']);
  expect(outbox()).toEqual([]);
});

test('after adding and removing offline, the server’s state matches the device’s', async () => {
  server.before = () => {
    throw unreachable();
  };
  toggleWish('almonds');
  toggleWish('almonds');
  await sendWishes();
  server.before = () => {};
  await sendWishes();
  expect([server.hearts.size, outbox(), getWishlist()]).toEqual([0, [], []]);
});

test('a response lost after the server toggled is corrected', async () => {
  server.hearts.add('almonds');
  toggleWish('almonds');
  await sendWishes();
  expect([...server.hearts]).toEqual(['almonds']);
  expect(server.calls).toEqual(['almonds', 'almonds']);
});

test('a second toggle during the request is sent too', async () => {
  let pressed = false;
  server.before = () => {
    if (!pressed) {
      pressed = true;
      toggleWish('almonds');
    }
  };
  toggleWish('almonds');
  await sendWishes();
  expect([server.hearts.size, isWished('almonds'), outbox()]).toEqual([0, false, []]);
});

test('a product that no longer exists is not sent again', async () => {
  server.before = () => {
    throw new ApiError('Product not found', { status: 404, url: '/api' });
  };
  toggleWish('gone');
  await sendWishes();
  expect([outbox(), getWishlist()]).toEqual([[], ['gone']]);
});

test('undo restores the list', async () => {
  toggleWish('almonds');
  toggleWish('figs');
  const before = getWishlist();
  toggleWish('almonds');
  replaceWishlist(before);
  expect(getWishlist()).toEqual(['figs', 'almonds']);
  await sendWishes();
  expect([...server.hearts].sort()).toEqual(['almonds', 'figs']);
});

test('unparseable storage is an empty list', () => {
  stored.set('wishlist', '{oops');
  expect(getWishlist()).toEqual([]);
  stored.set('wishlist', '["a",5,"a"]');
  expect(getWishlist()).toEqual(['a']);
});

test('recently viewed products exclude the current one and are at most eight', () => {
  expect(noteViewed('a')).toEqual([]);
  expect(noteViewed('b')).toEqual(['a']);
  expect(noteViewed('a')).toEqual(['b']);
  for (let n = 0; n < 12; n++) noteViewed(`p${n}`);
  expect(noteViewed('p11')).toEqual(['p10', 'p9', 'p8', 'p7', 'p6', 'p5', 'p4', 'p3']);
  expect(JSON.parse(readText('recentlyViewed') ?? '')).toHaveLength(9);
});
