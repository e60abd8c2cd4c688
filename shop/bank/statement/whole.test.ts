import { describe, expect, test } from 'vitest';
import type { Cell } from './cells.ts';
import { LAYOUTS } from './layouts.ts';
import { readStatement } from './read.ts';

/** A file as a whole: its tables, its account, its order, and money that goes back. */

const A = '630829814940';
const SBI = 'Txn Date|Value Date|Description|Ref No./Cheque No.|Debit|Credit|Balance';
const PLAIN = 'Date|Narration|Debit|Credit|Balance';
/** A credit, or a debit with a minus, in the layout of SBI. */
const sbi = (day: string, text: string, amount: number, balance = '') =>
  `${day}/11/2026||${text}||${amount < 0 ? -amount : ''}|${amount > 0 ? amount : ''}|${balance}`;
const upi = (rrn: string, word = 'CR') => `${word === 'CR' ? 'BY' : 'TO'} TRANSFER-UPI/${word}/${rrn}/RAVI/EXMP/tea`;
const sheetOf = (rows: readonly string[]): Cell[][] => rows.map((row) => row.split('|'));
const find = (...sheets: (readonly string[])[]) => readStatement(sheets.map(sheetOf));
function read(...sheets: (readonly string[])[]) {
  const found = find(...sheets);
  if ('refusal' in found) throw new Error(found.refusal);
  return found;
}

test('a statement says its bank, account, days and balances', () => {
  const rows = [
    'Account Number|30884414417',
    SBI,
    sbi('05', upi(A, 'DR'), -200, '1300'),
    sbi('06', upi('1'), 100, '1400'),
  ];
  const { lines, ...rest } = read(rows);
  expect(rest).toEqual({
    bank: 'SBI',
    accountTail: '4417',
    from: '2026-11-05',
    to: '2026-11-06',
    openingPaise: 150_000,
    closingPaise: 140_000,
    refused: [],
    unbroken: true,
    shortened: 0,
  });
  expect(lines.map(({ accountTail }) => accountTail)).toEqual(['4417', '4417']);
});

test('without balances it has none, and may miss a line', () => {
  expect(read([SBI, sbi('05', 'X', 200)])).toMatchObject({ openingPaise: null, closingPaise: null, unbroken: false });
});

test('of an unknown layout, the account is that of no line', () => {
  const rows = ['Account Number|30884414417', PLAIN, '05/11/2026|Account 99887766554|200||1300'];
  const { lines, ...rest } = read(rows);
  expect([rest.bank, rest.accountTail, lines[0]?.accountTail, lines[0]?.line, rest.unbroken]).toEqual([
    ...[null, '4417', null, 3],
    false,
  ]);
});

test.each([
  ['whole', [sbi('05', 'A', 200, '1200'), sbi('06', 'B', -100, '1100')], true],
  ['with a gap', [sbi('05', 'A', 200, '1200'), sbi('06', 'B', -100, '900')], false],
  ['with a balance missing', [sbi('05', 'A', 200, '1200'), sbi('06', 'B', -100)], false],
  [
    'with a line printed twice',
    [sbi('05', 'A', 200, '1200'), sbi('05', 'A', 200, '1200'), sbi('06', 'B', 1, '1201')],
    true,
  ],
  ['with a line refused', [sbi('05', 'A', 200, '1200'), sbi('06', 'B', 0, '1200')], false],
] as const)('a statement %s', (_, rows, unbroken) => expect(read([SBI, ...rows]).unbroken).toBe(unbroken));

describe('several tables', () => {
  test('sheets come in the order of their days', () => {
    const { lines, from, to, unbroken } = read(
      [SBI, sbi('07', 'C', 1, '1303')],
      ['Notes'],
      [SBI, sbi('05', 'A', 2, '1302'), 'x|45/11/2026|?|||5|', sbi('06', 'B', -0, '')],
    );
    expect([lines.map(({ narration }) => narration), from, to, unbroken]).toEqual([
      ['A', 'C'],
      '2026-11-05',
      '2026-11-07',
      false,
    ]);
  });

  test('headings repeated on each page are one table', () => {
    const page = 'Account Number|30884414417';
    const chain = (balance: string) =>
      read([page, SBI, sbi('05', 'A', 2, '1302'), '||||||', page, SBI, sbi('06', 'B', 1, balance)]).lines.map(
        ({ chained }) => chained,
      );
    expect([chain('1303'), chain('1304')]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test('of two accounts each has its own', () => {
    const rows = ['Account Number|30884414417', SBI, sbi('05', 'A', 2, '1302'), '||||||', 'Account Number|30884419999'];
    const { lines } = read([...rows, SBI, sbi('06', 'B', 1, '7')]);
    expect(lines.map(({ accountTail, chained }) => [accountTail, chained])).toEqual([
      ['4417', true],
      ['9999', true],
    ]);
  });

  test('a page that does not name its account goes on with the last', () => {
    const rows = ['Account Number|30884414417', SBI, sbi('05', 'A', 2, '1302'), '||||||', 'Page 2', SBI];
    const { lines } = read([...rows, sbi('06', 'B', 1, '7')]);
    expect(lines.map(({ accountTail, chained }) => [accountTail, chained])).toEqual([
      ['4417', false],
      ['4417', false],
    ]);
  });

  test('one that names it first does not begin another table', () => {
    const rows = [SBI, sbi('05', 'A', 2, '1302'), '||||||', 'Account Number|30884414417', SBI];
    const { lines } = read([...rows, sbi('06', 'B', 1, '7')]);
    expect(lines.map(({ accountTail, chained }) => [accountTail, chained])).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  test('a sheet that does not name its account is of that of the file', () => {
    const named = ['Account Number|30884414417', SBI, sbi('06', 'B', 1, '1303')];
    const { lines } = read([SBI, sbi('05', 'A', 2, '1302')], named);
    expect(lines.map(({ accountTail }) => accountTail)).toEqual(['4417', '4417']);
  });

  test('a bank with common headings counts when it is named above them', () => {
    const layout = LAYOUTS.find(({ named }) => named !== null);
    const table = [
      layout?.columns.map(({ heading }) => heading).join('|') ?? '',
      layout?.columns.map(({ role }) => (role === 'date' ? '05/11/2026' : role === 'credit' ? '5' : '')).join('|') ??
        '',
    ];
    const bankOf = (...above: string[]) => {
      const found = find([...above, ...table]);
      return 'refusal' in found ? null : found.bank;
    };
    const far = Array(4).fill('x'.repeat(1_900));
    expect([bankOf(`${layout?.named}`), bankOf(...far, `${layout?.named}`), bankOf()]).toEqual([
      layout?.bank,
      null,
      null,
    ]);
  });

  test('headings may stand in two rows', () => {
    const [top, below] = ['Txn Date|Value Date|Description|Ref No./Cheque No.|Amount||Balance', '||||Debit|Credit|'];
    const { bank, lines, refused } = read([top, below, sbi('05', 'A', 2, '1302'), sbi('06', 'B', -1, '1301')]);
    expect([bank, lines.map(({ direction }) => direction), refused]).toEqual(['SBI', ['credit', 'debit'], []]);
  });

  test('refused rows are in the order of the file', () => {
    const rows = [SBI, sbi('05', 'A', 2, '1302'), sbi('06', 'none', 0, '1'), '|||||5?0|', sbi('07', 'none', 0, '1')];
    expect(read(rows).refused.map(({ line }) => line)).toEqual([3, 4, 5]);
  });
});

describe('money that goes back', () => {
  test.each([
    // title, rows, whether each goes back, and which number it takes back
    ['a debit like an earlier credit', [sbi('05', upi(A), 5), sbi('06', upi(A, 'DR'), -5)], [null, A]],
    ['a credit like an earlier debit', [sbi('05', upi(A, 'DR'), -5), sbi('06', upi(A), 5)], [null, true]],
    ['another amount', [sbi('05', upi(A), 5), sbi('06', upi(A, 'DR'), -4)], [null, null]],
    ['another number', [sbi('05', upi(A), 5), sbi('06', upi('631058251507', 'DR'), -5)], [null, null]],
    ['the same side', [sbi('05', upi(A), 5), sbi('06', upi(A), 5)], [null, null]],
    ['an earlier debit', [sbi('05', upi(A, 'DR'), -5), sbi('06', 'X', -5)], [null, null]],
    [
      'a return of a return',
      [sbi('04', upi(A), 5), sbi('05', upi(A, 'DR'), -5), sbi('06', upi(A), 5)],
      [null, A, null],
    ],
    ['words alone', [sbi('05', `UPI/REV/${A}/RAVI`, -5)], [A]],
    ['words alone of an own payment', [sbi('05', `UPI/REV/${A}/RAVI`, 5)], [true]],
  ] as const)('%s', (_, rows, back) => {
    const { lines } = read([SBI, ...rows]);
    expect(lines.map(({ reversal, reversesRrn }) => (reversal ? (reversesRrn ?? true) : null))).toEqual(back);
    const reasons = lines.map(({ reversal, direction }) =>
      reversal ? (direction === 'debit' ? 'credit_reversed' : 'reversal') : null,
    );
    expect(lines.map(({ reason }) => reason)).toEqual(reasons);
  });

  test('a line printed twice does not count twice, and one of an unknown layout not at all', () => {
    const twice = [sbi('05', upi(A), 5, '15'), sbi('05', upi(A), 5, '15'), sbi('06', upi(A, 'DR'), -5, '10')];
    expect(read([SBI, ...twice]).lines.map(({ reversal }) => reversal)).toEqual([false, false, true]);
    const back = sbi('06', upi(A, 'DR'), -5, '10');
    const rest = read([SBI, sbi('05', upi(A), 5, '15'), back, back]).lines;
    expect(rest.map(({ reversal, repeated }) => [reversal, repeated])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    const rows = [PLAIN, `05/11/2026|${A}||5|15`, `06/11/2026|${A}|5||10`];
    expect(read(rows).lines.map(({ reversal }) => reversal)).toEqual([false, false]);
  });

  test('of a transfer is found by its reference', () => {
    const neft = (word: string) => `${word} TRANSFER-NEFT*EXMP0000101*EXMPN52026111234*RAVI`;
    const { lines } = read([SBI, sbi('05', neft('BY'), 5), sbi('06', neft('TO'), -5)]);
    expect(lines[1]).toMatchObject({ reversal: true, reversesRrn: 'EXMPN52026111234' });
  });
});

const NONE = 'This statement holds no transactions that can be read.';
test.each([
  ['nothing', [], 'This file is empty.'],
  ['blank cells', ['|', ' '], 'This file is empty.'],
  ['a PDF', ['%PDF-1.7', 'x'], 'This is a PDF. Please download'],
  ['a page of the bank', ['Please log in again'], "This is a page of your bank's website"],
  ['an expired session', ['Your session has expired'], "This is a page of your bank's website"],
  ['headings of a bank and no line', [SBI], NONE],
  ['headings and lines that are refused', [SBI, sbi('05', 'A', 0, '1')], NONE],
  ['other headings and no line', [PLAIN], NONE],
  ['other headings and lines that are refused', [PLAIN, '05/11/2026|A|||1'], NONE],
  ['anything else', ['Hello|World'], 'This file is no bank statement: it has no table'],
  ['dates and sums without a direction', ['05/11/2026|A|500.00'], 'This file is no bank statement: it has no table'],
  ['accounts of a ledger', ['05/11/2026|Expenses:Food|500.00 Cr'], 'your own books'],
  ['a card', ['Credit Card Statement', PLAIN, '05/11/2026|A||5|1'], 'This is the statement of a card'],
  ['orders', ['Order number|Date|Amount', 'ORD1|05/11/2026|5'], 'This is the list of orders'],
  ['an item', ['Item|Date|Amount', 'Figs|05/11/2026|5'], 'goods, parcels or invoices'],
])('refuses %s', (_, rows, refusal) => {
  const found = find(rows);
  expect('refusal' in found ? found.refusal : 'none').toContain(refusal);
});

test.each([
  ['an order number beside a balance', ['Order number|Date|Credit|Balance', '1|05/11/2026|5|6']],
  ['two headings only', ['Item|Sold', PLAIN, '05/11/2026|A||5|1']],
  ['a word of goods in a line', [PLAIN, '05/11/2026|Item||5|1']],
  ['a heading of more than 60 characters', [`Item ${'x'.repeat(56)}|a|b`, PLAIN, '05/11/2026|A||5|1']],
  ['a card in a long text', [`Get a credit card ${'x'.repeat(102)}`, PLAIN, '05/11/2026|A||5|1']],
  ['goods below the first 50 rows', [PLAIN, ...Array(50).fill('05/11/2026|A||5|1'), 'Item|Qty|Amount']],
  ['a known layout, whatever stands above it', ['Credit Card Statement', SBI, sbi('05', 'A', 5)]],
])('does not refuse %s', (_, rows) => expect('refusal' in find(rows)).toBe(false));
