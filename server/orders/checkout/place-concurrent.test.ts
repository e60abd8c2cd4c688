import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { dialect, untilWaitedFor } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

const MINUTE = 60_000;

async function draftOf(t: TestApp, quantity = 1): Promise<{ orderNumber: string; accessToken: string }> {
  const response = await t.post('/api/orders/draft', { items: [{ product: 'almonds', size: '250g', quantity }] });
  return { orderNumber: response.body.order.orderNumber, accessToken: response.body.order.accessToken };
}

const orders = (t: TestApp) => t.db.selectFrom('orders').selectAll().where('status', '!=', 'draft').execute();

test('60 concurrent buyers of 10 packs, none of them proved, keep as many as D65 allows; the others get an error or wait', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const buyers = Array.from({ length: 60 }, async (_, index) => {
    const shippingAddress = { ...ADDRESS, phone: String(9_000_000_000 + index) };
    if (index % 2 === 0) {
      return (await t.post('/api/orders', orderBody({ shippingAddress }))).status;
    }
    const draft = await t.post('/api/orders/draft', orderBody({ shippingAddress }));
    if (draft.status !== 201) return draft.status;
    const { orderNumber, accessToken } = draft.body.order;
    return (await t.post('/api/orders', orderBody({ shippingAddress, orderNumber, accessToken, ...paid(index) })))
      .status;
  });
  const statuses = await Promise.all(buyers);
  expect(new Set(statuses)).toEqual(new Set([201, 409]));
  expect(statuses.filter((status) => status === 201)).toHaveLength((await orders(t)).length);
  expect(await stockOf(t.db)).toEqual({ stock: 4, held: 0, sold: 6 });
});

test('50 equal submissions at once create one order', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const draft = await draftOf(t);
  const bodies = [
    { ...orderBody(paid(1)), ...draft },
    orderBody({
      orderNumber: 'ORD1795113600099',
      accessToken: 'k'.repeat(32),
      shippingAddress: { ...ADDRESS, phone: '9000000002' },
    }),
    orderBody({ ...paid(3), shippingAddress: { ...ADDRESS, phone: '9000000003' } }),
  ];
  for (const body of bodies) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => t.post('/api/orders', body)));
    const made = responses.filter((response) => response.status === 201);
    expect(made).toHaveLength(1);
    const number = made[0]?.body.order.orderNumber;
    const others = responses.filter((response) => response.status === 409);
    expect(others.map((response) => response.body.data.order.orderNumber)).toEqual(
      Array.from({ length: 49 }, () => number),
    );
  }
  expect(await orders(t)).toHaveLength(3);
  expect(await stockOf(t.db)).toEqual({ stock: 97, held: 0, sold: 3 });
});

test('equal submissions for the last piece all get the same order, none an out-of-stock error', async () => {
  const bodies = [
    orderBody({ orderNumber: 'ORD1795113600098', accessToken: 'k'.repeat(32) }),
    orderBody(paid(4)),
    orderBody({ accessToken: 'm'.repeat(32) }),
  ];
  for (const body of bodies) {
    await using t = await testApp();
    await addProduct(t.db, { sizes: [{ stock: 1 }] });
    const responses = await Promise.all(Array.from({ length: 20 }, () => t.post('/api/orders', body)));
    const number = (await orders(t))[0]?.order_number;
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    const duplicates = responses.filter((response) => response.body.data?.order.orderNumber === number);
    expect(duplicates.map((response) => response.status)).toEqual(Array.from({ length: 19 }, () => 409));
    expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 1 });
  }
});

test('stock + held + sold stays constant under random concurrent operations (I2)', async () => {
  await using t = await testApp();
  const sizes = [
    { size: '250g', stock: 30 },
    { size: '500g', stock: 20 },
  ];
  await addProduct(t.db, { sizes });
  await addProduct(t.db, { id: 'raisins', name: 'Raisins', sizes: [{ size: '', stock: 25 }] });
  const token = await t.adminToken();
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const placed: { orderNumber: string; accessToken: string }[] = [];
  const act = async (step: number) => {
    const items = Array.from({ length: 1 + random(3) }, () => ({
      product: random(3) === 0 ? 'raisins' : 'almonds',
      size: random(2) === 0 ? '250g' : '500g',
      quantity: 1 + random(4),
    }));
    const shippingAddress = { ...ADDRESS, phone: String(9_000_000_000 + step) };
    const draft =
      random(3) > 0 ? (await t.post('/api/orders/draft', { items, shippingAddress })).body.order : undefined;
    const proof = draft ? { orderNumber: draft.orderNumber, accessToken: draft.accessToken } : {};
    if (random(2) === 0) {
      const response = await t.post(
        '/api/orders',
        orderBody({ items, shippingAddress, total: undefined, ...proof, ...(random(2) === 0 ? paid(step) : {}) }),
      );
      if (response.status === 201) placed.push(response.body.order);
    }
    const one = placed[random(Math.max(1, placed.length))];
    if (one && random(2) === 0) {
      const headers: Record<string, string> = random(2) === 0 ? t.auth(token) : { 'x-order-token': one.accessToken };
      await t.post(`/api/orders/${one.orderNumber}/cancel`, { reason: 'changed my mind' }, headers);
    }
    if (random(5) === 0) {
      t.clock.advance(10 * MINUTE);
      await t.services.orders.freeExpired();
    }
  };
  for (let step = 0; step < 60; step += 6) {
    await Promise.all(Array.from({ length: 6 }, (_, index) => act(step + index)));
    const rows = await t.db.selectFrom('product_sizes').selectAll().orderBy('product_id').orderBy('position').execute();
    expect(rows.map((row) => row.stock + row.held + row.sold)).toEqual([30, 20, 25]);
    expect(rows.every((row) => row.stock >= 0 && row.held >= 0 && row.sold >= 0)).toBe(true);
  }
  t.clock.advance(16 * MINUTE);
  await t.services.orders.freeExpired();
  const sold = await t.db
    .selectFrom('order_lines')
    .select((eb) => eb.fn.sum<number>('taken').as('taken'))
    .executeTakeFirstOrThrow();
  const rows = await t.db.selectFrom('product_sizes').selectAll().execute();
  expect(rows.reduce((sum, row) => sum + row.held, 0)).toBe(0);
  expect(rows.reduce((sum, row) => sum + row.sold, 0)).toBe(Number(sold.taken));
});

test.runIf(dialect === 'postgres')(
  'what a draft holds is not lost when it comes while its order is looked for',
  async () => {
    await using t = await testApp();
    await addProduct(t.db);
    const body = orderBody(paid(1));
    expect((await t.post('/api/orders', body)).status).toBe(201);
    const known = { orderNumber: 'ORD1760000000000777', accessToken: 'k'.repeat(32) };
    const { drafting, placing } = await t.db.transaction().execute(async (other) => {
      // The draft has its number, and waits for stock.
      await sql`select 1 from product_sizes for update`.execute(other);
      const drafting = t.post('/api/orders/draft', { ...orderBody(), ...known });
      await untilWaitedFor(other, t.db);
      return { drafting, placing: t.post('/api/orders', { ...body, ...known }) };
    });
    const [draft, placed] = [await drafting, await placing];
    expect([draft.status, placed.status]).toEqual([201, 201]);
    expect(placed.body.order.orderNumber).toBe(known.orderNumber);
    expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
  },
);
