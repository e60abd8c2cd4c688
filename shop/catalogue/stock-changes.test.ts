import { expect, test } from 'vitest';
import { fitsReason, STOCK_REASON_NAMES, STOCK_WORDS, type StockReason, typedChange } from './stock-changes.ts';

test.each<[StockReason, string, number, number | string]>([
  ['received', '12', 40, 12],
  ['received', ' 12 ', 0, 12],
  ['received', '', 40, 0],
  ['received', '999999', 2, 'Stock is too large'],
  ['received', '-1', 40, 'Stock must be a whole number'],
  ['received', '1.5', 40, 'Stock must be a whole number'],
  ['returned', '1', 40, 1],
  ['damaged', '3', 40, -3],
  ['damaged', '40', 40, -40],
  ['damaged', '41', 40, 'Only 40 in stock'],
  ['damaged', '', 40, 0],
  ['counted', '38', 40, -2],
  ['counted', '45', 40, 5],
  ['counted', '40', 40, 0],
  ['counted', '0', 40, -40],
  ['counted', '', 40, 'Stock must be a whole number'],
  ['counted', '1000001', 40, 'Stock must be a whole number'],
  ['counted', 'many', 40, 'Stock must be a whole number'],
])('%s, typed %j at %i: %j', (reason, typed, stock, change) => expect(typedChange(reason, typed, stock)).toBe(change));

test.each<[StockReason, boolean, boolean]>([
  ['received', true, false],
  ['returned', true, false],
  ['damaged', false, true],
  ['counted', true, true],
])('%s may add: %s, may take away: %s', (reason, adds, takes) => {
  expect([fitsReason(reason, 1), fitsReason(reason, -1), fitsReason(reason, 0)]).toEqual([adds, takes, false]);
});

test('each reason has words for the history', () => {
  for (const name of STOCK_REASON_NAMES) expect(STOCK_WORDS[name]).toMatch(/^[A-Z]/);
});
