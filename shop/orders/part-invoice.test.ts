import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitGst } from '../india/india.ts';
import { invoiceLines, totalsOf } from './invoice.ts';
import { type Billed, billedTotal, billingDifference, withoutReturned } from './part-invoice.ts';

const line = (name: string, quantity: number, price: number, rateBp = 500) => ({
  name,
  size: '250g',
  quantity,
  price,
  ownDiscount: 0,
  hsn: '0802',
  rateBp,
});
const order = (discount: number, ...lines: ReturnType<typeof line>[]) => ({
  total: lines.reduce((sum, one) => sum + one.price * one.quantity, 0) - discount,
  lines,
});
const taxed = { registered: true, intra: false };
const billedFor = (...args: Parameters<typeof order>): Billed[] => [
  { kind: 'invoice', lines: invoiceLines(order(...args), taxed) },
];
const brief = (lines: readonly { description: string; quantity: number; total: number }[]) =>
  lines.map(({ description, quantity, total }) => [description, quantity, total]);

test('nothing is issued for an order that is billed as it is', () => {
  const same = [3_300, line('Figs', 1, 44_900), line('Dates', 2, 29_900)] as const;
  expect(billingDifference(billedFor(...same), invoiceLines(order(...same), taxed))).toEqual({ goes: [], comes: [] });
});

test('what goes is credited, what comes is billed', () => {
  const { goes, comes } = billingDifference(
    billedFor(0, line('Figs', 1, 44_900), line('Dates', 2, 29_900)),
    invoiceLines(order(0, line('Dates', 1, 29_900), line('Nuts', 1, 60_000)), taxed),
  );
  expect([brief(goes), brief(comes)]).toEqual([
    [
      ['Figs, 250g', 1, 44_900],
      ['Dates, 250g', 1, 29_900],
    ],
    [['Nuts, 250g', 1, 60_000]],
  ]);
});

test('a discount that is spread anew changes lines that stay', () => {
  const { goes, comes } = billingDifference(
    billedFor(3_300, line('Figs', 1, 44_900), line('Dates', 1, 29_900)),
    invoiceLines(order(3_300, line('Figs', 1, 44_900)), taxed),
  );
  expect([brief(goes), comes]).toEqual([
    [
      ['Figs, 250g', 0, 1_319],
      ['Dates, 250g', 1, 28_581],
    ],
    [],
  ]);
  expect(totalsOf(goes).total).toBe(29_900);
});

test('goods that came back are credited by what was given for them', () => {
  const lines = invoiceLines(order(0, line('Figs', 2, 44_900)), taxed);
  const wanted = withoutReturned(lines, new Map([[0, { quantity: 1, amount: 20_000 }]]), (total, rate) =>
    splitGst(total, rate, false),
  );
  const { goes } = billingDifference([{ kind: 'invoice', lines }], wanted);
  expect(brief(goes)).toEqual([['Figs, 250g', 1, 20_000]]);
});

test('any number of changes adds up to the last, with every tax', () => {
  const some = fc.array(
    fc.record({
      name: fc.constantFrom('Figs', 'Dates', 'Nuts'),
      quantity: fc.integer({ min: 1, max: 5 }),
      price: fc.constantFrom(29_900, 44_999, 1_01),
      rateBp: fc.constantFrom(0, 500, 1800),
    }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(
      fc.array(some, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 99 }),
      (all, intra, off) => {
        const billed: Billed[] = [];
        let wanted = invoiceLines(order(0), { registered: true, intra });
        for (const goods of [...all, []]) {
          const lines = goods.map((one) => line(one.name, one.quantity, one.price, one.rateBp));
          wanted = invoiceLines(order(goods.length > 0 ? off : 0, ...lines), { registered: true, intra });
          const { goes, comes } = billingDifference(billed, wanted);
          for (const part of [...goes, ...comes]) {
            expect(part.total).toBeGreaterThan(0);
            expect(part.taxable + part.cgst + part.sgst + part.igst).toBe(part.total);
          }
          billed.push({ kind: 'credit-note', lines: goes }, { kind: 'invoice', lines: comes });
          expect(billedTotal(billed)).toBe(totalsOf(wanted).total);
        }
        expect(billedTotal(billed)).toBe(0);
        expect(wanted).toEqual([]);
      },
    ),
  );
});
