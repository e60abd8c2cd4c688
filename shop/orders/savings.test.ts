import { expect, test } from 'vitest';
import type { CartLine } from './cart.ts';
import { savedInAll } from './savings.ts';

type Line = Pick<CartLine, 'price' | 'originalPrice' | 'quantity'>;

test.each<[string, Line[], number, number]>([
  ['no line', [], 0, 0],
  ['no MRP and no discount', [{ price: 299, quantity: 2 }], 598, 0],
  ['the MRP of every piece', [{ price: 299, originalPrice: 399.5, quantity: 2 }], 598, 20_100],
  ['an MRP below the price is none', [{ price: 299, originalPrice: 199, quantity: 1 }], 299, 0],
  [
    'discounts',
    [
      { price: 299, originalPrice: 399, quantity: 1 },
      { price: 100, quantity: 1 },
    ],
    349,
    15_000,
  ],
  ['a total above the MRP', [{ price: 299, quantity: 1 }], 300, 0],
])('saved in all: %s', (_, lines, total, paise) => {
  expect(savedInAll(lines, total)).toBe(paise);
});
