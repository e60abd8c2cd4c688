import { expect, test } from 'vitest';
import { STAFF_HOLD_MS } from '#shop/orders/by-staff.ts';
import { CouponInput } from '#shop/orders/coupons/input.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

const HOUR = 3_600_000;
const TOKEN = 'staff-token-of-a-test-0001';
const UTR = '632400000777';
let count = 0;

/** A shop in Maharashtra with almonds at ₹299 and raisins at ₹500, of which ten each are in stock. */
async function shop() {
  const t = await testApp();
  const admin = t.auth(await t.adminToken());
  await addProduct(t.db);
  await addProduct(t.db, { id: 'raisins', name: 'Raisins', sizes: [{ size: '500g', price: 500 }] });
  await t.put('/api/settings/shop', SHOP, admin);
  return Object.assign(t, { admin });
}

const SHOP = {
  brandName: 'Kishmish',
  address: '4 Station Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  stateCode: '27',
  pincode: '400001',
  gstin: '27AAPFU0939F1ZV',
};

/** A manager; without `mayVerify`, not for payments. */
async function manager(t: TestApp, mayVerify = false) {
  const token = `manager-token-${mayVerify}-000001`;
  const id = mayVerify ? 'usr_verifies' : 'usr_manager';
  const { password_hash } = await t.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  const user = { id, email: `${id}@kishmish.test`, name: 'Meena', role: 'manager' as const, password_hash };
  await t.db
    .insertInto('users')
    .values({ ...user, created_at: t.clock.now(), may_verify_payments: mayVerify ? 1 : 0 })
    .execute();
  const body = { email: user.email, password: 'a long enough password' };
  const signedIn = await t.post('/api/auth/admin-login', body);
  expect([signedIn.status, token !== '']).toEqual([200, true]);
  return t.auth(signedIn.body.token);
}

function staffBody(more: Record<string, unknown> = {}) {
  count += 1;
  return {
    orderNumber: `ORD17900000${String(count).padStart(5, '0')}`,
    accessToken: TOKEN + count,
    items: [{ product: 'almonds', size: '250g', quantity: 2 }],
    shippingAddress: ADDRESS,
    payment: { by: 'link' },
    ...more,
  };
}

const take = (t: TestApp & { admin: Record<string, string> }, more: Record<string, unknown> = {}, by = t.admin) =>
  t.post('/api/orders/by-staff', staffBody(more), by);

const codeOf = (url: string) => url.split('/pay/')[1] ?? '';
const events = (t: TestApp, number: string) =>
  t.db
    .selectFrom('order_events')
    .select(['kind', 'status', 'author', 'note'])
    .where('order_number', '=', number)
    .execute();
const audit = (t: TestApp, number: string) =>
  t.db.selectFrom('audit_log').select(['action', 'actor', 'after_value']).where('entity_id', '=', number).execute();

test('an order by link holds its stock for 48 hours and becomes an order with the UTR of its customer', async () => {
  await using t = await shop();
  const { status, body } = await take(t, { language: 'hi' });
  expect([status, body.order.status, body.order.pricing.total, body.order.takenBy]).toEqual([
    201,
    'draft',
    598,
    'Admin',
  ]);
  expect(body.order.reservedUntil).toBe(t.clock.now() + STAFF_HOLD_MS);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 2, sold: 0 });
  const { orderNumber } = body.order;
  const { text, url, whatsApp } = body.link;
  expect(url).toMatch(/^http:\/\/shop\.test\/hi\/pay\/[\w-]{20}$/);
  expect(text).toContain(url);
  expect(text).toContain('नमस्ते Ananya Iyer जी');
  expect(whatsApp).toContain('https://wa.me/919876543210?text=');
  expect(await events(t, orderNumber)).toEqual([{ kind: 'taken', status: null, author: 'Admin', note: '' }]);
  expect(await audit(t, orderNumber)).toMatchObject([{ action: 'order.take', actor: 'Admin' }]);

  const code = codeOf(url);
  expect((await t.get(`/api/pay/${code}`)).body.payment).toMatchObject({ orderNumber, state: 'waiting' });
  const sent = await t.post(`/api/pay/${code}/utr`, { utrNumber: UTR });
  expect([sent.status, sent.body.payment.state]).toEqual([200, 'checking']);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
  const opened = await t.post(`/api/pay/${code}/order`);
  expect(opened.body.order).toMatchObject({ orderNumber, status: 'pending', payment: { utrNumber: UTR } });
  const token = { 'x-order-token': opened.body.accessToken };
  expect((await t.get(`/api/orders/${orderNumber}`, token)).status).toBe(200);
  // The mail speaks the language of the order.
  const mails = await t.db.selectFrom('mail_outbox').selectAll().where('order_number', '=', orderNumber).execute();
  expect(mails.map(({ kind }) => kind)).toEqual(['order_received']);
});

test('the hold of an order that nobody pays ends with its link, and the stock is free again', async () => {
  await using t = await shop();
  const { body } = await take(t);
  const code = codeOf(body.link.url);
  t.clock.advance(STAFF_HOLD_MS - 1);
  expect((await t.get(`/api/pay/${code}`)).status).toBe(200);
  t.clock.advance(1);
  await t.services.orders.tidy();
  const over = await t.get(`/api/pay/${code}`);
  expect([over.status, over.body.message]).toEqual([
    404,
    'This payment link is no longer open. If you have paid, please send us your UTR. Otherwise ask us for a new link.',
  ]);
  expect((await t.post(`/api/pay/${code}/order`)).status).toBe(404);
  const later = t.auth(await t.adminToken());
  expect((await t.post(`/api/orders/${body.order.orderNumber}/pay-link`, {}, later)).status).toBe(409);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
});

test('a UTR is taken for a day after the link is over, at the price of the order (D22)', async () => {
  await using t = await shop();
  const { body } = await take(t, {
    items: [{ product: 'almonds', size: '250g', quantity: 2, price: 270, reason: 'Told' }],
  });
  const code = codeOf(body.link.url);
  t.clock.advance(STAFF_HOLD_MS + 23 * HOUR);
  await t.services.orders.tidy();
  expect((await t.post(`/api/pay/${code}/utr`, { utrNumber: UTR })).body.payment).toMatchObject({
    state: 'checking',
    pricing: { total: 540 },
  });
  t.clock.advance(HOUR);
  await t.services.orders.tidy();
  expect((await t.post(`/api/pay/${code}/utr`, { utrNumber: UTR })).status).toBe(404);
});

test('a link opens its own order alone, and a new link ends it', async () => {
  await using t = await shop();
  const [one, two] = [(await take(t)).body, (await take(t)).body];
  const code = codeOf(one.link.url);
  expect((await t.get(`/api/pay/${code}`)).body.payment.orderNumber).toBe(one.order.orderNumber);
  // It is no order token, neither of its order nor of another one.
  for (const { order } of [one, two]) {
    const token = { 'x-order-token': code };
    expect((await t.get(`/api/orders/${order.orderNumber}`, token)).status).toBe(404);
    expect((await t.get(`/api/orders/draft/${order.orderNumber}/payment`, token)).status).toBe(404);
    expect((await t.post(`/api/orders/draft/${order.orderNumber}/close`, {}, token)).status).toBe(404);
  }
  // Not before it is paid.
  expect((await t.post(`/api/pay/${code}/order`)).status).toBe(404);
  const again = await t.post(`/api/orders/${one.order.orderNumber}/pay-link`, {}, t.admin);
  expect([again.status, again.body.link.until]).toEqual([200, one.link.until]);
  expect((await t.get(`/api/pay/${code}`)).status).toBe(404);
  expect((await t.get(`/api/pay/${codeOf(again.body.link.url)}`)).status).toBe(200);
  expect((await t.get('/api/pay/%00')).status).toBe(404);
  expect((await t.get(`/api/pay/${code.slice(0, -1)}`)).status).toBe(404);
  const stored = JSON.stringify(await t.db.selectFrom('pay_links').selectAll().execute());
  expect(stored).not.toContain(codeOf(again.body.link.url));
});

test('a cancelled order gives its stock back and closes its link', async () => {
  await using t = await shop();
  const { body } = await take(t);
  const cancelled = await t.post(`/api/orders/${body.order.orderNumber}/cancel`, { reason: 'Changed mind' }, t.admin);
  expect(cancelled.status).toBe(200);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
  const code = codeOf(body.link.url);
  expect((await t.get(`/api/pay/${code}`)).status).toBe(404);
  expect((await t.post(`/api/pay/${code}/utr`, { utrNumber: UTR })).status).toBe(404);
});

test('an order that is taken twice with one number and token counts once', async () => {
  await using t = await shop();
  const sent = staffBody();
  const [one, two] = [
    await t.post('/api/orders/by-staff', sent, t.admin),
    await t.post('/api/orders/by-staff', sent, t.admin),
  ];
  expect([one.status, two.status, two.body.order.orderNumber]).toEqual([201, 201, sent.orderNumber]);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 2, sold: 0 });
  expect(await audit(t, sent.orderNumber)).toHaveLength(1);
  const cash = staffBody({ payment: { by: 'received', as: 'cash', note: 'Slip 1' } });
  await t.post('/api/orders/by-staff', cash, t.admin);
  const again = await t.post('/api/orders/by-staff', cash, t.admin);
  expect([again.status, again.body.order.status, again.body.link]).toEqual([201, 'confirmed', null]);
  expect(await stockOf(t.db)).toEqual({ stock: 6, held: 2, sold: 2 });
  // With another token, the number is that of somebody else: a new one.
  const other = await t.post('/api/orders/by-staff', { ...sent, accessToken: 'another-token-of-a-test-1' }, t.admin);
  expect(other.body.order.orderNumber).not.toBe(sent.orderNumber);
});

test('more than is in stock is refused', async () => {
  await using t = await shop();
  const { status, body } = await take(t, { items: [{ product: 'almonds', size: '250g', quantity: 11 }] });
  expect([status, body.errors[0].path]).toEqual([409, 'items.0']);
  expect(await t.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  const whole = await take(t, { items: [{ product: 'almonds', size: '250g', quantity: 10 }] });
  expect(whole.status).toBe(201);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 10, sold: 0 });
});

test('the price of a line, a discount and the offer are taken off, with GST to the paisa', async () => {
  await using t = await shop();
  const input = {
    onlineOffer: { text: '', amount: 33, visible: true },
    upiId: 'kishmish@okhdfc',
    accountHolderName: 'K',
  };
  await t.post('/api/payment-settings', input, t.admin);
  const items = [
    { product: 'almonds', size: '250g', quantity: 2, price: 250, reason: 'Regular customer' },
    { product: 'raisins', size: '500g', quantity: 1 },
  ];
  const agreed = { items, discount: 49, discountReason: 'Promised on the phone' };
  const price = await t.post('/api/orders/by-staff/price', agreed, t.admin);
  const { body } = await take(t, { ...agreed, payment: { by: 'utr', utrNumber: UTR } });
  // 2 × 299 + 500, less 2 × 49, 49 and 33.
  expect(body.order.pricing).toMatchObject({ subtotal: 1_098, discount: 180, total: 918 });
  expect(price.body.pricing).toMatchObject({ subtotal: 1_098, discount: 180, total: 918 });
  expect(body.order.pricing.discounts).toEqual([
    { kind: 'staff', label: 'Discount agreed', amount: 147 },
    { kind: 'online_offer', label: 'Online payment offer', amount: 33 },
  ]);
  const { orderNumber } = body.order;
  expect(await events(t, orderNumber)).toMatchObject([
    { kind: 'taken', author: 'Admin', note: 'California Almonds, 250g: Regular customer · Promised on the phone' },
    { kind: 'placed', author: 'Admin' },
  ]);
  await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, t.admin);
  const row = await t.db
    .selectFrom('invoices')
    .select('data')
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow();
  const { lines, totals, discounts } = JSON.parse(row.data);
  // ₹49 and ₹33 are spread over 500 and 500.
  expect(lines.map((line: Record<string, number>) => [line.gross, line.discount, line.total])).toEqual([
    [59_800, 13_900, 45_900],
    [50_000, 4_100, 45_900],
  ]);
  // 5 % within 459.00: 437.14 and 21.86, as IGST to Tamil Nadu.
  expect(lines.map((line: Record<string, number>) => [line.taxable, line.igst])).toEqual([
    [43_714, 2_186],
    [43_714, 2_186],
  ]);
  expect([totals.total, totals.taxable + totals.igst]).toEqual([91_800, 91_800]);
  expect(discounts[0]).toEqual({ label: 'Discount agreed', amount: 14_700 });
});

test('a coupon is counted at the prices that were agreed; a discount takes its place', async () => {
  await using t = await shop();
  const coupon = CouponInput.parse({ code: 'TENOFF', kind: 'percent', value: 10, maxUses: 1 });
  await t.services.coupons.create(coupon, { id: null, name: 'Owner' });
  const items = [{ product: 'almonds', size: '250g', quantity: 2, price: 250, reason: 'Regular customer' }];
  const { body } = await take(t, { items, couponCode: 'tenoff' });
  expect(body.order.pricing).toMatchObject({ discount: 148, total: 450 });
  const both = await take(t, { couponCode: 'TENOFF', discount: 10, discountReason: 'Told' });
  expect([both.status, both.body.errors[0].path]).toEqual([400, 'couponCode']);
  // Its one use is held with the stock.
  expect((await take(t, { couponCode: 'TENOFF' })).body.order.pricing.total).toBe(598);
  t.clock.advance(STAFF_HOLD_MS);
  await t.services.orders.tidy();
  const later = t.auth(await t.adminToken());
  expect((await take(t, { couponCode: 'TENOFF' }, later)).body.order.pricing.total).toBe(538.2);
});

test('money that staff have received proves the payment: invoice, event and audit say who', async () => {
  await using t = await shop();
  const offer = {
    onlineOffer: { text: '', amount: 33, visible: true },
    upiId: 'kishmish@okhdfc',
    accountHolderName: 'K',
  };
  await t.post('/api/payment-settings', offer, t.admin);
  const payment = { by: 'received', as: 'cash', note: 'Counter Vashi, slip 118' };
  const { status, body } = await take(t, {
    payment,
    pickup: true,
    shippingAddress: { name: 'Asha', phone: '9876543210' },
  });
  const { order } = body;
  expect([status, body.link, order.status, order.payment.status, order.paymentMethod]).toEqual([
    201,
    null,
    'confirmed',
    'completed',
    'cash',
  ]);
  // The online payment offer is for UPI alone.
  expect(order.pricing).toMatchObject({ total: 598, discounts: [] });
  expect(order.pickup).toBe(true);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
  expect(await events(t, order.orderNumber)).toMatchObject([
    { kind: 'taken', author: 'Admin' },
    { kind: 'placed', status: 'pending', author: 'Admin' },
    { kind: 'payment', status: 'confirmed', author: 'Admin' },
    { kind: 'note', author: 'Admin', note: 'In cash: Counter Vashi, slip 118' },
  ]);
  const entries = await audit(t, order.orderNumber);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['order.take', 'Admin'],
    ['order.payment', 'Admin'],
  ]);
  expect(entries[0]?.after_value).toContain('"as":"cash"');
  // Handed over where the shop is: CGST and SGST.
  const row = await t.db.selectFrom('invoices').select('data').executeTakeFirstOrThrow();
  expect(JSON.parse(row.data)).toMatchObject({ supply: 'intra', totals: { total: 59_800 } });
  const url = `/api/orders/${order.orderNumber}/status`;
  const handed = await t.put(url, { status: 'delivered' }, t.admin);
  expect([handed.status, handed.body.order.status]).toEqual([200, 'delivered']);
  expect(handed.body.order.events.at(-1)).toMatchObject({ kind: 'status', note: 'Handed over at the shop' });
});

test('goods are handed over only when they are paid', async () => {
  await using t = await shop();
  const { order } = (await take(t, { payment: { by: 'utr', utrNumber: UTR } })).body;
  const url = `/api/orders/${order.orderNumber}/status`;
  expect((await t.put(url, { status: 'delivered' }, t.admin)).status).toBe(409);
  await t.put(url, { status: 'confirmed' }, t.admin);
  const unpaid = await t.put(url, { status: 'delivered' }, t.admin);
  expect([unpaid.status, unpaid.body.message]).toEqual([409, expect.stringContaining('not verified')]);
  const meena = await manager(t);
  expect((await t.put(url, { status: 'delivered', confirmUnpaid: true }, meena)).status).toBe(403);
});

test('an order that waits for its link can be paid by UTR or to staff; then without the offer', async () => {
  await using t = await shop();
  const offer = {
    onlineOffer: { text: '', amount: 33, visible: true },
    upiId: 'kishmish@okhdfc',
    accountHolderName: 'K',
  };
  await t.post('/api/payment-settings', offer, t.admin);
  const one = (await take(t)).body.order;
  expect(one.pricing.total).toBe(565);
  const cash = { payment: { by: 'received', as: 'card', note: 'Terminal 2' } };
  const settled = await t.post(`/api/orders/${one.orderNumber}/paid`, cash, t.admin);
  expect(settled.body.order).toMatchObject({ status: 'confirmed', pricing: { total: 598 }, paymentMethod: 'card' });
  expect((await audit(t, one.orderNumber)).map(({ action }) => action)).toEqual([
    'order.take',
    'order.paid',
    'order.payment',
  ]);
  const two = (await take(t)).body.order;
  const typed = await t.post(
    `/api/orders/${two.orderNumber}/paid`,
    { payment: { by: 'utr', utrNumber: UTR } },
    t.admin,
  );
  expect(typed.body.order).toMatchObject({ status: 'pending', pricing: { total: 565 } });
  // Only once, and no order of a shopper.
  expect((await t.post(`/api/orders/${two.orderNumber}/paid`, cash, t.admin)).status).toBe(409);
  const own = (await t.post('/api/orders/draft', orderBody())).body.order;
  expect((await t.post(`/api/orders/${own.orderNumber}/paid`, cash, t.admin)).status).toBe(409);
  expect((await t.post(`/api/orders/${own.orderNumber}/pay-link`, {}, t.admin)).status).toBe(409);
});

test('a manager below 80% is told so, and an admin is not; the share is a setting', async () => {
  await using t = await shop();
  const meena = await manager(t);
  const items = [{ product: 'almonds', size: '250g', quantity: 1, price: 239, reason: 'Regular customer' }];
  const refused = await take(t, { items }, meena);
  expect([refused.status, refused.body.message, refused.body.errors[0].path]).toEqual([
    403,
    'You may sell California Almonds, 250g for ₹239.20 or more. Only an admin may go below 80% of the price.',
    'items.0.price',
  ]);
  expect((await t.post('/api/orders/by-staff/price', { items }, meena)).status).toBe(403);
  expect(await t.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  expect((await take(t, { items })).body.order.pricing.total).toBe(239);
  expect((await t.put('/api/settings/staff-prices', { lowestPricePercent: 70 }, meena)).status).toBe(403);
  const saved = await t.put('/api/settings/staff-prices', { lowestPricePercent: 70 }, t.admin);
  expect(saved.body.settings).toEqual({ lowestPricePercent: 70 });
  expect((await take(t, { items }, meena)).status).toBe(201);
  const spread = { items: [{ product: 'almonds', size: '250g', quantity: 1 }], discount: 90, discountReason: 'Told' };
  expect((await take(t, spread, meena)).body.errors[0].path).toBe('discount');
});

test('without the right to verify payments, no money is recorded', async () => {
  await using t = await shop();
  const payment = { by: 'received', as: 'cash', note: 'Slip 1' };
  const refused = await take(t, { payment }, await manager(t));
  expect([refused.status, refused.body.errors[0].path]).toEqual([403, 'payment']);
  const { order } = (await take(t)).body;
  const paidTo = await t.post(`/api/orders/${order.orderNumber}/paid`, { payment }, await manager(t, true));
  expect(paidTo.body.order.events.at(-1)).toMatchObject({ by: 'Meena', note: 'In cash: Slip 1' });
  expect((await take(t, { payment: { ...payment, note: '' } })).body.errors[0].path).toBe('payment.note');
});

test('a UTR that has paid another order is found before anything is written', async () => {
  await using t = await shop();
  const first = (await take(t, { payment: { by: 'utr', utrNumber: UTR } })).body.order;
  await t.put(`/api/orders/${first.orderNumber}/payment`, { status: 'completed' }, t.admin);
  const second = (await take(t, { payment: { by: 'utr', utrNumber: UTR } })).body.order;
  expect(second.needsAttention).toEqual(['duplicate_utr']);
  const verified = await t.put(`/api/orders/${second.orderNumber}/payment`, { status: 'completed' }, t.admin);
  expect([verified.status, verified.body.errors[0].path]).toEqual([409, 'utrNumber']);
});

test('a shopper can ask neither for cash nor for a price of staff, and nobody else can take an order', async () => {
  await using t = await shop();
  const cash = [
    orderBody({ paymentMethod: 'cash' }),
    orderBody({ paymentMethod: 'received' }),
    orderBody({ payment: { by: 'received', as: 'cash', note: 'x' }, paymentMethod: 'cod' }),
  ];
  for (const body of cash) {
    expect((await t.post('/api/orders', body)).status).toBe(400);
    expect((await t.post('/api/orders/draft', body)).status).toBe(400);
  }
  const item = { product: 'almonds', size: '250g', quantity: 1, price: 1, reason: 'Regular customer' };
  const greedy = {
    items: [item],
    total: 1,
    discount: 200,
    discountReason: 'Told',
    staffDiscount: 20_000,
    pickup: true,
    payment: { by: 'received', as: 'cash', note: 'x' },
    receivedAs: 'cash',
    takenBy: 'Admin',
    proved: true,
  };
  const draft = await t.post('/api/orders/draft', orderBody(greedy));
  expect(draft.body.order.pricing).toMatchObject({ total: 299, discount: 0 });
  const placed = await t.post('/api/orders', orderBody({ ...greedy, ...paid(1) }));
  expect(placed.body.order).toMatchObject({
    paymentMethod: 'upi',
    payment: { status: 'pending' },
    pricing: { total: 299, discount: 0 },
  });
  const row = await t.db.selectFrom('orders').select(['taken_by', 'address_type']).execute();
  expect(row.every((one) => one.taken_by === '' && one.address_type !== 'pickup')).toBe(true);
  for (const path of ['by-staff', 'by-staff/price', `${placed.body.order.orderNumber}/paid`]) {
    const body = path === 'by-staff' ? staffBody() : greedy;
    expect((await t.post(`/api/orders/${path}`, body)).status).toBe(401);
    expect((await t.post(`/api/orders/${path}`, body, { 'x-order-token': placed.body.order.accessToken })).status).toBe(
      401,
    );
  }
  expect((await t.get('/api/orders/by-staff/customer?phone=9876543210')).status).toBe(401);
});

test('an address type of the shop is none of a shopper', async () => {
  await using t = await shop();
  const shippingAddress = { ...ADDRESS, addressType: 'pickup' };
  const { body } = await t.post('/api/orders', orderBody({ ...paid(3), shippingAddress }));
  expect((await t.get(`/api/orders/${body.order.orderNumber}`, t.admin)).body.order.pickup).toBe(false);
});

test('a known number brings name, address, language and what was bought last', async () => {
  await using t = await shop();
  const ask = async (phone: string) =>
    (await t.get(`/api/orders/by-staff/customer?phone=${encodeURIComponent(phone)}`, t.admin)).body.customer;
  expect(await ask('9876543210')).toBeNull();
  const placed = await t.post('/api/orders', orderBody(paid(1)), { 'x-language': 'mr' });
  expect(placed.status).toBe(201);
  t.clock.advance(HOUR);
  // Spaces, +91 and a 0 in front do not matter. Who picks up has no address of their own.
  await take(t, {
    pickup: true,
    shippingAddress: { name: 'A. Iyer', phone: '9876543210' },
    payment: { by: 'utr', utrNumber: UTR },
  });
  // An order from abroad has the number in another form.
  await t.db.updateTable('orders').set({ phone: '09876543210' }).execute();
  expect(await ask('9876543210')).not.toBeNull();
  await t.db.updateTable('orders').set({ phone: '9876543210' }).execute();
  const known = await ask('+91 98765 43210');
  expect(known).toMatchObject({
    orders: 2,
    address: { name: 'A. Iyer', address: ADDRESS.address, city: 'Chennai', pincode: '600020' },
    last: [{ product: 'almonds', size: '250g', quantity: 2, price: 299 }],
  });
  expect(await ask('nonsense')).toBeNull();
});
