import { expect, test } from 'vitest';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

const HALF = 1_800_000;
/** The next full or half hour after the start, and an hour later. */
const FROM = Math.ceil((START + 1) / HALF) * HALF;
const UNTIL = FROM + 2 * HALF;

async function shop(more: Record<string, unknown> = {}) {
  const t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db);
  const prices = '/api/admin/products/almonds/prices';
  const save = async (change: Record<string, unknown>) => {
    const { sizes, version } = (await t.get(prices, auth)).body;
    const changed = sizes.map(({ price: _, ...size }: { price: number }) => ({ ...size, ...change }));
    return t.put(prices, { sizes: changed, version }, auth);
  };
  const saved = await save({ salePrice: 249, saleFrom: FROM, saleUntil: UNTIL, ...more });
  expect(saved.status, saved.text).toBe(200);
  return Object.assign(t, { admin: auth, save, prices });
}

const shownPrice = async (t: TestApp) => (await t.get('/api/products/almonds')).body.product.sizes[0].price;
const draftPrice = async (t: TestApp) => (await t.post('/api/orders/draft', orderBody())).body.order.pricing.total;
const listed = async (t: TestApp, query: string) => (await t.get(`/api/products?${query}`)).body.products.length;

test('a sale begins and ends by itself: what is shown is what is charged, and cached pages follow', async () => {
  await using t = await shop();
  const stamps = new Set<string>();
  const at = async (moment: number) => {
    t.clock.advance(moment - t.clock.now());
    stamps.add(t.context.versions.stamp);
    return [await shownPrice(t), await draftPrice(t), await listed(t, 'maxPrice=250')];
  };
  expect(await at(FROM - 1)).toEqual([299, 299, 0]);
  expect(await at(FROM)).toEqual([249, 249, 1]);
  expect(await at(UNTIL - 1)).toEqual([249, 249, 1]);
  expect(await at(UNTIL)).toEqual([299, 299, 0]);
  expect(stamps.size).toBeGreaterThanOrEqual(3);
});

test('who was asked for the sale price pays it, also after the sale (D22)', async () => {
  await using t = await shop({ saleFrom: null });
  const items = [{ product: 'almonds', size: '250g', quantity: 1, price: 249 }];
  const { order } = (await t.post('/api/orders/draft', orderBody({ items, total: 249 }))).body;
  t.clock.advance(UNTIL - 60_000 - t.clock.now());
  const again = (await t.post('/api/orders/draft', orderBody({ items, total: 249 }))).body.order;
  t.clock.advance(60_000);
  const { orderNumber, accessToken } = again;
  const placed = await t.post('/api/orders', orderBody({ items, orderNumber, accessToken, total: 249, ...paid(1) }));
  expect([order.pricing.total, placed.body.order.pricing.total]).toEqual([249, 249]);
  expect((await t.services.orders.forStaff(orderNumber)).needsAttention).toEqual([]);
});

test('what staff load and save is the usual price, whatever a sale says', async () => {
  await using t = await shop({ saleFrom: null, saleUntil: null });
  const product = (await t.get('/api/products/almonds')).body.product;
  expect(product).toMatchObject({ price: 249, regularPrice: 299, sizes: [{ price: 249, regularPrice: 299 }] });
  const row = { id: 'almonds', size: '250g' };
  const bulk = (price: object) => t.post('/api/admin/products/bulk', { rows: [{ ...row, price }] }, t.admin);
  expect((await bulk({ from: 249, to: 260 })).status).toBe(409);
  expect((await bulk({ from: 299, to: 319 })).status).toBe(200);
  expect((await t.get('/api/admin/products/export', t.admin)).text).toContain(',319,');
  // A usual price that falls to the sale price or below it ends the sale.
  expect((await bulk({ from: 319, to: 239 })).status).toBe(200);
  expect(await shownPrice(t)).toBe(239);
});

test('bad prices are refused with the field, and a form that is no longer current', async () => {
  await using t = await shop();
  const errors = async (change: Record<string, unknown>) => {
    const { status, body } = await t.save(change);
    return [status, body.errors?.[0]?.path];
  };
  expect(await errors({ salePrice: 299 })).toEqual([400, 'sizes.0.salePrice']);
  expect(await errors({ salePrice: 0 })).toEqual([400, 'sizes.0.salePrice']);
  expect(await errors({ salePrice: null })).toEqual([400, 'sizes.0.salePrice']);
  expect(await errors({ saleUntil: FROM })).toEqual([400, 'sizes.0.saleUntil']);
  expect(await errors({ saleUntil: UNTIL + 60_000 })).toEqual([400, 'sizes.0.saleUntil']);
  expect(await errors({ cost: -1 })).toEqual([400, 'sizes.0.cost']);
  expect(await errors({ size: '5kg' })).toEqual([409, undefined]);
  const { sizes, version } = (await t.get(t.prices, t.admin)).body;
  await t.save({ cost: 180 });
  const old = sizes.map(({ price: _, ...size }: { price: number }) => size);
  expect((await t.put(t.prices, { sizes: old, version }, t.admin)).status).toBe(409);
  expect((await t.get('/api/admin/products/nothing/prices', t.admin)).status).toBe(404);
});

test('costs are for admins alone, and an order keeps what its goods cost', async () => {
  await using t = await shop({ cost: 180 });
  const { order } = (await t.post('/api/orders', orderBody(paid(1)))).body;
  await t.save({ cost: 200 });
  const [line] = await t.db.selectFrom('order_lines').select('cost').execute();
  expect(line).toEqual({ cost: 18_000 });
  await t.services.accounts.addUser({
    email: 'm@kishmish.test',
    name: 'Meera',
    role: 'manager',
    password: 'a quite different password',
  });
  const login = { email: 'm@kishmish.test', password: 'a quite different password' };
  const manager = t.auth((await t.post('/api/auth/admin-login', login)).body.token);
  expect((await t.get(t.prices, manager)).status).toBe(403);
  expect((await t.put(t.prices, { sizes: [], version: 1 }, manager)).status).toBe(403);
  for (const url of [`/api/orders/${order.orderNumber}`, '/api/products/almonds', '/api/admin/products/export']) {
    expect((await t.get(url, manager)).text).not.toMatch(/"cost"|18000\b|\b180\b/);
  }
  expect((await t.get(t.prices)).status).toBe(401);
});
