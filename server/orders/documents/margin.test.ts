import { expect, test } from 'vitest';
import { isoDay } from '#shop/india/dates.ts';
import { START, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

test('the margin of a month counts paid orders with the cost of their time, for admins', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db, { sizes: [{}, { size: '500g', price: 500 }] });
  await t.db.updateTable('product_sizes').set({ cost: 18_000 }).where('size', '=', '250g').execute();
  await t.put('/api/settings/shop', { gstin: '27DEMCK0000D1ZV', stateCode: '27', state: 'Maharashtra' }, auth);
  const place = async (number: number, size: string, verified: boolean) => {
    const items = [{ product: 'almonds', size, quantity: 2 }];
    const { order } = (await t.post('/api/orders', orderBody({ items, total: undefined, ...paid(number) }))).body;
    if (verified) await t.put(`/api/orders/${order.orderNumber}/payment`, { status: 'completed' }, auth);
    return order.orderNumber as string;
  };
  await place(1, '250g', true);
  await place(2, '250g', false);
  await place(3, '500g', true);
  const cancelled = await place(4, '250g', true);
  await t.post(`/api/orders/${cancelled}/cancel`, { reason: 'Twice' }, auth);
  // What they cost later does not count.
  await t.db.updateTable('product_sizes').set({ cost: 99_000 }).execute();
  const url = `/api/reports/margin?month=${isoDay(START).slice(0, 7)}`;
  const { report } = (await t.get(url, auth)).body;
  // ₹598 with 5% GST are ₹569.52.
  expect(report.rows).toMatchObject([{ product: 'almonds', pieces: 2, sales: 569.52, cost: 360, margin: 209.52 }]);
  expect(report.unknown).toEqual({ pieces: 2, sales: 952.38 });
  expect((await t.get(`/api/reports/margin?month=2020-01`, auth)).body.report.rows).toEqual([]);
  expect((await t.get(url)).status).toBe(401);
  await t.services.accounts.addUser({
    email: 'm@kishmish.test',
    name: 'Meera',
    role: 'manager',
    password: 'a quite different password',
  });
  const login = { email: 'm@kishmish.test', password: 'a quite different password' };
  const manager = t.auth((await t.post('/api/auth/admin-login', login)).body.token);
  expect((await t.get(url, manager)).status).toBe(403);
});
