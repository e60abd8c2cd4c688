import { describe, expect, test } from 'vitest';
import { priceOrder, withPaymentCode } from '../../money/pricing.ts';
import { cameWhileAsked, freeCode } from './payment-code.ts';

const all = (total: number) => new Set(Array.from({ length: 99 }, (_, index) => total - 1 - index));

describe('the code that makes a total unlike all others', () => {
  test.each<[string, number, number[], number]>([
    ['nothing taken', 59_900, [], 1],
    ['the same total without a code taken', 59_900, [59_900], 1],
    ['the first two taken', 59_900, [59_899, 59_898], 3],
    ['a gap', 59_900, [59_899, 59_897], 2],
    ['totals of other orders', 59_900, [59_800, 60_000], 1],
    ['a total of ₹1.01', 101, [], 1],
    ['… that is taken: it never falls below ₹1', 101, [100], 0],
    ['a total of ₹1', 100, [], 0],
  ])('%s', (_title, total, taken, code) => {
    expect(freeCode(total, new Set(taken))).toBe(code);
  });

  test('with 99 totals taken there is none; with 98 the last', () => {
    const taken = all(59_900);
    expect(freeCode(59_900, taken)).toBe(0);
    taken.delete(59_801);
    expect(freeCode(59_900, taken)).toBe(99);
  });

  test('it is a discount, and leaves at least ₹1', () => {
    const price = priceOrder([{ price: 60_000, quantity: 1 }], { amount: 100 });
    expect(withPaymentCode(price, 37)).toEqual({ ...price, discount: 137, total: 59_863, paymentCode: 37 });
    expect(withPaymentCode(price, 0)).toEqual({ ...price, paymentCode: 0 });
    expect(withPaymentCode(priceOrder([{ price: 101, quantity: 1 }]), 37)).toMatchObject({
      total: 100,
      paymentCode: 1,
    });
    expect(() => withPaymentCode(price, 0.5)).toThrow(RangeError);
  });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each<[string, { at: number; minute: number | null }, boolean]>([
  ['in the minute in which it was asked for', { at: 10 * HOUR, minute: 600 }, true],
  ['by a clock that is 5 minutes slow', { at: 10 * HOUR - 5 * MINUTE, minute: 595 }, true],
  ['earlier', { at: 10 * HOUR - 7 * MINUTE, minute: 593 }, false],
  ['in the last minute', { at: 20 * HOUR, minute: 1200 }, true],
  ['later', { at: 20 * HOUR + MINUTE, minute: 1201 }, false],
  ['on that day, at an unknown time', { at: 0, minute: null }, true],
  ['on the day before', { at: -24 * HOUR, minute: null }, false],
  ['on the day after', { at: 24 * HOUR, minute: null }, false],
])('a credit %s', (_title, credit, came) => {
  expect(cameWhileAsked({ from: 10 * HOUR + 30_000, until: 20 * HOUR }, credit)).toBe(came);
});
