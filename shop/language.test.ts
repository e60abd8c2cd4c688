import { expect, test } from 'vitest';
import { languageOf, pathIn, withoutBase } from './language.ts';

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

test('the home page in Hindi has one path', () => expect(withoutBase('/hi/')).toBe('/'));
