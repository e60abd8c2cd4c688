import { describe, expect, test } from 'vitest';
import { askedSize } from './asked-size.ts';
import { normalise, readSearch } from './search-query.ts';

const read = (text: string) => {
  const { words, grams, noAddedSugar } = readSearch(normalise(text).trim());
  return [words, grams, noAddedSugar];
};

describe('the parts of a query', () => {
  test.each([
    ['kaju 1kg', 'kaju', 1000],
    ['Kaju 1 KG', 'kaju', 1000],
    ['almond250gm', 'almond', 250],
    ['250 grams of almonds', 'almonds', 250],
    ['1.5 kg kaju', 'kaju', 1500],
    ['4 x 250g', '', 1000],
    ['काजू १ किलो', 'काजू', 1000],
    ['आधा किलो बादाम', 'बादाम', 500],
    ['half a kg badam', 'badam', 500],
    ['dedh kilo akhrot', 'akhrot', 1500],
    ['kaju w240', 'kaju w240', null],
    ['kaju 500', 'kaju 500', null],
    ['pav', 'pav', null],
    ['5 gundas', '5 gundas', null],
    ['kaju 250g 500g', 'kaju', 250],
  ])('pack: %s', (text, words, grams) => expect(read(text)).toEqual([words, grams, false]));

  test.each([
    ['sugar free', ''],
    ['sugar free?', ''],
    ['SugarFree almonds', 'almonds'],
    ['sugar-free', ''],
    ['no added sugar', ''],
    ['no-added-sugar kaju', 'kaju'],
    ['almonds without sugar', 'almonds'],
    ['for diabetic patients', ''],
    ['bina cheeni ke laddu', 'laddu'],
    ['शुगर फ़्री', ''],
    ['साखरमुक्त', ''],
    ['मधुमेह के लिए', ''],
  ])('no added sugar: %s', (text, words) => expect(read(text)).toEqual([words, null, true]));

  test.each(['sugar', 'less sugar', 'brown sugar', 'freesugar', 'free delivery', 'चीनी', 'salt free'])(
    'not about added sugar: %s',
    (text) => expect(read(text)[2]).toBe(false),
  );

  test.each([
    ['kaju+badam', 'kaju badam'],
    ['kaju aur badam', 'kaju badam'],
    ['काजू और बादाम', 'काजू बादाम'],
    ['price of kaju', 'kaju'],
    ['online', 'online'],
    ['and + or', 'and or'],
    ['android', 'android'],
  ])('words: %s', (text, words) => expect(read(text)).toEqual([words, null, false]));

  test('hostile texts take no time', () => {
    const begun = performance.now();
    for (const text of ['1'.repeat(100), '1 x '.repeat(25), 'no '.repeat(33), '+'.repeat(100), `${'1'.repeat(99)}k`]) {
      read(text);
    }
    expect(performance.now() - begun).toBeLessThan(100);
  });
});

test.each([
  ['Café', 'cafe'],
  ['मूँगफली', 'मूंगफली'],
  ['गुड़', 'गुड'],
  ['ka\u200bju', 'kaju'],
  ['१', '1'],
])('%s is written %s', (text, plain) => expect(normalise(text)).toBe(plain));

test.each([
  [250, '250g'],
  [1000, 'Tin'],
  [500, '500 g'],
  [300, undefined],
  [null, undefined],
])('the size of %s g: %s', (grams, size) => {
  const sizes = [{ size: '250g' }, { size: 'Tin', netQuantityGrams: 1000 }, { size: '500 g', netQuantityGrams: null }];
  expect(askedSize(sizes, grams)?.size).toBe(size);
});
