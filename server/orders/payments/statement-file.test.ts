import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { CFB } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { readStatement } from '#shop/bank/statement/read.ts';
import { bytesOf, compareStatement, type Value, workbook } from '../../../scripts/prove-statements.ts';
import { readStatementFile } from './statement-file.ts';
import { NoSheets, readSheets } from './statement-sheets.ts';

const SAMPLES = path.join(import.meta.dirname, '..', '..', '..', 'demo', 'credits', 'statements');
const json = (name: string) => JSON.parse(readFileSync(path.join(SAMPLES, name), 'utf8'));

/** What the worker does. A worker for each of the many files here would take most of the time. */
function read(bytes: Uint8Array) {
  const found = readStatement(readSheets(Buffer.from(bytes)));
  if ('refusal' in found) throw new NoSheets(found.refusal);
  return found;
}

describe('the samples', () => {
  const expected = json('expect.json') as { file: string; expect: Parameters<typeof compareStatement>[1] }[];

  test('are all here', () => {
    expect(expected).toHaveLength(15);
  });

  test.each(expected.map(({ file, expect: should }) => [file, should] as const))('%s', (file, should) => {
    const { faults, read: known } = compareStatement(read(bytesOf(SAMPLES, file)), should);
    expect(faults).toEqual([]);
    expect(known).toBe(should.credits?.length);
  });

  test('a wrong expectation is a fault', () => {
    const [first] = expected;
    const statement = read(readFileSync(path.join(SAMPLES, first?.file ?? '')));
    const credits = (first?.expect.credits ?? []).map((credit, index) =>
      index === 0 ? { ...credit, amountPaise: 1 } : credit,
    );
    const { faults, read: known, expected: all } = compareStatement(statement, { ...first?.expect, credits });
    expect(faults).toHaveLength(2);
    expect(known).toBe(all - 1);
  });
});

const HEAD = ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'];
const ONE = 'UPI-ANAÏS – RAO-anais@okexample-EXMP0000101-052514342803-tea';
const TWO = 'UPI-SHOP-shop@okexample-EXMP0000101-631121056773-tea';
const CSV = `Account No,50200041704417
${HEAD.join()}
04/11/2026,${ONE},,04/11/2026,,"1,500.00","2,500.00"
05/11/2026,${TWO},,05/11/2026,200.00,,"2,300.00"
`;
const ROWS: Value[][] = [
  ['Account No', '50200041704417'],
  HEAD,
  [{ value: 46330, format: 'dd-mmm-yyyy' }, ONE, 52514342803, null, null, 1500, 2500],
  [{ value: 46331, format: 'dd/mm/yyyy hh:mm' }, TWO, 631121056773, null, 200, null, 2300],
];
const with1252 = (text: string) => Buffer.from(text.replace('–', '\x96'), 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const semicolons = CSV.replace(/"([^"]*)"|,/g, (whole, quoted) => (quoted ? whole : ';'));
const html = (rows: string) => Buffer.from(`<html><head><style>td{x:y}</style></head><body>${rows}</body></html>`);

/** All hold the same two lines. */
const FILES: Record<string, Buffer> = {
  'UTF-8': Buffer.from(CSV),
  'UTF-8 with BOM': Buffer.from(`\ufeff${CSV}`),
  'UTF-16 with BOM': Buffer.from(`\ufeff${CSV}`, 'utf16le'),
  'UTF-16 big-endian with BOM': utf16be(`\ufeff${CSV}`),
  'UTF-16 without BOM': Buffer.from(CSV, 'utf16le'),
  'UTF-16 big-endian without BOM': utf16be(CSV),
  'Windows-1252': with1252(CSV),
  'CR LF': Buffer.from(CSV.replaceAll('\n', '\r\n')),
  semicolons: Buffer.from(semicolons),
  'semicolons, said in the first line': Buffer.from(`sep=;\r\n${semicolons}`),
  tabs: Buffer.from(semicolons.replaceAll(';', '\t')),
  bars: Buffer.from(semicolons.replaceAll(';', '|')),
  'formula text without quotation marks': Buffer.from(
    CSV.replaceAll('"1,500.00"', '="1,500.00"').replaceAll('"2,500.00"', '="2,500.00"'),
  ),
  'a quotation mark without its partner': Buffer.from(
    semicolons.replaceAll('"', '').replace('UPI-SHOP', '"UPI-SHOP').replaceAll(';', '\t'),
  ),
  XLSX: workbook('xlsx', ROWS),
  'XLSX, several sheets': workbook('xlsx', [['Summary'], ['Opening balance', '1,000.00']], ROWS, [['Legend', 'UPI']]),
  XLSB: workbook('xlsb', ROWS),
  'XLS of Excel 97': workbook('biff8', ROWS),
  'XLS of Excel 95': workbook(
    'biff5',
    ROWS.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.replace('–', '-') : cell))),
  ),
  'XML of Excel 2003': workbook('xlml', ROWS),
  OpenDocument: workbook('ods', ROWS),
  'HTML without closing tags': html(
    `<table><tr><td>Account No<td>50200041704417</table><table><tr><th>${HEAD.join('<th>')}
     <tr><td>04/11/2026<td>UPI-ANA&Iuml;S &#8211; RAO-anais@okexample-EXMP0000101-0525<br>14342803-tea<td>&nbsp;<td><td>&nbsp;<td>1,500.00<td>2,500.00
     <tr><td>05/11/2026<td>${TWO}<td><td><td>200.00<td><td>2,300.00</table>`,
  ),
  'HTML with tables in a table and headings over two rows': html(
    `<table><tr><td colspan=2><!-- <td>x --><script>if (a<b) document.write('<td>')</script><table>
      <tr><td colspan="3">Account No</td><td>50200041704417</td></tr>
      <tr>${HEAD.slice(0, 4)
        .map((text) => `<td rowspan=2>${text}</td>`)
        .join('')}<td colspan=2>Amount</td><td rowspan=2>Closing Balance</td></tr>
      <tr><td>Withdrawal Amt.</td><td>Deposit Amt.</td></tr>
      <tr><td>04/11/2026</td><td>${ONE}</td><td></td><td></td><td></td><td>1,500.00</td><td>2,500.00</td></tr>
      <tr><td>05/11/2026</td><td>${TWO}</td><td></td><td></td><td>200.00</td><td></td><td>2,300.00</td></tr>
     </table></td></tr></table>`,
  ),
};

describe('one statement in many kinds of files', () => {
  test.each(Object.entries(FILES))('%s', (_, bytes) => {
    const statement = read(bytes);
    expect(statement).toMatchObject({
      from: '2026-11-04',
      to: '2026-11-05',
      openingPaise: 100_000,
      closingPaise: 230_000,
    });
    expect(statement.accountTail).toBe('4417');
    expect(statement.unbroken).toBe(true);
    expect(statement.lines.map(({ direction, amountPaise, rrn }) => [direction, amountPaise, rrn])).toEqual([
      ['credit', 150_000, '052514342803'],
      ['debit', 20_000, '631121056773'],
    ]);
  });

  test('letters beyond ASCII stay what they are', () => {
    for (const kind of [
      'UTF-8',
      'UTF-16 big-endian without BOM',
      'Windows-1252',
      'XLS of Excel 97',
      'XML of Excel 2003',
    ]) {
      const { lines } = read(FILES[kind] ?? Buffer.alloc(0));
      expect(lines[0]?.narration).toContain('ANAÏS – RAO');
    }
  });

  test('the lines of a long file come whole and in order', async () => {
    const rows = Array.from(
      { length: 1700 },
      (_, index) =>
        `04/11/2026,UPI-A-a@okexample-EXMP0000101-${631000000000 + index}-X,,04/11/2026,,1.00,${index + 1}.00`,
    );
    const { lines, unbroken } = await readStatementFile(Buffer.from(`${HEAD.join()}\n${rows.join('\n')}`));
    expect(lines.map(({ rrn }) => Number(rrn) - 631000000000)).toEqual(rows.map((_, index) => index));
    expect(unbroken).toBe(true);
  });
});

/** A ZIP file whose directory names the same data several times. */
function zip(name: string, data: Buffer, times: number): Buffer {
  const local = Buffer.alloc(30 + name.length);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30, 'latin1');
  const entry = Buffer.alloc(46 + name.length);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46, 'latin1');
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(times, 8);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(entry.length * times, 12);
  end.writeUInt32LE(local.length + data.length, 16);
  return Buffer.concat([local, data, ...Array.from({ length: times }, () => entry), end]);
}

function encrypted(): Buffer {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.from([4, 0, 4, 0, 64, 0, 0, 0]));
  CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(64, 7));
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

describe('files that are no statement are refused with one sentence', () => {
  test.each([
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'This is a PDF.'],
    [
      'a login page',
      html('<form><table><tr><td>User<td>x<td><input type="password"></table></form>'),
      'This is a login page',
    ],
    ['a page that says that the session has ended', html('<p>Your session has expired.</p>'), 'This is a login page'],
    ['another web page', html('<h1>Hello</h1>'), 'This is a web page without a table'],
    [
      'a picture',
      Buffer.from('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'latin1'),
      'This is no file that can be read as a table.',
    ],
    ['an archive', zip('statement.csv', deflateRawSync('Date'), 1), 'This is a ZIP archive.'],
    [
      'a workbook that unpacks to 500 MB',
      zip('xl/workbook.xml', deflateRawSync(Buffer.alloc(50_000_000)), 10),
      'This file is too large.',
    ],
    ['a workbook cut off', FILES.XLSX?.subarray(0, 4000) ?? Buffer.alloc(0), 'This file is damaged.'],
    ['an old workbook cut off', FILES['XLS of Excel 97']?.subarray(0, 700) ?? Buffer.alloc(0), 'This file'],
    ['a workbook with a password', encrypted(), 'This file is protected by a password.'],
    ['more rows than a statement has', Buffer.from('04/11/2026,UPI,1\n'.repeat(200_002)), 'This file is too long.'],
    [
      'an order export',
      Buffer.from('Order number,Placed,Status,UTR,Total\nORD17,04/11/2026,Placed,630829814940,599.00'),
      'This is the list of orders',
    ],
  ])('%s', (_, bytes, sentence) => {
    expect(() => read(bytes)).toThrow(new RegExp(`^${sentence}`));
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'This file is empty.'],
    ['41 MB', Buffer.alloc(41_000_000, 32), 'This file is too large.'],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'This is a PDF.'],
    [
      'a list of orders',
      Buffer.from('Order number,Placed,Status,UTR,Total\nORD17,04/11/2026,Placed,,599.00'),
      'This is the list',
    ],
  ])('%s, sent to the worker', async (_, bytes, sentence) => {
    await expect(readStatementFile(bytes)).rejects.toMatchObject({
      code: 'statement_unreadable',
      message: expect.stringMatching(new RegExp(`^${sentence}`)),
    });
  });
});
