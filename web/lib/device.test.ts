import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forget, readJson, readText, watch, writeJson, writeText } from './device.ts';

/** A browser's storage in a few lines; `broken` refuses everything, as private modes do. */
function fakeStorage() {
  const kept = new Map<string, string>();
  const fake = {
    broken: false,
    getItem: (key: string) => guard(() => kept.get(key) ?? null),
    setItem: (key: string, text: string) => guard(() => void kept.set(key, text)),
    removeItem: (key: string) => guard(() => void kept.delete(key)),
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

test('each key goes to its own storage', () => {
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

test('a browser that refuses storage keeps things until the page goes', () => {
  local.broken = true;
  writeText('cart', '[1]');
  expect(readText('cart')).toBe('[1]');
  forget('cart');
  expect(readText('cart')).toBeNull();
});

test('watchers hear this tab and others, for their key only, until they stop', () => {
  const heard: string[] = [];
  const stop = watch('cart', () => heard.push('cart'));
  const stopOther = watch('orders', () => heard.push('orders'));
  writeText('cart', '[]');
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart' }));
  expect(heard).toEqual(['cart', 'cart']);
  // Another tab cleared everything.
  page.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  expect(heard).toEqual(['cart', 'cart', 'cart', 'orders']);
  stop();
  stopOther();
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart' }));
  expect(heard).toHaveLength(4);
});

test('on the server there is nothing', () => {
  vi.stubGlobal('window', undefined);
  expect(readText('cart')).toBeNull();
  vi.stubGlobal('window', Object.assign(page, { localStorage: local, sessionStorage: session }));
});
