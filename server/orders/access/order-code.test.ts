import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { withoutCodeWait } from '#tests/code-wait.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/** Opening an order on another device with a code sent to its email address (D33). */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SENT = 'If we have an email address for this order, a code is on its way.';
const WRONG = 'This code is wrong or has expired. Please try again.';

withoutCodeWait();

async function placed(t: TestApp, number: number, more: Record<string, unknown> = {}) {
  const { order } = (await t.post('/api/orders', orderBody({ ...paid(number), ...more }))).body;
  const { orderNumber, accessToken } = order as { orderNumber: string; accessToken: string };
  return { orderNumber, accessToken, url: `/api/orders/${orderNumber}` };
}

async function shipped(t: TestApp, number: number, more: Record<string, unknown> = {}) {
  const order = await placed(t, number, more);
  const staff = t.auth(await t.adminToken());
  await t.put(`${order.url}/payment`, { status: 'completed' }, staff);
  const parcel = { courier: 'Delhivery', courierTracking: 'DL-1' };
  expect((await t.put(`${order.url}/status`, { status: 'shipped', ...parcel }, staff)).status).toBe(200);
  return { ...order, staff };
}

const codeMails = async (t: TestApp) =>
  t.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'text_body', 'order_number', 'status'])
    .where('kind', '=', 'order_code')
    .orderBy('id')
    .execute();

async function lastCode(t: TestApp): Promise<string> {
  return /^ {4}(\d{6})$/m.exec((await codeMails(t)).at(-1)?.text_body ?? '')?.[1] ?? '';
}

/** A code that is not the right one. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a code opens a shipped order on another device: parcel, invoice and replacement', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await shipped(t, 1);
  const asked = await t.post(`${order.url}/code`);
  expect([asked.status, asked.body]).toEqual([200, { success: true, message: SENT }]);
  const [mail, ...rest] = await codeMails(t);
  // Not among the order's mails: staff could send it again.
  expect([mail?.recipient, mail?.order_number, rest]).toEqual([ADDRESS.email, null, []]);
  const code = await lastCode(t);
  const stored = await t.db.selectFrom('order_codes').selectAll().executeTakeFirstOrThrow();
  expect(stored.code_hash).toMatch(/^\$argon2id\$/);

  const wrong = await t.post(`${order.url}/code/verify`, { code: other(code) });
  expect([wrong.status, wrong.body.errors]).toEqual([400, [{ path: 'code', msg: WRONG }]]);
  // As pasted from the mail.
  const opened = await t.post(`${order.url}/code/verify`, { code: ` ${code.slice(0, 3)} ${code.slice(3)}\n` });
  expect(opened.status).toBe(200);
  expect(opened.body.order).toMatchObject({
    courierTracking: 'DL-1',
    courierLink: { url: 'https://www.delhivery.com/track/package/DL-1', hasNumber: true },
  });
  const { accessToken } = opened.body as { accessToken: string };
  expect(accessToken).not.toBe(order.accessToken);
  expect(JSON.stringify(await t.db.selectFrom('order_tokens').selectAll().execute())).not.toContain(accessToken);

  const token = { 'x-order-token': accessToken };
  expect((await t.get(order.url, token)).body.order.orderNumber).toBe(order.orderNumber);
  expect((await t.get(`${order.url}/invoice`, token)).status).toBe(200);
  await t.put(`${order.url}/status`, { status: 'delivered' }, order.staff);
  const request = { items: [{ line: 0, quantity: 1 }], reason: 'quality', description: 'They taste bitter to me.' };
  expect((await t.post(`${order.url}/replacement`, request, token)).status).toBe(201);
  // The first device keeps its access.
  expect((await t.get(order.url, { 'x-order-token': order.accessToken })).status).toBe(200);
  // A code is good once, and a token for its own order only.
  expect((await t.post(`${order.url}/code/verify`, { code })).body.message).toBe(WRONG);
  const another = await shipped(t, 2);
  expect((await t.get(another.url, token)).status).toBe(404);

  t.clock.advance(90 * DAY);
  expect((await t.get(order.url, token)).status).toBe(404);
  await t.services.orders.tidy();
  expect(await t.db.selectFrom('order_tokens').selectAll().execute()).toEqual([]);
});

test('an order that is unknown, not shipped or without an email address gets the same response and no mail', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const pending = await placed(t, 1);
  const silent = await shipped(t, 2, { shippingAddress: { ...ADDRESS, email: '' } });
  for (const url of ['/api/orders/ORD1795113300074', '/api/orders/x', pending.url, silent.url]) {
    const { status, body } = await t.post(`${url}/code`);
    expect([url, status, body]).toEqual([url, 200, { success: true, message: SENT }]);
    const guess = await t.post(`${url}/code/verify`, { code: '123456' });
    expect([url, guess.status, guess.body.message]).toEqual([url, 400, WRONG]);
  }
  expect(await codeMails(t)).toEqual([]);
  expect(await t.db.selectFrom('order_codes').selectAll().execute()).toEqual([]);
});

test('codes expire, replace each other, and are void after five wrong attempts', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await shipped(t, 1);
  const verify = (code: string) => t.post(`${order.url}/code/verify`, { code });
  await t.post(`${order.url}/code`);
  const first = await lastCode(t);
  t.clock.advance(1);
  await t.post(`${order.url}/code`);
  const second = await lastCode(t);
  if (first !== second) expect((await verify(first)).status).toBe(400);
  for (let attempt = 0; attempt < 5; attempt++) expect((await verify(other(second))).status).toBe(400);
  expect((await verify(second)).status).toBe(400);

  t.clock.advance(15 * MINUTE);
  await t.post(`${order.url}/code`);
  const third = await lastCode(t);
  t.clock.advance(10 * MINUTE);
  expect((await verify(third)).status).toBe(400);
  // Deleted with the wrong attempt, so that it stays void when the clock goes back.
  t.clock.advance(-MINUTE);
  expect((await verify(third)).status).toBe(400);
  for (const code of ['', '12345', 'abcdef']) {
    expect((await verify(code)).body.errors).toEqual([{ path: 'code', msg: 'Please enter the 6-digit code' }]);
  }
});

test('codes are limited by order, by mailbox and by network, and attempts by order', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const first = await shipped(t, 1);
  const ask = async (url: string) => (await t.post(`${url}/code`)).status;
  expect([await ask(first.url), await ask(first.url), await ask(first.url), await ask(first.url)]).toEqual([
    200, 200, 200, 429,
  ]);
  // The same mailbox, written differently.
  const email = ADDRESS.email.replace('@', '+nuts@');
  const second = await shipped(t, 2, { shippingAddress: { ...ADDRESS, email } });
  // The mailbox has had its five: the response does not tell that it is the same one.
  expect([await ask(second.url), await ask(second.url), await ask(second.url)]).toEqual([200, 200, 200]);
  expect(await codeMails(t)).toHaveLength(5);
  await Promise.all(Array.from({ length: 8 }, (_, number) => ask(`/api/orders/ORD179511330007${number}`)));
  expect(await ask('/api/orders/ORD1795113300099')).toBe(429);

  t.clock.advance(61 * MINUTE);
  expect(await ask(first.url)).toBe(200);
  const statuses = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    statuses.push((await t.post(`${first.url}/code/verify`, { code: other(await lastCode(t)) })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});
