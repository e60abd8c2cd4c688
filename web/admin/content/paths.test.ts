import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';
import { getAt, setAt } from './paths.ts';

test('getAt and setAt read and replace a value by its path; everything else stays the same object', () => {
  const page = { a: { list: [{ title: 'One' }, { title: 'Two' }] }, b: { c: 1 } };
  expect(getAt(page, ['a', 'list', 1, 'title'])).toBe('Two');
  expect(getAt(page, ['a', 'none', 1])).toBeUndefined();
  const next = setAt(page, ['a', 'list', 1, 'title'], 'Zwei');
  expect(next).toEqual({ a: { list: [{ title: 'One' }, { title: 'Zwei' }] }, b: { c: 1 } });
  expect(next.b).toBe(page.b);
  expect(page.a.list[1]?.title).toBe('Two');
  expect(setAt(page, ['b', 'c'], undefined)).toEqual({ a: page.a, b: {} });
  expect(setAt(page, [], 5)).toBe(5);
  expect(JSON.stringify(setAt(next, ['a', 'list', 1, 'title'], 'Two'))).toBe(JSON.stringify(page));
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#fff', 1],
  ['#3B1D2E', '#FFF6E5', 14],
  ['red', '#ffffff', null],
])('the contrast of %s on %s is %s', (a, b, contrast) => {
  expect(contrastOf(a, b)).toBe(contrast);
});
