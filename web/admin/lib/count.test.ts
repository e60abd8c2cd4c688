import { expect, test } from 'vitest';
import { countOf } from './count.ts';

test('a count has the number of its noun', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'order'))).toEqual(['0 orders', '1 order', '2 orders']);
  expect(countOf(2, 'category', 'categories')).toBe('2 categories');
});
