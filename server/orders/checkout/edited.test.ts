import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

/**
 * An admin edits products while shoppers hold and buy them: the number of pieces stays correct
 * (I2).
 */

const MINUTE = 60_000;
const SIZE = { size: '250g', price: 299, originalPrice: 349, stock: 10 };

function product(sizes: object[]) {
  return { name: 'California Almonds', description: 'Almonds', category: 'nuts', sizes };
}

async function shop() {
  const t = await testApp();
  await addProduct(t.db);
  const headers = t.auth(await t.adminToken());
  const save = (...sizes: object[]) => t.put('/api/products/almonds', product(sizes), headers);
  return { t, headers, save };
}

async function draftOf(t: TestApp, quantity: number) {
  const { body } = await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity }] });
  return { orderNumber: body.order.orderNumber as string, accessToken: body.order.accessToken as string };
}

test('a size that is removed and added again keeps its held pieces, and expired holds are still freed', async () => {
  const { t, save } = await shop();
  await using _ = t;
  await draftOf(t, 3);
  await save({ ...SIZE, size: '500g' });
  const raisins = await addProduct(t.db, { id: 'raisins', name: 'Raisins' });
  await t.post('/api/orders/draft', { items: [{ product: raisins, size: '250g', quantity: 4 }] });
  await save(SIZE);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 3, sold: 0 });

  t.clock.advance(20 * MINUTE);
  expect(await t.services.orders.freeExpired()).toBe(2);
  expect(await stockOf(t.db)).toEqual({ stock: 13, held: 0, sold: 0 });
  expect(await stockOf(t.db, 'raisins')).toEqual({ stock: 10, held: 0, sold: 0 });
});

test('a draft whose size was removed and added again can be ordered and cancelled', async () => {
  const { t, save, headers } = await shop();
  await using _ = t;
  const draft = await draftOf(t, 3);
  await save({ ...SIZE, size: '500g' });
  await save(SIZE);
  const placed = await t.post('/api/orders', orderBody({ ...draft, ...paid(1), items: [{ ...item(3) }], total: 897 }));
  expect(placed.status).toBe(201);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 3 });
  await save({ ...SIZE, size: '500g' });
  await save(SIZE);
  const cancelled = await t.post(`/api/orders/${draft.orderNumber}/cancel`, { reason: 'changed mind' }, headers);
  expect(cancelled.status).toBe(200);
  expect(await stockOf(t.db)).toEqual({ stock: 13, held: 0, sold: 0 });
});

test('a removed size is neither shown nor sold, and its draft is recorded at the draft price', async () => {
  const { t, save } = await shop();
  await using _ = t;
  const draft = await draftOf(t, 2);
  await save({ ...SIZE, size: '500g' });
  const { body } = await t.get('/api/products/almonds');
  expect(body.product.sizes.map(({ size }: { size: string }) => size)).toEqual(['500g']);
  expect((await t.post('/api/orders/draft', { items: [item(1)] })).status).toBe(409);

  // The client sends ₹1; the draft has ₹299.
  const placed = await t.post(
    '/api/orders',
    orderBody({ ...draft, ...paid(1), items: [{ ...item(2), price: 1, name: 'Cheap' }], total: 598 }),
  );
  expect(placed.body.order).toMatchObject({
    items: [{ name: 'California Almonds', price: 299, quantity: 2, image: '/media/almonds.webp' }],
    pricing: { total: 598 },
  });
  const row = await t.db.selectFrom('orders').select('needs_attention').executeTakeFirstOrThrow();
  expect(row.needs_attention).toBe('["unknown_item"]');
});

test('a product deleted while held is recorded, and its hold becomes the sale', async () => {
  const { t, headers } = await shop();
  await using _ = t;
  const draft = await draftOf(t, 2);
  await t.delete('/api/products/almonds', headers);
  const placed = await t.post('/api/orders', orderBody({ ...draft, ...paid(1), items: [item(2)], total: 598 }));
  expect(placed.status).toBe(201);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
});

test('a save does not restore pieces that were sold while the form was open', async () => {
  const { t, save } = await shop();
  await using _ = t;
  await t.post('/api/orders', orderBody({ ...paid(1), items: [item(4)], total: 1196 }));
  // The form was opened with a stock of 10; the admin changed only the price.
  await save({ ...SIZE, price: 319, stockBefore: 10 });
  expect(await stockOf(t.db)).toEqual({ stock: 6, held: 0, sold: 4 });
  // 20 more were delivered.
  await save({ ...SIZE, stock: 26, stockBefore: 6 });
  expect(await stockOf(t.db)).toEqual({ stock: 26, held: 0, sold: 4 });
  // Reduced by more than is left: never below 0.
  await save({ ...SIZE, stock: 0, stockBefore: 30 });
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 4 });
  // Without stockBefore the stock is absolute.
  await save({ ...SIZE, stock: 7 });
  expect(await stockOf(t.db)).toEqual({ stock: 7, held: 0, sold: 4 });
});

test('a size that is renamed keeps what was sold while the form was open', async () => {
  const { t, save } = await shop();
  await using _ = t;
  await t.post('/api/orders', orderBody({ ...paid(1), items: [item(4)], total: 1196 }));
  await save({ ...SIZE, size: '250 g', stockBefore: 10 });
  const { body } = await t.get('/api/products/almonds');
  expect(body.product.sizes).toMatchObject([{ size: '250 g', stock: 6 }]);
});

function item(quantity: number) {
  return { product: 'almonds', size: '250g', quantity };
}
