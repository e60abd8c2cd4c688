import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

/** Orders that nobody has proved do not empty the shelves (D65). */

const HOUR = 3_600_000;
const OWNER = { id: null, name: 'Owner' };
const SIZES = 5;
let phones = 9_200_000_000;

const from = (address: string) => ({ 'x-forwarded-for': address });

async function shop(stock: number, sizes = 1): Promise<TestApp> {
  const t = await testApp({ env: { trustProxy: 1 } });
  const all = Array.from({ length: sizes }, (_, index) => ({ size: `${250 + index}g`, stock }));
  await addProduct(t.db, { sizes: all });
  return t;
}

const order = (quantity: number, more: Record<string, unknown> = {}, size = '250g') =>
  orderBody({
    items: [{ product: 'almonds', size, quantity, price: 299 }],
    shippingAddress: { ...ADDRESS, phone: String(phones++) },
    total: undefined,
    ...more,
  });

const place = async (t: TestApp, body: unknown, network: string) => {
  t.clock.advance(1);
  const sent = await t.post('/api/orders', body, from(network));
  expect([sent.status, sent.body.message]).toEqual([201, 'Order placed successfully!']);
  return sent.body.order;
};

const sizesOf = (t: TestApp) =>
  t.db.selectFrom('product_sizes').select(['size', 'stock', 'held', 'sold', 'unproven']).orderBy('size').execute();

/** The counter of each size is what the lines of unproven orders have taken. */
async function countsRight(t: TestApp): Promise<void> {
  const lines = await t.db
    .selectFrom('claims')
    .innerJoin('order_lines', 'order_lines.order_number', 'claims.order_number')
    .select(['stock_size', 'taken'])
    .where('kind', 'in', ['order', 'unproven'])
    .execute();
  for (const { size, unproven } of await sizesOf(t)) {
    const taken = lines.filter(({ stock_size }) => stock_size === size).reduce((sum, line) => sum + line.taken, 0);
    expect([size, unproven]).toEqual([size, taken]);
  }
}

const decide = (t: TestApp, orderNumber: string, status: 'completed' | 'failed', undo = false) =>
  t.services.payments.decide(orderNumber, { status, note: 'Not at the bank', undo }, OWNER);

const reasonsOf = async (t: TestApp, orderNumber: string) =>
  (await t.services.orders.forStaff(orderNumber)).needsAttention.sort();

const known = ({ orderNumber, accessToken }: { orderNumber: string; accessToken: string }) => ({
  orderNumber,
  accessToken,
});

test.each([
  ['with drafts', true],
  ['without', false],
])('40 orders from one /48 with invented UTRs leave nearly half of every size to others (%s)', async (_, drafted) => {
  await using t = await shop(75, SIZES);
  const items = Array.from({ length: SIZES }, (_, index) => ({
    product: 'almonds',
    size: `${250 + index}g`,
    quantity: 10,
    price: 299,
  }));
  for (let number = 0; number < 40; number++) {
    const network = `2001:db8:77:${number.toString(16)}::1`;
    const body = order(1, { items });
    const draft = drafted ? (await t.post('/api/orders/draft', body, from(network))).body.order : {};
    await place(t, { ...body, ...known(draft), ...paid(number) }, network);
  }
  // 15 minutes later no draft holds anything.
  t.clock.advance(HOUR);
  await t.services.orders.tidy();
  for (const size of await sizesOf(t)) expect([size.size, size.stock >= 28]).toEqual([size.size, true]);
  await countsRight(t);
  // Honest shoppers draft, pay and get their goods.
  for (const [index, network] of ['203.0.113.1', '2001:db8:99::1'].entries()) {
    const draft = await t.post('/api/orders/draft', order(5), from(network));
    expect(draft.body.order.reservedUntil).not.toBeNull();
    const { orderNumber } = await place(t, { ...order(5), ...known(draft.body.order), ...paid(100 + index) }, network);
    await decide(t, orderNumber, 'completed');
    expect(await reasonsOf(t, orderNumber)).toEqual([]);
  }
});

test('simultaneous orders with invented UTRs keep at most half of a size and ten pieces', async () => {
  await using t = await shop(100);
  const bodies = Array.from({ length: 40 }, (_, index) => order(10, paid(index)));
  const sent = await Promise.all(bodies.map((body, index) => t.post('/api/orders', body, from(`203.0.113.${index}`))));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await sizesOf(t)).toMatchObject([{ stock: 40, held: 0, sold: 60, unproven: 60 }]);
  await countsRight(t);
});

test('simultaneous orders from drafts keep at most half of a size and ten pieces, too', async () => {
  await using t = await shop(100);
  const bodies = [];
  for (let index = 0; index < 10; index++) {
    t.clock.advance(1);
    const body = order(10);
    const draft = await t.post('/api/orders/draft', body, from(`203.0.113.${index}`));
    bodies.push({ ...body, ...known(draft.body.order), ...paid(index) });
  }
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 100, sold: 0 });
  const sent = await Promise.all(bodies.map((body, index) => t.post('/api/orders', body, from(`203.0.113.${index}`))));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await sizesOf(t)).toMatchObject([{ stock: 40, held: 0, sold: 60, unproven: 60 }]);
  await countsRight(t);
});

test('orders without a UTR count among the unproven ones', async () => {
  await using t = await shop(20);
  for (let index = 0; index < 3; index++) await place(t, order(5), `203.0.113.${index}`);
  expect(await sizesOf(t)).toMatchObject([{ stock: 5, sold: 15, unproven: 15 }]);
  // It may be ordered, and is refused when it is not there.
  const late = await place(t, order(5), '203.0.113.9');
  expect(await sizesOf(t)).toMatchObject([{ stock: 5, sold: 15, unproven: 15 }]);
  expect((await t.post('/api/orders', order(6), from('203.0.113.8'))).status).toBe(409);
  await decide(t, late.orderNumber, 'completed');
  expect(await sizesOf(t)).toMatchObject([{ stock: 0, sold: 20, unproven: 15 }]);
});

test('a /48 holds at most twenty times what one network may', async () => {
  await using t = await shop(50_000);
  let held = 0;
  for (let number = 0; number < 22; number++) {
    t.clock.advance(1);
    const sent = await t.post('/api/orders/draft', order(200), from(`2001:db8:5:${number.toString(16)}::1`));
    if (sent.body.order.reservedUntil !== null) held++;
  }
  expect(held).toBe(20);
  expect(
    (await t.post('/api/orders/draft', order(200), from('2001:db8:6::1'))).body.order.reservedUntil,
  ).not.toBeNull();
  // Nor more with a UTR.
  await place(t, order(200, paid(1)), '2001:db8:5:ff::1');
  expect(await stockOf(t.db)).toEqual({ stock: 50_000 - 4_200, held: 4_200, sold: 0 });
});

test('an order with a UTR keeps its stock for 48 hours, then stays without it, and takes what is there when it is proved', async () => {
  await using t = await shop(10);
  const [first, second] = [await place(t, order(4, paid(1)), '203.0.113.1'), await place(t, order(3), '203.0.113.2')];
  t.clock.advance(HOUR);
  await t.services.orders.sendUtr(second.orderNumber, second.accessToken, { utr: '632400000077', app: '' });
  const tidyAt = async (hours: number) => {
    t.clock.advance(placed + hours * HOUR - t.clock.now());
    await Promise.all([t.services.orders.tidy(), t.services.orders.tidy()]);
  };
  const placed = t.clock.now() - HOUR;
  await tidyAt(47.9);
  expect(await sizesOf(t)).toMatchObject([{ stock: 3, sold: 7, unproven: 7 }]);
  await tidyAt(48.1);
  expect(await sizesOf(t)).toMatchObject([{ stock: 7, sold: 3, unproven: 3 }]);
  // From the time of the UTR.
  await tidyAt(49.1);
  await tidyAt(60);
  expect(await sizesOf(t)).toMatchObject([{ stock: 10, sold: 0, unproven: 0 }]);
  await countsRight(t);
  const staff = await t.services.orders.forStaff(first.orderNumber);
  expect([staff.status, staff.payment.status, staff.needsAttention]).toEqual(['pending', 'pending', []]);
  expect(staff.events.filter(({ note }) => note.includes('within 48 hours'))).toHaveLength(1);
  // For shoppers it waits as before.
  const shopper = await t.services.orders.forShopper(first.orderNumber, first.accessToken);
  expect(shopper.events.map(({ kind }) => kind)).toEqual(['placed']);

  await t.db.updateTable('product_sizes').set({ stock: 5 }).execute();
  await decide(t, first.orderNumber, 'completed');
  await decide(t, second.orderNumber, 'completed');
  expect(await sizesOf(t)).toMatchObject([{ stock: 0, sold: 5, unproven: 0 }]);
  expect(await reasonsOf(t, first.orderNumber)).toEqual([]);
  expect(await reasonsOf(t, second.orderNumber)).toEqual(['out_of_stock']);
});

test('the hours are a setting', async () => {
  await using t = await shop(10);
  const staff = t.auth(await t.adminToken());
  const limits = { offerCountdownEnabled: true, deliveryCutoffEnabled: true, unprovenHours: 5 };
  expect((await t.put('/api/settings/urgency', limits, staff)).status).toBe(200);
  expect((await t.get('/api/settings/urgency', staff)).body.settings).toMatchObject({
    unprovenHours: 5,
    unpaidHours: 24,
  });
  const { orderNumber } = await place(t, order(4, paid(1)), '203.0.113.1');
  t.clock.advance(5 * HOUR);
  await t.services.orders.tidy();
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
  const { events } = await t.services.orders.forStaff(orderNumber);
  expect(events.at(-1)?.note).toContain('within 5 hours');
});

test("'Not received' returns the stock at once; taken back, the order has it again; proved later, it takes what is there", async () => {
  await using t = await shop(10);
  const { orderNumber, accessToken } = await place(t, order(6, paid(1)), '203.0.113.1');
  await decide(t, orderNumber, 'failed');
  expect(await sizesOf(t)).toMatchObject([{ stock: 10, sold: 0, unproven: 0 }]);
  await decide(t, orderNumber, 'failed', true);
  expect(await sizesOf(t)).toMatchObject([{ stock: 4, sold: 6, unproven: 6 }]);
  await countsRight(t);

  await decide(t, orderNumber, 'failed');
  // Another UTR takes nothing: anybody can type one.
  await t.services.orders.sendUtr(orderNumber, accessToken, { utr: '632400000088', app: '' });
  expect(await sizesOf(t)).toMatchObject([{ stock: 10, sold: 0, unproven: 0 }]);
  const other = await place(t, order(7, paid(2)), '203.0.113.2');
  await decide(t, other.orderNumber, 'completed');
  await decide(t, orderNumber, 'completed');
  expect(await sizesOf(t)).toMatchObject([{ stock: 0, sold: 10, unproven: 0 }]);
  expect(await reasonsOf(t, orderNumber)).toEqual(['out_of_stock']);
  await countsRight(t);
});

test('what staff have confirmed keeps its stock when the payment is not received', async () => {
  await using t = await shop(10);
  const { orderNumber } = await place(t, order(6, paid(1)), '203.0.113.1');
  await t.services.orders.setStatus(orderNumber, { status: 'confirmed', mayVerify: true }, OWNER);
  await decide(t, orderNumber, 'failed');
  expect(await sizesOf(t)).toMatchObject([{ stock: 4, sold: 6, unproven: 0 }]);
});

test('an order whose proof was taken back counts as unproven again, for 48 hours', async () => {
  await using t = await shop(10);
  const { orderNumber } = await place(t, order(6, paid(1)), '203.0.113.1');
  await decide(t, orderNumber, 'completed');
  expect(await sizesOf(t)).toMatchObject([{ stock: 4, sold: 6, unproven: 0 }]);
  await decide(t, orderNumber, 'completed', true);
  expect(await sizesOf(t)).toMatchObject([{ stock: 4, sold: 6, unproven: 6 }]);
  await countsRight(t);
  t.clock.advance(48 * HOUR);
  await t.services.orders.tidy();
  expect(await sizesOf(t)).toMatchObject([{ stock: 10, sold: 0, unproven: 0 }]);
});

test('a cancelled unproven order counts no longer', async () => {
  await using t = await shop(10);
  const { orderNumber } = await place(t, order(6, paid(1)), '203.0.113.1');
  await t.services.orders.cancel(orderNumber, { reason: 'no' }, OWNER);
  expect(await sizesOf(t)).toMatchObject([{ stock: 10, sold: 0, unproven: 0 }]);
});
