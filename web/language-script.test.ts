import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/**
 * Runs the script of a build at a path. Returns where the page goes, what is remembered, and a
 * press on a link.
 */
async function open(path: string, { build = 'en', stored = null as string | null, blocked = false } = {}) {
  vi.doMock('#words/language.ts', () => ({ LANGUAGE: build }));
  const { languageScript } = await import('./language-script.ts');
  const replace = vi.fn();
  const listeners: Record<string, (event: object) => void> = {};
  const values = new Map(stored === null ? [] : [['language', stored]]);
  const refuse = () => {
    throw new Error('SecurityError');
  };
  const run = new Function('location', 'localStorage', 'document', 'addEventListener', languageScript());
  const { pathname, search, hash } = new URL(path, 'https://shop.example');
  run(
    { pathname, search, hash, replace },
    {
      getItem: blocked ? refuse : (key: string) => values.get(key) ?? null,
      setItem: blocked ? refuse : (key: string, value: string) => void values.set(key, value),
    },
    { documentElement: { style: {} } },
    (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
  );
  const press = (hreflang: string | null, type = 'click') =>
    listeners[type]?.({ target: { closest: () => hreflang && { hreflang } } });
  return { to: replace.mock.calls[0]?.[0] ?? null, stored: () => values.get('language') ?? null, press };
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock('#words/language.ts');
  vi.resetModules();
});

test.each([
  ['/', '/hi'],
  ['/?utm_source=mail', '/hi?utm_source=mail'],
  ['/cart', '/hi/cart'],
  ['/all-products?q=kaju&page=2#filters', '/hi/all-products?q=kaju&page=2#filters'],
  ['/orders/ORD1', '/hi/orders/ORD1'],
  ['/hi-fibre-mix', '/hi/hi-fibre-mix'],
  ['/hi', null],
  ['/hi/cart', null],
  ['/admin', null],
  ['/admin?section=orders', null],
  ['/admin-login', null],
  ['/kingadminlogin', null],
])('with Hindi remembered, %s opens %s', async (path, to) => {
  expect((await open(path, { stored: 'hi' })).to).toBe(to);
  expect((await open(path, { stored: 'en' })).to).toBeNull();
  expect((await open(path)).to).toBeNull();
});

test.each(['hi', 'en', null])('a page in Hindi stays, whatever is remembered: %s', async (stored) => {
  expect((await open('/hi/cart', { build: 'hi', stored })).to).toBeNull();
});

test('a press on the link to the other language is remembered, so that it cannot lead back', async () => {
  const hindi = await open('/hi/cart', { build: 'hi', stored: 'hi' });
  hindi.press(null);
  expect(hindi.stored()).toBe('hi');
  hindi.press('en-IN');
  expect(hindi.stored()).toBe('en');
  vi.resetModules();
  const english = await open('/cart', { stored: hindi.stored() });
  expect(english.to).toBeNull();
  english.press('hi-IN', 'auxclick');
  expect(english.stored()).toBe('hi');
});

test('a browser without storage stays where it is', async () => {
  const { to, press, stored } = await open('/cart', { blocked: true });
  press('hi-IN');
  expect([to, stored()]).toEqual([null, null]);
});
