import { expect, test } from 'vitest';
import { insertRows } from '#server/database/rows.ts';
import { transact } from '#server/database/transact.ts';
import { readMailQueue } from '#server/operations/operations.queries.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, fromNetwork, orderBody, paid } from '#tests/factories.ts';
import { mailboxOf } from './mailbox.ts';

/** Anyone can type a stranger's address into an order (D54). */

const HOUR = 3_600_000;
/** Mails of one network in an hour. */
const NETWORK = 30;
let utrs = 0;

async function shop(): Promise<TestApp> {
  const t = await testApp({ env: { trustProxy: 1 } });
  await addProduct(t.db, { sizes: [{ stock: 10_000 }] });
  return t;
}

async function place(
  t: TestApp,
  address: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
  network = fromNetwork(1),
) {
  const shippingAddress = { ...ADDRESS, email: 'victim@example.com', ...address };
  const { status, body } = await t.post(
    '/api/orders',
    orderBody({ shippingAddress, ...paid(++utrs), ...more }),
    network,
  );
  expect(status).toBe(201);
  return body.order;
}

const count = async (t: TestApp, status: 'queued' | 'failed') =>
  (await t.db.selectFrom('mail_outbox').select('id').where('status', '=', status).execute()).length;

test('a mailbox gets 3 mails about unpaid orders an hour and 10 a day; staff see and send the others', async () => {
  await using t = await shop();
  const sent = [];
  for (let hour = 0; hour < 26; hour++) {
    await Promise.all(Array.from({ length: 5 }, (_, one) => place(t, { email: `Victim+${hour}-${one}@example.com` })));
    sent.push(await count(t, 'queued'));
    t.clock.advance(HOUR);
  }
  expect(sent.slice(0, 24)).toEqual([3, 6, 9, ...Array.from({ length: 21 }, () => 10)]);
  expect(sent.at(-1)).toBe(16);

  // Other mailboxes are not affected, and what was held back is on the order.
  await place(t, { email: 'other@example.com' });
  expect(await count(t, 'queued')).toBe(17);
  const { order_number: orderNumber, id } = await t.db
    .selectFrom('mail_outbox')
    .select(['order_number', 'id'])
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  // It is no fault of the shop: strangers could turn the doctor and the alerts red.
  expect(await readMailQueue(t.db, 0)).toMatchObject({ failed: 0 });
  const staff = t.auth(await t.adminToken());
  const url = `/api/orders/${orderNumber}`;
  expect((await t.get(url, staff)).body.mails).toMatchObject([
    { id, status: 'failed', lastError: expect.stringContaining('Held back') },
  ]);
  await t.post(`${url}/mails/${id}/resend`, undefined, staff);
  expect((await t.get(url, staff)).body.mails).toMatchObject([{ id, status: 'queued' }]);
});

test('a network sends few mails to strangers, however many orders it places and cancels; later mails of those orders wait too', async () => {
  await using t = await shop();
  const stranger = (index: number) => ({ email: `stranger${index}@example.com`, phone: String(9_100_000_000 + index) });
  const cancel = ({ orderNumber, accessToken }: { orderNumber: string; accessToken: string }) =>
    t.post(`/api/orders/${orderNumber}/cancel`, {}, { 'x-order-token': accessToken });
  // A cancelled order stays counted.
  for (let index = 0; index < 5; index++) await cancel(await place(t, stranger(index)));
  for (let index = 5; index < NETWORK; index++) await place(t, stranger(index));
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([NETWORK + 5, 0]);
  const unpaid = { paymentDetails: undefined };
  const quiet = await place(t, stranger(40), unpaid);
  await place(t, stranger(41), unpaid);
  await cancel(quiet);
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([NETWORK + 5, 3]);

  await place(t, stranger(42), {}, fromNetwork(2));
  expect(await count(t, 'queued')).toBe(NETWORK + 6);
  t.clock.advance(HOUR);
  await place(t, stranger(43));
  expect(await count(t, 'queued')).toBe(NETWORK + 7);
  // The reminder and the end of the unpaid order.
  for (const hours of [1, 22]) {
    t.clock.advance(hours * HOUR);
    await t.services.orders.tidy();
  }
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([NETWORK + 7, 5]);
  // Staff write to whom they want.
  const other = (
    await t.db.selectFrom('orders').select('order_number').where('email', '=', 'stranger41@example.com').execute()
  )[0];
  await t.services.payments.decide(
    String(other?.order_number),
    { status: 'completed', note: '' },
    { id: null, name: 'Owner' },
  );
  expect(await count(t, 'failed')).toBe(5);
});

test('the networks of a /48 together send as many mails as twenty', async () => {
  await using t = await shop();
  const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:1:${network.toString(16)}::1` });
  await place(t, {}, {}, from(1));
  const claim = await t.db.selectFrom('claims').selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: 20 * NETWORK - 2 }, (_, index) => ({
    ...claim,
    order_number: `OTHER${index}`,
    network: `network ${index}`,
  }));
  await insertRows(t.db, 'claims', others);
  await place(t, { email: 'second@example.com' }, {}, from(2));
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([2, 0]);
  await place(t, { email: 'third@example.com' }, {}, from(3));
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([2, 1]);
  await place(t, { email: 'fourth@example.com' }, {}, { 'x-forwarded-for': '2001:db8:2:1::1' });
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([3, 1]);
});

test('a process sends a thousand mails about unpaid orders an hour', async () => {
  await using t = await shop();
  const mail = { kind: 'order_received', subject: 'S', text: 'T', html: 'H', unproven: true };
  const mails = Array.from({ length: 1_001 }, (_, index) => ({ ...mail, to: `stranger${index}@example.com` }));
  await transact(t.context, ({ trx }) => t.services.mail.enqueue(trx, mails, false));
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([1_000, 1]);
  t.clock.advance(HOUR);
  await transact(t.context, ({ trx }) => t.services.mail.enqueue(trx, mails.slice(0, 1), false));
  expect(await count(t, 'queued')).toBe(1_001);
});

test('mails about an accepted payment and one-time codes are not held back', async () => {
  await using t = await shop();
  const orders = [];
  for (let index = 0; index < 5; index++) orders.push(await place(t));
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([3, 2]);
  const staff = t.auth(await t.adminToken());
  for (const { orderNumber } of orders) {
    await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, staff);
  }
  expect([await count(t, 'queued'), await count(t, 'failed')]).toEqual([8, 2]);
});

test('mails about unpaid orders carry no text of the sender', async () => {
  await using t = await shop();
  const evil = 'Win at https://evil.example/x now 12345';
  const address = { name: `Buy ${evil}`.slice(0, 60), address: evil, city: evil, addressType: 'home' };
  const more = {
    orderNote: evil,
    items: [
      { product: 'almonds', size: 'Win evil.example', quantity: 1, price: 299, name: evil },
      { product: 'ghost', size: 'evil.example', quantity: 1, price: 299, name: evil },
    ],
  };
  await t.db.updateTable('product_sizes').set({ size: '' }).execute();
  const { orderNumber, accessToken } = await place(t, address, more);
  await t.post(`/api/orders/${orderNumber}/cancel`, { reason: evil }, { 'x-order-token': accessToken });
  const mails = await t.db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body', 'html_body'])
    .orderBy('kind', 'desc')
    .execute();
  expect(mails).toHaveLength(2);
  for (const mail of mails) {
    const text = Object.values(mail).join('\n');
    for (const part of ['evil.example', 'https://evil', '/x now', '12345']) expect(text).not.toContain(part);
  }
  expect(mails[0]?.text_body).toContain(orderNumber);
  expect(mails[0]?.text_body).toContain('600020');
  expect(mails[0]?.text_body).toContain('California Almonds × 1');
});

test.each([
  ['A.Iyer+nuts@Gmail.com', 'aiyer@gmail.com'],
  ['a.iyer@googlemail.com', 'aiyer@gmail.com'],
  ['A.Iy_e-r+nuts@Proton.me', 'aiyer@proton.me'],
  ['aiyer@protonmail.com', 'aiyer@proton.me'],
  ['a-iyer@pm.me', 'aiyer@proton.me'],
  ['A.Iyer+x+y@example.com', 'a.iyer@example.com'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
