import { describe, expect, test } from 'vitest';
import { keepRest, recordRefund, refundDue, restoreRefund, undoRefund } from './refund.ts';
import { errorOf, orderState } from './test-order.ts';

type Given = Parameters<typeof orderState>[0];
const paid = (given: Given = {}) => orderState({ payment_status: 'completed', paid_amount: 50_000, ...given });

describe('the refund that is due', () => {
  test.each<[string, Given, ReturnType<typeof refundDue>]>([
    ['a cancelled order', { status: 'cancelled' }, { due: 50_000, why: 'cancelled' }],
    ['a returned order', { status: 'returned' }, { due: 50_000, why: 'returned' }],
    ['a delivered order', { status: 'delivered' }, null],
    ['an overpaid order', { status: 'confirmed', paid_amount: 50_100 }, { due: 100, why: 'overpaid' }],
    ['an underpaid order', { status: 'confirmed', paid_amount: 49_900 }, null],
    ['a cancelled order that was underpaid', { status: 'cancelled', paid_amount: 100 }, { due: 100, why: 'cancelled' }],
    [
      'an order without a recorded amount',
      { status: 'cancelled', paid_amount: null },
      { due: 50_000, why: 'cancelled' },
    ],
    ['a part that was sent', { status: 'cancelled', refunded: 20_000 }, { due: 30_000, why: 'cancelled' }],
    ['all that was sent', { status: 'cancelled', refunded: 50_000 }, null],
    ['a part that was sent, and one that the shop keeps', { status: 'returned', refunded: 30_000, kept: 20_000 }, null],
    ['a part that was not sent after all', { status: 'returned', kept: 20_000 }, { due: 30_000, why: 'returned' }],
    ['more than what the shop does not keep', { status: 'returned', refunded: 40_000, kept: 20_000 }, null],
    ['an excess that the shop keeps', { status: 'delivered', paid_amount: 50_100, kept: 100 }, null],
    ['a returned order whose payment the bank took back', { status: 'returned', open: ['payment_reversed'] }, null],
    ['a cancelled order without a payment', { status: 'cancelled', payment_status: 'pending' }, null],
  ])('of %s', (_title, given, due) => {
    const order = paid(given);
    expect(refundDue(order, order.attention.open)).toEqual(due);
  });
});

describe('the rest of a refund', () => {
  const rest = (given: Given, kept = true) => keepRest(paid(given), { kept, reason: 'One pack was opened' });

  test('is kept by the shop, with a reason for staff, and is due after all', () => {
    expect(rest({ status: 'returned', refunded: 40_000 })).toEqual({
      columns: { kept: 10_000 },
      events: [{ kind: 'note', status: null, note: 'No more is due, the shop keeps ₹100: One pack was opened' }],
      audit: {
        action: 'order.refund_close',
        before: { kept: 0 },
        after: { kept: 10_000, reason: 'One pack was opened' },
      },
      mails: [],
    });
    expect(rest({ status: 'returned', refunded: 40_000, kept: 10_000 }, false)).toEqual({
      columns: { kept: 0 },
      events: [
        { kind: 'note', status: null, note: 'The ₹100 that the shop kept is due after all: One pack was opened' },
      ],
      audit: {
        action: 'order.refund_reopen',
        before: { kept: 10_000 },
        after: { kept: 0, reason: 'One pack was opened' },
      },
      mails: [],
    });
    expect(rest({ status: 'returned', kept: 10_000 }).columns).toEqual({ kept: 50_000 });
  });

  test('is kept no more where it is sent back', () => {
    const order = paid({ status: 'returned', refunded: 30_000, kept: 20_000 });
    const send = (amount: number) => ({ amount, reference: null, reason: 'They asked' });
    expect(recordRefund(order, send(15_000)).columns).toEqual({ refunded: 45_000, kept: 5_000 });
    // Of an order that goes on, the excess alone was kept.
    const goesOn = paid({ status: 'delivered', paid_amount: 60_000, kept: 10_000 });
    expect(recordRefund(goesOn, send(10_000)).columns).toEqual({ refunded: 10_000, kept: 0 });
    const note = 'Import undone';
    expect(restoreRefund(order, send(20_000), { note, marked: false }).columns).toEqual({ refunded: 50_000, kept: 0 });
  });

  test.each<[string, Given, boolean]>([
    ['kept, when nothing is due', { status: 'delivered' }, true],
    ['kept, when the bank has taken the payment back', { status: 'returned', open: ['payment_reversed'] }, true],
    ['due after all, when nothing is kept', { status: 'returned' }, false],
  ])('is not %s', (_title, given, kept) => {
    expect(errorOf(() => rest(given, kept)).code).toBe('wrong_move');
  });
});

describe('recording a refund', () => {
  const refund = { amount: 20_000, reference: '632500000777', reason: 'Cancelled' };

  test('adds it up, tells the shopper, and keeps the reason for staff', () => {
    expect(recordRefund(paid({ refunded: 10_000 }), refund)).toEqual({
      columns: { refunded: 30_000 },
      events: [
        { kind: 'refund', status: null, note: { say: 'refundSent', amount: 20_000, reference: '632500000777' } },
        { kind: 'note', status: null, note: 'Reason of the refund: Cancelled' },
      ],
      audit: {
        action: 'order.refund',
        before: { refunded: 10_000 },
        after: { refunded: 30_000, reference: '632500000777', reason: 'Cancelled' },
      },
      mails: [{ kind: 'refunded', note: { say: 'refundSent', amount: 20_000, reference: '632500000777' } }],
    });
  });

  test('never more than was received', () => {
    const whole = { ...refund, amount: 50_000 };
    expect(recordRefund(paid(), whole).columns).toEqual({ refunded: 50_000 });
    expect(errorOf(() => recordRefund(paid({ refunded: 1 }), whole))).toMatchObject({
      code: 'refund_too_large',
      message: 'The shop has received ₹500 for this order; at most ₹499.99 can go back.',
    });
    expect(errorOf(() => recordRefund(orderState(), refund)).code).toBe('wrong_move');
    expect(errorOf(() => recordRefund(paid({ open: ['payment_reversed'] }), refund)).code).toBe('wrong_move');
  });
});

describe('taking a refund back', () => {
  const refund = { amount: 20_000, reference: null, reason: 'Wrong order' };

  test('lowers what was refunded, for staff only', () => {
    expect(undoRefund(paid({ refunded: 30_000 }), refund, false)).toEqual({
      columns: { refunded: 10_000 },
      events: [{ kind: 'note', status: null, note: 'Refund of ₹200 taken back: Wrong order' }],
      audit: {
        action: 'order.refund_undo',
        before: { refunded: 30_000 },
        after: { refunded: 10_000, reference: null, reason: 'Wrong order' },
      },
      mails: [],
    });
  });

  test('by the bank marks the order, until the money is sent anew', () => {
    const change = undoRefund(paid({ refunded: 20_000 }), { ...refund, reference: '7' }, true);
    expect(change).toMatchObject({
      columns: { refunded: 0 },
      events: [{ kind: 'attention', note: 'Needs attention: the bank sent the refund of ₹200, reference 7, back' }],
      attention: { raised: ['refund_returned'] },
    });
    const anew = recordRefund(paid({ open: ['refund_returned'] }), refund);
    expect(anew.attention).toEqual({ resolved: ['refund_returned'] });
  });

  test('is undone for staff only, and the mark goes unless another refund has come back', () => {
    const order = paid({ refunded: 10_000, open: ['refund_returned'] });
    const undone = { note: 'the import was undone', marked: false };
    expect(restoreRefund(order, refund, undone)).toEqual({
      columns: { refunded: 30_000 },
      events: [{ kind: 'note', status: null, note: 'Refund of ₹200 counts as sent again: the import was undone' }],
      audit: {
        action: 'order.refund_restore',
        before: { refunded: 10_000 },
        after: { refunded: 30_000, reference: null, reason: 'the import was undone' },
      },
      mails: [],
      attention: { resolved: ['refund_returned'] },
    });
    expect(restoreRefund(order, refund, { ...undone, marked: true })).not.toHaveProperty('attention');
  });
});
