import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/** The state of supply of an order: from the shopper's input or the PIN code (D22, D34). */

async function shop() {
  const t = await testApp();
  await addProduct(t.db);
  return { t, staff: t.auth(await t.adminToken()) };
}

async function placed(t: TestApp, number: number, address: Record<string, unknown>) {
  const { status, body } = await t.post(
    '/api/orders',
    orderBody({ ...paid(number), shippingAddress: { ...ADDRESS, ...address } }),
  );
  expect(status).toBe(201);
  return `/api/orders/${(body.order as { orderNumber: string }).orderNumber}`;
}

async function supplyOf(t: TestApp, url: string) {
  const row = await t.db
    .selectFrom('invoices')
    .select('data')
    .where('order_number', '=', url.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow();
  const { supply, placeOfSupply } = JSON.parse(row.data) as { supply: string; placeOfSupply: { code: string } };
  return [supply, placeOfSupply.code];
}

test('an order with an unknown state needs attention until the address is corrected', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const url = await placed(t, 1, { state: 'Somewhere', pincode: '999999' });
  const before = await t.get(url, staff);
  expect(before.body.order.needsAttention).toEqual(['state_unknown']);
  expect(JSON.stringify(before.body.order.events)).toContain('neither state nor PIN code is one of India');

  const corrected = await t.put(
    `${url}/address`,
    { shippingAddress: { ...ADDRESS, state: 'KA', pincode: '560001' } },
    staff,
  );
  expect(corrected.status).toBe(200);
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual([]);
  await t.put(`${url}/payment`, { status: 'completed' }, staff);
  expect(await supplyOf(t, url)).toEqual(['inter', '29']);
});

test.each([
  [{ state: 'Tamilnadu' }, '33'],
  [{ state: 'किसी राज्य में' }, '33'],
  [{ state: 'KL', pincode: '682001' }, '32'],
])('%j: taxed in %s, without attention', async (address, code) => {
  const { t, staff } = await shop();
  await using _ = t;
  const url = await placed(t, 2, address);
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual([]);
  await t.put(`${url}/payment`, { status: 'completed' }, staff);
  expect((await supplyOf(t, url))[1]).toBe(code);
});

test('a PIN code that does not exist is taken and marked, in an order and in a corrected address', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const url = await placed(t, 4, { pincode: '600999' });
  const marks = async () => (await t.get(url, staff)).body.order.needsAttention;
  const correct = async (pincode: string) => {
    expect((await t.put(`${url}/address`, { shippingAddress: { ...ADDRESS, pincode } }, staff)).status).toBe(200);
    return marks();
  };
  expect(await marks()).toEqual(['pin_doubtful']);
  expect(await correct('600020')).toEqual([]);
  expect(await correct('600998')).toEqual(['pin_doubtful']);
});

test('a PIN code of another state is a mark on the order, taxed by the state, until the address is corrected', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const url = await placed(t, 3, { state: 'Kerala' });
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual(['pin_doubtful']);
  const shippingAddress = { ...ADDRESS, state: 'Kerala', pincode: '682001' };
  await t.put(`${url}/address`, { shippingAddress }, staff);
  expect((await t.get(url, staff)).body.order.needsAttention).toEqual([]);
});
