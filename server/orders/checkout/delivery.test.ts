import { expect, test } from 'vitest';
import { COUNTRIES } from '#shop/india/phones.ts';
import { deliveryBy } from '#shop/orders/delivery.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/** Where the shop delivers (D68), and by when (D70). */

const DAY = 86_400_000;
const LEEDS = {
  ...ADDRESS,
  city: 'Leeds',
  state: 'Yorkshire',
  pincode: 'LS1 4AP',
  country: 'UK',
  phone: '07700 900123',
};
const AGREED =
  'Delivery outside India is agreed by email: after your order we write to you about its cost and its time.';

const deliverEverywhere = (t: TestApp) =>
  t.services.settings.saveShop({ countries: [...COUNTRIES] }, { id: null, name: 'test' });

async function mailsOf(t: TestApp) {
  const mails = await t.db.selectFrom('mail_outbox').select(['kind', 'text_body']).orderBy('id').execute();
  return Object.fromEntries(mails.map(({ kind, text_body }) => [kind, text_body]));
}

test('a new shop delivers in India alone: a draft and an unpaid order abroad are refused, a paid one is kept (D22)', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const errors = [{ path: 'shippingAddress.country', msg: 'We do not deliver to this country.' }];
  const draft = await t.post('/api/orders/draft', orderBody({ shippingAddress: LEEDS }));
  expect(draft).toMatchObject({ status: 400, body: { errors } });
  expect(await t.post('/api/orders', orderBody({ shippingAddress: LEEDS }))).toMatchObject({
    status: 400,
    body: { errors },
  });
  expect((await t.post('/api/orders', orderBody({ shippingAddress: LEEDS, ...paid(1) }))).status).toBe(201);
});

test('an order abroad has no day: its mail and its API say that delivery is agreed', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await deliverEverywhere(t);
  const { status, body } = await t.post('/api/orders', orderBody({ shippingAddress: LEEDS, ...paid(1) }));
  expect(status).toBe(201);
  expect(body.order).toMatchObject({ estimatedDelivery: null });
  const { order_received: mail } = await mailsOf(t);
  expect(mail).toContain('Shipping: agreed by email');
  expect(mail).toContain(AGREED);
  expect(mail).not.toMatch(/FREE|business days/);
});

test('the days count from the verified payment, in the mails too', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const { body } = await t.post('/api/orders', orderBody(paid(1)));
  const { orderNumber, accessToken } = body.order as { orderNumber: string; accessToken: string };
  expect((await mailsOf(t)).order_received).toContain('We deliver in 2–3 business days after your payment.');
  t.clock.advance(3 * DAY);
  const staff = t.auth(await t.adminToken());
  await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, staff);
  const live = await t.get(`/api/orders/${orderNumber}`, { 'x-order-token': accessToken });
  expect(live.body.order).toMatchObject({ estimatedDelivery: deliveryBy(ADDRESS, t.clock.now()) });
  expect((await mailsOf(t)).payment_verified).toMatch(/We expect to deliver by \w+day, \d+ \w{3}\./);
});
