import { expect, test } from 'vitest';
import { COUNTRIES } from '#shop/india/phones.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/** The orders and times that tracking returns. For masking and limits see manage.test.ts. */

const HOUR = 3_600_000;

async function placed(t: TestApp, more: Record<string, unknown> = {}) {
  const { body } = await t.post('/api/orders', orderBody(more));
  const { orderNumber, accessToken } = body.order as { orderNumber: string; accessToken: string };
  return { orderNumber, url: `/api/orders/${orderNumber}`, token: { 'x-order-token': accessToken } };
}

async function tracked(t: TestApp, mobile: string) {
  const { status, body } = await t.get(`/api/orders/track/${mobile}`);
  expect(status).toBe(200);
  return body.orders as { orderNumber: string; status: string; statusAt: number; updatedAt: number }[];
}

test('a status has the time of its own change; notes, decisions and a late UTR do not affect it', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const staff = t.auth(await t.adminToken());
  const order = await placed(t);
  const other = await placed(t, paid(9));
  const placedAt = t.clock.now();
  const only = async () => {
    const orders = await tracked(t, ADDRESS.phone);
    expect(orders).toHaveLength(2);
    return orders.find(({ orderNumber }) => orderNumber === order.orderNumber);
  };
  expect(await only()).toMatchObject({ status: 'pending', statusAt: placedAt });

  t.clock.advance(HOUR);
  await t.post(`${order.url}/utr`, { utrNumber: '632400000001' }, order.token);
  expect(await only()).toMatchObject({ statusAt: placedAt, updatedAt: t.clock.now() });
  t.clock.advance(HOUR);
  await t.put(`${order.url}/payment`, { status: 'failed', note: 'no such reference' }, staff);
  expect(await only()).toMatchObject({ statusAt: placedAt, updatedAt: t.clock.now() });
  t.clock.advance(HOUR);
  await t.put(`${order.url}/payment`, { status: 'completed' }, staff);
  expect(await only()).toMatchObject({ status: 'confirmed', statusAt: t.clock.now() });
  t.clock.advance(HOUR);
  await t.put(`${order.url}/status`, { status: 'shipped' }, staff);
  const shippedAt = t.clock.now();
  t.clock.advance(HOUR);
  expect((await t.put(`${order.url}/notes`, { internalNotes: 'second box' }, staff)).status).toBe(200);
  expect(await only()).toMatchObject({ status: 'shipped', statusAt: shippedAt });
  const rest = (await tracked(t, ADDRESS.phone)).find(({ orderNumber }) => orderNumber === other.orderNumber);
  expect(rest).toMatchObject({ status: 'pending', statusAt: placedAt });
});

test('foreign numbers are tracked with ten digits, including those stored in an older form', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await t.services.settings.saveShop({ countries: [...COUNTRIES] }, { id: null, name: 'test' });
  const abroad = (country: string, phone: string, pincode: string) =>
    placed(t, { shippingAddress: { ...ADDRESS, country, phone, pincode } });
  const uk = await abroad('UK', '+44 7700 900123', 'SW1A 1AA');
  const us = await abroad('USA', '+1 (415) 555-0100', '94103');
  const australia = await abroad('Australia', '412 345 678', '2000');
  for (const [order, mobile, former] of [
    [uk, '7700900123', '07700900123'],
    [us, '4155550100', '14155550100'],
    [australia, '0412345678', '61412345678'],
  ] as const) {
    expect((await tracked(t, mobile)).map(({ orderNumber }) => orderNumber)).toEqual([order.orderNumber]);
    await t.db.updateTable('orders').set({ phone: former }).where('order_number', '=', order.orderNumber).execute();
    expect((await tracked(t, mobile)).map(({ orderNumber }) => orderNumber)).toEqual([order.orderNumber]);
  }
  const { body } = await t.get('/api/orders/track/447700900123');
  expect(body.message).toBe('Phone number must be 10 digits');
});

test('of too many orders, those with an accepted payment come first, then the newest and the oldest of the others', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const { orderNumber } = await placed(t);
  const row = await t.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const numberOf = (index: number) => `ORD${row.created_at + index}000`;
  const others = Array.from({ length: 60 }, (_, index) => index + 1);
  for (const index of others) {
    const payment_status = index === 40 ? 'completed' : 'pending';
    const created_at = row.created_at + index;
    await t.db
      .insertInto('orders')
      .values({ ...row, order_number: numberOf(index), created_at, payment_status })
      .execute();
  }
  const shown = (await tracked(t, ADDRESS.phone)).map((order) => order.orderNumber);
  const kept = others.filter((index) => index < 24 || index === 40 || index > 34);
  expect(shown).toEqual([orderNumber, ...kept.map(numberOf)].reverse());
  expect(shown).toHaveLength(50);
});
