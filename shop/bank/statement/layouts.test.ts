import { expect, test } from 'vitest';
import { LAYOUTS, placeOf, textsOf } from './layouts.ts';

const SBI = ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'];
const COLUMNS = { date: 0, narration: 2, debit: 4, credit: 5, balance: 6 };

test.each([
  ['the headings of a bank', SBI, COLUMNS],
  ['in capitals, with other marks', SBI.map((text) => ` ${text.toUpperCase()} :`), COLUMNS],
  ['with an empty column', SBI.toSpliced(2, 0, ''), { date: 0, narration: 3, debit: 5, credit: 6, balance: 7 }],
  ['with another column', [...SBI, 'Branch'], null],
  ['without one', SBI.slice(1), null],
  ['in another order', SBI.toReversed(), null],
  ['nothing', [], null],
])('a layout: %s', (_, headings, columns) => {
  const place = placeOf(headings, '');
  expect(place && { bank: place.layout.bank, columns: place.columns }).toEqual(columns && { bank: 'SBI', columns });
});

const named = LAYOUTS.filter((layout) => layout.named !== null);
test.each(named.map((layout) => [layout.bank, layout] as const))(
  'headings of %s that others use need its name above them',
  (bank, { columns, named: name }) => {
    const headings = columns.map(({ heading }) => heading);
    const found = (around: string) => placeOf(headings, around)?.layout.bank ?? null;
    expect(found(`Welcome to ${name?.toUpperCase()}!`)).toBe(bank);
    expect([null, ...named.map((layout) => layout.bank)].includes(found('')) && found('') !== bank).toBe(true);
  },
);

test('at most 60 cells of a row count', () => expect(textsOf(Array(61).fill(1.5))).toEqual(Array(60).fill('1.5')));
