import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { partDocumentsOf } from '../rows/invoices.queries.ts';

type Headers = Record<string, string>;
let utr = 8_000;

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ size: '250g', price: 299, stock: 20 }] });
  await addProduct(t.db, { id: 'figs', name: 'Afghan Figs', sizes: [{ size: '250g', price: 449, stock: 5 }] });
  const admin = t.auth(await t.adminToken());
  const settings = { ...(await t.services.settings.shop()), state: 'Maharashtra', gstin: '27DEMCK0000D1ZV' };
  await t.services.settings.saveShop(settings, { id: null, name: 'test' });
  return { t, admin };
}

/** Three packs of almonds and one of figs, delivered: ₹1,346. */
async function delivered(t: TestApp, admin: Headers) {
  utr += 1;
  const items = [
    { product: 'almonds', size: '250g', quantity: 3 },
    { product: 'figs', size: '250g', quantity: 1 },
  ];
  const placed = (await t.post('/api/orders', orderBody({ ...paid(utr), items, total: undefined }))).body.order;
  const url = `/api/orders/${placed.orderNumber}`;
  await t.put(`${url}/payment`, { status: 'completed' }, admin);
  for (const status of ['shipped', 'delivered']) await t.put(`${url}/status`, { status }, admin);
  return { number: placed.orderNumber as string, url, own: { 'x-order-token': placed.accessToken as string } };
}

const read = async (t: TestApp, url: string, admin: Headers) => (await t.get(url, admin)).body.order;

async function back(t: TestApp, url: string, admin: Headers, lines: unknown, more: object = {}) {
  const { version } = await read(t, url, admin);
  return t.post(`${url}/returns`, { lines, reason: 'Torn', version, ...more }, admin);
}

const dueOf = async (t: TestApp, admin: Headers) =>
  (await t.get('/api/payments/refunds?status=due', admin)).body.due.map((one: { due: number; why: string }) => [
    one.due,
    one.why,
  ]);

const net = async (t: TestApp, admin: Headers) =>
  (await t.get('/api/reports/gst?month=2026-11&span=month', admin)).body.summary.net;

test('single items come back: a part credit note, a part refund, and stock only when asked', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url, own } = await delivered(t, admin);
  const first = await back(t, url, admin, [{ line: 0, quantity: 1 }]);
  expect([first.status, first.body.order]).toMatchObject([
    200,
    {
      status: 'delivered',
      pricing: { total: 1346 },
      payment: { returned: 299, refundDue: 299 },
      returns: [{ amount: 299, reason: 'Torn', items: [{ name: 'California Almonds', size: '250g', quantity: 1 }] }],
      returnable: [
        { quantity: 2, amount: 598 },
        { quantity: 1, amount: 449 },
      ],
    },
  ]);
  expect(await dueOf(t, admin)).toEqual([[299, 'part_returned']]);
  expect(await stockOf(t.db)).toEqual({ stock: 17, held: 0, sold: 3 });
  expect(await net(t, admin)).toMatchObject({ total: 1047 });

  const second = await back(t, url, admin, [{ line: 1, quantity: 1 }], { refund: 200, restock: true });
  expect(second.body.order.payment).toMatchObject({ returned: 499, refundDue: 499 });
  expect(await stockOf(t.db, 'figs')).toEqual({ stock: 5, held: 0, sold: 0 });
  expect(await net(t, admin)).toMatchObject({ total: 847 });
  const parts = await partDocumentsOf(t.db, number);
  expect(parts.map((part) => [part.kind, part.number, part.reason])).toEqual([
    ['credit-note', 'CN/26-27/000001', 'returned'],
    ['credit-note', 'CN/26-27/000002', 'returned'],
  ]);
  // The shopper sees the notes, and what goes back.
  const seen = (await t.get(url, own)).body.order;
  expect([seen.documents.length, seen.payment.refundDue]).toEqual([3, 499]);
  const mails = await t.db.selectFrom('mail_outbox').select('text_body').where('kind', '=', 'returned').execute();
  expect(mails[0]?.text_body).toContain('Items taken back: ₹299.');
});

test('what is left comes back: the order is returned, and all is credited to the paisa', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url } = await delivered(t, admin);
  await back(t, url, admin, [{ line: 0, quantity: 1 }]);
  const rest = await back(t, url, admin, [
    { line: 0, quantity: 2 },
    { line: 1, quantity: 1 },
  ]);
  expect(rest.body.order).toMatchObject({ status: 'returned', payment: { refundDue: 1346 } });
  expect(await dueOf(t, admin)).toEqual([[1346, 'returned']]);
  expect(await net(t, admin)).toMatchObject({ taxable: 0, igst: 0, total: 0 });
  expect((await back(t, url, admin, [{ line: 0, quantity: 1 }])).status).toBe(409);
});

test('all at once for less than it cost: the shop keeps the rest', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url } = await delivered(t, admin);
  const all = [
    { line: 0, quantity: 3 },
    { line: 1, quantity: 1 },
  ];
  const { body } = await back(t, url, admin, all, { refund: 1000 });
  expect(body.order).toMatchObject({ status: 'returned', payment: { kept: 346, refundDue: 1000 } });
  expect(await net(t, admin)).toMatchObject({ total: 346 });
});

test('a return can be undone until its refund is sent', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url } = await delivered(t, admin);
  await back(t, url, admin, [{ line: 1, quantity: 1 }], { restock: true });
  const undo = async () => t.post(`${url}/returns/undo`, { version: (await read(t, url, admin)).version }, admin);
  expect((await undo()).body.order).toMatchObject({ status: 'delivered', returns: [] });
  expect(await stockOf(t.db, 'figs')).toEqual({ stock: 4, held: 0, sold: 1 });
  expect(await net(t, admin)).toMatchObject({ total: 1346 });
  expect(await dueOf(t, admin)).toEqual([]);
  expect((await undo()).body.message).toBe('This order has no return to undo.');

  await back(t, url, admin, [
    { line: 0, quantity: 3 },
    { line: 1, quantity: 1 },
  ]);
  expect((await read(t, url, admin)).status).toBe('returned');
  expect((await undo()).body.order).toMatchObject({ status: 'delivered', payment: { status: 'completed' } });
  expect(await net(t, admin)).toMatchObject({ total: 1346 });

  await back(t, url, admin, [{ line: 1, quantity: 1 }]);
  const sent = { amount: 449, date: '2026-11-20', reason: 'Torn' };
  expect((await t.post(`${url}/refunds`, sent, admin)).status).toBe(201);
  const refused = await undo();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A refund for these goods has been recorded. Take the refund back first.',
  ]);
});

test.each<[string, object, number]>([
  ['more pieces than were sold', { lines: [{ line: 0, quantity: 4 }] }, 400],
  ['a negative number', { lines: [{ line: 0, quantity: -1 }] }, 400],
  ['a huge number', { lines: [{ line: 0, quantity: 1e12 }] }, 400],
  [
    'an item twice',
    {
      lines: [
        { line: 0, quantity: 2 },
        { line: 0, quantity: 2 },
      ],
    },
    400,
  ],
  ['an item that was not sold', { lines: [{ line: 7, quantity: 1 }] }, 400],
  ['nothing', { lines: [] }, 400],
  ['more money than it cost', { lines: [{ line: 0, quantity: 1 }], refund: 299.01 }, 400],
  ['less than no money', { lines: [{ line: 0, quantity: 1 }], refund: -1 }, 400],
  ['no reason', { lines: [{ line: 0, quantity: 1 }], reason: '' }, 400],
  ['another version', { lines: [{ line: 0, quantity: 1 }], version: 1 }, 409],
])('hostile: %s', async (_name, body, status) => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url } = await delivered(t, admin);
  const { version } = await read(t, url, admin);
  const answer = await t.post(`${url}/returns`, { reason: 'Torn', version, ...body }, admin);
  expect(answer.status, answer.body.message).toBe(status);
  expect(await dueOf(t, admin)).toEqual([]);
  expect(await net(t, admin)).toMatchObject({ total: 1346 });
});

test('never more goes back than was paid, nor before it is delivered, nor for the shopper', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url, own } = await delivered(t, admin);
  await t.post(`${url}/refunds`, { amount: 1200, date: '2026-11-20', reason: 'Late' }, admin);
  const most = await back(t, url, admin, [{ line: 1, quantity: 1 }], { refund: 200 });
  expect([most.status, most.body.message]).toEqual([409, 'Of what was paid, only ₹146 can still go back.']);
  const { version } = await read(t, url, admin);
  const mine = await t.post(`${url}/returns`, { lines: [{ line: 0, quantity: 1 }], reason: 'x', version }, own);
  expect(mine.status).toBe(401);
  const placed = (await t.post('/api/orders', orderBody(paid(8_999)))).body.order.orderNumber;
  const early = await back(t, `/api/orders/${placed}`, admin, [{ line: 0, quantity: 1 }]);
  expect([early.status, early.body.message]).toEqual([409, 'An order that is pending cannot become returned.']);
});
