import { expect, test } from 'vitest';
import type { BookDocument } from './document.ts';
import { REGISTER_HEAD, registerRow } from './register.ts';
import { document, line } from './test-documents.ts';

const rowOf = (of: BookDocument) =>
  Object.fromEntries(registerRow(of).map((cell, index) => [REGISTER_HEAD[index], cell]));

test('an invoice is a row with its amounts in rupees and the UTR as a code', () => {
  expect(rowOf(document())).toEqual({
    Type: 'Invoice',
    Number: 'KSH/26-27/000001',
    Date: '2026-11-20',
    'Against invoice': '',
    'Order number': 'ORD1',
    Buyer: 'Ananya Iyer',
    GSTIN: { code: '' },
    'Place of supply': '33-Tamil Nadu',
    'Taxable value': 284.76,
    Rates: '5%',
    CGST: 0,
    'SGST/UTGST': 0,
    IGST: 14.24,
    Total: 299,
    Payment: 'Paid',
    UTR: { code: '032500000777' },
  });
});

const own = { place: 'Maharashtra', gstin: '27AAPFU0939F1ZV' } as const;
const note = { kind: 'credit-note', place: 'Maharashtra' } as const;
const payment = { status: 'completed', utr: null, refunded: 0 } as const;

test.each<[string, BookDocument, object]>([
  ['own state', document(own), { CGST: 7.12, 'SGST/UTGST': 7.12, IGST: 0, GSTIN: { code: '27AAPFU0939F1ZV' } }],
  ['two rates', document({ lines: [line(100_00, { rateBp: 1800 }), line(100_00)] }), { Rates: '5%, 18%', Total: 200 }],
  [
    'a credit note',
    document(note),
    { Type: 'Credit note', Number: 'CN/26-27/000001', 'Against invoice': 'KSH/26-27/000001', IGST: 0, Total: -299 },
  ],
  ['not refunded', document(note), { Payment: 'Not refunded' }],
  ['refunded in part', document({ ...note, payment: { ...payment, refunded: 1 } }), { Payment: 'Refunded in part' }],
  ['refunded', document({ ...note, payment: { ...payment, refunded: 29_900 } }), { Payment: 'Refunded' }],
  ['shipped unpaid', document({ payment: { ...payment, status: 'pending' } }), { Payment: 'To verify' }],
  ['another invoice since', document({ payment: null }), { Payment: '', UTR: { code: '' }, Total: 299 }],
  [
    'cancelled without a credit note',
    document({ cancelled: true }),
    { Type: 'Invoice, cancelled', Total: 0, IGST: 0, 'Taxable value': 0 },
  ],
  ['not registered', document({ sellerGstin: '' }), { 'Taxable value': 299, IGST: 0, Rates: '0%', Total: 299 }],
])('the row of %s', (_, of, cells) => {
  expect(rowOf(of)).toMatchObject(cells);
});
