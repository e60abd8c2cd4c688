import { describe, expect, test } from 'vitest';
import type { Change } from './change.ts';
import {
  attachCredit,
  missingInStatement,
  missPayment,
  rejectPayment,
  reopenPayment,
  shownInStatement,
  undoDecision,
  utrUsed,
  type VerifyInput,
  verifyPayment,
} from './payment.ts';
import { errorOf, orderState } from './test-order.ts';

const AT = 5_000;
const OLD = '632400000001';
const NEW = '632400000002';
const TAKEN_BACK = { say: 'takenBack', amount: 50_000, utr: OLD } as const;
/** Reasons that an accepted payment settles. */
const RESOLVED = ['utr_again', 'payment_reversed', 'payment_reopened', 'not_in_statement'];
const verify = (more: Partial<VerifyInput> = {}): VerifyInput => ({
  note: '',
  acceptedFor: null,
  usedElsewhere: false,
  ...more,
});

describe('verifying a payment', () => {
  test('of an order that was made dearer for less keeps the rest due before the parcel is sent', () => {
    const order = orderState({ status: 'pending', total: 90_000 });
    const raised = (more: Partial<VerifyInput>) => verifyPayment(order, verify(more), AT).attention?.raised;
    expect(raised({ amount: 50_000, itemsChanged: true })).toEqual(['difference_due']);
    expect(raised({ amount: 90_000, itemsChanged: true })).toEqual([]);
    // Staff accept less on an order that nobody has changed.
    expect(raised({ amount: 50_000 })).toEqual([]);
  });

  test('of an order of which goods came back expects what is left', () => {
    const order = orderState({ status: 'delivered', total: 100_000, returned: 30_000 });
    expect(verifyPayment(order, verify(), AT).columns).toMatchObject({ paid_amount: 70_000 });
  });

  test('of a pending order confirms it: columns, event, audit entry, decision, invoice and mail', () => {
    expect(verifyPayment(orderState(), verify(), AT)).toEqual({
      columns: {
        payment_status: 'completed',
        payment_note: '',
        utr: OLD,
        paid_amount: 50_000,
        payment_decided_at: AT,
        payment_source: 'staff',
        credit_id: null,
        status: 'confirmed',
      },
      events: [{ kind: 'payment', status: 'confirmed', note: { say: 'paymentVerified' } }],
      audit: {
        action: 'order.payment',
        before: { payment: 'pending', status: 'pending' },
        after: { payment: 'completed', amount: 50_000, note: '' },
      },
      mails: [{ kind: 'payment_verified', note: '' }],
      invoice: true,
      attention: { raised: [], resolved: RESOLVED },
      payment: { status: 'accepted', utr: OLD, amount: 50_000, note: '', source: 'staff', provedBy: 'person' },
    });
  });

  test.each(['processing', 'shipped', 'delivered'] as const)(
    'does not change the status of an order that is %s',
    (status) => {
      const change = verifyPayment(orderState({ status, payment_status: 'failed' }), verify(), AT);
      expect(change.columns).not.toHaveProperty('status');
      expect(change.events).toEqual([{ kind: 'payment', status: null, note: { say: 'paymentVerified' } }]);
      expect(change.audit).toMatchObject({ before: { payment: 'failed', status } });
      expect(change.mails).toEqual([{ kind: 'payment_verified', note: '' }]);
    },
  );

  test('of a cancelled order sends no mail', () => {
    expect(verifyPayment(orderState({ status: 'cancelled' }), verify(), AT).mails).toEqual([]);
  });

  test('a different amount and the note are recorded for staff only', () => {
    const change = verifyPayment(orderState(), verify({ amount: 49_900, note: 'Bank fee' }), AT);
    expect(change.events).toEqual([
      { kind: 'payment', status: 'confirmed', note: { say: 'paymentVerified' } },
      { kind: 'note', status: null, note: 'Received ₹499 of ₹500. Bank fee' },
    ]);
    expect(change.columns).toMatchObject({ paid_amount: 49_900, payment_note: 'Bank fee' });
    expect(change.payment).toMatchObject({ status: 'accepted', utr: OLD, amount: 49_900, note: 'Bank fee' });
    expect(change.audit).toMatchObject({ after: { amount: 49_900, note: 'Bank fee' } });
    expect(change.mails).toEqual([{ kind: 'payment_verified', note: 'Bank fee' }]);
  });

  test.each([
    [OLD, `UTR corrected to ${NEW}. The UTR before was ${OLD}.`],
    [null, `UTR ${NEW} taken from the bank statement.`],
  ])('a UTR other than %s is recorded', (utr, note) => {
    const change = verifyPayment(orderState({ utr }), verify({ utr: NEW }), AT);
    expect(change.columns.utr).toBe(NEW);
    expect(change.events).toEqual([
      { kind: 'payment', status: 'confirmed', note: { say: 'paymentVerified' } },
      { kind: 'note', status: null, note },
    ]);
    expect(change.audit).toMatchObject({ before: { utr }, after: { utr: NEW } });
    expect(change.payment).toMatchObject({ utr: NEW });
  });

  test('the same UTR is not a correction', () => {
    const change = verifyPayment(orderState(), verify({ utr: OLD, usedElsewhere: true }), AT);
    expect(change.events).toHaveLength(1);
    expect(change.audit).not.toHaveProperty('after.utr');
    expect(change.attention).toEqual({ raised: [], resolved: RESOLVED });
  });

  test('a corrected UTR of another order raises duplicate_utr, unless it is settled', () => {
    const raised = (utr: string) => {
      const settled = [{ reason: 'duplicate_utr' as const, utr, at: 1 }];
      return verifyPayment(orderState({ settled }), verify({ utr: NEW, usedElsewhere: true }), AT).attention?.raised;
    };
    expect(raised(OLD)).toEqual(['duplicate_utr']);
    expect(raised(NEW)).toEqual([]);
    expect(verifyPayment(orderState(), verify({ utr: NEW }), AT).attention?.raised).toEqual([]);
  });

  test('throws for a draft, a verified payment and a UTR that was accepted before', () => {
    const refused = (given: Parameters<typeof orderState>[0], more: Partial<VerifyInput> = {}) => {
      const { code, message, errors } = errorOf(() => verifyPayment(orderState(given), verify(more), AT));
      return { code, message, errors };
    };
    expect(refused({ status: 'draft' })).toMatchObject({ code: 'wrong_move', message: 'A draft has no payment yet.' });
    expect(refused({ payment_status: 'completed' }, { acceptedFor: 'ORD1' }).code).toBe('payment_settled');
    const msg = 'This UTR has already been accepted for order ORD1.';
    expect(refused({}, { acceptedFor: 'ORD1' })).toEqual({
      code: 'utr_used',
      message: msg,
      errors: [{ path: 'utrNumber', msg }],
    });
    expect(utrUsed(null).message).toBe('This UTR has already been accepted for another order.');
  });
});

describe('rejecting a payment', () => {
  test('columns, event, audit entry, decision and mail', () => {
    expect(rejectPayment(orderState(), { note: 'Not at the bank', lines: [] }, AT)).toEqual({
      columns: {
        payment_status: 'failed',
        payment_note: 'Not at the bank',
        paid_amount: null,
        waived: 0,
        payment_decided_at: AT,
        payment_source: null,
        credit_id: null,
      },
      events: [{ kind: 'payment', status: null, note: { say: 'paymentRejected', why: 'Not at the bank' } }],
      audit: {
        action: 'order.payment',
        before: { payment: 'pending', status: 'pending' },
        after: { payment: 'failed', note: 'Not at the bank', withdrawn: false },
      },
      mails: [{ kind: 'payment_problem', note: 'Not at the bank' }],
      attention: { resolved: ['utr_again', 'payment_reversed', 'payment_reopened'] },
      payment: { status: 'rejected', utr: OLD, amount: 50_000, note: 'Not at the bank' },
    });
  });

  test('an accepted payment needs withdraw', () => {
    const order = orderState({ status: 'confirmed', payment_status: 'completed' });
    for (const withdraw of [undefined, false]) {
      expect(errorOf(() => rejectPayment(order, { note: 'x', withdraw, lines: [] }, AT)).code).toBe('payment_settled');
    }
    const change = rejectPayment(order, { note: 'Reversed', amount: 1, withdraw: true, lines: [] }, AT);
    expect(change.events).toEqual([
      { kind: 'payment', status: null, note: { say: 'paymentWithdrawn', why: 'Reversed' } },
    ]);
    expect(change.audit).toMatchObject({
      before: { payment: 'completed', status: 'confirmed' },
      after: { payment: 'failed', note: 'Reversed', withdrawn: true },
    });
    expect(change.payment).toEqual({ status: 'withdrawn', utr: OLD, amount: 1, note: 'Reversed' });
    expect(change.mails).toEqual([{ kind: 'payment_problem', note: 'Reversed' }]);
  });

  test('of a cancelled order sends no mail, of a draft throws', () => {
    const reject = (status: 'cancelled' | 'draft') =>
      rejectPayment(orderState({ status }), { note: 'x', lines: [] }, AT);
    expect(reject('cancelled').mails).toEqual([]);
    expect(errorOf(() => reject('draft')).code).toBe('wrong_move');
  });
});

describe('taking a decision back', () => {
  const by = { payment_source: 'staff' as const, paid_amount: 49_900, payment_decided_at: 1 };

  test('an accepted payment is to verify again, and its order pending', () => {
    const order = orderState({ ...by, status: 'confirmed', payment_status: 'completed' });
    expect(undoDecision(order, 'completed', AT)).toEqual({
      columns: {
        payment_status: 'pending',
        payment_note: '',
        paid_amount: null,
        waived: 0,
        payment_decided_at: AT,
        payment_source: null,
        credit_id: null,
        status: 'pending',
      },
      events: [{ kind: 'payment', status: 'pending', note: { say: 'paymentChecked' } }],
      audit: {
        action: 'order.payment',
        before: { payment: 'completed', status: 'confirmed' },
        after: { payment: 'pending' },
      },
      attention: { resolved: [] },
      mails: [],
      payment: { status: 'withdrawn', utr: OLD, amount: 49_900, note: '' },
    });
  });

  test('a payment that was not received is to verify again; its order keeps its status', () => {
    const order = orderState({ status: 'processing', payment_status: 'failed', payment_note: 'x' });
    const change = undoDecision(order, 'failed', AT);
    expect(change.columns).toMatchObject({ payment_status: 'pending', payment_note: '' });
    expect(change.columns).not.toHaveProperty('status');
    expect(change).not.toHaveProperty('payment');
    const paid = orderState({ ...by, status: 'cancelled', payment_status: 'completed' });
    const cancelled = undoDecision(paid, 'completed', AT);
    expect(cancelled.columns).not.toHaveProperty('status');
  });

  test('nothing is kept of a payment that has ended: the next one is due in full', () => {
    const order = orderState({ ...by, status: 'cancelled', payment_status: 'completed', kept: 49_900 });
    const proven = { ...order, credit_id: 'crd_1' };
    for (const { columns } of [
      undoDecision(order, 'completed', AT),
      rejectPayment(order, { note: 'x', withdraw: true, lines: [] }, AT),
      reopenPayment(proven, { credit: 'crd_1', takenBack: null, note: 'x' }, AT) as Change,
    ]) {
      expect(columns).toMatchObject({ paid_amount: null, waived: 0, kept: 0 });
    }
    // The payment of a parcel that is on its way stays.
    const sent = { ...proven, status: 'shipped' as const };
    const kept = reopenPayment(sent, { credit: 'crd_1', takenBack: null, note: 'x' }, AT);
    expect(kept?.columns).not.toHaveProperty('kept');
  });

  test.each<[Parameters<typeof orderState>[0], string]>([
    [{ status: 'draft' }, 'A draft has no payment yet.'],
    [{}, 'Somebody has changed this payment since.'],
    [{ payment_status: 'failed' }, 'Somebody has changed this payment since.'],
    [
      { status: 'confirmed', payment_status: 'completed', credit_id: 'crd_1' },
      'A bank credit proves this payment. Take the credit off the order instead.',
    ],
    [{ status: 'shipped', payment_status: 'completed' }, 'This order has been shipped. Its payment stays.'],
    [
      { status: 'cancelled', payment_status: 'completed', refunded: 100 },
      'A refund has been recorded. The payment stays.',
    ],
  ])('of %o is refused: %s', (given, message) => {
    expect(errorOf(() => undoDecision(orderState(given), 'completed', AT))).toMatchObject({
      code: 'wrong_move',
      message,
    });
  });
});

describe('a bank credit as proof', () => {
  const proof = {
    credit: 'crd_1',
    source: 'sms' as const,
    way: 'utr' as const,
    label: 'Confirmed by bank credit of ₹500',
  };
  const paid = (given: Parameters<typeof orderState>[0] = {}) =>
    orderState({ status: 'confirmed', payment_status: 'completed', paid_amount: 50_000, credit_id: 'crd_1', ...given });
  const reopen = (given: Parameters<typeof orderState>[0], reversed: boolean, credit = 'crd_1') =>
    reopenPayment(paid(given), { credit, takenBack: reversed ? TAKEN_BACK : null, note: 'x' }, AT);

  test('is named on the timeline, in the audit log, and in the decision', () => {
    const change = verifyPayment(orderState(), verify({ proof }), AT);
    expect(change.columns).toMatchObject({ payment_source: 'sms', credit_id: 'crd_1' });
    expect(change.events).toContainEqual({ kind: 'note', status: null, note: proof.label });
    expect(change.audit).toMatchObject({ after: { credit: 'crd_1', source: 'sms' } });
    expect(change.payment).toMatchObject({ source: 'sms' });
  });

  test.each(['pending', 'confirmed', 'processing'] as const)(
    'a %s order is pending again without it (D36)',
    (status) => {
      for (const [reversed, payment, reason] of [
        [true, 'failed', 'payment_reversed'],
        [false, 'pending', 'payment_reopened'],
      ] as const) {
        const change = reopen({ status }, reversed);
        expect(change?.columns).toMatchObject({ status: 'pending', payment_status: payment, credit_id: null });
        expect(change?.attention?.raised).toEqual([reason]);
        expect(change?.payment?.status).toBe('withdrawn');
        expect(change?.mails.map(({ kind }) => kind)).toEqual(reversed ? ['payment_reversed'] : []);
        expect(change?.audit).toMatchObject({ before: { payment: 'completed', status, credit: 'crd_1' } });
      }
    },
  );

  test.each(['shipped', 'out_for_delivery', 'delivered', 'returned'] as const)(
    'a %s order is only flagged',
    (status) => {
      const change = reopen({ status }, true);
      expect(change).toMatchObject({ columns: {}, attention: { raised: ['payment_reversed'] }, mails: [] });
      expect(change).not.toHaveProperty('payment');
    },
  );

  test('that the bank took back is the reason on the order, on the timeline and in the mail', () => {
    const change = reopen({}, true);
    expect(change?.columns.payment_note).toEqual(TAKEN_BACK);
    expect(change?.events).toEqual([
      { kind: 'attention', status: null, note: 'Needs attention: x' },
      { kind: 'payment', status: 'pending', note: { ...TAKEN_BACK, say: 'paymentTakenBack' } },
    ]);
    expect(change?.mails).toEqual([{ kind: 'payment_reversed', note: TAKEN_BACK }]);
  });

  test('that the bank took back before it proved the order has failed', () => {
    const change = missPayment(orderState(), { takenBack: TAKEN_BACK, note: 'x' }, AT);
    expect(change?.columns).toMatchObject({ payment_status: 'failed', payment_note: TAKEN_BACK });
    expect(change?.events).toEqual([{ kind: 'payment', status: null, note: { ...TAKEN_BACK, say: 'paymentMissed' } }]);
    expect(change?.mails).toEqual([{ kind: 'payment_reversed', note: TAKEN_BACK }]);
    expect(change?.payment).toMatchObject({ status: 'rejected', note: 'x' });
  });

  test('a cancelled order stays cancelled and owes no refund', () => {
    expect(reopen({ status: 'cancelled' }, true)?.columns).toMatchObject({ payment_status: 'failed', credit_id: null });
    expect(reopen({ status: 'cancelled' }, true)?.columns).not.toHaveProperty('status');
  });

  test('that was undone takes its UTR with it; a reversed one keeps it', () => {
    const without = (reversed: boolean, utrBefore: string | null) =>
      reopenPayment(paid(), { credit: 'crd_1', takenBack: reversed ? TAKEN_BACK : null, note: 'x', utrBefore }, AT);
    expect(without(false, NEW)).toMatchObject({
      columns: { utr: NEW },
      attention: { resolved: ['not_in_statement'] },
    });
    expect(without(false, null)).toMatchObject({
      columns: { utr: null },
      attention: { resolved: ['not_in_statement', 'duplicate_utr'] },
    });
    expect(without(true, null)?.columns).not.toHaveProperty('utr');
  });

  test('nothing changes without it: another credit, or no accepted payment', () => {
    expect(reopen({}, true, 'crd_2')).toBeNull();
    expect(reopen({ payment_status: 'pending' }, true)).toBeNull();
  });

  test('is attached to a payment that staff accepted by themselves, once', () => {
    expect(attachCredit(paid({ credit_id: null }), 'crd_1', 'Found')).toMatchObject({
      columns: { credit_id: 'crd_1' },
      audit: { action: 'order.credit' },
    });
    expect(attachCredit(paid(), 'crd_2', 'Found')).toBeNull();
    expect(attachCredit(orderState(), 'crd_1', 'Found')).toBeNull();
  });

  test('that a statement does not show is flagged once, until one shows it', () => {
    expect(missingInStatement(paid(), 'x')?.attention).toEqual({ raised: ['not_in_statement'] });
    expect(missingInStatement(paid({ open: ['not_in_statement'] }), 'x')).toBeNull();
    expect(shownInStatement(paid({ open: ['not_in_statement'] }))?.attention).toEqual({
      resolved: ['not_in_statement'],
    });
    expect(shownInStatement(paid())).toBeNull();
  });
});
