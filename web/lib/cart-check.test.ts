import { describe, expect, test } from 'vitest';
import type { CartLine } from '#shop/orders/cart.ts';
import { checkCart } from './cart-check.ts';

const line: CartLine = {
  id: 'figs-250g',
  productId: 'figs',
  name: 'Afghan Figs',
  size: '250g',
  price: 449,
  originalPrice: 545,
  quantity: 3,
  image: 'figs.webp',
  stock: 20,
};
const product = {
  name: 'Afghan Figs',
  image: 'figs.webp',
  price: 449,
  originalPrice: 545,
  status: 'Active' as const,
  stockCount: 999,
  sizes: [{ size: '250g', price: 449, originalPrice: 545, stock: 20 }],
};
const check = (change: object | null) =>
  checkCart([line], new Map([['figs', change === null ? null : { ...product, ...change }]]));

describe('checkCart', () => {
  test('unchanged products leave the lines unchanged', () => {
    expect(check({})).toEqual({ lines: [line], notices: [] });
  });

  test('a changed price is applied and reported', () => {
    const { lines, notices } = check({ sizes: [{ size: '250g', price: 499, originalPrice: 499, stock: 20 }] });
    expect(notices).toEqual(['The price of Afghan Figs (250g) changed from ₹449 to ₹499.']);
    expect(lines[0]).toMatchObject({ price: 499 });
    expect(lines[0]).not.toHaveProperty('originalPrice');
  });

  test.each([
    ['deleted', null],
    ['inactive', { status: 'Inactive' }],
    ['without this size', { sizes: [{ size: '500g', price: 1, originalPrice: 1, stock: 1 }] }],
  ])('%s: stays in the cart with stock 0, and is reported', (_name, change) => {
    const { lines, notices } = check(change);
    expect(notices).toEqual(['Afghan Figs (250g) is no longer available.']);
    expect(lines).toMatchObject([{ productId: 'figs', stock: 0, quantity: 3 }]);
  });

  test('less stock than the quantity is reported', () => {
    const { lines, notices } = check({ sizes: [{ size: '250g', price: 449, originalPrice: 545, stock: 2 }] });
    expect(notices).toEqual(['Afghan Figs (250g): only 2 left.']);
    expect(lines[0]).toMatchObject({ stock: 2, quantity: 3 });
  });

  test('the line of a product that could not be loaded stays unchanged', () => {
    expect(checkCart([line], new Map())).toEqual({ lines: [line], notices: [] });
  });
});
