import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { Invoice } from '#shop/orders/invoice.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

async function placed(t: TestApp, more: Record<string, unknown> = {}): Promise<string> {
  const response = await t.post('/api/orders', orderBody(more));
  expect(response.status).toBe(201);
  return response.body.order.orderNumber;
}

async function exported(t: TestApp, query = ''): Promise<Record<string, string>[]> {
  const response = await t.get(`/api/orders/export${query}`, t.auth(await t.adminToken()));
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  expect(response.headers['cache-control']).toBe('no-store');
  return parse(response.text, { bom: true, columns: true });
}

test('staff keep notes on an order: shoppers never get them, and a stale save is rejected', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const response = await t.post('/api/orders', orderBody(paid(1)));
  const { orderNumber, accessToken } = response.body.order;
  const url = `/api/orders/${orderNumber}/notes`;
  const saved = await t.put(url, { internalNotes: 'Rang on Monday.\nWill ring again.', version: 1 }, auth);
  expect([saved.status, saved.body.message]).toEqual([200, 'Notes saved']);
  expect(saved.body.order).toMatchObject({ internalNotes: 'Rang on Monday.\nWill ring again.', version: 2 });
  // The other admin still has version 1.
  const stale = await t.put(url, { internalNotes: 'Refund?', version: 1 }, auth);
  expect(stale.status).toBe(409);
  const mine = await t.get(`/api/orders/${orderNumber}`, { 'x-order-token': accessToken });
  expect(mine.text).not.toContain('Rang on Monday');
  expect((await t.put(url, { internalNotes: 'x'.repeat(4001) }, auth)).status).toBe(400);
  expect((await t.put('/api/orders/ORD1/notes', { internalNotes: '' }, auth)).status).toBe(404);
  const audit = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'order.notes').execute();
  expect(audit).toHaveLength(1);
  expect(JSON.stringify(audit)).not.toContain('Monday');
});

test('notes based on an old state are rejected with any version; other changes of the order do not matter', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  const url = `/api/orders/${orderNumber}`;
  // Both admins start with empty notes; verifying the payment meanwhile is no conflict.
  await t.put(`${url}/payment`, { status: 'completed' }, auth);
  const first = await t.put(`${url}/notes`, { internalNotes: 'Wants it before Diwali', before: '', version: 1 }, auth);
  expect(first.status).toBe(200);
  const { version } = first.body.order;
  const second = await t.put(`${url}/notes`, { internalNotes: 'Rang on Monday', before: '', version }, auth);
  expect([second.status, second.body.message]).toEqual([
    409,
    'Someone else has changed these notes in the meantime. Nothing was overwritten.',
  ]);
  expect((await t.get(url, auth)).body.order).toMatchObject({ internalNotes: 'Wants it before Diwali', version });
  const both = { internalNotes: 'Rang on Monday. Wants it before Diwali', before: 'Wants it before Diwali' };
  expect((await t.put(`${url}/notes`, both, auth)).status).toBe(200);
  // The same save again, as after a lost response: already stored.
  expect((await t.put(`${url}/notes`, both, auth)).body.order.internalNotes).toBe(both.internalNotes);
});

test('one of two simultaneous saves is rejected', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  const responses = await Promise.all(
    ['mine', 'yours'].map((internalNotes) =>
      t.put(`/api/orders/${orderNumber}/notes`, { internalNotes, before: '' }, auth),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('CSV export: follows the filter, escapes formulas, keeps Devanagari and ₹', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const evil = await placed(t, {
    ...paid(1),
    shippingAddress: { ...ADDRESS, name: '=cmd|calc', address: '@SUM(A1), "Line" 2', city: '+91' },
    orderNote: '-2+3 किशमिश ₹',
    giftMessage: '=HYPERLINK("x")\nWith love',
  });
  t.clock.advance(1000);
  const plain = await placed(t, paid(2));
  const rows = await exported(t);
  expect(rows.map((row) => row['Order number'])).toEqual([plain, evil]);
  expect(rows[1]).toMatchObject({
    Name: "'=cmd|calc",
    Address: '\'@SUM(A1), "Line" 2',
    City: "'+91",
    'Order note': "'-2+3 किशमिश ₹",
    'Gift message': '\'=HYPERLINK("x")\nWith love',
    Total: '299',
    // So that a spreadsheet shows all of its digits.
    UTR: '="632400000001"',
    Phone: '9876543210',
    Status: 'Pending',
    'Invoice number': '',
    Refunded: '0',
    Items: expect.stringMatching(/^1 × /),
  });
  expect(rows[0]?.['Gift message']).toBe('');
  expect((await exported(t, `?search=${plain}`)).map((row) => row['Order number'])).toEqual([plain]);
  expect(await exported(t, '?status=delivered')).toEqual([]);
  const audit = await t.db.selectFrom('audit_log').select('action').where('action', '=', 'order.export').execute();
  expect(audit).toHaveLength(3);
});

test('CSV export: what the accountant needs of an order with an invoice', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const gstin = '33AABCT3518Q1Z3';
  const number = await placed(t, { ...paid(1), shippingAddress: { ...ADDRESS, gstin } });
  await t.put(`/api/orders/${number}/payment`, { status: 'completed' }, auth);
  await t.db.updateTable('orders').set({ refunded: 10_050 }).execute();
  const { data } = await t.db.selectFrom('invoices').select('data').executeTakeFirstOrThrow();
  const invoice = Invoice.parse(JSON.parse(data));
  const [row] = await exported(t);
  expect(row).toMatchObject({
    GSTIN: gstin,
    'Invoice number': invoice.number,
    'Credit note': '',
    'Taxable value': String(invoice.totals.taxable / 100),
    CGST: String(invoice.totals.cgst / 100),
    'SGST/UTGST': String(invoice.totals.sgst / 100),
    IGST: String(invoice.totals.igst / 100),
    Refunded: '100.5',
  });
  await t.post(`/api/orders/${number}/cancel`, { reason: 'Twice' }, auth);
  expect((await exported(t))[0]?.['Credit note']).toMatch(/^CN\//);
});

test('a large export contains each order once', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const first = await placed(t, paid(1));
  const row = await t.db.selectFrom('orders').selectAll().where('order_number', '=', first).executeTakeFirstOrThrow();
  // More than two batches, many of them in the same millisecond.
  const copies = Array.from({ length: 1203 }, (_, at) => ({
    ...row,
    order_number: `ORD${row.created_at}${String(at).padStart(5, '0')}`,
    created_at: row.created_at - Math.floor(at / 300),
    utr: null,
    access_token_hash: `copy-${at}`,
  }));
  for (let at = 0; at < copies.length; at += 100) {
    await t.db
      .insertInto('orders')
      .values(copies.slice(at, at + 100))
      .execute();
  }
  const numbers = (await exported(t)).map((one) => one['Order number']);
  expect(numbers).toHaveLength(1204);
  expect(new Set(numbers).size).toBe(1204);
});

test('only staff can list or export orders or write notes', async () => {
  await using t = await testApp();
  expect(await t.get('/api/orders')).toMatchObject({
    status: 401,
    body: { success: false, message: 'No admin authentication token found. Please log in again.' },
  });
  expect((await t.get('/api/orders/export')).status).toBe(401);
  expect((await t.put('/api/orders/ORD1/notes', { internalNotes: '' })).status).toBe(401);
});
