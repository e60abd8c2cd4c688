import { describe, expect, test } from 'vitest';
import { coverageOf, coversDay } from '#shop/orders/payments/coverage.ts';
import { readStatement, type Statement } from '#shop/orders/payments/statement.ts';
import { readTables, sheetOf, told } from './statements.ts';

const A = '630829814940';
const B = '631058251507';
const C = '631121056773';
/** A 12-digit number in the payer's words: another order's UTR. */
const NOTE = '631209962119';

describe('several sheets', () => {
  const head = 'Date|Narration|Debit|Credit|Balance';
  const first = `04/11/26|UPI/${A}/NAME||500.00|1,500.00\n05/11/26|UPI/${C}/NAME||300.00|1,800.00`;
  const second = `06/11/26|UPI/${B}/SHOP|200.00||1,600.00\n07/11/26|UPI/${NOTE}/NAME||100.00|1,700.00`;
  const all = [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`, `11-07 +10000 ${NOTE}`];

  test.each([
    ['in their order', [`${head}\n${first}`, `${head}\n${second}`]],
    ['the newer one first', [`${head}\n${second}`, `${head}\n${first}`]],
    ['without headings on the second', [`${head}\n${first}`, second]],
    [
      'behind a summary',
      ['Account Summary|\nOpening Balance|1,000.00\nAs of 08/11/2026|1,700.00', `${head}\n${first}\n${second}`],
    ],
  ])('%s', (_, sheets) => {
    const statement = readTables(...sheets);
    expect(told(statement)).toEqual(all);
    expect(statement.unbroken).toBe(true);
  });
});

describe('what a file covers', () => {
  const coveredDays = (statement: Statement) =>
    ['03', '04', '05', '06', '07', '08']
      .map((day) => `2026-11-${day}`)
      .filter((day) => coversDay(coverageOf(statement), day, statement.accountTail));
  const head = 'Date|Narration|Debit|Credit|Balance';
  const one = `04/11/26|UPI/${A}/NAME||500.00|1,500.00`;
  const two = `05/11/26|UPI/${C}/NAME||300.00|1,800.00`;
  const three = `07/11/26|UPI/${B}/SHOP|200.00||1,600.00`;

  test('each day before the last when the balances join, in either order of dates', () => {
    for (const rows of [
      [one, two, three],
      [three, two, one],
      [one, two, two, three],
    ]) {
      const statement = readTables([head, ...rows].join('\n'));
      expect(statement).toMatchObject({ from: '2026-11-04', to: '2026-11-07', unbroken: true });
      expect(statement).toMatchObject({ openingPaise: 100_000, closingPaise: 160_000 });
      expect(coveredDays(statement)).toEqual(['2026-11-04', '2026-11-05', '2026-11-06']);
    }
  });

  test.each([
    ['a line is missing', [one, three]],
    ['a line cannot be read', [one, '05/11/26|UPI/X/NAME||3?0.00|1,800.00', three]],
    ['a date cannot be read', [one, '45/11/26|UPI/X/NAME||300.00|1,800.00', three]],
    ['a balance is missing', [one, `05/11/26|UPI/${C}/NAME||300.00|`, three]],
  ])('no day when %s', (_, rows) => {
    const statement = readTables([head, ...rows].join('\n'));
    expect(statement.unbroken).toBe(false);
    expect(coveredDays(statement)).toEqual([]);
  });

  test.each([
    [
      'a row without a date whose balance does not follow',
      ['|UPI/X/NAME||300.00|1,800.00', '|UPI/X/NAME||100.00|9,999.00'],
      [{ line: 4, reason: 'The line has no date, and its balance does not follow from the line above.' }],
    ],
    [
      'a first amount without any sign',
      [],
      [{ line: 2, reason: 'The line does not tell whether money came in or went out.' }],
    ],
  ])('%s is named', (_, rows, refused) => {
    const table =
      rows.length > 0
        ? [head, one, ...rows]
        : ['Date|Narration|Amount|Balance', '04/11/26|A|5.00|20.00', '05/11/26|B|5.00|25.00'];
    expect(readTables(table.join('\n')).refused).toEqual(refused);
  });

  test('amounts are named that stand beside others and follow no balance', () => {
    const statement = readTables(
      [head, one, `05/11/26|UPI/${C}/NAME||300.00|4,800.00`, `06/11/26|UPI/${NOTE}/NAME||100.00|9,100.00`]
        .concat(`07/11/26|UPI/${B}/SHOP|200.00||8,900.00`, '08/11/26|CHARGES|30.00|50.00|8,870.00')
        .join('\n'),
    );
    expect(statement.refused.map(({ line, reason }) => [line, reason])).toEqual(
      [2, 3, 4].map((line) => [line, 'The line does not tell which of its numbers is the amount.']),
    );
    expect(told(statement)).toEqual([`11-07 -20000 ${B}`, '11-08 -3000 -']);
  });

  test('payments that did not happen are named', () => {
    const rows = [
      `04/11/26|${A}|500.00|CREDIT|SUCCESS`,
      `05/11/26|${B}|500.00|CREDIT|FAILED`,
      `05/11/26|${C}|500.00|CREDIT|Pending`,
    ];
    const statement = readTables(['Date|RRN|Amount|Type|Status', ...rows].join('\n'));
    expect(told(statement)).toEqual([`11-04 +50000 ${A}`]);
    const reason = 'The line says that the payment has failed or is pending.';
    expect(statement.refused).toEqual([
      { line: 3, reason },
      { line: 4, reason },
    ]);
  });

  test('a summary on a sheet of its own has no lines', () => {
    const statement = readTables('Account|Balance|As on\nXX4417|#123456.78|18/11/2026', [head, one, two].join('\n'));
    expect(statement).toMatchObject({ refused: [], unbroken: true, accountTail: '4417' });
  });

  test('lines that cannot be read are named with their row', () => {
    const rows = [head, one, '05/11/26|UPI/X/NAME||3?0.00|1,800.00', '46/11/26|UPI/X/NAME||300.00|2,100.00', three];
    const statement = readTables(rows.join('\n'));
    expect(statement.refused).toEqual([
      { line: 3, reason: 'The amount cannot be read.' },
      { line: 4, reason: 'The date cannot be read.' },
    ]);
    expect(told(statement)).toEqual([`11-04 +50000 ${A}`, `11-07 -20000 ${B}`]);
  });
});

describe('whose account', () => {
  const table = `Date|Narration|Debit|Credit|Balance\n04/11/26|UPI/${A}/NAME/HDFC BANK||500.00|1,500.00`;
  test.each([
    ['Account No : 50200041704417', '4417'],
    ['Account Number|000405004417 ( INR )  - KISHMISH FOODS', '4417'],
    ['Account Number|:_00000030884417001', '7001'],
    ['Statement of Account No - 917020041704417 for the period (From : 04-11-2026 To : 15-11-2026)', '4417'],
    ['KISHMISH FOODS|||Account No.|4700004417', '4417'],
    ['A/c No.|XXXXXXXX4417', '4417'],
    ['Account Number: XXXXXXXXXX417', '417'],
    ['Customer ID|900000417|Mobile|9000000000', null],
    ['Account Name|KISHMISH FOODS\nAccount Type|Current', null],
    ['Account Number|Name\n50200041704417|KISHMISH', '4417'],
  ])('%s', (preamble, tail) => {
    expect(readTables(`${preamble}\n${table}`).accountTail).toBe(tail);
  });

  test('of each line, when a file holds several', () => {
    const head = 'Date|Narration|Debit|Credit|Balance';
    const rows = [`04/11/26|UPI/${A}/NAME||500.00|1,500.00`, `05/11/26|UPI/${B}/SHOP|200.00||1,300.00`];
    const below = `A/c No.|50100011112222\n${head}\n${rows[0]}\nA/c No.|50200041704417\n${head}\n${rows[1]}`;
    const beside = ['Account No|Date|Narration|Debit|Credit|Balance', `XX2222|${rows[0]}`, `XX4417|${rows[1]}`].join(
      '\n',
    );
    for (const file of [below, beside])
      expect(readTables(file).lines.map(({ accountTail }) => accountTail)).toEqual(['2222', '4417']);
    const pages = below.replace('50200041704417', '50100011112222');
    expect(readTables(pages).lines.map(({ accountTail }) => accountTail)).toEqual(['2222', '2222']);
  });

  test.each([
    ['State Bank of India', 'SBI'],
    ['IFSC : UTIB0000417', 'AXIS'],
    ['Somewhere', null],
  ])('bank of %s', (preamble, bank) => {
    const statement = readTables(`${preamble}\n${table}`);
    expect(statement.bank).toBe(bank);
    expect(statement.lines[0]?.bank).toBe(bank);
  });
});

describe('what a line tells', () => {
  const lines = (rows: string) => readTables(`Date|Narration|Debit|Credit|Balance\n${rows}`).lines;

  test('payer, channel and time', () => {
    const found = lines(`04/11/26|UPI-NIDHI SHAH-NIDHI-07@OKX-EXMB0000101-${A}-TEA||500.00|1,500.00
      04/11/26|UPI/P2A/${B}/RAVI RAO/tea/BANK||100.00|1,600.00
      05/11/26 10:11|UPI/${C}/From:9000098575-2@yb/To:shop@upi/NA||100.00|1,700.00
      05/11/26|UPI/630992387105/18:16:09/UPI/9000049193@upiex/UPI||100.00|1,800.00
      06/11/26|UPI/CR/631294153156/ANU/EXMB/**ul-138@iblex/tea||100.00|1,900.00
      07/11/26|NEFT CR-EXMA0452780-RAVI RAO-SHOP-EXMCN98853225584||100.00|2,000.00`);
    expect(found.map(({ payerVpa, payerName, channel, time }) => [payerVpa, payerName, channel, time])).toEqual([
      ['nidhi-07@okx', 'NIDHI SHAH', 'upi', null],
      [null, 'RAVI RAO', 'upi', null],
      ['9000098575-2@yb', null, 'upi', '10:11'],
      ['9000049193@upiex', null, 'upi', '18:16:09'],
      [null, 'ANU', 'upi', null],
      [null, 'RAVI RAO', 'neft', null],
    ]);
  });

  test('a VPA that the bank cuts off is none', () => {
    const found = lines(`04/11/26|UPIAR/${A}/CR/HARIT_ZAVE/EXMC/harit-325@ptexam||500.00|1,500.00
      05/11/26|UPIAR/${B}/CR/AAROHI_OZA/EXMB/aarohi.o81@apexa||500.00|2,000.00
      06/11/26|UPIAR/${C}/CR/GAURIKA_DE/EXMB/gaurika_d@apexam||500.00|2,500.00`);
    expect(found.map(({ payerVpa }) => payerVpa)).toEqual([null, null, null]);
    expect(found[0]?.payerName).toBe('HARIT ZAVE');
  });

  test('money that goes back names the credit', () => {
    const [credit, back] = lines(`04/11/26|UPI/CR/${A}/NIDHI/BANK||500.00|1,500.00
      05/11/26|UPI/DR/${A}/NIDHI/BANK/reversal|500.00||1,000.00`);
    expect(credit).toMatchObject({ kind: 'credit', reversal: false, reason: null, reversesRrn: null });
    expect(back).toMatchObject({ kind: 'debit', reversal: true, reason: 'credit_reversed', reversesRrn: A });
  });

  test('a long narration is cut', () => {
    expect(lines(`04/11/26|UPI/${A}/${'X'.repeat(2000)}||500.00|1,500.00`)[0]?.narration).toHaveLength(300);
  });
});

describe('files that are no statement', () => {
  test.each([
    ['an empty sheet', ' | \n |', 'This file is empty.'],
    [
      "the shop's own export",
      'Order number|Placed|Status|Payment|UTR|Total\nORD17|04/11/2026|Placed|verified|630829814940|599.00',
      'This is the list of orders from your own shop',
    ],
    ['the text of a PDF', '%PDF-1.7\nAccount statement 04/11/2026 599.00', 'This is a PDF.'],
    ['a login page', 'Welcome\nUser ID\nPassword', "This is a page of your bank's website"],
    [
      'a list of goods',
      'Item|Added|Pieces|Price\nAlmonds|04/11/2026|12|599.00\nCashews|05/11/2026|9|699.00',
      'This file is no bank statement',
    ],
    [
      'a statement without lines',
      'Date|Narration|Debit|Credit|Balance\n|Opening Balance|||1,000.00',
      'This statement holds no transactions',
    ],
    [
      "a payment app's settlements",
      `Date|Type|Bank Reference No|Credit|Debit|Settlement UTR\n04/11/2026|PAYMENT|${A}|599.00|0.00|${B}`,
      'This file is no bank statement',
    ],
    [
      'the ledger of a courier',
      'Date|AWB Code|Category|Credit|Debit|Closing Balance\n04/11/2026|631209962119|COD|599.00||1,599.00',
      'This file is no bank statement',
    ],
    [
      "another shop's orders",
      `Date|Order #|Customer|Credit|Transaction ID\n04/11/2026|17|Nidhi|599.00|${A}`,
      'This file is no bank statement',
    ],
    [
      'orders without a heading that is a date',
      `Name|Email|Financial Status|Paid at|Total\n#17|a@b.test|paid|04/11/2026|599.00\n#18|a@b.test|paid|05/11/2026|99.00`,
      'This file is no bank statement',
    ],
    [
      "the shop's own books",
      'Date|Particulars|Vch Type|Debit|Credit\n04/11/2026|Nidhi|Sales|599.00|',
      'This file is no bank statement',
    ],
    ['words', 'Hello\nworld', 'This file is no bank statement'],
  ])('%s', (_, text, sentence) => {
    expect(readStatement([sheetOf(text)])).toEqual({ refusal: expect.stringContaining(sentence) });
  });
});
