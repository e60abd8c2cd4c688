import { describe, expect, test } from 'vitest';
import { readStatement } from '#shop/orders/payments/statement.ts';
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
  lines.map(({ line, direction, amountPaise, rrn }) => [line, direction, amountPaise, rrn]);

/** A line of a printer: texts on the left of their columns, amounts on the right. */
function row(date: string, text: string, reference = '', debit = '', credit = '', balance = ''): string {
  return `${date.padEnd(11)}${text.padEnd(30)} ${reference.padEnd(8)}${debit.padStart(12)}${credit.padStart(13)}${balance.padStart(17)}`;
}

const HEADING = row('Date', 'Particulars', 'Chq/Ref', 'Debit', 'Credit', 'Balance');
const RULE = '-'.repeat(HEADING.length);

describe('a statement as a printer prints it', () => {
  test('pages with headings, sums and sums carried over', () => {
    const statement = read(
      'DEMO SAHAKARI BANK LTD.       STATEMENT OF ACCOUNT       Page No: 1',
      'A/c No: 00200091234417',
      RULE,
      HEADING,
      RULE,
      row('', 'OPENING BALANCE', '', '', '', '1,000.00Cr'),
      row('04/11/2026', `UPI/${A}/NIDHI`, '', '', '500.00', '1,500.00Cr'),
      row('', 'PAGE TOTAL', '', '0.00', '500.00'),
      row('', 'C/F', '', '', '', '1,500.00Cr'),
      '\f',
      'DEMO SAHAKARI BANK LTD.       STATEMENT OF ACCOUNT       Page No: 2',
      RULE,
      HEADING,
      RULE,
      row('', 'B/F', '', '', '', '1,500.00Cr'),
      row('05/11/2026', `UPI/${C}/RAVI`, '', '', '300.00', '1,800.00Cr'),
      row('06/11/2026', `UPI/${B}/SHOP`, '000012', '200.00', '', '1,600.00Cr'),
      '*** END OF STATEMENT ***',
    );
    expect(told(statement.lines)).toEqual([
      [7, 'credit', 50_000, A],
      [16, 'credit', 30_000, C],
      [17, 'debit', 20_000, B],
    ]);
    expect(statement).toMatchObject({ accountTail: '4417', refused: [], unbroken: true, openingPaise: 100_000 });
  });

  test('headings of other banks', () => {
    const { lines } = read(
      row('Tran_Date', 'Narrative', 'UTR|RRN', 'Paid Out', 'Paid In'),
      row('04-Nov-26', `UPI/MOB/${A}/tea`, '', '', '500.00'),
      row('06-Nov-26', `UPI/MOB/${B}/tea`, '', '200.00'),
    );
    expect(told(lines)).toEqual([
      [2, 'credit', 50_000, A],
      [3, 'debit', 20_000, B],
    ]);
  });

  test('a narration over two lines, its reference cut', () => {
    const { lines } = read(
      HEADING,
      row('04/11/2026', `BY TRANSFER-UPI/CR/${A.slice(0, 11)}`, '', '', '500.00', '1,500.00Cr'),
      row('', `${A.slice(11)}/NIDHI`),
      row('06/11/2026', `UPI/${B}/SHOP`, '', '200.00', '', '1,300.00Cr'),
    );
    expect(told(lines)).toEqual([
      [2, 'credit', 50_000, A],
      [4, 'debit', 20_000, B],
    ]);
  });

  test('a line that runs over its column is named, never cut', () => {
    const long = row(
      '05/11/2026',
      `UPI/${C}/A NAME THAT RUNS ON AND ON AND FURTHER`,
      '',
      '',
      '9,300.00',
      '10,800.00Cr',
    );
    const { lines, refused } = read(
      HEADING,
      row('04/11/2026', `UPI/${A}/NIDHI`, '', '', '500.00', '1,500.00Cr'),
      long,
      row('06/11/2026', `UPI/${B}/SHOP`, '', '200.00', '', '10,600.00Cr'),
      row('07/11/2026', 'CASH DEPOSIT', '000013', '', '400.00', '11,000.00Cr'),
    );
    expect(refused).toEqual([{ line: 3, reason: 'The amount cannot be read.' }]);
    expect(told(lines)).toEqual([
      [2, 'credit', 50_000, A],
      [4, 'debit', 20_000, B],
      [5, 'credit', 40_000, null],
    ]);
  });
});

test('commas inside of amounts are no separators', () => {
  const { lines } = read(
    'Opening Balance\t2,03,085.59',
    'Total Debits\t12\t1,34,567.00',
    'Transaction Date\tDR\tCR\tParticulars\tBalance',
    `18-11-2026\t\tRs.2,886.00\tUPI/${A}/NIDHI\t2,05,971.59Cr`,
    `19-11-2026\tRs.1,771.00\t\tUPI/${B}/SHOP\t2,04,200.59Cr`,
    '\tTotal\t1,771.00\t2,886.00',
  );
  expect(told(lines)).toEqual([
    [4, 'credit', 288_600, A],
    [5, 'debit', 177_100, B],
  ]);
});

describe('lines of a mini statement', () => {
  test.each([
    ['with signs', [`06/11/2026 UPI/DR/${B}/SHOP Rs.200.00 DR`, `04/11/2026  UPI/CR/${A}/NIDHI SHAH  Rs.1,500.00 CR`]],
    [
      'with balances',
      [`04-Nov-26 UPI/${A}/NIDHI SHAH 1,500.00(Cr) 21,500.00`, `06-Nov-26 UPI/${B}/SHOP 200.00(Dr) 21,300.00`],
    ],
  ])('%s', (_, rows) => {
    const { lines } = read('Mini statement of A/c XX4417', ...rows, '');
    expect(lines.map(({ date, direction, amountPaise, rrn }) => [date, direction, amountPaise, rrn])).toEqual([
      ['2026-11-04', 'credit', 150_000, A],
      ['2026-11-06', 'debit', 20_000, B],
    ]);
  });

  test('a chat is none', () => {
    expect(() => read('12/11/26, 10:33 - Asha: I paid Rs.599.00', '13/11/26, 09:00 - Ravi: paid 499.00')).toThrow(
      'This file is no bank statement',
    );
  });
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
