import { describe, expect, test } from 'vitest';
import { readQuery, writeQuery } from './listing-query.ts';

const read = (text: string) => readQuery(new URLSearchParams(text));

describe('list query', () => {
  test('empty: everything, best selling first, page 1', () => {
    expect(read('')).toEqual({
      q: '',
      category: '',
      section: '',
      tags: [],
      countries: [],
      sizes: [],
      noAddedSugar: false,
      minPrice: null,
      maxPrice: null,
      inStock: false,
      rating: 0,
      sort: 'popularity',
      page: 1,
    });
    expect(writeQuery(read(''))).toBe('');
  });

  test.each([
    '?q=kaju',
    '?category=nuts&tags=healthy&tags=organic&country=India&country=USA',
    '?minPrice=150&maxPrice=499.5&inStock=true&rating=4&sort=price-asc&page=3',
    '?section=bestSellers',
    '?sizes=250g&sizes=1kg&noAddedSugar=true',
  ])('%s is read and written back', (address) => {
    expect(writeQuery(read(address.slice(1)))).toBe(address);
  });

  test('accepts plain form values: empty fields, tags with commas, search for q', () => {
    expect(writeQuery(read('search=badam&minPrice=&maxPrice=&tags=healthy,organic&rating=&sort=popularity'))).toBe(
      '?q=badam&tags=healthy&tags=organic',
    );
  });

  test.each(['page=0', 'page=-2', 'page=x', 'minPrice=-1', 'maxPrice=1e9', 'rating=x', 'sort=random', 'section=evil'])(
    'malformed %s counts as not given',
    (text) => expect(writeQuery(read(text))).toBe(''),
  );

  test('limits the rating to 5 and truncates long text', () => {
    expect(read('rating=9').rating).toBe(5);
    expect(read(`q=${'a'.repeat(300)}`).q).toHaveLength(100);
  });
});
