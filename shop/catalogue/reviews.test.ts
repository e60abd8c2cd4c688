import { expect, test } from 'vitest';
import m from '#messages/review-rules';
import { ReviewInput } from './review-input.ts';
import {
  checkReview,
  chosenStars,
  distribution,
  filledStars,
  isHiddenName,
  keptReviews,
  type ReviewForm,
  ratingLabel,
  shownRating,
  sortReviews,
  visibleReviews,
} from './reviews.ts';

const form: ReviewForm = {
  customerName: 'Asha',
  customerEmail: 'asha@example.com',
  rating: 5,
  title: 'Nice',
  comment: 'Fresh.',
};

test.each([
  [1, 'Poor'],
  [2, 'Fair'],
  [3, 'Good'],
  [4, 'Very Good'],
  [5, 'Excellent'],
  [0, ''],
  [6, ''],
  [4.5, ''],
])('label of %d', (rating, label) => {
  expect(ratingLabel(rating)).toBe(label);
});

test.each([
  [4.99, 4],
  [5, 5],
  [0, 0],
  [-1, 0],
  [9, 5],
  [Number.NaN, 0],
])('stars of %d', (average, stars) => {
  expect(filledStars(average)).toBe(stars);
});

test('the rating comes from reviews, or else from the quick rating', () => {
  const quick = { rating: 4.6, reviewCount: 128 };
  expect(shownRating(14, 3, quick)).toEqual({ average: 4.7, count: 3 });
  expect(shownRating(0, 0, quick)).toEqual({ average: 4.6, count: 128 });
  expect(shownRating(0, 0, { rating: null, reviewCount: 128 })).toEqual({ average: 0, count: 0 });
});

test('the distribution has five entries', () => {
  expect(distribution([]).map(({ percent }) => percent)).toEqual([0, 0, 0, 0, 0]);
  expect(distribution([{ rating: 5 }, { rating: 5 }, { rating: 1 }])).toEqual([
    { rating: 5, count: 2, percent: 67 },
    { rating: 4, count: 0, percent: 0 },
    { rating: 3, count: 0, percent: 0 },
    { rating: 2, count: 0, percent: 0 },
    { rating: 1, count: 1, percent: 33 },
  ]);
});

test.each([
  ['4', 4],
  ['1', 1],
  ['5', 5],
  ['0', null],
  ['6', null],
  ['4.0', null],
  [' 4', null],
  ['', null],
  [null, null],
])('?stars=%s limits the reviews to %s', (value, stars) => {
  expect(chosenStars(value)).toBe(stars);
});

test.each([
  [12, 4, '12 reviews with 4 stars'],
  [1, 1, '1 review with 1 star'],
  [0, 2, 'No reviews with 2 stars'],
] as const)('%d reviews of %d: %s', (count, stars, sentence) => {
  expect(m.withStars({ count, stars })).toBe(sentence);
});

test.each<[string | null, boolean]>([
  ['', true],
  ['  ', true],
  [null, true],
  ['Anonymous', true],
  [' ANONYMOUS user ', true],
  ['Anonymous Sharma', false],
  ['Asha', false],
])('name %j is hidden: %s', (name, hidden) => {
  expect(isHiddenName(name)).toBe(hidden);
});

test('hidden and incomplete reviews are left out', () => {
  expect(visibleReviews([{ customerName: 'Asha' }, { customerName: 'anonymous' }])).toEqual([{ customerName: 'Asha' }]);
  expect(keptReviews([form, { ...form, comment: ' ' }, { ...form, rating: 0 }, {}])).toEqual([form]);
});

test('reviews are sorted in a copy', () => {
  const reviews = Object.freeze([
    { id: 'a', rating: 3, date: 1, helpful: 9 },
    { id: 'b', rating: 5, date: 2, helpful: 0 },
    { id: 'c', rating: 3, date: 3, helpful: 1 },
  ]);
  const order = (sort: Parameters<typeof sortReviews>[1]) =>
    sortReviews(reviews, sort)
      .map(({ id }) => id)
      .join('');
  expect([order('newest'), order('helpful'), order('highest'), order('lowest')]).toEqual(['cba', 'acb', 'bca', 'cab']);
});

test.each<[Partial<Record<keyof ReviewForm, unknown>>, Partial<Record<keyof ReviewForm, string>>]>([
  [{}, {}],
  [{ title: '' }, {}],
  [{ comment: 'Two\nlines' }, {}],
  [{ customerName: ' ' }, { customerName: 'Name is required' }],
  [{ customerName: 'A' }, { customerName: 'Name must be at least 2 characters' }],
  [{ customerName: 'A\r\nBcc: b@c.d' }, { customerName: 'Name must be on one line' }],
  [{ customerEmail: '' }, { customerEmail: 'Email is required' }],
  [{ customerEmail: 'a@b' }, { customerEmail: 'Please enter a valid email address' }],
  [{ customerEmail: 'a@b.c\r\nBcc:x@y.z' }, { customerEmail: 'Please enter a valid email address' }],
  [{ title: 'A\nB' }, { title: 'Title must be on one line' }],
  [{ comment: '' }, { comment: 'Comment is required' }],
  [{ comment: 'x'.repeat(2001) }, { comment: 'Comment must be at most 2000 characters' }],
  [{ rating: 0 }, { rating: 'Please choose a rating' }],
  [{ rating: 4.5 }, { rating: 'Please choose a rating' }],
  [{ rating: 6 }, { rating: 'Please choose a rating' }],
])('form and API agree about %o', (changes, errors) => {
  const given = { ...form, ...changes } as ReviewForm;
  expect(checkReview(given)).toEqual(errors);
  const result = ReviewInput.safeParse({ productId: 'kaju', ...given });
  const messages = result.success
    ? {}
    : Object.fromEntries(result.error.issues.map((issue) => [issue.path[0], issue.message]));
  expect(messages).toEqual(errors);
});

test('a sender cannot verify or approve a review', () => {
  const sent = {
    productId: 'kaju',
    ...form,
    verified: true,
    status: 'approved',
    helpful: 99,
    comment: ' Fresh\u0000. ',
  };
  expect(ReviewInput.parse(sent)).toEqual({ productId: 'kaju', ...form, photos: [] });
  expect(ReviewInput.safeParse({}).error?.issues.map((issue) => issue.message)).toEqual([
    'Product ID not found',
    'Name is required',
    'Email is required',
    'Please choose a rating',
    'Comment is required',
  ]);
});
