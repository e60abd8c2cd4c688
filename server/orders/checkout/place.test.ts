import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

const MINUTE = 60_000;

async function draftOf(t: TestApp, quantity = 1): Promise<{ orderNumber: string; accessToken: string }> {
  const response = await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity }] });
  return { orderNumber: response.body.order.orderNumber, accessToken: response.body.order.accessToken };
}

const orders = (t: TestApp) => t.db.selectFrom('orders').selectAll().where('status', '!=', 'draft').execute();
const attention = async (t: TestApp, number: string) =>
  JSON.parse(
    (
      await t.db
        .selectFrom('orders')
        .select('needs_attention')
        .where('order_number', '=', number)
        .executeTakeFirstOrThrow()
    ).needs_attention,
  ) as string[];

test('a draft becomes a pending order: hold to sale, lines, event and mail in one transaction', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const draft = await draftOf(t, 2);
  t.clock.advance(3 * MINUTE);
  const response = await t.post('/api/orders', {
    ...orderBody(paid(1)),
    ...draft,
    items: [{ product: 'almonds', size: '250g', quantity: 2 }],
    total: 598,
    orderNote: 'Ring twice',
    status: 'delivered',
    paymentDetails: { ...paid(1).paymentDetails, status: 'completed' },
  });
  expect(response.status).toBe(201);
  expect(response.body.order).toMatchObject({
    _id: draft.orderNumber,
    id: draft.orderNumber,
    orderNumber: draft.orderNumber,
    accessToken: draft.accessToken,
    status: 'pending',
    payment: { method: 'upi', status: 'pending', utrNumber: '632400000001', app: 'phonepe' },
    paymentMethod: 'upi',
    shippingAddress: ADDRESS,
    pricing: { subtotal: 598, shippingCharges: 0, discount: 0, total: 598 },
    orderNote: 'Ring twice',
    needsAttention: [],
    createdAt: t.clock.now(),
    estimatedDelivery: t.clock.now() + 7 * 86_400_000,
  });
  expect(response.body.order.events).toEqual([
    { status: 'pending', kind: 'placed', at: t.clock.now(), by: 'shopper', note: '' },
  ]);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
  const lines = await t.db.selectFrom('order_lines').selectAll().execute();
  expect(lines).toMatchObject([
    { quantity: 2, taken: 2, price: 29_900, hsn_code: '0802', gst_rate_bp: 500, stock_size: '250g' },
  ]);
  expect(await t.db.selectFrom('holds').selectAll().execute()).toEqual([]);
  const [mail] = await t.db.selectFrom('mail_outbox').selectAll().execute();
  expect(mail).toMatchObject({
    kind: 'order_received',
    recipient: ADDRESS.email,
    order_number: draft.orderNumber,
    status: 'queued',
  });
  expect(mail?.text_body).toContain('₹598');
});

test('prices, names and totals of the client are ignored; differences are marked', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const response = await t.post('/api/orders', {
    ...orderBody(paid(1)),
    items: [
      {
        product: 'almonds',
        name: 'Gold',
        size: '250g',
        quantity: 1,
        price: 0.01,
        originalPrice: 0.01,
        image: 'javascript:alert(1)',
      },
    ],
    subtotal: 0.01,
    total: 0.01,
    discount: 298,
  });
  expect(response.status).toBe(201);
  expect(response.body.order.pricing.total).toBe(299);
  expect(response.body.order.items[0]).toMatchObject({
    name: 'California Almonds',
    price: 299,
    originalPrice: 349,
    image: '/media/almonds.webp',
  });
  // The reasons are for the admin only.
  expect(response.body.order.needsAttention).toEqual([]);
  expect(await attention(t, response.body.order.orderNumber)).toEqual(['price_changed', 'amount_mismatch']);
});

test('a live draft keeps its price; an expired one gets the current price', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const [live, late] = [await draftOf(t), await draftOf(t)];
  await t.db.updateTable('product_sizes').set({ price: 39_900 }).execute();
  const first = await t.post('/api/orders', { ...orderBody(paid(1)), ...live });
  expect(first.body.order.pricing.total).toBe(299);
  expect(await attention(t, live.orderNumber)).toEqual([]);
  t.clock.advance(16 * MINUTE);
  const second = await t.post('/api/orders', {
    ...orderBody({ ...paid(2), shippingAddress: { ...ADDRESS, phone: '9876500000' } }),
    ...late,
  });
  expect(second.status).toBe(201);
  expect(second.body.order.pricing.total).toBe(399);
  expect(await attention(t, late.orderNumber)).toEqual(['price_changed', 'amount_mismatch']);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
});

test('the order may differ from its draft: surplus stock is returned, missing stock is taken', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{}, { size: '500g', price: 549 }] });
  const draft = await draftOf(t, 5);
  const items = [
    { product: 'almonds', size: '250g', quantity: 2 },
    { product: 'almonds', size: '500g', quantity: 3 },
  ];
  const response = await t.post('/api/orders', { ...orderBody({ items, total: undefined }), ...draft });
  expect(response.status).toBe(201);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
  expect(await stockOf(t.db, 'almonds', '500g')).toEqual({ stock: 7, held: 0, sold: 3 });
  expect(response.body.order.pricing.total).toBe(2 * 299 + 3 * 549);
});

test('with a UTR the order is recorded even if stock is missing, and takes what is available', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 3 }] });
  await addProduct(t.db, { id: 'old', name: 'Old Mix', status: 'Inactive' });
  const response = await t.post('/api/orders', {
    ...orderBody(paid(1)),
    items: [
      { product: 'almonds', size: '250g', quantity: 5 },
      { product: 'old', size: '250g', quantity: 1 },
      { product: '', name: 'Dry Fruits Order', size: '1', quantity: 1, price: 100 },
    ],
    total: 5 * 299 + 299 + 100,
    shippingAddress: { ...ADDRESS, address: 'Address to be confirmed', pincode: '000000' },
  });
  expect(response.status).toBe(201);
  const { orderNumber } = response.body.order;
  expect(await attention(t, orderNumber)).toEqual(['out_of_stock', 'unknown_item', 'placeholder_address']);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 3 });
  const lines = await t.db.selectFrom('order_lines').selectAll().orderBy('position').execute();
  expect(lines.map((line) => [line.name, line.quantity, line.taken, line.stock_size])).toEqual([
    ['California Almonds', 5, 3, '250g'],
    ['Old Mix', 1, 1, '250g'],
    ['Dry Fruits Order', 1, 0, null],
  ]);
  const token = await t.adminToken();
  const detail = await t.get(`/api/orders/${orderNumber}`, t.auth(token));
  expect(detail.body.order.needsAttention).toEqual(['out_of_stock', 'unknown_item', 'placeholder_address']);
  await t.post(`/api/orders/${orderNumber}/cancel`, { reason: 'nothing left' }, t.auth(token));
  expect(await stockOf(t.db)).toEqual({ stock: 3, held: 0, sold: 0 });
});

test('without a UTR missing stock and unavailable products are rejected, and nothing is written', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 3 }] });
  const much = await t.post('/api/orders', orderBody({ items: [{ product: 'almonds', size: '250g', quantity: 4 }] }));
  expect([much.status, much.body.message]).toEqual([
    409,
    'Some items are out of stock. Please remove them from your cart and try again.',
  ]);
  const gone = await t.post('/api/orders', orderBody({ items: [{ product: 'nothing', size: '250g', quantity: 1 }] }));
  expect([gone.status, gone.body.message]).toEqual([
    409,
    'Some products are no longer available. Please refresh and try again.',
  ]);
  const empty = await t.post('/api/orders', orderBody({ items: [{ product: '', size: '250g', quantity: 1 }] }));
  expect([empty.status, empty.body.message]).toEqual([
    400,
    'Your cart is empty or contains invalid items. Please add items to your cart.',
  ]);
  expect(await orders(t)).toEqual([]);
  expect(await t.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
  expect(await stockOf(t.db)).toEqual({ stock: 3, held: 0, sold: 0 });
});

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

test('the price of an unknown item is bounded', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const items = Array.from({ length: 100 }, () => ({ product: 'nothing', size: '1', quantity: 999, price: 1e9 }));
  const response = await t.post('/api/orders', orderBody({ ...paid(1), items }));
  expect(response.status).toBe(201);
  expect(response.body.order.pricing.total).toBe(100 * 999 * 100_000);
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
  expect(await attention(t, second.body.order.orderNumber)).toEqual(['duplicate_utr']);
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

test('invalid bodies are rejected with an error per field', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const response = await t.post(
    '/api/orders',
    orderBody({ shippingAddress: { ...ADDRESS, phone: '12', pincode: 'abc', name: '' } }),
  );
  expect(response.status).toBe(400);
  expect(response.body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
    'shippingAddress.name',
    'shippingAddress.phone',
    'shippingAddress.pincode',
  ]);
  const cases: unknown[] = [
    'not json',
    [],
    orderBody({ shippingAddress: undefined }),
    orderBody({ paymentMethod: 'gold' }),
    orderBody({ paymentDetails: { utrNumber: '12' } }),
    orderBody({ total: -1 }),
    orderBody({ items: [{ product: 'almonds', size: '250g', quantity: 0 }] }),
  ];
  for (const body of cases) {
    const refused = await t.post('/api/orders', body);
    expect([refused.status, refused.body?.success, body]).toEqual([400, false, body]);
  }
  const form = await t.post('/api/orders', 'items=1', { 'content-type': 'application/x-www-form-urlencoded' });
  expect(form.status).toBe(415);
  expect(await orders(t)).toEqual([]);
});

test('60 concurrent buyers of 10 packs: exactly 10 get one', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const buyers = Array.from({ length: 60 }, async (_, index) => {
    const shippingAddress = { ...ADDRESS, phone: String(9_000_000_000 + index) };
    if (index % 2 === 0) {
      return (await t.post('/api/orders', orderBody({ shippingAddress }))).status;
    }
    const draft = await t.post('/api/orders/draft', orderBody({ shippingAddress }));
    if (draft.status !== 201) return draft.status;
    const { orderNumber, accessToken } = draft.body.order;
    return (await t.post('/api/orders', orderBody({ shippingAddress, orderNumber, accessToken, ...paid(index) })))
      .status;
  });
  const statuses = await Promise.all(buyers);
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(statuses.filter((status) => status === 409)).toHaveLength(50);
  expect(await orders(t)).toHaveLength(10);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 10 });
});

test('50 equal submissions at once create one order', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const draft = await draftOf(t);
  const bodies = [
    { ...orderBody(paid(1)), ...draft },
    orderBody({
      orderNumber: 'ORD1795113600099',
      accessToken: 'k'.repeat(32),
      shippingAddress: { ...ADDRESS, phone: '9000000002' },
    }),
    orderBody({ ...paid(3), shippingAddress: { ...ADDRESS, phone: '9000000003' } }),
  ];
  for (const body of bodies) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => t.post('/api/orders', body)));
    const made = responses.filter((response) => response.status === 201);
    expect(made).toHaveLength(1);
    const number = made[0]?.body.order.orderNumber;
    const others = responses.filter((response) => response.status === 409);
    expect(others.map((response) => response.body.data.order.orderNumber)).toEqual(
      Array.from({ length: 49 }, () => number),
    );
  }
  expect(await orders(t)).toHaveLength(3);
  expect(await stockOf(t.db)).toEqual({ stock: 97, held: 0, sold: 3 });
});

test('equal submissions for the last piece all get the same order, none an out-of-stock error', async () => {
  const bodies = [
    orderBody({ orderNumber: 'ORD1795113600098', accessToken: 'k'.repeat(32) }),
    orderBody(paid(4)),
    orderBody({ accessToken: 'm'.repeat(32) }),
  ];
  for (const body of bodies) {
    await using t = await testApp();
    await addProduct(t.db, { sizes: [{ stock: 1 }] });
    const responses = await Promise.all(Array.from({ length: 20 }, () => t.post('/api/orders', body)));
    const number = (await orders(t))[0]?.order_number;
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    const duplicates = responses.filter((response) => response.body.data?.order.orderNumber === number);
    expect(duplicates.map((response) => response.status)).toEqual(Array.from({ length: 19 }, () => 409));
    expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 1 });
  }
});

test('stock + held + sold stays constant under random concurrent operations (I2)', async () => {
  await using t = await testApp();
  const sizes = [
    { size: '250g', stock: 30 },
    { size: '500g', stock: 20 },
  ];
  await addProduct(t.db, { sizes });
  await addProduct(t.db, { id: 'raisins', name: 'Raisins', sizes: [{ size: '', stock: 25 }] });
  const token = await t.adminToken();
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const placed: { orderNumber: string; accessToken: string }[] = [];
  const act = async (step: number) => {
    const items = Array.from({ length: 1 + random(3) }, () => ({
      product: random(3) === 0 ? 'raisins' : 'almonds',
      size: random(2) === 0 ? '250g' : '500g',
      quantity: 1 + random(4),
    }));
    const shippingAddress = { ...ADDRESS, phone: String(9_000_000_000 + step) };
    const draft =
      random(3) > 0 ? (await t.post('/api/orders/draft', { items, shippingAddress })).body.order : undefined;
    const proof = draft ? { orderNumber: draft.orderNumber, accessToken: draft.accessToken } : {};
    if (random(2) === 0) {
      const response = await t.post(
        '/api/orders',
        orderBody({ items, shippingAddress, total: undefined, ...proof, ...(random(2) === 0 ? paid(step) : {}) }),
      );
      if (response.status === 201) placed.push(response.body.order);
    }
    const one = placed[random(Math.max(1, placed.length))];
    if (one && random(2) === 0) {
      const headers: Record<string, string> = random(2) === 0 ? t.auth(token) : { 'x-order-token': one.accessToken };
      await t.post(`/api/orders/${one.orderNumber}/cancel`, { reason: 'changed my mind' }, headers);
    }
    if (random(5) === 0) {
      t.clock.advance(10 * MINUTE);
      await t.services.orders.freeExpired();
    }
  };
  for (let step = 0; step < 60; step += 6) {
    await Promise.all(Array.from({ length: 6 }, (_, index) => act(step + index)));
    const rows = await t.db.selectFrom('product_sizes').selectAll().orderBy('product_id').orderBy('position').execute();
    expect(rows.map((row) => row.stock + row.held + row.sold)).toEqual([30, 20, 25]);
    expect(rows.every((row) => row.stock >= 0 && row.held >= 0 && row.sold >= 0)).toBe(true);
  }
  t.clock.advance(16 * MINUTE);
  await t.services.orders.freeExpired();
  const sold = await t.db
    .selectFrom('order_lines')
    .select((eb) => eb.fn.sum<number>('taken').as('taken'))
    .executeTakeFirstOrThrow();
  const rows = await t.db.selectFrom('product_sizes').selectAll().execute();
  expect(rows.reduce((sum, row) => sum + row.held, 0)).toBe(0);
  expect(rows.reduce((sum, row) => sum + row.sold, 0)).toBe(Number(sold.taken));
});
