import { expect, test } from 'vitest';
import { isDayOfUtr } from './utr.ts';

const NOV_22 = Date.parse('2026-11-22T12:00:00+05:30');
const JAN_1 = Date.parse('2027-01-01T00:10:00+05:30');

test.each<[string, number, boolean]>([
  ['632612345678', NOV_22, true],
  ['632412345678', NOV_22, true],
  ['632312345678', NOV_22, false],
  ['635612345678', NOV_22, true],
  ['635712345678', NOV_22, false],
  ['532612345678', NOV_22, false],
  ['636512345678', JAN_1, true],
  ['700112345678', JAN_1, true],
  ['600112345678', JAN_1, false],
  ['HDFC632312345', NOV_22, true],
  ['6323123456789', NOV_22, true],
])('the day in %s fits an order of %i: %s', (utr, at, fits) => {
  expect(isDayOfUtr(utr, at)).toBe(fits);
});
