import { expect, test } from 'vitest';
import { settleAttention } from './attention.ts';
import { orderState } from './test-order.ts';

test('settling removes the reason from the open ones, with event and audit entry', () => {
  const order = orderState({ open: ['amount_mismatch', 'duplicate_utr'] });
  expect(settleAttention(order, 'amount_mismatch')).toEqual({
    columns: {},
    events: [{ kind: 'settled', status: null, note: 'Amount differs' }],
    audit: {
      action: 'order.attention',
      before: { needsAttention: ['amount_mismatch', 'duplicate_utr'] },
      after: { needsAttention: ['duplicate_utr'] },
    },
    mails: [],
    attention: { settled: ['amount_mismatch'] },
  });
});

test.each([
  ['duplicate_utr', '632400000001', 'UTR used before: 632400000001'],
  ['utr_again', '632400000001', 'Same UTR sent again: 632400000001'],
  ['duplicate_utr', null, 'UTR used before'],
  ['out_of_stock', '632400000001', 'Out of stock'],
] as const)('the event of %s with the UTR %s', (reason, utr, note) => {
  expect(settleAttention(orderState({ open: [reason], utr }), reason)?.events).toEqual([
    { kind: 'settled', status: null, note },
  ]);
});

test('a reason that the order does not have changes nothing', () => {
  const settled = [{ reason: 'duplicate_utr' as const, utr: '632400000001', at: 1 }];
  expect(settleAttention(orderState({ open: ['utr_again'], settled }), 'duplicate_utr')).toBeNull();
});
