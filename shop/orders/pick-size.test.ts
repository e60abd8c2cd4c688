import { expect, test } from 'vitest';
import type { Product } from '../catalogue/catalogue.ts';
import { readAsked, sizeChoices } from './pick-size.ts';

test.each([
  ['kaju 500 2', 'kaju', '500', 2],
  ['badam 1kg', 'badam', '1kg', 1],
  ['badam 1 kg 3', 'badam', '1kg', 3],
  ['kaju', 'kaju', '', 1],
  ['kaju 2', 'kaju', '', 2],
  ['kaju 250', 'kaju', '250', 1],
  ['cashew w240 500gm x4', 'cashew w240', '500g', 4],
  ['2x peanut butter 1 kilo', 'peanut butter', '1kg', 2],
  ['काजू ५०० २', 'काजू', '500', 2],
  ['kaju 500 5000', 'kaju', '500', 999],
  ['kaju 0', 'kaju', '', 1],
  ['  ', '', '', 1],
])('%j asks for %j, %j, %i', (text, words, size, quantity) => {
  expect(readAsked(text)).toEqual({ words, size, quantity });
});

function product(more: Partial<Product>): Product {
  return { id: 'kaju', name: 'Cashews', status: 'Active', sizes: [], price: 299, stockCount: 4, ...more } as Product;
}
const size = (label: string, stock = 5) => ({ size: label, price: 100, originalPrice: 100, stock });

test('the size that was typed comes first, whole numbers only', () => {
  const products = [
    product({ sizes: [size('250g'), size('1500g'), size('500 g')] }),
    product({ id: 'roasted', sizes: [size('5000g'), size('500g', 0)] }),
  ];
  const labels = (asked: string) => sizeChoices(products, { size: asked }).map((one) => `${one.product} ${one.size}`);
  expect(labels('500')).toEqual(['kaju 500 g', 'roasted 500g', 'kaju 250g', 'kaju 1500g', 'roasted 5000g']);
  expect(labels('')[0]).toBe('kaju 250g');
});

test('a product without sizes is one choice, and an inactive one has no stock', () => {
  expect(sizeChoices([product({})], { size: '' })).toMatchObject([{ size: 'Standard', price: 299, stock: 4 }]);
  expect(sizeChoices([product({ status: 'Out of Stock' })], { size: '' })).toMatchObject([{ stock: 0 }]);
});
