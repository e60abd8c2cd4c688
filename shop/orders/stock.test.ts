import { expect, test } from 'vitest';
import { mergeAmounts, stockKey } from './stock.ts';

test('amounts are summed by size and sorted; the input is not mutated', () => {
  const given = [
    { productId: 'b', size: '', quantity: 1 },
    { productId: 'a', size: '500g', quantity: 2 },
    { productId: 'b', size: '', quantity: 3 },
    { productId: 'a', size: '250g', quantity: 4 },
  ];
  expect(mergeAmounts(given)).toEqual([
    { productId: 'a', size: '250g', quantity: 4 },
    { productId: 'a', size: '500g', quantity: 2 },
    { productId: 'b', size: '', quantity: 4 },
  ]);
  expect(given[0]).toEqual({ productId: 'b', size: '', quantity: 1 });
  expect(mergeAmounts([])).toEqual([]);
});

test('the key separates product and size', () => {
  expect(stockKey({ productId: 'a', size: 'b' })).not.toBe(stockKey({ productId: 'ab', size: '' }));
});
