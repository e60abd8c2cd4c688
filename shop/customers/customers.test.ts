import { expect, test } from 'vitest';
import { formatDateTime } from '../india/dates.ts';
import { daysBetweenOrders, invoiceKeptUntil } from './customers.ts';

const NOW = Date.UTC(2026, 10, 20);
const ago = (days: number) => NOW - days * 86_400_000;

test('the time between orders is their average distance', () => {
  expect(daysBetweenOrders({ orders: 1, firstOrderAt: ago(9), lastOrderAt: ago(9) })).toBe(null);
  expect(daysBetweenOrders({ orders: 2, firstOrderAt: ago(9), lastOrderAt: NOW })).toBe(9);
  expect(daysBetweenOrders({ orders: 4, firstOrderAt: ago(81), lastOrderAt: NOW })).toBe(27);
});

test.for([
  ['2026-27', '31 Dec 2033, 11:59 pm'],
  ['2099-00', '31 Dec 2106, 11:59 pm'],
])('an invoice of %s is kept until the end of %s', ([year, last]) => {
  expect(formatDateTime(invoiceKeptUntil(year as string) - 1)).toBe(last);
});
