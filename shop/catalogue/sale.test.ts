import { expect, test } from 'vitest';
import { atRegularPrice, priceAt } from './sale.ts';

const FROM = 1_800_000_000_000;
const UNTIL = FROM + 3_600_000;
const size = { price: 29_900, sale_price: 24_900, sale_from: FROM, sale_until: UNTIL };

test.each([
  ['before it begins', size, FROM - 1, 29_900],
  ['from its first moment', size, FROM, 24_900],
  ['until its last', size, UNTIL - 1, 24_900],
  ['when it ends', size, UNTIL, 29_900],
  ['at once, without a beginning', { ...size, sale_from: null }, FROM - 1, 24_900],
  ['for good, without an end', { ...size, sale_until: null }, UNTIL + 1, 24_900],
  ['never, without a sale price', { ...size, sale_price: null }, FROM, 29_900],
  ['never, when the usual price has become lower', { ...size, price: 24_900 }, FROM, 24_900],
])('a sale price is charged %s', (_name, prices, at, price) => {
  expect(priceAt(prices, at)).toBe(price);
});

test('staff see the usual price', () => {
  expect(atRegularPrice({ size: '250g', price: 249, regularPrice: 299 })).toEqual({ size: '250g', price: 299 });
  expect(atRegularPrice({ size: '250g', price: 249 })).toEqual({ size: '250g', price: 249 });
});
