import { expect, test } from 'vitest';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { reorderLines } from './reorder.ts';
import type { CheckoutItem } from './stored-checkout.ts';

const item = (changes: Partial<CheckoutItem> = {}): CheckoutItem => ({
  product: 'dates',
  name: 'Medjool Dates',
  size: '250g',
  quantity: 2,
  price: 349,
  originalPrice: 449,
  image: '',
  ...changes,
});
const product = (changes: Partial<Product> = {}): Product =>
  ({
    id: 'dates',
    name: 'Medjool Dates',
    image: '/dates.webp',
    price: 349,
    originalPrice: 449,
    status: 'Active',
    stockCount: 10,
    sizes: [{ size: '250g', price: 349, originalPrice: 449, stock: 10 }],
    ...changes,
  }) as Product;
const sized = (price: number, stock: number) =>
  product({ sizes: [{ size: '250g', price, originalPrice: 449, stock }] as Product['sizes'] });

test.each<
  [string, CheckoutItem, Product | null | undefined, [price: number, quantity: number, size: string] | null, string[]]
>([
  ['as before', item(), product(), [349, 2, '250g'], []],
  [
    'another price',
    item(),
    sized(329, 10),
    [329, 2, '250g'],
    ['The price of Medjool Dates (250g) changed from ₹349 to ₹329.'],
  ],
  ['fewer than ordered', item(), sized(349, 1), [349, 1, '250g'], ['Medjool Dates (250g): only 1 left.']],
  ['sold out', item(), sized(349, 0), null, ['Medjool Dates (250g) is sold out.']],
  ['Out of Stock', item(), product({ status: 'Out of Stock' }), null, ['Medjool Dates (250g) is sold out.']],
  ['inactive', item(), product({ status: 'Inactive' }), null, ['Medjool Dates (250g) is no longer available.']],
  ['deleted', item(), null, null, ['Medjool Dates (250g) is no longer available.']],
  ['without that size', item({ size: '1kg' }), product(), null, ['Medjool Dates (1kg) is no longer available.']],
  ['without sizes', item({ size: '1' }), product({ sizes: [] }), [349, 2, 'Standard'], []],
  ['not looked up', item(), undefined, null, ['Medjool Dates (250g) could not be checked. Please try again.']],
])('an item that is %s', (_name, ordered, found, line, notices) => {
  const result = reorderLines([ordered], new Map(found === undefined ? [] : [['dates', found]]));
  expect(result.lines.map(({ price, quantity, size }) => [price, quantity, size])).toEqual(line ? [line] : []);
  expect(result.notices).toEqual(notices);
});
