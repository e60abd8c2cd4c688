import { expect, test } from 'vitest';
import { midnightOf } from '#shop/india/dates.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { closeNewShop } from './first-start.ts';

const DAY = 86_400_000;

async function shopWith(opening: Record<string, unknown>) {
  const t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db);
  const set = (change: Record<string, unknown>) => t.put('/api/settings/opening', change, auth);
  expect((await set(opening)).status).toBe(200);
  return Object.assign(t, { auth, set });
}

const dayAfter = (days: number) => new Date(START + days * DAY).toISOString().slice(0, 10);

test('a closed shop refuses drafts and orders, however they are sent', async () => {
  await using t = await shopWith({ state: 'soon' });
  const refused = { status: 409, body: { message: expect.stringContaining('We are not open yet') } };
  expect(await t.post('/api/orders/draft', orderBody())).toMatchObject(refused);
  expect(await t.post('/api/orders', orderBody())).toMatchObject(refused);
  // With a number and a secret of one's own, with an empty UTR, in another language.
  const own = { orderNumber: `ORD${START}`, accessToken: 'z'.repeat(32) };
  expect(await t.post('/api/orders/draft', orderBody(own))).toMatchObject(refused);
  expect(await t.post('/api/orders', orderBody({ ...own, paymentDetails: { utrNumber: '' } }))).toMatchObject(refused);
  expect(await t.post('/api/orders/draft', orderBody(), { 'x-language': 'hi' })).toMatchObject({ status: 409 });
  expect(await t.db.selectFrom('orders').select('order_number').execute()).toEqual([]);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
  // The catalogue stays, and so does the price of a cart.
  expect((await t.get('/api/products')).body.products).toHaveLength(1);
  const items = [{ product: 'almonds', size: '250g', quantity: 1 }];
  expect((await t.post('/api/orders/price', { items })).status).toBe(200);
});

test('who has paid before the shop closed is recorded (D22), also when the draft comes again', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db);
  const { order } = (await t.post('/api/orders/draft', orderBody())).body;
  const { orderNumber, accessToken } = order;
  await t.put('/api/settings/opening', { state: 'holiday' }, auth);
  expect((await t.post('/api/orders/draft', orderBody({ orderNumber, accessToken }))).status).toBe(409);
  const placed = await t.post('/api/orders', orderBody({ orderNumber, accessToken, ...paid(1) }));
  expect([placed.status, placed.body.order.orderNumber]).toEqual([201, orderNumber]);
  // Sent again, without the UTR: the same order, not a refusal.
  const again = await t.post('/api/orders', orderBody({ orderNumber, accessToken }));
  expect(again.body.data.order.orderNumber).toBe(orderNumber);
  expect(await stockOf(t.db)).toEqual({ stock: 9, held: 0, sold: 1 });
});

test('a draft that the bank has reported becomes an order in a closed shop, too (D61)', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db);
  const { order } = (await t.post('/api/orders/draft', orderBody())).body;
  await t.put('/api/settings/opening', { state: 'holiday' }, auth);
  await t.services.orders.placeDraft(t.context, order.orderNumber, null);
  expect((await t.services.orders.forStaff(order.orderNumber)).status).toBe('pending');
});

test('a holiday ends by itself when its day begins in India', async () => {
  await using t = await shopWith({ state: 'holiday', backOn: dayAfter(2) });
  expect((await t.post('/api/orders/draft', orderBody())).body.message).toMatch(/on holiday .* again on \d+ \w+/);
  const stamp = t.context.versions.stamp;
  t.clock.advance(midnightOf(dayAfter(2)) - START - 1);
  expect((await t.post('/api/orders/draft', orderBody())).status).toBe(409);
  const before = t.context.versions.stamp;
  t.clock.advance(1);
  expect((await t.post('/api/orders/draft', orderBody())).status).toBe(201);
  // Cached pages follow at that very moment.
  expect(new Set([stamp, before, t.context.versions.stamp]).size).toBe(3);
});

test('opening and closing is an audit entry, follows the version, and is for admins', async () => {
  await using t = await shopWith({ state: 'soon', text: 'We open for Diwali.' });
  const stamp = t.context.versions.stamp;
  expect((await t.set({ state: 'open', version: 0 })).status).toBe(409);
  expect((await t.set({ state: 'open', version: 1 })).body.settings).toMatchObject({ text: 'We open for Diwali.' });
  expect(t.context.versions.stamp).not.toBe(stamp);
  const entry = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', 'opening')
    .orderBy('at', 'desc')
    .executeTakeFirst();
  expect(entry).toMatchObject({ action: 'save', entity: 'settings' });
  expect((await t.put('/api/settings/opening', { state: 'soon' })).status).toBe(401);
  expect((await t.set({ state: 'ajar' })).status).toBe(400);
  expect((await t.set({ state: 'holiday', backOn: dayAfter(-1) })).body.errors).toMatchObject([{ path: 'backOn' }]);
});

test('a new shop is closed at its first start, and opens once it has what it needs', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  expect(await closeNewShop(t.context)).toBe(true);
  // Another process, and the next start.
  expect(await closeNewShop(t.context)).toBe(false);
  const open = () => t.put('/api/settings/opening', { state: 'open' }, auth);
  expect((await open()).body.message).toBe(
    'Before the shop can open, it needs: its name, address and phone, UPI ID, a product of your own, FSSAI licence.',
  );
  await addProduct(t.db);
  expect((await t.post('/api/orders/draft', orderBody())).status).toBe(409);
  const company = {
    brandName: 'Mewa House',
    address: '4 Itwari',
    city: 'Nagpur',
    pincode: '440010',
    phone: '90000 00031',
    fssaiLicence: '11223344556677',
  };
  await t.put('/api/settings/shop', company, auth);
  expect((await open()).body.message).toBe('Before the shop can open, it needs: UPI ID.');
  await t.post('/api/payment-settings', { upiId: 'mewa@okhdfc', accountHolderName: 'Mewa House' }, auth);
  expect((await t.get('/api/settings/checklist', auth)).body).toMatchObject({ everOpen: false });
  expect((await open()).body).toMatchObject({ message: 'Your shop is open.' });
  expect((await t.post('/api/orders/draft', orderBody())).status).toBe(201);
  expect((await t.get('/api/settings/checklist', auth)).body).toMatchObject({ everOpen: true });
});

test.each<[string, (t: TestApp) => Promise<unknown>]>([
  ['a product', (t) => addProduct(t.db)],
  [
    'settings',
    async (t) =>
      t.db
        .insertInto('settings')
        .values({ name: 'shop', value: '{}', updated_at: START, updated_by: 'Owner' })
        .execute(),
  ],
])('a shop that has %s already stays open', async (_name, fill) => {
  await using t = await testApp();
  await fill(t);
  expect(await closeNewShop(t.context)).toBe(false);
  expect(await t.services.settings.closed()).toBe(null);
});

test('the demo that is loaded after a start without it is open', async () => {
  await using t = await testApp();
  await closeNewShop(t.context);
  const { seedDemo } = await import('../demo/seed.ts');
  expect(await seedDemo(t.context)).toBe(true);
  expect(await t.services.settings.closed()).toBe(null);
});
