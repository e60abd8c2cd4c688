import { describe, expect, test } from 'vitest';
import { ProofSettings } from '../../settings/proof.ts';
import { type CreditFacts, matchCredit, type OrderFacts, type OtherWays, type SourceFacts } from './match.ts';

/**
 * Payments that need no UTR from the shopper (D61): by the order number in the payer's note, and by
 * exact paise.
 */
const UTR = '632400000001';
const [NUMBER, OTHER] = ['ORD1764000000000123', 'ORD1764000000000124'];

const report = (given: Partial<SourceFacts> = {}): SourceFacts => ({
  source: 'statement',
  refs: [UTR],
  noteOrder: NUMBER,
  mayConfirm: true,
  at: 1,
  ...given,
});
const credit = (given: Partial<CreditFacts> = {}): CreditFacts => ({
  id: 'crd_1',
  amount: 29_863,
  day: '2026-11-20',
  at: 0,
  minute: null,
  refs: [UTR],
  account: '6298',
  bank: 'HDFC',
  payer: 'Ananya',
  status: 'open',
  unmatched: false,
  sources: [report()],
  ...given,
});
const order = (given: Partial<OrderFacts> = {}): OrderFacts => ({
  orderNumber: NUMBER,
  total: 29_863,
  utr: null,
  name: 'Ananya Iyer',
  status: 'draft',
  payment: 'pending',
  paid: null,
  decidedAt: null,
  proven: false,
  unknownItem: false,
  created: '2026-11-20',
  lapsed: false,
  paymentCode: 37,
  ...given,
});
const rules = (given: object = {}) =>
  ProofSettings.parse({ byPaise: true, accounts: [{ bank: 'HDFC', tail: '6298' }], ...given });
const bare = (source: SourceFacts['source'] = 'statement') => report({ source, noteOrder: null });

const WAYS = {
  number: (of: Partial<OrderFacts>): OtherWays => ({ named: [order(of)], asked: [] }),
  paise: (of: Partial<OrderFacts>): OtherWays => ({ named: [], asked: [order(of)] }),
} as const;

describe.each(['number', 'paise'] as const)('by %s', (way) => {
  test.each<[string, Partial<CreditFacts>, Partial<OrderFacts>, string, string]>([
    ['a draft', {}, {}, 'confirm', 'exact'],
    ['an order without a UTR', {}, { status: 'pending' }, 'confirm', 'exact'],
    [
      'an order that the shop cancelled for want of a UTR',
      {},
      { status: 'cancelled', lapsed: true },
      'confirm',
      'exact',
    ],
    ['an order that was cancelled', {}, { status: 'cancelled' }, 'review', 'cancelled'],
    ['an order that was returned', {}, { status: 'returned' }, 'review', 'cancelled'],
    ['a paisa less', { amount: 29_862 }, {}, 'review', 'amount_differs'],
    ['a paisa more', { amount: 29_864 }, {}, 'review', 'amount_differs'],
    ['₹1', { amount: 100 }, {}, 'review', 'amount_differs'],
    [
      'a second payment',
      {},
      { status: 'confirmed', payment: 'completed', proven: true, utr: '1' },
      'review',
      'already_paid',
    ],
    ['a payment that staff accepted', {}, { status: 'confirmed', payment: 'completed' }, 'none', 'already_paid'],
    ['… with a UTR', {}, { status: 'confirmed', payment: 'completed', utr: '1' }, 'review', 'already_paid'],
    ['an order with another UTR', {}, { status: 'pending', utr: '632400000009' }, 'review', 'utr_differs'],
    ['an item that the shop does not sell', {}, { status: 'pending', unknownItem: true }, 'review', 'unknown_item'],
    ['a date two days before', { day: '2026-11-18' }, {}, 'review', 'date_differs'],
    ['a credit that a person took off', { unmatched: true }, {}, 'suggest', 'unmatched'],
    ['a credit without any reference', { refs: [] }, {}, 'suggest', 'unproven'],
    ['a credit that is set aside', { status: 'dismissed' }, {}, 'none', 'dismissed'],
    ['a credit that the bank took back', { status: 'reversed' }, {}, 'none', 'reversed'],
    ['a contradiction', { status: 'conflict' }, {}, 'review', 'conflict'],
    ['a credit of another order', { status: 'matched' }, {}, 'none', 'matched'],
    ['a report that may not confirm', { sources: [report({ mayConfirm: false })] }, {}, 'suggest', 'unproven'],
    ['a pasted text', { sources: [report({ source: 'text' })] }, {}, 'suggest', 'pasted'],
    ['an SMS under the default policy', { sources: [report({ source: 'sms' })] }, {}, 'suggest', 'policy'],
    [
      'a payment that was not found',
      {},
      { status: 'pending', payment: 'failed', decidedAt: 1 },
      'suggest',
      'not_received',
    ],
    ['… and found since', {}, { status: 'pending', payment: 'failed', decidedAt: 0 }, 'confirm', 'exact'],
  ])('%s', (_title, given, about, decision, reason) => {
    expect(matchCredit(credit(given), [], rules(), {}, WAYS[way](about))).toMatchObject({ decision, reason });
  });

  test('the order gets the reference of the credit', () => {
    const match = matchCredit(credit(), [], rules(), {}, WAYS[way]({}));
    expect(match).toMatchObject({ orderNumber: NUMBER, way, utr: UTR, draft: true, source: 'statement' });
  });

  test('limits and own accounts count as for a UTR', () => {
    const decide = (given: object, today = {}) => matchCredit(credit(), [], rules(given), today, WAYS[way]({})).reason;
    const statement = { policy: 'confirm', limitPerOrder: 298, limitPerDay: null };
    expect(decide({ sources: { statement } })).toBe('limit_per_order');
    const aDay = { ...statement, limitPerOrder: null, limitPerDay: 298.63 };
    expect(decide({ sources: { statement: aDay } })).toBe('exact');
    expect(decide({ sources: { statement: aDay } }, { statement: 1 })).toBe('limit_per_day');
    expect(decide({ accounts: [{ bank: 'HDFC', tail: '6299' }] })).toBe('other_account');
  });

  test('switched off, it only suggests', () => {
    const off = rules({ [way === 'number' ? 'byNumber' : 'byPaise']: false });
    expect(matchCredit(credit(), [], off, {}, WAYS[way]({}))).toMatchObject({ decision: 'suggest', reason: 'policy' });
  });
});

describe('by number', () => {
  test('only a report that names the order itself confirms it', () => {
    const sources = [report({ source: 'text' }), bare()];
    const others = { named: [order()], asked: [] };
    expect(matchCredit(credit({ sources }), [], rules(), {}, others)).toMatchObject({ reason: 'pasted' });
    const both = [...sources, report()];
    expect(matchCredit(credit({ sources: both }), [], rules(), {}, others)).toMatchObject({ decision: 'confirm' });
  });

  test('reports that name two orders are for a person', () => {
    const others = { named: [order(), order({ orderNumber: OTHER })], asked: [] };
    expect(matchCredit(credit(), [], rules(), {}, others)).toMatchObject({
      decision: 'review',
      reason: 'note_differs',
    });
  });

  test('UTR and note that point to different orders are for a person, also of different amounts', () => {
    const withUtr = order({ orderNumber: OTHER, utr: UTR, status: 'pending' });
    for (const total of [29_863, 1]) {
      const match = matchCredit(credit(), [{ ...withUtr, total }], rules(), {}, { named: [order()], asked: [] });
      expect(match).toMatchObject({ decision: 'review', reason: 'note_differs', orderNumber: OTHER });
    }
    // The draft that the note names has been deleted since.
    expect(matchCredit(credit(), [withUtr], rules())).toMatchObject({ decision: 'review', reason: 'note_differs' });
    const same = { ...withUtr, orderNumber: NUMBER };
    const match = matchCredit(credit(), [same], rules(), {}, { named: [same], asked: [] });
    expect(match).toMatchObject({ decision: 'confirm', way: 'utr' });
  });

  test('goes before exact paise', () => {
    const others = { named: [order({ orderNumber: OTHER, total: 1 })], asked: [order()] };
    expect(matchCredit(credit(), [], rules(), {}, others)).toMatchObject({
      orderNumber: OTHER,
      reason: 'amount_differs',
    });
  });
});

describe('by paise', () => {
  test('two orders of the amount, or one without a code, lead nowhere', () => {
    const decide = (...asked: OrderFacts[]) => matchCredit(credit(), [], rules(), {}, { named: [], asked }).reason;
    expect(decide(order(), order({ orderNumber: OTHER }))).toBe('no_order');
    expect(decide(order(), order({ orderNumber: OTHER, paymentCode: 0 }))).toBe('no_order');
    expect(decide(order({ paymentCode: 0 }))).toBe('no_order');
    expect(decide(order())).toBe('exact');
  });

  test('an order of the UTR goes first', () => {
    const withUtr = order({ orderNumber: OTHER, utr: UTR, status: 'pending' });
    const told = credit({ sources: [bare()] });
    expect(matchCredit(told, [withUtr], rules(), {}, { named: [], asked: [order()] })).toMatchObject({
      orderNumber: OTHER,
      way: 'utr',
    });
  });
});
