import { describe, expect, test } from 'vitest';
import { codeOf, hasLostLetters, idOf, isNothing, lossOf, numberOf, withoutMarks } from './sheet-cell.ts';

test.each([
  ["'080212", '080212'],
  ['="080212"', '080212'],
  ['=148001', '148001'],
  [' Almonds ', 'Almonds'],
  ["Grower's", "Grower's"],
  ['=1+"a"+2', '=1+"a"+2'],
])('the marks around %s', (cell, text) => {
  expect(withoutMarks(cell)).toBe(text);
});

test.each([
  ['6.33286E+11', 'shortened'],
  ['6,33286E+11', 'shortened'],
  ['1E+14', 'shortened'],
  ["'1.48E+13", 'shortened'],
  ['########', 'hashes'],
  ['#N/A', 'error'],
  ['#NAME?', 'error'],
  ['#REF!', 'error'],
  ['????? 250g', 'letters'],
  ['बादाम \uFFFD', 'letters'],
  ['250g', null],
  ['1E5', null],
  ['#1 seller', null],
  ['', null],
])('%s: %s', (cell, loss) => {
  expect(lossOf(cell)).toBe(loss);
});

test.each([
  ['?????', true],
  ['???? ??? ?????', true],
  ['?? ???', true],
  ['????? 250g', true],
  ['Crunchy ?????', true],
  ['Only ?299', true],
  ['?299', true],
  ['à¤¬à¤¾à¤¦à¤¾à¤®', true],
  ['â‚¹299', true],
  ['Really???', false],
  ['Are they salted? No.', false],
  ['What is it ???', false],
  ['?', false],
  ['https://shop.example/a?w=200', false],
  ['बादाम? हाँ, बादाम', false],
  ['Crème à la carte', false],
])('letters lost in %s: %s', (text, lost) => {
  expect(hasLostLetters(text)).toBe(lost);
});

test.each([
  ['299', 299],
  ['299.50', 299.5],
  ['299,50', 299.5],
  ['299,5', 299.5],
  ['1.299,50', 1299.5],
  ['0,125', 0.125],
  ['1,299', 1299],
  ['1,299.00', 1299],
  ['1,29,900.50', 129_900.5],
  ['12,34,567', 1_234_567],
  ['₹ 1,299', 1299],
  ['Rs. 299.00', 299],
  ['-5', -5],
  ["'-5", -5],
  ['1,29,90', null],
  ['12,34,56.00', null],
  ['1,,299', null],
  ['2.99E+05', null],
  ['1.2.3', null],
  ['12 34', null],
  ['many', null],
  ['', null],
])('the number in %s is %s', (cell, value) => {
  expect(numberOf(cell)).toBe(value);
});

test.each([
  ['080212', '080212'],
  ['80212', '080212'],
  ['804', '0804'],
  ['8021200', '08021200'],
  ['80212.00', '080212'],
  ["'080212", '080212'],
  ['="0804"', '0804'],
  ['0804', '0804'],
  ['20081920', '20081920'],
  // Nothing that a zero alone would make whole.
  ['12', '12'],
  ['00804', '00804'],
  ['nuts', 'nuts'],
  ['', ''],
])('the HSN code %s is %s', (cell, code) => {
  expect(codeOf(cell, [4, 6, 8])).toBe(code);
});

describe('the number of a parcel', () => {
  test.each(['148001', '0148001', 'EM123456789IN', 'D-1480/01', '1480 01', "'148001", '="148001"'])('%s', (cell) => {
    expect(idOf(cell)).toEqual({ id: withoutMarks(cell) });
  });

  test.each([
    ['', 'nothing'],
    ['-', 'nothing'],
    ['–', 'nothing'],
    ['N/A', 'nothing'],
    ['n/a', 'nothing'],
    ['#N/A', 'nothing'],
    ['NIL', 'nothing'],
    ['0', 'nothing'],
    ['000', 'nothing'],
    ['0.00', 'nothing'],
    ['########', 'nothing'],
    ['Pending', 'nothing'],
    ['…234.00', 'nothing'],
    ['12,345,…', 'nothing'],
    ['1.48E+13', 'shortened'],
    ['1,48E+13', 'shortened'],
    ['148001234.00', 'changed'],
    ['148001234,0', 'changed'],
    ['12,345,678', 'changed'],
    ['12,34,56,789.00', 'changed'],
  ])('%s is none: %s', (cell, lost) => {
    expect(idOf(cell)).toEqual({ lost });
  });
});

test.each([
  ['#N/A', true],
  ['####', true],
  ['nil', true],
  ['0', true],
  ['10', false],
  ['Nilgiri', false],
])('%s stands for nothing: %s', (cell, nothing) => {
  expect(isNothing(cell)).toBe(nothing);
});
