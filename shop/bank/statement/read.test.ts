import { describe, expect, test } from 'vitest';
import type { Cell } from './cells.ts';
import { readLayouts } from './layouts.ts';
import { readStatement } from './read.ts';
import { mayConfirm, withheldOf } from './statement.ts';

const A = '630829814940';
const B = '631058251507';
const SBI = 'Txn Date|Value Date|Description|Ref No./Cheque No.|Debit|Credit|Balance';
const sbi = (day: string, text: string, amount: number, balance: string, reference = '') =>
  `${day} Nov 2026|${day} Nov 2026|${text}|${reference}|${amount < 0 ? `${-amount}.00` : ''}|${amount > 0 ? `${amount}.00` : ''}|${balance}`;
const upi = (rrn: string, word = 'CR') =>
  `${word === 'CR' ? 'BY' : 'TO'} TRANSFER-UPI/${word}/${rrn}/RAVI/EXMP/ravi@ok/tea--`;

/** Cells are separated by `|`; `#12.5` is a number. */
function read(...rows: string[]) {
  const cell = (text: string): Cell => (/^#[\d.]+$/.test(text) ? Number(text.slice(1)) : text);
  const found = readStatement([rows.map((row) => row.split('|').map(cell))]);
  if ('refusal' in found) throw new Error(found.refusal);
  return found;
}
const OWN = [{ tail: '4417' }];

describe('a line may confirm', () => {
  const whole = [SBI, sbi('4', upi(A), 500, '1500.00'), sbi('5', upi(B, 'DR'), -200, '1300.00')];
  const gap = [
    SBI,
    sbi('4', upi(A), 500, '1500.00'),
    sbi('5', upi(B), 200, '1700.00'),
    sbi('6', upi('631058251508'), 100, '9999.00'),
  ];

  test('when the balances of a known layout have no gap', () => {
    const { lines, bank, unbroken } = read(...whole);
    expect([bank, unbroken, lines.map((line) => mayConfirm(line, []))]).toEqual(['SBI', true, [true, true]]);
  });

  test('when they have one, only for an own account', () => {
    const { lines, ...rest } = read(...gap);
    expect([lines.map((line) => mayConfirm(line, OWN)), withheldOf({ ...rest, lines }, OWN)]).toEqual([
      [false, false, false],
      'gap',
    ]);
    const own = read('Account Number|00000030884414417', ...gap);
    expect(own.lines.map((line) => mayConfirm(line, OWN))).toEqual([true, true, true]);
    expect(own.lines.map((line) => mayConfirm(line, [{ tail: '1111' }]))).toEqual([false, false, false]);
  });

  test('never when most balances contradict the columns, or the days run back and forth', () => {
    const wild = [
      SBI,
      sbi('4', upi(A), 500, '1500.00'),
      sbi('5', upi(B), 200, '10.00'),
      sbi('6', upi(A), 100, '77.00'),
    ];
    const back = [
      SBI,
      sbi('4', upi(A), 500, '1500.00'),
      sbi('1', upi(B), 200, '1700.00'),
      sbi('9', upi(A), 100, '1800.00'),
    ];
    const { lines } = read('Account Number|00000030884414417', ...wild);
    expect(lines.some((line) => mayConfirm(line, OWN))).toBe(false);
    expect(read(...back).lines.some((line) => mayConfirm(line, []))).toBe(false);
  });

  test('never in a layout that is not known, however well its balances join', () => {
    const rows = whole.slice(1).map((row) => row.split('|').toSpliced(1, 1).toSpliced(2, 1).join('|'));
    const { lines, bank } = read('Account Number|00000030884414417', 'Date|Narration|Debit|Credit|Balance', ...rows);
    expect(bank).toBeNull();
    expect(
      lines.map(({ direction, amountPaise, rrn, numbers, read: isRead }) => [
        direction,
        amountPaise,
        rrn,
        numbers,
        isRead,
      ]),
    ).toEqual([
      ['credit', 50_000, null, [A], false],
      ['debit', 20_000, null, [B], false],
    ]);
    expect(lines.some((line) => mayConfirm(line, OWN))).toBe(false);
    expect(withheldOf({ bank, lines }, OWN)).toBe('layout');
  });

  test.each(['REV', 'RVSL', 'CRADJ', 'CR ADJ', 'TCC', 'DRC', 'ADJUSTMENT', 'DISPUTE'])(
    'never for %s: it is set aside',
    (word) => {
      const { lines } = read(SBI, sbi('4', `BY TRANSFER-UPI/${word}/${A}/RAVI/EXMP`, 500, '1500.00'));
      expect(lines).toMatchObject([{ direction: 'credit', read: false, reversal: true, rrn: A, reason: 'reversal' }]);
    },
  );

  test('never for a wording that is not known', () => {
    const { lines } = read(SBI, sbi('4', `NEW WORDS ${A}`, 500, '1500.00'));
    expect(lines).toMatchObject([{ read: false, rrn: null, numbers: [A], reversal: false }]);
  });

  test('never when the wording is that of the other side', () => {
    const { lines } = read(SBI, sbi('4', upi(A, 'DR'), 500, '1500.00'));
    expect(lines[0]).toMatchObject({ direction: 'credit', read: false, rrn: null });
  });
});

describe('money that goes back', () => {
  test('a debit with the reference and amount of an earlier credit takes it back', () => {
    const { lines } = read(
      SBI,
      sbi('4', upi(A), 500, '1500.00'),
      sbi('5', `CHARGES ${A} X`, -500, '1000.00'),
      sbi('6', upi(A, 'DR'), -100, '900.00'),
    );
    expect(lines.map(({ reversal, reversesRrn }) => [reversal, reversesRrn])).toEqual([
      [false, null],
      [true, A],
      [false, null],
    ]);
  });

  test('a credit with the reference of an own payment is no sale', () => {
    const { lines } = read(SBI, sbi('4', upi(A, 'DR'), -500, '1000.00'), sbi('5', upi(A), 500, '1500.00'));
    expect(lines[1]).toMatchObject({ reversal: true, reason: 'reversal' });
  });
});

describe('a line with a date and an amount is never dropped', () => {
  test.each([
    ['an amount that cannot be read', '5 Nov 2026||X|||3?0.00|1,800.00', 'The amount cannot be read.'],
    ['a date that cannot be read', '45 Nov 2026||X|||300.00|1,800.00', 'The date cannot be read.'],
    [
      'both sides',
      '5 Nov 2026||X||100.00|300.00|1,800.00',
      'The line has an amount for money in and one for money out.',
    ],
    ['no amount', '5 Nov 2026||X||||1,800.00', 'The line has no amount.'],
  ])('%s', (_, row, reason) => {
    const { refused, lines, unbroken } = read(
      SBI,
      sbi('4', upi(A), 500, '1500.00'),
      row,
      sbi('6', upi(B), 100, '1600.00'),
    );
    expect([refused, lines.length, unbroken]).toEqual([
      [{ line: 3, reason, text: expect.stringContaining('X') }],
      2,
      false,
    ]);
  });

  test('sums and balances are no lines', () => {
    const { refused, lines } = read(
      SBI,
      '1 Nov 2026||Opening Balance||||1,000.00',
      sbi('4', upi(A), 500, '1500.00'),
      '||Grand Total||0.00|500.00|',
    );
    expect([refused, lines.length]).toEqual([[], 1]);
  });

  test('of an unknown table it is shown, or refused with its text', () => {
    const { lines, refused } = read(
      'Date|Details|Amount|Status',
      `04/11/2026|${A} RAVI|500.00|SUCCESS`,
      `05/11/2026|${B} RAVI|500.00|FAILED`,
      '06/11/2026|X|3?0.00|SUCCESS',
    );
    expect(lines).toMatchObject([
      { direction: null, amountPaise: 50_000, numbers: [A], kind: 'other', reason: 'unclear' },
    ]);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'The line says that the payment has failed or is pending.'],
      [4, 'The amount cannot be read.'],
    ]);
  });
});

describe('a dated line of an unknown table is read or refused', () => {
  const all = (...rows: string[]) => {
    const { lines, refused } = read(...rows);
    return [
      lines.map(({ line, amountPaise }) => [line, amountPaise]),
      refused.map(({ line, reason }) => [line, reason]),
    ];
  };
  const none = 'The line has no amount that can be read.';

  test('when its amount column has no known name: the balance is no amount', () => {
    expect(
      all(
        'Date|Particulars|In|Out|Balance',
        `04/11/2026|UPI/${A}/RAVI|500||1500`,
        `05/11/2026|UPI/${B}/RAVI|10||1510.37`,
        `06/11/2026|UPI/${B}/RAVI|366.37||1876.74`,
      ),
    ).toEqual([
      [[4, 36_637]],
      [
        [2, none],
        [3, none],
      ],
    ]);
  });

  test('when it has a balance only, or nothing but zero', () => {
    const rows = ['Date|Details|Debit|Credit|Balance', '04/11/2026|RAVI||500|1500', '05/11/2026|RAVI|||1866.37'];
    expect(all(...rows, '06/11/2026|RAVI||0|1866.37', '06/11/2026|Closing balance|||1866.37')).toEqual([
      [[2, 50_000]],
      [
        [3, none],
        [4, none],
      ],
    ]);
  });

  test('when it is printed without paise', () => {
    const rows = [`04/11/2026 UPI/${A}/RAVI 500`, `05/11/2026 UPI/${A}/RAVI 366.37 Cr`, '06/11/2026 RAVI 10', 'more'];
    expect(all(...rows)).toEqual([
      [[2, 36_637]],
      [
        [1, none],
        [3, none],
      ],
    ]);
  });
});

describe('references', () => {
  const HDFC = 'Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance';
  const row = (text: string, reference: string) => `04/11/26|${text}|${reference}|04/11/26||500.00|1,500.00`;
  const text = `UPI-RAVI K-ravi@okexample-EXMP0000101-${A}-tea`;

  test('of the bank’s column count', () => {
    expect(read(HDFC, row(text, `0000${A}`)).lines[0]).toMatchObject({
      rrn: A,
      note: 'tea',
      payerVpa: 'ravi@okexample',
      payerName: 'RAVI K',
    });
    expect(read(HDFC, row(text.replace(A, '052514342803'), '#52514342803')).lines[0]).toMatchObject({
      rrn: '052514342803',
    });
  });

  test('that a spreadsheet has shortened are counted; the narration names them', () => {
    const statement = read(HDFC, row(text, '6.30829E+11'));
    expect([statement.shortened, statement.lines[0]?.rrn]).toEqual([1, A]);
  });

  test.each(['6.30829E+11', '6,30829E+11', '6.3E+15'])('of a file without a known layout are counted: %s', (cut) => {
    const statement = read(
      'Date|What|Ref|In|Out|Balance',
      `04/11/2026|From Ravi ${A}|${cut}|500.00||1500.00`,
      '05/11/2026|From Asha|630829000001|100.00||1600.00',
    );
    expect([statement.shortened, statement.lines[0]?.numbers]).toEqual([1, [A]]);
  });

  test('that contradict the column are not read', () => {
    expect(read(HDFC, row(text, `0000${B}`)).lines[0]).toMatchObject({ read: false, rrn: null });
  });
});

test('an Axis export with its columns exchanged is read by its balances', () => {
  const { lines } = read(
    'Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL',
    `02-11-2026|-|UPI/P2A/${A}/RAVI/HDFC|100.00||1100.00|1`,
    `03-11-2026|-|UPI/P2A/${B}/RAVI/HDFC||50.00|1050.00|1`,
  );
  expect(lines.map(({ direction, chained }) => [direction, chained])).toEqual([
    ['credit', true],
    ['debit', true],
  ]);
});

describe('other things are refused', () => {
  test.each([
    [
      'card',
      ['Credit Card Statement', 'Date|Details|Amount', '04/11/2026|PAYMENT RECEIVED|4,563.00 Cr'],
      'This is the statement of a card',
    ],
    [
      'firefly',
      ['date|description|amount|source_account|destination_account', '2026-11-04|Sale|599.00|Sales|Bank'],
      'your own books',
    ],
    ['ledger', ['Date|Vch Type|Particulars|Debit|Credit', '04/11/2026|Receipt|Ravi|599.00|'], 'your own books'],
    ['points', ['Date|Reward Points|Amount', '04/11/2026|12|599.00'], 'reward points'],
    ['goods', ['Date|Item|Qty|Amount', '04/11/2026|Almonds|2|599.00'], 'goods'],
    [
      'settlement',
      ['Date|UTR|Amount|Settlement ID|Settled On', `04/11/2026|${A}|599.00|S1|05/11/2026`],
      'the payouts of an app',
    ],
    ['orders', ['Order number|Placed|Status|UTR|Total', `ORD1|04/11/2026|Placed|${A}|599.00`], 'the list of orders'],
  ])('%s', (_, rows, words) => {
    expect(() => read(...rows)).toThrow(words);
  });
});

test('a layout with a slot that does not exist names it', () => {
  const data = {
    version: 1,
    common: {},
    banks: [{ bank: 'X', layouts: [], wordings: { in: { upi: ['UPI/{rrm}'] } } }],
  };
  expect(() => readLayouts(data)).toThrow('There is no slot {rrm}.');
});
