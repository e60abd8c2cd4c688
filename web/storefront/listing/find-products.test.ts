import { describe, expect, test } from 'vitest';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { findProducts } from './find-products.ts';
import { readQuery } from './listing-query.ts';

const product = (id: string, more: Partial<Product>) =>
  ({
    id,
    status: 'Active',
    categorySlug: 'nuts',
    tags: [],
    countryOfOrigin: 'India',
    price: 300,
    sizes: [{ size: '250g', stock: 10 }],
    rating: { average: 4.2, count: 3 },
    ...more,
  }) as unknown as Product;

const shelf = [
  product('almonds', { tags: ['healthy', 'almonds'], countryOfOrigin: 'USA' }),
  product('combo', { categorySlug: 'combos', tags: ['value'], countryOfOrigin: 'USA, India', price: 999 }),
  product('figs', { categorySlug: 'dry-fruits', tags: ['healthy', 'organic'], rating: { average: 3.9, count: 1 } }),
  product('apricots', { categorySlug: 'dry-fruits', sizes: [{ size: '250g', stock: 0 } as Product['sizes'][number]] }),
];

const find = (text: string) => findProducts(shelf, readQuery(new URLSearchParams(text)));
const ids = (text: string) => find(text).products.map(({ id }) => id);

describe('filters', () => {
  test.each([
    ['', ['almonds', 'combo', 'figs', 'apricots']],
    ['category=dry-fruits', ['figs', 'apricots']],
    ['tags=healthy', ['almonds', 'figs']],
    ['tags=value&tags=organic', ['combo', 'figs']],
    ['country=USA', ['almonds', 'combo']],
    ['minPrice=300&maxPrice=300', ['almonds', 'figs', 'apricots']],
    ['inStock=true', ['almonds', 'combo', 'figs']],
    ['rating=4', ['almonds', 'combo', 'apricots']],
    ['category=dry-fruits&inStock=true&rating=4', []],
  ])('%s', (text, expected) => expect(ids(text)).toEqual(expected));
});

describe('facets', () => {
  test('name the tags that speak of the goods, with the products behind each', () => {
    expect(find('').facets.tags).toEqual([
      { value: 'healthy', count: 2 },
      { value: 'organic', count: 1 },
      { value: 'value', count: 1 },
    ]);
  });

  test('are counted as if their own filter were off, and keep what is ticked', () => {
    const { facets } = find('tags=organic&category=nuts');
    expect(facets.tags).toEqual([
      { value: 'healthy', count: 1 },
      { value: 'organic', count: 0 },
    ]);
    expect(find('country=USA').facets.countries).toEqual([
      { value: 'India', count: 3 },
      { value: 'USA', count: 2 },
    ]);
  });

  test('tell what is in stock and the span of prices', () => {
    expect(find('').facets).toMatchObject({ inStock: 3, prices: { from: 300, to: 999 } });
    expect(find('category=none').facets.prices).toBeNull();
  });
});
