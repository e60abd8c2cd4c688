import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ShopSettings } from '../settings/settings.ts';
import { gstCollector, gstKindOf, type ReturnedInvoice } from './gst-return.ts';
import { GST_TABLES, gstTable } from './gst-tables.ts';
import { creditNoteNumber, type Invoice, type InvoiceOrder, invoiceNumber, invoiceOf } from './invoice.ts';

const AT = Date.UTC(2026, 10, 20, 6, 30);
const SHOP = ShopSettings.parse({ state: 'Maharashtra', stateCode: '27', gstin: '27DEMCK0000D1ZV' });
const BUYER = {
  name: 'Ananya Iyer',
  phone: '9876543210',
  address: '12/4, Second Main Road',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
};
const PLACES = [
  BUYER,
  { ...BUYER, city: 'Pune', state: 'Maharashtra', pincode: '411001' },
  { ...BUYER, city: 'Leeds', state: 'Yorkshire', pincode: 'LS1', country: 'UK' },
];
/** A registered buyer at each of them; none abroad. */
const GSTINS = ['33AABCT3518Q1Z3', '27AAPFU0939F1ZV'];
type Line = InvoiceOrder['lines'][number];
const line = (price: number, rateBp = 500, quantity = 1): Line => ({
  name: 'Almonds',
  size: '250g',
  quantity,
  price,
  ownDiscount: 0,
  rateBp,
  hsn: rateBp === 1200 ? '2106' : '0802',
});

function invoice(count: number, lines: Line[], more: { place?: number; gstin?: string; off?: number } = {}): Invoice {
  const { place = 0, gstin, off = 0 } = more;
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) - off;
  const buyer = { ...(PLACES[place] ?? BUYER), ...(gstin ? { gstin } : {}) };
  const order = { orderNumber: `ORD${count}`, orderedAt: AT, buyer, total, discounts: [], lines };
  return invoiceOf(order, SHOP, invoiceNumber('Kishmish', '2026-27', count), AT);
}

const note = (of: Invoice, count = 1): ReturnedInvoice => ({
  number: creditNoteNumber('2026-27', count),
  issuedAt: AT,
  invoice: of,
});

function collect(invoices: readonly Invoice[], notes: readonly ReturnedInvoice[] = []) {
  const collector = gstCollector();
  for (const one of invoices) collector.invoice(one);
  for (const one of notes) collector.creditNote(one);
  return collector.result();
}

describe('the table of an invoice', () => {
  test.for([
    [{ place: 1 }, 10_000_000, 'b2cs'],
    [{ place: 0 }, 10_000_000, 'b2cs'],
    [{ place: 0 }, 10_000_001, 'b2cl'],
    [{ place: 1 }, 10_000_001, 'b2cs'],
    [{ place: 0, gstin: '33AABCT3518Q1Z3' }, 10_000_001, 'b2b'],
    [{ place: 2 }, 10_000_001, 'export'],
  ] as const)('%o of %i paise: %s', ([more, price, kind]) => {
    expect(gstKindOf(invoice(1, [line(price)], more))).toBe(kind);
  });
});

test('each table in the columns of the offline tool', () => {
  const gstin = '33AABCT3518Q1Z3';
  const business = invoice(1, [line(105_000), line(112_000, 1200)], { gstin });
  const large = invoice(2, [line(10_500_000)]);
  const small = invoice(3, [line(10_500, 500, 2), line(5_000, 0)], { place: 1 });
  const abroad = invoice(4, [line(21_000)], { place: 2 });
  const data = collect([large, small, business, abroad], [note(business), note(large, 2), note(abroad, 3)]);
  const rows = (table: (typeof GST_TABLES)[number]) => gstTable(data, table).map((cells) => cells.join(','));
  expect(rows('b2b')).toEqual([
    'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
    `${gstin},Ananya Iyer,KSH/26-27/000001,20-Nov-2026,2170.00,33-Tamil Nadu,N,,Regular B2B,,5.00,1000.00,0.00`,
    `${gstin},Ananya Iyer,KSH/26-27/000001,20-Nov-2026,2170.00,33-Tamil Nadu,N,,Regular B2B,,12.00,1000.00,0.00`,
  ]);
  expect(rows('b2cl')).toEqual([
    'Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
    'KSH/26-27/000002,20-Nov-2026,105000.00,33-Tamil Nadu,,5.00,100000.00,0.00,',
  ]);
  expect(rows('b2cs')).toEqual([
    'Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
    'OE,27-Maharashtra,,5.00,200.00,0.00,',
  ]);
  expect(rows('cdnr')).toEqual([
    'GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
    `${gstin},Ananya Iyer,CN/26-27/000001,20-Nov-2026,C,33-Tamil Nadu,N,Regular B2B,2170.00,,5.00,1000.00,0.00`,
    `${gstin},Ananya Iyer,CN/26-27/000001,20-Nov-2026,C,33-Tamil Nadu,N,Regular B2B,2170.00,,12.00,1000.00,0.00`,
  ]);
  expect(rows('cdnur')).toEqual([
    'UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
    'B2CL,CN/26-27/000002,20-Nov-2026,C,33-Tamil Nadu,105000.00,,5.00,100000.00,0.00',
    'EXPWP,CN/26-27/000003,20-Nov-2026,C,,210.00,,5.00,200.00,0.00',
  ]);
  expect(rows('exp')[1]).toBe('WPAY,KSH/26-27/000004,20-Nov-2026,210.00,,,,5.00,200.00,0.00');
  expect(rows('exemp')[1]).toBe('Intra-State supplies to unregistered persons,50.00,0.00,0.00');
  expect(rows('hsn-b2b')).toEqual([
    'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount',
    '0802,,PAC-PACKS,0,0.00,5.00,0.00,0.00,0.00,0.00,0.00',
    '2106,,PAC-PACKS,0,0.00,12.00,0.00,0.00,0.00,0.00,0.00',
  ]);
  expect(rows('hsn-b2c').slice(1)).toEqual([
    '0802,,PAC-PACKS,1,50.00,0.00,50.00,0.00,0.00,0.00,0.00',
    '0802,,PAC-PACKS,2,210.00,5.00,200.00,0.00,5.00,5.00,0.00',
  ]);
  expect(rows('docs')).toEqual([
    'Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled',
    'Invoices for outward supply,KSH/26-27/000001,KSH/26-27/000004,4,0',
    'Credit Note,CN/26-27/000001,CN/26-27/000003,3,0',
  ]);
  expect(rows('states').slice(1)).toEqual([
    '27-Maharashtra,1,250.00,0.00,5.00,5.00,260.00',
    '33-Tamil Nadu,0,0.00,0.00,0.00,0.00,0.00',
    '96-UK, outside India,0,0.00,0.00,0.00,0.00,0.00',
  ]);
});

test('a cancelled number is reported without its amounts; a plain invoice is no part of the return', () => {
  const collector = gstCollector();
  collector.invoice(invoice(1, [line(10_500)]));
  collector.invoice(invoice(2, [line(10_500)]), true);
  collector.invoice({ ...invoice(3, [line(10_500)]), kind: 'invoice' });
  collector.creditNote(note({ ...invoice(3, [line(10_500)]), kind: 'invoice' }));
  const { documents, totals } = collector.result();
  expect(documents).toMatchObject([{ from: 'KSH/26-27/000001', to: 'KSH/26-27/000002', total: 2, cancelled: 1 }]);
  expect(totals.net).toMatchObject({ taxable: 10_000, total: 10_500 });
});

test('the figures agree to the paisa with invoices and credit notes', () => {
  const anyLine = fc.record({
    price: fc.integer({ min: 1, max: 20_000_000 }),
    rateBp: fc.constantFrom(0, 500, 1200),
    quantity: fc.integer({ min: 1, max: 9 }),
    /** Percent that a coupon takes off. */
    coupon: fc.nat({ max: 60 }),
  });
  const anyInvoice = fc.record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 5 }),
    place: fc.nat({ max: 2 }),
    business: fc.boolean(),
    share: fc.nat({ max: 90 }),
    back: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyInvoice, { maxLength: 25 }), (given) => {
      const invoices = given.map(({ lines, place, business, share }, index) => {
        const gstin = business ? GSTINS[place] : undefined;
        const listed = lines.map(({ price, rateBp, quantity, coupon }) => ({
          ...line(price, rateBp, quantity),
          ownDiscount: Math.floor((price * quantity * coupon) / 100),
        }));
        const couponed = listed.reduce((sum, { ownDiscount }) => sum + ownDiscount, 0);
        const whole = listed.reduce((sum, { price, quantity }) => sum + price * quantity, 0) - couponed;
        const off = couponed + Math.floor((whole * share) / 100);
        return invoice(index + 1, listed, { place, off, ...(gstin ? { gstin } : {}) });
      });
      const notes = invoices.filter((_, index) => given[index]?.back).map((one, index) => note(one, index + 1));
      const data = collect(invoices, notes);
      const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
      for (const name of ['taxable', 'igst', 'cgst', 'sgst', 'total'] as const) {
        const wanted =
          sum(invoices, ({ totals }) => totals[name]) - sum(notes, ({ invoice: { totals } }) => totals[name]);
        expect(data.totals.net[name]).toBe(wanted);
        expect(sum([...data.hsnB2b, ...data.hsnB2c], (row) => row[name])).toBe(wanted);
        expect(sum(data.states, (row) => row[name])).toBe(wanted);
      }
      const { b2b, b2cl, b2cs, exports, nil, cdnr, cdnur } = data;
      const taxable = (rows: readonly { taxable: number }[]) => sum(rows, (row) => row.taxable);
      expect(taxable([...b2b, ...b2cl, ...b2cs, ...exports, ...nil]) - taxable([...cdnr, ...cdnur])).toBe(
        data.totals.net.taxable,
      );
      const registered = (one: Invoice) => one.buyer.gstin !== undefined && one.supply !== 'export';
      const tax = (one: Invoice) => one.totals.igst + one.totals.cgst + one.totals.sgst;
      expect(sum(data.hsnB2b, (row) => row.igst + row.cgst + row.sgst)).toBe(
        sum(invoices.filter(registered), tax) - sum(notes.map((one) => one.invoice).filter(registered), tax),
      );
      expect([...b2b, ...cdnr].every((row) => row.gstin.slice(0, 2) === row.place.slice(0, 2))).toBe(true);
      for (const row of b2b) {
        expect(invoices.find(({ number }) => number === row.number)?.buyer.gstin).toBe(row.gstin);
      }
      expect(sum(data.documents, ({ total }) => total)).toBe(invoices.length + notes.length);
      expect(sum([...data.hsnB2b, ...data.hsnB2c], ({ quantity }) => quantity)).toBe(
        sum(invoices, ({ totals }) => totals.quantity) - sum(notes, ({ invoice: { totals } }) => totals.quantity),
      );
      for (const table of GST_TABLES) {
        const [head, ...rows] = gstTable(data, table);
        expect(rows.every((row) => row.length === head?.length)).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});
