import { expect, test } from 'vitest';
import type { OrderStatus, PaymentProgress, PaymentStatus } from '../order-status.ts';
import { checkTime, nextSteps, paymentProgress, progressName, usualCheckMs, usualTime } from './progress.ts';

const pricing = { total: 299 };

test.each<[OrderStatus, PaymentStatus, string, number, PaymentProgress | null]>([
  ['pending', 'pending', '', 0, 'utr_wanted'],
  ['pending', 'pending', '632612345678', 0, 'checking'],
  ['shipped', 'pending', '632612345678', 0, 'checking'],
  ['pending', 'failed', '632612345678', 0, 'not_found'],
  ['pending', 'failed', '', 0, 'not_found'],
  ['confirmed', 'completed', '632612345678', 0, 'received'],
  ['cancelled', 'completed', '632612345678', 0, 'received'],
  ['cancelled', 'completed', '632612345678', 299, 'refunded'],
  ['delivered', 'completed', '', 1, 'refunded'],
  ['cancelled', 'pending', '', 0, null],
  ['cancelled', 'failed', '', 0, null],
  // The money of an order that is over is not settled by its end.
  ['cancelled', 'pending', '632612345678', 0, 'checking'],
  ['cancelled', 'failed', '632612345678', 0, 'not_found'],
  ['returned', 'pending', '632612345678', 0, 'checking'],
])(
  'a shopper reads one state of a payment: %s, %s, UTR "%s", ₹%i back: %s',
  (status, payment, utr, refunded, state) => {
    expect(paymentProgress({ status, pricing, payment: { status: payment, utr, refunded, reversed: false } })).toBe(
      state,
    );
  },
);

test.each<[OrderStatus, PaymentStatus, number, PaymentProgress | null]>([
  ['pending', 'failed', 0, 'taken_back'],
  ['shipped', 'completed', 0, 'taken_back'],
  ['pending', 'pending', 0, 'checking'],
  ['cancelled', 'failed', 0, 'taken_back'],
  ['delivered', 'completed', 299, 'refunded'],
  // A part was sent back before: the shopper pays again, and is not told that all is settled.
  ['delivered', 'completed', 100, 'taken_back'],
  ['pending', 'failed', 100, 'taken_back'],
  ['pending', 'pending', 100, 'checking'],
])('of a payment that the bank took back: %s, %s, ₹%i back: %s', (status, payment, refunded, state) => {
  expect(
    paymentProgress({ status, pricing, payment: { status: payment, utr: '632612345678', refunded, reversed: true } }),
  ).toBe(state);
});

test.each<[OrderStatus, PaymentStatus, number, number, PaymentProgress]>([
  ['cancelled', 'completed', 100, 199, 'part_refunded'],
  ['returned', 'completed', 100, 199, 'part_refunded'],
  ['cancelled', 'completed', 299, 0, 'refunded'],
  // An excess of which a part was sent back.
  ['delivered', 'completed', 1, 1, 'refunded'],
  ['cancelled', 'completed', 0, 299, 'received'],
])('of an order that is %s, %s, ₹%i back and ₹%i due: %s', (status, payment, refunded, refundDue, state) => {
  const about = { status: payment, utr: '632612345678', refunded, refundDue, reversed: false };
  expect(paymentProgress({ status, pricing, payment: about })).toBe(state);
});

test('each state of a payment has a name of its own (D51)', () => {
  const states = [
    'utr_wanted',
    'checking',
    'received',
    'not_found',
    'taken_back',
    'part_refunded',
    'refunded',
    null,
  ] as const;
  expect(states.map((state) => progressName(state).label)).toEqual([
    'Waiting for your UTR',
    'Checking your UTR',
    'Payment received',
    'Payment not found',
    'Payment reversed',
    'Partly refunded',
    'Refunded',
    'No payment',
  ]);
});

const CHECK = 'We are checking your UTR with our bank.';
const MAIL = 'We will email you once your payment is verified.';
const PACK = 'We pack your order within 24 hours of verifying your payment, and ship it to Pune.';
const PACK_PAID = 'We pack your order within 24 hours and ship it to Pune.';
const WAY = 'Your parcel is on its way to Pune.';

test.each<[OrderStatus, PaymentProgress | null, string[]]>([
  ['pending', 'utr_wanted', ['Send us the UTR of your payment.', MAIL, PACK]],
  ['pending', 'checking', [CHECK, MAIL, PACK]],
  ['pending', 'not_found', ['Compare the UTR with the one in your UPI app, and send us the right one.', MAIL, PACK]],
  ['pending', 'taken_back', ['The bank has reversed your payment. Please pay again or contact us.', MAIL, PACK]],
  // After the payment has come, nothing waits for it.
  ['confirmed', 'received', [PACK_PAID]],
  ['processing', 'received', [PACK_PAID]],
  ['processing', 'refunded', [PACK_PAID]],
  ['shipped', 'received', [WAY]],
  ['shipped', 'checking', [CHECK, MAIL, WAY]],
  ['out_for_delivery', 'received', ['Your parcel is out for delivery.']],
  ['delivered', 'received', ['Something damaged, wrong or missing? Ask for a replacement within 7 days of delivery.']],
  ['cancelled', null, []],
  ['cancelled', 'refunded', []],
  ['returned', 'received', []],
])('what happens next to an order that is %s, payment %s', (status, progress, steps) => {
  const order = { status, progress, city: 'Pune', country: 'India' };
  expect(nextSteps({ ...order, hasEmail: true })).toEqual(steps);
  expect(nextSteps({ ...order, hasEmail: false })).toEqual(steps.filter((step) => step !== MAIL));
});

test.each<[OrderStatus, PaymentProgress, string]>([
  ['pending', 'checking', 'We write to you about the delivery to Leeds, and ship once it is agreed.'],
  ['confirmed', 'received', 'We write to you about the delivery to Leeds, and ship once it is agreed.'],
  ['shipped', 'received', 'Your parcel is on its way to Leeds.'],
])('nothing is promised for an order abroad that is %s, payment %s (D68)', (status, progress, step) => {
  const steps = nextSteps({ status, progress, city: 'Leeds', country: 'UK', hasEmail: true });
  expect(steps.at(-1)).toBe(step);
});

test.each<[number[], number | null]>([
  [[], null],
  [[1, 2, 3, 4], null],
  [[5, 1, 4, 2, 3], 3],
  [[10, 60, 20, 50, 30, 40], 35],
  [[1, 2, 3, 4, -5], null],
])('the usual time of %j is %s', (times, median) => {
  expect(usualCheckMs(times)).toBe(median);
});

test.each<[number, string]>([
  [0, 'a few seconds'],
  [29_999, 'a few seconds'],
  [30_000, 'about a minute'],
  [90_000, 'about 2 minutes'],
  [89 * 60_000, 'about 89 minutes'],
  [90 * 60_000, 'about 2 hours'],
  [35 * 3_600_000, 'about 35 hours'],
  [36 * 3_600_000, 'about 2 days'],
])('%s ms are "%s"', (ms, words) => {
  expect(usualTime(ms)).toBe(words);
});

const PROMISE = 'This may take up to 30 minutes; at night and on holidays, until we are back.';

test.each<[number | null, string]>([
  [null, PROMISE],
  [12 * 60_000, PROMISE],
  [30 * 60_000, PROMISE],
  [31 * 60_000, 'At present this usually takes about 31 minutes.'],
  [3 * 3_600_000, 'At present this usually takes about 3 hours.'],
])('a check that usually takes %s ms: one promise, unless the shop is slower', (ms, words) => {
  expect(checkTime(ms)).toBe(words);
});
