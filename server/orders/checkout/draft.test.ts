import { expect, test } from 'vitest';
import { sha256 } from '#server/ids.ts';
import { sentenceOf } from '#shop/errors.ts';
import { makeOrderNumber } from '#shop/orders/orders.ts';
import { testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { insertOrder, readOrder, TakenMeanwhile, wholeOrder } from '../rows/orders.queries.ts';
import { withNumber } from './number.ts';
import { deleteOldDrafts } from './old-drafts.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

test('a draft returns number, token and server prices, and holds the stock for 15 minutes', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const response = await t.post('/api/orders/draft', {
    items: [{ product: 'almonds', size: '250g', quantity: 3, price: 1, name: 'Something else' }],
  });
  expect(response.status).toBe(201);
  expect(response.body.success).toBe(true);
  const { order, changes } = response.body;
  expect(order.orderNumber).toMatch(/^ORD\d{16}$/);
  expect(order.accessToken.length).toBeGreaterThanOrEqual(22);
  expect(order.items).toEqual([
    {
      product: 'almonds',
      name: 'California Almonds',
      size: '250g',
      quantity: 3,
      price: 299,
      originalPrice: 349,
      image: '/media/almonds.webp',
    },
  ]);
  expect(order.pricing).toEqual({
    subtotal: 897,
    shippingCharges: 0,
    tax: 0,
    discount: 0,
    paymentCode: 0,
    discounts: [],
    total: 897,
  });
  expect(order.reservedUntil).toBe(t.clock.now() + 15 * MINUTE);
  expect(changes).toEqual([
    {
      product: 'almonds',
      size: '250g',
      kind: 'price',
      from: 1,
      to: 299,
      message: 'The price of California Almonds changed from ₹1 to ₹299.',
    },
  ]);
  expect(await stockOf(t.db)).toEqual({ stock: 7, held: 3, sold: 0 });
  const row = await t.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(row.status).toBe('draft');
  expect(JSON.stringify(row)).not.toContain(order.accessToken);
  expect(response.headers['cache-control']).toBe('no-store');
});

test('a refresh replaces the hold and extends it', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 10 }, { size: '500g', price: 549, stock: 4 }] });
  const first = await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity: 10 }] });
  t.clock.advance(5 * MINUTE);
  const { orderNumber, accessToken } = first.body.order;
  const second = await t.post(
    '/api/orders/draft',
    {
      orderNumber,
      shippingAddress: { city: 'Chennai' },
      items: [
        { product: 'almonds', size: '250g', quantity: 8 },
        { product: 'almonds', size: '500g', quantity: 1 },
      ],
    },
    { 'x-order-token': accessToken },
  );
  expect(second.status).toBe(201);
  expect(second.body.order.orderNumber).toBe(orderNumber);
  expect(second.body.order.accessToken).toBe(accessToken);
  expect(second.body.order.reservedUntil).toBe(t.clock.now() + 15 * MINUTE);
  expect(second.body.order.pricing.total).toBe(8 * 299 + 549);
  expect(await stockOf(t.db)).toEqual({ stock: 2, held: 8, sold: 0 });
  expect(await stockOf(t.db, 'almonds', '500g')).toEqual({ stock: 3, held: 1, sold: 0 });
  expect(await t.db.selectFrom('orders').select('order_number').execute()).toHaveLength(1);
});

test('a rejected refresh keeps the old hold', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const first = await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity: 4 }] });
  const { orderNumber, accessToken } = first.body.order;
  const second = await t.post('/api/orders/draft', {
    orderNumber,
    accessToken,
    items: [{ product: 'almonds', size: '250g', quantity: 11 }],
  });
  expect(second.status).toBe(409);
  expect(second.body).toEqual({
    success: false,
    message: 'Some items are out of stock. Please remove them from your cart and try again.',
    errors: [{ path: 'items.0', msg: 'California Almonds (250g) is out of stock.' }],
  });
  expect(await stockOf(t.db)).toEqual({ stock: 6, held: 4, sold: 0 });
});

test('the number without its token gets a new draft', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const first = await t.post('/api/orders/draft', orderBody());
  const { orderNumber } = first.body.order;
  const second = await t.post('/api/orders/draft', orderBody({ orderNumber, accessToken: 'A'.repeat(32) }));
  expect(second.status).toBe(201);
  expect(second.body.order.orderNumber).not.toBe(orderNumber);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 2, sold: 0 });
});

test('a draft whose response was lost is found again under the number and secret of the client', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1 }] });
  const own = { orderNumber: 'ORD1795113600000', accessToken: 'c'.repeat(32) };
  const body = { ...own, items: [{ product: 'almonds', size: '250g', quantity: 1 }] };
  // A reload sends the next request while the first is still running.
  const responses = await Promise.all([1, 2, 3].map(() => t.post('/api/orders/draft', body)));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  const later = await t.post('/api/orders/draft', body);
  for (const { body } of [...responses, later]) expect(body.order).toMatchObject(own);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 1, sold: 0 });
  const placed = await t.post('/api/orders', orderBody({ ...body, ...paid(1) }));
  expect([placed.status, placed.body.order.orderNumber]).toEqual([201, own.orderNumber]);
});

test.each([
  ['a guessable secret', { accessToken: 'secret' }],
  ['a number that is taken', { orderNumber: 'ORD1795113600001' }],
  ['the number of a cancelled order', { orderNumber: 'ORD1795113600002' }],
])('a draft does not get the number of the client with %s', async (_, wrong) => {
  await using t = await testApp();
  await addProduct(t.db);
  const orders = [
    { order_number: 'ORD1795113600001', access_token_hash: 'x', status: 'draft' },
    { order_number: 'ORD1795113600002', access_token_hash: sha256('c'.repeat(32)), status: 'cancelled' },
  ];
  await t.db
    .insertInto('orders')
    .values(orders.map((order) => ({ ...order, created_at: 1, updated_at: 2 })))
    .execute();
  const sent = { orderNumber: 'ORD1795113600000', accessToken: 'c'.repeat(32), ...wrong };
  const { status, body } = await t.post('/api/orders/draft', orderBody(sent));
  expect(status).toBe(201);
  expect(body.order.orderNumber).toMatch(/^ORD\d{16}$/);
  expect(body.order.orderNumber).not.toBe(sent.orderNumber);
  expect(body.order.accessToken).not.toBe(sent.accessToken);
});

test('unknown, inactive and sold-out items are rejected with an error per line', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await addProduct(t.db, { id: 'old', name: 'Old Mix', status: 'Inactive' });
  await addProduct(t.db, { id: 'soon', name: 'Soon Back', status: 'Out of Stock' });
  const response = await t.post('/api/orders/draft', {
    items: [
      { product: '', size: '250g', quantity: 1 },
      { product: 'almonds', size: '250g', quantity: 1 },
      { product: 'almonds', size: '9kg', quantity: 1 },
      { product: 'old', size: '250g', quantity: 1 },
      { product: 'nothing', name: 'Gone Nuts', size: '250g', quantity: 1 },
      { product: 'soon', size: '250g', quantity: 1 },
    ],
  });
  expect(response.status).toBe(409);
  expect(response.body.message).toBe('Some products are no longer available. Please refresh and try again.');
  expect(response.body.errors).toEqual([
    { path: 'items.2', msg: 'California Almonds is no longer available.' },
    { path: 'items.3', msg: 'Old Mix is no longer available.' },
    { path: 'items.4', msg: 'Gone Nuts is no longer available.' },
    { path: 'items.5', msg: 'Soon Back (250g) is out of stock.' },
  ]);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
});

test('a product that is twice in a cart is counted together', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const items = [
    { product: 'almonds', size: '250g', quantity: 6 },
    { product: 'almonds', size: '250g', quantity: 5 },
  ];
  expect((await t.post('/api/orders/draft', { items })).status).toBe(409);
  items[1]!.quantity = 4;
  const response = await t.post('/api/orders/draft', { items });
  expect(response.status).toBe(201);
  expect(response.body.order.pricing.total).toBe(2990);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 10, sold: 0 });
});

test('a product without sizes has one stock row, whatever the label', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ size: '', price: 99.5, stock: 5 }] });
  const response = await t.post('/api/orders/draft', {
    items: [
      { product: 'almonds', size: 'Standard', quantity: 2 },
      { product: 'almonds', quantity: 2 },
      { product: 'almonds', size: 'Call 98765 43210 for your refund', quantity: 1 },
    ],
  });
  expect(response.status).toBe(201);
  // What a client makes up is not printed on papers and in mails.
  expect(response.body.order.items.map(({ size }: { size: string }) => size)).toEqual(Array(3).fill('Standard'));
  expect(response.body.order.pricing.total).toBe(497.5);
  expect(await stockOf(t.db, 'almonds', '')).toEqual({ stock: 0, held: 5, sold: 0 });
});

test('the same order of a product without sizes is found again, whatever the label', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ size: '', price: 99.5, stock: 5 }] });
  const order = { ...paid(1), items: [{ product: 'almonds', size: 'a jar', quantity: 2 }] };
  const first = await t.post('/api/orders', orderBody(order));
  const second = await t.post('/api/orders', orderBody(order));
  expect([first.status, second.status]).toEqual([201, 409]);
  expect(second.body.data.order.orderNumber).toBe(first.body.order.orderNumber);
  expect(await stockOf(t.db, 'almonds', '')).toEqual({ stock: 3, held: 0, sold: 2 });
});

test('expired holds are freed exactly once, by the timer or by the next buyer', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity: 10 }] });
  expect((await t.post('/api/orders/draft', orderBody())).status).toBe(409);
  t.clock.advance(15 * MINUTE);
  expect((await t.post('/api/orders/draft', orderBody())).status).toBe(201);
  expect(await stockOf(t.db)).toEqual({ stock: 9, held: 1, sold: 0 });
  t.clock.advance(15 * MINUTE);
  const freed = await Promise.all([
    t.services.orders.freeExpired(),
    t.services.orders.freeExpired(),
    t.services.orders.freeExpired(),
  ]);
  expect(freed.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
  expect(await t.services.orders.freeExpired()).toBe(0);
});

test('the catalogue reads only the products whose expired holds are freed', async () => {
  await using t = await testApp();
  for (const id of ['almonds', 'figs', 'dates']) await addProduct(t.db, { id });
  for (const product of ['figs', 'almonds']) {
    await t.post('/api/orders/draft', { items: [{ product, size: '250g', quantity: 1 }] });
  }
  t.clock.advance(15 * MINUTE);
  await t.context.versions.flush();
  const { version } = t.context.versions.changesSince(undefined);
  expect(await t.services.orders.freeExpired()).toBe(2);
  await t.context.versions.flush();
  const { products } = t.context.versions.changesSince(version);
  expect([...(products ?? [])].sort()).toEqual(['almonds', 'figs']);
});

test('abandoned drafts are deleted after a week, in batches; changed drafts and orders stay', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1_000 }] });
  const drafted = async () => (await t.post('/api/orders/draft', orderBody())).body.order;
  const proof = ({ orderNumber, accessToken }: { orderNumber: string; accessToken: string }) => ({
    orderNumber,
    accessToken,
  });
  const numbers = async () =>
    (await t.db.selectFrom('orders').select('order_number').execute()).map((row) => row.order_number).sort();
  const ordered = await drafted();
  await t.post('/api/orders', orderBody({ ...proof(ordered), ...paid(1) }));
  const touched = await drafted();
  const old = [];
  for (let count = 0; count < 130; count++) {
    t.clock.advance(1);
    old.push(await drafted());
  }

  await t.get('/api/orders/track/9876543210');
  t.clock.advance(6 * DAY);
  await t.services.orders.tidy();
  expect(await numbers()).toHaveLength(132);
  expect(await t.db.selectFrom('attempts').selectAll().execute()).toEqual([]);
  await t.post('/api/orders/draft', orderBody(proof(touched)));
  // Twice concurrently, as two processes would.
  t.clock.advance(1.1 * DAY);
  await Promise.all([t.services.orders.tidy(), deleteOldDrafts(t.context)]);
  expect(await numbers()).toEqual([ordered.orderNumber, touched.orderNumber].sort());
  // After 48 hours, nor does the order keep its stock (D65).
  expect(await stockOf(t.db)).toEqual({ stock: 1_000, held: 0, sold: 0 });
  const lines = await t.db.selectFrom('order_lines').select('order_number').execute();
  expect(lines).toHaveLength(2);

  // A paid order of a deleted draft keeps its number and its secret.
  const late = await t.post('/api/orders', orderBody({ ...proof(old[0]), ...paid(2) }));
  expect([late.status, late.body.order.orderNumber, late.body.order.accessToken]).toEqual([
    201,
    old[0].orderNumber,
    old[0].accessToken,
  ]);
});

test('100 concurrent buyers of the last piece: one gets it, the others get an error before they pay', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1 }] });
  const buyers = Array.from({ length: 100 }, (_, index) => String(9_000_000_000 + index));
  const responses = await Promise.all(
    buyers.map((phone) => t.post('/api/orders/draft', orderBody({ shippingAddress: { ...ADDRESS, phone } }))),
  );
  const winners = responses.filter((response) => response.status === 201);
  const rejected = responses.filter((response) => response.status === 409);
  expect([winners.length, rejected.length]).toEqual([1, 99]);
  expect(new Set(rejected.map(({ body }) => body.message))).toEqual(new Set([sentenceOf('out_of_stock')]));
  expect(rejected[0]?.body.errors).toEqual([{ path: 'items.0', msg: 'California Almonds (250g) is out of stock.' }]);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 1, sold: 0 });

  const { orderNumber, accessToken } = winners[0]?.body.order ?? {};
  const placed = await t.post('/api/orders', orderBody({ orderNumber, accessToken, ...paid(1) }));
  expect([placed.status, placed.body.order.needsAttention ?? []]).toEqual([201, []]);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 1 });
});

test('invalid bodies are rejected with a message', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const item = { product: 'almonds', size: '250g', quantity: 1 };
  const cases: [unknown, number][] = [
    ['{"items": [', 400],
    [{}, 400],
    [{ items: [] }, 400],
    [{ items: 'all' }, 400],
    [{ items: [{ ...item, quantity: 0 }] }, 400],
    [{ items: [{ ...item, quantity: -1 }] }, 400],
    [{ items: [{ ...item, quantity: 1.5 }] }, 400],
    [{ items: [{ ...item, quantity: 1000 }] }, 400],
    [{ items: [{ ...item, quantity: '2' }] }, 400],
    ['{"items":[{"product":"almonds","size":"250g","quantity":1e309}]}', 400],
    ['{"items":[{"product":"almonds","size":"250g","quantity":1,"price":1e309}]}', 400],
    ['{"__proto__":{"items":[]},"items":[{"product":"almonds","size":"250g","quantity":1}]}', 400],
    [{ items: Array.from({ length: 101 }, () => item) }, 400],
    [{ items: [item], orderNumber: "ORD1'; drop table orders" }, 400],
    [{ items: [item], orderNote: 'x'.repeat(1001) }, 400],
    [{ items: [item], shippingAddress: { ...ADDRESS, name: 'x'.repeat(121) } }, 400],
  ];
  for (const [body, status] of cases) {
    const response = await t.post('/api/orders/draft', body);
    expect([response.status, body]).toEqual([status, body]);
    expect(response.body.success).toBe(false);
    expect(response.body.message.length).toBeGreaterThan(10);
  }
  const empty = await t.post('/api/orders/draft', { items: [{ product: '', size: '250g', quantity: 1 }] });
  expect(empty.body.message).toBe('Your cart is empty or contains invalid items. Please add items to your cart.');
  expect(await t.db.selectFrom('orders').select('order_number').execute()).toHaveLength(0);
});

test('a GSTIN with a typing error stops a draft, which a payment would make an order as it is', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const draft = (gstin: string) => t.post('/api/orders/draft', orderBody({ shippingAddress: { ...ADDRESS, gstin } }));
  const refused = await draft('33AABCT3518Q1ZW');
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'shippingAddress.gstin', msg: 'This GSTIN is not valid. Please check each letter and digit' }],
  ]);
  expect((await draft('33aabct3518q1z3')).status).toBe(201);
});

test('a total under ₹1 is refused; with a UTR the order is recorded', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ price: 0.5, stock: 10 }] });
  const items = (quantity: number) => ({
    items: [{ product: 'almonds', size: '250g', quantity }],
    total: quantity / 2,
  });
  for (const path of ['/api/orders/draft', '/api/orders']) {
    const response = await t.post(path, orderBody(items(1)));
    const message = 'Minimum order amount is ₹1. Please add items to your cart.';
    expect([response.status, response.body.errors]).toEqual([400, [{ path: 'total', msg: message }]]);
    expect((await t.post(path, orderBody(items(2)))).status).toBe(201);
  }
  expect((await t.post('/api/orders', orderBody({ ...items(1), ...paid(9) }))).status).toBe(201);
});

test('the online payment offer reduces the total when it is set', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await t.services.settings.savePayment(
    {
      upiId: 'shop@upi',
      accountHolderName: 'Shop',
      onlineOffer: { text: 'Pay online & get EXTRA ₹33 off', amount: 33, visible: true },
    },
    { id: null, name: 'test' },
  );
  const response = await t.post('/api/orders/draft', orderBody());
  expect(response.body.order.pricing).toMatchObject({ subtotal: 299, discount: 33, total: 266 });
});

test('a live draft keeps its offer; an expired one gets the current offer', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 10 }] });
  const offer = (amount: number, visible = true) =>
    t.services.settings.savePayment(
      { upiId: 'shop@upi', accountHolderName: 'Shop', onlineOffer: { text: `₹${amount} off`, amount, visible } },
      { id: null, name: 'test' },
    );
  const draft = async () => {
    const { orderNumber, accessToken } = (await t.post('/api/orders/draft', orderBody())).body.order;
    return { orderNumber, accessToken };
  };
  const place = async (body: Record<string, unknown>) => {
    const response = await t.post('/api/orders', orderBody(body));
    expect(response.status).toBe(201);
    return response.body.order.pricing;
  };
  await offer(33);
  const [live, late, later] = [await draft(), await draft(), await draft()];
  await offer(10);
  expect(await place({ ...live, ...paid(1), total: 266 })).toMatchObject({ discount: 33, total: 266 });
  t.clock.advance(15 * MINUTE);
  expect(await place({ ...late, ...paid(2), total: 289 })).toMatchObject({ discount: 10, total: 289 });
  await offer(10, false);
  expect(await place({ ...later, ...paid(3), total: 299 })).toMatchObject({ discount: 0, total: 299 });
});

test('an order is stored with the defaults that it is returned with, and a taken number is tried again with another', async () => {
  await using t = await testApp();
  const given = (last: number) => ({
    order_number: `ORD179511360000${last}`,
    access_token_hash: 'x',
    status: 'draft',
    created_at: 1,
    updated_at: 2,
  });
  const insert = (last: number) => t.db.transaction().execute((trx) => insertOrder(trx, given(last)));
  await insert(0);
  expect(await readOrder(t.db, given(0).order_number)).toEqual(wholeOrder(given(0)));
  await expect(insert(0)).rejects.toThrow(TakenMeanwhile);
  expect(await withNumber(async (attempt) => insert(attempt).then(() => attempt))).toBe(1);
  await expect(withNumber(() => insert(0))).rejects.toThrow(sentenceOf('busy'));
});

test('a draft whose number is taken leaves nothing under that number', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const taken = Array.from({ length: 1_000 }, (_, last) => ({
    order_number: makeOrderNumber(t.clock.now(), last),
    access_token_hash: 'x',
    status: 'draft',
    created_at: 1,
    updated_at: 2,
  }));
  await t.db.insertInto('orders').values(taken.slice(0, 500)).execute();
  await t.db.insertInto('orders').values(taken.slice(500)).execute();
  const response = await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity: 2 }] });
  expect(response.status).toBe(201);
  const { orderNumber } = response.body.order;
  const numbers = async (table: 'holds' | 'order_lines' | 'claims') =>
    (await t.db.selectFrom(table).select('order_number').execute()).map((row) => row.order_number);
  expect([await numbers('holds'), await numbers('order_lines')]).toEqual([[orderNumber], [orderNumber]]);
  expect(await numbers('claims')).toEqual([orderNumber]);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 2, sold: 0 });
});
