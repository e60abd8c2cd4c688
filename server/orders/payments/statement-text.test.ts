import { expect, test } from 'vitest';
import { readStatement } from '#shop/bank/statement/read.ts';
import { readSheets } from './statement-sheets.ts';

const A = '630829814940';
const B = '631058251507';
const C = '631121056773';

function read(...lines: string[]) {
  const found = readStatement(readSheets(Buffer.from(lines.join('\r\n'))));
  if ('refusal' in found) throw new Error(found.refusal);
  return found;
}

const told = (lines: ReturnType<typeof read>['lines']) =>
  lines.map(({ line, direction, amountPaise, numbers, read: isRead }) => [
    line,
    direction,
    amountPaise,
    numbers[0],
    isRead,
  ]);

/** Copied from the PDF of Kotak: the columns are lost. */
const KOTAK = [
  'Kotak Mahindra Bank',
  'KISHMISH FOODS, SECTOR 17, VASHI, NAVI MUMBAI',
  'Account No. 4700004417',
  '# Date Description Chq/Ref. No. Withdrawal (Dr.) Deposit (Cr.) Balance',
  '- - Opening Balance - - - 1,24,024.00',
  `1 04 Nov 2026 UPI/FALGUN MARATHE/${A}/dry fruits UPI-630829814941 599.00 1,24,623.00`,
  `2 05 Nov 2026 UPI/BHUMIKA THAKKE/${B}/Paid to`,
  'me UPI-630980924562 549.00 1,24,074.00',
  `3 07 Nov 2026 UPI/KAVIN LOKHANDE/${C}/order UPI-631117586516 399.00 1,24,473.00`,
  '4 11 Nov 2026 CREDIT INTEREST CAPITALISED 312.00 1,24,785.00',
];

test('a statement copied from a PDF: every line is there, and no balance becomes an amount', () => {
  const statement = read(...KOTAK);
  expect(told(statement.lines)).toEqual([
    [6, null, 59_900, A, false],
    [7, 'debit', 54_900, B, false],
    [9, 'credit', 39_900, C, false],
    [10, 'credit', 31_200, undefined, false],
  ]);
  expect(statement).toMatchObject({ bank: null, refused: [], unbroken: false });
});

test('two numbers in a line, of which nothing tells which is the balance, are refused by their line', () => {
  const lines = KOTAK.with(8, '3 07 Nov 2026 UPI/KAVIN/x 399.00 9,99,473.00').with(9, '4 11 Nov 2026 X 312.00 1.00');
  const broken = lines.with(7, 'me UPI-630980924562 549.00 7,24,074.00');
  expect(() => read(...broken)).toThrow('This file is no bank statement');
});

test('a line with more numbers is refused, and the others are read', () => {
  const statement = read(...KOTAK, '5 12 Nov 2026 FEE 10.00 1.80 1,24,773.20');
  expect(statement.refused).toMatchObject([
    {
      line: 11,
      reason: 'The line does not tell which of its numbers is the amount.',
      text: expect.stringContaining('FEE'),
    },
  ]);
  expect(statement.lines).toHaveLength(4);
});

test('commas inside of amounts are no separators', () => {
  const { lines } = read(
    'Opening Balance\t2,03,085.59',
    'Transaction Date\tDR\tCR\tParticulars\tBalance',
    `18-11-2026\t\tRs.2,886.00\tUPI/${A}/NIDHI\t2,05,971.59Cr`,
    `19-11-2026\tRs.1,771.00\t\tUPI/${B}/SHOP\t2,04,200.59Cr`,
    '\tTotal\t1,771.00\t2,886.00',
  );
  expect(told(lines)).toEqual([
    [3, 'credit', 288_600, A, false],
    [4, 'debit', 177_100, B, false],
  ]);
});

test.each([
  ['signs', [`06/11/2026 UPI/DR/${B}/SHOP Rs.200.00 DR`, `04/11/2026  UPI/CR/${A}/NIDHI SHAH  Rs.1,500.00 CR`]],
  ['balances', [`04-Nov-26 UPI/${A}/NIDHI 1,500.00(Cr) 21,500.00`, `06-Nov-26 UPI/${B}/SHOP 200.00(Dr) 21,300.00`]],
])('lines of a mini statement with %s', (_, rows) => {
  const { lines } = read('Mini statement of A/c XX4417', ...rows, '');
  expect(lines.map(({ date, direction, amountPaise, numbers }) => [date, direction, amountPaise, numbers[0]])).toEqual([
    ['2026-11-04', 'credit', 150_000, A],
    ['2026-11-06', 'debit', 20_000, B],
  ]);
});

test('a chat is no statement', () => {
  expect(() => read('12/11/26, 10:33 - Asha: I paid Rs.599.00', '13/11/26, 09:00 - Ravi: paid 499.00')).toThrow(
    'This file is no bank statement',
  );
});

test.each(['1 ', '01/11/2026 ', '9.00 ', 'Rs', '-', 'Date  Balance  ', ' '])(
  '100 KB of %j in one line take no time',
  (unit) => {
    const before = process.cpuUsage();
    readSheets(Buffer.from(`Date  Particulars  Balance\n01/11/2026 ${unit.repeat(100_000 / unit.length)}`));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  },
);
