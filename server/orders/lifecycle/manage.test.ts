import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

async function placed(
  t: TestApp,
  more: Record<string, unknown> = {},
): Promise<{ orderNumber: string; accessToken: string }> {
  const response = await t.post('/api/orders', orderBody(more));
  expect(response.status).toBe(201);
  return response.body.order;
}

const mails = async (t: TestApp, number: string) =>
  (await t.db.selectFrom('mail_outbox').select('kind').where('order_number', '=', number).orderBy('id').execute()).map(
    (mail) => mail.kind,
  );

test('an order goes through verified, processing, shipped, delivered, returned', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, paid(1));
  const url = `/api/orders/${order.orderNumber}`;
  t.clock.advance(60_000);
  const verified = await t.put(`${url}/payment`, { status: 'completed', note: 'seen in the account' }, auth);
  expect(verified.status).toBe(200);
  expect(verified.body.order).toMatchObject({
    status: 'confirmed',
    payment: { status: 'completed', paidAmount: 299 },
    version: 2,
  });
  for (const status of ['processing', 'shipped', 'out_for_delivery', 'delivered', 'returned']) {
    t.clock.advance(60_000);
    const moved = await t.put(`${url}/status`, { status, courier: 'India Post', courierTracking: 'EX123' }, auth);
    expect([moved.status, moved.body.order?.status, moved.body.message]).toEqual([
      200,
      status,
      'Order status updated successfully!',
    ]);
  }
  const detail = await t.get(url, auth);
  expect(detail.body.order).toMatchObject({ courier: 'India Post', courierTracking: 'EX123', version: 7 });
  expect(detail.body.order.events.map((event: { status: string; by: string }) => [event.status, event.by])).toEqual([
    ['pending', 'shopper'],
    ['confirmed', 'Admin'],
    [null, 'Admin'],
    ['processing', 'Admin'],
    ['shipped', 'Admin'],
    ['out_for_delivery', 'Admin'],
    ['delivered', 'Admin'],
    ['returned', 'Admin'],
    [null, 'Admin'],
  ]);
  expect(detail.body.payments).toMatchObject([
    { status: 'accepted', utrNumber: '632400000001', amount: 299, by: 'Admin' },
  ]);
  expect(await mails(t, order.orderNumber)).toEqual(['order_received', 'payment_verified', 'shipped', 'delivered']);
  expect(detail.body.mails).toHaveLength(4);
  // The shopper sees the same timeline, without names and internal notes.
  const mine = await t.get(url, { 'x-order-token': order.accessToken });
  expect(mine.body.order.events.map((event: { status: string; by: string }) => event.by)).toEqual([
    'shopper',
    ...Array(6).fill('shop'),
  ]);
  expect(mine.text).not.toContain('seen in the account');
  expect(mine.body.order.version).toBeUndefined();
  expect(mine.body.mails).toBeUndefined();
  const audit = await t.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'entity_id'])
    .where('entity', '=', 'order')
    .execute();
  expect(audit).toHaveLength(6);
  // Returned goods do not go back into stock automatically.
  expect(await stockOf(t.db)).toEqual({ stock: 9, held: 0, sold: 1 });
});

test('invalid status changes return 409 with a message and change nothing', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t);
  const url = `/api/orders/${order.orderNumber}`;
  for (const status of ['draft', 'pending', 'shipped', 'delivered', 'returned', 'out_for_delivery']) {
    const moved = await t.put(`${url}/status`, { status }, auth);
    expect([moved.status, status]).toEqual([409, status]);
    expect(moved.body.message).toMatch(/^(An order that is pending cannot|This order is already pending)/);
  }
  expect((await t.put(`${url}/status`, { status: 'gold' }, auth)).status).toBe(400);
  expect((await t.put(`${url}/status`, {}, auth)).status).toBe(400);
  expect((await t.put('/api/orders/ORD1/status', { status: 'processing' }, auth)).status).toBe(404);
  const draft = await t.post('/api/orders/draft', orderBody());
  const forced = await t.put(`/api/orders/${draft.body.order.orderNumber}/status`, { status: 'pending' }, auth);
  expect(forced.status).toBe(409);
  expect((await t.get(url, auth)).body.order).toMatchObject({ status: 'pending', version: 1 });
  expect(await t.db.selectFrom('order_events').selectAll().execute()).toHaveLength(1);
});

test('shipping an unverified payment needs confirmation and is recorded', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t);
  const url = `/api/orders/${order.orderNumber}`;
  await t.put(`${url}/status`, { status: 'processing' }, auth);
  const unconfirmed = await t.put(`${url}/status`, { status: 'shipped' }, auth);
  expect([unconfirmed.status, unconfirmed.body.message]).toEqual([
    409,
    'The payment of this order is not verified yet. Please confirm that you want to ship it anyway.',
  ]);
  const shipped = await t.put(`${url}/status`, { status: 'shipped', confirmUnpaid: true }, auth);
  expect(shipped.status).toBe(200);
  expect(shipped.body.order.events.at(-1)).toMatchObject({ kind: 'unpaid', by: 'Admin' });
  expect((await t.put(`${url}/status`, { status: 'delivered' }, auth)).status).toBe(200);
});

test('the second of two admins on one order gets a stale error', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t);
  const url = `/api/orders/${order.orderNumber}`;
  const both = await Promise.all([
    t.put(`${url}/status`, { status: 'processing', version: 1 }, auth),
    t.put(`${url}/payment`, { status: 'completed', version: 1 }, auth),
  ]);
  expect(both.map((response) => response.status).sort()).toEqual([200, 409]);
  const stale = await t.post(`${url}/cancel`, { reason: 'x', version: 1 }, auth);
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'Someone else has changed this in the meantime. Please check the latest version and try again.',
  ]);
});

test('the shopper cancels with the token while pending; stock is returned once', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await placed(t, paid(1));
  const url = `/api/orders/${order.orderNumber}/cancel`;
  expect((await t.post(url, { reason: 'x' })).status).toBe(404);
  expect((await t.post(url, { reason: 'x' }, { 'x-order-token': 'A'.repeat(32) })).status).toBe(404);
  const token = { 'x-order-token': order.accessToken };
  const results = await Promise.all([t.post(url, undefined, token), t.post(url, { reason: 'too late' }, token)]);
  expect(results.map((response) => response.status).sort()).toEqual([200, 409]);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
  expect(await mails(t, order.orderNumber)).toEqual(['order_received', 'cancelled']);
  const auth = t.auth(await t.adminToken());
  const next = await placed(t, { shippingAddress: { ...ADDRESS, phone: '9000000001' } });
  await t.put(`/api/orders/${next.orderNumber}/status`, { status: 'processing' }, auth);
  const late = await t.post(
    `/api/orders/${next.orderNumber}/cancel`,
    { reason: 'x' },
    { 'x-order-token': next.accessToken },
  );
  expect([late.status, late.body.message]).toEqual([
    409,
    'An order that is processing can no longer be cancelled here. Please contact us.',
  ]);
});

test('cancelling by the status is the same as cancelling, and the catalogue shows the stock again', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const shown = async () => (await t.get('/api/products/almonds')).body.product.stockCount;
  const placed = await t.post('/api/orders', orderBody(paid(1)));
  const { orderNumber } = placed.body.order;
  expect(await shown()).toBe(9);
  const change = { status: 'cancelled', note: 'Address wrong', version: 1 };
  const cancelled = await t.put(`/api/orders/${orderNumber}/status`, change, auth);
  expect(cancelled.body.order).toMatchObject({ status: 'cancelled', cancelReason: 'Address wrong' });
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
  await expect.poll(shown).toBe(10);
});

test('staff can cancel until delivery; the reason is stored', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, paid(1));
  const url = `/api/orders/${order.orderNumber}`;
  for (const status of ['processing', 'shipped', 'delivered']) {
    await t.put(`${url}/status`, { status, confirmUnpaid: true }, auth);
  }
  expect((await t.post(`${url}/cancel`, { reason: 'x' }, auth)).status).toBe(409);
  const other = await placed(t, { shippingAddress: { ...ADDRESS, phone: '9000000001' } });
  const cancelled = await t.post(`/api/orders/${other.orderNumber}/cancel`, { reason: 'Address wrong' }, auth);
  expect(cancelled.body.order).toMatchObject({ status: 'cancelled', cancelReason: 'Address wrong' });
  expect(await stockOf(t.db)).toEqual({ stock: 9, held: 0, sold: 1 });
  // Cancelling a draft releases its hold.
  const draft = await t.post('/api/orders/draft', orderBody());
  await t.post(`/api/orders/${draft.body.order.orderNumber}/cancel`, { reason: '' }, auth);
  expect(await stockOf(t.db)).toEqual({ stock: 9, held: 0, sold: 1 });
});

test('an order can be read only with its token; a missing and a wrong one give the same error', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await placed(t, paid(1));
  const url = `/api/orders/${order.orderNumber}`;
  const good = await t.get(url, { 'x-order-token': order.accessToken });
  expect(good.body.order).toMatchObject({ orderNumber: order.orderNumber, shippingAddress: ADDRESS });
  const rejected = [
    await t.get(url),
    await t.get(url, { 'x-order-token': '' }),
    await t.get(url, { 'x-order-token': 'A'.repeat(32) }),
    await t.get(url, { 'x-order-token': 'A'.repeat(500) }),
    await t.get('/api/orders/ORD9999999999999', { 'x-order-token': order.accessToken }),
    await t.get('/api/orders/%27%20or%201=1', { 'x-order-token': order.accessToken }),
  ];
  for (const response of rejected) {
    expect([response.status, response.body]).toEqual([404, { success: false, message: 'Order not found' }]);
  }
});

test('the list filters, searches, pages and counts', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1000 }] });
  const numbers: string[] = [];
  for (let index = 0; index < 25; index++) {
    t.clock.advance(3_600_000);
    const name = index === 3 ? '100%_Sharma' : `Buyer ${index}`;
    const order = await placed(t, {
      ...paid(index),
      shippingAddress: { ...ADDRESS, name, phone: String(9_000_000_000 + index) },
    });
    numbers.unshift(order.orderNumber);
  }
  await t.post('/api/orders/draft', orderBody());
  const auth = t.auth(await t.adminToken());
  await t.put(`/api/orders/${numbers[0]}/payment`, { status: 'completed' }, auth);

  const first = await t.get('/api/orders', auth);
  expect(first.body.orders.map((order: { orderNumber: string }) => order.orderNumber)).toEqual(numbers.slice(0, 20));
  expect(first.body.pagination).toEqual({
    currentPage: 1,
    totalPages: 2,
    totalOrders: 25,
    limit: 20,
    hasPrev: false,
    hasNext: true,
  });
  expect(first.body.orders[0]).toMatchObject({
    items: [{ product: 'almonds' }],
    shippingAddress: { city: 'Chennai' },
    version: 2,
  });
  const second = await t.get('/api/orders?page=2&limit=20', auth);
  expect(second.body.orders).toHaveLength(5);
  const count = async (query: string) => (await t.get(`/api/orders?${query}`, auth)).body.pagination?.totalOrders;
  expect(await count('status=confirmed')).toBe(1);
  expect(await count('status=draft')).toBe(1);
  expect(await count('status=all')).toBe(25);
  expect(await count('payment=pending')).toBe(24);
  expect(await count('attention=true')).toBe(0);
  expect(await count(`search=${numbers[4]}`)).toBe(1);
  expect(await count('search=9000000007')).toBe(1);
  expect(await count('search=632400000009')).toBe(1);
  expect(await count('search=buyer')).toBe(24);
  expect(await count('search=%25_sh')).toBe(1);
  expect(await count('search=%25')).toBe(1);
  expect(await count('search=ananya%40example.com')).toBe(25);
  expect(await count('from=2026-11-21&to=2026-11-21')).toBe(14);
  expect(await count('limit=5000')).toBe(25);
  for (const query of [
    'page=0',
    'page=x',
    'limit=-1',
    'limit=1e9',
    'status=gold',
    'from=yesterday',
    'status=draft&status=all',
  ]) {
    expect([(await t.get(`/api/orders?${query}`, auth)).status, query]).toEqual([400, query]);
  }
  const stats = await t.get('/api/orders/stats/summary', auth);
  expect(stats.body.stats).toMatchObject({
    totalOrders: 25,
    revenue: 25 * 299,
    pendingPayments: 24,
    needsAttention: 0,
  });
  expect(stats.body.stats.byStatus).toMatchObject({ draft: 1, pending: 24, confirmed: 1, cancelled: 0 });
});

test('tracking is masked, with the same shape for numbers with and without orders', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await placed(t, paid(1));
  const hit = await t.get('/api/orders/track/9876543210');
  expect(hit.status).toBe(200);
  expect(hit.body.orders).toHaveLength(1);
  expect(hit.body.orders[0]).toMatchObject({
    orderNumber: order.orderNumber,
    status: 'pending',
    shippingAddress: { name: 'A••• I•••', street: '••••', email: '••••', city: 'Chennai', zipCode: '600020' },
    pricing: { total: 299 },
  });
  for (const secret of ['Ananya', 'Second Main', 'ananya@', '632400000001', '9876543210', order.accessToken]) {
    expect(hit.text).not.toContain(secret);
  }
  for (const typed of ['+91 98765 43210', '098765-43210', '९८७६५ ४३२१०']) {
    expect((await t.get(`/api/orders/track/${encodeURIComponent(typed)}`)).body, typed).toEqual(hit.body);
  }
  const miss = await t.get('/api/orders/track/9876543211');
  expect([miss.status, miss.body]).toEqual([200, { success: true, orders: [] }]);
  expect(Object.keys(miss.body)).toEqual(Object.keys(hit.body));
  for (const [url, message] of [
    ['/api/orders/track/', 'Please enter your mobile number'],
    ['/api/orders/track/%20', 'Please enter your mobile number'],
    ['/api/orders/track/12345', 'Phone number must be 10 digits'],
    ['/api/orders/track/98765432101', 'Phone number must be 10 digits'],
    ['/api/orders/track/987654321a', 'Phone number must be 10 digits'],
  ]) {
    const response = await t.get(url!);
    expect([response.status, response.body.message, url]).toEqual([400, message, url]);
  }
});

test('orders of strangers with the same number do not push a paid order out of tracking', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await placed(t, paid(1));
  await t.put(`/api/orders/${order.orderNumber}/payment`, { status: 'completed' }, t.auth(await t.adminToken()));
  const row = await t.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const junk = Array.from({ length: 60 }, (_, index) => ({
    ...row,
    order_number: `ORD17951136001${index}`,
    created_at: row.created_at + index + 1,
    payment_status: 'pending' as const,
  }));
  await t.db.insertInto('orders').values(junk).execute();
  const { orders } = (await t.get('/api/orders/track/9876543210')).body;
  const numbers = orders.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
  // Of the others the newest and the oldest.
  expect(numbers).toEqual([
    ...[...junk.slice(0, 24), ...junk.slice(35)].reverse().map((one) => one.order_number),
    order.orderNumber,
  ]);
});

test('tracking is limited by number and by IP address, and resets after a while', async () => {
  await using t = await testApp();
  const statuses: number[] = [];
  for (let index = 0; index < 22; index++) {
    statuses.push((await t.get('/api/orders/track/9876543210')).status);
  }
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(20)).toEqual([429, 429]);
  // The limit by IP address is higher.
  expect((await t.get('/api/orders/track/9876543211')).status).toBe(200);
  for (let index = 0; index < 40; index++) {
    await t.get(`/api/orders/track/90000000${String(index).padStart(2, '0')}`);
  }
  expect((await t.get('/api/orders/track/9876543212', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
  const rows = await t.db.selectFrom('attempts').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('9876543210');
  t.clock.advance(11 * 60_000);
  expect((await t.get('/api/orders/track/9876543210')).status).toBe(200);
});
