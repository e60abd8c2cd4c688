import { expect, test } from 'vitest';
import type { Change } from '../../orders/changes/change.ts';
import { reopenPayment, undoDecision } from '../../orders/changes/payment.ts';
import { recordRefund } from '../../orders/changes/refund.ts';
import { orderState } from '../../orders/changes/test-order.ts';
import { receiveUtr } from '../../orders/changes/utr.ts';
import { eventNote } from './order-status.ts';

const paid = orderState({ payment_status: 'completed', paid_amount: 50_000, credit_id: 'crd_1', status: 'confirmed' });
const reversal = { credit: 'crd_1', reversed: true, note: 'The bank took back ₹1,036.50 (UTR 632500000777)' };
const late = { utr: '632500000777', app: '', usedElsewhere: false, lapsed: true, kept: [] };
const refund = { amount: 103_650, reason: 'Cancelled' };

/** The note of the change's event for shoppers with this status. */
const noteOf = (change: Change | null, status: string | null) => {
  const events = change && Array.isArray(change.events) ? change.events : [];
  const shown = events.find((event) => event.status === status && !['attention', 'note', 'utr'].includes(event.kind));
  return shown?.note ?? '';
};

test.each([
  [
    'a late UTR',
    noteOf(receiveUtr(orderState({ utr: null, status: 'cancelled' }), late).change, 'pending'),
    'UTR मिल गया',
  ],
  ['a decision taken back', noteOf(undoDecision({ ...paid, credit_id: null }, 'completed', 1), 'pending'), 'फिर से जाँच'],
  [
    'a payment that the bank took back',
    noteOf(reopenPayment(paid, reversal, 1), 'pending'),
    '₹1,036.50 लौटा दिए (UTR 632500000777)',
  ],
  ['the reason of its order', reversal.note, '₹1,036.50 लौटा दिए (UTR 632500000777)'],
  [
    'a refund with a reference',
    noteOf(recordRefund({ ...paid, paid_amount: 200_000 }, { ...refund, reference: '6325 / A' }), null),
    '₹1,036.50 का रिफ़ंड भेज दिया गया, रेफ़रेंस 6325 / A',
  ],
  [
    'a refund without one',
    noteOf(recordRefund({ ...paid, paid_amount: 200_000 }, { ...refund, reference: null }), null),
    '₹1,036.50 का रिफ़ंड भेज दिया गया',
  ],
  [
    'an order cancelled for want of a UTR',
    'We did not receive a payment reference (UTR) within 48 hours. If you have paid, please send it to us: we open the order again.',
    '48 घंटे में हमें नहीं मिला',
  ],
])('the stored note of %s in Hindi', (_of, note, words) => {
  expect(eventNote(note)).toContain(words);
  expect(eventNote(note)).not.toMatch(/[a-z]/);
});

test('what a person wrote stays as it is', () => {
  expect(eventNote('Changed my mind. Refund of ₹5 sent')).toBe('Changed my mind. Refund of ₹5 sent');
});
