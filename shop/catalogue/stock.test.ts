import { expect, test } from 'vitest';
import {
  buyTone,
  checkBuyNow,
  isCardSoldOut,
  isSoldOut,
  type Sellable,
  stockBand,
  stockMessage,
  stockOf,
} from './stock.ts';

const product = (stocks: number[], changes: Partial<Sellable> = {}): Sellable => ({
  status: 'Active',
  sizes: stocks.map((stock, index) => ({ size: `${index + 1}`, stock })),
  ...changes,
});

test.each([
  [-3, 'out', 'Out of Stock', 'disabled'],
  [0, 'out', 'Out of Stock', 'disabled'],
  [Number.NaN, 'out', 'Out of Stock', 'disabled'],
  [1, 'limited', 'Only 1 left', 'orange'],
  [5, 'limited', 'Only 5 left', 'orange'],
  [6, 'low', 'Low stock', 'blue'],
  [20, 'low', 'Low stock', 'blue'],
  [21, 'in', 'In stock', 'blue'],
  [999, 'in', 'In stock', 'blue'],
])('stock of %d', (stock, band, message, tone) => {
  expect(stockBand(stock)).toBe(band);
  expect(stockMessage(stock)).toBe(message);
  expect(buyTone(stock)).toBe(tone);
});

test.each<[string, Sellable, string | null, number]>([
  ['first size without a choice', product([4, 8]), null, 4],
  ['chosen size', product([4, 8]), '2', 8],
  ['unknown size', product([4, 8]), 'x', 0],
  ['no sizes', product([], { stockCount: 7 }), null, 7],
  ['no sizes, no count', product([]), null, 999],
])('pieces: %s', (_name, given, size, stock) => {
  expect(stockOf(given, size)).toBe(stock);
});

test.each<[string, Sellable, boolean, boolean]>([
  ['in stock', product([1]), false, false],
  ['first size gone', product([0, 9]), true, true],
  ['only another size gone', product([9, 0]), false, false],
  ['inactive', product([9], { status: 'Inactive' }), true, true],
  ['marked out of stock', product([9], { status: 'Out of Stock' }), true, true],
  ['no sizes', product([]), false, true],
  ['no sizes, none left', product([], { stockCount: 0 }), true, true],
])('sold out: %s', (_name, given, soldOut, card) => {
  expect(isSoldOut(given)).toBe(soldOut);
  expect(isCardSoldOut(given)).toBe(card);
});

test.each<[string, Sellable | null, string | null, string | null]>([
  ['fine', product([1]), '1', null],
  ['another size than the first', product([0, 1]), '2', null],
  ['no choice', product([1]), null, 'Please select a size'],
  ['unknown size', product([1]), '9', 'Selected size not available'],
  ['size gone', product([0]), '1', 'This size is currently out of stock'],
  ['no product', null, '1', 'Product not available'],
  ['inactive', product([1], { status: 'Inactive' }), '1', 'Product not available'],
  ['marked out of stock', product([1], { status: 'Out of Stock' }), '1', 'This product is currently out of stock'],
  ['no sizes', product([]), null, null],
  ['no sizes, none left', product([], { stockCount: 0 }), null, 'This product is currently out of stock'],
])('buy now: %s', (_name, given, size, message) => {
  expect(checkBuyNow(given, size)).toEqual(message === null ? { ok: true } : { ok: false, message });
});
