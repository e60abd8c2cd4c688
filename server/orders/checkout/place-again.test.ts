import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, reasonsOf, stockOf } from '#tests/factories.ts';

async function draftOf(t: TestApp, quantity = 1): Promise<{ orderNumber: string; accessToken: string }> {
  const response = await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity }] });
  return { orderNumber: response.body.order.orderNumber, accessToken: response.body.order.accessToken };
}

const orders = (t: TestApp) => t.db.selectFrom('orders').selectAll().where('status', '!=', 'draft').execute();
test('a resubmitted order returns 409 with the order, only with proof of ownership', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const draft = await draftOf(t);
  const body = { ...orderBody(paid(1)), ...draft };
  expect((await t.post('/api/orders', body)).status).toBe(201);

  const again = await t.post('/api/orders', body);
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({
    success: false,
    data: { order: { orderNumber: draft.orderNumber, status: 'pending' } },
  });
  // Another UTR or other items with the same credentials change nothing.
  const changed = await t.post('/api/orders', {
    ...body,
    ...paid(2),
    items: [{ product: 'almonds', size: '250g', quantity: 9 }],
  });
  expect([changed.status, changed.body.data.order.payment.utrNumber]).toEqual([409, '632400000001']);
  // Same phone and same UTR, without number and token.
  const known = await t.post('/api/orders', orderBody(paid(1)));
  expect([known.status, known.body.data.order.orderNumber]).toEqual([409, draft.orderNumber]);
  expect(known.text).not.toContain(draft.accessToken);
  expect(await orders(t)).toHaveLength(1);
  expect(await stockOf(t.db)).toEqual({ stock: 9, held: 0, sold: 1 });
  // So does a refresh of the draft that has become an order.
  expect((await t.post('/api/orders/draft', { ...orderBody(), ...draft })).status).toBe(409);
});

test('an equal order number alone gets a new number and reveals nothing', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const draft = await draftOf(t);
  await t.post('/api/orders', { ...orderBody(paid(1)), ...draft });
  const other = { ...ADDRESS, phone: '9000000001', name: 'Someone Else' };
  for (const accessToken of [undefined, 'A'.repeat(32)]) {
    const response = await t.post('/api/orders', {
      ...orderBody(),
      orderNumber: draft.orderNumber,
      accessToken,
      shippingAddress: other,
    });
    expect(response.status).toBe(201);
    expect(response.body.order.orderNumber).not.toBe(draft.orderNumber);
    expect(response.body.order.shippingAddress.name).toBe('Someone Else');
  }
  expect(await orders(t)).toHaveLength(3);
});

test('a number and a secret that a client generated offline are kept, and identify the order when it is resubmitted', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const body = orderBody({ orderNumber: 'ORD1795113600037', accessToken: 'c'.repeat(32) });
  const first = await t.post('/api/orders', body);
  expect(first.status).toBe(201);
  expect(first.body.order).toMatchObject({ orderNumber: 'ORD1795113600037', accessToken: 'c'.repeat(32) });
  const again = await t.post('/api/orders', body);
  expect([again.status, again.body.data.order.orderNumber]).toEqual([409, 'ORD1795113600037']);
  // A weak secret is replaced.
  const weak = await t.post('/api/orders', orderBody({ orderNumber: 'ORD1795113600038', accessToken: 'abc' }));
  expect(weak.body.order.accessToken.length).toBeGreaterThanOrEqual(22);
});

test('a UTR that arrives later is added to the order', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const draft = await draftOf(t);
  await t.post('/api/orders', { ...orderBody(), ...draft });
  const later = await t.post('/api/orders', { ...orderBody(paid(7)), ...draft });
  expect(later.status).toBe(200);
  expect(later.body.order).toMatchObject({
    orderNumber: draft.orderNumber,
    payment: { utrNumber: '632400000007', status: 'pending' },
  });
  expect(later.body.order.events.map((event: { kind: string }) => event.kind)).toEqual(['placed', 'utr']);
  expect((await t.post('/api/orders', { ...orderBody(paid(8)), ...draft })).status).toBe(409);
  expect(await stockOf(t.db)).toEqual({ stock: 9, held: 0, sold: 1 });
});

test('an order paid after its cancellation is recorded as a new order', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const draft = await draftOf(t);
  await t.post(`/api/orders/${draft.orderNumber}/cancel`, { reason: 'cleaning up' }, auth);
  const body = { ...orderBody(paid(1)), ...draft };
  const placed = await t.post('/api/orders', body);
  expect(placed.status).toBe(201);
  expect(placed.body.order.orderNumber).not.toBe(draft.orderNumber);
  const again = await t.post('/api/orders', body);
  expect([again.status, again.body.data.order.orderNumber]).toEqual([409, placed.body.order.orderNumber]);
  expect(await stockOf(t.db)).toEqual({ stock: 9, held: 0, sold: 1 });
  const fresh = await t.post('/api/orders/draft', { ...orderBody(), ...draft });
  expect(fresh.status).toBe(201);
  expect(fresh.body.order.orderNumber).not.toBe(draft.orderNumber);
});

test('a UTR that another phone has used is recorded and marked', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await t.post('/api/orders', orderBody(paid(1)));
  const second = await t.post(
    '/api/orders',
    orderBody({ ...paid(1), shippingAddress: { ...ADDRESS, phone: '9000000001' } }),
  );
  expect(second.status).toBe(201);
  expect(await reasonsOf(t.db, second.body.order.orderNumber)).toEqual(['duplicate_utr']);
  const token = await t.adminToken();
  const detail = await t.get(`/api/orders/${second.body.order.orderNumber}`, t.auth(token));
  expect(detail.body.hints.sameUtr).toHaveLength(1);
});

test('a second draft with an old UTR is recorded and marked, and never returns the former order', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const place = async () => {
    const { body } = await t.post('/api/orders/draft', orderBody());
    const { orderNumber, accessToken } = body.order;
    return t.post('/api/orders', orderBody({ orderNumber, accessToken, ...paid(1) }));
  };
  const first = await place();
  const second = await place();
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.order.orderNumber).not.toBe(first.body.order.orderNumber);
  const rows = await t.db.selectFrom('orders').select(['order_number', 'needs_attention']).execute();
  const marks = new Map(rows.map((row) => [row.order_number, row.needs_attention]));
  expect(marks.get(first.body.order.orderNumber)).toBe('[]');
  expect(marks.get(second.body.order.orderNumber)).toBe('["duplicate_utr"]');
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
});
