import { describe, expect, test } from 'vitest';
import type { Cell } from './cells.ts';
import { textsOf } from './layouts.ts';
import { headingsOf, readPlain } from './plain.ts';

const A = '630829814940';
const NO_AMOUNT = 'The line has no amount that can be read.';
const TWO = 'The line does not tell which of its numbers is the amount.';
const NO_DATE = 'The date cannot be read.';

/** Cells are separated by `|`; `#12.5` is a number. */
function readPart(...rows: string[]) {
  const cellOf = (text: string): Cell => (/^#[\d.]+$/.test(text) ? Number(text.slice(1)) : text);
  const all = rows.map((row, index) => ({ line: index + 1, cells: row.split('|').map(cellOf) }));
  return readPlain(all.map((row) => ({ ...row, texts: textsOf(row.cells) })));
}

/** `line sign rupees` of each line, and `line reason` of each refused row. */
function read(...rows: string[]) {
  const { lines, refused } = readPart(...rows);
  const sign = { credit: '+', debit: '-' };
  return [
    ...lines.map(
      ({ line, direction, amountPaise }) => `${line} ${direction ? sign[direction] : '?'}${amountPaise / 100}`,
    ),
    ...refused.map(({ line, reason }) => `${line} ${reason}`),
  ];
}

test.each([
  ['Date|Narration|Debit|Credit|Balance', ['date', null, 'debit', 'credit', 'balance']],
  ['Posted|Money Out|Money In', ['date', 'debit', 'credit']],
  ['Value Dt|Amt|Dr/Cr|Status', ['date', 'amount', 'sign', 'status']],
  ['DATE|Withdrawal/Deposit|Type', ['date', 'amount', 'sign']],
  ['Date|Balance', ['date', 'balance']],
  ['Date||Amount', ['date', null, 'amount']],
  ['Date|Rs 500|Amount', ['date', null, 'amount']],
  [`Date|${'amount '.repeat(9).trim()}`, null],
  [`Date|${'amount '.repeat(8).trim()}`, ['date', 'amount']],
  ['Date|Status', null],
  ['Narration|Amount', null],
  ['04/11/2026|500', null],
])('the headings %s', (row, headings) => expect(headingsOf(row.split('|'))).toEqual(headings));

const TABLE = 'Date|Narration|Debit|Credit|Balance';
const ONE = 'Date|Narration|Amount|Type|Balance';

describe('a table with headings', () => {
  test.each([
    ['both sides', [TABLE, '04/11/2026|X||500|', '05/11/2026|Y|200||'], ['2 +500', '3 -200']],
    ['a zero on one side', [TABLE, '04/11/2026|X|0.00|500|1500'], ['2 +500']],
    ['an amount on both', [TABLE, '04/11/2026|X|100|500|1500'], [`2 ${TWO}`]],
    ['a column of signs', [ONE, '04/11/2026|X|500|CR|', '05/11/2026|Y|200|Dr|'], ['2 +500', '3 -200']],
    ['a sign at the amount', [ONE, '04/11/2026|X|500 Cr||', '05/11/2026|Y|-200||'], ['2 +500', '3 -200']],
    ['the sign of the column beside it before its own', [ONE, '04/11/2026|X|-500|CR|'], ['2 +500']],
    ['a sum in the debit column with a sign', [TABLE, '04/11/2026|X|-500||'], ['2 -500']],
    ['balances that tell', [ONE, '04/11/2026|X|500||1500', '05/11/2026|Y|200||1300'], ['2 ?500', '3 -200']],
    ['newest first', [ONE, '05/11/2026|Y|200||1300', '04/11/2026|X|500||1500'], ['3 ?500', '2 -200']],
    ['an amount that cannot be read', [TABLE, '04/11/2026|X||5?0|'], ['2 The amount cannot be read.']],
    ['a total that cannot be read', [TABLE, '|Y||5?0|'], []],
    ['no amount', [TABLE, '04/11/2026|X|||1500'], [`2 ${NO_AMOUNT}`]],
    ['a balance', [TABLE, '04/11/2026|Closing balance|||1500'], []],
    ['a date that cannot be read', [TABLE, '45/11/2026|X||500|'], [`2 ${NO_DATE}`]],
    ['a total', [TABLE, '|Total||500|'], []],
    ['a total with something in place of its date', [TABLE, '1-x|Total||500|'], []],
    ['numbers without words', [TABLE, '1-1|||500|'], []],
    ['a number of a spreadsheet as date', [TABLE, '#46330|X||500|'], ['2 +500']],
    ['such a number in another column', ['Note|Date|Credit', '#46330|x|500'], []],
    ['a date in another column', ['Date|Value|Credit', '|04/11/2026|500'], ['2 +500']],
    ['a date in the column of sums', ['Date|Credit', '04/11/2026|05/11/2026'], ['2 The amount cannot be read.']],
    [
      'headings of other columns below',
      [TABLE, '04/11/2026|X||500|', 'Date|Credit|Debit', '05/11/2026|200|'],
      ['2 +500', '4 +200'],
    ],
    [
      'a payment that failed',
      ['Date|Amount|Status', '04/11/2026|500|FAILED', '05/11/2026|200|Done'],
      ['3 ?200', '2 The line says that the payment has failed or is pending.'],
    ],
    ['an empty row', [TABLE, '||||', '04/11/2026|X||500|', '-|-|-|-|-'], ['3 +500']],
  ])('%s', (_, rows, found) => expect(read(...rows)).toEqual(found));
});

describe('a table without headings', () => {
  test.each([
    ['an amount with paise', ['04/11/2026|X|500.00 Cr'], ['1 +500']],
    ['an amount with a currency', ['04/11/2026|X|Rs 500'], ['1 ?500']],
    ['a number of a spreadsheet', ['04/11/2026|X|#500'], ['1 ?500']],
    ['a number that is a reference', ['04/11/2026|X|#6308298149'], []],
    ['a text that is no money', ['04/11/2026|X|500'], []],
    ['a word for its side', ['04/11/2026|X|500.00|DR', '05/11/2026|X|200.00|Deposit'], ['1 -500', '2 +200']],
    ['a word before the sign', ['04/11/2026|X|-500.00|CR'], ['1 +500']],
    ['a balance that follows', ['04/11/2026|X|500.00|1500.00', '05/11/2026|Y|200.00|1300.00'], ['1 ?500', '2 -200']],
    [
      'a second number that follows from nothing',
      ['04/11/2026|X|500.00|1500.00', '05/11/2026|Y|200.00|7.00'],
      [`1 ${TWO}`, `2 ${TWO}`],
    ],
    ['one line with two', ['04/11/2026|X|500.00|1500.00'], [`1 ${TWO}`]],
    [
      'one line with two beside one with one',
      ['04/11/2026|X|500.00|1500.00', '05/11/2026|Y|200.00'],
      ['2 ?200', `1 ${TWO}`],
    ],
    [
      'most contradicted',
      ['04/11/2026|X|5.00|15.00', '05/11/2026|X|3.00|18.00', '06/11/2026|X|1.00|99.00', '07/11/2026|X|1.00|500.00'],
      [`1 ${TWO}`, `2 ${TWO}`, `3 ${TWO}`, `4 ${TWO}`],
    ],
    ['three amounts', ['04/11/2026|X|1.00|2.00|3.00'], [`1 ${TWO}`]],
    [
      'three amounts beside lines with a balance',
      ['04/11/2026|X|500.00|1500.00', '05/11/2026|Y|200.00|1300.00', '06/11/2026|Z|100.00|1400.00|9.00'],
      ['1 ?500', '2 -200', `3 ${TWO}`],
    ],
    ['an amount without a day', ['X|500.00'], []],
    ['a day without an amount', ['04/11/2026|X'], []],
  ])('%s', (_, rows, found) => expect(read(...rows)).toEqual(found));

  test('an overdrawn balance is below zero', () => {
    expect(read('04/11/2026|X|500.00|100.00 Dr', '05/11/2026|Y|300.00|200.00')).toEqual(['1 ?500', '2 +300']);
  });
});

describe('printed lines', () => {
  test.each([
    ['a date and an amount', [`04/11/2026 UPI/${A}/RAVI 500.00 Cr`], ['1 +500']],
    ['behind a number of its own', ['1. 04 Nov 2026 RAVI 500.00 Dr'], ['1 -500']],
    ['behind a word', ['Ravi 04 Nov 2026 500.00 Dr'], []],
    ['a date of four words', ['Wed 04 Nov 2026 RAVI 500.00'], ['1 ?500']],
    ['an amount in brackets', ['04/11/2026 RAVI (500.00)'], ['1 -500']],
    ['zero', ['04/11/2026 RAVI 0.00 500.00'], ['1 ?500']],
    ['a balance', ['04/11/2026 X 500.00 1,500.00', '05/11/2026 Y 200.00 1,300.00'], ['1 ?500', '2 -200']],
    [
      'a balance that is overdrawn',
      ['04/11/2026 X 500.00 100.00 Dr', '05/11/2026 Y 300.00 200.00'],
      ['1 ?500', '2 +300'],
    ],
    ['a balance with a minus', ['04/11/2026 X 500.00 -100.00', '05/11/2026 Y 300.00 200.00'], ['1 ?500', '2 +300']],
    ['a balance in credit', ['04/11/2026 X 500.00 100.00 Cr', '05/11/2026 Y 100.00 200.00'], ['1 ?500', '2 +100']],
    ['three amounts', ['04/11/2026 X 1.00 2.00 3.00'], [`1 ${TWO}`]],
    [
      'three amounts beside lines with a balance',
      ['04/11/2026 X 500.00 1500.00', '05/11/2026 Y 200.00 1300.00', '06/11/2026 Z 100.00 1400.00 9.00'],
      ['1 ?500', '2 -200', `3 ${TWO}`],
    ],
    ['an empty row between', ['04/11/2026 RAVI', '', 'tea 500.00 Cr'], ['1 +500']],
    ['headings that tell nothing of columns', ['Date    Narration    Amount', '04/11/2026|X|500'], []],
    ['an amount in the next row', ['04/11/2026 RAVI', 'for tea 500.00 Cr'], ['1 +500']],
    ['an amount in the third row', ['04/11/2026 RAVI', 'for', 'tea 500.00 Cr'], ['1 +500']],
    ['an amount in the fifth row', ['04/11/2026 A', 'b', 'c', 'd', 'e 500.00'], ['1 ?500']],
    ['no amount in five rows', ['04/11/2026 A', 'b', 'c', 'd', 'e', 'f', 'g 500.00'], [`1 ${NO_AMOUNT}`]],
    ['no amount before a total', ['04/11/2026 A', 'Page total', '5.00'], [`1 ${NO_AMOUNT}`]],
    ['no amount before the next line', ['04/11/2026 A', '05/11/2026 B 500.00'], ['2 ?500', `1 ${NO_AMOUNT}`]],
    ['no amount before a row of cells', ['04/11/2026 A', 'x|y'], [`1 ${NO_AMOUNT}`]],
    ['no amount at the end', ['04/11/2026 A'], [`1 ${NO_AMOUNT}`]],
    ['an amount without a line', ['500.00 Cr'], []],
    ['headings with wide spaces', ['Date    Narration    Amount', '04/11/2026 X 500.00'], ['2 ?500']],
  ])('%s', (_, rows, found) => expect(read(...rows)).toEqual(found));
});

test('a line says nothing but day, amount and numbers, and confirms nothing', () => {
  expect(readPart(TABLE, '04/11/2026 18:16|UPI|0|500|', `|/${A}|||`, '|Total|||').lines).toEqual([
    {
      kind: 'credit',
      reason: null,
      amountPaise: 50_000,
      channel: null,
      rrn: null,
      refs: [],
      date: '2026-11-04',
      time: '18:16',
      payerVpa: null,
      payerName: null,
      note: null,
      accountTail: null,
      balancePaise: null,
      bank: null,
      reversesRrn: null,
      returnedRefs: null,
      line: 2,
      direction: 'credit',
      read: false,
      chained: false,
      contradicted: false,
      numbers: [A],
      reversal: false,
      worded: false,
      repeated: false,
      narration: `04/11/2026 18:16 · UPI · 0 · 500 /${A}`,
    },
  ]);
  expect(readPart('04/11/2026|X|Rs 500').lines[0]).toMatchObject({ kind: 'other', reason: 'unclear' });
});

test('a number that is cut at the width of its cell is joined', () => {
  const { lines } = readPart(TABLE, `04/11/2026|UPI/CR/${A.slice(0, 6)}||500|`, `|${A.slice(6)}|||`);
  expect(lines[0]?.numbers).toEqual([A]);
});

test('what belongs to the next line is no part of the last', () => {
  const { lines } = readPart('04/11/2026 X 500.00', '05/11/2026 Y', 'tea 200.00', 'for Ravi');
  expect(lines.map(({ narration }) => narration)).toEqual([
    '04/11/2026 X 500.00',
    '05/11/2026 Y · tea 200.00 for Ravi',
  ]);
});

test('a line that is printed twice says so', () => {
  const row = '04/11/2026|X||500|1500';
  expect(readPart(TABLE, row, row).lines.map(({ repeated }) => repeated)).toEqual([false, true]);
});

test.each([
  ['headings', [TABLE], true],
  ['directions', ['04/11/2026|X|500.00 Cr'], true],
  ['printed headings', ['Date    Narration    Amount', '04/11/2026 X 500.00'], true],
  ['neither', ['04/11/2026|X|500.00'], false],
])('%s tell that it is a list of payments', (_, rows, isTable) => expect(readPart(...rows).isTable).toBe(isTable));

test('numbers that a spreadsheet has shortened are counted', () =>
  expect(readPart(TABLE, '04/11/2026|6.3E+11||500|', '05/11/2026|X||500|').shortened).toBe(1));
