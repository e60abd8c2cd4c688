import { describe, expect, test } from 'vitest';
import { acceptHold, withOwnHold } from './own-hold.ts';

const NOW = 1_700_000_000_000;
const item = (size: string, quantity: number, product = 'figs') => ({ product, size, quantity });
const product = {
  id: 'figs',
  stockCount: 1,
  sizes: [
    { size: '250g', stock: 1 },
    { size: '500g', stock: 0 },
  ],
};
const hold = (items: ReturnType<typeof item>[], reservedUntil = NOW + 1) => ({ reservedUntil, items });

describe('withOwnHold', () => {
  test.each([
    ['without a draft', null, [1, 0]],
    ['another product', hold([item('250g', 2, 'dates')]), [1, 0]],
    ['the last pieces of a size', hold([item('500g', 1)]), [1, 1]],
    ['two of three, and both sizes', hold([item('250g', 2), item('500g', 1)]), [3, 1]],
    ['a size that is twice in the draft', hold([item('500g', 1), item('500g', 2)]), [1, 3]],
    ['a size that is no longer sold', hold([item('1kg', 2)]), [1, 0]],
    ['a hold that has ended', hold([item('500g', 1)], NOW), [1, 0]],
  ])('%s', (_name, own, stock) => {
    const seen = withOwnHold(product, own, NOW);
    expect(seen.sizes.map((size) => size.stock)).toEqual(stock);
    expect(seen.stockCount).toBe(stock[0]);
  });

  test('a product without sizes', () => {
    const plain = { ...product, sizes: [], stockCount: 0 };
    expect(withOwnHold(plain, hold([item('Standard', 2)]), NOW).stockCount).toBe(2);
  });

  test('an unchanged product stays the same object', () => {
    expect(withOwnHold(product, hold([item('250g', 2, 'dates')]), NOW)).toBe(product);
  });
});

test.each([
  ['a draft', { reservedUntil: NOW, items: [item('250g', 1)] }, { reservedUntil: NOW, items: [item('250g', 1)] }],
  ['one for which not everything is held', { reservedUntil: null, items: [item('250g', 1)] }, null],
  ['items that cannot be read', { reservedUntil: NOW, items: [null, {}, 'x'] }, { reservedUntil: NOW, items: [] }],
  ['no list', { reservedUntil: NOW, items: 'x' }, null],
  ['nothing', null, null],
  ['a text', 'x', null],
])('the hold of %s', (_name, stored, expected) => {
  expect(acceptHold(stored)).toEqual(expected);
});
