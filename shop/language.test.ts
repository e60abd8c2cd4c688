import { expect, test } from 'vitest';
import { alternatesOf, languageOf, pathIn, withoutBase } from './language.ts';

test.each([
  ['/', '/hi'],
  ['/?q=1', '/hi?q=1'],
  ['/#questions', '/hi#questions'],
  ['/cart', '/hi/cart'],
  ['/cart?size=250g', '/hi/cart?size=250g'],
  ['/hi-fibre-mix', '/hi/hi-fibre-mix'],
])('%s is %s in Hindi', (english, hindi) => {
  expect(pathIn('hi', english)).toBe(hindi);
  expect(pathIn('en', english)).toBe(english);
  expect([withoutBase(hindi), withoutBase(english)]).toEqual([english, english]);
  expect([languageOf(hindi), languageOf(english)]).toEqual(['hi', 'en']);
});

test.each(['/hi//example.com/x', '/hi/\\example.com/x', '//example.com/x', '/\\example.com/x', '\\\\example.com/x'])(
  'no address of a page leads to another site: %s',
  (path) => {
    expect(withoutBase(path)).toBe('/example.com/x');
    expect(pathIn('en', withoutBase(path))).toBe('/example.com/x');
    expect(pathIn('en', path.replace(/^\/hi/, ''))).toBe('/example.com/x');
    expect(pathIn('hi', path.replace(/^\/hi/, ''))).toBe('/hi/example.com/x');
    for (const link of Object.values(alternatesOf(path.replace(/^\/hi/, '')))) expect(link).toMatch(/^\/[a-z]/);
  },
);

test('the home page in Hindi has one path', () => expect(withoutBase('/hi/')).toBe('/'));
