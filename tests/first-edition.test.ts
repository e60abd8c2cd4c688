import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { openEdition, storyOf } from './editions.ts';
import { stockOf } from './factories.ts';

/**
 * Opens a database of the first edition with the current code. The dumps in
 * tests/fixtures/first-edition were written by that edition and never change: new migrations must
 * handle them.
 */

const MINUTE = 60_000;

const { now, session, orders } = storyOf('first-edition');

const url = (name: string) => `/api/orders/${orders[name]?.number}`;
const own = (name: string) => ({ 'x-order-token': orders[name]?.token ?? '' });

let database: Database;
let t: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  database = await openEdition('first-edition');
  t = await testApp({ database });
  t.clock.time = now;
  admin = t.auth((await t.post('/api/auth/admin-login', ADMIN)).body.token);
}, 180_000);

afterAll(async () => {
  await t[Symbol.asyncDispose]();
  await database.close();
});

const ok = async (response: ReturnType<TestApp['get']>) => {
  const { status, body, text } = await response;
  expect(status, text).toBeLessThan(300);
  return body;
};
const order = async (name: string) => (await ok(t.get(url(name), admin))).order;
const row = (number: string | undefined) =>
  t.db
    .selectFrom('orders')
    .selectAll()
    .where('order_number', '=', number ?? '')
    .executeTakeFirstOrThrow();

test('staff sign in with their old passwords, and an old session stays valid', async () => {
  expect(admin.authorization).toMatch(/^Bearer \S{20,}/);
  const manager = { email: 'meera@kishmish.test', password: 'a manager has one too' };
  expect((await ok(t.post('/api/auth/admin-login', manager))).user).toMatchObject({ name: 'Meera Nair' });
  expect((await t.post('/api/auth/admin-login', { ...manager, password: 'wrong password' })).status).toBe(401);
  expect((await ok(t.get('/api/auth/admin-profile', t.auth(session)))).user.email).toBe(manager.email);
  const { team } = await ok(t.get('/api/auth/team', admin));
  expect(team.map((one: { email: string; active: boolean }) => [one.email, one.active])).toEqual(
    expect.arrayContaining([
      ['clerk@kishmish.test', false],
      ['meera@kishmish.test', true],
      ['owner@kishmish.test', true],
    ]),
  );
  const { entries } = await ok(t.get('/api/admin/audit?limit=100&page=1', admin));
  const actions = new Set((entries as { action: string }[]).map(({ action }) => action));
  expect([...actions]).toEqual(
    expect.arrayContaining(['login', 'login.failed', 'order.attention', 'order.cancel', 'order.status']),
  );
});

test('the catalogue: a product with all its data, a removed size, an inactive product', async () => {
  const { product } = await ok(t.get('/api/products/house-chikki'));
  expect(product).toMatchObject({
    name: 'House Chikki',
    category: 'House Specials',
    price: 149.5,
    originalPrice: 180,
    hsnCode: '1704',
    rating: { average: 5, count: 1 },
    tags: ['jaggery'],
    sizes: [
      { size: '200g', price: 149.5, netQuantityGrams: 200 },
      { size: '500g', price: 349, netQuantityGrams: 500 },
    ],
  });
  expect(product.images[0]).toMatchObject({ url: expect.stringMatching(/^\/media\//), alt: 'House Chikki' });
  const { reviews } = await ok(t.get('/api/reviews/product/house-chikki'));
  expect(reviews).toMatchObject([{ customerName: 'Ananya Iyer', reply: 'Thank you!', helpful: 1 }]);
  const figs = (await ok(t.get('/api/products/afghan-figs'))).product;
  const removed = await t.db
    .selectFrom('product_sizes')
    .select('size')
    .where('product_id', '=', 'afghan-figs')
    .where('removed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(figs.brand).toBe('Meva');
  expect(figs.sizes.map((one: { size: string }) => one.size)).not.toContain(removed.size);
  const names = async (headers = {}) =>
    (await ok(t.get('/api/products?limit=100', headers))).products.map((one: { id: string }) => one.id).sort();
  const active = ['afghan-figs', 'california-almonds', 'celebration-gift-box', 'golden-raisins', 'house-chikki'];
  expect(await names()).toEqual([...active, 'medjool-dates']);
  expect(await names(admin)).toEqual([...active, 'makhana-peri-peri', 'medjool-dates'].sort());
  // Saving the form with the data it has loaded works.
  const saved = await ok(
    t.put('/api/products/house-chikki', { ...product, description: 'Peanuts and jaggery.' }, admin),
  );
  expect(saved.product).toMatchObject({
    description: 'Peanuts and jaggery.',
    price: 149.5,
    stockCount: product.stockCount,
  });
});

test('settings, content and pages are unchanged', async () => {
  expect((await ok(t.get('/api/settings/shop', admin))).settings.tagline).toBe('From our house to yours');
  expect((await ok(t.get('/api/settings/payment', admin))).settings.upiId).toBe('kishmish.house@okbank');
  expect((await ok(t.get('/api/page-content/offerBar'))).content.text).toBe('Fresh chikki is here');
  expect((await ok(t.get('/api/pages/products'))).pages.map((page: { name: string }) => page.name)).toContain(
    'Date Bites',
  );
  for (const address of ['/api/config', '/api/categories', '/api/products/featured', '/api/admin/overview']) {
    await ok(t.get(address, admin));
  }
});

test('contacts and the newsletter', async () => {
  const { contacts } = await ok(t.get('/api/contacts?search=wholesale', admin));
  expect(contacts).toMatchObject([
    { status: 'closed', priority: 'high', adminNotes: 'Rang them.', reply: 'From ten kilograms on.' },
  ]);
  expect((await ok(t.get('/api/newsletter', admin))).subscribers).toMatchObject([{ email: 'asha@example.com' }]);
});

test('the lists contain every order by status, and search finds it', async () => {
  const list = async (query: string) =>
    (await ok(t.get(`/api/orders?limit=100&${query}`, admin))).orders.map(
      (one: { orderNumber: string }) => one.orderNumber,
    );
  const statuses = [
    'pending',
    'confirmed',
    'processing',
    'shipped',
    'out_for_delivery',
    'delivered',
    'returned',
    'cancelled',
  ];
  for (const status of statuses) expect(await list(`status=${status}`)).toContain(orders[status]?.number);
  expect(await list('status=draft')).toContain(orders.draft_live?.number);
  expect(await list('search=632599999999')).toEqual([orders.processing?.number]);
  expect(await list('search=underway%20unni')).toEqual([orders.out_for_delivery?.number]);
  const waiting = await list('attention=true');
  for (const name of ['utr_again', 'duplicate', 'mismatch']) expect(waiting).toContain(orders[name]?.number);
  for (const name of ['settled_again', 'settled_duplicate']) expect(waiting).not.toContain(orders[name]?.number);
  const { stats } = await ok(t.get('/api/orders/stats/summary', admin));
  expect(stats.needsAttention).toBe(waiting.length);
});

test('an order in detail: address, payment, parcel, notes, events, mails, decisions', async () => {
  const { order: found, payments, mails } = await ok(t.get(url('processing'), admin));
  expect(found).toMatchObject({ status: 'processing', payment: { status: 'completed', utrNumber: '632599999999' } });
  expect(payments).toMatchObject([{ status: 'accepted', by: 'Meera Nair', note: 'Found under another reference' }]);
  expect(mails.map((mail: { kind: string }) => mail.kind)).toEqual(
    expect.arrayContaining(['order_received', 'payment_verified']),
  );
  expect(await order('pending')).toMatchObject({
    internalNotes: 'Rings twice.',
    shippingAddress: { address: '5, New Street', phone: '9811000001' },
    pricing: { total: 149.5 },
  });
  expect(await order('shipped')).toMatchObject({ courier: 'India Post', courierTracking: 'EE123456789IN' });
  expect((await order('cancelled')).events.at(-1)).toMatchObject({ kind: 'cancelled', note: 'Ordered twice' });
  // The access token of the shopper is still valid.
  const mine = await ok(t.get(url('delivered'), own('delivered')));
  expect(mine.order.events.at(-1)).toMatchObject({ status: 'delivered' });
});

test('tracking by mobile number', async () => {
  const { orders: found } = await ok(t.get('/api/orders/track/9811000004'));
  expect(found).toMatchObject([{ orderNumber: orders.shipped?.number, status: 'shipped' }]);
  expect((await ok(t.get('/api/orders/track/9811000005'))).orders).toMatchObject([{ status: 'out_for_delivery' }]);
});

test('open attention reasons stay open, and settled ones are not raised again', async () => {
  expect((await order('utr_again')).needsAttention).toEqual(['utr_again']);
  expect((await order('duplicate')).needsAttention).toEqual(['duplicate_utr']);
  expect((await order('mismatch')).needsAttention).toContain('amount_mismatch');
  for (const name of ['settled_again', 'settled_duplicate']) expect((await order(name)).needsAttention).toEqual([]);
  const notes = (await order('settled_duplicate')).events.filter((event: { kind: string }) => event.kind === 'settled');
  expect(notes.map((event: { note: string }) => event.note)).toEqual([
    'Amount differs',
    'UTR used before: 632500000001',
  ]);

  const fails = (name: string) => ok(t.put(`${url(name)}/payment`, { status: 'failed', note: 'Not found' }, admin));
  const sends = async (name: string, utrNumber: string) => {
    t.clock.advance(MINUTE);
    await ok(t.post(`${url(name)}/utr`, { utrNumber }, own(name)));
    return (await order(name)).needsAttention;
  };
  // In the first edition the same reference was sent twice and staff settled it; no decision since
  // then.
  expect(await sends('settled_again', '632500000010')).toEqual([]);
  t.clock.advance(MINUTE);
  await fails('settled_again');
  expect(await sends('settled_again', '632500000010')).toEqual(['utr_again']);
  // A settled duplicate reference stays settled, but another one raises attention again.
  await fails('settled_duplicate');
  expect(await sends('settled_duplicate', '632588888888')).toEqual([]);
  await fails('settled_duplicate');
  expect(await sends('settled_duplicate', '632500000001')).toEqual([]);
  await fails('settled_duplicate');
  expect(await sends('settled_duplicate', '632500000002')).toEqual(['duplicate_utr']);
  const settled = await ok(t.put(`${url('duplicate')}/attention`, { settled: 'duplicate_utr' }, admin));
  expect(settled.order.needsAttention).toEqual([]);
});

test('a payment is verified, the order status changes, and its invoice continues the series', async () => {
  const before = await t.db.selectFrom('invoices').select('number').execute();
  const verified = await ok(t.put(`${url('pending')}/payment`, { status: 'completed' }, admin));
  expect(verified.order).toMatchObject({ status: 'confirmed', payment: { status: 'completed' } });
  const { version } = await row(orders.pending?.number);
  const moved = await ok(t.put(`${url('pending')}/status`, { status: 'processing', version }, admin));
  expect(moved.order).toMatchObject({ status: 'processing', version: version + 1 });
  expect(moved.order.events.at(-1)).toMatchObject({ status: 'processing', by: 'Admin' });
  const audit = await t.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity_id', '=', orders.pending?.number ?? '')
    .where('at', '>=', now)
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['order.payment', 'order.status']));

  const last = before.map(({ number }) => Number(/(\d+)$/.exec(number)?.[1])).reduce((a, b) => Math.max(a, b));
  const text = async (name: string) => {
    const pdf = await t.app.inject({ method: 'GET', url: `${url(name)}/invoice`, headers: own(name) });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    return (await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true })).text.replace(/\s+/g, ' ');
  };
  const fresh = await text('pending');
  for (const part of ['Pending Patil', 'House Chikki', '149.50', String(last + 1)]) expect(fresh).toContain(part);
  const old = await text('delivered');
  for (const part of ['Delivered Das', 'House Chikki', '448.50']) expect(old).toContain(part);
});

test('a withdrawn payment can be verified again; a reference that was accepted cannot be used twice', async () => {
  const { payments } = await ok(t.get(url('withdrawn'), admin));
  expect(payments.map((one: { status: string }) => one.status)).toEqual(['withdrawn']);
  await ok(t.put(`${url('withdrawn')}/payment`, { status: 'completed' }, admin));
  const used = await t.put(`${url('mismatch')}/payment`, { status: 'completed', utrNumber: '632599999999' }, admin);
  expect(used.status).toBe(409);
});

test('replacement requests in every status, and the next decision', async () => {
  for (const status of ['requested', 'approved', 'rejected', 'shipped']) {
    expect((await order(`replacement_${status}`)).replacements).toMatchObject([{ status, reason: 'damaged' }]);
  }
  const [request] = (await order('replacement_requested')).replacements;
  expect(request.photos).toHaveLength(1);
  const { id, version } = request;
  const decided = await ok(t.put(`/api/replacements/${id}/status`, { status: 'approved', version }, admin));
  expect(decided.replacement).toMatchObject({ status: 'approved', version: version + 1 });
});

test('a draft with holds is placed; an expired draft releases its holds', async () => {
  const sum = async () => {
    const { stock, held, sold } = await stockOf(t.db, 'house-chikki', '200g');
    return { stock, held, all: stock + held + sold };
  };
  const begin = await sum();
  expect(begin.held).toBe(9);
  const items = [{ product: 'house-chikki', name: 'House Chikki', size: '200g', quantity: 5, price: 149.5 }];
  const shippingAddress = {
    name: 'Late Lal',
    phone: '9811000099',
    email: 'late@example.com',
    address: '1, Main Road',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600020',
    country: 'India',
  };
  const live = { orderNumber: orders.draft_live?.number, accessToken: orders.draft_live?.token };
  const paymentDetails = { utrNumber: '632577777777', method: 'upi', app: 'phonepe' };
  const body = { items, shippingAddress, paymentMethod: 'upi', total: 747.5, paymentDetails, ...live };
  expect((await ok(t.post('/api/orders', body))).order).toMatchObject({ status: 'pending', pricing: { total: 747.5 } });
  expect(await sum()).toEqual({ stock: begin.stock, held: 4, all: begin.all });

  t.clock.advance(20 * MINUTE);
  await t.services.orders.freeExpired();
  expect(await sum()).toEqual({ stock: begin.stock + 4, held: 0, all: begin.all });
  expect((await row(orders.draft_old?.number)).status).toBe('draft');
});

test('pending mails are still sent', async () => {
  const waiting = () =>
    t.db.selectFrom('mail_outbox').select('id').where('status', '=', 'queued').where('created_at', '<', now).execute();
  const before = await waiting();
  expect(before.length).toBeGreaterThan(0);
  expect(await t.services.mail.sendDue()).toBeGreaterThanOrEqual(before.length);
  expect(await waiting()).toEqual([]);
});
