import { expect, test } from 'vitest';
import { COUPON_KINDS } from '#shop/money/coupons.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

const DAY = 86_400_000;
const TEN = { code: 'tenoff', kind: 'percent', value: 10 };

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  return Object.assign(t, { owner: t.auth(await t.adminToken()) });
}

async function order(t: TestApp, number: number, more: Record<string, unknown> = {}) {
  const shippingAddress = { ...ADDRESS, phone: String(9_000_000_000 + number) };
  const { body } = await t.post('/api/orders', orderBody({ shippingAddress, ...paid(number), ...more }));
  return body.order.orderNumber as string;
}

test.each(Object.keys(COUPON_KINDS))('the database takes a coupon of the kind %s', async (kind) => {
  await using t = await shop();
  const made = await t.post('/api/coupons', { ...TEN, kind }, t.owner);
  expect([made.status, made.body.coupon?.kind]).toEqual([201, kind]);
});

test('a coupon is made, changed with its version, listed and deleted while nobody has used it', async () => {
  await using t = await shop();
  const made = await t.post('/api/coupons', TEN, t.owner);
  expect([made.status, made.body.coupon]).toEqual([
    201,
    {
      id: expect.stringMatching(/^cpn_/),
      code: 'TENOFF',
      name: '',
      kind: 'percent',
      value: 10,
      maxDiscount: null,
      minOrder: 0,
      startsAt: null,
      endsAt: null,
      maxUses: null,
      perPhone: null,
      firstOrder: false,
      paused: false,
      scope: { kind: 'all' },
      status: 'running',
      taken: 0,
      orders: 0,
      sales: 0,
      discount: 0,
      version: 1,
    },
  ]);
  const url = `/api/coupons/${made.body.coupon.id}`;
  const change = {
    code: 'FIFTY',
    kind: 'amount',
    value: 50.5,
    minOrder: 499,
    scope: { kind: 'products', ids: ['almonds'] },
  };
  const changed = await t.put(url, { ...change, version: 1 }, t.owner);
  expect(changed.body.coupon).toMatchObject({ ...change, version: 2 });
  expect((await t.put(url, { ...change, version: 1 }, t.owner)).status).toBe(409);
  expect((await t.get('/api/coupons', t.owner)).body.coupons).toEqual([changed.body.coupon]);
  expect((await t.delete(url, t.owner)).status).toBe(200);
  expect((await t.delete(url, t.owner)).status).toBe(404);
  expect((await t.put(url, change, t.owner)).status).toBe(404);
  expect((await t.get('/api/coupons', t.owner)).body.coupons).toEqual([]);
});

test('a code that two admins give at once belongs to one coupon', async () => {
  await using t = await shop();
  const made = await Promise.all([1, 2, 3, 4].map(() => t.post('/api/coupons', TEN, t.owner)));
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('a code belongs to one coupon; automatic offers have none', async () => {
  await using t = await shop();
  const { body } = await t.post('/api/coupons', TEN, t.owner);
  const twice = await t.post('/api/coupons', { ...TEN, code: 'TenOff' }, t.owner);
  expect([twice.status, twice.body.errors]).toEqual([
    409,
    [{ path: 'code', msg: 'There is already a coupon TENOFF.' }],
  ]);
  expect((await t.put(`/api/coupons/${body.coupon.id}`, TEN, t.owner)).status).toBe(200);
  for (const name of ['One', 'Two']) {
    expect((await t.post('/api/coupons', { ...TEN, code: null, name }, t.owner)).status).toBe(201);
  }
});

test.each([null, 'TENOFF'])(
  'a new coupon (code %s) that is sent again, because its response was lost, is made once',
  async (code) => {
    await using t = await shop();
    const make = (more: object = {}) =>
      t.post('/api/coupons', { ...TEN, code, name: 'Nut days', once: 'a1'.repeat(16), ...more }, t.owner);
    const sent = [...(await Promise.all([make(), make(), make()])), await make()];
    const [first] = sent;
    expect(sent.map(({ status, body }) => [status, body.coupon])).toEqual(sent.map(() => [201, first?.body.coupon]));
    const other = await make({ value: 11 });
    expect([other.status, other.body.errors]).toEqual([
      409,
      [{ path: 'once', msg: expect.stringContaining('saved after all') }],
    ]);
    expect((await t.get('/api/coupons', t.owner)).body.coupons).toHaveLength(1);
    const audited = t.db.selectFrom('audit_log').select('id').where('entity', '=', 'coupon');
    expect(await audited.execute()).toHaveLength(1);
    expect((await make({ once: 'b2'.repeat(16) })).status).toBe(code === null ? 201 : 409);
  },
);

test('a used coupon is not deleted, even when its order is cancelled; it can be ended', async () => {
  await using t = await shop();
  const { id } = (await t.post('/api/coupons', TEN, t.owner)).body.coupon;
  const number = await order(t, 1, { couponCode: 'TENOFF' });
  for (let round = 0; round < 2; round++) {
    const refused = await t.delete(`/api/coupons/${id}`, t.owner);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Orders have used this coupon, so it stays in the report. Please end it instead.',
    ]);
    await t.post(`/api/orders/${number}/cancel`, { reason: 'x' }, t.owner);
  }
  const ended = await t.put(`/api/coupons/${id}`, { ...TEN, endsAt: t.clock.now() }, t.owner);
  expect(ended.body.coupon.status).toBe('ended');
  const { body } = await t.post('/api/orders/draft', orderBody({ couponCode: 'TENOFF' }));
  expect(body.coupon.message).toBe('The code TENOFF has expired.');
});

test('the report counts orders, sales, discount and new customers, without cancelled orders', async () => {
  await using t = await shop();
  await t.post('/api/coupons', TEN, t.owner);
  await t.post('/api/coupons', { ...TEN, code: 'FIVE', value: 5, maxUses: 1 }, t.owner);
  t.clock.time = Date.parse('2026-10-20T12:00:00+05:30');
  await order(t, 1, { couponCode: 'TENOFF' });
  t.clock.time = Date.parse('2026-11-20T12:00:00+05:30');
  await order(t, 11, { couponCode: 'TENOFF', shippingAddress: { ...ADDRESS, phone: '9000000001' } });
  await order(t, 2, { couponCode: 'TENOFF' });
  await order(t, 3, { couponCode: 'FIVE' });
  await order(t, 4);
  const gone = await order(t, 5, { couponCode: 'TENOFF' });
  await t.post(`/api/orders/${gone}/cancel`, { reason: 'x' }, t.owner);
  const { coupons, month } = (await t.get('/api/coupons', t.auth(await t.adminToken()))).body;
  const brought = coupons.map(({ code, orders, sales, discount, taken, status }: Record<string, unknown>) => [
    code,
    orders,
    sales,
    discount,
    taken,
    status,
  ]);
  expect(brought.sort()).toEqual([
    ['FIVE', 1, 284.05, 14.95, 1, 'used_up'],
    ['TENOFF', 3, 807.3, 89.7, 3, 'running'],
  ]);
  expect(month).toEqual({
    orders: 4,
    sales: 1121.25,
    discount: 74.75,
    withOffer: { orders: 3, sales: 822.25 },
    newCustomers: 2,
  });
});

test('the report is a file without formulas, for admins', async () => {
  await using t = await shop();
  const endsAt = Date.parse('2026-12-01T00:00:00+05:30');
  await t.post('/api/coupons', { ...TEN, maxUses: 5, endsAt }, t.owner);
  t.clock.advance(1);
  await t.post('/api/coupons', { code: null, name: '=Nut days', kind: 'amount', value: 1 }, t.owner);
  await order(t, 1, { couponCode: 'TENOFF' });
  const { status, headers, text } = await t.get('/api/coupons/export', t.owner);
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="coupons-2026-11-20.csv"']);
  expect(text.split('\r\n')).toEqual([
    '\uFEFFCode,Name,Gives,Status,From,Before,Used,Limit,Orders,Sales,Discount',
    ",'=Nut days,₹1 off,running,,,0,,0,0,0",
    'TENOFF,,10% off,running,,2026-12-01,1,5,1,269.1,29.9',
    '',
  ]);
  expect((await t.get('/api/coupons/export')).status).toBe(401);
});

test('a planned coupon runs from its start to its end', async () => {
  await using t = await shop();
  const startsAt = t.clock.now() + DAY;
  const { coupon } = (await t.post('/api/coupons', { ...TEN, startsAt, endsAt: startsAt + DAY }, t.owner)).body;
  expect(coupon.status).toBe('planned');
  const applied = async () =>
    (await t.post('/api/orders/draft', orderBody({ couponCode: 'TENOFF' }))).body.coupon.applied;
  const seen = [await applied()];
  t.clock.advance(DAY);
  seen.push(await applied());
  t.clock.advance(DAY);
  seen.push(await applied());
  expect(seen).toEqual([false, true, false]);
});
