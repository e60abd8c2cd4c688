import { expect, test } from 'vitest';
import { added, editsOf, linesOf, removed, sizesFor, swapped, wasWords } from './item-edits.ts';

const item = (product: string, size: string, quantity: number, price: number) => ({
  product,
  name: product,
  size,
  quantity,
  price,
  originalPrice: price,
  image: '',
});
const ORDER = { items: [item('Almonds', '500g', 2, 599), item('Figs', '250g', 1, 449)] };
const choice = (product: string, size: string, price: number) => ({
  product,
  name: product,
  size,
  price,
  stock: 5,
  image: '',
  cloth: '',
  asked: false,
  sizes: [],
});

test('items that are not touched stay at their price', () => {
  expect(linesOf(editsOf(ORDER))).toEqual([
    { line: 0, quantity: 2 },
    { line: 1, quantity: 1 },
  ]);
});

test('another size comes at the price of today, and the ordered one keeps its own', () => {
  const [almonds] = editsOf(ORDER);
  if (!almonds) throw new Error();
  const larger = { ...swapped(almonds, choice('Almonds', '1kg', 1149)), quantity: 1 };
  expect(linesOf([larger])).toEqual([{ product: 'Almonds', size: '1kg', quantity: 1 }]);
  expect([larger.price, wasWords(larger)]).toEqual([1149, '500g × 2']);
  const back = swapped(larger, choice('Almonds', '500g', 649));
  expect(linesOf([back])).toEqual([{ line: 0, quantity: 1 }]);
  expect([back.price, wasWords(back)]).toEqual([599, '500g × 2']);
});

test('another product says what was ordered', () => {
  const [almonds] = editsOf(ORDER);
  if (!almonds) throw new Error();
  expect(wasWords(swapped(almonds, choice('Walnuts', '500g', 700)))).toBe('Almonds, 500g × 2');
});

test('an added item joins the one that is there, and goes when it is removed', () => {
  const edits = editsOf(ORDER);
  expect(linesOf(added(edits, choice('Figs', '250g', 500), 2))).toEqual([
    { line: 0, quantity: 2 },
    { line: 1, quantity: 3 },
  ]);
  const more = added(edits, choice('Raisins', '250g', 199), 1);
  expect(linesOf(more)).toContainEqual({ product: 'Raisins', size: '250g', quantity: 1 });
  const last = more.at(-1);
  const first = more[0];
  if (!last || !first) throw new Error();
  expect(removed(more, last)).toHaveLength(2);
  expect(removed(more, first)).toHaveLength(3);
  expect(linesOf(removed(more, first))).not.toContainEqual({ line: 0, quantity: 2 });
});

test('a size that is gone from the catalogue stays among the choices', () => {
  const sizes = [{ size: '1kg', price: 1149, stock: 3 }];
  expect(sizesFor({ size: '500g', price: 599 }, { sizes }).map(({ size }) => size)).toEqual(['500g', '1kg']);
  expect(sizesFor({ size: '1kg', price: 1149 }, { sizes })).toEqual(sizes);
});
