import { expect, test } from 'vitest';
import type { Wording } from '#shop/orders/payments/bank-messages-api.ts';
import { historyWords, isOpaque, namesOf, refusalWords, ruleWords, sourceOf } from './wording-words.ts';

const NOW = Date.parse('2026-11-28T16:26:00+05:30');
const wording: Wording = {
  id: 'w',
  own: true,
  bank: 'HDFC',
  bankName: 'HDFC Bank',
  senders: ['HDFCBK'],
  parts: [],
  state: 'on',
  reason: null,
  messages: 0,
  confirmed: 0,
  lastAt: null,
  decidedBy: 'Rukmini Shah',
  decidedAt: NOW,
  examples: [],
};

test.each([
  [{ policy: 'suggest', limitPerOrder: null, limitPerDay: null }, false, /only suggest/],
  [{ policy: 'confirm', limitPerOrder: null, limitPerDay: 0 }, false, /limit for an SMS is ₹0/],
  [{ policy: 'confirm', limitPerOrder: null, limitPerDay: null }, true, /^Then the third confirms by itself, without/],
  [{ policy: 'confirm', limitPerOrder: 1_000, limitPerDay: 10_000 }, true, /₹1,000 an order and ₹10,000 a day\.$/],
  [{ policy: 'confirm', limitPerOrder: null, limitPerDay: 10_000 }, true, /up to ₹10,000 a day\.$/],
] as const)('under the rule %j trusting confirms: %s', (rule, may, text) => {
  expect(ruleWords(rule, 'an SMS')).toMatchObject({ may, text: expect.stringMatching(text) });
});

test.each([
  [{}, 'Learned, trusted by Rukmini Shah on 28 Nov 2026, 4:26 pm · no message yet'],
  [
    { own: false, messages: 412, confirmed: 1, lastAt: NOW - 120_000 },
    'Built in · 412 messages in 30 days, 1 order confirmed · last 2 min ago',
  ],
  [
    { own: false, messages: 1, lastAt: NOW - 172_800_000 },
    /1 message in 30 days, 0 orders confirmed · last 26 Nov 2026, 4:26 pm$/,
  ],
  [
    { own: false, state: 'off', messages: 17 },
    'Built in · switched off by Rukmini Shah on 28 Nov 2026, 4:26 pm · 17 messages since then waited for you',
  ],
  [{ state: 'off', reason: 'examples' }, /off since an update/],
] as const)('the history of %j', (part, text) => {
  expect(historyWords({ ...wording, ...part }, NOW)).toEqual(
    text instanceof RegExp ? expect.stringMatching(text) : text,
  );
});

test('names of slots are said once, the source is that of the senders, and every refusal has words', () => {
  const parts = ['payer', 'amount', 'vpa', 'note', 'payer'].map((slot) => ({ slot, text: '' }));
  expect(namesOf({ parts }, isOpaque)).toBe('Name, UPI ID, note');
  expect(sourceOf({ senders: ['@hdfcbank.bank.in'] })).toBe('email');
  expect(sourceOf({ senders: ['HDFCBK', '@hdfcbank.bank.in'] })).toBe('sms');
  expect(sourceOf({ senders: [] })).toBe('sms');
  for (const reason of ['rrn_in_note', 'something new', null]) expect(refusalWords(reason)).toContain('by hand');
});
