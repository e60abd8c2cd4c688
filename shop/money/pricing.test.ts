import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPayable, priceOrder, validItems } from './pricing.ts';

describe('priceOrder', () => {
  test('sums lines in paise; shipping is 0', () => {
    expect(
      priceOrder([
        { price: 59900, quantity: 1 },
        { price: 20950, quantity: 3 },
      ]),
    ).toEqual({ subtotal: 122750, shipping: 0, discount: 0, staffDiscount: 0, couponDiscount: 0, total: 122750 });
    expect(priceOrder([])).toEqual({
      subtotal: 0,
      shipping: 0,
      discount: 0,
      staffDiscount: 0,
      couponDiscount: 0,
      total: 0,
    });
  });

  test.each([
    [50000, 3300, 3300, 46700],
    [3400, 3300, 3300, 100],
    [3300, 3300, 3200, 100],
    [100, 3300, 0, 100],
    [50, 3300, 0, 50],
    [0, 3300, 0, 0],
    [50000, 0, 0, 50000],
  ])('%i with an offer of %i takes off %i', (price, amount, discount, total) => {
    expect(priceOrder([{ price, quantity: 1 }], { amount })).toMatchObject({ discount, total });
  });

  test('total is subtotal minus discount; the offer never brings it under ₹1', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ price: fc.nat(10_000_000), quantity: fc.integer({ min: 1, max: 999 }) }), {
          maxLength: 100,
        }),
        fc.nat(100_000),
        (lines, amount) => {
          const price = priceOrder(lines, { amount });
          expect(price.total).toBe(price.subtotal - price.discount);
          expect(price.total).toBeGreaterThanOrEqual(Math.min(price.subtotal, 100));
          expect(price.discount).toBeLessThanOrEqual(amount);
        },
      ),
    );
  });

  test('what staff have agreed comes first, then the coupon, then the offer', () => {
    const price = priceOrder([{ price: 50_000, quantity: 1 }], { amount: 3_300 }, [5_000], 9_800);
    expect(price).toMatchObject({ staffDiscount: 9_800, couponDiscount: 5_000, discount: 18_100, total: 31_900 });
    expect(priceOrder([{ price: 5_000, quantity: 1 }], { amount: 3_300 }, [1_000], 4_500)).toMatchObject({
      staffDiscount: 4_500,
      couponDiscount: 400,
      discount: 4_900,
      total: 100,
    });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 2 ** 53])('rejects %d', (bad) => {
    expect(() => priceOrder([{ price: bad, quantity: 1 }])).toThrow(RangeError);
    expect(() => priceOrder([{ price: 1, quantity: bad }])).toThrow(RangeError);
    expect(() => priceOrder([{ price: 1, quantity: 1 }], { amount: bad })).toThrow(RangeError);
  });
});

describe('validItems (R2.5)', () => {
  const good = { product: 'almonds', size: '250g', quantity: 1 };
  test.each([
    [{ ...good, product: '' }],
    [{ ...good, product: '  ' }],
    [{ ...good, product: undefined }],
    [{ ...good, product: 7 }],
    [{ ...good, size: '' }],
    [{ ...good, size: undefined }],
    [{ ...good, quantity: 0 }],
    [{ ...good, quantity: -2 }],
    [{ ...good, quantity: Number.NaN }],
    [{ ...good, quantity: '3' }],
    [null as unknown as typeof good],
  ])('%j is dropped', (bad) => {
    expect(validItems([bad, good])).toEqual([good]);
  });

  test('does not mutate the list', () => {
    const items = Object.freeze([good, { ...good, product: '' }]);
    expect(validItems(items)).toEqual([good]);
    expect(items).toHaveLength(2);
  });
});

test.each([
  [0, 'Cart is empty! Please add items to your cart first.'],
  [-5, 'Cart is empty! Please add items to your cart first.'],
  [Number.NaN, 'Cart is empty! Please add items to your cart first.'],
  [99, 'Minimum order amount is ₹1. Please add items to your cart.'],
  [100, null],
])('checkPayable(%d)', (total, message) => {
  expect(checkPayable(total)).toBe(message);
});
