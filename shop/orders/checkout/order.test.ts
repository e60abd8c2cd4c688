import { describe, expect, test } from 'vitest';
import { isShopError } from '../../errors.ts';
import { isPinKnown } from '../../india/pin-codes.ts';
import type { AttentionReason, OrderInput } from '../orders.ts';
import { type OrderFacts, planOrder } from './order.ts';
import {
  AT,
  draftLine,
  draftOf,
  factsOf,
  HOUR,
  holding,
  inputOf,
  line,
  offerOf,
  sizes,
  TERMS,
  usageOf,
} from './test-facts.ts';

/** The rules of placing an order, one table each. */

function planned(facts: Partial<OrderFacts>, input: OrderInput = inputOf(true)) {
  const plan = planOrder(factsOf(facts), input, AT);
  if (isShopError(plan)) throw plan;
  return plan;
}

const PUNE = { name: 'Maharashtra', gstCode: '27' };
const GONE = line({ problem: 'gone', stockSize: null });

describe('who has paid is never refused (D22)', () => {
  test.each([
    ['an unknown item', { lines: [GONE] }, 'items_unavailable', ['unknown_item']],
    ['an item that is not for sale', { lines: [line({ problem: 'sold_out' })] }, 'out_of_stock', ['out_of_stock']],
    ['too little in stock', { sizes: sizes(1) }, 'out_of_stock', ['out_of_stock']],
    ['a size without a row', { sizes: new Map() }, 'out_of_stock', ['out_of_stock']],
    ['a total under ₹1', { lines: [line({ price: 20 })] }, 'validation', []],
    ['a closed shop', { closed: { state: 'holiday', backOn: '', text: '' } }, 'shop_closed', []],
    [
      'a country without delivery',
      { countries: [], terms: { ...TERMS, countries: [] } },
      'validation',
      ['no_delivery'],
    ],
    ['another state', { only: PUNE, terms: { ...TERMS, home: PUNE } }, 'other_state', ['other_state']],
  ] as const)('%s', (_, facts, code, reasons) => {
    const refused = planOrder(factsOf(facts), inputOf(false), AT);
    expect(isShopError(refused) && refused.code).toBe(code);
    expect(planned(facts).reasons).toEqual(reasons);
  });

  test('what the shop itself places is not refused for its country, and marked', () => {
    const facts = factsOf({ terms: { ...TERMS, countries: [] } });
    expect(planOrder(facts, inputOf(false), AT)).toMatchObject({ reasons: ['no_delivery'] });
  });

  test('a refusal names the lines, and what is gone comes first', () => {
    const lines = [line(), line({ index: 1, name: 'Old Mix', problem: 'gone' })];
    const refused = planOrder(factsOf({ lines, sizes: sizes(1) }), inputOf(false), AT);
    expect(refused).toMatchObject({
      code: 'items_unavailable',
      errors: [{ path: 'items.1', msg: 'Old Mix is no longer available.' }],
    });
  });
});

describe('what is sold', () => {
  test.each([
    // title, wanted, stock, held by all, unproven, held by the draft, UTR, sold, short
    ['all that is wanted', 2, 10, 0, 0, 0, true, 2, false],
    ['what is there', 5, 3, 0, 0, 0, true, 3, true],
    ['what the draft holds, and the rest from stock', 5, 3, 2, 0, 2, true, 5, false],
    ['nothing that others hold', 5, 3, 2, 0, 0, true, 3, true],
    ['less than the draft holds', 2, 0, 5, 0, 5, false, 2, false],
    ['a hold that the row does not count', 2, 0, 0, 0, 2, true, 0, true],
    // D65: the half rule.
    ['ten pieces while half is free', 10, 50, 0, 50, 0, true, 10, false],
    ['none when less than half is free', 10, 49, 0, 51, 0, true, 0, false],
    ['none of its own hold either', 10, 0, 49, 51, 10, true, 0, false],
    ['more than ten under half', 80, 100, 0, 0, 0, true, 49, false],
    ['the same without a UTR', 10, 49, 0, 51, 0, false, 0, false],
  ] as const)('%s', (_, quantity, stock, held, unproven, own, utr, sold, short) => {
    const facts = { lines: [line({ quantity })], sizes: sizes(stock, held, unproven), held: own ? holding(own) : [] };
    const { lines, stock: plan, claim } = planned(facts, inputOf(utr));
    expect([lines[0]?.sold, plan.short.size > 0, claim.pieces]).toEqual([sold, short, sold]);
    expect(plan.sizes).toMatchObject([{ held: Math.min(own, held), pieces: sold }]);
  });

  test('two lines of one size share it, the first line first', () => {
    const lines = [line({ quantity: 3 }), line({ index: 1, quantity: 4 })];
    expect(planned({ lines, sizes: sizes(5) }).lines.map(({ sold }) => sold)).toEqual([3, 2]);
  });
});

describe('limits of a network (D53)', () => {
  test.each([
    // title, usage, wanted, held by the draft, UTR, sold
    ['within them', usageOf(19, 190), 10, 0, false, 10],
    ['20 claims', usageOf(20, 20), 2, 0, false, 0],
    ['20 claims, with a UTR', usageOf(20, 20), 2, 0, true, 2],
    ['200 pieces', usageOf(0, 199), 2, 0, true, 0],
    ['200 pieces: what the draft holds stays with a UTR', usageOf(0, 200), 2, 2, true, 2],
    ['200 pieces: nor without a UTR', usageOf(0, 200), 2, 2, false, 0],
  ])('%s', (_, usage, quantity, own, utr, sold) => {
    const facts = { lines: [line({ quantity })], usage, sizes: sizes(100, own), held: own ? holding(own) : [] };
    const plan = planned(facts, inputOf(utr));
    // What is not sold yet lacks nothing: it is in stock when the payment is verified.
    expect([plan.claim.pieces, plan.reasons]).toEqual([sold, []]);
  });
});

describe('prices', () => {
  const offer = { amount: 3_300 };
  const unknown = { lines: [GONE] };
  test.each([
    ['of the catalogue', {}, 59_800, 0],
    ['with the online offer', { terms: { ...TERMS, offer } }, 56_500, 3_300],
    ['of unknown items alone: the offer is in it already', { ...unknown, terms: { ...TERMS, offer } }, 59_800, 0],
    ['a live draft keeps its offer', { draft: draftOf({ discount: 3_300 }) }, 56_500, 3_300],
    [
      'an expired one gets the current offer',
      { draft: draftOf({ live: false, discount: 3_300 }), terms: { ...TERMS, offer: { amount: 1_000 } } },
      58_800,
      1_000,
    ],
    ['a draft keeps its payment code (D61)', { draft: draftOf({ discount: 7, payment_code: 7 }) }, 59_793, 7],
    [
      'a live draft keeps what staff have taken off',
      { draft: draftOf({ discount: 900, staff_discount: 900 }) },
      58_900,
      900,
    ],
    ['an expired one does not', { draft: draftOf({ live: false, discount: 900, staff_discount: 900 }) }, 59_800, 0],
    ['a live draft without an offer gets none', { draft: draftOf(), terms: { ...TERMS, offer } }, 59_800, 0],
    ['also when its time is over', { draft: draftOf({ live: false, discount: 7, payment_code: 7 }) }, 59_793, 7],
  ] as const)('%s', (_, facts, total, discount) => {
    const { price } = planned(facts, inputOf(true, { total: total / 100 }));
    expect(price).toMatchObject({ total, discount });
  });
});

describe('coupons', () => {
  test.each([
    // title, tried, usage, use of the draft, held, UTR: coupon, use
    ['the best that is left', [offerOf()], null, null, 0, false, 'ten', 'ten'],
    ['the next one', [offerOf('used_up'), offerOf(null, { id: 'two', code: null })], null, null, 0, true, 'two', 'two'],
    ['none that is used up', [offerOf('used_up')], null, null, 0, true, null, null],
    ['beyond the limits, the price without a use', [offerOf()], usageOf(20, 20), null, 0, true, 'ten', null],
    ['with a UTR, the use of its draft', [offerOf()], usageOf(20, 20), 'ten', 2, true, 'ten', 'ten'],
    ['a draft that held nothing has none to keep', [offerOf()], usageOf(20, 20), 'ten', 0, true, 'ten', null],
  ] as const)('%s', (_, tried, usage, used, own, utr, coupon, use) => {
    const facts = { coupon: { tried, fault: null, used }, usage, held: own ? holding(own) : [], sizes: sizes(10, own) };
    const plan = planned(facts, inputOf(utr));
    expect([plan.offer?.coupon.id ?? null, plan.use]).toEqual([coupon, use]);
  });

  test('with nothing to sell it has no use', () => {
    const plan = planned({ coupon: { tried: [offerOf()], fault: null, used: null }, sizes: sizes(0) });
    expect([plan.price.total, plan.use]).toEqual([53_820, null]);
  });
});

describe('reasons for attention', () => {
  const coupon = (fault: 'unknown' | null) => ({ tried: [], fault, used: null });
  test.each([
    ['nothing', {}, {}, []],
    ['another price than in the cart', { lines: [line({ clientPrice: 100 })] }, {}, ['price_changed']],
    [
      'another price than in the draft',
      { draft: draftOf({ lines: [draftLine({ price: 1 })] }) },
      {},
      ['price_changed'],
    ],
    ['a code that does not apply', { coupon: coupon('unknown') }, {}, ['coupon_lost']],
    ['less off than in the draft', { draft: draftOf({ coupon_discount: 1, discount: 1 }) }, {}, ['coupon_lost']],
    ['no code in the draft', { draft: draftOf(), coupon: coupon('unknown') }, {}, []],
    ['another total', {}, { total: 597 }, ['amount_mismatch']],
    ['the same total', {}, { total: 598 }, []],
    ['a UTR of another order', { sameUtr: 1 }, {}, ['duplicate_utr']],
  ] as const)('%s', (_, facts, input, reasons) => {
    expect(planned(facts, inputOf(true, input)).reasons).toEqual(reasons);
  });

  test.each<[address: Record<string, string>, reasons: AttentionReason[]]>([
    [{ address: 'Address to be confirmed', pincode: '000000' }, ['placeholder_address']],
    [{ state: 'Elsewhere', pincode: '999999' }, ['state_unknown']],
    [{ state: 'Kerala', pincode: '600020' }, ['pin_doubtful']],
    [{ state: 'Tamil Nadu', pincode: '600999' }, ['pin_doubtful']],
  ])('the address %o', (address, reasons) => {
    const input = inputOf(true);
    const shippingAddress = { ...input.shippingAddress, ...address };
    const pinKnown = isPinKnown(shippingAddress.pincode);
    expect(planned({ pinKnown }, { ...input, shippingAddress }).reasons).toEqual(reasons);
  });

  test('the timeline says why, in words', () => {
    const input = inputOf(true, { total: 597 });
    expect(planned({}, inputOf(true)).events).toEqual([{ kind: 'placed', status: 'pending', note: '' }]);
    expect(planned({ sameUtr: 2 }, input).events[1]).toEqual({
      kind: 'attention',
      status: null,
      note: 'Needs attention: the shopper was shown ₹597, the order comes to ₹598; another order carries the same UTR.',
    });
  });
});

test.each([
  [true, { kind: 'unproven', pieces: 2, expires_at: AT + 48 * HOUR, remind_at: null }],
  [false, { kind: 'order', pieces: 2, expires_at: AT + 24 * HOUR, remind_at: AT + 2 * HOUR }],
])('how long others cannot have its stock, with a UTR: %s', (utr, claim) => {
  expect(planned({}, inputOf(utr)).claim).toEqual(claim);
});

test.each([
  // lines of the order and of its draft, crowded, counted
  [1, 0, false, 0],
  [1, 0, true, 1],
  [11, 0, true, 2],
  [1, 1, true, 0],
  [11, 1, true, 1],
  [1, 11, true, 0],
])('an order of %i lines from a draft of %i, crowded: %s, counts as %i', (many, drafted, crowded, counted) => {
  const draft = drafted ? draftOf({ lines: Array(drafted).fill(draftLine()) }) : null;
  expect(planned({ lines: Array(many).fill(line()), draft, crowded }).counted).toBe(counted);
});
