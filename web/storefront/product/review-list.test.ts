import { expect, test } from 'vitest';
import type { PublicReview } from '#shop/catalogue/review-input.ts';
import { countOf, withMore } from './review-list.ts';

const review = (id: string) => ({ id }) as PublicReview;

test('appends the next page without duplicates', () => {
  const before = [review('a'), review('b')];
  expect(withMore(before, [review('b'), review('c')]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(withMore(before, [])).toEqual(before);
});

test('counts the reviews with these stars, or all', () => {
  const bars = [
    { rating: 5, count: 7, percent: 70 },
    { rating: 4, count: 3, percent: 30 },
  ] as const;
  expect([countOf(bars, 4), countOf(bars, 1), countOf(bars, null)]).toEqual([3, 0, 10]);
});
