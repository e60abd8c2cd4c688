import { expect, test } from 'vitest';
import { CouponInput, paiseOf, wordsOf } from './input.ts';

const BODY = { code: 'diwali 10', kind: 'percent', value: 10 };

test('a code is cleaned, and everything else has a default', () => {
  expect(CouponInput.parse(BODY)).toEqual({
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
  });
});

test.each<[Record<string, unknown>, string, string]>([
  [{ code: 'A' }, 'code', 'Use 3 to 20 letters, digits or hyphens'],
  [{ code: 'दिवाली' }, 'code', 'Use 3 to 20 letters, digits or hyphens'],
  [{ value: 0 }, 'value', 'Please enter a whole number from 1 to 100'],
  [{ value: 101 }, 'value', 'Please enter a whole number from 1 to 100'],
  [{ value: 12.5 }, 'value', 'Please enter a whole number from 1 to 100'],
  [{ kind: 'amount', value: 0.5 }, 'value', 'Please enter ₹1 or more'],
  [{ kind: 'amount', value: 50, maxDiscount: 20 }, 'maxDiscount', 'Only a percentage needs a limit'],
  [{ maxUses: 0 }, 'maxUses', 'Please enter 1 or more'],
  [{ perPhone: 1.5 }, 'perPhone', 'Please enter 1 or more'],
  [{ startsAt: 2_000, endsAt: 2_000 }, 'endsAt', 'The end must be after the start'],
  [{ scope: { kind: 'products', ids: [] } }, 'scope.ids', 'Please choose at least one'],
  [{ code: null }, 'name', 'Please enter a name for shoppers'],
  [{ code: null, name: '20% off' }, 'name', 'The name says 20%, but the offer gives something else'],
])('%j is refused at %s', (more, path, message) => {
  const { error } = CouponInput.safeParse({ ...BODY, ...more });
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});

test('amounts become paise, a percentage stays', () => {
  const coupon = CouponInput.parse({ ...BODY, maxDiscount: 199.5, minOrder: 999 });
  expect(paiseOf(coupon)).toEqual({ kind: 'percent', value: 10, maxDiscount: 19_950, minOrder: 99_900 });
  expect(paiseOf({ ...coupon, kind: 'amount', value: 50 })).toMatchObject({ value: 5_000 });
  expect(wordsOf(coupon)).toBe('10% off orders of ₹999 or more, up to ₹199.50');
});
