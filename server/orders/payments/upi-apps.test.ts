import { expect, test } from 'vitest';
import type { AppHealth } from '#shop/orders/payments/upi-apps.ts';
import { testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

const DAY = 86_400_000;

test('staff see how payments by each UPI app went in the last 30 days', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const health = async (): Promise<AppHealth[]> => (await t.get('/api/payments/apps', staff)).body.apps;
  const count = (app: string, what: string) => t.post(`/api/payments/apps/${app}`, { what });

  expect((await count('paytm', 'opened')).status).toBe(200);
  t.clock.advance(31 * DAY);
  const staff = t.auth(await t.adminToken());
  expect(await health()).toEqual([]);
  for (const what of ['opened', 'opened', 'declined']) await count('phonepe', what);
  await count('googlepay', 'opened');
  for (const number of [1, 2, 3, 4, 5]) {
    const { body } = await t.post('/api/orders', orderBody(paid(number)));
    t.clock.advance(number * 60_000);
    await t.put(`/api/orders/${body.order.orderNumber}/payment`, { status: 'completed' }, staff);
  }
  await t.post('/api/orders', orderBody(paid(6)));
  await t.post('/api/orders', orderBody({ paymentDetails: { app: 'phonepe' } }));
  const found = (await health()).toSorted((one, other) => one.app.localeCompare(other.app));
  expect(found).toEqual([
    { app: 'googlepay', opened: 1, declined: 0, utrGiven: 0, verified: 0, usualCheckMs: null },
    { app: 'phonepe', opened: 2, declined: 1, utrGiven: 6, verified: 5, usualCheckMs: 180_000 },
  ]);
});

test('only known apps and events are counted, a limited number from one address', async () => {
  await using t = await testApp();
  expect((await t.post('/api/payments/apps/nobody', { what: 'opened' })).status).toBe(404);
  expect((await t.post('/api/payments/apps/phonepe', { what: 'loved' })).status).toBe(400);
  for (let index = 0; index < 60; index++) {
    expect((await t.post('/api/payments/apps/phonepe', { what: 'opened' })).status).toBe(200);
  }
  expect((await t.post('/api/payments/apps/phonepe', { what: 'opened' })).status).toBe(429);
  const rows = await t.db.selectFrom('upi_app_counts').selectAll().execute();
  expect(rows.map(({ app, what, count }) => [app, what, Number(count)])).toEqual([['phonepe', 'opened', 60]]);
});
