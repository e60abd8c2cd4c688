import { expect, test } from 'vitest';
import { isShopError } from '../../errors.ts';
import { DraftInput } from '../orders.ts';
import { type DraftFacts, planDraft } from './draft.ts';
import { AT, factsOf, holding, line, offerOf, sizes, TERMS, usageOf } from './test-facts.ts';

const NO_COUPON = { tried: [], fault: null, used: null, code: '', phone: '', known: [] };

function plan(more: Partial<DraftFacts>, input: Record<string, unknown> = {}) {
  const facts = {
    ...factsOf(),
    formerLines: 0,
    codes: null,
    staffDiscount: 0,
    ...more,
    coupon: { ...NO_COUPON, ...more.coupon },
  };
  return planDraft(facts, DraftInput.parse(input), AT);
}

function planned(more: Partial<DraftFacts>, input: Record<string, unknown> = {}) {
  const made = plan(more, input);
  if (isShopError(made)) throw made;
  return made;
}

test.each([
  ['an unknown item', { lines: [line({ problem: 'gone' })] }, 'items_unavailable'],
  ['an item that is not for sale', { lines: [line({ problem: 'sold_out' })] }, 'out_of_stock'],
  ['too little in stock', { sizes: sizes(1) }, 'out_of_stock'],
  ['too little, also beyond the limits', { sizes: sizes(1), usage: usageOf(20) }, 'out_of_stock'],
  ['a total under ₹1', { lines: [line({ price: 20 })] }, 'validation'],
  ['a closed shop', { closed: { state: 'soon', backOn: '', text: '' } }, 'shop_closed'],
] as const)('a draft of %s is refused', (_, facts, code) => {
  expect(plan(facts)).toMatchObject({ code });
});

test('a draft to another state is refused as soon as its address says so (D64)', () => {
  const only = { name: 'Maharashtra', gstCode: '27' };
  expect(plan({ only }, { shippingAddress: { state: 'Kerala' } })).toMatchObject({ code: 'other_state' });
  expect(plan({ only }, { shippingAddress: { pincode: '682001' } })).toMatchObject({ code: 'other_state' });
  expect(plan({ only }, { shippingAddress: { state: 'Maharashtra' } })).not.toHaveProperty('code');
  expect(plan({ only })).not.toHaveProperty('code');
});

test.each([
  ['India', true],
  ['UK', true],
  ['USA', false],
])('a draft to %s is made, if the shop delivers there: %s (D68)', (country, made) => {
  const message = 'We do not deliver to this country.';
  const refusal = { code: 'validation', errors: [{ path: 'shippingAddress.country', msg: message }] };
  expect(plan({ countries: TERMS.countries }, { shippingAddress: { country } })).toMatchObject(
    made ? { pieces: 2 } : refusal,
  );
});

test.each([
  // title, wanted, stock, held, own, usage: pieces, whole
  ['all that it wants', 2, 10, 0, 0, null, 2, true],
  ['what it held, and more', 5, 3, 2, 2, null, 5, true],
  ['less than before', 2, 0, 5, 5, null, 2, true],
  ['ten pieces, or under half', 150, 200, 0, 0, usageOf(), 99, false],
  ['its own hold is not one of others', 150, 101, 99, 99, usageOf(), 99, false],
  ['nothing beyond 20 claims', 2, 10, 0, 0, usageOf(20), 0, false],
  ['nothing beyond 200 pieces', 2, 10, 0, 0, usageOf(0, 199), 0, false],
  // D65 is about orders: who drafts is about to pay.
  ['also when less than half is free', 10, 49, 0, 0, usageOf(), 10, true],
] as const)('a draft holds %s', (_, quantity, stock, held, own, usage, pieces, whole) => {
  const facts = { lines: [line({ quantity })], sizes: sizes(stock, held), held: own ? holding(own) : [], usage };
  expect(planned(facts)).toMatchObject({ pieces, whole, reservedUntil: AT + TERMS.holdMs });
});

test('a use of the coupon is held with stock, within the limits', () => {
  const coupon = { ...NO_COUPON, tried: [offerOf()], code: 'TENOFF' };
  expect(planned({ coupon })).toMatchObject({ use: 'ten', price: { total: 53_820 }, coupon: { applied: true } });
  expect(planned({ coupon, usage: usageOf(20) })).toMatchObject({ use: null, price: { total: 53_820 } });
  // Ten orders with a UTR beside ten without.
  expect(planned({ coupon, usage: usageOf(10, 0, 10) })).toMatchObject({ use: null, pieces: 2 });
  const lost = { ...coupon, tried: [offerOf('used_up')] };
  expect(planned({ coupon: lost })).toMatchObject({ use: null, coupon: { applied: false, reason: 'used_up' } });
});

test.each([
  // title, owner wants codes, totals asked of others, own former total, code
  ['the smallest', true, [], null, 1],
  ['the next one that is free', true, [59_799, 59_798], null, 3],
  ['the same as before', true, [59_799], 59_798, 2],
  ['the same as before, also when the owner has switched codes off', false, [], 59_798, 2],
  ['none without the setting', false, [], null, 0],
  ['none when all are taken', true, Array.from({ length: 99 }, (_, index) => 59_799 - index), null, 0],
] as const)('the payment code of a draft (D61): %s', (_, gives, others, former, code) => {
  const asked = others.map((total) => ({ total, order_number: 'ORD2' }));
  const own = former === null ? [] : [{ total: former, order_number: 'ORD1' }];
  const before = former === null ? null : { total: former, payment_code: 59_800 - former };
  const codes = { orderNumber: 'ORD1', before, asked: [...asked, ...own], orders: [] };
  const { price } = planned({ codes, terms: { ...TERMS, paymentCodes: gives } });
  expect(price).toMatchObject({ paymentCode: code, discount: code, total: 59_800 - code });
});

test('a total of an order that may be paid is no code either', () => {
  const codes = { orderNumber: 'ORD1', before: null, asked: [], orders: [59_799] };
  expect(planned({ codes, terms: { ...TERMS, paymentCodes: true } }).price.paymentCode).toBe(2);
});

test.each([
  // lines, before, usage, crowded, counted
  [1, 0, null, true, 0],
  [1, 0, usageOf(), false, 0],
  [1, 0, usageOf(20), false, 1],
  [1, 0, usageOf(), true, 1],
  [11, 1, usageOf(), true, 1],
  [1, 11, usageOf(), true, 0],
] as const)('a draft of %i lines, of %i before, counts among those that are limited', (...row) => {
  const [many, formerLines, usage, crowded, counted] = row;
  const lines = Array(many).fill(line({ quantity: 1 }));
  expect(planned({ lines, formerLines, usage, crowded, sizes: sizes(100) }).counted).toBe(counted);
});

test('the shopper is told what has changed', () => {
  expect(planned({}, { total: 598 }).changes).toEqual([]);
  expect(planned({}, { total: 500 }).changes).toMatchObject([{ kind: 'total', from: 500, to: 598 }]);
  const lines = [line({ clientPrice: 100 })];
  expect(planned({ lines }).changes).toMatchObject([{ kind: 'price', from: 1, to: 299 }]);
});
