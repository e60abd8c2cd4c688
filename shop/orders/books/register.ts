import { toRupees } from '../../money/money.ts';
import type { Cell } from '../../text/csv-cell.ts';
import { type BookDocument, dayOf, rateText, signOf } from './document.ts';

/** The invoice register: one row for each invoice and credit note. Amounts in rupees. */
export const REGISTER_HEAD = [
  'Type',
  'Number',
  'Date',
  'Against invoice',
  'Order number',
  'Buyer',
  'GSTIN',
  'Place of supply',
  'Taxable value',
  'Rates',
  'CGST',
  'SGST/UTGST',
  'IGST',
  'Total',
  'Payment',
  'UTR',
] as const;

const PAYMENTS = { pending: 'To verify', completed: 'Paid', failed: 'Not received' };

/** Amounts of a credit note are below zero, so that each column adds up to what GSTR-1 says. */
export function registerRow(document: BookDocument): Cell[] {
  const { kind, number, invoice, cancelled, payment } = document;
  const { buyer, placeOfSupply: place, totals, lines } = invoice;
  const sign = signOf(document);
  // Adding 0 turns −0 into 0.
  const amount = (name: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total') => toRupees(sign * totals[name] + 0);
  const rates = [...new Set(lines.map(({ rateBp }) => rateBp))].sort((a, b) => a - b);
  return [
    kind === 'credit-note' ? 'Credit note' : cancelled ? 'Invoice, cancelled' : 'Invoice',
    number,
    dayOf(document),
    kind === 'credit-note' ? invoice.number : '',
    invoice.orderNumber,
    buyer.name,
    { code: buyer.gstin ?? '' },
    `${place.code}-${place.name}`,
    amount('taxable'),
    rates.map(rateText).join(', '),
    amount('cgst'),
    amount('sgst'),
    amount('igst'),
    amount('total'),
    paymentText(document),
    { code: payment?.utr ?? '' },
  ];
}

function paymentText({ kind, invoice, payment }: BookDocument): string {
  if (!payment) return '';
  if (kind === 'invoice') return PAYMENTS[payment.status];
  if (payment.refunded === 0) return 'Not refunded';
  return payment.refunded < invoice.totals.total ? 'Refunded in part' : 'Refunded';
}
