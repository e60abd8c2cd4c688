import { expect, test } from 'vitest';
import { MATCH_REASONS, type MatchReason } from '#shop/orders/payments/match.ts';
import { spell } from '../lib/durations.ts';
import {
  compareUtr,
  creditTime,
  difference,
  EMPTY,
  figureWords,
  hintsOf,
  isPlain,
  REASONS,
  sourcesOf,
  timeApart,
  verdictOf,
} from './payment-words.ts';
import type { OrderToVerify } from './payments-api.ts';
import { afterDecision, commandOf, exactOf, groupsOf, neighbour } from './verify-list.ts';

const AT = Date.parse('2026-11-20T10:44:00+05:30');

function credit(change: Partial<NonNullable<OrderToVerify['match']>['credit']> = {}) {
  return {
    id: 'crd1',
    amount: 599,
    rrn: '632400000001',
    at: AT,
    account: '4821',
    payer: 'meera@okicici',
    status: 'open' as const,
    reversed: false,
    sources: [],
    flags: [],
    ...change,
  };
}

function order(orderNumber: string, reason?: MatchReason, rupees = 0): OrderToVerify {
  return {
    orderNumber,
    name: 'Meera Joshi',
    phone: '9876543210',
    total: 1299,
    utrNumber: '632400000001',
    app: 'gpay',
    status: 'pending',
    paymentStatus: 'pending',
    version: 1,
    createdAt: AT,
    match: reason ? { credit: credit(), reason, difference: rupees } : null,
    hints: { sameUtr: [], samePhone: 0, wrongDay: false },
  };
}

test('every reason for a match has words, and no two verdicts that need a decision read the same', () => {
  expect(Object.keys(REASONS).sort()).toEqual([...MATCH_REASONS].sort());
  for (const { fact, title, sentence } of Object.values(REASONS)) {
    expect(fact.length).toBeLessThanOrEqual(24);
    expect(title).not.toMatch(/[.!]$/);
    expect(sentence).toMatch(/\.$/);
  }
  const titles = Object.values(REASONS).flatMap(({ kind, title }) => (kind === 'exact' ? [] : [title]));
  expect(new Set(titles).size).toBe(titles.length);
});

test('a different amount is said in rupees', () => {
  expect(verdictOf(order('A', 'amount_differs', -10).match)).toMatchObject({
    fact: '₹10 short',
    title: 'The shopper paid ₹10 less than the order',
  });
  expect(verdictOf(order('A', 'amount_differs', 50).match).title).toBe('The shopper paid ₹50 more than the order');
  expect([difference(0), difference(-0.5), difference(1)]).toEqual(['Same', '₹0.50 short', '₹1 too much']);
  expect(verdictOf(null).fact).toBe('No credit yet');
});

test('only a match whose UTR agrees is confirmed with Enter', () => {
  const plain = MATCH_REASONS.filter((reason) => isPlain(order('A', reason).match));
  expect(plain).toEqual([
    ...([
      'exact',
      'policy',
      'limit_per_order',
      'limit_per_day',
      'pasted',
      'no_account',
      'unmatched',
      'amount_differs',
    ] as const),
  ]);
  expect(isPlain(null)).toBe(false);
});

test('odd orders come first, then exact ones, then those without a credit', () => {
  const orders = [order('A'), order('B', 'policy'), order('C', 'digit_differs'), order('D', 'exact')];
  const groups = groupsOf(orders, '').map(({ title, orders: of }) => [
    title,
    of.map((one) => one.orderNumber).join(''),
  ]);
  expect(groups).toEqual([
    ['Need a look', 'C'],
    ['Exact matches', 'BD'],
    ['No credit yet', 'A'],
  ]);
  expect(exactOf(orders).map(({ orderNumber }) => orderNumber)).toEqual(['B', 'D']);
});

test.each([
  ['meera', 1],
  ['0000001', 1],
  ['98765', 1],
  ['ord1', 1],
  ['₹1,299', 1],
  ['1299', 1],
  ['129', 0],
  ['Farhan', 0],
])('the search %s finds %i orders', (search, count) => {
  expect(groupsOf([order('ORD1')], search).flatMap(({ orders }) => orders)).toHaveLength(count);
});

test('J and K stay at the ends, and a decision goes on to the next order', () => {
  const numbers = ['A', 'B', 'C'];
  expect([neighbour(numbers, 'A', 1), neighbour(numbers, 'C', 1), neighbour(numbers, 'A', -1)]).toEqual([
    'B',
    'C',
    'A',
  ]);
  expect([neighbour(numbers, null, 1), neighbour(numbers, 'gone', -1), neighbour([], 'A', 1)]).toEqual([
    'A',
    'A',
    null,
  ]);
  expect([afterDecision(numbers, 'A'), afterDecision(numbers, 'C'), afterDecision(['A'], 'A')]).toEqual([
    'B',
    'B',
    null,
  ]);
  expect([afterDecision(numbers, 'A', ['A', 'B']), afterDecision(numbers, 'B', numbers)]).toEqual(['C', null]);
});

test.each([
  ['j', {}, 'row', 'next'],
  ['K', {}, 'row', 'previous'],
  ['j', {}, 'control', 'next'],
  ['j', {}, 'field', null],
  ['j', { ctrlKey: true }, 'row', null],
  ['Enter', {}, 'row', 'confirm'],
  ['Enter', {}, 'control', null],
  ['Enter', {}, 'field', null],
  ['Enter', { repeat: true }, 'row', null],
  ['j', { repeat: true }, 'row', 'next'],
  ['u', {}, 'row', 'undo'],
  ['u', { metaKey: true }, 'row', null],
  ['x', {}, 'row', null],
] as const)('the key %s with %o on a %s does %s', (key, held, focus, command) => {
  const pressed = { key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...held };
  expect(commandOf(pressed, focus)).toBe(command);
});

test('times and references are compared in plain words', () => {
  const midnight = Date.parse('2026-11-20T00:00:00+05:30');
  expect([creditTime(AT), creditTime(midnight)]).toEqual(['20 Nov 2026, 10:44 am', '20 Nov 2026']);
  expect(timeApart(AT - 3 * 60_000, AT)).toBe('3 min before');
  expect(timeApart(AT + 2 * 3_600_000, AT)).toBe('2 h after');
  expect([timeApart(midnight, AT), timeApart(midnight - 86_400_000, AT)]).toEqual(['Same day', '1 day before']);
  expect([spell(59_000), spell(5 * 60_000), spell(50 * 3_600_000)]).toEqual(['under a minute', '5 min', '2 days']);
  expect(compareUtr('632400000001', '632400000001')).toEqual({ word: 'Same', agrees: true });
  expect(compareUtr('632400000001', '632400000010').word).toBe('One digit differs');
  expect(compareUtr('632400000001', '632499999999').word).toBe('Differs');
  expect(compareUtr(null, '632400000001').word).toBe('None entered');
  expect(
    sourcesOf({
      sources: [
        { kind: 'sms', at: 1 },
        { kind: 'statement', at: 2 },
        { kind: 'sms', at: 3 },
      ],
    }),
  ).toBe('SMS and statement');
});

test('the hints name what to look at', () => {
  const texts = (change: Partial<OrderToVerify>) => hintsOf({ ...order('A'), ...change }).map(({ text }) => text);
  expect(texts({})).toEqual([
    'No other order has this UTR.',
    'The day inside the UTR fits the order.',
    'First order of 9876543210.',
  ]);
  expect(texts({ utrNumber: null })[0]).toBe('The shopper has entered no UTR.');
  expect(texts({ utrNumber: '12345678901' })).toContain('A UPI UTR has 12 digits; this one is 11 characters long.');
  const hints = { sameUtr: ['ORD2'], samePhone: 2, wrongDay: true };
  expect(hintsOf({ ...order('A'), hints })).toEqual([
    { agrees: false, text: 'Another order has this UTR:', orders: ['ORD2'] },
    { agrees: false, text: 'The day inside the UTR is not the day of the order. It may be a typing error.' },
    { agrees: true, text: '9876543210 has 2 more orders.' },
  ]);
});

const NOTHING = {
  confirmedToday: 0,
  automaticToday: 0,
  usualCheckMs: null,
  lastCredit: null,
  statementTo: null,
  missing: [],
};

test('an empty list vouches for nothing that no credit and no statement has shown', () => {
  const lastCredit = { source: 'sms' as const, at: AT };
  const statementTo = '2026-11-24';
  const said = (view: keyof typeof EMPTY, known = {}) => {
    const { title, text } = EMPTY[view]({ ...NOTHING, ...known });
    return `${title}. ${text}`;
  };
  expect(said('without')).toMatch(/^No credit has come yet\./);
  expect(said('without', { lastCredit })).toMatch(/^No credit waits for its order\./);
  expect(said('conflicts')).toMatch(/^Nothing to compare yet\./);
  expect(said('conflicts', { lastCredit })).toMatch(/^No contradictions found\./);
  expect(said('missing', { lastCredit })).toMatch(/^No statement to compare with yet\./);
  expect(said('missing', { lastCredit, statementTo })).toMatch(/^No UTR is missing\..*24 Nov 2026/);
});

test('the strip says only what is known', () => {
  const said = (figures: Parameters<typeof figureWords>[0]) =>
    figureWords(figures, AT).map(({ figure, words }) => `${figure} ${words}`);
  expect(said(NOTHING)).toEqual(['None confirmed today yet', 'No credit received yet']);
  const lastCredit = { source: 'sms' as const, at: AT - 125_000 };
  expect(said({ ...NOTHING, confirmedToday: 44, automaticToday: 41, usualCheckMs: 38_400, lastCredit })).toEqual([
    '41 of 44 confirmed automatically today',
    '38 s median from UTR to confirmed',
    '2 min since the last credit, by SMS',
  ]);
});
