import { expect, test } from 'vitest';
import type { Change, OrderState } from './change.ts';
import { settlingDifference } from './difference.ts';

const order = {
  status: 'confirmed',
  payment_status: 'completed',
  total: 74_800,
  paid_amount: 74_800,
  refunded: 44_900,
  returned: 0,
  waived: 0,
  attention: { open: ['difference_due'] },
} as unknown as OrderState;

const change = (columns: Change['columns']): Change => ({
  columns,
  events: { none: 'of no matter here' },
  audit: { action: 'order.refund', before: {}, after: {} },
  mails: [],
});

test.each<[string, Change['columns'], boolean]>([
  ['the refund was not sent after all', { refunded: 0 }, true],
  ['a part of it was not sent', { refunded: 10_000 }, false],
  ['what lacks came back', { returned: 44_900 }, true],
  ['the rest is waived', { waived: 44_900 }, true],
  ['the order is cancelled', { status: 'cancelled' }, true],
  ['the payment is withdrawn', { payment_status: 'pending' }, true],
  ['nothing of the money changes', {}, false],
])('a rest is due no more: %s', (_name, columns, settled) => {
  const { attention } = settlingDifference(order, change(columns));
  expect(attention?.resolved ?? []).toEqual(settled ? ['difference_due'] : []);
});

test('an order of which no rest is due is left alone', () => {
  const plain = { ...order, attention: { ...order.attention, open: [] } };
  expect(settlingDifference(plain, change({ refunded: 0 })).attention).toBeUndefined();
});
