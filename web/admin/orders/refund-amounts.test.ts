import { expect, test } from 'vitest';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { refundAmounts } from './refund-amounts.ts';

const order = (status: string, total: number, payment: { paidAmount?: number; refunded?: number; kept?: number }) =>
  ({ status, pricing: { total }, payment }) as unknown as AdminOrder;

test('what is left of a payment has no noise of floating point, so that it can be typed and refunded', () => {
  expect(refundAmounts(order('cancelled', 1036.1, { refunded: 500.2 }))).toEqual({
    received: 1036.1,
    refunded: 500.2,
    left: 535.9,
    due: 535.9,
  });
});

test('of an order that goes on, only what was paid beyond its total is due', () => {
  expect(refundAmounts(order('confirmed', 299.5, { paidAmount: 300.6 }))).toMatchObject({ left: 300.6, due: 1.1 });
  expect(refundAmounts(order('confirmed', 299.5, { paidAmount: 299.5 }))).toMatchObject({ left: 299.5, due: 0 });
  expect(refundAmounts(order('confirmed', 300, { paidAmount: 310, refunded: 10 }))).toMatchObject({ due: 0 });
});

test('what the shop keeps is not due, but can still go back', () => {
  expect(refundAmounts(order('returned', 500, { refunded: 400, kept: 100 }))).toMatchObject({
    left: 100,
    due: 0,
  });
  expect(refundAmounts(order('returned', 500, { refunded: 450, kept: 100 }))).toMatchObject({ left: 50, due: 0 });
  expect(refundAmounts(order('confirmed', 500, { paidAmount: 510, kept: 10 }))).toMatchObject({ left: 510, due: 0 });
});
