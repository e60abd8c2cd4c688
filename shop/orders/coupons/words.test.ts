import { expect, test } from 'vitest';
import type { Coupon, CouponFault } from '../../money/coupons.ts';
import { betterSentence, faultSentence } from './words.ts';

const COUPON: Coupon = {
  id: 'cpn_1',
  code: 'DIWALI10',
  name: '',
  kind: 'percent',
  value: 10,
  maxDiscount: null,
  minOrder: 99_900,
  startsAt: Date.UTC(2026, 11, 27, 18, 30),
  endsAt: null,
  maxUses: null,
  perPhone: null,
  firstOrder: false,
  scope: { kind: 'all' },
  paused: false,
};

test.each<[CouponFault, string]>([
  ['unknown', 'DIWALI10 is not a valid code. Please check the spelling.'],
  ['ended', 'The code DIWALI10 has expired.'],
  ['paused', 'The code DIWALI10 is not available right now.'],
  ['planned', 'You can use the code DIWALI10 from 28 Dec 2026.'],
  ['minimum', 'The code DIWALI10 is for orders of ₹999 or more. Add items worth ₹101 to use it.'],
  ['other_products', 'The code DIWALI10 does not apply to the items in your cart.'],
  ['used_up', 'The code DIWALI10 has reached its limit.'],
  ['used_by_phone', 'The code DIWALI10 has already been used with this mobile number.'],
  ['not_first', 'The code DIWALI10 is only for your first order.'],
])('%s', (fault, sentence) => {
  expect(faultSentence(fault, 'DIWALI10', 89_800, COUPON)).toBe(sentence);
});

test('a better automatic offer is named', () => {
  expect(betterSentence('DIWALI10', 'Combo week')).toBe(
    'Combo week saves you more than the code DIWALI10, so you get that instead.',
  );
});
