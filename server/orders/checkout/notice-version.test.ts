import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

test('an order keeps the version of the privacy policy that its shopper could read (D64)', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const kept = async (number: number) => {
    const { body } = await t.post('/api/orders', orderBody(paid(number)));
    const order = t.db.selectFrom('orders').select('notice_version').where('order_number', '=', body.order.orderNumber);
    return (await order.executeTakeFirstOrThrow()).notice_version;
  };
  expect(await kept(1)).toBe(0);
  const written = { content: '{}', version: 3, updated_at: 1, updated_by: 'Asha' };
  await t.db
    .insertInto('page_content')
    .values({ id: 'privacy-policy', ...written })
    .execute();
  expect(await kept(2)).toBe(3);
  await t.db.updateTable('page_content').set({ version: 4 }).where('id', '=', 'privacy-policy').execute();
  expect(await kept(3)).toBe(4);
  const first = await t.db.selectFrom('orders').select('notice_version').execute();
  expect(first.map((order) => order.notice_version).sort()).toEqual([0, 3, 4]);
});
