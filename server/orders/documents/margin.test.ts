import { expect, test } from 'vitest';
import { isoDay } from '#shop/india/dates.ts';
import { Invoice } from '#shop/orders/invoice.ts';
import { billedTotal } from '#shop/orders/part-invoice.ts';
import { START, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import { partDocumentsOf } from '../rows/invoices.queries.ts';

test('the margin of a month counts paid orders with the cost of their time, for admins', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db, { sizes: [{}, { size: '500g', price: 500 }] });
  await t.db.updateTable('product_sizes').set({ cost: 18_000 }).where('size', '=', '250g').execute();
  await t.put('/api/settings/shop', { gstin: '27DEMCK0000D1ZV', stateCode: '27', state: 'Maharashtra' }, auth);
  const place = async (number: number, size: string, verified: boolean) => {
    const items = [{ product: 'almonds', size, quantity: 2 }];
    const { order } = (await t.post('/api/orders', orderBody({ items, total: undefined, ...paid(number) }))).body;
    if (verified) await t.put(`/api/orders/${order.orderNumber}/payment`, { status: 'completed' }, auth);
    return order.orderNumber as string;
  };
  await place(1, '250g', true);
  await place(2, '250g', false);
  await place(3, '500g', true);
  const cancelled = await place(4, '250g', true);
  await t.post(`/api/orders/${cancelled}/cancel`, { reason: 'Twice' }, auth);
  // What they cost later does not count.
  await t.db.updateTable('product_sizes').set({ cost: 99_000 }).execute();
  const url = `/api/reports/margin?month=${isoDay(START).slice(0, 7)}`;
  const { report } = (await t.get(url, auth)).body;
  // ₹598 with 5% GST are ₹569.52.
  expect(report.rows).toMatchObject([{ product: 'almonds', pieces: 2, sales: 569.52, cost: 360, margin: 209.52 }]);
  expect(report.unknown).toEqual({ pieces: 2, sales: 952.38 });
  expect((await t.get(`/api/reports/margin?month=2020-01`, auth)).body.report.rows).toEqual([]);
  expect((await t.get(url)).status).toBe(401);
  await t.services.accounts.addUser({
    email: 'm@kishmish.test',
    name: 'Meera',
    role: 'manager',
    password: 'a quite different password',
  });
  const login = { email: 'm@kishmish.test', password: 'a quite different password' };
  const manager = t.auth((await t.post('/api/auth/admin-login', login)).body.token);
  expect((await t.get(url, manager)).status).toBe(403);
});

test('goods that came back leave the sales as the documents say, and those in stock again their cost', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db, { sizes: [{ price: 333, stock: 50 }] });
  await addProduct(t.db, { id: 'figs', name: 'Figs', sizes: [{ price: 449, stock: 50 }] });
  await t.db.updateTable('product_sizes').set({ cost: 18_000 }).execute();
  const items = [
    { product: 'almonds', size: '250g', quantity: 3 },
    { product: 'figs', size: '250g', quantity: 2 },
  ];
  const { order } = (await t.post('/api/orders', orderBody({ items, total: undefined, ...paid(1) }))).body;
  const url = `/api/orders/${order.orderNumber}`;
  // As a draft with an offer of ₹17.77 on the whole order leaves it.
  expect(order.pricing.total).toBe(1_897);
  const offered = { discount: 1_777, total: 189_700 - 1_777 };
  await t.db.updateTable('orders').set(offered).where('order_number', '=', order.orderNumber).execute();
  await t.put(`${url}/payment`, { status: 'completed' }, auth);
  for (const status of ['shipped', 'delivered']) await t.put(`${url}/status`, { status }, auth);

  /** Paise that the documents bill, and what the margin says of the same. */
  const sums = async () => {
    const [first] = await t.db.selectFrom('invoices').select('data').execute();
    const notes = await t.db.selectFrom('credit_notes').select('number').execute();
    const all = [{ kind: 'invoice' as const, data: first?.data ?? '' }];
    const documents = [...all, ...(await partDocumentsOf(t.db, order.orderNumber))];
    const billed = billedTotal(
      documents.map(({ kind, data }) => ({ kind, lines: Invoice.parse(JSON.parse(data)).lines })),
    );
    const { report } = (await t.get(`/api/reports/margin?month=${isoDay(START).slice(0, 7)}`, auth)).body;
    expect(Math.round((report.known.sales - report.offers) * 100)).toBe(notes.length > 0 ? 0 : billed);
    return report;
  };
  const takeBack = async (lines: object[], more: object) => {
    const { version } = (await t.get(url, auth)).body.order;
    const body = { lines, reason: 'Torn', restock: false, version, ...more };
    expect((await t.post(`${url}/returns`, body, auth)).status).toBe(200);
  };
  expect((await sums()).known).toMatchObject({ pieces: 5, sales: 1_897, cost: 900 });
  await takeBack([{ line: 0, quantity: 1 }], { restock: true });
  expect((await sums()).known).toMatchObject({ pieces: 4, cost: 720 });
  // Thrown away: its cost stays.
  await takeBack([{ line: 1, quantity: 1 }], {});
  expect((await sums()).known).toMatchObject({ pieces: 3, cost: 720 });
  const before = (await sums()).known.sales;
  // A part of the money for goods that are sold again: the rest stays a sale.
  await takeBack([{ line: 0, quantity: 1 }], { restock: true, refund: 100 });
  const part = await sums();
  expect(part.known).toMatchObject({ pieces: 2, cost: 540 });
  expect(before - part.known.sales).toBeGreaterThan(100);
  expect(before - part.known.sales).toBeLessThan(104);
  await takeBack(
    [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 1 },
    ],
    { restock: true },
  );
  const all = await sums();
  expect(all.known).toMatchObject({ pieces: 0, cost: 180 });
  const { version } = (await t.get(url, auth)).body.order;
  expect((await t.post(`${url}/returns/undo`, { version }, auth)).status).toBe(200);
  expect((await sums()).known).toEqual(part.known);
});
