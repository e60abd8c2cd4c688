import { expect, test } from 'vitest';
import { findOrder, looksLikeCredit, tracesOf } from './finder.ts';

test.each([
  ['Rs.5,063.50 recd from X ref 632258800123', ['632258800123'], [506350]],
  ['credited by 2564.9 on date 04Nov26 Refno 630813638138', ['630813638138'], [256490]],
  ['₹1,02,034 in a/c XX12, 500/- UTR HDFCN52026111418544537', ['HDFCN52026111418544537'], [10203400, 50000]],
  ['UPI/CR/C631159102122/NAME 12.50', ['631159102122', 'C631159102122'], [1250]],
  ['Ref 0000631159102122 INR 1', ['631159102122'], [100]],
  ['6311591021221 and 63115910212 on 12.11.26 at 10:30', [], []],
  ['Rs 0 and 0.00 for 632258800123', ['632258800123'], []],
  ['call 18000000123, OTP 482913', [], []],
])('%s', (text, numbers, amounts) => expect(tracesOf(text)).toEqual({ numbers, amounts }));

const ORDERS = [
  { orderNumber: 'KM1', utr: '632258800123', total: 50000 },
  { orderNumber: 'KM2', utr: '632258800124', total: 50000 },
  { orderNumber: 'KM3', utr: null, total: 50000 },
];

test.each([
  ['both stand in the text', 'Rs 500 ref 632258800123', 'KM1'],
  ['another amount', 'Rs 5000 ref 632258800123', null],
  ['a part of the number', 'Rs 500 ref 6322588001230', null],
  ['no number', 'Rs 500', null],
  ['two orders', 'Rs 500 ref 632258800123 and 632258800124', null],
])('finds an order: %s', (_case, text, orderNumber) => expect(findOrder(tracesOf(text), ORDERS)).toBe(orderNumber));

test('an order is found by a reference with letters, in any case', () => {
  const orders = [{ orderNumber: 'KM4', utr: 'hdfcn52026111418544537', total: 100 }];
  expect(findOrder(tracesOf('INR 1.00 UTR HDFCN52026111418544537'), orders)).toBe('KM4');
});

test.each([
  ['Rs 500 ref 632258800123', true],
  ['482913 is your OTP for Rs 500', false],
  ['ref 632258800123', false],
])('%s looks like a credit: %s', (text, looks) => expect(looksLikeCredit(text)).toBe(looks));
