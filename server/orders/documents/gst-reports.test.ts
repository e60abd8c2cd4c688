import { expect, test } from 'vitest';
import { toRupees } from '#shop/money/money.ts';
import type { Invoice } from '#shop/orders/invoice.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

const MAHARASHTRA = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' };
/** The last moment of November 2026 in India. */
const NOVEMBER_END = Date.UTC(2026, 10, 30, 18, 30) - 1;

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  await t.adminToken();
  const settings = {
    ...(await t.services.settings.shop()),
    ...{ state: 'Maharashtra', stateCode: '27', gstin: '27DEMCK0000D1ZV' },
  };
  await t.services.settings.saveShop(settings, { id: null, name: 'test' });
  return { t, admin: async () => t.auth(await t.adminToken()) };
}

let utr = 800;

async function sell(t: TestApp, headers: Record<string, string>, to = ADDRESS, quantity = 1): Promise<string> {
  utr += 1;
  const items = [{ product: 'almonds', name: 'California Almonds', size: '250g', quantity, price: 299 }];
  const body = orderBody({ ...paid(utr), items, shippingAddress: to, total: undefined });
  const url = `/api/orders/${(await t.post('/api/orders', body)).body.order.orderNumber}`;
  expect((await t.put(`${url}/payment`, { status: 'completed' }, headers)).status).toBe(200);
  return url;
}

test('a month has its invoices and its credit notes, to the paisa, from midnight to midnight in India', async () => {
  const { t, admin } = await shop();
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
      ...{ nature: 'Invoices for outward supply', from: 'KSH/26-27/000001', to: 'KSH/26-27/000002' },
      ...{ total: 2, cancelled: 0 },
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
  const { t, admin } = await shop();
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
          ...{ number: `KSH/26-27/${String(number).padStart(6, '0')}`, order_number: `ORD${number}` },
          ...{ financial_year: '2026-27', data, issued_at },
        })),
      )
      .execute();
  }
  const { summary } = (await t.get('/api/reports/gst?month=2026-11', await admin())).body;
  expect(summary.net.total).toBe(1_002 * 299);
});

test('a table is a file without formulas for admins alone, and the audit log records it', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const url = await sell(t, await admin(), { ...MAHARASHTRA, name: '=cmd()' });
  const { number, data } = await t.db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
  const invoice = JSON.parse(data) as Invoice;
  const buyer = { ...invoice.buyer, gstin: '27AAPFU0939F1ZV' };
  await t.db
    .updateTable('invoices')
    .set({ data: JSON.stringify({ ...invoice, buyer }) })
    .where('number', '=', number)
    .execute();
  const file = async (table: string) => t.get(`/api/reports/gst/${table}?month=2026-11`, await admin());
  const { text, headers } = await file('b2b');
  expect(headers['content-disposition']).toBe('attachment; filename="gstr1-2026-11-b2b.csv"');
  expect(text.split('\r\n')[1]).toBe(
    "27AAPFU0939F1ZV,'=cmd(),KSH/26-27/000001,20-Nov-2026,299.00,27-Maharashtra,N,,Regular B2B,,5.00,284.76,0.00",
  );
  await t.post(`${url}/cancel`, { reason: 'Twice' }, await admin());
  expect((await file('docs')).text).toContain('Credit Note,CN/26-27/000001,CN/26-27/000001,1,0');
  expect((await file('nothing')).status).toBe(400);
  expect((await t.get('/api/reports/gst?month=2026-13', await admin())).body.errors[0].msg).toBe(
    'A month is written like 2026-11.',
  );
  const log = await t.db.selectFrom('audit_log').select('after_value').where('entity', '=', 'gst').execute();
  expect(log).toEqual([{ after_value: '{"table":"b2b"}' }, { after_value: '{"table":"docs"}' }]);
});
