import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ShopSettings } from '../settings/settings.ts';
import { Invoice, type InvoiceOrder, invoiceAmount, invoiceFileName, invoiceNumber, invoiceOf } from './invoice.ts';
import { invoiceDue, mayHaveInvoice } from './invoice-status.ts';

const AT = Date.UTC(2026, 10, 20, 6, 30);
const SHOP = ShopSettings.parse({
  legalName: 'Kishmish Foods (Demo) Private Limited',
  address: 'Demo House, Sector 19',
  city: 'Navi Mumbai',
  state: 'Maharashtra',
  stateCode: '27',
  pincode: '400703',
  gstin: '27DEMCK0000D1ZV',
  fssaiLicence: '10000000000000',
  demoData: true,
});
const BUYER = {
  name: 'Ananya Iyer',
  phone: '9876543210',
  address: '12/4, Second Main Road',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
};
const HOME = { ...BUYER, city: 'Pune', state: 'maharashtra ', pincode: '411001' };

type Line = InvoiceOrder['lines'][number];
const line = (price: number, quantity = 1, more: Partial<Line> = {}): Line => ({
  name: 'California Almonds',
  size: '250g',
  quantity,
  price,
  ownDiscount: 0,
  hsn: '080212',
  rateBp: 500,
  ...more,
});

function make(lines: Line[], options: { buyer?: InvoiceOrder['buyer']; total?: number; shop?: ShopSettings } = {}) {
  const { buyer = BUYER, shop = SHOP } = options;
  const total = options.total ?? lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const order = { orderNumber: 'ORD1', orderedAt: AT, buyer, total, discounts: [], lines };
  return invoiceOf(order, shop, 'KSH/26-27/000001', AT);
}

describe('invoiceOf', () => {
  test('has everything that rule 46 requires', () => {
    const invoice = make([line(64_900, 1, { name: 'Medjool Dates', size: '500g', hsn: '080410' }), line(29_900, 2)]);
    expect(Invoice.parse(invoice)).toEqual(invoice);
    expect(invoice).toMatchObject({
      kind: 'tax-invoice',
      number: 'KSH/26-27/000001',
      financialYear: '2026-27',
      issuedAt: AT,
      orderNumber: 'ORD1',
      seller: {
        legalName: 'Kishmish Foods (Demo) Private Limited',
        gstin: '27DEMCK0000D1ZV',
        fssaiLicence: '10000000000000',
        stateCode: '27',
      },
      buyer: { name: 'Ananya Iyer', state: 'Tamil Nadu', stateCode: '33' },
      placeOfSupply: { name: 'Tamil Nadu', code: '33' },
      supply: 'inter',
      amountInWords: 'One Thousand Two Hundred Forty-Seven Rupees Only',
      reverseCharge: 'No',
      demo: true,
    });
    expect(invoice.lines[0]).toEqual({
      description: 'Medjool Dates, 500g',
      hsn: '080410',
      quantity: 1,
      unit: 'PAC',
      price: 64_900,
      gross: 64_900,
      discount: 0,
      rateBp: 500,
      taxable: 61_810,
      cgst: 0,
      sgst: 0,
      igst: 3_090,
      total: 64_900,
    });
    expect(invoice.totals).toMatchObject({ quantity: 3, gross: 124_700, discount: 0, total: 124_700 });
  });

  test.each([
    ['another state', BUYER, 'inter', '33', 'Tamil Nadu'],
    ['the same state, however typed', HOME, 'intra', '27', 'Maharashtra'],
    ['a state by its older name', { ...BUYER, state: 'Orissa' }, 'inter', '21', 'Odisha'],
    ['a state by its short form', { ...BUYER, state: 'KA' }, 'inter', '29', 'Karnataka'],
    ['the own state misspelt', { ...BUYER, state: 'maharastra', pincode: '400001' }, 'intra', '27', 'Maharashtra'],
    ['a name and a PIN code that differ: the name', { ...BUYER, state: 'Kerala' }, 'inter', '32', 'Kerala'],
    ['no name that anybody knows: the PIN code', { ...BUYER, state: 'Somewhere' }, 'inter', '33', 'Tamil Nadu'],
    ['no state at all: the PIN code', { ...BUYER, state: '' }, 'inter', '33', 'Tamil Nadu'],
    [
      "neither name nor PIN code known: the seller's own",
      { ...BUYER, state: 'Somewhere', pincode: '999999' },
      'intra',
      '27',
      'Maharashtra',
    ],
    ['another country', { ...BUYER, country: 'USA', state: 'Maharashtra' }, 'export', '96', 'USA, outside India'],
  ])('place of supply: %s', (_case, buyer, supply, code, name) => {
    const invoice = make([line(10_500)], { buyer });
    expect(invoice).toMatchObject({ supply, placeOfSupply: { code, name } });
    expect(invoice.totals).toMatchObject(
      supply === 'intra' ? { cgst: 250, sgst: 250, igst: 0 } : { cgst: 0, sgst: 0, igst: 500 },
    );
  });

  test('a union territory without legislature levies UTGST', () => {
    const shop = { ...SHOP, state: 'Chandigarh', stateCode: '04', gstin: '04DEMCK0000D1ZV' };
    expect(make([line(10_500)], { shop, buyer: { ...BUYER, state: 'Chandigarh' } })).toMatchObject({
      supply: 'intra',
      stateTax: 'UTGST',
    });
    expect(make([line(10_500)]).stateTax).toBe('SGST');
  });

  test('a shop without GSTIN charges no tax and issues a plain invoice', () => {
    const invoice = make([line(10_500)], { shop: { ...SHOP, gstin: '' }, buyer: HOME });
    expect(invoice.kind).toBe('invoice');
    expect(invoice.totals).toMatchObject({ taxable: 10_500, cgst: 0, sgst: 0, igst: 0, total: 10_500 });
  });

  test('an invoice can be created with empty shop settings', () => {
    expect(make([line(10_500)], { shop: ShopSettings.parse({}), buyer: { ...BUYER, state: '' } })).toMatchObject({
      seller: { legalName: 'Kishmish', stateCode: '' },
      totals: { total: 10_500 },
    });
  });

  test('the discount is prorated over the lines by value, before the tax', () => {
    const invoice = make([line(10_000), line(20_000, 1, { rateBp: 1200 }), line(33, 1)], { total: 30_033 - 3_300 });
    expect(invoice.lines.map(({ discount }) => discount)).toEqual([1_099, 2_197, 4]);
    expect(invoice.lines.map(({ total }) => total)).toEqual([8_901, 17_803, 29]);
    expect(invoice.lines.map(({ igst }) => igst)).toEqual([424, 1_907, 1]);
    expect(invoice.totals).toMatchObject({
      gross: 30_033,
      discount: 3_300,
      total: 26_733,
      taxable: 24_401,
      igst: 2_332,
    });
  });

  test('a coupon stays on the lines it was for; the online offer is prorated over what is left of each', () => {
    const lines = [line(10_000, 1, { ownDiscount: 5_000 }), line(20_000, 1, { rateBp: 1200 })];
    const invoice = make(lines, { total: 30_000 - 5_000 - 2_500, buyer: HOME });
    expect(invoice.lines.map(({ discount }) => discount)).toEqual([5_000 + 500, 2_000]);
    expect(invoice.lines.map(({ taxable, cgst, sgst }) => [taxable, cgst, sgst])).toEqual([
      [4_286, 107, 107],
      [16_072, 964, 964],
    ]);
    expect(() => make(lines, { total: 26_000 })).toThrow(RangeError);
  });

  test.each([
    // 1 paisa includes no tax at 5 %; 11 paise is the smallest price where each half of the state
    // tax rounds up to 1 paisa.
    [1, HOME, { taxable: 1, cgst: 0, sgst: 0, igst: 0 }],
    [1, BUYER, { taxable: 1, cgst: 0, sgst: 0, igst: 0 }],
    [11, BUYER, { taxable: 10, cgst: 0, sgst: 0, igst: 1 }],
    [21, HOME, { taxable: 19, cgst: 1, sgst: 1, igst: 0 }],
    [100, HOME, { taxable: 96, cgst: 2, sgst: 2, igst: 0 }],
    [101, BUYER, { taxable: 96, cgst: 0, sgst: 0, igst: 5 }],
  ])('%i paise', (price, buyer, split) => {
    expect(make([line(price)], { buyer }).totals).toMatchObject({ ...split, total: price });
  });

  test('amounts add up exactly for any order', () => {
    const lines = fc.array(
      fc.record({
        price: fc.integer({ min: 0, max: 10_000_000 }),
        quantity: fc.integer({ min: 1, max: 999 }),
        rateBp: fc.constantFrom(0, 25, 300, 500, 1200, 1800, 2800, 4000),
        coupon: fc.integer({ min: 0, max: 100 }),
      }),
      { minLength: 1, maxLength: 100 },
    );
    fc.assert(
      fc.property(lines, fc.boolean(), fc.nat(10_000_000), (items, home, off) => {
        const gross = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
        const priced = items.map(({ price, quantity, rateBp, coupon }) =>
          line(price, quantity, { rateBp, ownDiscount: Math.floor((price * quantity * coupon) / 100) }),
        );
        const couponed = priced.reduce((sum, { ownDiscount }) => sum + ownDiscount, 0);
        const total = Math.max(0, gross - couponed - off);
        const invoice = make(priced, { buyer: home ? HOME : BUYER, total });
        for (const row of [...invoice.lines, invoice.totals]) {
          expect(row.taxable + row.cgst + row.sgst + row.igst).toBe(row.total);
          expect(row.gross - row.discount).toBe(row.total);
          expect(row.cgst).toBe(row.sgst);
          expect(Math.min(row.discount, row.taxable, row.total)).toBeGreaterThanOrEqual(0);
        }
        expect(invoice.totals.total).toBe(total);
        for (const [index, row] of invoice.lines.entries()) {
          expect(row.discount).toBeGreaterThanOrEqual(priced[index]?.ownDiscount ?? 0);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('throws when the lines sum to less than the total', () => {
    expect(() => make([line(100)], { total: 101 })).toThrow(RangeError);
  });
});

test.each([
  ['Kishmish', '2026-27', 123, 'KSH/26-27/000123'],
  ['Kishmish', '2026-27', 999_999, 'KSH/26-27/999999'],
  ['Kishmish', '2026-27', 1_000_000, 'KS/26-27/1000000'],
  ['Nut & Co', '2099-00', 1, 'NTC/99-00/000001'],
  ['Aoi', '2026-27', 1, 'AOI/26-27/000001'],
  ['किशमिश', '2026-27', 1, 'INV/26-27/000001'],
  ['', '2026-27', 1, 'INV/26-27/000001'],
])('the number of %s in %s, %i', (brand, year, count, expected) => {
  const number = invoiceNumber(brand, year, count);
  expect(number).toBe(expected);
  expect(number).toMatch(/^[A-Z0-9/-]{1,16}$/);
});

test('throws for an invalid count', () => {
  for (const count of [0, -1, 1.5, Number.NaN, 1e12]) {
    expect(() => invoiceNumber('Kishmish', '2026-27', count)).toThrow(RangeError);
  }
});

test.each([
  ['draft', 'pending', false, false],
  ['pending', 'pending', false, false],
  ['pending', 'failed', false, false],
  ['confirmed', 'completed', true, true],
  ['processing', 'completed', true, true],
  ['processing', 'pending', false, false],
  // Goods that are shipped unpaid need an invoice too.
  ['shipped', 'pending', true, true],
  ['delivered', 'failed', true, true],
  ['returned', 'completed', true, true],
  ['cancelled', 'completed', false, true],
  ['cancelled', 'pending', false, false],
] as const)('%s, payment %s', (status, paymentStatus, due, shown) => {
  expect(invoiceDue({ status, paymentStatus, total: 100 })).toBe(due);
  expect(mayHaveInvoice({ status, paymentStatus, total: 100 })).toBe(shown);
  expect(invoiceDue({ status, paymentStatus, total: 0 })).toBe(false);
});

test('formats amounts and the file name', () => {
  expect([0, 1, 100, 129_950, 12_990_000, -3_300].map(invoiceAmount)).toEqual([
    '0.00',
    '0.01',
    '1.00',
    '1,299.50',
    '1,29,900.00',
    '−33.00',
  ]);
  expect(invoiceFileName('KSH/26-27/000123')).toBe('Invoice-KSH-26-27-000123.pdf');
});
