import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const admin = t.auth(await t.adminToken());
  const settings = { ...(await t.services.settings.shop()), state: 'Maharashtra', gstin: '27DEMCK0000D1ZV' };
  await t.services.settings.saveShop(settings, { id: null, name: 'test' });
  return { t, admin };
}

let utr = 700;

/** An order that is verified, and so has an invoice, unless `verified` is false. */
async function order(t: TestApp, admin: Record<string, string>, verified = true) {
  utr += 1;
  const placed = (await t.post('/api/orders', orderBody(paid(utr)))).body.order;
  const url = `/api/orders/${placed.orderNumber}`;
  if (verified) expect((await t.put(`${url}/payment`, { status: 'completed' }, admin)).status).toBe(200);
  return { number: placed.orderNumber as string, url, own: { 'x-order-token': placed.accessToken as string } };
}

const notes = (t: TestApp) => t.db.selectFrom('credit_notes').selectAll().orderBy('number').execute();

test('an invoice is taken back once, when its order is cancelled or returned, with a number of its own series', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const cancelled = await order(t, admin);
  const returned = await order(t, admin);
  const plain = await order(t, admin, false);
  const kept = await order(t, admin);
  expect((await t.post(`${cancelled.url}/cancel`, { reason: 'Twice' }, admin)).status).toBe(200);
  expect((await t.post(`${cancelled.url}/cancel`, { reason: 'Twice' }, admin)).status).toBe(409);
  await t.post(`${plain.url}/cancel`, { reason: 'Twice' }, admin);
  for (const one of [returned, kept]) await t.put(`${one.url}/status`, { status: 'shipped' }, admin);
  for (const status of ['delivered', 'returned']) await t.put(`${returned.url}/status`, { status }, admin);
  expect(await notes(t)).toEqual([
    {
      number: 'CN/26-27/000001',
      order_number: cancelled.number,
      financial_year: '2026-27',
      reason: 'cancelled',
      issued_at: t.clock.now(),
    },
    {
      number: 'CN/26-27/000002',
      order_number: returned.number,
      financial_year: '2026-27',
      reason: 'returned',
      issued_at: t.clock.now(),
    },
  ]);
});

test('a returned order whose payment is found later gets no second invoice', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url } = await order(t, admin, false);
  await t.put(`${url}/status`, { status: 'confirmed' }, admin);
  for (const status of ['shipped', 'delivered', 'returned']) {
    expect((await t.put(`${url}/status`, { status, confirmUnpaid: true }, admin)).status).toBe(200);
  }
  expect((await t.put(`${url}/payment`, { status: 'completed' }, admin)).status).toBe(200);
  expect(await t.db.selectFrom('invoices').select('number').execute()).toEqual([{ number: 'KSH/26-27/000001' }]);
  expect(await notes(t)).toHaveLength(1);
});

test('numbers have no gaps when many orders are cancelled at once; a year begins at 1', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const orders = [];
  for (let index = 0; index < 6; index++) orders.push(await order(t, admin));
  await Promise.all(orders.slice(0, 5).map(({ url }) => t.post(`${url}/cancel`, { reason: 'Twice' }, admin)));
  t.clock.time = Date.UTC(2027, 3, 2);
  const later = t.auth(await t.adminToken());
  await t.post(`${orders[5]?.url}/cancel`, { reason: 'Twice' }, later);
  expect((await notes(t)).map(({ number }) => number)).toEqual([
    ...[1, 2, 3, 4, 5].map((count) => `CN/26-27/00000${count}`),
    'CN/27-28/000001',
  ]);
});

test('the credit note is a PDF for the shopper with the token and for staff', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url, own } = await order(t, admin);
  const missing = await t.get(`${url}/credit-note`, own);
  expect([missing.status, missing.body.message]).toEqual([404, 'There is no credit note for this order.']);
  await t.post(`${url}/cancel`, { reason: 'Twice' }, admin);
  for (const headers of [own, admin]) {
    const response = await t.app.inject({ method: 'GET', url: `${url}/credit-note`, headers });
    expect([response.statusCode, response.headers['content-disposition'], response.headers['cache-control']]).toEqual([
      200,
      'attachment; filename="Credit-Note-CN-26-27-000001.pdf"',
      'no-store',
    ]);
    const { text } = await extractText(new Uint8Array(response.rawPayload), { mergePages: true });
    for (const part of [
      'CREDIT NOTE',
      'CN/26-27/000001',
      'KSH/26-27/000001',
      'Order cancelled',
      'Credit Total',
      '299',
    ]) {
      expect(text).toContain(part);
    }
  }
  const other = { 'x-order-token': 'x'.repeat(43) };
  expect((await t.get(`${url}/credit-note`, other)).body.message).toBe('Order not found');
});

test('a paid order whose invoice is taken back gets another one when its invoice is read', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url, own } = await order(t, admin);
  await t.post(`${url}/cancel`, { reason: 'Twice' }, admin);
  // As earlier versions left an order that was opened and paid again.
  const again = { status: 'confirmed', payment_status: 'completed' } as const;
  await t.db.updateTable('orders').set(again).where('order_number', '=', number).execute();
  for (let turn = 0; turn < 2; turn++) {
    const { headers } = await t.app.inject({ method: 'GET', url: `${url}/invoice`, headers: own });
    expect(headers['content-disposition']).toBe('attachment; filename="Invoice-KSH-26-27-000002.pdf"');
  }
  expect(await notes(t)).toEqual([]);
  expect(await t.db.selectFrom('reversed_invoices').select(['number', 'note']).execute()).toEqual([
    { number: 'KSH/26-27/000001', note: 'CN/26-27/000001' },
  ]);
});
