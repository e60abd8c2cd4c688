import { expect, test } from 'vitest';
import { STATES } from '../../india/india.ts';
import type { BookDocument } from './document.ts';
import { document, line } from './test-documents.ts';
import { zohoHead, zohoRows } from './zoho.ts';

const rowsOf = (of: BookDocument) =>
  zohoRows(of).map((row) => Object.fromEntries(row.map((cell, index) => [zohoHead(of.kind)[index], cell])));

test('an invoice has a row for each line, with prices that contain the tax', () => {
  const lines = [line(105_00, { quantity: 2 }), line(50_00, { name: 'Figs', hsn: '080420' })];
  const [first, second] = rowsOf(document({ lines, off: 26_00 }));
  expect(first).toEqual({
    'Invoice Number': 'KSH/26-27/000001',
    'Invoice Date': '2026-11-20',
    'Invoice Status': 'Draft',
    'Customer Name': 'Ananya Iyer',
    'GST Treatment': 'consumer',
    'GST Identification Number (GSTIN)': '',
    'Place of Supply': 'TN',
    'Currency Code': 'INR',
    'Item Name': 'Almonds, 250g',
    'Item Type': 'goods',
    'HSN/SAC': '0802',
    Quantity: 2,
    'Usage unit': 'pcs',
    'Item Price': 105,
    'Is Inclusive Tax': 'true',
    'Discount Type': 'item_level',
    'Discount Amount': 21,
    'Item Tax': 'IGST5',
    'Item Tax %': 5,
    'Item Tax Type': 'Item Amount',
    Notes: 'Order ORD1',
  });
  expect(second).toMatchObject({ 'Item Name': 'Figs, 250g', 'HSN/SAC': '080420', 'Discount Amount': 5 });
});

test.each<[string, BookDocument, object]>([
  [
    'a business in the own state',
    document({ place: 'Maharashtra', gstin: '27AAPFU0939F1ZV' }),
    { 'GST Treatment': 'business_registered_regular', 'Item Tax': 'GST5', 'Item Tax Type': 'Tax Group' },
  ],
  ['an export', document({ place: 'abroad' }), { 'GST Treatment': 'overseas', 'Place of Supply': '' }],
  ['a shop without a GSTIN', document({ sellerGstin: '' }), { 'Item Tax': '', 'Item Tax %': '' }],
  [
    'a credit note',
    document({ kind: 'credit-note' }),
    { 'Credit Note Number': 'CN/26-27/000001', 'Reference#': 'KSH/26-27/000001', 'Item Price': 299 },
  ],
])('the row of %s', (_, of, cells) => {
  expect(rowsOf(of)[0]).toMatchObject(cells);
});

test('the lines add up to the total of the document', () => {
  const one = document({ lines: [line(33_33, { quantity: 3 }), line(19_99), line(7_01)], off: 10_01 });
  const sum = rowsOf(one).reduce(
    (total, row) =>
      total + Math.round((Number(row['Item Price']) * Number(row.Quantity) - Number(row['Discount Amount'])) * 100),
    0,
  );
  expect(sum).toBe(one.invoice.totals.total);
});

test('each state of India has its code, and no two the same', () => {
  const codes = STATES.map(({ name, gstCode }) => {
    const one = document();
    return zohoRows({ ...one, invoice: { ...one.invoice, placeOfSupply: { name, code: gstCode } } })[0]?.[6];
  });
  expect(codes).not.toContain('');
  expect(new Set(codes).size).toBe(STATES.length);
});

test('an invoice that does not count has no row', () => {
  expect(zohoRows(document({ cancelled: true }))).toEqual([]);
});
