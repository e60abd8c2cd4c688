import { expect, test, vi } from 'vitest';
import { CouponInput } from '#shop/orders/coupons/input.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { plansOf } from '#tests/plans.ts';
import { freeExpiredUses } from '../rows/coupons.queries.ts';

/** Nobody keeps stock or coupons from others without paying (D53). */

const HOUR = 3_600_000;
const OWNER = { id: null, name: 'Owner' };
let phones = 9_100_000_000;

const order = (quantity: number, more: Record<string, unknown> = {}) =>
  orderBody({
    items: [{ product: 'almonds', size: '250g', quantity, price: 299 }],
    shippingAddress: { ...ADDRESS, phone: String(phones++) },
    total: 299 * quantity,
    ...more,
  });

/** Requests from another network, through the proxy that the shop trusts. */
const from = (address: string) => ({ 'x-forwarded-for': address });

async function shop(stock: number): Promise<TestApp> {
  const t = await testApp({ env: { trustProxy: 1 } });
  await addProduct(t.db, { sizes: [{ stock }] });
  return t;
}

/** TENOFF: 10% off. */
async function addCoupon(t: TestApp, maxUses: number | null = null): Promise<void> {
  const coupon = CouponInput.parse({ code: 'TENOFF', kind: 'percent', value: 10, maxUses });
  await t.services.coupons.create(coupon, OWNER);
}

const couponed = (quantity: number, more: Record<string, unknown> = {}) =>
  order(quantity, { couponCode: 'TENOFF', total: undefined, ...more });

/** How many uses of the coupon are taken, by its count and by its rows. */
async function usesOf(t: TestApp): Promise<number> {
  const { taken } = await t.db.selectFrom('coupons').select('taken').executeTakeFirstOrThrow();
  expect(await t.db.selectFrom('coupon_uses').selectAll().execute()).toHaveLength(taken);
  return taken;
}

async function draft(t: TestApp, quantity: number, network = '203.0.113.1') {
  // A new order number is the time with three random digits.
  t.clock.advance(1);
  const { status, body } = await t.post('/api/orders/draft', order(quantity), from(network));
  expect([status, body.message]).toEqual([201, undefined]);
  return body.order;
}

test('one draft holds at most half of a large stock; the rest stays for others and can still be ordered', async () => {
  await using t = await shop(200);
  const large = await draft(t, 150);
  expect(large.reservedUntil).toBeNull();
  expect(await stockOf(t.db)).toEqual({ stock: 101, held: 99, sold: 0 });
  // Others still get ten pieces each, and the large order is as large as stock allows.
  expect((await draft(t, 10, '203.0.113.2')).reservedUntil).toBeGreaterThan(t.clock.now());
  expect((await t.post('/api/orders/draft', order(92), from('203.0.113.3'))).status).toBe(409);
  expect((await draft(t, 91, '203.0.113.3')).reservedUntil).toBeNull();
  expect(await stockOf(t.db)).toEqual({ stock: 81, held: 119, sold: 0 });
});

test('one network holds at most 20 drafts, one phone 3, and 200 pieces; beyond that drafts hold nothing', async () => {
  await using t = await shop(5_000);
  for (let count = 0; count < 20; count++) expect((await draft(t, 1)).reservedUntil).not.toBeNull();
  expect((await draft(t, 1)).reservedUntil).toBeNull();
  expect(await stockOf(t.db)).toEqual({ stock: 4_980, held: 20, sold: 0 });

  const shippingAddress = { ...ADDRESS, phone: '9876543210' };
  const sent = [];
  for (const network of [1, 1, 1, 1, 2]) {
    const response = await t.post('/api/orders/draft', order(1, { shippingAddress }), from(`203.0.114.${network}`));
    sent.push(response.body.order.reservedUntil !== null);
  }
  // From the second network, its owner still holds what others with this number cannot.
  expect(sent).toEqual([true, true, true, false, true]);

  expect((await draft(t, 150, '203.0.115.1')).reservedUntil).not.toBeNull();
  expect((await draft(t, 51, '203.0.115.1')).reservedUntil).toBeNull();
  expect((await draft(t, 50, '203.0.115.1')).reservedUntil).not.toBeNull();
  expect(await stockOf(t.db)).toEqual({ stock: 5_000 - 224, held: 224, sold: 0 });

  // After 15 minutes the network may hold again, and a refresh of a draft does not count twice.
  t.clock.advance(15 * 60_000);
  const { orderNumber, accessToken } = await draft(t, 200);
  const again = await t.post('/api/orders/draft', order(200, { orderNumber, accessToken }), from('203.0.113.1'));
  expect(again.body.order.reservedUntil).not.toBeNull();
});

test('drafts of one network that hold nothing are limited, and change no page', async () => {
  await using t = await shop(500);
  for (let count = 0; count < 20; count++) await draft(t, 1);
  const touched = vi.spyOn(t.context.versions, 'touch');
  const first = await draft(t, 1);
  expect(touched).not.toHaveBeenCalled();
  await draft(t, 1, '203.0.113.2');
  expect(touched).toHaveBeenCalledOnce();

  await t.db.updateTable('attempts').set({ count: 599 }).where('key', 'like', 'unheld-drafts:%').execute();
  await draft(t, 1);
  const refused = await t.post('/api/orders/draft', order(1), from('203.0.113.1'));
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Too many attempts. Please wait an hour and try again.',
  ]);
  const hindi = { ...from('203.0.113.1'), 'x-language': 'hi' };
  expect((await t.post('/api/orders/draft', order(1), hindi)).body.message).toContain('एक घंटे बाद');
  // A draft is refreshed all the same, others draft, and an order needs no draft.
  const { orderNumber, accessToken } = first;
  const refresh = order(1, { orderNumber, accessToken });
  expect((await t.post('/api/orders/draft', refresh, from('203.0.113.1'))).status).toBe(201);
  await draft(t, 1, '203.0.113.2');
  expect((await t.post('/api/orders', order(1), from('203.0.113.1'))).status).toBe(201);
  t.clock.advance(60 * 60_000);
  await draft(t, 1);
});

test('a draft of many lines counts as several of those that hold nothing', async () => {
  await using t = await testApp({ env: { trustProxy: 1 } });
  await addProduct(t.db, { sizes: Array.from({ length: 30 }, (_, index) => ({ size: `${index}g` })) });
  const items = Array.from({ length: 30 }, (_, index) => ({ product: 'almonds', size: `${index}g`, quantity: 10 }));
  // Beyond 200 pieces it holds nothing.
  const send = async () => (await t.post('/api/orders/draft', { items }, from('203.0.113.1'))).status;
  expect(await send()).toBe(201);
  expect(await t.db.selectFrom('attempts').select('count').execute()).toEqual([{ count: 3 }]);
  await t.db.updateTable('attempts').set({ count: 597 }).execute();
  expect([await send(), await send()]).toEqual([201, 429]);
});

test('unverified orders of one network are limited: 429 until later, also with a UTR; a retry is found', async () => {
  await using t = await shop(500);
  const place = (body: unknown, network = 1) => t.post('/api/orders', body, from(`203.0.113.${network}`));
  const counts = () => t.db.selectFrom('attempts').select(['key', 'count']).where('key', 'like', 'orders:%').execute();
  for (let count = 0; count < 30; count++) expect((await place(order(1))).status).toBe(201);
  expect(await counts()).toEqual([]);
  const known = order(1, paid(1));
  expect((await place(known)).status).toBe(201);
  expect((await place(known)).status).toBe(409);
  expect(await counts()).toMatchObject([{ count: 1 }]);
  const items = Array.from({ length: 11 }, (_, index) => ({ product: `gone-${index}`, quantity: 1, price: 1 }));
  expect((await place(order(1, { ...paid(2), items }))).status).toBe(201);
  expect(await counts()).toMatchObject([{ count: 3 }]);

  await t.db.updateTable('attempts').set({ count: 600 }).execute();
  const later = order(1, paid(3));
  const refused = await place(later);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
  // The draft has counted for the order.
  const fromDraft = async (utr: Record<string, unknown>) => {
    const { body } = await t.post('/api/orders/draft', order(1), from('203.0.113.1'));
    return { ...order(1, utr), orderNumber: body.order.orderNumber, accessToken: body.order.accessToken };
  };
  expect((await place(await fromDraft(paid(4)))).status).toBe(201);
  expect((await place({ ...(await fromDraft(paid(5))), items })).status).toBe(429);
  expect((await place(known)).status).toBe(409);
  expect((await place(order(1), 2)).status).toBe(201);
  t.clock.advance(HOUR);
  expect((await place(later)).status).toBe(201);
});

test('drafts of a crowded network count as what they hold does not limit', async () => {
  await using t = await shop(500);
  const counts = () => t.db.selectFrom('attempts').select('count').where('key', 'like', 'unheld-drafts:%').execute();
  const items = [{ product: 'gone', quantity: 1, price: 1 }];
  // An order gives the piece of its draft back, so that the next draft holds one again.
  for (let number = 0; number < 31; number++) {
    const { orderNumber, accessToken } = await draft(t, 1);
    const body = { ...order(1, paid(number)), orderNumber, accessToken, items };
    expect((await t.post('/api/orders', body, from('203.0.113.1'))).status).toBe(201);
  }
  expect(await counts()).toEqual([{ count: 1 }]);
});

test('a draft that grows counts by the lines that it gains', async () => {
  await using t = await shop(500);
  const counts = () => t.db.selectFrom('attempts').select('count').execute();
  for (let count = 0; count < 20; count++) await draft(t, 1);
  const { orderNumber, accessToken } = await draft(t, 1);
  expect(await counts()).toEqual([{ count: 1 }]);
  const items = Array.from({ length: 100 }, () => ({ product: 'almonds', size: '250g', quantity: 1, price: 299 }));
  const grow = () =>
    t.post('/api/orders/draft', order(1, { orderNumber, accessToken, items, total: undefined }), from('203.0.113.1'));
  for (const _ of [1, 2]) expect((await grow()).status).toBe(201);
  expect(await counts()).toEqual([{ count: 10 }]);
});

test('50 simultaneous drafts of one network hold no more than one after the other', async () => {
  await using t = await shop(500);
  const all = await Promise.all(Array.from({ length: 50 }, () => draft(t, 1)));
  expect(all.filter(({ reservedUntil }) => reservedUntil !== null)).toHaveLength(20);
  expect(await stockOf(t.db)).toEqual({ stock: 480, held: 20, sold: 0 });
});

test('simultaneous drafts of one phone hold no more than one after the other', async () => {
  await using t = await shop(500);
  const shippingAddress = { ...ADDRESS, phone: '9876543210' };
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => t.post('/api/orders/draft', order(1, { shippingAddress }), from('203.0.114.1'))),
  );
  expect(sent.filter(({ body }) => body.order.reservedUntil !== null)).toHaveLength(3);
  expect(await stockOf(t.db)).toEqual({ stock: 497, held: 3, sold: 0 });
});

test('simultaneous large drafts of many networks hold no more than one after the other', async () => {
  await using t = await shop(400);
  await Promise.all(Array.from({ length: 4 }, (_, index) => draft(t, 90, `203.0.116.${index}`)));
  // Under half of the stock for the first three, then ten pieces.
  expect(await stockOf(t.db)).toEqual({ stock: 191, held: 209, sold: 0 });
});

test('simultaneous drafts and orders of one network with one coupon do not block each other', async () => {
  await using t = await shop(400);
  await addCoupon(t);
  const sent = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const url = index % 2 === 0 ? '/api/orders' : '/api/orders/draft';
      return t.post(url, couponed(1), from('203.0.113.1'));
    }),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  const { stock, held, sold } = await stockOf(t.db);
  expect([stock, held + sold]).toEqual([380, 20]);
});

test('a draft beyond the limits gets the price of its coupon and holds no use', async () => {
  await using t = await shop(400);
  await addCoupon(t, 30);
  for (let count = 0; count < 22; count++) {
    const { status, body } = await t.post('/api/orders/draft', couponed(1), from('203.0.113.1'));
    expect([status, body.order.pricing.total]).toEqual([201, 269.1]);
  }
  expect(await usesOf(t)).toBe(20);
});

test('nor does an order without a UTR: it takes a use when its payment is verified, and keeps its price if none is left', async () => {
  await using t = await shop(400);
  await addCoupon(t, 22);
  const orders = [];
  for (let count = 0; count < 23; count++) {
    const { status, body } = await t.post('/api/orders', couponed(1), from('203.0.113.1'));
    expect([status, body.order.pricing.total]).toEqual([201, 269.1]);
    orders.push(body.order);
  }
  expect(await usesOf(t)).toBe(20);
  const some = [orders[0], orders[20], orders[21], orders[22]];
  await t.services.payments.decide(orders[20].orderNumber, { status: 'completed', note: '' }, OWNER);
  expect(await usesOf(t)).toBe(21);
  for (const [index, { orderNumber, accessToken }] of [orders[0], orders[21], orders[22]].entries()) {
    await t.services.orders.sendUtr(orderNumber, accessToken, { utr: `63240000000${index}`, app: '' });
  }
  // Anybody can type a UTR.
  expect(await usesOf(t)).toBe(21);
  for (const { orderNumber } of [orders[0], orders[21], orders[22]]) {
    await t.services.payments.decide(orderNumber, { status: 'completed', note: '' }, OWNER);
  }
  expect(await usesOf(t)).toBe(22);
  const seen = await Promise.all(some.map(({ orderNumber }) => t.services.orders.forStaff(orderNumber)));
  expect(seen.map(({ needsAttention, pricing }) => [needsAttention, pricing.total])).toEqual([
    [[], 269.1],
    [[], 269.1],
    [[], 269.1],
    [['coupon_lost'], 269.1],
  ]);
});

test('a draft that grows beyond the limits gives its use back, and has the price while a use is left', async () => {
  await using t = await shop(2_000);
  await addCoupon(t, 1);
  const first = await t.post('/api/orders/draft', couponed(1), from('203.0.113.1'));
  const { orderNumber, accessToken } = first.body.order;
  for (let count = 0; count < 19; count++) await draft(t, 10);
  expect(await usesOf(t)).toBe(1);
  // One network keeps 200 pieces.
  const again = await t.post('/api/orders/draft', couponed(11, { orderNumber, accessToken }), from('203.0.113.1'));
  const { reservedUntil, pricing } = again.body.order;
  expect([again.status, reservedUntil, pricing.total]).toEqual([201, null, 2960.1]);
  expect(await usesOf(t)).toBe(0);
});

const claimsOf = (t: TestApp) => t.db.selectFrom('claims').select(['kind', 'pieces']).execute();

const verify = (t: TestApp, orderNumber: string) =>
  t.services.payments.decide(orderNumber, { status: 'completed', note: '' }, OWNER);

const reasonsOf = async (t: TestApp, orderNumber: string) =>
  (await t.services.orders.forStaff(orderNumber)).needsAttention.sort();

test('orders without a UTR keep no more than drafts, nor with one; the order whose payment is verified gets its goods', async () => {
  await using t = await shop(100);
  const placed = await t.post('/api/orders', order(100), from('203.0.113.1'));
  expect(placed.status).toBe(201);
  expect(await stockOf(t.db)).toEqual({ stock: 51, held: 0, sold: 49 });
  const { orderNumber, accessToken } = placed.body.order;
  const late = await t.post(
    `/api/orders/${orderNumber}/utr`,
    { utrNumber: '632400000077' },
    { 'x-order-token': accessToken },
  );
  expect(late.status).toBe(200);
  expect(await stockOf(t.db)).toEqual({ stock: 51, held: 0, sold: 49 });
  expect(await claimsOf(t)).toEqual([{ kind: 'unproven', pieces: 49 }]);
  // A part of the rest is sold to others.
  expect((await t.post('/api/orders', order(10, paid(1)), from('203.0.113.2'))).status).toBe(201);
  expect(await reasonsOf(t, orderNumber)).toEqual([]);
  await verify(t, orderNumber);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 100 });
  expect(await reasonsOf(t, orderNumber)).toEqual(['out_of_stock']);
  expect(await claimsOf(t)).toEqual([{ kind: 'unproven', pieces: 10 }]);
});

test('an order with an invented UTR keeps no more than one without', async () => {
  await using t = await shop(100);
  const placed = await t.post('/api/orders', order(999, paid(1)), from('203.0.113.1'));
  expect(placed.status).toBe(201);
  expect(await stockOf(t.db)).toEqual({ stock: 51, held: 0, sold: 49 });
  const { orderNumber } = placed.body.order;
  expect(await reasonsOf(t, orderNumber)).toEqual(['out_of_stock']);
  // Once it is paid, it takes all that is left (D22).
  await verify(t, orderNumber);
  expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 100 });
  expect(await reasonsOf(t, orderNumber)).toEqual(['out_of_stock']);
});

test('50 orders with invented UTRs of one network keep 200 pieces, with and without drafts', async () => {
  await using t = await shop(5_000);
  for (let count = 0; count < 50; count++) {
    const { orderNumber, accessToken } = count % 2 === 0 ? {} : await draft(t, 10);
    const body = order(10, { orderNumber, accessToken, ...paid(count) });
    expect((await t.post('/api/orders', body, from('203.0.113.1'))).status).toBe(201);
  }
  expect(await stockOf(t.db)).toEqual({ stock: 4_800, held: 0, sold: 200 });
  // The others lack nothing: their goods are there when their payments are verified.
  expect(await t.db.selectFrom('order_attention').select('reason').execute()).toEqual([]);
  for (const { order_number } of await t.db.selectFrom('orders').select('order_number').execute()) {
    await verify(t, order_number);
  }
  expect(await stockOf(t.db)).toEqual({ stock: 4_500, held: 0, sold: 500 });
  expect(await claimsOf(t)).toEqual([]);
});

test('5 orders with UTRs of one phone all take their stock, and a draft of that phone is still held', async () => {
  await using t = await shop(100);
  const shippingAddress = { ...ADDRESS, phone: '9876543210' };
  const network = from('203.0.113.1');
  for (let count = 0; count < 5; count++) {
    expect((await t.post('/api/orders', order(2, { shippingAddress, ...paid(count) }), network)).status).toBe(201);
  }
  expect(await stockOf(t.db)).toEqual({ stock: 90, held: 0, sold: 10 });
  // Orders without a UTR and drafts are the only ones that the three of a phone count.
  const url = { draft: '/api/orders/draft', order: '/api/orders' } as const;
  for (const kind of ['draft', 'order', 'draft', 'draft'] as const) {
    expect((await t.post(url[kind], order(1, { shippingAddress }), network)).status).toBe(201);
  }
  expect(await stockOf(t.db)).toEqual({ stock: 87, held: 2, sold: 11 });
  expect((await t.post('/api/orders', order(1, { shippingAddress, ...paid(5) }), network)).status).toBe(201);
  expect(await stockOf(t.db)).toEqual({ stock: 86, held: 2, sold: 12 });
});

test('orders with invented UTRs of one network hold 20 uses of a coupon, with and without drafts', async () => {
  await using t = await shop(500);
  await addCoupon(t);
  for (let count = 0; count < 30; count++) {
    let known = {};
    if (count % 2 === 0) {
      const { body } = await t.post('/api/orders/draft', couponed(2), from('203.0.113.1'));
      expect([body.order.reservedUntil !== null, body.order.pricing.total]).toEqual([true, 538.2]);
      known = { orderNumber: body.order.orderNumber, accessToken: body.order.accessToken };
    }
    const { body } = await t.post('/api/orders', couponed(2, { ...known, ...paid(count) }), from('203.0.113.1'));
    expect(body.order.pricing.total).toBe(538.2);
  }
  expect(await stockOf(t.db)).toEqual({ stock: 440, held: 0, sold: 60 });
  expect(await usesOf(t)).toBe(20);
  // A draft whose time is over while it still holds its goods.
  const { orderNumber, accessToken } = await draft(t, 2);
  t.clock.advance(16 * 60_000);
  const late = couponed(2, { orderNumber, accessToken, ...paid(40) });
  expect((await t.post('/api/orders', late, from('203.0.113.1'))).body.order.pricing.total).toBe(538.2);
  expect(await stockOf(t.db)).toEqual({ stock: 438, held: 0, sold: 62 });
  expect(await usesOf(t)).toBe(20);
  for (const { order_number } of await t.db.selectFrom('orders').select('order_number').execute()) {
    await verify(t, order_number);
  }
  expect(await usesOf(t)).toBe(31);
});

test('an order that adds a coupon to what its late draft still holds takes a use', async () => {
  await using t = await shop(10);
  await addCoupon(t);
  const { orderNumber, accessToken } = await draft(t, 2);
  t.clock.advance(16 * 60_000);
  const body = couponed(2, { orderNumber, accessToken, ...paid(1) });
  expect((await t.post('/api/orders', body, from('203.0.113.1'))).body.order.pricing.total).toBe(538.2);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
  expect(await usesOf(t)).toBe(1);
});

test('what a network has drafted counts for it, also when another one places the orders', async () => {
  await using t = await shop(1_000);
  const [one, two] = ['203.0.113.1', '203.0.113.2'];
  for (let index = 0; index < 20; index++) {
    const { orderNumber, accessToken } = await draft(t, 10, one);
    const placed = await t.post('/api/orders', order(10, { ...paid(index + 1), orderNumber, accessToken }), from(two));
    expect(placed.status).toBe(201);
  }
  expect(await stockOf(t.db)).toEqual({ stock: 800, held: 0, sold: 200 });
  expect((await draft(t, 2, one)).reservedUntil).toBeNull();
  expect((await draft(t, 2, two)).reservedUntil).toBeGreaterThan(t.clock.now());
});

test('such orders count for their network until staff decide, however long that takes', async () => {
  await using t = await shop(5_000);
  for (let day = 0; day < 3; day++) {
    for (let count = 0; count < 20; count++) {
      await t.post('/api/orders', order(10, paid(day * 20 + count)), from('203.0.113.1'));
    }
    t.clock.advance(25 * HOUR);
    await t.services.orders.tidy();
  }
  expect(await stockOf(t.db)).toEqual({ stock: 4_800, held: 0, sold: 200 });
});

test('an order with an invented UTR for what is sold out holds no use of its coupon', async () => {
  await using t = await shop(0);
  await addCoupon(t, 30);
  for (let count = 0; count < 5; count++) {
    const { status, body } = await t.post('/api/orders', couponed(1, paid(count)), from('203.0.113.1'));
    expect([status, body.order.pricing.total]).toEqual([201, 269.1]);
  }
  expect(await usesOf(t)).toBe(0);
});

test('simultaneous orders with invented UTRs keep no more than one after the other', async () => {
  await using t = await shop(500);
  const sendMany = async (quantity: number, first: number) => {
    const bodies = Array.from({ length: 50 }, (_, index) => order(quantity, paid(first + index)));
    const sent = await Promise.all(bodies.map((body) => t.post('/api/orders', body, from('203.0.113.1'))));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  };
  await sendMany(1, 0);
  expect(await stockOf(t.db)).toEqual({ stock: 450, held: 0, sold: 50 });
  await sendMany(10, 100);
  expect(await stockOf(t.db)).toEqual({ stock: 300, held: 0, sold: 200 });
});

test('an order with a UTR keeps what its draft holds, and is not cancelled by the shop', async () => {
  await using t = await shop(100);
  const { orderNumber, accessToken } = await draft(t, 30);
  const placed = await t.post('/api/orders', order(40, { orderNumber, accessToken, ...paid(1) }), from('203.0.113.1'));
  expect([placed.status, placed.body.order.orderNumber]).toEqual([201, orderNumber]);
  expect(await stockOf(t.db)).toEqual({ stock: 60, held: 0, sold: 40 });
  t.clock.advance(47 * HOUR);
  await t.services.orders.tidy();
  expect(await stockOf(t.db)).toEqual({ stock: 60, held: 0, sold: 40 });
  await t.services.orders.cancel(orderNumber, { reason: 'no' }, OWNER);
  expect(await stockOf(t.db)).toEqual({ stock: 100, held: 0, sold: 0 });
  expect(await claimsOf(t)).toEqual([{ kind: 'ended', pieces: 0 }]);
  t.clock.advance(HOUR);
  await t.services.orders.tidy();
  expect(await claimsOf(t)).toEqual([]);
});

test('what staff have settled with the buyer is not taken when the payment is verified', async () => {
  await using t = await shop(10);
  const { orderNumber } = (await t.post('/api/orders', order(12, paid(1)), from('203.0.113.1'))).body.order;
  await t.services.orders.settle(orderNumber, { settled: 'out_of_stock' }, OWNER);
  await t.db.updateTable('product_sizes').set({ stock: 50 }).execute();
  await verify(t, orderNumber);
  expect((await stockOf(t.db)).stock).toBe(50);
});

test('a draft beyond the limits takes its goods from stock when its payment is verified', async () => {
  await using t = await shop(500);
  for (let count = 0; count < 20; count++) await draft(t, 10);
  const { orderNumber, accessToken } = await draft(t, 5);
  const body = order(5, { orderNumber, accessToken, ...paid(3) });
  const placed = await t.post('/api/orders', body, from('203.0.113.1'));
  expect([placed.status, placed.body.order.orderNumber]).toEqual([201, orderNumber]);
  expect(await stockOf(t.db)).toEqual({ stock: 300, held: 200, sold: 0 });
  await verify(t, orderNumber);
  expect(await stockOf(t.db)).toEqual({ stock: 295, held: 200, sold: 5 });
});

test('an order without a UTR: one reminder after 2 hours, cancelled after 24 hours, reopened by a late UTR', async () => {
  await using t = await shop(10);
  const placed = await t.post('/api/orders', order(3), from('203.0.113.1'));
  const { orderNumber, accessToken } = placed.body.order;
  const credentials = { 'x-order-token': accessToken };
  const url = `/api/orders/${orderNumber}`;
  const mails = async () =>
    (await t.db.selectFrom('mail_outbox').select('kind').orderBy('created_at').execute()).map(({ kind }) => kind);
  const tidyAfter = async (ms: number) => {
    t.clock.advance(ms);
    // Twice at once, as two processes would.
    await Promise.all([t.services.orders.tidy(), t.services.orders.tidy()]);
  };
  await tidyAfter(2 * HOUR - 1);
  expect(await mails()).toEqual(['order_received']);
  await tidyAfter(1);
  await tidyAfter(HOUR);
  expect(await mails()).toEqual(['order_received', 'payment_reminder']);
  await tidyAfter(21 * HOUR - 1);
  expect(await stockOf(t.db)).toEqual({ stock: 7, held: 0, sold: 3 });
  await tidyAfter(1);
  await tidyAfter(HOUR);
  expect(await mails()).toEqual(['order_received', 'payment_reminder', 'cancelled']);
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
  const cancelled = (await t.get(url, credentials)).body.order;
  expect([cancelled.status, cancelled.cancelReason]).toEqual(['cancelled', expect.stringContaining('24 hours')]);
  expect(cancelled.lapsed).toBe(true);
  expect(cancelled.events.at(-1)).toMatchObject({ kind: 'cancelled', by: 'shop' });

  // Meanwhile most of it is kept for an order that is not proved either: this one waits for its
  // proof without stock (D65).
  await t.post('/api/orders', order(8, paid(4)), from('203.0.113.2'));
  const late = await t.post(`${url}/utr`, { utrNumber: '632400000078' }, credentials);
  expect([late.status, late.body.order.status]).toEqual([200, 'pending']);
  expect(late.body.order.lapsed).toBeUndefined();
  expect(await stockOf(t.db)).toEqual({ stock: 2, held: 0, sold: 8 });
  const staff = t.auth(await t.adminToken());
  const seen = (await t.get(url, staff)).body.order;
  expect(seen.needsAttention.sort()).toEqual(['order_reopened', 'out_of_stock']);
  expect(seen.cancelReason).toBe('');
});

test('a cancelled order names the hours that it had; one from before claims had a time, those of the setting', async () => {
  await using t = await shop(10);
  const place = async () => (await t.post('/api/orders', order(1), from('203.0.113.1'))).body.order;
  const [own, old] = [await place(), await place()];
  await t.db.updateTable('claims').set({ created_at: 0 }).where('order_number', '=', old.orderNumber).execute();
  const urgency = { offerCountdownEnabled: true, deliveryCutoffEnabled: true, unpaidHours: 48 };
  expect((await t.put('/api/settings/urgency', urgency, t.auth(await t.adminToken()))).status).toBe(200);
  t.clock.advance(24 * HOUR);
  await t.services.orders.tidy();
  for (const [{ orderNumber, accessToken }, hours] of [[own, 24] as const, [old, 48] as const]) {
    const { cancelReason } = (await t.get(`/api/orders/${orderNumber}`, { 'x-order-token': accessToken })).body.order;
    expect(cancelReason).toContain(`We did not receive a payment reference (UTR) within ${hours} hours.`);
  }
});

test('the order sent again with its UTR reopens it; an order that staff cancelled stays cancelled', async () => {
  await using t = await shop(10);
  const staff = t.auth(await t.adminToken());
  const submit = async (body: Record<string, unknown>) => (await t.post('/api/orders', body, from('203.0.113.1'))).body;
  const bodies = [order(1), order(1)];
  const [lapsed, cancelled] = [await submit(bodies[0]!), await submit(bodies[1]!)];
  await t.post(`/api/orders/${cancelled.order.orderNumber}/cancel`, { reason: 'no' }, staff);
  const { orderNumber: ended, accessToken: token } = cancelled.order;
  expect((await t.get(`/api/orders/${ended}`, { 'x-order-token': token })).body.order.lapsed).toBe(false);
  t.clock.advance(24 * HOUR);
  await t.services.orders.tidy();
  const again = async (placed: typeof lapsed, body: Record<string, unknown>, utr: number) => {
    const { orderNumber, accessToken } = placed.order;
    return (await submit({ ...body, orderNumber, accessToken, ...paid(utr) })).order;
  };
  const reopened = await again(lapsed, bodies[0]!, 5);
  expect([reopened.orderNumber, reopened.status]).toEqual([lapsed.order.orderNumber, 'pending']);
  expect((await again(cancelled, bodies[1]!, 6)).orderNumber).not.toBe(cancelled.order.orderNumber);
});

test('late UTRs reopen any number of orders of one phone with their stock', async () => {
  await using t = await shop(10);
  const shippingAddress = { ...ADDRESS, phone: '9876543210' };
  const placed = [];
  for (let index = 0; index < 4; index++) {
    const network = from(`203.0.113.${index}`);
    placed.push((await t.post('/api/orders', order(1, { shippingAddress }), network)).body.order);
  }
  t.clock.advance(24 * HOUR);
  await t.services.orders.tidy();
  expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
  // Others of no network wait for their UTR again, because staff have taken back a match.
  const [at, phone] = [t.clock.now(), shippingAddress.phone];
  const waiting = { kind: 'order' as const, network: '', phone, pieces: 1, remind_at: null, expires_at: at + HOUR };
  const numbers = ['ORD1', 'ORD2', 'ORD3'];
  const claims = numbers.map((order_number) => ({ order_number, ...waiting, created_at: at, quiet: 0 }));
  await t.db.insertInto('claims').values(claims).execute();
  for (const [index, { orderNumber, accessToken }] of placed.entries()) {
    await t.services.orders.sendUtr(orderNumber, accessToken, { utr: `63240000009${index}`, app: '' });
  }
  expect(await stockOf(t.db)).toEqual({ stock: 6, held: 0, sold: 4 });
});

test('an unpaid order that cannot be handled does not hold up the others', async () => {
  await using t = await shop(10);
  const place = async () => (await t.post('/api/orders', order(1), from('203.0.113.1'))).body.order.orderNumber;
  const [broken, other] = [await place(), await place()];
  await t.db.updateTable('orders').set({ status: 'of another version' }).where('order_number', '=', broken).execute();
  t.clock.advance(25 * HOUR);
  await t.services.orders.tidy();
  const row = await t.db.selectFrom('orders').select('status').where('order_number', '=', other).executeTakeFirst();
  expect(row?.status).toBe('cancelled');
});

test('an unpaid order that staff take over keeps its stock', async () => {
  await using t = await shop(10);
  const { orderNumber } = (await t.post('/api/orders', order(2), from('203.0.113.1'))).body.order;
  const staff = t.auth(await t.adminToken());
  await t.put(`/api/orders/${orderNumber}/status`, { status: 'confirmed' }, staff);
  t.clock.advance(25 * HOUR);
  await t.services.orders.tidy();
  expect(await t.db.selectFrom('orders').select('status').execute()).toEqual([{ status: 'confirmed' }]);
  expect(await stockOf(t.db)).toEqual({ stock: 8, held: 0, sold: 2 });
});

test.runIf(dialect === 'sqlite')('the expired uses of a coupon are found without all its uses', async () => {
  await using t = await testApp();
  const plans = await plansOf(t.context.database, (trx) => freeExpiredUses(trx, t.clock.now(), 2, 'cpn_1'));
  expect(plans).toContainEqual(expect.stringMatching(/^SEARCH coupon_uses .*expires_at</));
});
