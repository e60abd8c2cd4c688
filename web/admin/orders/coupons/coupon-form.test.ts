import { expect, test } from 'vitest';
import type { AdminCoupon } from '#shop/orders/coupons/input.ts';
import { datesOf, EMPTY, errorsOf, formOf, inputOf, sentencesOf } from './coupon-form.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00+05:30`);

const STORED: AdminCoupon = {
  id: 'cpn_1',
  code: 'DIWALI10',
  name: '',
  kind: 'percent',
  value: 10,
  maxDiscount: 200,
  minOrder: 999,
  startsAt: day('2026-11-01'),
  endsAt: day('2026-12-01'),
  maxUses: 200,
  perPhone: 1,
  firstOrder: false,
  scope: { kind: 'products', ids: ['almonds'] },
  paused: true,
  status: 'paused',
  taken: 64,
  orders: 60,
  sales: 74_310,
  discount: 9_482,
  version: 3,
};

test('a stored coupon fills the form, and comes back the same', () => {
  expect(formOf(STORED)).toMatchObject({ from: '2026-11-01', till: '2026-11-30', automatic: false, ids: ['almonds'] });
  const { id, status, taken, orders, sales, discount, ...fields } = STORED;
  expect(inputOf(formOf(STORED), STORED)).toEqual(fields);
});

test('a coupon that was ended in the middle of a day stays ended when it is saved again', () => {
  const ended = { ...STORED, endsAt: day('2026-11-20') + 5_000 };
  expect(inputOf(formOf(ended), ended).endsAt).toBe(ended.endsAt);
  expect(inputOf({ ...formOf(ended), till: '2026-11-21' }, ended).endsAt).toBe(day('2026-11-22'));
});

test('what is not set is left out; an automatic offer has no code, an amount no limit', () => {
  expect(inputOf({ ...EMPTY, code: 'TEN', value: 10 }, null)).toEqual({
    code: 'TEN',
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
    paused: false,
    scope: { kind: 'all' },
  });
  const offer = {
    ...EMPTY,
    automatic: true,
    code: 'OLD',
    name: 'Week',
    kind: 'amount' as const,
    value: 50,
    maxDiscount: 9,
  };
  expect(inputOf(offer, null)).toMatchObject({ code: null, name: 'Week', maxDiscount: null });
});

test('errors are named by field', () => {
  expect(errorsOf({ ...EMPTY, scope: 'products' }, null)).toMatchObject({
    code: 'Use 3 to 20 letters, digits or hyphens',
    value: 'Please enter the discount',
    'scope.ids': 'Please choose at least one',
  });
  expect(errorsOf(formOf(STORED), STORED)).toEqual({});
});

test('sentences say what the coupon does', () => {
  expect(sentencesOf(formOf(STORED), STORED)).toEqual({
    gives: '10% off selected products, on orders of ₹999 or more, up to ₹200.',
    limits: 'Once per mobile number, 200 times in all, from 1 Nov 2026, till 30 Nov 2026.',
    example: 'On a cart of ₹1,000 the shopper pays ₹900.',
  });
  expect(sentencesOf({ ...EMPTY, code: 'TEN', kind: 'amount', value: 50 }, null)).toMatchObject({
    limits: 'No overall limit, no end date.',
    example: 'On a cart of ₹1,000 the shopper pays ₹950.',
  });
  expect(sentencesOf(EMPTY, null)).toBeNull();
});

test.each([
  ['running', day('2026-12-01'), 'till 30 Nov 2026'],
  ['running', null, 'no end date'],
  ['planned', null, 'from 1 Nov 2026'],
  ['ended', day('2026-12-01'), 'ended 30 Nov 2026'],
] as const)('dates of a %s coupon that ends %s: %s', (status, endsAt, words) => {
  expect(datesOf({ status, startsAt: day('2026-11-01'), endsAt })).toBe(words);
});
