import { expect, test } from 'vitest';
import type { OrderStatus } from '../order-status.ts';
import { cancelOrder } from './cancel.ts';
import { errorOf, orderState } from './test-order.ts';

const LINES = [
  { product_id: 'almonds', stock_size: '250g', taken: 2 },
  { product_id: 'dates', stock_size: '', taken: 1 },
  { product_id: 'figs', stock_size: '250g', taken: 0 },
  { product_id: 'unknown', stock_size: null, taken: 3 },
];

test('staff cancel: columns, event, audit entry, mail and the stock that the lines took', () => {
  const change = cancelOrder(orderState({ status: 'processing' }), { reason: 'Twice', by: 'admin', lines: LINES });
  expect(change).toEqual({
    columns: { status: 'cancelled', cancel_reason: 'Twice', reserved_until: null },
    events: [{ kind: 'cancelled', status: 'cancelled', note: 'Twice' }],
    audit: {
      action: 'order.cancel',
      before: { status: 'processing' },
      after: { status: 'cancelled', reason: 'Twice' },
    },
    mails: [{ kind: 'cancelled', note: 'Twice' }],
    creditNote: 'cancelled',
    stock: {
      releaseHold: true,
      returned: [
        { productId: 'almonds', size: '250g', quantity: 2 },
        { productId: 'dates', size: '', quantity: 1 },
      ],
    },
  });
});

test('a shopper cancels without an audit entry, and gets the mail without the reason', () => {
  const change = cancelOrder(orderState(), { reason: 'See evil.example', by: 'shopper', lines: LINES });
  expect(change.audit).toEqual({ none: expect.stringContaining('shopper') });
  expect(change.mails).toEqual([{ kind: 'cancelled', note: '' }]);
  expect(change.events).toEqual([{ kind: 'cancelled', status: 'cancelled', note: 'See evil.example' }]);
});

test('cancelling a draft releases its hold and sends no mail', () => {
  const change = cancelOrder(orderState({ status: 'draft' }), { reason: '', by: 'admin', lines: [] });
  expect(change.mails).toEqual([]);
  expect(change.stock).toEqual({ releaseHold: true, returned: [] });
  expect(change.audit).toMatchObject({ action: 'order.cancel', before: { status: 'draft' } });
});

test.each<[OrderStatus, 'admin' | 'shopper', boolean]>([
  ['draft', 'admin', true],
  ['pending', 'admin', true],
  ['confirmed', 'admin', true],
  ['processing', 'admin', true],
  ['shipped', 'admin', true],
  ['out_for_delivery', 'admin', true],
  ['delivered', 'admin', false],
  ['returned', 'admin', false],
  ['cancelled', 'admin', false],
  ['draft', 'shopper', false],
  ['pending', 'shopper', true],
  ['confirmed', 'shopper', false],
  ['delivered', 'shopper', false],
  ['cancelled', 'shopper', false],
])('an order that is %s is cancelled by %s: %s', (status, by, allowed) => {
  const cancel = () => cancelOrder(orderState({ status }), { reason: '', by, lines: [] });
  if (allowed) expect(cancel().columns.status).toBe('cancelled');
  else expect(errorOf(cancel).code).toBe('wrong_move');
});

test('the error message depends on who cancels', () => {
  const sentence = (status: OrderStatus, by: 'admin' | 'shopper') =>
    errorOf(() => cancelOrder(orderState({ status }), { reason: '', by, lines: [] })).message;
  expect(sentence('delivered', 'admin')).toBe('An order that is delivered cannot become cancelled.');
  expect(sentence('shipped', 'shopper')).toBe(
    'An order that is shipped can no longer be cancelled here. Please contact us.',
  );
  expect(sentence('cancelled', 'shopper')).toBe('This order is already cancelled.');
});
