import { expect, test } from 'vitest';
import { HSN_CODES, HSN_PATTERN } from './hsn.ts';

test.each([
  ['', true],
  ['0802', true],
  ['080212', true],
  ['08021200', true],
  ['080', false],
  ['08021', false],
  ['0802120', false],
  ['080212000', false],
  ['08O2', false],
  ['०८०२', false],
])('%j is an HSN code that the shop takes: %j', (text, taken) => {
  expect(HSN_PATTERN.test(text)).toBe(taken);
});

test('the list has each code once, in order, and each is a code', () => {
  const codes = HSN_CODES.map(({ code }) => code);
  expect(codes.toSorted()).toEqual(codes);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => code === '' || !HSN_PATTERN.test(code))).toEqual([]);
});
