import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/**
 * A reference number means that money may have moved: every submission with one is recorded (D22).
 */

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1000 }] });
  return { t, staff: t.auth(await t.adminToken()) };
}

async function placed(t: TestApp, more: Record<string, unknown> = {}) {
  const draft = await t.post('/api/orders/draft', orderBody());
  const { orderNumber, accessToken } = draft.body.order as { orderNumber: string; accessToken: string };
  await t.post('/api/orders', orderBody({ orderNumber, accessToken, ...more }));
  return { orderNumber, accessToken };
}

const marks = async (t: TestApp) =>
  (await t.db.selectFrom('orders').select(['needs_attention']).where('status', '!=', 'draft').execute())
    .map((row) => row.needs_attention)
    .sort();

test('a reference sent after a failed payment reopens the payment', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const order = await placed(t);
  const url = `/api/orders/${order.orderNumber}`;
  await t.put(`${url}/payment`, { status: 'failed', note: 'nothing has arrived' }, staff);
  const sent = await t.post('/api/orders', orderBody({ ...order, ...paid(5) }));
  expect(sent.status).toBe(200);
  expect(sent.body.order.payment).toMatchObject({ utrNumber: '632400000005', status: 'pending' });

  // The second reference replaces the mistyped first one, which staff can still see.
  await t.put(`${url}/payment`, { status: 'failed', note: 'no such reference' }, staff);
  const corrected = await t.post('/api/orders', orderBody({ ...order, ...paid(6) }));
  expect(corrected.body.order.payment).toMatchObject({ utrNumber: '632400000006', status: 'pending' });
  expect(corrected.text).not.toContain('632400000005');
  const { body } = await t.get(url, staff);
  expect(JSON.stringify(body.order.events)).toContain('632400000005');
  expect(body.payments).toHaveLength(2);
  // Sent again it changes nothing.
  expect((await t.post('/api/orders', orderBody({ ...order, ...paid(6) }))).status).toBe(409);
});

test('a reference for an order that staff have already processed is recorded', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const order = await placed(t);
  await t.put(`/api/orders/${order.orderNumber}/status`, { status: 'processing' }, staff);
  const sent = await t.post('/api/orders', orderBody({ ...order, ...paid(5) }));
  expect(sent.body.order).toMatchObject({ status: 'processing', payment: { utrNumber: '632400000005' } });
});

test('a second reference for an order changes nothing but is kept for staff, once', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const order = await placed(t, paid(1));
  for (let times = 0; times < 2; times++) {
    const response = await t.post('/api/orders', orderBody({ ...order, ...paid(2) }));
    expect([response.status, response.body.data.order.payment.utrNumber]).toEqual([409, '632400000001']);
    expect(response.text).not.toContain('632400000002');
  }
  const { body } = await t.get(`/api/orders/${order.orderNumber}`, staff);
  const notes = body.order.events.filter((event: { note: string }) => event.note.includes('632400000002'));
  expect(notes).toHaveLength(1);
  // Without the order's token nothing is written.
  await t.post('/api/orders', { ...orderBody(paid(3)), orderNumber: order.orderNumber, accessToken: 'x'.repeat(30) });
  const after = await t.get(`/api/orders/${order.orderNumber}`, staff);
  expect(JSON.stringify(after.body.order.events)).not.toContain('632400000003');
});

test('other items from the same phone with an old reference are a new order, marked', async () => {
  const { t } = await shop();
  await using _ = t;
  const body = orderBody({ ...paid(1), orderNumber: 'ORD1795113600037', accessToken: 'c'.repeat(32) });
  const first = await t.post('/api/orders', body);
  const other = {
    ...body,
    orderNumber: 'ORD1795113600038',
    accessToken: 'd'.repeat(32),
    items: [{ product: 'almonds', size: '250g', quantity: 3 }],
  };
  const second = await t.post('/api/orders', other);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.order.orderNumber).toBe('ORD1795113600038');
  expect(await marks(t)).toEqual(['["amount_mismatch","duplicate_utr"]', '[]']);
  // A resubmission finds its own order.
  for (const sent of [body, other]) {
    const again = await t.post('/api/orders', sent);
    expect([again.status, again.body.data.order.orderNumber]).toEqual([409, sent.orderNumber]);
  }
});

test('of equal references sent concurrently from many phones, all but the first are marked', async () => {
  const { t } = await shop();
  await using _ = t;
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      t.post(
        '/api/orders',
        orderBody({ ...paid(1), shippingAddress: { ...ADDRESS, phone: String(9_100_000_000 + index) } }),
      ),
    ),
  );
  expect(responses.map((response) => response.status)).toEqual(Array(12).fill(201));
  expect(await marks(t)).toEqual([...Array(11).fill('["duplicate_utr"]'), '[]']);
});

test('a reference is accepted for one order only, however many admins accept it at once (I4)', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const numbers: string[] = [];
  for (let index = 0; index < 6; index++) {
    const address = { ...ADDRESS, phone: String(9_100_000_000 + index) };
    // With a label or leading zeros it is still the same reference.
    const utrNumber = ['632400000001', 'UPI Ref No. 632400000001', '0632400000001', 'UTR 0000632400000001'][index % 4];
    const response = await t.post(
      '/api/orders',
      orderBody({ shippingAddress: address, paymentDetails: { utrNumber, method: 'upi' } }),
    );
    numbers.push(response.body.order.orderNumber);
  }
  const responses = await Promise.all(
    numbers.map((number) => t.put(`/api/orders/${number}/payment`, { status: 'completed' }, staff)),
  );
  expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const accepted = await t.db.selectFrom('payments').select('utr').where('status', '=', 'accepted').execute();
  expect(accepted).toEqual([{ utr: '632400000001' }]);
});

test('an order keeps at most ten further references for staff', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const order = await placed(t, paid(1));
  const url = `/api/orders/${order.orderNumber}`;
  const own = { 'x-order-token': order.accessToken };
  for (let number = 2; number <= 14; number++) {
    const utrNumber = String(632_400_000_000 + number);
    // Both endpoints that accept a reference.
    const response =
      number % 2 === 0
        ? await t.post('/api/orders', orderBody({ ...order, ...paid(number) }))
        : await t.post(`${url}/utr`, { utrNumber }, own);
    expect(response.status).toBe(409);
  }
  const notes = async () => {
    const { events } = (await t.get(url, staff)).body.order;
    return (events as { kind: string; by: string; note: string }[])
      .filter(({ kind, by }) => kind === 'note' && by === 'shopper')
      .map(({ note }) => note.slice(-2));
  };
  const kept = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11'];
  expect(await notes()).toEqual(kept);
  // A decision does not reset the limit: the order takes another reference and keeps the earlier
  // ones.
  await t.put(`${url}/payment`, { status: 'failed', note: 'Not at the bank' }, staff);
  expect((await t.post(`${url}/utr`, { utrNumber: '632400000020' }, own)).status).toBe(200);
  expect(await notes()).toEqual(kept);
});

test('an order is placed and its UTR stored when bank credits cannot be read', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  // Renamed back at the end: other tests use the same PGlite.
  await sql`alter table credit_refs rename to credit_refs_away`.execute(t.db);
  const body = orderBody({ paymentDetails: { utrNumber: '632400000001', method: 'upi' } });
  const placed = await t.post('/api/orders', body).finally(async () => {
    await sql`alter table credit_refs_away rename to credit_refs`.execute(t.db);
  });
  expect(placed.status).toBe(201);
  expect(placed.body.order.payment.utrNumber).toBe('632400000001');
});
