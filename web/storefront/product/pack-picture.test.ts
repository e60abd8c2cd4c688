import { describe, expect, test } from 'vitest';
import { otherPack, pictureOfPack } from './pack-picture.ts';

const sizes = [
  { size: '4 x 250g', netQuantityGrams: 1000 },
  { size: '500g', netQuantityGrams: 500 },
  { size: 'Gift tin', netQuantityGrams: null },
];

describe('which size a picture shows', () => {
  test.each([
    ['the chosen one', 500, 500, null],
    ['another one, by its label', 1000, 500, '4 x 250g'],
    ['a pack that is not sold, by its weight', 250, 500, '250g'],
    ['nobody knows', undefined, 500, null],
    ['nobody knows what the chosen size weighs', 1000, null, null],
  ])('%s', (_, packGrams, grams, label) => {
    expect(otherPack({ packGrams }, sizes, grams)).toBe(label);
  });

  test('no picture', () => expect(otherPack(undefined, sizes, 500)).toBeNull());
});

test.each([
  [500, 1],
  [250, 0],
  [1000, -1],
  [null, -1],
])('of %s g: picture %d', (grams, place) => {
  expect(pictureOfPack([{ packGrams: 250 }, { packGrams: 500 }, {}], grams)).toBe(place);
});
