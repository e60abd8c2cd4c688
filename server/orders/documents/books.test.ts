import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { toPaise } from '#shop/money/money.ts';
import { BOOK_FORMATS } from '#shop/orders/books/formats.ts';
import { ADDRESS } from '#tests/factories.ts';
import { gstShop, MAHARASHTRA, sell } from '#tests/gst.ts';
import { createBooks } from './books.ts';

const DAY = 86_400_000;

const books = (query: string) => `/api/reports/books?month=2026-11&${query}`;
const rowsOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });
const sumOf = (rows: Record<string, unknown>[], column: string) =>
  rows.reduce((sum, row) => sum + toPaise(Number(row[column])), 0) / 100;

/** Three sales, of which one is taken back in December, and one that is sold then. */
async function sold() {
  const { t, admin } = await gstShop();
  const headers = await admin();
  t.clock.time = Date.UTC(2026, 10, 20, 6);
  const first = await sell(t, headers, ADDRESS, 3);
  await sell(t, headers, { ...MAHARASHTRA, name: '=cmd|calc & <Sons>', gstin: '27AAPFU0939F1ZV' });
  t.clock.advance(20 * DAY);
  const auth = t.auth(await t.adminToken());
  await t.post(`${first}/cancel`, { reason: 'Twice' }, auth);
  await sell(t, auth, MAHARASHTRA, 2);
  return { t, auth };
}

test('the register adds up to what GSTR-1 says of the same month, quarter and year', async () => {
  const { t, auth } = await sold();
  await using _ = t;
  for (const [query, documents] of [
    ['span=month', 2],
    ['span=quarter', 4],
    ['span=year', 4],
  ] as const) {
    const { net } = (await t.get(`/api/reports/gst?month=2026-11&${query}`, auth)).body.summary;
    const file = await t.get(books(`${query}&format=register-csv`), auth);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = rowsOf(file.text);
    expect(rows).toHaveLength(documents);
    expect({
      taxable: sumOf(rows, 'Taxable value'),
      cgst: sumOf(rows, 'CGST'),
      sgst: sumOf(rows, 'SGST/UTGST'),
      igst: sumOf(rows, 'IGST'),
      total: sumOf(rows, 'Total'),
    }).toEqual(net);
  }
  const none = await t.get('/api/reports/books?month=2027-05&format=register-csv', auth);
  expect(rowsOf(none.text)).toEqual([]);
});

test('in the register a UTR keeps its digits, and no name is a formula', async () => {
  const { t, auth } = await sold();
  await using _ = t;
  await t.db.updateTable('orders').set({ utr: '032500000777', utr_typed: null }).where('gstin', '!=', '').execute();
  const rows = rowsOf((await t.get(books('format=register-csv'), auth)).text);
  expect(rows[1]).toMatchObject({
    Type: 'Invoice',
    Buyer: "'=cmd|calc & <Sons>",
    GSTIN: '27AAPFU0939F1ZV',
    Payment: 'Paid',
    UTR: '="032500000777"',
  });
});

test('the XLSX file has the same rows, amounts as numbers and codes as text', async () => {
  const { t, auth } = await sold();
  await using _ = t;
  const file = await t.app.inject({ url: books('span=quarter&format=register-xlsx'), headers: auth });
  expect(file.headers['content-disposition']).toBe(
    'attachment; filename="register-27DEMCK0000D1ZV-2026-10-to-12.xlsx"',
  );
  const sheet = read(file.rawPayload, { type: 'buffer' }).Sheets['Invoice register'];
  const rows: Record<string, unknown>[] = sheet ? utils.sheet_to_json(sheet, { defval: '' }) : [];
  const csv = rowsOf((await t.get(books('span=quarter&format=register-csv'), auth)).text);
  expect(rows.map(({ Number: number, Total }) => [number, Total])).toEqual(
    csv.map(({ Number: number, Total }) => [number, Number(Total)]),
  );
  const [first, second] = rows;
  expect([first?.UTR, second?.Buyer]).toEqual([expect.stringMatching(/^\d{12}$/), '=cmd|calc & <Sons>']);
});

test('an XLSX file that would be too large is refused with a sentence', async () => {
  const { t } = await sold();
  await using _ = t;
  const small = createBooks(t.context, t.services.settings.shop, 3);
  const file = (span: 'month' | 'quarter') =>
    small.file({ month: '2026-11', span, format: 'register-xlsx' }, { id: null, name: 'test' });
  expect((await file('month')).name).toContain('2026-11');
  await expect(file('quarter')).rejects.toMatchObject({
    code: 'conflict',
    message: 'An Excel file has at most 3 documents. Please choose a shorter time, or the CSV file.',
  });
});

test('Tally gets a voucher for each document, and Zoho a row for each line', async () => {
  const { t, auth } = await sold();
  await using _ = t;
  const vouchers = await t.get(books('span=quarter&format=tally-vouchers'), auth);
  expect(vouchers.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...vouchers.text.matchAll(/VCHTYPE="(.*?)"/g)].map(([, type]) => type)).toEqual([
    'Sales',
    'Sales',
    'Sales',
    'Credit Note',
  ]);
  expect(vouchers.text).toContain('<PARTYNAME>=cmd|calc &amp; &lt;Sons&gt;</PARTYNAME>');
  expect(vouchers.text).toMatch(/^<\?xml.*<\/ENVELOPE>\n$/s);
  const ledgers = await t.get(books('span=quarter&format=tally-ledgers'), auth);
  expect(ledgers.text).toContain('<LEDGER NAME="=cmd|calc &amp; &lt;Sons&gt; 27AAPFU0939F1ZV"');
  const invoices = rowsOf((await t.get(books('span=quarter&format=zoho-invoices'), auth)).text);
  expect(invoices.map((row) => [row['Invoice Number'], row.Quantity])).toEqual([
    ['KSH/26-27/000001', '3'],
    ['KSH/26-27/000002', '1'],
    ['KSH/26-27/000003', '2'],
  ]);
  const notes = rowsOf((await t.get(books('span=quarter&format=zoho-credit-notes'), auth)).text);
  expect(notes).toMatchObject([{ 'Credit Note Number': 'CN/26-27/000001', 'Reference#': 'KSH/26-27/000001' }]);
});

test('what the shop issued under another GSTIN is in a file of its own', async () => {
  const { t, auth } = await sold();
  await using _ = t;
  await t.put('/api/settings/shop', { gstin: '27AAPFU0939F1ZV' }, auth);
  expect(rowsOf((await t.get(books('format=register-csv'), auth)).text)).toEqual([]);
  const { demoData } = await t.services.settings.shop();
  const former = await t.get(books(`format=register-csv&gstin=27DEMCK0000D1ZV&demo=${demoData}`), auth);
  expect(rowsOf(former.text)).toHaveLength(2);
});

test.each(BOOK_FORMATS)('the audit log names who saved %s', async (format) => {
  const { t, admin } = await gstShop();
  const headers = await admin();
  await using _ = t;
  expect((await t.get(books(`format=${format}`), headers)).status).toBe(200);
  const log = await t.db
    .selectFrom('audit_log')
    .select(['actor', 'entity', 'entity_id', 'after_value'])
    .where('action', '=', 'export')
    .execute();
  const after = JSON.stringify({ format, gstin: '27DEMCK0000D1ZV' });
  expect(log).toEqual([{ actor: 'Admin', entity: 'invoice', entity_id: '2026-11', after_value: after }]);
});

test.each([
  ['format=pdf', 'There is no such file.'],
  ['format=register-csv&span=week', 'Please choose a month, a quarter or a year.'],
])('%s is refused', async (query, msg) => {
  const { t, admin } = await gstShop();
  const headers = await admin();
  await using _ = t;
  const refused = await t.get(books(query), headers);
  expect([refused.status, refused.body.errors[0].msg]).toEqual([400, msg]);
});
