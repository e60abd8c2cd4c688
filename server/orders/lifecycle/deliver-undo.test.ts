import { expect, test } from 'vitest';
import { DELIVERED_WAIT_MS } from '#shop/orders/changes/status.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/** A delivery can be taken back until its mail leaves. */

type Staff = Record<string, string>;

async function shop(): Promise<TestApp & { staff: Staff }> {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  return Object.assign(t, { staff: t.auth(await t.adminToken()) });
}

/** An order that is on its way. */
async function sent(t: TestApp & { staff: Staff }, utr: number, status = 'shipped'): Promise<string> {
  t.clock.advance(1);
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(utr)))).body.order;
  t.clock.advance(1);
  await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, t.staff);
  for (const next of new Set(['shipped', status])) {
    t.clock.advance(1);
    expect((await t.put(`/api/orders/${orderNumber}/status`, { status: next }, t.staff)).status).toBe(200);
  }
  t.clock.advance(1);
  return orderNumber;
}

const bulk = (t: TestApp & { staff: Staff }, numbers: string[], undo = false) =>
  t.post('/api/orders/bulk/delivered', { orders: numbers.map((orderNumber) => ({ orderNumber })), undo }, t.staff);

const mailsOf = (t: TestApp, orderNumber: string) =>
  t.db
    .selectFrom('mail_outbox')
    .select(['status', 'next_try_at'])
    .where('order_number', '=', orderNumber)
    .where('kind', '=', 'delivered')
    .execute();

test('a delivery waits with its mail, and taking it back leaves an event, an audit entry and no mail', async () => {
  await using t = await shop();
  const orderNumber = await sent(t, 1, 'out_for_delivery');
  const delivered = await t.put(`/api/orders/${orderNumber}/status`, { status: 'delivered' }, t.staff);
  expect(delivered.body.order.status).toBe('delivered');
  expect(await mailsOf(t, orderNumber)).toEqual([{ status: 'queued', next_try_at: t.clock.now() + DELIVERED_WAIT_MS }]);
  t.clock.advance(DELIVERED_WAIT_MS - 1);
  await t.services.mail.sendDue();
  const undone = await bulk(t, [orderNumber], true);
  expect(undone.body.results).toEqual([{ orderNumber, done: true, message: '' }]);
  expect(await mailsOf(t, orderNumber)).toEqual([]);
  const { order } = (await t.get(`/api/orders/${orderNumber}`, t.staff)).body;
  expect([order.status, order.deliveredAt ?? null]).toEqual(['out_for_delivery', null]);
  expect(order.events.slice(-2)).toMatchObject([
    { kind: 'status', status: 'delivered' },
    { kind: 'undone', status: 'out_for_delivery', by: 'Admin' },
  ]);
  const audit = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'order.status_undo').execute();
  expect(audit).toMatchObject([
    { entity_id: orderNumber, before_value: '{"status":"delivered"}', after_value: '{"status":"out_for_delivery"}' },
  ]);
  // It can be delivered again, with its mail.
  t.clock.advance(1);
  expect((await bulk(t, [orderNumber])).body.message).toBe('1 order changed');
  t.clock.advance(DELIVERED_WAIT_MS);
  await t.services.mail.sendDue();
  expect(await mailsOf(t, orderNumber)).toMatchObject([{ status: 'sent' }]);
});

test('once the mail has left, or is leaving, nothing is taken back', async () => {
  await using t = await shop();
  const [late, leaving] = [await sent(t, 1), await sent(t, 2)];
  await bulk(t, [late, leaving]);
  // Another process, whose clock is ahead, has claimed it.
  await t.db.updateTable('mail_outbox').set({ status: 'sending' }).where('order_number', '=', leaving).execute();
  expect((await bulk(t, [leaving], true)).body.results).toMatchObject([
    { done: false, message: 'The shopper has been told that this order is delivered.' },
  ]);
  t.clock.advance(DELIVERED_WAIT_MS);
  expect((await bulk(t, [late], true)).body.results).toMatchObject([{ done: false }]);
  for (const orderNumber of [late, leaving]) {
    expect((await t.get(`/api/orders/${orderNumber}`, t.staff)).body.order.status).toBe('delivered');
    expect(await mailsOf(t, orderNumber)).toHaveLength(1);
  }
});

test('each order has its own result; what was never sent is not delivered, and nothing else is taken back', async () => {
  await using t = await shop();
  const onItsWay = await sent(t, 1);
  const { orderNumber: fresh } = (await t.post('/api/orders', orderBody(paid(2)))).body.order;
  const { results } = (await bulk(t, [fresh, onItsWay, 'ORD1700000000001'])).body;
  expect(results.map(({ done }: { done: boolean }) => done)).toEqual([false, true, false]);
  expect(results[0].message).toBe('An order that is pending cannot become delivered.');
  const undone = (await bulk(t, [fresh, onItsWay], true)).body.results;
  expect(undone).toMatchObject([
    { done: false, message: 'This order is not marked as delivered any more.' },
    { done: true },
  ]);
  // A second press finds nothing to take back.
  expect((await bulk(t, [onItsWay], true)).body.results).toMatchObject([{ done: false }]);
});

test('the shopper sees the order on its way again, and not that a delivery was taken back', async () => {
  await using t = await shop();
  t.clock.advance(1);
  const { orderNumber, accessToken } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  for (const status of ['processing', 'shipped', 'delivered']) {
    t.clock.advance(1);
    await t.put(`/api/orders/${orderNumber}/status`, { status, confirmUnpaid: true }, t.staff);
  }
  await bulk(t, [orderNumber], true);
  const { order } = (await t.get(`/api/orders/${orderNumber}`, { 'x-order-token': accessToken })).body;
  expect(order.status).toBe('shipped');
  expect(order.events.map(({ kind }: { kind: string }) => kind)).not.toContain('undone');
});
