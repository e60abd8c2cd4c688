import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Coupon,
  type CouponLine,
  chooseCoupons,
  cleanCode,
  couponDiscount,
  couponFault,
  couponLabel,
  couponStatus,
  couponWords,
  nameFault,
  rankCoupons,
} from './coupons.ts';
import { priceOrder } from './pricing.ts';

const AT = 1_795_000_000_000;
const DAY = 86_400_000;

function coupon(more: Partial<Coupon> = {}): Coupon {
  return {
    id: 'cpn_1',
    code: 'DIWALI10',
    name: '',
    kind: 'percent',
    value: 10,
    maxDiscount: null,
    minOrder: 0,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    perPhone: null,
    firstOrder: false,
    scope: { kind: 'all' },
    paused: false,
    ...more,
  };
}

const line = (price: number, quantity = 1, productId = 'almonds', categoryId = 'nuts'): CouponLine => ({
  productId,
  categoryId,
  price,
  quantity,
});

describe('couponDiscount', () => {
  const cart = [line(59_900), line(20_000, 2, 'raisins', 'dried'), line(34_900, 1, 'dates', 'dried')];
  test.each<[string, Partial<Coupon>, number[]]>([
    ['10% of all', {}, [5_990, 4_000, 3_490]],
    ['10% of one product', { scope: { kind: 'products', ids: ['raisins'] } }, [0, 4_000, 0]],
    ['10% of one category', { scope: { kind: 'categories', ids: ['dried'] } }, [0, 4_000, 3_490]],
    ['nothing in it', { scope: { kind: 'products', ids: ['walnuts'] } }, [0, 0, 0]],
    ['10% up to ₹50', { maxDiscount: 5_000 }, [2_222, 1_484, 1_294]],
    ['₹100', { kind: 'amount', value: 10_000 }, [4_444, 2_967, 2_589]],
    [
      '₹500 of goods of ₹400',
      { kind: 'amount', value: 50_000, scope: { kind: 'products', ids: ['raisins'] } },
      [0, 40_000, 0],
    ],
    ['100% leaves ₹1', { value: 100 }, [59_856, 39_970, 34_874]],
  ])('%s', (_title, more, expected) => {
    expect(couponDiscount(coupon(more), cart)).toEqual(expected);
  });

  test('is rounded to the paisa', () => {
    expect(couponDiscount(coupon({ value: 15 }), [line(33_333)])).toEqual([5_000]);
    expect(couponDiscount(coupon(), [line(99)])).toEqual([0]);
  });

  test('never takes more off a line than it costs, nor brings the order below ₹1; the lines add up', () => {
    const anyLine = fc.record({
      productId: fc.constantFrom('almonds', 'raisins'),
      categoryId: fc.constantFrom('nuts', 'dried'),
      price: fc.nat(1_000_000),
      quantity: fc.integer({ min: 1, max: 999 }),
    });
    const anyCoupon = fc
      .record({
        kind: fc.constantFrom('percent' as const, 'amount' as const),
        value: fc.integer({ min: 1, max: 100 }),
        maxDiscount: fc.option(fc.integer({ min: 100, max: 100_000 })),
        scope: fc.constantFrom<Coupon['scope']>(
          { kind: 'all' },
          { kind: 'products', ids: ['almonds'] },
          { kind: 'categories', ids: ['dried', 'nuts'] },
        ),
      })
      .map(({ value, ...rest }) => coupon({ ...rest, value: rest.kind === 'amount' ? value * 1_000 : value }));
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 20 }),
        anyCoupon,
        fc.nat(10_000),
        (lines, one, online) => {
          const off = couponDiscount(one, lines);
          const price = priceOrder(lines, { amount: online }, off);
          expect(off).toHaveLength(lines.length);
          for (const [index, { price: each, quantity }] of lines.entries()) {
            expect(off[index]).toBeGreaterThanOrEqual(0);
            expect(off[index]).toBeLessThanOrEqual(each * quantity);
          }
          expect(price.couponDiscount).toBe(off.reduce((sum, part) => sum + part, 0));
          expect(price.total).toBe(price.subtotal - price.discount);
          expect(price.total).toBeGreaterThanOrEqual(Math.min(100, price.subtotal));
          if (one.kind === 'percent' && one.maxDiscount !== null) {
            expect(price.couponDiscount).toBeLessThanOrEqual(one.maxDiscount);
          }
          if (one.kind === 'amount') expect(price.couponDiscount).toBeLessThanOrEqual(one.value);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('couponFault', () => {
  const cart = [line(59_900), line(40_000, 1, 'raisins', 'dried')];
  test.each<[Partial<Coupon>, string | null]>([
    [{}, null],
    [{ startsAt: AT, endsAt: AT + 1 }, null],
    [{ startsAt: AT + 1 }, 'planned'],
    [{ endsAt: AT }, 'ended'],
    [{ endsAt: AT, paused: true }, 'ended'],
    [{ paused: true }, 'paused'],
    [{ minOrder: 99_900 }, null],
    [{ minOrder: 99_901 }, 'minimum'],
    [{ scope: { kind: 'categories', ids: ['dried'] } }, null],
    [{ scope: { kind: 'products', ids: ['dates'] } }, 'other_products'],
    [{ scope: { kind: 'products', ids: ['dates'] }, minOrder: 999_900 }, 'other_products'],
  ])('%j: %s', (more, fault) => {
    expect(couponFault(coupon(more), cart, AT)).toBe(fault);
  });
});

describe('chooseCoupons', () => {
  const cart = [line(100_000)];
  const code = coupon({ id: 'b', value: 10 });
  const auto = (value: number, more: Partial<Coupon> = {}) =>
    coupon({ id: `a${value}`, code: null, name: `${value}% off`, value, ...more });
  const ids = (coupons: Coupon[], with_: string) =>
    chooseCoupons(coupons, cart, { code: with_, at: AT }).offers.map((offer) => [offer.coupon.id, offer.amount]);

  test('the largest discount is first; the code wins over an equal offer', () => {
    expect(ids([auto(5), auto(12), code], 'DIWALI10')).toEqual([
      ['a12', 12_000],
      ['b', 10_000],
      ['a5', 5_000],
    ]);
    expect(ids([auto(10), code], 'DIWALI10').map(([id]) => id)).toEqual(['b', 'a10']);
  });

  test('another code never applies, and offers that do not apply are left out', () => {
    expect(ids([code, auto(5)], '')).toEqual([['a5', 5_000]]);
    expect(ids([auto(5, { paused: true }), auto(7, { minOrder: 100_001 })], '')).toEqual([]);
  });

  test.each<[string, string | null]>([
    ['', null],
    ['DIWALI10', null],
    ['NOSUCH', 'unknown'],
    ['LATE', 'ended'],
  ])('the fault of %j is %s', (given, fault) => {
    const late = coupon({ id: 'c', code: 'LATE', endsAt: AT - DAY });
    expect(chooseCoupons([code, late], cart, { code: given, at: AT }).fault).toBe(fault);
  });

  test('a coupon that takes off nothing is no offer', () => {
    expect(rankCoupons([coupon()], [line(100)], AT)).toEqual([]);
  });
});

test.each<[Partial<Coupon>, number, string]>([
  [{}, 0, 'running'],
  [{ startsAt: AT + 1 }, 0, 'planned'],
  [{ maxUses: 2 }, 1, 'running'],
  [{ maxUses: 2 }, 2, 'used_up'],
  [{ paused: true, maxUses: 2 }, 2, 'paused'],
  [{ paused: true, endsAt: AT }, 2, 'ended'],
])('status of %j with %i uses: %s', (more, uses, status) => {
  expect(couponStatus(coupon(more), AT, uses)).toBe(status);
});

test.each([
  [' diwali 10 ', 'DIWALI10'],
  ['First50', 'FIRST50'],
  ['', ''],
])('cleanCode(%j) is %j', (text, code) => {
  expect(cleanCode(text)).toBe(code);
});

test('labels and words', () => {
  expect(couponLabel({ code: 'DIWALI10', name: 'x' })).toBe('Coupon DIWALI10');
  expect(couponLabel({ code: null, name: 'Combo week' })).toBe('Combo week');
  expect(couponWords(coupon({ minOrder: 99_900, maxDiscount: 20_000 }))).toBe(
    '10% off orders of ₹999 or more, up to ₹200',
  );
  expect(couponWords(coupon({ kind: 'amount', value: 5_000, firstOrder: true, minOrder: 49_900 }))).toBe(
    '₹50 off the first order of ₹499 or more',
  );
  expect(couponWords(coupon({ scope: { kind: 'products', ids: ['a'] }, firstOrder: true }))).toBe(
    '10% off selected products, first order only',
  );
});

test.each<[string, Partial<Coupon>, string | null]>([
  ['Combo week', {}, null],
  ['10% off everything', {}, null],
  ['10 per cent off', {}, null],
  ['20% off everything', {}, '20%'],
  ['10% off above ₹999', { minOrder: 99_900 }, null],
  ['10% off above ₹499', { minOrder: 99_900 }, '₹499'],
  ['10% off up to ₹1,200', { maxDiscount: 120_000 }, null],
  ['₹50 off', { kind: 'amount', value: 5_000 }, null],
  ['₹500 off', { kind: 'amount', value: 5_000 }, '₹500'],
  ['10% off', { kind: 'amount', value: 1_000 }, '10%'],
])('the name %j of %j is false about %s (D30)', (name, more, wrong) => {
  expect(nameFault(name, coupon(more))).toBe(wrong && `The name says ${wrong}, but the offer gives something else`);
});
