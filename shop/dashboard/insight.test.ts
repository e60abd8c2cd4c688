import { expect, test } from 'vitest';
import { type FunnelStep, funnelOf, searchWords, shareOf, spokenTime, timesOf } from './insight.ts';

test.each([
  ['Sugar-Free!', 'sugar free'],
  ['  anjeer   barfi ', 'anjeer barfi'],
  ['काजू कतली', 'काजू कतली'],
  ['Ｃｈｉａ', 'chia'],
  ['omega 3', 'omega 3'],
  ['1000 g', '1000 g'],
  ['=cmd|calc', 'cmd calc'],
])('searched %j is counted as %j', (text, words) => {
  expect(searchWords(text)).toBe(words);
});

test.each([
  ['a phone number', '98765 43210'],
  ['a number in Devanagari', '९८७६५४३२१०'],
  ['a number in other digits', '٩٨٧٦٥٤٣٢١٠'],
  ['a number between words', 'call 98-76-5 now'],
  ['an email', 'asha@example.org'],
  ['an email in wide letters', 'asha＠example．org'],
  ['a web address', 'www.example'],
  ['a domain', 'example.com'],
  ['an order number', 'ORD1795000000000123'],
  ['a long text', 'x'.repeat(41)],
  ['a sentence', 'please call asha rao about order'],
  ['one letter', 'a'],
  ['nothing', ' .,! '],
])('%s is never kept', (_, text) => {
  expect(searchWords(text)).toBeNull();
});

test('the share of a step is that of the step before', () => {
  const counts = { product: 200, cart: 50, address: 25, payment: 20, utr: 15, received: 15 };
  expect(funnelOf(counts).map(({ step, count, share }) => [step, count, share])).toEqual([
    ['product', 200, null],
    ['cart', 50, 0.25],
    ['address', 25, 0.5],
    ['payment', 20, 0.8],
    ['utr', 15, 0.75],
    ['received', 15, 1],
  ]);
});

test('a step that was not counted stays unknown, and nothing is a share of it', () => {
  const none = { product: null, cart: null, address: null, payment: null, utr: 3, received: 1 } satisfies Record<
    FunnelStep,
    number | null
  >;
  expect(funnelOf(none).map(({ count }) => count)).toEqual([null, null, null, null, 3, 1]);
  expect(funnelOf(none).map(({ share }) => share)).toEqual([null, null, null, null, null, 1 / 3]);
});

test.each([
  [1, 4, 0.25],
  [0, 4, 0],
  [4, 4, 1],
  [5, 4, null],
  [0, 0, null],
  [null, 4, null],
  [1, null, null],
])('%s of %s is %s', (part, whole, share) => {
  expect(shareOf(part, whole)).toBe(share);
});

test('times have a lower median, and each is in one bar', () => {
  expect(timesOf([40, 10, 11, 5], [10, 20])).toEqual({
    median: 10,
    orders: 4,
    parts: [
      { upTo: 10, orders: 2 },
      { upTo: 20, orders: 1 },
      { upTo: null, orders: 1 },
    ],
  });
  expect(timesOf([], [10])).toEqual({
    median: null,
    orders: 0,
    parts: [
      { upTo: 10, orders: 0 },
      { upTo: null, orders: 0 },
    ],
  });
});

test.each([
  [38_000, '38 s'],
  [59_000, '59 s'],
  [60_000, '1 min'],
  [120_000, '2 min'],
  [30 * 60_000, '30 min'],
  [2 * 3_600_000, '2 h'],
  [48 * 3_600_000, '48 h'],
  [96 * 3_600_000, '4 days'],
])('%i ms is %j', (ms, text) => {
  expect(spokenTime(ms)).toBe(text);
});
