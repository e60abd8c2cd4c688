import { expect, test } from 'vitest';
import { deliveryBy } from '#shop/orders/delivery.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, reasonsOf, stockOf } from '#tests/factories.ts';
import errorsInHindi from '../../../messages/hi/errors.json' with { type: 'json' };

const MINUTE = 60_000;

async function draftOf(t: TestApp, quantity = 1): Promise<{ orderNumber: string; accessToken: string }> {
  const response = await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity }] });
  return { orderNumber: response.body.order.orderNumber, accessToken: response.body.order.accessToken };
}

const orders = (t: TestApp) => t.db.selectFrom('orders').selectAll().where('status', '!=', 'draft').execute();
test('a paid order whose hold is not in stock is recorded all the same, and marked', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1 }] });
  const draft = await draftOf(t);
  await t.db.updateTable('product_sizes').set({ held: 0 }).execute();
  const response = await t.post('/api/orders', { ...orderBody(paid(1)), ...draft });
  expect(response.status).toBe(201);
  expect(await reasonsOf(t.db, draft.orderNumber)).toEqual(['out_of_stock']);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 0 });
  const lines = await t.db.selectFrom('order_lines').select(['order_number', 'taken']).execute();
  expect(lines).toEqual([{ order_number: draft.orderNumber, taken: 0 }]);
});

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
    estimatedDelivery: deliveryBy(ADDRESS, t.clock.now()),
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

test('an order with the number of a draft and another token takes nothing of what the draft holds', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const draft = await draftOf(t, 2);
  const response = await t.post('/api/orders', { ...orderBody(paid(1)), ...draft, accessToken: 'a'.repeat(43) });
  expect(response.status).toBe(201);
  expect(response.body.order.orderNumber).not.toBe(draft.orderNumber);
  expect(await t.db.selectFrom('holds').select(['order_number', 'quantity']).execute()).toEqual([
    { order_number: draft.orderNumber, quantity: 2 },
  ]);
  expect(await stockOf(t.db)).toEqual({ stock: 7, held: 2, sold: 1 });
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
  expect(await reasonsOf(t.db, response.body.order.orderNumber)).toEqual(['price_changed', 'amount_mismatch']);
});

test('a live draft keeps its price; an expired one gets the current price', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const [live, late] = [await draftOf(t), await draftOf(t)];
  await t.db.updateTable('product_sizes').set({ price: 39_900 }).execute();
  const first = await t.post('/api/orders', { ...orderBody(paid(1)), ...live });
  expect(first.body.order.pricing.total).toBe(299);
  expect(await reasonsOf(t.db, live.orderNumber)).toEqual([]);
  t.clock.advance(16 * MINUTE);
  const second = await t.post('/api/orders', {
    ...orderBody({ ...paid(2), shippingAddress: { ...ADDRESS, phone: '9876500000' } }),
    ...late,
  });
  expect(second.status).toBe(201);
  expect(second.body.order.pricing.total).toBe(399);
  expect(await reasonsOf(t.db, late.orderNumber)).toEqual(['price_changed', 'amount_mismatch']);
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
  expect(await reasonsOf(t.db, orderNumber)).toEqual(['out_of_stock', 'unknown_item', 'placeholder_address']);
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

test('an order of unknown items alone carries what was paid: the online offer is in it already (D26, D30)', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const onlineOffer = { text: '₹33 off', amount: 33, visible: true };
  const payment = { upiId: 'shop@upi', accountHolderName: 'Shop', onlineOffer };
  await t.services.settings.savePayment(payment, { id: null, name: 'test' });
  const items = [{ product: 'dry-fruits-order', name: 'Dry Fruits Order', size: '1', quantity: 1, price: 266 }];
  const unknown = await t.post('/api/orders', { ...orderBody(paid(1)), items, total: 266 });
  expect(unknown.body.order.pricing).toMatchObject({ subtotal: 266, discount: 0, total: 266 });
  expect(await reasonsOf(t.db, unknown.body.order.orderNumber)).toEqual(['unknown_item']);
  const known = await t.post('/api/orders', orderBody({ ...paid(2), total: 266 }));
  expect(known.body.order.pricing).toMatchObject({ subtotal: 299, discount: 33, total: 266 });
});

test('of an unknown item only the beginning of its id and name is stored, and its order is found again', async () => {
  await using t = await testApp();
  const items = [{ product: 'p'.repeat(200), name: 'n'.repeat(200), size: '250g', quantity: 1, price: 5 }];
  const body = orderBody({ items, total: 5, ...paid(1) });
  const { order } = (await t.post('/api/orders', body)).body;
  expect(order.items).toMatchObject([{ product: 'p'.repeat(100), name: 'n'.repeat(100), price: 5 }]);
  const again = await t.post('/api/orders', body);
  expect([again.status, again.body.data.order.orderNumber]).toEqual([409, order.orderNumber]);
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

test.each([
  ['with a UTR', paid(1)],
  ['without a UTR', {}],
])('an order %s has no items of a quantity of 0 or less, and is refused when none is left', async (_, details) => {
  await using t = await testApp();
  await addProduct(t.db);
  const item = { product: 'almonds', size: '250g', quantity: 1 };
  const none = [0, -1].map((quantity) => ({ ...item, size: '500g', quantity }));
  const empty = await t.post('/api/orders', orderBody({ ...details, items: none }));
  expect([empty.status, empty.body.message]).toEqual([
    400,
    'Your cart is empty or contains invalid items. Please add items to your cart.',
  ]);
  const placed = await t.post('/api/orders', orderBody({ ...details, items: [...none, item] }));
  expect(placed.body.order.items).toMatchObject([item]);
});

test('the price of an unknown item is bounded', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const items = Array.from({ length: 100 }, () => ({ product: 'nothing', size: '1', quantity: 999, price: 1e9 }));
  const response = await t.post('/api/orders', orderBody({ ...paid(1), items }));
  expect(response.status).toBe(201);
  expect(response.body.order.pricing.total).toBe(100 * 999 * 100_000);
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

test('a page in Hindi reads the Hindi names of what was bought, and which lines are refused; orders keep the English names', async () => {
  await using t = await testApp({ seed: 'demo' });
  const hindi = { 'x-language': 'hi' };
  const name = 'कैलिफ़ोर्निया बादाम';
  const items = [{ product: 'california-almonds', size: '250g', quantity: 1 }];
  const draft = (await t.post('/api/orders/draft', { items }, hindi)).body.order;
  expect(draft.items[0].name).toBe(name);
  const { orderNumber, accessToken } = draft;
  const placed = await t.post('/api/orders', orderBody({ items, orderNumber, accessToken, ...paid(1) }), hindi);
  expect([placed.status, placed.body.order.items[0].name]).toEqual([201, name]);
  const own = { 'x-order-token': accessToken };
  const nameFor = async (headers: object) =>
    (await t.get(`/api/orders/${orderNumber}`, { ...own, ...headers })).body.order.items[0].name;
  expect(await nameFor(hindi)).toBe(name);
  expect(await nameFor({})).toBe('California Almonds');
  const mobile = ADDRESS.phone;
  expect((await t.get(`/api/orders/track/${mobile}`, hindi)).body.orders[0].items[0].name).toBe(name);
  expect((await t.get(`/api/orders/track/${mobile}`)).body.orders[0].items[0].name).toBe('California Almonds');
  const lines = t.db.selectFrom('order_lines').select('name').where('order_number', '=', orderNumber);
  expect(await lines.execute()).toEqual([{ name: 'California Almonds' }]);

  await t.db.updateTable('product_sizes').set({ stock: 0 }).where('product_id', '=', 'california-almonds').execute();
  t.context.versions.touch('catalogue');
  await t.context.versions.flush();
  const wanted = [...items, { product: 'never-sold', name: 'Old Mix', size: '250g', quantity: 1 }];
  const refused = async (headers: Record<string, string>) =>
    (await t.post('/api/orders/draft', { items: wanted }, headers)).body;
  expect((await refused(hindi)).errors.map(({ msg }: { msg: string }) => msg)).toEqual(['Old Mix अब हमारे पास नहीं है।']);
  expect((await refused({})).errors).toEqual([{ path: 'items.1', msg: 'Old Mix is no longer available.' }]);
  const short = await t.post('/api/orders/draft', { items }, hindi);
  expect(short.body.errors).toEqual([{ path: 'items.0', msg: `${name} (250 ग्राम) स्टॉक में नहीं है।` }]);
  expect(short.body.message).toBe(errorsInHindi.out_of_stock);
});
