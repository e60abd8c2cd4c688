import { expect, test } from 'vitest';
import { mayNeedEwayBill } from './invoice-status.ts';
import type { OrderStatus } from './order-status.ts';

test.each<[OrderStatus, number, boolean]>([
  ['processing', 50_000.01, true],
  ['processing', 50_000, false],
  ['shipped', 60_000, true],
  ['delivered', 60_000, false],
  ['cancelled', 60_000, false],
])('an order that is %s, of ₹%d, may need an e-way bill: %s', (status, total, may) => {
  expect(mayNeedEwayBill({ status, total })).toBe(may);
});
