import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

/** Invented orders are worked off together (D65). */

const REASON = 'No such payment';
let phones = 9_300_000_000;

async function shop(): Promise<TestApp & { staff: Record<string, string> }> {
  const t = await testApp({ env: { trustProxy: 1 } });
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  return Object.assign(t, { staff: t.auth(await t.adminToken()) });
}

async function place(t: TestApp, number: number, network: string, phone = String(phones++)) {
  t.clock.advance(1);
  const shippingAddress = { ...ADDRESS, phone, email: `stranger${number}@example.com` };
  const sent = await t.post('/api/orders', orderBody({ ...paid(number), shippingAddress }), {
    'x-forwarded-for': network,
  });
  expect(sent.status).toBe(201);
  return sent.body.order.orderNumber as string;
}

const mailsOf = async (t: TestApp, kind: string) =>
  t.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'status'])
    .where('kind', '=', kind as 'cancelled')
    .execute();

test('sixty invented orders of one /48 are one group, which a person marks as not received, takes back and cancels', async () => {
  await using t = await shop();
  const fake = [];
  for (let number = 0; number < 60; number++) fake.push(await place(t, number, `2001:db8:7:${number.toString(16)}::1`));
  const honest = await place(t, 90, '203.0.113.1');
  const { groups } = (await t.get('/api/orders/unproven-groups', t.staff)).body;
  expect(groups).toMatchObject([{ by: 'network', label: expect.stringMatching(/^[0-9a-f]{4}$/) }]);
  const [{ orders }] = groups;
  expect(orders.map(({ orderNumber }: { orderNumber: string }) => orderNumber).sort()).toEqual(fake.sort());
  expect(JSON.stringify(groups)).not.toContain('2001');
  const { sold } = await stockOf(t.db);

  const chosen = orders.map(({ orderNumber, version }: { orderNumber: string; version: number }) => ({
    orderNumber,
    version,
  }));
  const rejected = await t.post('/api/orders/bulk/not-received', { orders: chosen, reason: REASON }, t.staff);
  expect([rejected.status, rejected.body.message]).toEqual([200, '60 orders changed']);
  // What is left is that of the honest one, if it was not behind the limit.
  expect((await stockOf(t.db)).sold).toBeLessThan(2);
  expect((await t.get('/api/orders/unproven-groups', t.staff)).body.groups).toEqual([]);
  // Strangers whose addresses were invented get no mail.
  expect(await mailsOf(t, 'payment_problem')).toEqual([]);

  const again = await t.post('/api/orders/bulk/not-received', { orders: chosen, reason: REASON }, t.staff);
  expect(again.body.results.filter(({ done }: { done: boolean }) => done)).toEqual([]);
  expect(again.body.results[0].message).toMatch(/changed/);
  const now = fake.map((orderNumber) => ({ orderNumber }));
  const undone = await t.post('/api/orders/bulk/not-received', { orders: now, undo: true }, t.staff);
  expect(undone.body.message).toBe('60 orders changed');
  expect((await stockOf(t.db)).sold).toBe(sold);

  const cancelled = await t.post('/api/orders/bulk/cancel', { orders: now, reason: REASON }, t.staff);
  expect(cancelled.body.message).toBe('60 orders changed');
  expect(await mailsOf(t, 'cancelled')).toEqual([]);
  const rows = await t.db
    .selectFrom('orders')
    .select(['order_number', 'cancel_reason'])
    .where('status', '=', 'cancelled')
    .execute();
  expect(rows).toHaveLength(60);
  expect(rows.every(({ cancel_reason, order_number }) => cancel_reason === REASON && order_number !== honest)).toBe(
    true,
  );
});

test('each order has its own result, and a reason is needed', async () => {
  await using t = await shop();
  const [one, two] = [await place(t, 1, '203.0.113.1'), await place(t, 2, '203.0.113.2')];
  await t.post(`/api/orders/${one}/cancel`, { reason: 'no' }, t.staff);
  const orders = [one, 'ORD1700000000001', two].map((orderNumber) => ({ orderNumber }));
  const sent = await t.post('/api/orders/bulk/cancel', { orders, reason: REASON }, t.staff);
  expect(sent.body.results.map(({ done }: { done: boolean }) => done)).toEqual([false, false, true]);
  expect(sent.body.results[0].message).toBe('This order is already cancelled.');
  for (const action of ['cancel', 'not-received']) {
    expect((await t.post(`/api/orders/bulk/${action}`, { orders, reason: ' ' }, t.staff)).status).toBe(400);
  }
});

test('mails that are wanted keep to the limits of a crowded network', async () => {
  await using t = await shop();
  const orders = [];
  for (let number = 0; number < 40; number++) orders.push({ orderNumber: await place(t, number, '203.0.113.1') });
  await t.post('/api/orders/bulk/cancel', { orders, reason: REASON, notify: true }, t.staff);
  const mails = await mailsOf(t, 'cancelled');
  expect(mails).toHaveLength(40);
  expect(mails.filter(({ status }) => status === 'failed')).toHaveLength(10);
});

test('orders with one phone from several networks are a group; fewer than five are none', async () => {
  await using t = await shop();
  for (let number = 0; number < 4; number++) await place(t, number, `203.0.113.${number}`, '9876543210');
  const groups = async () => (await t.get('/api/orders/unproven-groups', t.staff)).body.groups;
  expect(await groups()).toEqual([]);
  await place(t, 4, '203.0.113.4', '9876543210');
  expect(await groups()).toMatchObject([{ by: 'phone', label: '9876543210', orders: { length: 5 } }]);
});
