import { expect, test } from 'vitest';
import type { PublicReview } from '#shop/catalogue/review-input.ts';
import { withMore } from './review-list.ts';

const review = (id: string) => ({ id }) as PublicReview;

test('appends the next page without duplicates', () => {
  const before = [review('a'), review('b')];
  expect(withMore(before, [review('b'), review('c')]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(withMore(before, [])).toEqual(before);
});
