import { expect, test } from 'vitest';
import { ProductInput } from '#shop/catalogue/catalogue-input.ts';
import { DraftInput, OrderInput } from '#shop/orders/orders.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, type NewSize, orderBody, paid, reasonsOf } from '#tests/factories.ts';
import { createServices } from '../../services.ts';
import { readPaperOrders } from '../documents/papers.queries.ts';

/**
 * A size that is renamed stays the same size: its pieces, and the orders that have some of them
 * (I2).
 */

const MINUTE = 60_000;
const OWNER = { id: null, name: 'Owner' };

async function shop(sizes: NewSize[] = [{}]) {
  const t = await testApp();
  await addProduct(t.db, { sizes });
  const headers = t.auth(await t.adminToken());
  const read = async () => (await t.get('/api/products/almonds')).body.product.sizes as { size: string }[];
  /** Saves the form with other labels, in the order of the sizes, and more sizes. */
  const rename = async (labels: string[], ...more: object[]) => {
    const renamed = (await read()).map((size, index) => ({
      ...size,
      size: labels[index] ?? size.size,
      sizeBefore: size.size,
      stockBefore: (size as { stock?: number }).stock,
    }));
    const body = { name: 'California Almonds', description: 'Almonds', category: 'nuts', sizes: [...renamed, ...more] };
    expect((await t.put('/api/products/almonds', body, headers)).status).toBe(200);
  };
  const stock = async () =>
    Object.fromEntries(
      (await rowsOf(t)).filter((row) => row.removed_at === null).map((row) => [row.label ?? row.size, row.stock]),
    );
  return { t, headers, read, rename, stock };
}

const item = (quantity: number, size = '250g', price?: number) => ({ product: 'almonds', size, quantity, price });

async function draftOf(t: TestApp, ...items: object[]) {
  const { body } = await t.post('/api/orders/draft', { items });
  return { orderNumber: body.order.orderNumber as string, accessToken: body.order.accessToken as string };
}

const place = (t: TestApp, more: object) => t.post('/api/orders', orderBody({ total: undefined, ...more }));
const rowsOf = (t: TestApp) =>
  t.db
    .selectFrom('product_sizes')
    .select(['size', 'label', 'price', 'stock', 'held', 'sold', 'removed_at'])
    .orderBy('size')
    .execute();
test('pieces of a lapsed draft and of a cancelled order come back to the size under its new label', async () => {
  const { t, headers, rename, stock } = await shop();
  await using _ = t;
  await draftOf(t, item(3));
  const { body } = await place(t, { ...paid(1), items: [item(2)] });
  await rename(['200 g']);
  expect(await stock()).toEqual({ '200 g': 5 });
  t.clock.advance(20 * MINUTE);
  expect(await t.services.orders.freeExpired()).toBe(1);
  expect(await stock()).toEqual({ '200 g': 8 });
  await t.post(`/api/orders/${body.order.orderNumber}/cancel`, { reason: 'changed mind' }, headers);
  expect(await stock()).toEqual({ '200 g': 10 });
});

test.each([
  ['with', paid(1)],
  ['without', {}],
])('a draft can be ordered %s a UTR after its size was renamed, and keeps label and price', async (_name, utr) => {
  const { t, headers, rename, stock } = await shop();
  await using _ = t;
  const draft = await draftOf(t, item(3));
  await rename(['200 g']);
  // Also with a new price.
  const rows = [{ id: 'almonds', size: '200 g', price: { from: 299, to: 319 } }];
  expect((await t.post('/api/admin/products/bulk', { rows }, headers)).status).toBe(200);
  const { status, body } = await place(t, { ...draft, ...utr, items: [item(3)], total: 897 });
  expect([status, body.order.pricing.total]).toEqual([201, 897]);
  expect(body.order.items).toMatchObject([{ size: '250g', price: 299 }]);
  expect(await reasonsOf(t.db, draft.orderNumber)).toEqual([]);
  expect(await rowsOf(t)).toMatchObject([{ label: '200 g', price: 31_900, stock: 7, held: 0, sold: 3 }]);
  expect(await stock()).toEqual({ '200 g': 7 });
});

test('a draft that has lapsed takes the renamed size at its price', async () => {
  const { t, rename } = await shop();
  await using _ = t;
  const draft = await draftOf(t, item(3));
  await rename(['200 g']);
  t.clock.advance(20 * MINUTE);
  await t.services.orders.freeExpired();
  expect((await place(t, { ...draft, ...paid(1), items: [item(3)] })).status).toBe(201);
  expect(await reasonsOf(t.db, draft.orderNumber)).toEqual([]);
  expect(await rowsOf(t)).toMatchObject([{ stock: 7, held: 0, sold: 3 }]);
});

test('a cart with the former label is refused before the payment, and taken after it', async () => {
  const { t, rename } = await shop();
  await using _ = t;
  await rename(['200 g']);
  const draft = await t.post('/api/orders/draft', { items: [item(1)] });
  expect([draft.status, draft.body.errors]).toEqual([
    409,
    [{ path: 'items.0', msg: 'California Almonds is no longer available.' }],
  ]);
  expect((await place(t, { items: [item(1)] })).status).toBe(409);
  const { status, body } = await place(t, { ...paid(1), items: [item(1, '250g', 299)] });
  expect([status, await reasonsOf(t.db, body.order.orderNumber)]).toEqual([201, []]);
  expect(await rowsOf(t)).toMatchObject([{ stock: 9, held: 0, sold: 1 }]);
});

test('two labels that are swapped in one save: stock, price and pieces of orders go with their size', async () => {
  const { t, headers, rename, read, stock } = await shop([
    { size: '250g', price: 299, stock: 10 },
    { size: '500g', price: 549, stock: 20 },
  ]);
  await using _ = t;
  const { body } = await place(t, { ...paid(1), items: [item(2)] });
  const draft = await draftOf(t, item(1), item(4, '500g'));
  await rename(['500g', '250g']);
  expect(await read()).toMatchObject([
    { size: '500g', price: 299 },
    { size: '250g', price: 549 },
  ]);
  expect(await stock()).toEqual({ '500g': 7, '250g': 16 });
  await t.post(`/api/orders/${body.order.orderNumber}/cancel`, { reason: 'changed mind' }, headers);
  // A label means the size that has it now, at the price of the draft.
  const placed = await place(t, { ...draft, ...paid(2), items: [item(1), item(4, '500g')] });
  expect([placed.status, placed.body.order.pricing.total]).toEqual([201, 299 + 4 * 549]);
  expect(await rowsOf(t)).toMatchObject([
    { size: '250g', label: '500g', stock: 6, held: 0, sold: 4 },
    { size: '500g', label: '250g', stock: 19, held: 0, sold: 1 },
  ]);
  await t.post(`/api/orders/${draft.orderNumber}/cancel`, { reason: 'changed mind' }, headers);
  expect(await stock()).toEqual({ '500g': 10, '250g': 20 });
  await rename(['250g', '500g']);
  expect(await rowsOf(t)).toMatchObject([
    { size: '250g', label: null, stock: 10 },
    { size: '500g', label: null, stock: 20 },
  ]);
});

test('a former label that another size gets: old orders stay with the renamed one', async () => {
  const { t, headers, rename, stock } = await shop();
  await using _ = t;
  const { body } = await place(t, { ...paid(1), items: [item(2)] });
  await rename(['200 g'], { size: '250g', price: 349, stock: 30 });
  expect(await stock()).toEqual({ '200 g': 8, '250g': 30 });
  const second = await place(t, { items: [item(5)] });
  expect([second.status, second.body.order.pricing.total]).toEqual([201, 5 * 349]);
  await t.db.updateTable('product_sizes').set({ net_quantity_grams: 250 }).where('price', '=', 34_900).execute();
  const papers = await readPaperOrders(t.db, [body.order.orderNumber, second.body.order.orderNumber]);
  expect(papers.map(({ lines }) => lines[0]?.grams)).toEqual([null, 250]);
  expect(await stock()).toEqual({ '200 g': 8, '250g': 25 });
  await t.post(`/api/orders/${body.order.orderNumber}/cancel`, { reason: 'changed mind' }, headers);
  await t.post(`/api/orders/${second.body.order.orderNumber}/cancel`, { reason: 'changed mind' }, headers);
  expect(await stock()).toEqual({ '200 g': 10, '250g': 30 });

  // Each gets its label back.
  await rename(['250g', '200 g']);
  expect(await stock()).toEqual({ '250g': 10, '200 g': 30 });
  const mail = await t.db.selectFrom('mail_outbox').select('text_body').orderBy('id').execute();
  expect(mail.some(({ text_body }) => text_body.includes('250g #'))).toBe(false);
});

test('a renamed size that is removed takes nothing along, and comes back with its new label', async () => {
  const { t, headers, rename, read, stock } = await shop([{}, { size: '500g', price: 549, stock: 20 }]);
  await using _ = t;
  const { body } = await place(t, { ...paid(1), items: [item(2)] });
  await rename(['200 g']);
  const [small, large] = await read();
  const save = (...sizes: object[]) =>
    t.put('/api/products/almonds', { name: 'Almonds', description: 'A', category: 'nuts', sizes }, headers);
  await save({ ...large, sizeBefore: '500g' });
  await t.post(`/api/orders/${body.order.orderNumber}/cancel`, { reason: 'changed mind' }, headers);
  expect(await stock()).toEqual({ '500g': 20 });
  await save({ ...large }, { ...small, stock: 5 });
  expect(await stock()).toEqual({ '500g': 20, '200 g': 5 });
  expect(await rowsOf(t)).toMatchObject([
    { size: '250g', label: '200 g', stock: 5, held: 0, sold: 0, removed_at: null },
    { size: '500g', stock: 20 },
  ]);
});

test('a product that gets sizes, and one that loses them, renames none', async () => {
  const { t, headers, stock } = await shop([{ size: '', stock: 10 }]);
  await using _ = t;
  const product = { name: 'California Almonds', description: 'Almonds', category: 'nuts' };
  const save = async (more: object) =>
    expect((await t.put('/api/products/almonds', { ...product, ...more }, headers)).status).toBe(200);
  await save({ sizes: [{ size: '250g', price: 299, stock: 7, stockBefore: 7 }] });
  expect(await stock()).toEqual({ '250g': 7 });
  await save({ price: 199, stockCount: 4, stockCountBefore: 4 });
  expect(await rowsOf(t)).toMatchObject([
    { size: '', label: null, stock: 4, removed_at: null },
    { size: '250g', label: null, stock: 0, removed_at: expect.any(Number) },
  ]);
});

test('history, stock changes and a file from before the rename find the size by its label', async () => {
  const { t, headers, rename, stock } = await shop();
  await using _ = t;
  const change = (size: string, pieces: number) =>
    t.post('/api/admin/products/almonds/stock', { reason: 'received', sizes: [{ size, change: pieces }] }, headers);
  await change('250g', 5);
  const before = (await t.get('/api/admin/products/export', headers)).text;
  await rename(['200 g']);
  expect((await change('250g', 1)).status).toBe(409);
  expect((await change('200 g', 1)).status).toBe(200);
  const { history } = (await t.get('/api/admin/products/almonds/stock', headers)).body;
  expect(history.sizes).toMatchObject([{ size: '200 g', stock: 16, orders: 0 }]);
  expect(history.changes).toMatchObject([
    { size: '200 g', change: 1, stock: 16 },
    { size: '200 g', change: 5, stock: 15 },
  ]);
  const after = (await t.get('/api/admin/products/export', headers)).text;
  const [heading = '', line = ''] = after.replace('\ufeff', '').split('\r\n');
  expect([before, after].map((text) => text.includes('250g'))).toEqual([true, false]);
  const cells = Object.fromEntries(line.split(',').map((cell, index) => [heading.split(',')[index], cell]));
  expect(cells).toMatchObject({ size: '200 g', stockVersion: '2' });
  const upload = async (sizeCells: object) => {
    const rows = [{ line: 2, cells: { id: 'almonds', ...sizeCells } }];
    return (await t.post('/api/admin/products/import', { dryRun: false, rows }, headers)).body.results[0];
  };
  // The same difference twice counts once.
  const edit = { size: '200 g', stock: '20', stockBefore: '16', stockVersion: '2' };
  expect(await upload(edit)).toMatchObject({ action: 'update' });
  expect(await upload(edit)).toMatchObject({ action: 'unchanged' });
  expect(await stock()).toEqual({ '200 g': 20 });
  // A former label is a new size, as any unknown label; the renamed one is left alone.
  expect(await upload({ size: '250g', price: '299', stock: '4' })).toMatchObject({
    action: 'update',
    changes: ['size'],
  });
  expect(await stock()).toEqual({ '200 g': 20, '250g': 4 });
});

test('two processes: orders and drafts while a size is renamed lose no piece', async () => {
  const { t, headers, read, stock } = await shop([{ stock: 100 }]);
  await using _ = t;
  const other = createServices(t.context);
  const save = async (size: string) => {
    const [now] = await read();
    const sizes = [
      { ...now, size, sizeBefore: now?.size, stockBefore: (now as { stock?: number } | undefined)?.stock },
    ];
    const input = ProductInput.parse({ name: 'Almonds', description: 'A', category: 'nuts', sizes });
    await other.catalogue.update('almonds', input, OWNER);
  };
  const numbers: string[] = [];
  const orders = Array.from({ length: 30 }, async (_, index) => {
    const items = [item(1, index % 2 === 0 ? '250g' : '200 g')];
    if (index % 3 === 0) return t.services.orders.draft(DraftInput.parse({ items }), {}).catch(() => null);
    const input = OrderInput.parse(orderBody({ ...paid(index), items, total: undefined }));
    const { order } = await t.services.orders.place(input, {});
    return numbers.push(order.orderNumber);
  });
  const renames = (async () => {
    for (const label of ['200 g', '250g', '200 g']) await save(label);
  })();
  await Promise.all([...orders, renames]);
  expect(numbers).toHaveLength(20);
  const [row] = await rowsOf(t);
  expect((row?.stock ?? 0) + (row?.held ?? 0) + (row?.sold ?? 0)).toBe(100);
  t.clock.advance(20 * MINUTE);
  await t.services.orders.freeExpired();
  for (const number of numbers) await t.post(`/api/orders/${number}/cancel`, { reason: 'changed mind' }, headers);
  expect(await stock()).toEqual({ '200 g': 100 });
});
