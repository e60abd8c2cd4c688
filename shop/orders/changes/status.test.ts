import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../order-status.ts';
import { DELIVERED_WAIT_MS, moveOrder, undoDelivery } from './status.ts';
import { errorOf, orderState } from './test-order.ts';

const AT = 5_000;
const MAILS: Partial<Record<OrderStatus, object[]>> = {
  shipped: [{ kind: 'shipped', note: '' }],
  delivered: [{ kind: 'delivered', note: '', waitMs: DELIVERED_WAIT_MS }],
};

describe('moving an order', () => {
  test.each<[OrderStatus, OrderStatus]>([
    ['pending', 'confirmed'],
    ['pending', 'processing'],
    ['confirmed', 'processing'],
    ['confirmed', 'shipped'],
    ['processing', 'shipped'],
    ['shipped', 'out_for_delivery'],
    ['shipped', 'delivered'],
    ['out_for_delivery', 'delivered'],
  ])('%s to %s: columns, event, audit entry and invoice', (from, to) => {
    const order = orderState({ status: from, payment_status: 'completed' });
    const change = moveOrder(order, { status: to, note: 'By courier', mayVerify: true }, AT);
    // Strict: a column with the value undefined would be written.
    expect(change).toStrictEqual({
      columns: { status: to, ...(to === 'delivered' ? { delivered_at: AT } : {}) },
      events: [{ kind: 'status', status: to, note: 'By courier' }],
      audit: { action: 'order.status', before: { status: from }, after: { status: to } },
      mails: MAILS[to] ?? [],
      invoice: true,
    });
  });

  test('goods that come back are a change of their own', () => {
    const order = orderState({ status: 'delivered', payment_status: 'completed' });
    expect(errorOf(() => moveOrder(order, { status: 'returned', mayVerify: true }, AT)).code).toBe('wrong_move');
  });

  test.each(['shipped', 'processing'] as const)(
    'an order that is not fully paid since it was changed: %s',
    (status) => {
      const paid = { payment_status: 'completed', paid_amount: 40_000 } as const;
      const order = orderState({ status: 'confirmed', ...paid, open: ['difference_due'] });
      const move = () => moveOrder(order, { status, mayVerify: true }, AT);
      if (status === 'processing') expect(move().columns.status).toBe(status);
      else expect(errorOf(move).message).toContain('₹100 of this order is still to be paid.');
    },
  );

  test('courier and tracking number are columns, and part of the audit entry when they are not empty', () => {
    const order = orderState({ status: 'processing', payment_status: 'completed' });
    const both = moveOrder(order, { status: 'shipped', courier: 'Post', courierTracking: 'RR1', mayVerify: true }, AT);
    expect(both.columns).toEqual({ status: 'shipped', courier: 'Post', courier_tracking: 'RR1' });
    expect(both.audit).toMatchObject({ after: { status: 'shipped', courier: 'Post', courierTracking: 'RR1' } });
    expect(both.events).toEqual([{ kind: 'status', status: 'shipped', note: '' }]);
    const empty = moveOrder(order, { status: 'shipped', courier: '', courierTracking: '', mayVerify: true }, AT);
    expect(empty.columns).toEqual({ status: 'shipped', courier: '', courier_tracking: '' });
    expect(empty.audit).toEqual({
      action: 'order.status',
      before: { status: 'processing' },
      after: { status: 'shipped' },
    });
  });

  test.each(['pending', 'failed'] as const)('shipping with a payment that is %s needs a confirmation', (payment) => {
    const order = orderState({ status: 'confirmed', payment_status: payment });
    for (const confirmUnpaid of [undefined, false]) {
      const error = errorOf(() => moveOrder(order, { status: 'shipped', confirmUnpaid, mayVerify: true }, AT));
      expect(error.code).toBe('unpaid');
    }
    const change = moveOrder(order, { status: 'shipped', confirmUnpaid: true, mayVerify: true }, AT);
    expect(change.events).toEqual([
      { kind: 'status', status: 'shipped', note: '' },
      { kind: 'unpaid', status: null, note: 'Shipped before the payment was verified.' },
    ]);
    expect(change.audit).toMatchObject({ after: { status: 'shipped', unpaid: true } });
  });

  test.each(['out_for_delivery', 'delivered'] as const)(
    'a shipped unpaid order becomes %s without another confirmation',
    (status) => {
      const change = moveOrder(orderState({ status: 'shipped' }), { status, mayVerify: true }, AT);
      expect(change.events).toEqual([{ kind: 'status', status, note: '' }]);
      expect(change.audit).toMatchObject({ after: { status, unpaid: true } });
    },
  );

  test('before it is shipped, an unpaid order is not marked as unpaid', () => {
    const change = moveOrder(orderState({ status: 'pending' }), { status: 'processing', mayVerify: true }, AT);
    expect(change.audit).toEqual({
      action: 'order.status',
      before: { status: 'pending' },
      after: { status: 'processing' },
    });
  });

  test('a draft and every other invalid move throws with a specific message', () => {
    const refused = (from: OrderStatus, status: OrderStatus) =>
      errorOf(() => moveOrder(orderState({ status: from }), { status, confirmUnpaid: true, mayVerify: true }, AT));
    for (const status of ORDER_STATUSES) {
      expect(refused('draft', status).code).toBe('wrong_move');
      expect(refused('cancelled', status).code).toBe('wrong_move');
      // Cancelling returns stock, so it is a separate change.
      expect(refused(status, 'cancelled').code).toBe('wrong_move');
    }
    expect(refused('draft', 'pending').message).toBe('An order that is a draft cannot become pending.');
    expect(refused('delivered', 'shipped').message).toBe('An order that is delivered cannot become shipped.');
    expect(refused('pending', 'pending').message).toBe('This order is already pending.');
  });
});

describe('taking a delivery back', () => {
  const delivered = orderState({ status: 'delivered', delivered_at: AT });

  test.for(['shipped', 'out_for_delivery'] as const)('it is %s again, as before', (before) => {
    expect(undoDelivery(delivered, ['pending', before, 'delivered'], AT + DELIVERED_WAIT_MS - 1)).toStrictEqual({
      columns: { status: before, delivered_at: null },
      events: [{ kind: 'undone', status: before, note: '' }],
      audit: { action: 'order.status_undo', before: { status: 'delivered' }, after: { status: before } },
      mails: [],
    });
  });

  test('not once the mail may have left, nor when the order has moved on', () => {
    const story = ['shipped', 'delivered'] as const;
    const late = errorOf(() => undoDelivery(delivered, story, AT + DELIVERED_WAIT_MS));
    expect([late.code, late.message]).toEqual([
      'wrong_move',
      'The shopper has been told that this order is delivered.',
    ]);
    for (const status of ORDER_STATUSES.filter((one) => one !== 'delivered')) {
      expect(errorOf(() => undoDelivery(orderState({ status, delivered_at: AT }), story, AT)).code).toBe('wrong_move');
    }
    expect(errorOf(() => undoDelivery(delivered, ['delivered'], AT)).code).toBe('wrong_move');
    expect(errorOf(() => undoDelivery(delivered, ['returned', 'delivered'], AT)).code).toBe('wrong_move');
  });
});
