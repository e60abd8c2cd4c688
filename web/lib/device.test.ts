import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endsWithPage, forget, readJson, readText, watch, writeJson, writeText } from './device.ts';

/** A fake browser storage; with `broken` every access throws, as in some private modes. */
function fakeStorage() {
  const items = new Map<string, string>();
  const fake = {
    broken: false,
    getItem: (key: string) => guard(() => items.get(key) ?? null),
    setItem: (key: string, text: string) => guard(() => void items.set(key, text)),
    removeItem: (key: string) => guard(() => void items.delete(key)),
  };
  function guard<T>(work: () => T): T {
    if (fake.broken) throw new DOMException('denied', 'SecurityError');
    return work();
  }
  return fake;
}

let local: ReturnType<typeof fakeStorage>;
let session: ReturnType<typeof fakeStorage>;
let page: EventTarget;

beforeEach(() => {
  local = fakeStorage();
  session = fakeStorage();
  page = new EventTarget();
  vi.stubGlobal('window', Object.assign(page, { localStorage: local, sessionStorage: session }));
});
afterEach(() => {
  forget('cart', 'directOrder');
  vi.unstubAllGlobals();
});

const anyText = (value: unknown) => (typeof value === 'string' ? value : null);

test('each key is written to its own storage', () => {
  writeText('cart', '[]');
  writeText('directOrder', '[1]');
  expect([local.getItem('cart'), session.getItem('directOrder'), local.getItem('directOrder')]).toEqual([
    '[]',
    '[1]',
    null,
  ]);
});

test('unparseable or unexpected JSON is null', () => {
  writeText('cart', '{oops');
  expect(readJson('cart', anyText)).toBeNull();
  writeJson('cart', 5);
  expect(readJson('cart', anyText)).toBeNull();
  writeJson('cart', 'five');
  expect(readJson('cart', anyText)).toBe('five');
});

test('values stay in memory when the browser’s storage throws', () => {
  local.broken = true;
  writeText('cart', '[1]');
  expect([readText('cart'), endsWithPage('cart'), endsWithPage('orders')]).toEqual(['[1]', true, false]);
  forget('cart');
  expect(readText('cart')).toBeNull();
});

test('watchers are notified of changes to their key in this and other tabs until they stop', () => {
  const changes: string[] = [];
  const stop = watch('cart', () => changes.push('cart'));
  const stopOther = watch('orders', () => changes.push('orders'));
  writeText('cart', '[]');
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart' }));
  expect(changes).toEqual(['cart', 'cart']);
  // Another tab cleared everything.
  page.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  expect(changes).toEqual(['cart', 'cart', 'cart', 'orders']);
  // The page comes back from the browser's history, where it got no events.
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(changes.slice(4)).toEqual(['cart', 'orders']);
  stop();
  stopOther();
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart' }));
  page.dispatchEvent(new Event('pageshow'));
  expect(changes).toHaveLength(6);
});

test('on the server every value is null', () => {
  vi.stubGlobal('window', undefined);
  expect(readText('cart')).toBeNull();
  vi.stubGlobal('window', Object.assign(page, { localStorage: local, sessionStorage: session }));
});
