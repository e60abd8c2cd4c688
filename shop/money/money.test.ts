import { describe, expect, test } from 'vitest';
import {
  amountInWords,
  discountPercent,
  formatPaise,
  formatRupees,
  formatUnitPrice,
  formatUnitSalePrice,
  groupIndian,
  toPaise,
  toRupees,
  unitSalePrice,
  unitSaving,
} from './money.ts';

describe('toPaise and toRupees', () => {
  test.each([
    [0, 0],
    [299, 29_900],
    [299.5, 29_950],
    [0.1 + 0.2, 30],
    [1.005, 101],
    [-33, -3_300],
    [-1.005, -101],
    [1_29_900, 1_29_900_00],
    [1e-9, 0],
  ])('%d rupees are %d paise', (rupees, paise) => {
    expect(toPaise(rupees)).toBe(paise);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300])('rejects %d', (rupees) => {
    expect(() => toPaise(rupees)).toThrow(RangeError);
  });

  test('every paisa up to a thousand rupees survives a round trip', () => {
    for (let paise = 0; paise <= 100_000; paise++) {
      expect(toPaise(toRupees(paise))).toBe(paise);
    }
  });
});

describe('formatting', () => {
  test.each([
    [0, '₹0'],
    [29_900, '₹299'],
    [1_29_950, '₹1,299.50'],
    [5, '₹0.05'],
    [1_29_900_00, '₹1,29,900'],
    [12_34_56_789_00, '₹12,34,56,789'],
    [-3_300, '−₹33'],
    [-0.2, '₹0'],
  ])('%d paise read %s', (paise, text) => {
    expect(formatPaise(paise)).toBe(text);
  });

  test('formatRupees formats like formatPaise', () => expect(formatRupees(1299.5)).toBe('₹1,299.50'));

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [99_999, '99,999'],
    [100_000, '1,00,000'],
    [-1_234_567, '-12,34,567'],
  ])('%d is grouped %s', (number, text) => expect(groupIndian(number)).toBe(text));
});

describe('discount and unit price', () => {
  test.each([
    [319, 399, 20],
    [349, 349, 0],
    [400, 399, 0],
    [0, 0, 0],
    [999, 1459, 32],
    [1, 3, 67],
  ])('%d of %d is %d percent off', (price, original, percent) =>
    expect(discountPercent(price, original)).toBe(percent),
  );

  test.each([
    [31_900, 250, '₹1.28 per\u00a0g'],
    [1_24_900, 1000, '₹1,249.00 per\u00a0kg'],
    [2_31_900, 2000, '₹1,159.50 per\u00a0kg'],
    [31_900, null, ''],
    [31_900, 0, ''],
  ])('%d paise for %s g', (price, grams, text) => expect(formatUnitSalePrice(price, grams)).toBe(text));

  test('per gram under 1 kg, per kilogram from 1 kg', () => {
    expect(unitSalePrice(999, 999)?.per).toBe('g');
    expect(unitSalePrice(1000, 1000)?.per).toBe('kg');
    for (const grams of [null, undefined, 0, -1]) expect(unitSalePrice(999, grams)).toBeNull();
  });

  test.each([
    [31_900, 250, '₹127.60 per\u00a0100\u00a0g'],
    [59_900, 500, '₹119.80 per\u00a0100\u00a0g'],
    [99_900, 999, '₹100 per\u00a0100\u00a0g'],
    [1_14_900, 1000, '₹114.90 per\u00a0100\u00a0g'],
    [2_31_900, 2000, '₹115.95 per\u00a0100\u00a0g'],
    [31_900, null, ''],
    [31_900, 0, ''],
  ])('the unit price of %d paise for %s g', (price, grams, text) => {
    expect(formatUnitPrice({ price, grams })).toBe(text);
  });

  test.each([
    ['the smallest', 31_900, 250, 0],
    ['cheaper by weight', 59_900, 500, 6],
    ['not rounded up', 59_400, 500, 6],
    ['dearer by weight', 70_000, 500, 0],
    ['without a weight', 10_000, null, 0],
  ])('the saving against the smallest size: %s', (_name, price, grams, percent) => {
    const all = [
      { price: 99_900, grams: 1000 },
      { price: 31_900, grams: 250 },
      { price: 1, grams: null },
    ];
    expect(unitSaving({ price, grams }, all)).toBe(percent);
    expect(unitSaving({ price, grams }, [])).toBe(0);
  });
});

describe('amountInWords', () => {
  test.each([
    [0, 'Zero Rupees Only'],
    [100, 'One Rupee Only'],
    [50, 'Fifty Paise Only'],
    [1_29_900_50, 'One Lakh Twenty-Nine Thousand Nine Hundred Rupees and Fifty Paise Only'],
    [96_800, 'Nine Hundred Sixty-Eight Rupees Only'],
    [1_00_00_000_00, 'One Crore Rupees Only'],
    [1_05_00_013_01, 'One Crore Five Lakh Thirteen Rupees and One Paise Only'],
  ])('%d', (paise, words) => expect(amountInWords(paise)).toBe(words));
});
