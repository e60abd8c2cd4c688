import { expect, test } from 'vitest';
import type { StockHistory } from '#shop/catalogue/product-admin.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

/** Stock that staff receive or correct (R3.9.10). */

const URL = '/api/admin/products/almonds/stock';

async function shop(sizes = [{ size: '250g', stock: 10 }]) {
  const t = await testApp();
  await addProduct(t.db, { sizes });
  t.context.versions.touch('catalogue');
  const auth = t.auth(await t.adminToken());
  return {
    ...t,
    t,
    auth,
    history: async (): Promise<StockHistory> => (await t.get(URL, auth)).body.history,
    change: (reason: string, change: number, more: object = {}) =>
      t.post(URL, { reason, sizes: [{ size: '250g', change }], ...more }, auth),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  };
}

/** An order of almonds by its own person. */
async function order(t: TestApp, number: number, quantity = 1): Promise<string> {
  const [item] = orderBody().items as object[];
  const { body } = await t.post('/api/orders', {
    ...orderBody({ ...paid(number), shippingAddress: { ...ADDRESS, phone: String(9_100_000_000 + number) } }),
    items: [{ ...item, quantity }],
    total: 299 * quantity,
  });
  return body.order.orderNumber;
}

test('the history says who changed which size, when, by how much and why, and what orders moved between', async () => {
  await using s = await shop();
  expect(await s.history()).toEqual({
    sizes: [{ size: '250g', stock: 10, held: 0, sold: 0, orders: null }],
    changes: [],
  });
  const received = await s.change('received', 40, { note: ' Bill 17\n' });
  expect(received).toMatchObject({
    status: 200,
    body: { message: 'Stock of 1 size saved', product: { stockCount: 50 } },
  });
  const first = await order(s.t, 1, 3);
  await order(s.t, 2, 2);
  expect((await s.history()).sizes).toEqual([{ size: '250g', stock: 45, held: 0, sold: 5, orders: -5 }]);
  s.clock.advance(60_000);
  await s.change('damaged', -4);
  await s.t.post(`/api/orders/${first}/cancel`, { reason: 'Twice' }, s.auth);
  expect(await s.history()).toEqual({
    sizes: [{ size: '250g', stock: 44, held: 0, sold: 2, orders: 3 }],
    changes: [
      expect.objectContaining({ at: s.clock.now(), change: -4, stock: 41, reason: 'damaged', note: '', orders: -5 }),
      {
        size: '250g',
        at: s.clock.now() - 60_000,
        by: 'Admin',
        change: 40,
        stock: 50,
        reason: 'received',
        note: 'Bill 17',
        orders: null,
      },
    ],
  });
});

test.each<[string, object, number, string]>([
  ['no reason', { sizes: [{ size: '250g', change: 1 }] }, 400, 'reason'],
  ['an unknown reason', { reason: 'edited', sizes: [{ size: '250g', change: 1 }] }, 400, 'reason'],
  ['nothing', { reason: 'received', sizes: [] }, 400, 'sizes'],
  ['no change', { reason: 'counted', sizes: [{ size: '250g', change: 0 }] }, 400, 'sizes.0.change'],
  ['received with a minus', { reason: 'received', sizes: [{ size: '250g', change: -1 }] }, 400, 'sizes.0.change'],
  ['damaged with a plus', { reason: 'damaged', sizes: [{ size: '250g', change: 1 }] }, 400, 'sizes.0.change'],
  ['half a piece', { reason: 'received', sizes: [{ size: '250g', change: 1.5 }] }, 400, 'sizes.0.change'],
  [
    'a size twice',
    { reason: 'received', sizes: [1, 2].map((change) => ({ size: '250g', change })) },
    400,
    'sizes.1.change',
  ],
  ['more than there is', { reason: 'damaged', sizes: [{ size: '250g', change: -11 }] }, 409, 'sizes.0.change'],
  ['a short key', { reason: 'received', once: 'a', sizes: [{ size: '250g', change: 1 }] }, 400, 'once'],
  ['too much', { reason: 'received', sizes: [{ size: '250g', change: 999_991 }] }, 409, 'sizes.0.change'],
])('%s is rejected and changes nothing', async (_name, body, status, path) => {
  await using s = await shop();
  const response = await s.t.post(URL, body, s.auth);
  expect([response.status, response.body.errors[0].path]).toEqual([status, path]);
  expect(await s.history()).toMatchObject({ sizes: [{ stock: 10 }], changes: [] });
});

test('several sizes change together or not at all; a size or product that is gone is named', async () => {
  await using s = await shop([
    { size: '250g', stock: 10 },
    { size: '1kg', stock: 2 },
  ]);
  const both = (change: number) => ({ reason: 'damaged', sizes: ['250g', '1kg'].map((size) => ({ size, change })) });
  expect((await s.t.post(URL, both(-3), s.auth)).body.errors).toEqual([
    { path: 'sizes.1.change', msg: 'Only 2 in stock' },
  ]);
  expect((await stockOf(s.db)).stock).toBe(10);
  expect((await s.t.post(URL, both(-2), s.auth)).body.message).toBe('Stock of 2 sizes saved');
  expect((await s.history()).changes.map(({ size, stock }) => [size, stock])).toEqual([
    ['1kg', 0],
    ['250g', 8],
  ]);
  const gone = { reason: 'received', sizes: [{ size: '5kg', change: 1 }] };
  expect((await s.t.post(URL, gone, s.auth)).status).toBe(409);
  expect((await s.t.post('/api/admin/products/nothing/stock', gone, s.auth)).status).toBe(404);
  expect((await s.t.get('/api/admin/products/nothing/stock', s.auth)).status).toBe(404);
});

test('the form, a bulk change and a CSV file leave a line too, and only where the stock changed', async () => {
  await using s = await shop();
  const { product } = (await s.t.get('/api/products/almonds')).body;
  const save = (sizes: object[]) => s.t.put('/api/products/almonds', { ...product, version: undefined, sizes }, s.auth);
  const [size] = product.sizes;
  await save([{ ...size, price: 310, stockBefore: 10 }]);
  expect((await s.history()).changes).toEqual([]);
  await order(s.t, 1, 4);
  // The form was opened before the order: it adds two.
  await save([{ ...size, stock: 12, stockBefore: 10 }]);
  await save([
    { ...size, stock: 8, stockBefore: 8 },
    { ...size, size: '1kg', stock: 5 },
  ]);
  const rows = [{ id: 'almonds', size: '250g', stock: { from: 8, to: 3 } }];
  await s.t.post('/api/admin/products/bulk', { rows }, s.auth);
  const cells = { id: 'almonds', size: '250g', stock: '7', stockBefore: '3' };
  await s.t.post('/api/admin/products/import', { dryRun: false, rows: [{ line: 2, cells }] }, s.auth);
  await save([{ ...size, stock: 7, stockBefore: 7 }]);
  const { changes } = await s.history();
  const lines = (of: string) =>
    changes
      .filter((one) => one.size === of)
      .map(({ reason, change, stock, orders }) => [reason, change, stock, orders]);
  expect(lines('250g')).toEqual([
    ['edited', 4, 7, 0],
    ['edited', -5, 3, 0],
    ['edited', 2, 8, null],
  ]);
  expect(lines('1kg')).toEqual([
    ['removed', -5, 0, 0],
    ['created', 5, 5, null],
  ]);
});

test('50 changes, bulk changes and orders at once lose no piece, and the history adds up', async () => {
  await using s = await shop([{ size: '250g', stock: 100 }]);
  const work = Array.from({ length: 50 }, (_, index) => {
    if (index % 3 === 0) return order(s.t, index + 1).then(() => 200);
    if (index % 3 === 1)
      return s.change(index % 2 ? 'received' : 'damaged', index % 2 ? 7 : -2).then(({ status }) => status);
    const rows = [{ id: 'almonds', size: '250g', stock: { from: 50, to: 51 } }];
    return s.t.post('/api/admin/products/bulk', { rows }, s.auth).then(({ status }) => status);
  });
  expect(new Set(await Promise.all(work))).toEqual(new Set([200]));
  const { stock, sold, held } = await stockOf(s.db);
  const { changes } = await s.history();
  expect(changes).toHaveLength(33);
  const staff = changes.reduce((sum, { change }) => sum + change, 0);
  expect([sold, held, stock]).toEqual([17, 0, 100 + staff - 17]);
  const [{ orders = null } = {}] = (await s.history()).sizes;
  const numbered = await s.db.selectFrom('stock_changes').select(['n', 'change', 'stock']).orderBy('n').execute();
  expect(numbered.map(({ n }) => n)).toEqual(numbered.map((_, index) => index + 1));
  const [first] = numbered;
  const beforeFirst = 100 - ((first?.stock ?? 0) - (first?.change ?? 0));
  expect(changes.reduce((sum, change) => sum + (change.orders ?? 0), 0) + (orders ?? 0)).toBe(beforeFirst - 17);
});

test('a size that comes back begins with what cancelled orders had returned to it', async () => {
  await using s = await shop();
  const { product } = (await s.t.get('/api/products/almonds')).body;
  const save = (sizes: object[]) => s.t.put('/api/products/almonds', { ...product, version: undefined, sizes }, s.auth);
  const number = await order(s.t, 1, 4);
  const other = { ...product.sizes[0], size: '1kg', stock: 5 };
  await save([other]);
  await s.t.post(`/api/orders/${number}/cancel`, { reason: 'Twice' }, s.auth);
  await save([other, { ...product.sizes[0], stock: 20 }]);
  const { changes } = await s.history();
  expect(changes.filter(({ size }) => size === '250g')).toMatchObject([
    { reason: 'created', change: 16, stock: 20, orders: 4 },
    { reason: 'removed', change: -6, stock: 0, orders: null },
  ]);
});

test('a change that is sent again, because its response was lost, counts once', async () => {
  await using s = await shop();
  const once = 'a1'.repeat(16);
  const received = () => s.change('received', 50, { once });
  const sent = [...(await Promise.all([received(), received(), received()])), await received()];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(sent.at(-1)?.body).toMatchObject({ message: 'Stock of 1 size saved', product: { stockCount: 60 } });
  // Something else with the same key was typed after the first try, which has come after all.
  for (const [reason, change, note] of [
    ['received', 51],
    ['returned', 50],
    ['received', 50, 'Bill 17'],
  ] as const) {
    const { status, body } = await s.change(reason, change, { once, note });
    expect([status, body.errors]).toEqual([409, [{ path: 'once', msg: expect.stringContaining('saved after all') }]]);
  }
  expect(await s.history()).toMatchObject({ sizes: [{ stock: 60 }], changes: [{ change: 50 }] });
  const audited = s.db.selectFrom('audit_log').select('id').where('action', '=', 'stock');
  expect(await audited.execute()).toHaveLength(1);
  // More deliveries of the same size. Keys older than a day are forgotten.
  await s.change('received', 50, { once: 'b2'.repeat(16) });
  expect((await stockOf(s.db)).stock).toBe(110);
  await s.db
    .updateTable('done_requests')
    .set({ at: s.clock.now() - 86_400_001 })
    .execute();
  await s.change('received', 50, { once: 'c3'.repeat(16) });
  expect((await stockOf(s.db)).stock).toBe(160);
  expect(await s.db.selectFrom('done_requests').select('once').execute()).toHaveLength(1);
});

test('a change that was refused may be sent again with the same key', async () => {
  await using s = await shop();
  const once = 'a1'.repeat(16);
  expect((await s.change('damaged', -11, { once })).status).toBe(409);
  expect((await s.change('damaged', -9, { once })).status).toBe(200);
  expect((await stockOf(s.db)).stock).toBe(1);
});

test('a bulk change, and its undoing, that is sent again counts once', async () => {
  await using s = await shop();
  const step = (from: number, to: number, once: string) => {
    const rows = [{ id: 'almonds', size: '250g', stock: { from, to } }];
    return s.t.post('/api/admin/products/bulk', { once, rows }, s.auth);
  };
  for (const [from, to, letter] of [
    [10, 30, 'a'],
    [30, 10, 'b'],
  ] as const) {
    const both = await Promise.all([step(from, to, letter.repeat(32)), step(from, to, letter.repeat(32))]);
    both.push(await step(from, to, letter.repeat(32)));
    expect(both.map(({ status, body }) => [status, body.changed])).toEqual(both.map(() => [200, 1]));
    expect((await stockOf(s.db)).stock).toBe(to);
    expect((await step(from, to + 1, letter.repeat(32))).status).toBe(409);
  }
});

test('a bulk change returns what each row has moved, also when it is sent again, so that undoing it makes no pieces', async () => {
  await using s = await shop([
    { size: '250g', stock: 10 },
    { size: '1kg', stock: 10 },
  ]);
  await order(s.t, 1, 7);
  // The list was loaded before the order.
  const rows = [
    { id: 'almonds', size: '250g', stock: { from: 10, to: 2 } },
    { id: 'almonds', size: '1kg', stock: { from: 10, to: 15 }, price: { from: 299, to: 289 } },
    { id: 'almonds', size: '250g', price: { from: 299, to: 289 } },
  ];
  const send = () => s.t.post('/api/admin/products/bulk', { once: 'a1'.repeat(16), rows: rows.slice(0, 2) }, s.auth);
  const done = await send();
  s.clock.advance(60_000);
  await s.change('received', 1);
  for (const { status, body } of [done, await send()]) expect([status, body.moved]).toEqual([200, [-3, 5]]);
  const priced = await s.t.post('/api/admin/products/bulk', { rows: rows.slice(2) }, s.auth);
  expect(priced.body.moved).toEqual([0]);
  // The audit log has the figures that were.
  const [entry] = await s.db
    .selectFrom('audit_log')
    .select(['before_value', 'after_value'])
    .where('action', '=', 'prices')
    .orderBy('at')
    .execute();
  expect([JSON.parse(entry?.before_value ?? ''), JSON.parse(entry?.after_value ?? '')]).toEqual([
    [
      { size: '1kg', price: 299, stock: 10 },
      { size: '250g', stock: 3 },
    ],
    [
      { size: '1kg', price: 289, stock: 15 },
      { size: '250g', stock: 0 },
    ],
  ]);
});

test('a price and an order write no line of the history', async () => {
  await using s = await shop();
  const rows = [{ id: 'almonds', size: '250g', price: { from: 299, to: 279 } }];
  await s.t.post('/api/admin/products/bulk', { rows }, s.auth);
  await order(s.t, 1);
  expect((await s.history()).changes).toEqual([]);
});

test('only staff see and change the stock; the audit log has the reason', async () => {
  await using s = await shop();
  expect((await s.t.get(URL)).status).toBe(401);
  expect((await s.t.post(URL, { reason: 'received', sizes: [{ size: '250g', change: 1 }] })).status).toBe(401);
  await s.change('counted', -1, { note: 'One was empty' });
  const row = await s.db
    .selectFrom('audit_log')
    .select(['before_value', 'after_value'])
    .where('action', '=', 'stock')
    .executeTakeFirstOrThrow();
  expect([JSON.parse(row.before_value ?? ''), JSON.parse(row.after_value ?? '')]).toEqual([
    [{ size: '250g', stock: 10 }],
    [{ size: '250g', stock: 9, reason: 'counted', note: 'One was empty' }],
  ]);
});

test('a size with half a character is the same size in the next import', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  for (const stock of ['5', '7']) {
    const rows = [{ line: 2, cells: { id: 'almonds', size: 'Half \ud800', price: '299', stock } }];
    const { status, body } = await t.post('/api/admin/products/import', { dryRun: false, rows }, auth);
    expect([status, body.results[0].errors]).toEqual([200, []]);
  }
  const sizes = await t.db
    .selectFrom('product_sizes')
    .select(['size', 'stock'])
    .where('size', 'like', 'Half%')
    .execute();
  expect(sizes).toEqual([{ size: 'Half \ufffd', stock: 7 }]);
});
