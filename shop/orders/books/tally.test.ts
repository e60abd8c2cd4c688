import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tallyLedgers, tallyVoucher } from './tally.ts';
import { document, line } from './test-documents.ts';

/** The entries of a voucher: ledger and amount in paise, of which debits are below zero. */
function entriesOf(voucher: string): [string, number][] {
  const entries = voucher.matchAll(/<LEDGERNAME>(.*?)<\/LEDGERNAME>.*?<AMOUNT>(-?\d+)\.(\d\d)<\/AMOUNT>/g);
  return [...entries].map(([, ledger = '', rupees = '', paise = '']) => [ledger, Number(rupees + paise)]);
}

const elementOf = (xml: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1];

test('a consumer in another state: the customers are debited, sales and IGST credited', () => {
  const voucher = tallyVoucher(document());
  expect(voucher).toContain('<VOUCHER VCHTYPE="Sales" ACTION="Create" OBJVIEW="Accounting Voucher View">');
  expect(entriesOf(voucher)).toEqual([
    ['Online customers', -29_900],
    ['Online sales 5%', 28_476],
    ['Output IGST', 1_424],
  ]);
  expect([
    elementOf(voucher, 'DATE'),
    elementOf(voucher, 'VOUCHERNUMBER'),
    elementOf(voucher, 'PLACEOFSUPPLY'),
  ]).toEqual(['20261120', 'KSH/26-27/000001', 'Tamil Nadu']);
  expect(voucher).not.toContain('PARTYGSTIN');
});

test('a business in the own state has a ledger of its own; each rate has its sales', () => {
  const sold = document({
    name: 'Asha & Sons',
    gstin: '27AAPFU0939F1ZV',
    place: 'Maharashtra',
    lines: [line(105_00), line(118_00, { rateBp: 1800 })],
  });
  const voucher = tallyVoucher(sold);
  expect(entriesOf(voucher)).toEqual([
    ['Asha &amp; Sons 27AAPFU0939F1ZV', -223_00],
    ['Online sales 5%', 100_00],
    ['Online sales 18%', 100_00],
    ['Output CGST', 11_50],
    ['Output SGST', 11_50],
  ]);
  expect(elementOf(voucher, 'PARTYGSTIN')).toBe('27AAPFU0939F1ZV');
  const found = tallyLedgers();
  found.add(sold);
  const names = [...found.text().matchAll(/<LEDGER NAME="(.*?)"/g)].map(([, name]) => name);
  expect(names).toEqual([
    'Online customers',
    'Output CGST',
    'Output SGST',
    'Output IGST',
    'Online sales 5%',
    'Online sales 18%',
    'Asha &amp; Sons 27AAPFU0939F1ZV',
  ]);
});

test('a credit note turns the sides round and names its invoice', () => {
  const voucher = tallyVoucher(document({ kind: 'credit-note' }));
  expect(elementOf(voucher, 'VOUCHERTYPENAME')).toBe('Credit Note');
  expect(elementOf(voucher, 'VOUCHERNUMBER')).toBe('CN/26-27/000001');
  expect([elementOf(voucher, 'REFERENCE'), elementOf(voucher, 'BILLTYPE')]).toEqual(['KSH/26-27/000001', 'Agst Ref']);
  expect(entriesOf(voucher)).toEqual([
    ['Online customers', 29_900],
    ['Online sales 5%', -28_476],
    ['Output IGST', -1_424],
  ]);
});

test('an invoice that does not count has no voucher and no ledger', () => {
  expect(tallyVoucher(document({ cancelled: true }))).toBe('');
});

test('debits equal credits in every voucher, and every ledger it names is in the file of ledgers', () => {
  const lines = fc.array(
    fc.record({
      price: fc.integer({ min: 100, max: 9_999_99 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      rateBp: fc.constantFrom(0, 250, 500, 1200, 1800, 2800),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(
      lines,
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom('Tamil Nadu' as const, 'Maharashtra' as const, 'abroad' as const),
      fc.constantFrom('invoice' as const, 'credit-note' as const),
      (some, off, place, kind) => {
        const one = document({ place, kind, off, lines: some.map(({ price, ...more }) => line(price, more)) });
        const entries = entriesOf(tallyVoucher(one));
        expect(entries.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
        expect(Math.abs(entries[0]?.[1] ?? 0)).toBe(one.invoice.totals.total);
        const found = tallyLedgers();
        found.add(one);
        for (const [ledger] of entries) expect(found.text()).toContain(`<LEDGER NAME="${ledger}"`);
      },
    ),
  );
});

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['A & B "C" \'D\'', 'A &amp; B &quot;C&quot; &apos;D&apos;'],
  ['x]]></PARTYNAME><VOUCHER>', 'x]]&gt;&lt;/PARTYNAME&gt;&lt;VOUCHER&gt;'],
  ['=cmd|calc', '=cmd|calc'],
  ['a\u0000b\u0008c\ufffe', 'abc'],
  ['half \ud83d a character', 'half \ufffd a character'],
  ['मेवा 🥜', 'मेवा 🥜'],
])('the name %j cannot leave its element', (name, text) => {
  const voucher = tallyVoucher(document({ name, gstin: '33AABCT3518Q1Z3' }));
  expect(elementOf(voucher, 'PARTYNAME')).toBe(text);
  expect(voucher.match(/<VOUCHER /g)).toHaveLength(1);
  const found = tallyLedgers();
  found.add(document({ name, gstin: '33AABCT3518Q1Z3' }));
  expect(found.text()).toContain(`<LEDGER NAME="${text} 33AABCT3518Q1Z3" ACTION="Create">`);
});
