import { expect, test } from 'vitest';
import { isShopError, type ShopError } from '../../errors.ts';
import { agreedLines, type StaffPrices, staffDiscountOf } from './staff-prices.ts';
import { line } from './test-facts.ts';

/** Two packs at ₹299. */
function agree(more: Partial<StaffPrices> = {}, price?: number) {
  const prices = new Map(price === undefined ? [] : [[0, { price, reason: 'Regular customer' }]]);
  const agreed: StaffPrices = { prices, discount: 0, reason: '', lowestPercent: null, ...more };
  return { lines: agreedLines([line()], agreed), agreed };
}

test.each([
  ['none', undefined, 29_900, 0, ''],
  ['the same', 29_900, 29_900, 0, ''],
  ['lower: a discount on the line', 25_000, 29_900, 9_800, 'Regular customer'],
  ['higher: the price itself', 31_000, 31_000, 0, 'Regular customer'],
])('a price that was agreed, %s', (_name, price, stored, staffDiscount, priceReason) => {
  const { lines, agreed } = agree({}, price);
  expect(lines).toMatchObject([{ price: stored, staffDiscount, priceReason }]);
  expect(isShopError(lines) ? 0 : staffDiscountOf(lines, agreed)).toBe(staffDiscount);
});

test('a discount on the whole is added to those of the lines', () => {
  const { lines, agreed } = agree({ discount: 4_900 }, 25_000);
  expect(isShopError(lines) ? 0 : staffDiscountOf(lines, agreed)).toBe(14_700);
});

test.each([
  ['80% of ₹299', 23_920, 0, null],
  ['a paisa less', 23_919, 0, 'items.0.price'],
  ['a raised price and no discount', 31_000, 0, null],
  ['the discount alone', undefined, 11_961, 'discount'],
  ['the discount alone, just allowed', undefined, 11_960, null],
  ['both together', 24_000, 1_000, 'discount'],
])('a manager goes to 80%% and not below: %s', (_name, price, discount, path) => {
  const { lines } = agree({ discount, lowestPercent: 80 }, price);
  if (path === null) return expect(isShopError(lines)).toBe(false);
  expect(lines).toMatchObject({ code: 'forbidden', errors: [{ path }] });
  expect((lines as ShopError).message).toBe(
    'You may sell California Almonds, 250g for ₹239.20 or more. Only an admin may go below 80% of the price.',
  );
  expect(isShopError(agree({ discount }, price).lines)).toBe(false);
});

test('at least ₹1 is left, also by an admin', () => {
  expect(agree({ discount: 59_700 }).lines).toHaveLength(1);
  expect(agree({ discount: 59_701 }).lines).toMatchObject({ code: 'validation' });
  expect(agree({}, 1).lines).toMatchObject({ code: 'validation' });
});

test('an item that is gone is refused as such, not for its price', () => {
  const gone = line({ problem: 'gone', price: 0 });
  const agreed: StaffPrices = { prices: new Map(), discount: 0, reason: '', lowestPercent: 80 };
  expect(agreedLines([gone], agreed)).toEqual([gone]);
});
