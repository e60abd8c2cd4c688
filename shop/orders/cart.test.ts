import { expect, test } from 'vitest';
import {
  addLine,
  type CartLine,
  cartLine,
  cartTotals,
  keepLine,
  parseCart,
  quantityIn,
  removeLine,
  setQuantity,
  splitCart,
} from './cart.ts';

const line = (changes: Partial<CartLine> = {}): CartLine => ({
  id: 'kaju-250g',
  productId: 'kaju',
  name: 'Kaju',
  size: '250g',
  price: 299.5,
  quantity: 1,
  image: '/media/kaju.webp',
  stock: 10,
  ...changes,
});

/** A cart with frozen lines, which throw when mutated. */
function frozen(...lines: CartLine[]): CartLine[] {
  return Object.freeze(lines.map((each) => Object.freeze(each))) as unknown as CartLine[];
}

test('one line per product and size', () => {
  const cart = frozen(line({ quantity: 2 }), line({ id: 'kaju-1kg', size: '1kg' }));
  expect(addLine(cart, line({ quantity: 3 })).map(({ size, quantity }) => [size, quantity])).toEqual([
    ['250g', 5],
    ['1kg', 1],
  ]);
  expect(addLine(cart, line({ productId: 'badam' }))).toHaveLength(3);
});

test('a merged line takes the current price, and at most 999 pieces', () => {
  const [merged] = addLine(frozen(line({ quantity: 998, price: 250, originalPrice: 400 })), line({ quantity: 5 }));
  expect(merged).toMatchObject({ quantity: 999, price: 299.5 });
  expect(merged).not.toHaveProperty('originalPrice');
});

test.each([
  [3, 3],
  [2.9, 2],
  [0.5, 1],
  [5000, 999],
  [Number.POSITIVE_INFINITY, 999],
  [Number.NaN, 2],
  [0, undefined],
  [-1, undefined],
])('quantity set to %d', (quantity, expected) => {
  expect(setQuantity(frozen(line({ quantity: 2 })), 'kaju', '250g', quantity)[0]?.quantity).toBe(expected);
});

test('a line is removed by product and size', () => {
  const cart = frozen(line(), line({ size: '1kg' }));
  expect(removeLine(cart, 'kaju', '250g').map(({ size }) => size)).toEqual(['1kg']);
  expect(removeLine(cart, 'kaju', 'x')).toEqual(cart);
});

test('totals are exact paise', () => {
  expect(cartTotals([])).toEqual({ subtotal: 0, total: 0, count: 0 });
  expect(cartTotals([line({ price: 0.1, quantity: 3 }), line({ price: 299.99, quantity: 2 })])).toEqual({
    subtotal: 60_028,
    total: 60_028,
    count: 5,
  });
});

test.each([null, undefined, '', '{', 'null', '42', '{}', '"cart"', '[null]', '[1,"a",[]]', '[{"name":"no id"}]'])(
  'stored text %j is an empty cart',
  (text) => {
    expect(parseCart(text)).toEqual([]);
  },
);

test('a cart round-trips through storage', () => {
  const cart = [line({ originalPrice: 350 }), line({ id: 'x', size: '1kg', quantity: 4 })];
  expect(parseCart(JSON.stringify(cart))).toEqual(cart);
});

test.each<[string, object, Partial<CartLine> | null]>([
  ['texts for numbers', { price: '299.5', quantity: '3' }, { price: 299.5, quantity: 3 }],
  ['unreadable numbers', { price: 'x', quantity: 'x' }, { price: 0, quantity: 1 }],
  ['no quantity', { quantity: undefined }, { quantity: 1 }],
  ['too many', { quantity: 1e9 }, { quantity: 999 }],
  ['no size', { size: undefined }, { size: 'Standard' }],
  ['quantity 0', { quantity: 0 }, null],
  ['negative quantity', { quantity: -2 }, null],
  ['negative price', { price: -1 }, null],
  ['price beyond reason', { price: 1e300 }, null],
  ['product id of a wrong type', { productId: 7 }, null],
])('a stored line with %s', (_name, changes, expected) => {
  const parsed = parseCart(JSON.stringify([line({ id: 'good', productId: 'badam' }), { ...line(), ...changes }]));
  expect(parsed[0]?.productId).toBe('badam');
  if (expected === null) expect(parsed).toHaveLength(1);
  else expect(parsed[1]).toMatchObject(expected);
});

test('stored duplicates are merged into one line', () => {
  expect(parseCart(JSON.stringify([line({ quantity: 2 }), line({ quantity: 3 })]))).toEqual([line({ quantity: 5 })]);
});

test('a line of a product', () => {
  const product = {
    id: 'kaju',
    name: 'Kaju',
    image: '/k.webp',
    price: 299,
    originalPrice: 399,
    status: 'Active' as const,
    stockCount: 4,
    sizes: [
      { size: '250g', price: 299, originalPrice: 399, stock: 4 },
      { size: '1kg', price: 999, originalPrice: 999, stock: 8 },
    ],
  };
  expect(cartLine(product)).toMatchObject({
    id: 'kaju-250g',
    size: '250g',
    price: 299,
    originalPrice: 399,
    quantity: 1,
    stock: 4,
  });
  expect(cartLine(product, '1kg', 2)).toMatchObject({ size: '1kg', price: 999, quantity: 2, stock: 8 });
  expect(cartLine(product, '1kg')).not.toHaveProperty('originalPrice');
  expect(cartLine({ ...product, sizes: [] })).toMatchObject({ size: 'Standard', price: 299, stock: 4 });
});

test('sold-out lines are set apart, and neither priced nor counted', () => {
  const cart = frozen(
    line({ quantity: 2 }),
    line({ productId: 'badam', stock: 0, quantity: 5 }),
    line({ size: '1kg' }),
  );
  const { available, gone } = splitCart(cart);
  expect([available.map(({ size }) => size), gone.map(({ productId }) => productId)]).toEqual([
    ['250g', '1kg'],
    ['badam'],
  ]);
  expect(cartTotals(cart)).toEqual({ subtotal: 89_850, total: 89_850, count: 3 });
});

test('a stored line without a stock is not sold out', () => {
  expect(parseCart(JSON.stringify([{ productId: 'a', price: 1 }]))[0]?.stock).toBe(999);
});

test('how many packs of a size are in the cart', () => {
  const cart = [line({ quantity: 2 }), line({ size: '1kg', quantity: 3 })];
  expect(quantityIn(cart, { productId: 'kaju', size: '1kg' })).toBe(3);
  expect(quantityIn(cart, { productId: 'kaju', size: '500g' })).toBe(0);
  expect(quantityIn(cart, { productId: 'badam', size: '1kg' })).toBe(0);
});

test('a Buy Now line goes into the cart once', () => {
  const direct = line({ quantity: 3 });
  expect(keepLine(frozen(line({ quantity: 2 })), direct)).toMatchObject([{ size: '250g', quantity: 3 }]);
  expect(keepLine(frozen(line({ quantity: 4 })), direct)).toMatchObject([{ size: '250g', quantity: 4 }]);
  expect(keepLine(frozen(line({ size: '1kg' })), direct)).toMatchObject([
    { size: '1kg' },
    { size: '250g', quantity: 3 },
  ]);
});
