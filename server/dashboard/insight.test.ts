import { expect, test, vi } from 'vitest';
import { MOST_WORDS } from '#shop/dashboard/insight.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 20 Nov 2026, 00:00 in India. START is noon of that day. */
const TODAY = START - 12 * HOUR;

async function visit(t: TestApp, steps: Record<string, number>) {
  for (const [what, times] of Object.entries(steps)) {
    for (let each = 0; each < times; each++) expect((await t.post('/api/insight', { what })).status).toBe(200);
  }
}

async function search(t: TestApp, words: string, times = 1) {
  for (let each = 0; each < times; each++) {
    expect((await t.post('/api/insight', { what: 'search', words })).status).toBe(200);
  }
}

const rowsOf = (t: TestApp) =>
  t.db.selectFrom('insight_counts').selectAll().orderBy('day').orderBy('what').orderBy('name').execute();

const read = async (t: TestApp, days: number) =>
  (await t.get(`/api/admin/insight?days=${days}`, t.auth(await t.adminToken()))).body.insight;

/** Places an order of one pack and verifies its payment. @returns its number */
async function order(t: TestApp, number: number, more: Record<string, unknown> = {}) {
  const shippingAddress = { ...ADDRESS, phone: String(9_000_000_000 + number) };
  const { status, body } = await t.post('/api/orders', orderBody({ shippingAddress, ...paid(number), ...more }));
  expect(status).toBe(201);
  return body.order.orderNumber as string;
}

test('visits are added up by day without a write for each, and what was searched is kept without punctuation', async () => {
  await using t = await testApp({ ownApp: true });
  await visit(t, { product: 3, cart: 2 });
  await search(t, 'Sugar-free!', 2);
  expect(await rowsOf(t)).toEqual([]);
  await t.services.insight.flush();
  t.clock.advance(DAY);
  await visit(t, { product: 1 });
  await t.services.insight.flush();
  await visit(t, { product: 1 });
  await t.services.insight.stop();
  expect((await rowsOf(t)).filter(({ what }) => !what.startsWith('left'))).toEqual([
    { day: '2026-11-20', what: 'cart', name: '', count: 2 },
    { day: '2026-11-20', what: 'product', name: '', count: 3 },
    { day: '2026-11-20', what: 'search', name: 'sugar free', count: 2 },
    { day: '2026-11-21', what: 'product', name: '', count: 2 },
  ]);
});

test('two processes add to the same counts', async () => {
  await using t = await testApp({ ownApp: true });
  await using other = await testApp({ database: t.context.database, ownApp: true });
  await visit(t, { product: 2 });
  await visit(other, { product: 3 });
  await Promise.all([t.services.insight.flush(), other.services.insight.flush()]);
  expect((await rowsOf(t)).find(({ what }) => what === 'product')?.count).toBe(5);
});

test('what could not be written is written the next time', async () => {
  await using t = await testApp({ ownApp: true });
  await t.services.insight.flush();
  await visit(t, { product: 2 });
  const fails = vi.spyOn(t.db, 'insertInto').mockImplementationOnce(() => {
    throw new Error('the disk is full');
  });
  await expect(t.services.insight.flush()).rejects.toThrow('the disk is full');
  fails.mockRestore();
  await visit(t, { product: 1 });
  await t.services.insight.flush();
  expect((await rowsOf(t)).find(({ what }) => what === 'product')?.count).toBe(3);
});

test('what looks like a person is only counted, and so are words beyond those that a day keeps', async () => {
  await using t = await testApp({ ownApp: true });
  for (const words of ['98765 43210', 'asha@example.org', 'ORD1795000000000123']) await search(t, words);
  const { insight } = t.services;
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `nut ${String.fromCharCode(97 + ((from + at) % 26))}${from + at}`);
  for (const text of words(0, MOST_WORDS - 10)) insight.count({ what: 'search', words: text });
  await insight.flush();
  for (const text of words(150, MOST_WORDS + 180)) insight.count({ what: 'search', words: text });
  await insight.flush();
  const rows = (await rowsOf(t)).filter(({ what }) => what === 'search');
  expect(rows.filter(({ name }) => name !== '')).toHaveLength(MOST_WORDS);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(3 + MOST_WORDS - 10 + MOST_WORDS + 30);
  expect(rows.map(({ name }) => name).join(' ')).not.toMatch(/98765|asha|ord1795/);
});

test('unknown steps, long texts and large bodies are refused, and one network counts a limited number of times', async () => {
  await using t = await testApp({ ownApp: true });
  for (const body of [{}, { what: 'left' }, { what: 'search' }, { what: 'search', words: 'x'.repeat(201) }]) {
    expect((await t.post('/api/insight', body)).status).toBe(400);
  }
  expect((await t.post('/api/insight', { what: 'product', more: 'x'.repeat(2_000) })).status).toBe(413);
  const statuses: number[] = [];
  for (let each = 0; each < 130; each++) statuses.push((await t.post('/api/insight', { what: 'product' })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(115);
  expect(statuses.at(-1)).toBe(429);
});

test('counts are deleted after 400 days, and words of searches after 90', async () => {
  await using t = await testApp({ ownApp: true });
  const row = (ago: number, what: 'product' | 'search', name = '') => ({
    day: new Date(TODAY - ago * DAY + 12 * HOUR).toISOString().slice(0, 10),
    what,
    name,
    count: 1,
  });
  await t.db
    .insertInto('insight_counts')
    .values([row(400, 'product'), row(401, 'product'), row(90, 'search', 'anjeer'), row(91, 'search', 'kesar')])
    .execute();
  await t.services.insight.flush();
  expect(
    (await rowsOf(t)).filter(({ what }) => !what.startsWith('left')).map(({ what, name }) => [what, name]),
  ).toEqual([
    ['product', ''],
    ['search', 'anjeer'],
  ]);
});

test('a shop without visits has no counted steps: they are unknown and not zero', async () => {
  await using t = await testApp({ ownApp: true });
  expect(await read(t, 7)).toEqual({
    days: 7,
    from: TODAY - 6 * DAY,
    to: TODAY + DAY,
    countedSince: null,
    funnelFrom: TODAY - 6 * DAY,
    funnel: [
      ...['product', 'cart', 'address', 'payment'].map((step) => ({ step, count: null, share: null })),
      ...['utr', 'received'].map((step) => ({ step, count: 0, share: null })),
    ],
    paid: { share: null, before: null },
    left: { payments: 0, amount: 0 },
    verify: { median: null, orders: 0, automatic: 0, parts: expect.any(Array) },
    ship: { median: null, orders: 0, parts: expect.any(Array) },
    apps: [],
    coupons: [],
    searches: { times: 0, words: [] },
  });
});

test('the funnel counts visits and orders from the first day with a visit', async () => {
  await using t = await testApp({ ownApp: true });
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  t.clock.time = START - 20 * DAY;
  await order(t, 1);
  t.clock.time = START - 3 * DAY;
  await visit(t, { product: 8, cart: 4, address: 4, payment: 3 });
  const auth = t.auth(await t.adminToken());
  const numbers = [await order(t, 2), await order(t, 3)];
  await t.put(`/api/orders/${numbers[0]}/payment`, { status: 'completed' }, auth);
  t.clock.time = START;
  const insight = await read(t, 30);
  expect(insight).toMatchObject({ countedSince: TODAY - 3 * DAY, funnelFrom: TODAY - 3 * DAY });
  expect(insight.funnel.map(({ count, share }: { count: number; share: number }) => [count, share])).toEqual([
    [8, null],
    [4, 0.5],
    [4, 1],
    [3, 0.75],
    [2, 2 / 3],
    [1, 0.5],
  ]);
  expect(insight.paid).toEqual({ share: 1 / 8, before: null });
});

test('the share of the period before is known once all of it was counted', async () => {
  await using t = await testApp({ ownApp: true });
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  t.clock.time = START - DAY;
  await visit(t, { product: 4 });
  await t.put(`/api/orders/${await order(t, 1)}/payment`, { status: 'completed' }, t.auth(await t.adminToken()));
  t.clock.time = START;
  await visit(t, { product: 2 });
  expect((await read(t, 1)).paid).toEqual({ share: 0, before: 0.25 });
});

test('payments that were left: drafts that nobody touches, and orders without a UTR; also after the drafts are deleted', async () => {
  await using t = await testApp({ ownApp: true });
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  t.clock.time = START - 2 * DAY;
  const { body } = await t.post('/api/orders/draft', orderBody());
  await t.post('/api/orders/draft', orderBody({ shippingAddress: { ...ADDRESS, phone: '9000000002' } }));
  await t.post(
    '/api/orders',
    orderBody({ orderNumber: body.order.orderNumber, accessToken: body.order.accessToken, ...paid(1) }),
  );
  await t.post('/api/orders', orderBody({ shippingAddress: { ...ADDRESS, phone: '9000000003' } }));
  t.clock.time = START;
  // Somebody is paying right now.
  await t.post('/api/orders/draft', orderBody({ shippingAddress: { ...ADDRESS, phone: '9000000004' } }));
  expect((await read(t, 7)).left).toEqual({ payments: 2, amount: 598 });
  for (const days of [1, 6]) {
    t.clock.advance(days * DAY);
    await t.services.insight.flush();
  }
  await t.db.deleteFrom('order_lines').execute();
  await t.db.deleteFrom('holds').execute();
  await t.db.deleteFrom('orders').where('status', '=', 'draft').execute();
  // Two are still counted: the payment of the day on which it was begun, and the one that is no
  // longer being paid.
  expect((await read(t, 30)).left).toEqual({ payments: 3, amount: 897 });
});

test('times run from the UTR to the verified payment, and from there to the parcel', async () => {
  await using t = await testApp({ ownApp: true });
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const auth = t.auth(await t.adminToken());
  await order(t, 1, { paymentDetails: { method: 'upi', app: 'googlepay' } });
  const { body } = await t.post('/api/orders', orderBody({ paymentDetails: { method: 'upi', app: 'phonepe' } }));
  const { orderNumber, accessToken } = body.order;
  t.clock.advance(HOUR);
  const utr = { utrNumber: '632400000002', app: 'phonepe' };
  expect((await t.post(`/api/orders/${orderNumber}/utr`, utr, { 'x-order-token': accessToken })).status).toBe(200);
  t.clock.advance(4 * MINUTE);
  await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, auth);
  t.clock.advance(10 * HOUR);
  await t.put(`/api/orders/${orderNumber}/status`, { status: 'confirmed' }, auth);
  await t.put(
    `/api/orders/${orderNumber}/status`,
    { status: 'shipped', courier: 'India Post', courierTracking: 'EX1' },
    auth,
  );
  const insight = await read(t, 7);
  expect(insight.verify).toMatchObject({ median: 4 * MINUTE, orders: 1, automatic: 0 });
  expect(insight.verify.parts.map(({ orders }: { orders: number }) => orders)).toEqual([0, 1, 0, 0, 0, 0]);
  expect(insight.ship).toMatchObject({ median: 10 * HOUR, orders: 1 });
  expect(insight.apps).toEqual([
    { app: 'googlepay', opened: 0, orders: 1, utr: 0, received: 0, median: null },
    { app: 'phonepe', opened: 0, orders: 1, utr: 1, received: 1, median: 4 * MINUTE },
  ]);
});

test('tables are files without formulas, and words that were searched once are not shown', async () => {
  await using t = await testApp({ ownApp: true });
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const auth = t.auth(await t.adminToken());
  const coupon = { code: null, name: 'Nut days', kind: 'percent', value: 10 };
  expect((await t.post('/api/coupons', coupon, auth)).status).toBe(201);
  await order(t, 1);
  await t.db.updateTable('orders').set({ coupon_label: '=1+1' }).execute();
  await search(t, 'anjeer', 3);
  await search(t, 'asha rao');
  await visit(t, { product: 2 });
  const file = async (table: string) => t.get(`/api/admin/insight/${table}?days=1`, auth);
  const searches = await file('searches');
  expect(searches.headers['content-disposition']).toBe(
    'attachment; filename="insight-searches-2026-11-20-2026-11-20.csv"',
  );
  expect(searches.text).toBe('\uFEFFWords,Times\r\nanjeer,3\r\n');
  expect((await file('coupons')).text).toContain("'=1+1,1,0,269.1,29.9");
  expect((await file('funnel')).text).toContain('Saw a product,2,\r\nAdded to cart,0,0\r\n');
  expect((await file('apps')).text).toContain('PhonePe,0,1,1,0,\r\n');
  expect((await file('times')).text).toContain('UTR,Payment received,median,not yet');
  expect((await file('people')).status).toBe(400);
});

test('only words that were searched more than once are shown, most searched first', async () => {
  await using t = await testApp({ ownApp: true });
  await search(t, 'kesar', 2);
  await search(t, 'Anjeer', 3);
  await search(t, 'asha rao');
  await search(t, '9876543210', 2);
  expect((await read(t, 1)).searches).toEqual({
    times: 8,
    words: [
      { words: 'anjeer', times: 3 },
      { words: 'kesar', times: 2 },
    ],
  });
});
