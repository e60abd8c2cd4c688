import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/** Gifts: a message on the packing slip, and no prices in the parcel. */

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 500 }] });
  return { t, auth: t.auth(await t.adminToken()) };
}

async function order(t: TestApp, utr: number, more: object): Promise<{ orderNumber: string; accessToken: string }> {
  const { body, status } = await t.post('/api/orders', orderBody({ ...paid(utr), ...more }));
  expect(status).toBe(201);
  return body.order;
}

async function print(t: TestApp, auth: Record<string, string>, paper: string, numbers: string[]): Promise<string[]> {
  const url = `/api/orders/papers/${paper}?orders=${numbers.join(',')}`;
  const response = await t.app.inject({ method: 'GET', url, headers: auth });
  expect(response.statusCode).toBe(200);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(response.rawPayload)));
  return text.map((page) => page.replace(/\s+/g, ' '));
}

test('the slip of a gift has its message and no price, and the pick list names the gifts', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const gift = await order(t, 801, { giftMessage: 'Happy Diwali 🪔\nWith love, Meera' });
  const silent = await order(t, 802, { giftMessage: '' });
  const plain = await order(t, 803, {});
  const numbers = [gift, silent, plain].map(({ orderNumber }) => orderNumber);
  const [first, second, third] = await print(t, auth, 'packing-slips', numbers);
  expect(first).toContain('A message for you Happy Diwali With love, Meera');
  for (const slip of [first, second]) {
    expect(slip).toContain('gift, no invoice in the parcel');
    expect(slip).not.toContain('₹');
    expect(slip).not.toContain('299');
  }
  expect(second).not.toContain('A message for you');
  expect(third).toContain('₹299');
  expect(third).not.toMatch(/gift/i);

  const [picking] = await print(t, auth, 'pick-list', numbers);
  expect(picking).toContain(`${numbers[0]}, ${numbers[1]}. A gift: leave the invoice out of the parcel.`);
  const [usual] = await print(t, auth, 'pick-list', [plain.orderNumber]);
  expect(usual).not.toMatch(/gift/i);
  for (const label of await print(t, auth, 'labels', numbers)) expect(label).not.toMatch(/Diwali|₹/);
});

test('a hostile message stays text, of any number of lines', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { orderNumber } = await order(t, 804, { giftMessage: `<script>x</script>\u202e\u0000${'a\n'.repeat(90)}z` });
  const row = await t.db.selectFrom('orders').select('gift_message').executeTakeFirstOrThrow();
  expect(row.gift_message).toBe(`<script>x</script>${'a\n'.repeat(90)}z`);
  const pages = await print(t, auth, 'packing-slips', [orderNumber]);
  expect(pages[0]).toContain('<script>x</script>a');
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.at(-1)).toMatch(/z$/);

  const long = await t.post('/api/orders', orderBody({ ...paid(805), giftMessage: 'x'.repeat(10_000) }));
  expect(long.status).toBe(400);
  const refusal = { path: 'giftMessage', msg: 'Gift message must be at most 200 characters' };
  expect(long.body.errors).toContainEqual(expect.objectContaining(refusal));
});

test('only buyer and staff read the message', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { orderNumber, accessToken } = await order(t, 806, { giftMessage: 'For Asha' });
  const path = `/api/orders/${orderNumber}`;
  expect((await t.get(path, { 'x-order-token': accessToken })).body.order.giftMessage).toBe('For Asha');
  expect((await t.get(path, auth)).body.order.giftMessage).toBe('For Asha');
  expect((await t.get(path)).text).not.toContain('Asha');
  const tracked = await t.get('/api/orders/track/9876543210');
  expect(tracked.body.orders).toHaveLength(1);
  expect(tracked.text).not.toMatch(/For Asha|gift/i);
  const mails = await t.db.selectFrom('mail_outbox').select(['text_body', 'html_body']).execute();
  expect(mails.length).toBeGreaterThan(0);
  expect(JSON.stringify(mails)).not.toContain('For Asha');
});

test('a draft keeps the message until it is an order, and another one takes its place', async () => {
  const { t } = await shop();
  await using _ = t;
  const { order: draft } = (await t.post('/api/orders/draft', orderBody({ giftMessage: 'First' }))).body;
  const stored = () => t.db.selectFrom('orders').select('gift_message').executeTakeFirstOrThrow();
  expect((await stored()).gift_message).toBe('First');
  const own = { orderNumber: draft.orderNumber, accessToken: draft.accessToken };
  await order(t, 807, { ...own, giftMessage: 'Second' });
  expect((await stored()).gift_message).toBe('Second');
});

test('staff correct the message until it is shipped; the shopper and the slip have the new one', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { orderNumber, accessToken } = await order(t, 811, { giftMessage: 'Happy Diwli' });
  const url = `/api/orders/${orderNumber}`;
  const saved = await t.put(`${url}/gift`, { giftMessage: ' Happy Diwali\u202e ', version: 1 }, auth);
  expect([saved.status, saved.body.message]).toEqual([200, 'Gift message corrected']);
  expect(saved.body.order).toMatchObject({ giftMessage: 'Happy Diwali', version: 2 });
  expect(saved.body.order.events.at(-1)).toMatchObject({ kind: 'gift', note: '' });
  const seen = (await t.get(url, { 'x-order-token': accessToken })).body.order;
  expect(seen.giftMessage).toBe('Happy Diwali');
  expect(seen.events.map(({ kind }: { kind: string }) => kind)).not.toContain('gift');
  expect((await print(t, auth, 'packing-slips', [orderNumber]))[0]).toContain('A message for you Happy Diwali');

  expect((await t.put(`${url}/gift`, { giftMessage: 'Mine', version: 1 }, auth)).status).toBe(409);
  expect((await t.put(`${url}/gift`, { giftMessage: null }, auth)).status).toBe(400);
  const long = await t.put(`${url}/gift`, { giftMessage: 'x'.repeat(201) }, auth);
  const refusal = { path: 'giftMessage', msg: 'Gift message must be at most 200 characters' };
  expect([long.status, long.body.errors]).toEqual([400, [refusal]]);
  expect((await t.put(`${url}/gift`, { giftMessage: 'Mine' }, { 'x-order-token': accessToken })).status).toBe(401);

  const audit = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'order.gift').execute();
  expect(audit.map(({ before_value, after_value }) => [before_value, after_value])).toEqual([
    ['{"characters":11}', '{"characters":12}'],
  ]);
  await t.db.updateTable('orders').set({ status: 'shipped' }).execute();
  const closed = await t.put(`${url}/gift`, { giftMessage: 'Late' }, auth);
  expect([closed.status, closed.body.message]).toEqual([409, 'An order that is shipped keeps its message.']);
});
