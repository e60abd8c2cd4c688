import { describe, expect, test } from 'vitest';
import { categorySlug, findCategory, nameTaken, stillInUse } from './categories.ts';

const known = [
  { id: 'nuts', name: 'Kernels', slug: 'nuts' },
  { id: 'cat_1', name: 'Dry Fruits', slug: 'dry-fruits' },
  { id: 'cat_2', name: 'किशमिश', slug: 'category' },
];

describe('finding a category', () => {
  test.each([
    ['Kernels', 'nuts'],
    ['  dry   FRUITS ', 'cat_1'],
    ['cat_1', 'cat_1'],
    ['DRY-FRUITS', 'cat_1'],
    // Renamed while a form was open or a file was edited: the previous name still matches.
    ['Nuts', 'nuts'],
    ['किशमिश', 'cat_2'],
    ['category', 'cat_2'],
  ])('%s', (wanted, id) => {
    expect(findCategory(known, wanted)?.id).toBe(id);
  });

  test.each(['', 'Seeds', 'बादाम', 'Dry'])('nothing for %s', (wanted) => {
    expect(findCategory(known, wanted)).toBeUndefined();
  });

  test('a name wins over the slug of another category', () => {
    const both = [
      { id: 'a', name: 'Kernels', slug: 'nuts' },
      { id: 'b', name: 'Nuts', slug: 'nuts-2' },
    ];
    expect(findCategory(both, 'nuts')?.id).toBe('b');
  });
});

describe('a name that is taken', () => {
  test.each([
    ['kernels', 'There is already a category called Kernels.'],
    ['Dry  fruits', 'There is already a category called Dry Fruits.'],
    ['किशमिश', 'There is already a category called किशमिश.'],
    [
      'Dry-Fruits!',
      'This name is too much like the category Dry Fruits: both would stand at “dry-fruits”. Please choose another name.',
    ],
    [
      'Nuts',
      'This name is too much like the category Kernels: both would stand at “nuts”. Please choose another name.',
    ],
  ])('%s', (name, sentence) => {
    expect(nameTaken(name, known)).toBe(sentence);
  });

  test.each(['Seeds', 'बादाम', 'Dry Fruits & Nuts'])('%s is free', (name) => {
    expect(nameTaken(name, known)).toBeNull();
  });
});

test('the slug of a new category', () => {
  expect(categorySlug('Date Bites & Co.', new Set())).toBe('date-bites-and-co');
  expect(categorySlug('बादाम', new Set(['category']))).toBe('category-2');
});

test('the message names the number of products', () => {
  expect(stillInUse('Nuts', 1)).toBe('Nuts still holds 1 product. Move it to another category or delete it first.');
  expect(stillInUse('Nuts', 12)).toBe(
    'Nuts still holds 12 products. Move them to another category or delete them first.',
  );
});
