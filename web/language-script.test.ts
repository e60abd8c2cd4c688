import { expect, test, vi } from 'vitest';
import { speaking } from '#server/language.ts';
import type { Language } from '#shop/language.ts';
import { languageScript } from './language-script.ts';

/**
 * Runs the script of a page at a path. Returns where the page goes, what is remembered, and a
 * press on a link.
 */
function open(
  path: string,
  {
    language = 'en',
    stored = null,
    blocked = false,
  }: { language?: Language; stored?: string | null; blocked?: boolean } = {},
) {
  const replace = vi.fn();
  const listeners: Record<string, (event: object) => void> = {};
  const values = new Map(stored === null ? [] : [['language', stored]]);
  const refuse = () => {
    throw new Error('SecurityError');
  };
  const run = new Function(
    'location',
    'localStorage',
    'document',
    'addEventListener',
    speaking(language, languageScript),
  );
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
])('with Hindi remembered, %s opens %s', (path, to) => {
  expect(open(path, { stored: 'hi' }).to).toBe(to);
  expect(open(path, { stored: 'en' }).to).toBeNull();
  expect(open(path).to).toBeNull();
});

test.each(['hi', 'en', null])('a page in Hindi stays, whatever is remembered: %s', (stored) => {
  expect(open('/hi/cart', { language: 'hi', stored }).to).toBeNull();
});

test('a press on the link to the other language is remembered, so that it cannot lead back', () => {
  const hindi = open('/hi/cart', { language: 'hi', stored: 'hi' });
  hindi.press(null);
  expect(hindi.stored()).toBe('hi');
  hindi.press('en-IN');
  expect(hindi.stored()).toBe('en');
  const english = open('/cart', { stored: hindi.stored() });
  expect(english.to).toBeNull();
  english.press('hi-IN', 'auxclick');
  expect(english.stored()).toBe('hi');
});

test('a browser without storage stays where it is', () => {
  const { to, press, stored } = open('/cart', { blocked: true });
  press('hi-IN');
  expect([to, stored()]).toEqual([null, null]);
});
