import { expect, test } from 'vitest';
import { formatWeekday, minuteOf } from '../india/dates.ts';
import { spanOf } from '../promises.ts';
import {
  deliveryBy,
  deliveryDays,
  deliveryPromise,
  deliveryTime,
  promiseEverywhere,
  shippingPrice,
} from './delivery.ts';

test.each([
  ['110001', 'India', '2–3'],
  ['400703', 'India', '2–3'],
  ['411001', 'India', '2–3'],
  ['560001', 'India', '2–3'],
  ['600020', '', '2–3'],
  ['700001', 'india', '2–3'],
  ['302003', 'India', '3–5'],
  ['194101', 'India', '3–5'],
  ['000000', 'India', '3–5'],
  ['', 'India', '3–5'],
])('%s in %j is reached in %s business days', (pincode, country, days) => {
  expect(spanOf(deliveryDays({ pincode, country }) ?? { from: 0, to: 0 })).toBe(days);
});

test.each(['USA', 'UK', 'Canada', 'Australia', 'Narnia'])('nothing is promised for %s', (country) => {
  expect(deliveryDays({ pincode: '110001', country })).toBeNull();
  expect(deliveryBy({ pincode: '110001', country }, 0)).toBeNull();
});

test.each([
  ['on a Monday', '2026-11-30T11:00', 'Thursday, 3 Dec', 'Monday, 7 Dec'],
  ['late on a Monday', '2026-11-30T22:40', 'Thursday, 3 Dec', 'Monday, 7 Dec'],
  ['after midnight', '2026-12-01T00:10', 'Friday, 4 Dec', 'Tuesday, 8 Dec'],
  ['on a Friday', '2026-11-27T11:00', 'Wednesday, 2 Dec', 'Friday, 4 Dec'],
  ['on a Saturday', '2026-11-28T11:00', 'Thursday, 3 Dec', 'Monday, 7 Dec'],
  ['on a Sunday', '2026-11-29T23:59', 'Thursday, 3 Dec', 'Monday, 7 Dec'],
  ['before Gandhi Jayanti, a Friday', '2026-10-01T11:00', 'Wednesday, 7 Oct', 'Friday, 9 Oct'],
  ['on Republic Day, a Tuesday', '2027-01-26T11:00', 'Monday, 1 Feb', 'Wednesday, 3 Feb'],
])('paid %s: by the last of its business days', (_, paid, metro, elsewhere) => {
  const by = (pincode: string) => deliveryBy({ pincode, country: 'India' }, minuteOf(paid)) ?? 0;
  expect([formatWeekday(by('110001')), formatWeekday(by('302003'))]).toEqual([metro, elsewhere]);
});

const CHENNAI = { pincode: '600020', country: 'India' };
const JAIPUR = { pincode: '302003', country: '' };
const LEEDS = { pincode: 'LS1 4AP', country: 'UK' };
const ABROAD =
  'Delivery outside India is agreed by email: after your order we write to you about its cost and its time.';

test.each([
  [CHENNAI, 'Delivered in 2–3 business days'],
  [JAIPUR, 'Delivered in 3–5 business days'],
  [LEEDS, ABROAD],
])('what is promised for %j (D68, D70)', (to, words) => {
  expect(deliveryPromise(to)).toBe(words);
});

test('before a PIN code is known, both promises stand', () => {
  expect(promiseEverywhere()).toBe('Delivered in 2–3 business days in metro cities, in 3–5 elsewhere');
});

const THURSDAY = minuteOf('2026-12-03T23:59');

test.each([
  [CHENNAI, null, '2–3 business days after your payment'],
  [CHENNAI, THURSDAY, 'By Thursday, 3 Dec'],
  [JAIPUR, null, '3–5 business days after your payment'],
  [LEEDS, null, 'agreed by email'],
  [LEEDS, THURSDAY, 'agreed by email'],
])('when an order to %j arrives, promised by %s', (to, by, words) => {
  expect(deliveryTime(to, by)).toBe(words);
});

test.each([
  ['India', 'FREE'],
  ['', 'FREE'],
  ['USA', 'agreed by email'],
])('delivery to %j costs %s', (country, price) => {
  expect(shippingPrice(country, 'FREE')).toBe(price);
});
