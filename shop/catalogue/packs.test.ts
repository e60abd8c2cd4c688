import { expect, test } from 'vitest';
import { speaking } from '#server/language.ts';
import { countryName } from './countries.ts';
import { asSentences, gramsOf, measure, packSizeOf, sizeLabel } from './packs.ts';

test.each([
  ['250g', '250 ग्राम'],
  ['1kg', '1 किलो'],
  ['1.5 kg', '1.5 किलो'],
  ['500 ML', '500 मिली'],
  ['1l', '1 लीटर'],
  ['4 x 250g', '4 × 250 ग्राम'],
  ['Pack of 4', '4 का पैक'],
  ['Standard', 'स्टैंडर्ड'],
  ['Family tin', 'Family tin'],
  ['250g tin', '250g tin'],
  ['250', '250'],
])('the size %s is %s in Hindi', (size, shown) => {
  expect(speaking('hi', () => sizeLabel(size))).toBe(shown);
  expect(sizeLabel(size)).toBe(size);
});

test('amounts and countries', () => {
  const amounts = () => [measure(250, 'g'), measure(1.5, 'kg'), measure(513, 'kcal'), measure(5, 'mg')];
  expect(amounts()).toEqual(['250 g', '1.5 kg', '513 kcal', '5 mg']);
  expect(speaking('hi', amounts)).toEqual(['250 ग्राम', '1.5 किलो', '513 किलो कैलोरी', '5 मिलीग्राम']);
  expect(asSentences(['Contains: milk', 'May contain: wheat'])).toBe('Contains: milk. May contain: wheat');
  speaking('hi', () => {
    expect(asSentences(['इसमें है: दूध', 'इसमें हो सकता है: गेहूँ'])).toBe('इसमें है: दूध। इसमें हो सकता है: गेहूँ');
    expect(countryName('USA, India')).toBe('अमेरिका, भारत');
    expect([countryName('Wakanda'), countryName('constructor')]).toEqual(['Wakanda', 'constructor']);
  });
});

test.each([
  ['250g', 250],
  [' 250 g ', 250],
  ['1.5 kg', 1500],
  ['1KG', 1000],
  ['4 x 250g', 1000],
  ['500 ml', null],
  ['Pack of 4', null],
  ['250g tin', null],
  ['', null],
])('the label %s names %s grams', (label, grams) => {
  expect(gramsOf(label)).toBe(grams);
});

test.each([
  ['250g', '250g'],
  [' 1.5 KG ', '1.5kg'],
  ['4 x 250g', null],
  ['500 ml', null],
  ['Pack of 4', null],
  ['', null],
])('the label %s names one pack of %s', (label, size) => {
  expect(packSizeOf(label)).toBe(size);
});
