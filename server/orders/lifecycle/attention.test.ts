import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

async function placed(t: TestApp, more: Record<string, unknown> = {}) {
  const response = await t.post('/api/orders', orderBody(more));
  expect(response.status).toBe(201);
  return response.body.order as { orderNumber: string; accessToken: string };
}

/** An order of another mobile number, with its own UTR ending in `number`. */
const other = (number: number, more: Record<string, unknown> = {}) => ({
  shippingAddress: { ...ADDRESS, phone: String(9_000_000_000 + number) },
  ...paid(number),
  ...more,
});

test('a settled reason disappears from the order, the list and the count; only staff see it', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  await placed(t, paid(1));
  const { orderNumber, accessToken } = await placed(t, other(2, { ...paid(1), total: 1 }));
  const url = `/api/orders/${orderNumber}/attention`;
  const waiting = async () => ({
    listed: (await t.get('/api/orders?attention=true', auth)).body.pagination.totalOrders,
    counted: (await t.get('/api/orders/stats/summary', auth)).body.stats.needsAttention,
  });
  const before = (await t.get(`/api/orders/${orderNumber}`, auth)).body.order;
  expect([before.needsAttention, before.version]).toEqual([['amount_mismatch', 'duplicate_utr'], 1]);
  expect(await waiting()).toEqual({ listed: 1, counted: 1 });

  const first = await t.put(url, { settled: 'amount_mismatch', version: 1 }, auth);
  expect([first.status, first.body.message]).toEqual([200, 'Settled']);
  expect(first.body.order).toMatchObject({ needsAttention: ['duplicate_utr'], version: 2 });
  expect(await waiting()).toEqual({ listed: 1, counted: 1 });
  // The other admin still has version 1, with both reasons.
  expect((await t.put(url, { settled: 'duplicate_utr', version: 1 }, auth)).status).toBe(409);
  const second = await t.put(url, { settled: 'duplicate_utr', version: 2 }, auth);
  expect(second.body.order).toMatchObject({ needsAttention: [], version: 3 });
  expect(await waiting()).toEqual({ listed: 0, counted: 0 });
  // Settling it again changes nothing.
  expect((await t.put(url, { settled: 'duplicate_utr', version: 3 }, auth)).body.order.version).toBe(3);

  expect(second.body.order.events.filter((event: { kind: string }) => event.kind === 'settled')).toMatchObject([
    { by: 'Admin', note: 'Amount differs', status: null },
    { by: 'Admin', note: 'UTR used before: 632400000001', status: null },
  ]);
  const mine = await t.get(`/api/orders/${orderNumber}`, { 'x-order-token': accessToken });
  expect(mine.body.order.events.map((event: { kind: string }) => event.kind)).toEqual(['placed']);
  const audit = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'order.attention')
    .orderBy('id')
    .execute();
  expect(audit.map((row) => [row.before_value, row.after_value])).toEqual([
    ['{"needsAttention":["amount_mismatch","duplicate_utr"]}', '{"needsAttention":["duplicate_utr"]}'],
    ['{"needsAttention":["duplicate_utr"]}', '{"needsAttention":[]}'],
  ]);
  expect(JSON.stringify(audit)).not.toContain('632400000001');

  expect((await t.put(url, { settled: 'boredom' }, auth)).status).toBe(400);
  expect((await t.put('/api/orders/ORD1/attention', { settled: 'duplicate_utr' }, auth)).status).toBe(404);
  expect((await t.put(url, { settled: 'duplicate_utr' })).status).toBe(401);
});

test('a settled reason returns only with another UTR', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  await placed(t, paid(1));
  await placed(t, other(5));
  const { orderNumber, accessToken } = await placed(t, other(2, paid(1)));
  const url = `/api/orders/${orderNumber}`;
  await t.put(`${url}/attention`, { settled: 'duplicate_utr' }, auth);
  /** The payment was not found, and the shopper sends another reference. */
  const sendUtr = async (utr: number) => {
    await t.put(`${url}/payment`, { status: 'failed', note: 'Not at the bank' }, auth);
    const utrNumber = String(632_400_000_000 + utr);
    const sent = await t.post(`${url}/utr`, { utrNumber }, { 'x-order-token': accessToken });
    expect(sent.status).toBe(200);
    return (await t.get(url, auth)).body.order.needsAttention;
  };
  expect(await sendUtr(3)).toEqual([]);
  expect(await sendUtr(1)).toEqual([]);
  // The shopper resubmits the settled order, as a browser does after a lost response.
  const again = await t.post('/api/orders', { ...orderBody(other(2, paid(1))), orderNumber, accessToken });
  expect(again.status).toBe(409);
  expect((await t.get(url, auth)).body.order.needsAttention).toEqual([]);
  expect(await sendUtr(5)).toEqual(['duplicate_utr']);
});

test('a settled repeated UTR needs no attention again until the next decision', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const { orderNumber, accessToken } = await placed(t, paid(1));
  const url = `/api/orders/${orderNumber}`;
  const failPayment = async () => {
    t.clock.advance(60_000);
    await t.put(`${url}/payment`, { status: 'failed', note: 'Not at the bank' }, auth);
  };
  const sendAgain = async () => {
    t.clock.advance(60_000);
    await t.post(`${url}/utr`, { utrNumber: '632400000001' }, { 'x-order-token': accessToken });
    return (await t.get(url, auth)).body.order.needsAttention;
  };
  await failPayment();
  expect(await sendAgain()).toEqual(['utr_again']);
  t.clock.advance(60_000);
  expect((await t.put(`${url}/attention`, { settled: 'utr_again' }, auth)).body.order.needsAttention).toEqual([]);
  expect(await sendAgain()).toEqual([]);
  await failPayment();
  expect(await sendAgain()).toEqual(['utr_again']);
});

test('the lists match the counts of the dashboard', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 50 }] });
  const auth = t.auth(await t.adminToken());
  const numbers: string[] = [];
  for (let index = 1; index <= 5; index++) {
    numbers.push((await placed(t, other(index, { total: 1 }))).orderNumber);
  }
  const [cancelled, delivered, failed, verified] = numbers;
  await t.post(`/api/orders/${cancelled}/cancel`, { reason: 'Twice' }, auth);
  for (const status of ['processing', 'shipped', 'delivered']) {
    await t.put(`/api/orders/${delivered}/status`, { status, confirmUnpaid: true }, auth);
  }
  await t.put(`/api/orders/${failed}/payment`, { status: 'failed', note: 'Not found' }, auth);
  await t.put(`/api/orders/${verified}/payment`, { status: 'completed' }, auth);
  const { stats } = (await t.get('/api/orders/stats/summary', auth)).body;
  const count = async (query: string) => (await t.get(`/api/orders?${query}`, auth)).body.pagination.totalOrders;
  expect([stats.needsAttention, await count('attention=true')]).toEqual([3, 3]);
  // Delivered without a verified payment: still pending.
  expect([stats.pendingPayments, await count('payment=pending')]).toEqual([2, 2]);
  // An explicit status includes the others; search and dates narrow the list as usual.
  expect(await count('attention=true&status=cancelled')).toBe(1);
  expect(await count('attention=true&status=delivered')).toBe(1);
  expect(await count('payment=pending&status=cancelled')).toBe(1);
  expect(await count('attention=true&payment=pending')).toBe(1);
  expect(await count(`attention=true&search=${failed}`)).toBe(1);
  expect(await count(`attention=true&search=${cancelled}`)).toBe(0);
  expect(await count('attention=true&search=ananya')).toBe(3);
  expect(await count('payment=pending&to=2020-01-01')).toBe(0);
});
