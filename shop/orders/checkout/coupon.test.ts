import { expect, test } from 'vitest';
import { couponColumns, couponResult, couponsOfOrder, refusalOf, settledCoupon } from './coupon.ts';
import { AT, draftLine, line, offerOf } from './test-facts.ts';

const history = (orders: number, uses = 0) => ({ orders, uses: new Map([['ten', uses]]) });

test.each([
  ['a use is left', {}, true, history(3, 3), null],
  ['none is left', {}, false, history(0), 'used_up'],
  ['the phone has used it as often as it may', { perPhone: 2 }, true, history(2, 2), 'used_by_phone'],
  ['the phone may use it once more', { perPhone: 2 }, true, history(9, 1), null],
  ['it is not the first order', { firstOrder: true }, true, history(1), 'not_first'],
  ['it is the first order', { firstOrder: true }, true, history(0), null],
] as const)('other orders rule a coupon out: %s', (_, more, left, past, refused) => {
  expect(refusalOf(offerOf(null, more).coupon, left, past)).toBe(refused);
});

test('the first offer that is not refused is given, and the fault is that of the code', () => {
  const auto = { id: 'auto', code: null };
  const tried = [offerOf('used_up'), offerOf('not_first', auto), offerOf(null, { ...auto, id: 'two' })];
  expect(settledCoupon({ tried, fault: null })).toMatchObject({ offer: { coupon: { id: 'two' } }, fault: 'used_up' });
  expect(settledCoupon({ tried: [offerOf()], fault: null })).toMatchObject({ offer: { amount: 5_980 }, fault: null });
  expect(settledCoupon({ tried: [], fault: 'unknown' })).toEqual({ offer: null, fault: 'unknown' });
});

const { coupon } = offerOf();
const HISTORY = { ...coupon, id: 'new', code: null, value: 50, firstOrder: true };
const DRAFT = { coupon_id: 'ten', coupon_discount: 7, lines: [draftLine({ coupon_discount: 7 })], live: true };

test.each([
  ['without a draft, what applies now', null, [line()], '', ['new']],
  ['the better of code and offer', null, [line()], 'TENOFF', ['new', 'ten']],
  ['of unknown items alone none', null, [line({ stockSize: null })], 'TENOFF', []],
  ['of a live draft with the same goods its own, as it was', DRAFT, [line()], '', ['ten']],
  ['of a live draft that has none, none', { ...DRAFT, coupon_id: null }, [line()], 'TENOFF', []],
  [
    'of other goods what applies now, without offers that the draft did not give',
    DRAFT,
    [line({ quantity: 1 })],
    '',
    ['ten'],
  ],
  [
    'of other goods the offer that the draft gave',
    { ...DRAFT, coupon_id: 'new' },
    [line({ quantity: 1 })],
    '',
    ['new'],
  ],
  ['of an expired draft, too', { ...DRAFT, live: false }, [line()], '', ['ten']],
] as const)('the coupons of an order: %s', (_, draft, lines, code, ids) => {
  const { offers } = couponsOfOrder([coupon, HISTORY], { code, at: AT, lines, draft });
  expect(offers.map((offer) => offer.coupon.id)).toEqual(ids);
  if (draft?.live && lines[0].quantity === 2) expect(offers.map(({ amount }) => amount)).toEqual(ids.map(() => 7));
});

test('an order freezes its coupon', () => {
  expect(couponColumns(offerOf())).toMatchObject({ coupon_id: 'ten', coupon_code: 'TENOFF', coupon_discount: 5_980 });
  expect(couponColumns(offerOf(null, { code: null, name: 'Diwali' }))).toMatchObject({ coupon_code: '' });
  expect(couponColumns(null)).toEqual({ coupon_id: null, coupon_code: '', coupon_label: '', coupon_discount: 0 });
});

const FIRST = { firstOrder: true };
test.each([
  // title, code, phone, offer, fault: applied, reason
  ['without a code', '', '', offerOf(), null, null],
  ['that applies', 'TENOFF', '', offerOf(), null, [true, null]],
  ['that applies if this is the first order', 'TENOFF', '', offerOf(null, FIRST), null, [true, 'at_order']],
  ['of a first order that was checked', 'TENOFF', '9876543210', offerOf(null, FIRST), null, [true, null]],
  ['beside a better offer', 'OTHER', '', offerOf(null, { name: 'Diwali' }), null, [false, 'better_offer']],
  ['beside no offer', 'OTHER', '', null, null, [false, 'better_offer']],
  ['that is used up', 'TENOFF', '', null, 'used_up', [false, 'used_up']],
] as const)('what a shopper is told of a code %s', (_, code, phone, offer, fault, told) => {
  const result = couponResult({ code, phone }, { offer, fault }, 59_800, [coupon]);
  expect(result && [result.applied, result.reason]).toEqual(told);
  if (result) expect(result.message === '').toBe(result.reason === null);
});
