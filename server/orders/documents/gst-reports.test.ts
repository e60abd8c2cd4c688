import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { toRupees } from '#shop/money/money.ts';
import type { Invoice } from '#shop/orders/invoice.ts';
import { ADDRESS } from '#tests/factories.ts';
import { gstShop, MAHARASHTRA, sell } from '#tests/gst.ts';
import { createGstReports } from './gst-reports.ts';

/** The last moment of November 2026 in India. */
const NOVEMBER_END = Date.UTC(2026, 10, 30, 18, 30) - 1;

test('a month has its invoices and its credit notes, to the paisa, from midnight to midnight in India', async () => {
  const { t, admin } = await gstShop();
  await using _ = t;
  t.clock.time = NOVEMBER_END;
  const first = await sell(t, await admin(), ADDRESS, 3);
  await sell(t, await admin(), MAHARASHTRA);
  t.clock.advance(1);
  await t.post(`${first}/cancel`, { reason: 'Twice' }, await admin());
  await sell(t, await admin(), MAHARASHTRA);

  const stored = await t.db.selectFrom('invoices').selectAll().orderBy('number').execute();
  const [one, two, three] = stored.map(({ data }) => (JSON.parse(data) as Invoice).totals);
  const get = async (month: string) => (await t.get(`/api/reports/gst?month=${month}`, await admin())).body.summary;
  const november = await get('2026-11');
  expect(november.net.taxable).toBe(toRupees((one?.taxable ?? 0) + (two?.taxable ?? 0)));
  expect(november.net).toMatchObject({ igst: toRupees(one?.igst ?? 0), cgst: toRupees(two?.cgst ?? 0) });
  expect(november.creditNotes.total).toBe(0);
  expect(november.states).toMatchObject([
    { place: '27-Maharashtra', documents: 1, total: 299 },
    { place: '33-Tamil Nadu', documents: 1, total: 897 },
  ]);
  expect(november.hsn).toMatchObject([{ hsn: '0802', rate: 5, quantity: 4, registered: false }]);
  expect(november.documents).toEqual([
    {
      nature: 'Invoices for outward supply',
      from: 'KSH/26-27/000001',
      to: 'KSH/26-27/000002',
      total: 2,
      cancelled: 0,
    },
  ]);
  const december = await get('2026-12');
  expect(december.creditNotes.total).toBe(897);
  expect(december.net.taxable).toBe(toRupees((three?.taxable ?? 0) - (one?.taxable ?? 0)));
  expect(december.rows).toMatchObject({ b2cs: 2, docs: 2, b2b: 0 });
  // An amount below zero is no formula.
  const b2cs = await t.get('/api/reports/gst/b2cs?month=2026-12', await admin());
  expect(b2cs.text).toContain('\r\nOE,33-Tamil Nadu,,5.00,-854.29,0.00,\r\n');
  expect((await get('2027-01')).net).toEqual({ taxable: 0, igst: 0, cgst: 0, sgst: 0, total: 0 });
});

test('all documents of a month are read, however many were issued in one moment', async () => {
  const { t, admin } = await gstShop();
  await using _ = t;
  await sell(t, await admin(), MAHARASHTRA);
  const order = await t.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const { data, issued_at } = await t.db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
  const numbers = Array.from({ length: 1_001 }, (_, index) => index + 2);
  for (let from = 0; from < numbers.length; from += 100) {
    const some = numbers.slice(from, from + 100);
    await t.db
      .insertInto('orders')
      .values(some.map((number) => ({ ...order, order_number: `ORD${number}` })))
      .execute();
    await t.db
      .insertInto('invoices')
      .values(
        some.map((number) => ({
          number: `KSH/26-27/${String(number).padStart(6, '0')}`,
          order_number: `ORD${number}`,
          financial_year: '2026-27',
          data,
          issued_at,
        })),
      )
      .execute();
  }
  const { summary } = (await t.get('/api/reports/gst?month=2026-11', await admin())).body;
  expect(summary.net.total).toBe(1_002 * 299);
});

test('a month that was read before goes on after its last document, and begins again when an earlier one comes or goes', async () => {
  const { t, admin } = await gstShop();
  await using _ = t;
  const headers = await admin();
  const reports = createGstReports(t.context, t.services.settings.shop);
  const total = async () => {
    const [summary, same] = await Promise.all([
      reports.summary({ month: '2026-11', span: 'month' }),
      reports.summary({ month: '2026-11', span: 'month' }),
    ]);
    expect(same).toEqual(summary);
    // As it is without a memory.
    expect(summary).toEqual(
      await createGstReports(t.context, t.services.settings.shop).summary({ month: '2026-11', span: 'month' }),
    );
    return summary.net.total;
  };
  expect(await total()).toBe(0);
  const first = await sell(t, headers, MAHARASHTRA);
  const { data: small } = await t.db.selectFrom('invoices').select('data').executeTakeFirstOrThrow();
  expect(await total()).toBe(299);
  t.clock.advance(60_000);
  await sell(t, headers, ADDRESS, 2);
  expect(await total()).toBe(897);
  await t.post(`${first}/cancel`, { reason: 'Twice' }, headers);
  expect(await total()).toBe(598);
  // What was read is not read again, as long as nothing is missing.
  await t.db.updateTable('invoices').set({ data: '{}' }).execute();
  expect((await reports.summary({ month: '2026-11', span: 'month' })).net.total).toBe(598);

  const stored = await t.db.selectFrom('invoices').selectAll().orderBy('issued_at').execute();
  t.clock.advance(60_000);
  await sell(t, headers, MAHARASHTRA, 3);
  const { data } = await t.db.selectFrom('invoices').selectAll().orderBy('issued_at', 'desc').executeTakeFirstOrThrow();
  await t.db.updateTable('invoices').set({ data }).execute();
  // Stored by another process, with a time before the last one.
  await t.db
    .updateTable('invoices')
    .set({ issued_at: (stored[0]?.issued_at ?? 0) + 1 })
    .where('data', '=', data)
    .where('number', '=', 'KSH/26-27/000003')
    .execute();
  expect(await total()).toBe(2 * 897);
  await t.db.deleteFrom('invoices').where('number', '=', 'KSH/26-27/000003').execute();
  expect(await total()).toBe(897);
  // Months that are long past are read again each time: their buyers may have been erased.
  t.clock.advance(500 * 86_400_000);
  await t.db.updateTable('invoices').set({ data: small }).execute();
  expect((await reports.summary({ month: '2026-11', span: 'month' })).net.total).toBe(299);
});

test('the invoices of a month and its credit notes are one PDF, a page for each', async () => {
  const { t, admin } = await gstShop();
  await using _ = t;
  const file = async (month: string) => {
    const headers = await admin();
    return t.app.inject({ method: 'GET', url: `/api/reports/invoices?month=${month}`, headers });
  };
  const empty = await file('2026-11');
  expect([empty.statusCode, empty.json().message]).toEqual([404, 'There are no invoices in this month.']);
  const first = await sell(t, await admin(), ADDRESS, 3);
  await sell(t, await admin(), MAHARASHTRA);
  await t.post(`${first}/cancel`, { reason: 'Twice' }, await admin());
  const { headers, rawPayload } = await file('2026-11');
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="invoices-2026-11.pdf"',
  });
  const { text } = await extractText(new Uint8Array(rawPayload), { mergePages: false });
  const numbers = text.map((page) => /(Tax Invoice|Credit Note) (\S+) ·/.exec(page)?.slice(1, 3).join(' '));
  expect(numbers).toEqual([
    'Tax Invoice KSH/26-27/000001',
    'Tax Invoice KSH/26-27/000002',
    'Credit Note CN/26-27/000001',
  ]);
  expect(text.map((page) => [page.includes('CANCELLED'), page.includes('Page 1 of 1')])).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
  expect(text[2]).toContain('Reason Order cancelled');
  expect(text[1]).toContain('Pune, Maharashtra 411001');
  // A month of credit notes alone.
  t.clock.time = NOVEMBER_END + 1;
  const url = await sell(t, await admin(), MAHARASHTRA);
  await t.db.updateTable('invoices').set({ issued_at: 1 }).execute();
  await t.post(`${url}/cancel`, { reason: 'Twice' }, await admin());
  const notes = await extractText(new Uint8Array((await file('2026-12')).rawPayload), { mergePages: false });
  expect(notes.totalPages).toBe(1);
  const log = await t.db
    .selectFrom('audit_log')
    .select('entity_id')
    .where('entity', '=', 'invoice')
    .orderBy('id')
    .execute();
  expect(log.map((row) => row.entity_id)).toEqual(['2026-11', '2026-12']);
});

test.each([
  ['cancelled', true, 'Order cancelled'],
  ['returned', false, 'Goods returned'],
] as const)('an invoice reversed when its order was %s is printed as that', async (note_reason, marked, words) => {
  const { t, admin } = await gstShop();
  await using _ = t;
  await sell(t, await admin());
  const { financial_year: _year, ...row } = await t.db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
  await t.db.deleteFrom('invoices').execute();
  const note = { note: 'CN/26-27/000001', note_reason, note_issued_at: row.issued_at };
  await t.db
    .insertInto('reversed_invoices')
    .values({ ...row, ...note })
    .execute();
  const url = '/api/reports/invoices?month=2026-11';
  const { rawPayload } = await t.app.inject({ method: 'GET', url, headers: await admin() });
  const { text } = await extractText(new Uint8Array(rawPayload), { mergePages: false });
  expect(text.map((page) => page.includes('CANCELLED'))).toEqual([marked, false]);
  expect(text[1]).toContain(`Reason ${words}`);
});

test('a table is a file without formulas for admins alone, and the audit log records it', async () => {
  const { t, admin } = await gstShop();
  await using _ = t;
  const buyer = { ...MAHARASHTRA, name: '=cmd()', gstin: '27 aapfu0939f1zv' };
  const url = await sell(t, await admin(), buyer);
  const file = async (table: string) => t.get(`/api/reports/gst/${table}?month=2026-11`, await admin());
  const { text, headers } = await file('b2b');
  expect(headers['content-disposition']).toBe('attachment; filename="gstr1-2026-11-b2b.csv"');
  expect(text.split('\r\n')[1]).toBe(
    "27AAPFU0939F1ZV,'=cmd(),KSH/26-27/000001,20-Nov-2026,299.00,27-Maharashtra,N,,Regular B2B,,5.00,284.76,0.00",
  );
  await t.post(`${url}/cancel`, { reason: 'Twice' }, await admin());
  expect((await file('cdnr')).text.split('\r\n')[1]).toBe(
    "27AAPFU0939F1ZV,'=cmd(),CN/26-27/000001,20-Nov-2026,C,27-Maharashtra,N,Regular B2B,299.00,,5.00,284.76,0.00",
  );
  await sell(t, await admin(), { ...buyer, name: '＝cmd()' });
  expect((await file('b2b')).text.split('\r\n')[2]).toContain(",'＝cmd(),");
  expect((await file('docs')).text).toContain('Credit Note,CN/26-27/000001,CN/26-27/000001,1,0');
  expect((await file('nothing')).status).toBe(400);
  expect((await t.get('/api/reports/gst?month=2026-13', await admin())).body.errors[0].msg).toBe(
    'A month is written like 2026-11.',
  );
  const log = await t.db
    .selectFrom('audit_log')
    .select('after_value')
    .where('entity', '=', 'gst')
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { after_value: '{"table":"b2b"}' },
    { after_value: '{"table":"cdnr"}' },
    { after_value: '{"table":"b2b"}' },
    { after_value: '{"table":"docs"}' },
  ]);
});

test('a month is that of one GSTIN, without examples of the demo; the others are named and can be chosen', async () => {
  const { t, admin } = await gstShop();
  await using _ = t;
  const headers = await admin();
  const save = async (more: object) =>
    t.services.settings.saveShop({ ...(await t.services.settings.shop()), ...more }, { id: null, name: 'test' });
  const read = async (query = '') => {
    const { summary } = (await t.get(`/api/reports/gst?month=2026-11${query}`, headers)).body;
    return [summary.gstin, summary.net.total, summary.others];
  };
  await save({ demoData: true });
  await sell(t, headers, MAHARASHTRA);
  const demo = { gstin: '27DEMCK0000D1ZV', demo: true, documents: 1 };
  // A demo shows what its documents amount to.
  expect(await read()).toEqual(['27DEMCK0000D1ZV', 299, []]);

  await save({ demoData: false });
  expect(await read()).toEqual(['27DEMCK0000D1ZV', 0, [demo]]);
  await sell(t, headers, MAHARASHTRA, 2);
  const cancelled = await sell(t, headers, MAHARASHTRA, 2);
  await t.post(`${cancelled}/cancel`, { reason: 'Twice' }, headers);
  const former = { gstin: '27DEMCK0000D1ZV', demo: false, documents: 3 };
  expect(await read()).toEqual(['27DEMCK0000D1ZV', 598, [demo]]);

  await save({ gstin: '27AAPFU0939F1ZV' });
  expect(await read()).toEqual(['27AAPFU0939F1ZV', 0, [demo, former]]);
  await sell(t, headers, MAHARASHTRA, 3);
  expect(await read()).toEqual(['27AAPFU0939F1ZV', 897, [demo, former]]);
  const own = { gstin: '27AAPFU0939F1ZV', demo: false, documents: 1 };
  expect(await read('&gstin=27DEMCK0000D1ZV')).toEqual(['27DEMCK0000D1ZV', 598, [demo, own]]);
  // Somebody may have sold under their own GSTIN before they took the mark of the demo away.
  expect(await read('&gstin=27DEMCK0000D1ZV&demo=true')).toEqual(['27DEMCK0000D1ZV', 299, [former, own]]);
  expect((await t.get('/api/reports/gst?month=2026-11&gstin=1', headers)).status).toBe(400);
  const docs = async (query = '') => t.get(`/api/reports/gst/docs?month=2026-11${query}`, headers);
  expect((await docs()).text).toContain('KSH/26-27/000004,KSH/26-27/000004,1,0');
  const chosen = await docs('&gstin=27DEMCK0000D1ZV');
  expect(chosen.text).toContain('KSH/26-27/000002,KSH/26-27/000003,2,0');
  expect(chosen.headers['content-disposition']).toContain('gstr1-27DEMCK0000D1ZV-2026-11-docs.csv');
  const marked = await docs('&gstin=27DEMCK0000D1ZV&demo=true');
  expect(marked.text).toContain('KSH/26-27/000001,KSH/26-27/000001,1,0');
  expect(marked.headers['content-disposition']).toContain('gstr1-27DEMCK0000D1ZV-demo-2026-11-docs.csv');
});
