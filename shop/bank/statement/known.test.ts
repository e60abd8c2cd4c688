import { describe, expect, test } from 'vitest';
import type { Cell } from './cells.ts';
import { readKnown } from './known.ts';
import { placeOf, textsOf } from './layouts.ts';

const A = '630829814940';
const B = '631058251507';
const REF = 'EXMPN52026111234';
const HDFC = 'Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance';
const KOTAK = 'Date|Narration|Chq/Ref No|Withdrawal (Dr)/Deposit (Cr)|Balance';
const AXIS = 'Tran Date|Value Date|Transaction Particulars|Chq No|Amount(INR)|DR/CR|Balance(INR)|Branch Name';
const DBS = 'Transaction Date|Details|Amount (INR)|Running Balance';
const HSBC = 'Date|Details|Reference|Withdrawals|Deposits|Balance(INR)';
const UPI = `UPI-RAVI K-ravi@ok-EXMP0000101-${A}-tea`;
const NEFT = `NEFT CR-EXMP0000101-RAVI-rent-${REF}`;

/** Cells are separated by `|`; `#12.5` is a number, `~` a line break. */
function read(headings: string, ...rows: string[]) {
  const place = placeOf(
    headings.split('|').map((text) => (text === 'DR/CR' ? 'DR|CR' : text)),
    '',
  );
  if (!place) throw new Error(headings);
  const cellOf = (text: string): Cell => (/^#[\d.]+$/.test(text) ? Number(text.slice(1)) : text.replaceAll('~', '\n'));
  const all = rows.map((row, index) => ({ line: index + 1, cells: row.split('|').map(cellOf) }));
  return readKnown(
    all.map((row) => ({ ...row, texts: textsOf(row.cells) })),
    place,
    '4417',
  );
}
/** A credit, and a debit with a minus. */
const hdfc = (text: string, amount = 500, reference = '', balance = '', day = '04') =>
  `${day}/11/26|${text}|${reference}||${amount < 0 ? -amount : ''}|${amount > 0 ? amount : ''}|${balance}`;
const lineOf = (text: string, amount = 500, reference = '') => read(HDFC, hdfc(text, amount, reference)).lines[0];

test('a line that is read', () => {
  expect(read(HDFC, hdfc(UPI, 500, `0000${A}`, '1,500.00'))).toEqual({
    lines: [
      {
        kind: 'credit',
        reason: null,
        amountPaise: 50_000,
        channel: 'upi',
        rrn: A,
        refs: [],
        date: '2026-11-04',
        time: null,
        payerVpa: 'ravi@ok',
        payerName: 'RAVI K',
        note: 'tea',
        accountTail: '4417',
        balancePaise: 150_000,
        bank: 'HDFC',
        reversesRrn: null,
        returnedRefs: null,
        line: 1,
        direction: 'credit',
        read: true,
        chained: true,
        contradicted: false,
        numbers: [A, 'EXMP0000101'],
        reversal: false,
        worded: false,
        repeated: false,
        narration: UPI,
      },
    ],
    refused: [],
    shortened: 0,
    isTable: true,
  });
});

test('lines are in the order of time, and one that is printed twice says so', () => {
  const { lines } = read(
    HDFC,
    hdfc(UPI, 100, '', '1800', '06'),
    hdfc(UPI, 200, '', '1700', '05'),
    hdfc(UPI, 200, '', '1700', '05'),
    hdfc(UPI, 500, '', '1500', '04'),
  );
  expect(lines.map(({ amountPaise, repeated, chained }) => [amountPaise, repeated, chained])).toEqual([
    [50_000, false, true],
    [20_000, true, true],
    [20_000, false, true],
    [10_000, false, true],
  ]);
});

describe('a narration over several rows', () => {
  const rest = `|${A}-tea|||||`;
  const first = hdfc('UPI-RAVI K-ravi@ok-EXMP0000101-');
  test.each([
    ['in its column', [first, rest], A],
    ['in the first column, as of a PDF', [first, `${A}-tea||||||`], A],
    ['between rows of marks', [first, '-|-|-|-|-|-|-', rest], A],
    ['in one cell', [hdfc(`UPI-RAVI K-ravi@ok-EXMP0000101-~${A}-tea`)], A],
    ['not behind an empty row', [first, '||||||', rest], null],
    ['not behind a total', [first, 'Page total||||||', rest], null],
    ['not behind a row that is refused', [first, hdfc('X').replace('500', '5?0'), rest], null],
    ['not with a value in another column', [first, `|${A}-tea||x|||`], null],
  ])('%s', (_, rows, rrn) => expect(read(HDFC, ...rows).lines[0]?.rrn).toBe(rrn));

  test('and a reference over several', () => {
    const { lines } = read(HDFC, hdfc('UPI-RAVI K-ravi@ok-EXMP0000101-', 500, '0000630829'), '|tea|814940||||');
    expect(lines[0]).toMatchObject({ narration: 'UPI-RAVI K-ravi@ok-EXMP0000101- tea', numbers: [A, 'EXMP0000101'] });
  });

  test('a reference alone is more of the narration', () => {
    const { lines } = read(HDFC, hdfc(UPI, 500, A), '||tea||||');
    expect(lines[0]).toMatchObject({ rrn: A, narration: `${UPI} tea` });
  });

  test('with the amount in a later row', () => {
    const { lines, refused } = read(HDFC, hdfc('UPI-RAVI K-ravi@ok-', 0), `|EXMP0000101-${A}-tea||||500.00|1,500.00`);
    expect([
      lines.map(({ rrn, amountPaise, balancePaise, direction }) => [rrn, amountPaise, balancePaise, direction]),
      refused,
    ]).toEqual([[[A, 50_000, 150_000, 'credit']], []]);
  });

  test('with the amount behind more words', () => {
    const { lines } = read(HDFC, hdfc('UPI-RAVI K-', 0), '|ravi@ok-EXMP0000101-|||||', `|${A}-tea||||500.00|`);
    expect(lines).toMatchObject([{ rrn: A, amountPaise: 50_000 }]);
  });

  test('a lone sum below a line does not change its amount', () => {
    expect(read(HDFC, hdfc(UPI), '|||||700.00|').lines).toMatchObject([{ amountPaise: 50_000 }]);
  });

  test('a second amount without a date is refused, not added', () => {
    const { lines, refused } = read(HDFC, hdfc(UPI), '|more||||700.00|', '|tail|||||');
    expect(lines.map(({ amountPaise, narration }) => [amountPaise, narration])).toEqual([[50_000, UPI]]);
    expect(refused).toEqual([{ line: 2, reason: 'The date cannot be read.', text: 'more · 700.00' }]);
  });
});

describe('what is no line', () => {
  test.each([
    ['sums on both sides', '||||100.00|300.00|', []],
    ['a total that cannot be read', 'Total|||||3?0|', []],
    ['a total', 'Total|||||300|', []],
    ['words before the first line', '|See below||||||', []],
    ['an amount that cannot be read', '|X||||3?0|', ['The amount cannot be read.']],
    [
      'a sum on both sides of a line',
      '04/11/26|X|||100|300|',
      ['The line has an amount for money in and one for money out.'],
    ],
    ['an opening balance', '04/11/26|Opening balance|||||1,000.00', []],
    ['a day without an amount', '04/11/26|X||||0.00|', ['The line has no amount.']],
    ['an amount without a day', '|X||||300|', ['The date cannot be read.']],
  ])('%s', (_, row, reasons) => {
    const { lines, refused } = read(HDFC, row);
    expect([lines, refused.map(({ reason }) => reason)]).toEqual([[], reasons]);
  });

  test('a total with a day and an amount is one', () => {
    expect(read(HDFC, hdfc('Total Foods')).lines).toHaveLength(1);
  });
});

describe('the direction', () => {
  test.each([
    [HDFC, '04/11/26|X|||0.00|500|', 'credit'],
    [HDFC, '04/11/26|X|||500|0.00|', 'debit'],
    [HDFC, '04/11/26|X||||-500|', 'debit'],
    [HDFC, '04/11/26|X|||-500||', 'debit'],
    [KOTAK, '04-11-2026|X||500.00(Cr)|', 'credit'],
    [KOTAK, '04-11-2026|X||500.00(Dr)|', 'debit'],
    [AXIS, '04-11-2026||X||500|CR|1500|', 'credit'],
    [AXIS, '04-11-2026||X||500|DR|1500|', 'debit'],
    [AXIS, '04-11-2026||X||-500||1500|', 'debit'],
    [DBS, '04-11-2026|X|500|', 'credit'],
    [DBS, '04-11-2026|X|-500|', 'debit'],
  ])('%s: %s', (headings, row, direction) => {
    expect(read(headings, row).lines).toMatchObject([{ direction, amountPaise: 50_000, kind: direction }]);
  });

  test('that nothing tells is refused', () => {
    const { lines, refused } = read(AXIS, '04-11-2026||X||500||1500|');
    expect([lines, refused.map(({ reason }) => reason)]).toEqual([
      [],
      ['The line does not tell whether money came in or went out.'],
    ]);
  });

  test('that the balance tells', () => {
    const rows = ['04-11-2026||X||500|CR|1500|', '05-11-2026||X||200||1300|'];
    expect(read(AXIS, ...rows).lines.map(({ direction }) => direction)).toEqual(['credit', 'debit']);
  });
});

describe('references', () => {
  const zero = UPI.replace(A, '052514342803');
  test.each([
    // title, narration, amount, reference, rrn, refs
    ['as the narration has it', UPI, 500, '', A, []],
    ['with zeros', UPI, 500, `0000${A}`, A, []],
    ['with the channel', UPI, 500, `UPI-${A}`, A, []],
    ['with decimals of a spreadsheet', UPI, 500, `${A}.0`, A, []],
    ['as a number that has lost its zero', zero, 500, '#52514342803', '052514342803', []],
    ['as a number that is another', UPI, 500, '#52514342803', null, []],
    ['as a text of 11 digits, which is none', UPI, 500, '52514342803', A, []],
    ['of another payment', UPI, 500, B, null, []],
    ['zeros, which are none', UPI, 500, '000000000000', A, []],
    ['of a transfer', NEFT, 500, REF.toLowerCase(), null, [REF]],
    ['of a transfer with a second one', NEFT, 500, 'N23340709703', null, [REF, 'N23340709703']],
    ['of a transfer with a number', NEFT, 500, A, null, [REF, A]],
    ['nine characters, which are none', NEFT, 500, 'N12345678', null, [REF]],
    ['of an unknown credit: a payer may have written it', `PAID ${A}`, 500, '', null, []],
    ['of an unknown debit', `PAID ${A}`, -500, '', A, []],
    ['of an unknown debit with two numbers', `PAID ${A} ${B}`, -500, '', null, []],
    ['of one with two numbers, of which the column tells one', `PAID ${A} ${B}`, -500, B, B, []],
    ['of an unknown debit without a number', 'PAID', -500, '', null, []],
    ['of a reversal', `UPI/REV/${A}/RAVI`, 500, '', A, []],
    ['of a reversal with two numbers', `UPI/REV/${A}/${B}`, 500, '', null, []],
    ['of one with two numbers, of which the column tells none', `PAID ${A} ${B}`, -500, REF, null, []],
    ['of an unknown transfer out', `PAID ${REF}`, -500, REF, null, []],
  ] as const)('%s', (_, text, amount, reference, rrn, refs) =>
    expect(lineOf(text, amount, reference)).toMatchObject({ rrn, refs }),
  );

  test.each([
    ['a second number of the bank', `UPI/RAVI/${A}/tea`, B, A, [B]],
    ['the same number twice', `UPI/RAVI/${A}/tea`, A, A, []],
    ['the channel before it', `UPI/RAVI/${A}/tea`, `UPI-${B}`, A, [B]],
    ['none', `UPI/RAVI/${A}/tea`, '', A, []],
    ['one of a transfer', `NEFT-${REF}-RAVI-x`, B, null, [REF]],
    ['a reference with letters', `UPI/RAVI/${A}/tea`, REF, A, [REF]],
  ])('beside the narration: %s', (_, text, reference, rrn, refs) => {
    const line = read(KOTAK, `04-11-2026|${text}|${reference}|500.00(Cr)|`).lines[0];
    expect(line).toMatchObject({ read: true, rrn, refs });
  });

  test.each([
    [A, A],
    [REF, null],
    ['', null],
  ])('of a narration without one are those of the column: %j', (reference, rrn) => {
    const { lines } = read(HSBC, `04/11/2026|UPI CREDIT FROM RAVI|${reference}||500|`);
    expect(lines).toMatchObject([{ read: true, rrn, refs: [] }]);
  });

  test('of an unknown line may lead a person to an order', () => {
    expect(lineOf('PAID', 500, A)?.numbers).toEqual([A]);
    expect(read(KOTAK, `04-11-2026|PAID|${A}|500.00(Cr)|`).lines[0]?.numbers).toEqual([A]);
  });

  test('that a spreadsheet has shortened are counted', () => {
    expect(read(HDFC, hdfc(UPI, 500, '6.30829E+11'), hdfc(UPI)).shortened).toBe(1);
    expect(read(KOTAK, '04-11-2026|X|6.30829E+11|500.00(Cr)|').shortened).toBe(1);
  });
});

describe('money that goes back', () => {
  test.each([
    ['a reversed credit', `UPI/REV/${A}/RAVI`, -500, true, 'credit_reversed', A],
    [
      'words of it in a known wording out',
      `UPI-RAVI-ravi@ok-EXMP0000101-${A}-CHARGEBACK`,
      -500,
      true,
      'credit_reversed',
      A,
    ],
    ['an own payment that came back', `UPI/REV/${A}/RAVI`, 500, true, 'reversal', null],
    ['a chargeback in words', `CHARGEBACK ${A}`, -500, true, 'credit_reversed', A],
    ['one of two numbers', `UPI/REV/${A}/${B}`, -500, true, 'credit_reversed', null],
    ['a payer who writes of a reversal', `${UPI} reversal`, 500, false, null, null],
    ['a payer who writes of a refund', `${UPI} refund`, 500, false, null, null],
    ['a payment', UPI, -500, false, null, null],
  ] as const)('%s', (_, text, amount, reversal, reason, reversesRrn) =>
    expect(lineOf(text, amount)).toMatchObject({ reversal, worded: reversal, reason, reversesRrn }),
  );
});

test.each([
  ['NEFT something', 'neft'],
  ['upi/x', 'upi'],
  ['NEFTX', null],
  ['1 UPI', null],
])('an unknown narration %s begins with the channel %s', (text, channel) =>
  expect(lineOf(text)).toMatchObject({ read: false, channel }),
);

test('a narration is cut at 300 characters, and the time is that of the day', () => {
  expect(lineOf('x'.repeat(301))?.narration).toHaveLength(300);
  expect(read(HDFC, hdfc(UPI).replace('04/11/26', '04/11/26 18:16')).lines[0]?.time).toBe('18:16');
});

test('a day as a number of a spreadsheet', () => {
  expect(read(HDFC, hdfc(UPI).replace('04/11/26', '#46330')).lines[0]?.date).toBe('2026-11-04');
});
