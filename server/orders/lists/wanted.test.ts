import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/** The searches of staff take numbers as people write and copy them (shop/orders/wanted.test.ts has the table). */

test('orders, customers and the palette find a person by numbers in every form, and nobody by a part too many', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const shippingAddress = { ...ADDRESS, phone: '9876501299' };
  const { order } = (await t.post('/api/orders', orderBody({ ...paid(1), shippingAddress }))).body;
  t.clock.advance(1);
  await t.post('/api/orders', orderBody({ ...paid(2), shippingAddress: { ...ADDRESS, phone: '9876501288' } }));
  const { orderNumber } = order;
  const utr = order.payment.utrNumber as string;

  const found = async (search: string) => {
    const text = encodeURIComponent(search);
    const [list, people, palette] = [
      await t.get(`/api/orders?search=${text}`, auth),
      await t.get(`/api/customers?search=${text}`, auth),
      await t.get(`/api/admin/search?q=${text}`, auth),
    ];
    return [
      list.body.orders.map((one: { orderNumber: string }) => one.orderNumber),
      people.body.customers.map((one: { phone: string }) => one.phone),
      palette.body.found.orders.map((one: { orderNumber: string }) => one.orderNumber),
    ];
  };
  const phones = ['+91 98765 01299', '919876501299', '09876501299', '\u202a+91 98765 01299\u202c', '+91-98765-01299'];
  for (const typed of phones) {
    expect(await found(typed), typed).toEqual([[orderNumber], ['9876501299'], [orderNumber]]);
  }
  for (const typed of [
    `#${orderNumber}`,
    `Order no. ${orderNumber}`,
    `UTR ${utr}`,
    `${utr.slice(0, 4)} ${utr.slice(4)}`,
  ]) {
    const [orders, , palette] = await found(typed);
    expect([orders, palette], typed).toEqual([[orderNumber], [orderNumber]]);
  }
  expect(await found('+91 98765 01277')).toEqual([[], [], []]);
  expect((await found('+91 98765 01'))[1]).toHaveLength(2);
});
