import { describe, expect, test } from 'vitest';
import { nameOfRoute, productsOfPage } from './product-pages.ts';

const product = (
  id: string,
  more: Partial<{ name: string; category: string; categorySlug: string; tags: string[] }>,
) => ({
  id,
  name: 'Something',
  category: 'Others',
  categorySlug: 'others',
  tags: [],
  ...more,
});

const shelf = [
  product('by-category', { category: 'Fitness Mix', categorySlug: 'mixes-1' }),
  product('by-slug', { categorySlug: 'fitness-mix' }),
  product('by-tag', { tags: ['value', 'Fitness Mix'] }),
  product('by-slug-tag', { tags: ['fitness-mix'] }),
  product('by-name', { name: 'The Great Fitness Mix, 250 g' }),
  product('part-of-a-word', { name: 'Fitness Mixture' }),
  product('listed', {}),
  product('other', { name: 'Walnut Kernels', tags: ['fitness'] }),
];

const ids = (page: { name: string; category?: string; products?: string[] }) =>
  productsOfPage({ category: '', products: [], ...page }, shelf).map(({ id }) => id);

describe('productsOfPage', () => {
  test('matches by tag, name or category', () => {
    expect(ids({ name: 'Fitness Mix' })).toEqual(['by-category', 'by-slug', 'by-tag', 'by-slug-tag', 'by-name']);
  });

  test('the listed ids come first, in their order, without duplicates; unknown ids are skipped', () => {
    const products = ['listed', 'by-tag', 'gone', 'listed'];
    expect(ids({ name: 'Fitness Mix', products })).toEqual([
      'listed',
      'by-tag',
      'by-category',
      'by-slug',
      'by-slug-tag',
      'by-name',
    ]);
  });

  test('the category may have another name than the page', () => {
    expect(ids({ name: 'For the gym', category: 'fitness-mix' })).toEqual([
      'by-category',
      'by-slug',
      'by-tag',
      'by-slug-tag',
    ]);
  });

  test.each([{ name: 'Date Bites' }, { name: 'किशमिश' }, { name: '***', category: '' }])(
    '$name brings nothing',
    (page) => {
      expect(ids(page)).toEqual([]);
    },
  );
});

test.each([
  ['fitness-mix', 'Fitness Mix'],
  ['date--bites-2', 'Date Bites 2'],
  ['', ''],
])('nameOfRoute(%j) is %j', (slug, name) => expect(nameOfRoute(slug)).toBe(name));
