import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';

test('a device adds a product to its list and removes it', async () => {
  await using t = await testApp();
  const id = await addProduct(t.db);
  const toggle = async (deviceId: string) => (await t.post(`/api/products/${id}/wishlist`, { deviceId })).body;
  expect(await toggle('device-one')).toEqual({ success: true, wishlisted: true, count: 1 });
  expect(await toggle('device-two')).toEqual({ success: true, wishlisted: true, count: 2 });
  expect(await toggle('device-one')).toEqual({ success: true, wishlisted: false, count: 1 });
  expect(await t.db.selectFrom('wishlist').selectAll().execute()).toEqual([
    { product_id: id, device_id: 'device-two' },
  ]);
});

test('unknown and deleted products are not found', async () => {
  await using t = await testApp();
  const id = await addProduct(t.db);
  await t.db.updateTable('products').set({ deleted_at: 1 }).where('id', '=', id).execute();
  for (const product of ['nothing', id, '%00', "x'%20or%201=1"]) {
    const { status, body } = await t.post(`/api/products/${product}/wishlist`, { deviceId: 'device-one' });
    expect([status, body]).toEqual([404, { success: false, message: 'Product not found' }]);
  }
});

test('a device id has only letters, digits, - and _', async () => {
  await using t = await testApp();
  const id = await addProduct(t.db);
  for (const deviceId of [
    undefined,
    '',
    'short',
    'a'.repeat(101),
    'device\0one',
    '<script>',
    12345678,
    ['device-one'],
  ]) {
    const { status, body } = await t.post(`/api/products/${id}/wishlist`, { deviceId });
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe('deviceId');
  }
});

test('two simultaneous toggles leave a consistent state', async () => {
  await using t = await testApp();
  const id = await addProduct(t.db);
  const press = () => t.post(`/api/products/${id}/wishlist`, { deviceId: 'device-one' });
  const responses = await Promise.all([press(), press(), press()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await t.db.selectFrom('wishlist').selectAll().execute()).length).toBeLessThanOrEqual(1);
});

test('one IP address is limited', async () => {
  await using t = await testApp();
  const id = await addProduct(t.db);
  for (let n = 0; n < 300; n++) {
    await t.services.wishlist.toggle(id, `device-${n}`, '127.0.0.1');
  }
  expect((await t.post(`/api/products/${id}/wishlist`, { deviceId: 'device-x' })).status).toBe(429);
});
