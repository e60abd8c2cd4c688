import { describe, expect, test } from 'vitest';
import { ProductDefaults } from '../settings/settings.ts';
import { bodyOf, emptyReview, emptySize, newForm, type ProductForm } from './product-form.ts';
import { differenceOf, keepTyped, keepTypedSince } from './product-merge.ts';

const size = (label: string, price: string, stock: number) => ({
  ...emptySize(label, label),
  price,
  stock: String(stock),
  stockBefore: stock,
});
const begun: ProductForm = {
  ...newForm(ProductDefaults.parse({}), '250g'),
  name: 'Kaju',
  description: 'Whole.',
  category: 'Nuts',
  quickRating: '4',
  sizes: [size('250g', '299', 40), size('500g', '549', 3)],
  reviews: [
    { ...emptyReview('r1', 5, '2026-11-20'), id: 'r1', customerName: 'Asha', comment: 'Good', helpfulBefore: 0 },
  ],
  version: 3,
};
const [small, large] = begun.sizes as [ReturnType<typeof size>, ReturnType<typeof size>];
const [review] = begun.reviews as [ProductForm['reviews'][number]];
const stored = (change: Partial<ProductForm>): ProductForm => ({ ...begun, version: 4, ...change });

test.each<[string, Partial<ProductForm>, Partial<ProductForm>, string[], string[]]>([
  ['nothing', {}, {}, [], []],
  ['a field of theirs', { name: 'Mine' }, { description: 'New.' }, ['Description'], []],
  ['the same field', { name: 'Mine' }, { name: 'Theirs' }, ['Product name'], ['Product name']],
  ['the same change', { name: 'Both' }, { name: 'Both' }, ['Product name'], []],
  ['stock alone', {}, { sizes: [size('250g', '299', 12), large] }, [], []],
  ['a price', {}, { sizes: [size('250g', '279', 40), large] }, ['Price of 250g'], []],
  [
    'a price of both',
    { sizes: [{ ...small, price: '289' }, large] },
    { sizes: [size('250g', '279', 40), large] },
    ['Price of 250g'],
    ['Price of 250g'],
  ],
  ['a size they added', {}, { sizes: [small, large, size('1kg', '999', 2)] }, ['Size 1kg'], []],
  ['a size they took out', {}, { sizes: [small] }, ['Size 500g'], []],
  [
    'a size they took out that was changed here',
    { sizes: [small, { ...large, price: '499' }] },
    { sizes: [small] },
    ['Size 500g'],
    ['Size 500g'],
  ],
  [
    'a size taken out here that they changed',
    { sizes: [small] },
    { sizes: [small, { ...large, price: '499' }] },
    ['Price of 500g'],
    ['Price of 500g'],
  ],
  ['a nutrient', {}, { nutrients: { fatG: '3' } }, ['Total fat'], []],
  ['a review', {}, { reviews: [{ ...review, comment: 'Better' }] }, ['Review of Asha'], []],
  ['votes alone', {}, { reviews: [{ ...review, helpful: '9', helpfulBefore: 9 }] }, [], []],
  ['sections', {}, { ticks: { ...begun.ticks, valueCombos: true, ourBestSellers: true } }, ['Display sections'], []],
])('differences: %s', (_name, typed, now, theirs, both) =>
  expect(differenceOf(begun, { ...begun, ...typed }, stored(now))).toEqual({ theirs, both }),
);

test('my edits win over theirs, theirs apply where I edited nothing; the version is the stored one', () => {
  const typed = { ...begun, name: 'Mine', nutrients: { proteinG: '18' } };
  const merged = keepTyped(begun, typed, stored({ name: 'Theirs', description: 'New.', nutrients: { fatG: '3' } }));
  expect(merged).toMatchObject({ name: 'Mine', description: 'New.', version: 4 });
  expect(merged.nutrients).toMatchObject({ proteinG: '18', fatG: '3' });
  expect(bodyOf(merged).version).toBe(4);
});

test('without edits, the result is exactly the stored state', () => {
  const now = stored({ name: 'Theirs', sizes: [large, size('1kg', '9', 1)], nutrients: begun.nutrients });
  const { nutrients: _one, ...merged } = keepTyped(begun, begun, now);
  const { nutrients: _other, ...theirs } = now;
  expect(JSON.stringify(merged)).toBe(JSON.stringify(theirs));
});

test('stock is merged as a difference: an edit applies relative to the loaded figure, otherwise the stored figure is used', () => {
  const typed = { ...begun, sizes: [{ ...small, stock: '50' }, large] };
  const merged = keepTyped(begun, typed, stored({ sizes: [size('250g', '299', 12), size('500g', '549', 1)] }));
  expect(bodyOf(merged).sizes).toMatchObject([
    { size: '250g', stock: 50, stockBefore: 40 },
    { size: '500g', stock: 1, stockBefore: 1 },
  ]);
});

test.each<[string, ProductForm['sizes'], ProductForm['sizes'], string[]]>([
  [
    'both added',
    [small, large, emptySize('new', '100g')],
    [small, large, size('1kg', '9', 1)],
    ['250g', '500g', '1kg', '100g'],
  ],
  ['taken out here', [small], [small, { ...large, price: '1' }], ['250g']],
  ['taken out there', [small, large], [large], ['500g']],
  ['taken out there, changed here', [{ ...small, price: '1' }, large], [large], ['500g', '250g']],
  ['moved here', [large, small], [small, large, size('1kg', '9', 1)], ['500g', '250g', '1kg']],
  ['moved there', [small, large], [large, small], ['500g', '250g']],
  ['renamed there', [small, large], [small, size('450g', '549', 3)], ['250g', '450g']],
])('sizes: %s', (_name, typed, now, labels) =>
  expect(keepTyped(begun, { ...begun, sizes: typed }, stored({ sizes: now })).sizes.map((row) => row.size)).toEqual(
    labels,
  ),
);

test('reviews: my edits are kept, votes are merged as differences', () => {
  const added = { ...emptyReview('new', 5, '2026-11-20'), customerName: 'Ravi', comment: 'Fine' };
  const typed = { ...begun, reviews: [{ ...review, comment: 'Mine', helpful: '2' }, added], removedReviews: ['r0'] };
  const merged = keepTyped(
    begun,
    typed,
    stored({ reviews: [{ ...review, rating: 4, helpful: '7', helpfulBefore: 7 }] }),
  );
  expect(merged.reviews).toMatchObject([
    { id: 'r1', comment: 'Mine', rating: 4, helpful: '2', helpfulBefore: 0 },
    { customerName: 'Ravi' },
  ]);
  expect(merged.removedReviews).toEqual(['r0']);
});

describe('what was typed since a save whose response was lost', () => {
  const added = { ...emptyReview('new', 5, '2026-11-20'), customerName: 'Ravi ', comment: 'Fine\r\n', helpful: '3' };
  const sent: ProductForm = {
    ...begun,
    name: 'Sent',
    sizes: [
      { ...small, size: '300g', sizeBefore: '250g', stock: '60' },
      large,
      { ...emptySize('k9', '1kg'), stock: '5' },
    ],
    reviews: [{ ...review, helpful: '4' }, added],
  };
  /**
   * What the shop holds after `sent`, and after 5 pieces and 2 pieces were sold and a vote was
   * cast.
   */
  const now = stored({
    name: 'Sent',
    sizes: [size('300g', '299', 55), large, size('1kg', '', 3)],
    reviews: [
      { ...review, helpful: '5', helpfulBefore: 5 },
      { ...added, key: 'r2', id: 'r2', customerName: 'Ravi', comment: 'Fine', helpfulBefore: 3 },
    ],
  });
  const change = (typed: Partial<ProductForm>) => bodyOf(keepTypedSince(sent, { ...sent, ...typed }, now));

  test('only the rest is sent', () => {
    const body = change({ description: 'Typed since.' });
    expect(body).toEqual({ ...bodyOf(now), description: 'Typed since.' });
  });

  test('figures count from those that were sent, also of new rows and renamed ones', () => {
    const [first, second, third] = sent.sizes as [typeof small, typeof small, typeof small];
    const body = change({
      sizes: [{ ...first, stock: '70' }, second, { ...third, stock: '6', price: '900' }],
      reviews: [
        { ...review, helpful: '6' },
        { ...added, comment: 'Very fine' },
      ],
    });
    expect(body.sizes).toMatchObject([
      { size: '300g', stock: 70, stockBefore: 60 },
      { size: '500g', stock: 3, stockBefore: 3 },
      { size: '1kg', stock: 6, stockBefore: 5, price: 900 },
    ]);
    expect(body.reviews).toMatchObject([
      { id: 'r1', helpful: 6, helpfulBefore: 4 },
      { id: 'r2', comment: 'Very fine', helpful: 3, helpfulBefore: 3 },
    ]);
  });

  test('a product without sizes', () => {
    const one = { ...begun, sizes: [], single: { ...size('', '299', 10), key: 'single', stock: '60' } };
    const kept = (stock: string) =>
      bodyOf(
        keepTypedSince(
          one,
          { ...one, name: 'Typed', single: { ...one.single, stock } },
          stored({ ...one, single: { ...one.single, stock: '58', stockBefore: 58 } }),
        ),
      );
    expect(kept('60')).toMatchObject({ name: 'Typed', stockCount: 58, stockCountBefore: 58 });
    expect(kept('61')).toMatchObject({ stockCount: 61, stockCountBefore: 60 });
  });

  test('a row added since is new, and a row taken out since is gone', () => {
    const [, ...rest] = sent.sizes;
    const more = { ...emptyReview('newer', 4, '2026-11-21'), customerName: 'Asha', comment: 'Good' };
    const body = change({ sizes: [...rest, emptySize('k10', '2kg')], reviews: [...sent.reviews, more] });
    expect(body.sizes?.map(({ size: label }) => label)).toEqual(['500g', '1kg', '2kg']);
    expect(body.reviews?.map(({ id }) => id)).toEqual(['r1', 'r2', undefined]);
  });
});
