import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/** A corrected UTR, sent from the order's page (R3.7.7). */

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1000 }] });
  return { t, staff: t.auth(await t.adminToken()) };
}

async function placed(t: TestApp, more: Record<string, unknown>) {
  const { body } = await t.post('/api/orders', orderBody(more));
  const { orderNumber, accessToken } = body.order as { orderNumber: string; accessToken: string };
  const url = `/api/orders/${orderNumber}`;
  return { orderNumber, url, token: { 'x-order-token': accessToken } };
}

test('after a failed payment another UTR reopens the payment, and staff can accept it', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const { url, token } = await placed(t, paid(1));
  await t.put(`${url}/payment`, { status: 'failed', note: 'no such reference' }, staff);
  const sent = await t.post(`${url}/utr`, { utrNumber: 'UPI Ref No. 6324 0000 0002' }, token);
  expect(sent.status).toBe(200);
  expect(sent.body.message).toBe('Payment reference received.');
  expect(sent.body.order).toMatchObject({
    status: 'pending',
    payment: { status: 'pending', utrNumber: '632400000002' },
  });
  expect(sent.text).not.toContain('632400000001');
  expect(sent.body.order.events.map((event: { note: string }) => event.note)).toContain('UTR received');
  // Sending it again is idempotent.
  const again = await t.post(`${url}/utr`, { utrNumber: '632400000002' }, token);
  expect([again.status, again.body.order.events.length]).toEqual([200, sent.body.order.events.length]);

  const { body } = await t.get(url, staff);
  expect(JSON.stringify(body.order.events)).toContain('The UTR before was 632400000001');
  expect(body.payments).toMatchObject([{ status: 'rejected', utrNumber: '632400000001' }]);
  const pending = await t.get('/api/orders?payment=pending', staff);
  expect(pending.body.orders).toHaveLength(1);
  expect((await t.put(`${url}/payment`, { status: 'completed' }, staff)).status).toBe(200);
  const late = await t.post(`${url}/utr`, { utrNumber: '632400000003' }, token);
  expect([late.status, late.body.message]).toEqual([409, 'The payment of this order has already been verified.']);
  const kept = await t.get(url, staff);
  expect(JSON.stringify(kept.body.order.events)).toContain('632400000003');
});

test('a UTR of another order is stored, marked, and never accepted twice (I4)', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const first = await placed(t, paid(1));
  await t.put(`${first.url}/payment`, { status: 'completed' }, staff);
  const second = await placed(t, { ...paid(2), shippingAddress: { ...ADDRESS, phone: '9100000000' } });
  await t.put(`${second.url}/payment`, { status: 'failed', note: 'no such reference' }, staff);
  expect((await t.post(`${second.url}/utr`, { utrNumber: '632400000001' }, second.token)).status).toBe(200);
  const { body } = await t.get(second.url, staff);
  expect(body.order.needsAttention).toContain('duplicate_utr');
  const accepted = await t.put(`${second.url}/payment`, { status: 'completed' }, staff);
  expect([accepted.status, accepted.body.message]).toEqual([409, expect.stringContaining('already been accepted for')]);
});

test('while staff still check the first UTR, another one is kept for them', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const { url, token } = await placed(t, paid(1));
  const sent = await t.post(`${url}/utr`, { utrNumber: '632400000002' }, token);
  expect([sent.status, sent.body.data.order.payment.utrNumber]).toEqual([409, '632400000001']);
  const { order } = (await t.get(url, staff)).body;
  expect(JSON.stringify(order.events)).toContain('632400000002');
  expect([order.needsAttention, order.payment.flags]).toEqual([['other_utr'], ['other_utr']]);
  const { version } = order;
  const settled = await t.put(`${url}/attention`, { settled: 'other_utr', version }, staff);
  expect([settled.status, settled.body.order?.needsAttention]).toEqual([200, []]);
  // The same one again says nothing new; another one does.
  await t.post(`${url}/utr`, { utrNumber: '632400000002' }, token);
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual([]);
  await t.post(`${url}/utr`, { utrNumber: '632400000003' }, token);
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual(['other_utr']);
});

test('a rejected UTR that is sent again needs attention until staff decide', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const { url, token } = await placed(t, paid(1));
  const fail = () => t.put(`${url}/payment`, { status: 'failed', note: 'no such reference' }, staff);
  await fail();
  const again = await t.post(`${url}/utr`, { utrNumber: '632400000001' }, token);
  expect([again.status, again.body.message]).toEqual([200, 'We have this UTR and will look again.']);
  // D24: only staff decide payments.
  expect(again.body.order.payment).toMatchObject({ status: 'failed', utrNumber: '632400000001' });
  const pressed = await t.post(`${url}/utr`, { utrNumber: '632400000001' }, token);
  expect([pressed.status, pressed.body.message]).toEqual([200, 'We have this UTR and will look again.']);
  const seen = await t.get(url, staff);
  expect(seen.body.order.needsAttention).toEqual(['utr_again']);
  const repeated = () =>
    seen.body.order.events.filter((event: { note: string }) => event.note === 'The same UTR again');
  expect(repeated()).toEqual([expect.objectContaining({ kind: 'utr', by: 'shopper', status: null })]);
  const listed = await t.get('/api/orders?attention=true', staff);
  expect(listed.body.orders).toHaveLength(1);

  await fail();
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual([]);
  await t.post(`${url}/utr`, { utrNumber: '632400000001' }, token);
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual(['utr_again']);
  expect((await t.put(`${url}/payment`, { status: 'completed' }, staff)).status).toBe(200);
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual([]);
});

test('another UTR after a repeated one replaces it and clears the attention', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const { url, token } = await placed(t, paid(1));
  await t.put(`${url}/payment`, { status: 'failed', note: 'no such reference' }, staff);
  await t.post(`${url}/utr`, { utrNumber: '632400000001' }, token);
  expect((await t.post(`${url}/utr`, { utrNumber: '632400000002' }, token)).body.message).toBe(
    'Payment reference received.',
  );
  expect((await t.get(url, staff)).body.order).toMatchObject({ needsAttention: [], payment: { status: 'pending' } });
});

test('requires the order’s token and a complete UTR', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const { url, token } = await placed(t, paid(1));
  await t.put(`${url}/payment`, { status: 'failed', note: 'no such reference' }, staff);
  for (const headers of [undefined, { 'x-order-token': 'x'.repeat(30) }]) {
    const refused = await t.post(`${url}/utr`, { utrNumber: '632400000002' }, headers);
    expect([refused.status, refused.body.message]).toEqual([404, 'Order not found']);
  }
  expect((await t.post('/api/orders/ORD1700000000000/utr', { utrNumber: '632400000002' }, token)).status).toBe(404);
  for (const [utrNumber, message] of [
    ['', 'Please enter UTR/Reference number'],
    ['63240', 'UTR/Reference number must be at least 10 digits long'],
  ]) {
    const refused = await t.post(`${url}/utr`, { utrNumber }, token);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].msg).toBe(message);
  }
  expect((await t.get(url, staff)).body.order.payment).toMatchObject({ status: 'failed', utrNumber: '632400000001' });
});
