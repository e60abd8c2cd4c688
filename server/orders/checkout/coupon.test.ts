import { expect, test } from 'vitest';
import { CouponInput } from '#shop/orders/coupons/input.ts';
import { DraftInput, OrderInput } from '#shop/orders/orders.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OWNER = { id: null, name: 'Owner' };

/** A shop with almonds at ₹299 and combos at ₹500, and the coupon TENOFF: 10% off. */
async function shopWith(more: Record<string, unknown> = {}): Promise<TestApp & { coupon: string }> {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1_000 }] });
  await addProduct(t.db, { id: 'combo', name: 'Value Combo', sizes: [{ size: '1kg', price: 500, stock: 1_000 }] });
  const { id } = await addCoupon(t, more);
  return Object.assign(t, { coupon: id });
}

function addCoupon(t: TestApp, more: Record<string, unknown> = {}) {
  const input = CouponInput.parse({ code: 'TENOFF', kind: 'percent', value: 10, ...more });
  return t.services.coupons.create(input, OWNER);
}

const phoneOf = (number: number) => String(9_000_000_000 + number);
const bodyOf = (more: Record<string, unknown> = {}) => orderBody({ couponCode: 'tenoff', ...more });

/** Through the service: without a network address there are no limits for one network (D53). */
async function draft(t: TestApp, more: Record<string, unknown> = {}) {
  const { order, coupon } = await t.services.orders.draft(DraftInput.parse(bodyOf(more)), credentials(more));
  return { order, coupon, proof: { orderNumber: order.orderNumber, accessToken: order.accessToken } };
}

async function place(t: TestApp, more: Record<string, unknown> = {}) {
  const { order } = await t.services.orders.place(OrderInput.parse(bodyOf(more)), credentials(more));
  return t.services.orders.forStaff(order.orderNumber);
}

function credentials(more: Record<string, unknown>) {
  return { orderNumber: more.orderNumber as string | undefined, accessToken: more.accessToken as string | undefined };
}

/** What the coupon counts, and its rows: they must agree. */
async function usesOf(t: TestApp, code = 'TENOFF') {
  const { id, taken } = await t.db
    .selectFrom('coupons')
    .select(['id', 'taken'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const rows = await t.db.selectFrom('coupon_uses').select('expires_at').where('coupon_id', '=', id).execute();
  expect(taken).toBe(rows.length);
  return {
    held: rows.filter((row) => row.expires_at !== null).length,
    used: rows.filter((row) => row.expires_at === null).length,
  };
}

test('a draft gets the discount of its code and holds a use; the order keeps both', async () => {
  await using t = await shopWith({ maxUses: 5 });
  const { order, coupon, proof } = await draft(t);
  expect(coupon).toEqual({ code: 'TENOFF', applied: true, reason: null, message: '' });
  expect(order.pricing).toEqual({
    subtotal: 299,
    shippingCharges: 0,
    tax: 0,
    discount: 29.9,
    paymentCode: 0,
    total: 269.1,
    discounts: [{ kind: 'coupon', code: 'TENOFF', label: 'Coupon TENOFF', amount: 29.9 }],
  });
  expect(await usesOf(t)).toEqual({ held: 1, used: 0 });
  const placed = await place(t, { ...proof, ...paid(1), total: 269.1 });
  expect(placed).toMatchObject({ pricing: order.pricing, needsAttention: [] });
  expect(await usesOf(t)).toEqual({ held: 0, used: 1 });
});

test.each(['drafts', 'orders'])('50 at once for a coupon with 10 uses: exactly 10 %s get it', async (kind) => {
  await using t = await shopWith({ maxUses: 10 });
  const results = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const shopper = { shippingAddress: { ...ADDRESS, phone: phoneOf(index) } };
      const { pricing } =
        kind === 'drafts' ? (await draft(t, shopper)).order : await place(t, { ...shopper, ...paid(index) });
      return pricing.total;
    }),
  );
  expect(results.filter((total) => total === 269.1)).toHaveLength(10);
  expect(results.filter((total) => total === 299)).toHaveLength(40);
  expect(await usesOf(t)).toEqual(kind === 'drafts' ? { held: 10, used: 0 } : { held: 0, used: 10 });
  const frozen = await t.db.selectFrom('orders').select('order_number').where('coupon_id', '=', t.coupon).execute();
  expect(frozen).toHaveLength(10);
  expect((await stockOf(t.db)).stock).toBe(950);
});

test('an expired draft gives its use back, by the timer and to the next shopper', async () => {
  await using t = await shopWith({ maxUses: 1 });
  await draft(t);
  const second = await draft(t);
  expect(second.coupon).toMatchObject({ applied: false, message: 'The code TENOFF has reached its limit.' });
  expect(second.order.pricing.total).toBe(299);
  t.clock.advance(16 * MINUTE);
  expect((await draft(t)).coupon).toMatchObject({ applied: true });
  expect(await usesOf(t)).toEqual({ held: 1, used: 0 });
  t.clock.advance(16 * MINUTE);
  await t.services.orders.freeExpired();
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
});

test('a refreshed draft keeps its use, changes it for another, and gives it back without a code', async () => {
  await using t = await shopWith({ maxUses: 1 });
  await addCoupon(t, { code: 'HALF', value: 50, maxUses: 1 });
  const { proof } = await draft(t);
  expect((await draft(t, proof)).order.pricing.total).toBe(269.1);
  expect(await usesOf(t)).toEqual({ held: 1, used: 0 });
  expect((await draft(t, { ...proof, couponCode: 'HALF' })).order.pricing.total).toBe(149.5);
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
  expect(await usesOf(t, 'HALF')).toEqual({ held: 1, used: 0 });
  const { order, coupon } = await draft(t, { ...proof, couponCode: undefined });
  expect([order.pricing.total, order.pricing.discounts, coupon]).toEqual([299, [], null]);
  expect(await usesOf(t, 'HALF')).toEqual({ held: 0, used: 0 });
});

test('cancelled drafts and orders give their use back, once', async () => {
  await using t = await shopWith({ maxUses: 1 });
  const { proof } = await draft(t);
  await t.services.orders.cancel(proof.orderNumber, { reason: 'x' }, OWNER);
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
  const order = await place(t);
  expect(await usesOf(t)).toEqual({ held: 0, used: 1 });
  await t.services.orders.cancel(order.orderNumber, { reason: 'x' }, OWNER);
  await expect(t.services.orders.cancel(order.orderNumber, { reason: 'x' }, OWNER)).rejects.toThrow();
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
  expect((await t.services.orders.forStaff(order.orderNumber)).pricing.discount).toBe(29.9);
});

test('a failed draft takes no use', async () => {
  await using t = await shopWith({ maxUses: 1 });
  await t.db.updateTable('product_sizes').set({ stock: 0 }).execute();
  await expect(draft(t)).rejects.toThrow('out of stock');
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
});

test('paid late, while its use is still there: nothing is lost', async () => {
  await using t = await shopWith({ maxUses: 1 });
  const { proof } = await draft(t);
  t.clock.advance(20 * MINUTE);
  expect(await place(t, { ...proof, ...paid(1), total: 269.1 })).toMatchObject({
    needsAttention: [],
    pricing: { total: 269.1 },
  });
  expect(await usesOf(t)).toEqual({ held: 0, used: 1 });
});

test('paid late, while another order had its use and gave it back: the order takes a use again', async () => {
  await using t = await shopWith({ maxUses: 1 });
  const { proof } = await draft(t);
  t.clock.advance(20 * MINUTE);
  // The goods of the draft are still held for it.
  const { orderNumber } = await place(t, { items: [{ product: 'combo', size: '1kg', quantity: 1, price: 500 }] });
  await t.services.orders.cancel(orderNumber, { reason: 'x' }, OWNER);
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
  expect((await place(t, { ...proof, ...paid(1), total: 269.1 })).needsAttention).toEqual([]);
  expect(await usesOf(t)).toEqual({ held: 0, used: 1 });
});

test.each([
  [
    'the use has gone to another',
    async (t: TestApp) => void (await place(t, { shippingAddress: { ...ADDRESS, phone: phoneOf(7) } })),
  ],
  [
    'the coupon has ended',
    async (t: TestApp) => void (await t.db.updateTable('coupons').set({ ends_at: t.clock.now() }).execute()),
  ],
  ['the coupon is paused', async (t: TestApp) => void (await t.db.updateTable('coupons').set({ paused: 1 }).execute())],
])('paid late, and %s: recorded at the full price with attention (D22)', async (_title, meanwhile) => {
  await using t = await shopWith({ maxUses: 1 });
  const { proof } = await draft(t);
  t.clock.advance(20 * MINUTE);
  await meanwhile(t);
  const order = await place(t, { ...proof, ...paid(1), total: 269.1 });
  expect(order).toMatchObject({
    status: 'pending',
    needsAttention: ['coupon_lost', 'amount_mismatch'],
    pricing: { discount: 0, total: 299 },
  });
  const { note } = order.events.find(({ kind }) => kind === 'attention') ?? {};
  expect(note).toContain('the coupon no longer applied');
  const { held, used } = await usesOf(t);
  expect(held + used).toBeLessThanOrEqual(1);
});

test('a live draft keeps its discount, whatever becomes of the coupon', async () => {
  await using t = await shopWith();
  const { proof } = await draft(t);
  await t.db.updateTable('coupons').set({ value: 50, paused: 1 }).execute();
  const order = await place(t, { ...proof, ...paid(1), total: 269.1 });
  const discount = { kind: 'coupon', code: 'TENOFF', label: 'Coupon TENOFF', amount: 29.9 };
  expect(order).toMatchObject({ needsAttention: [], pricing: { discounts: [discount], total: 269.1 } });
  // What the order says does not follow the coupon.
  await t.db.updateTable('coupons').set({ code: 'RENAMED' }).execute();
  expect((await t.services.orders.forStaff(order.orderNumber)).pricing.discounts).toEqual([discount]);
});

test('other goods than in the draft are priced anew', async () => {
  await using t = await shopWith({ scope: { kind: 'products', ids: ['almonds'] } });
  const { proof } = await draft(t);
  const items = [{ product: 'combo', size: '1kg', quantity: 1, price: 500 }];
  const order = await place(t, { ...proof, ...paid(1), items, total: 470.1 });
  expect(order).toMatchObject({ needsAttention: ['coupon_lost', 'amount_mismatch'], pricing: { total: 500 } });
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
});

test('per mobile number: counts orders, not drafts that were left behind', async () => {
  await using t = await shopWith({ perPhone: 1 });
  await draft(t);
  const { proof, coupon } = await draft(t);
  expect(coupon?.applied).toBe(true);
  await place(t, { ...proof, ...paid(1) });
  const again = await draft(t);
  expect(again.coupon?.message).toBe('The code TENOFF has already been used with this mobile number.');
  expect((await draft(t, { shippingAddress: { ...ADDRESS, phone: phoneOf(1) } })).coupon?.applied).toBe(true);
});

test('two drafts of one number are both paid: the second is recorded with attention', async () => {
  await using t = await shopWith({ perPhone: 1 });
  const [first, second] = [await draft(t), await draft(t)];
  const placed = await Promise.all([
    place(t, { ...first.proof, ...paid(1), total: 269.1 }),
    place(t, { ...second.proof, ...paid(2), total: 269.1 }),
  ]);
  expect(placed.map(({ needsAttention }) => needsAttention.join()).sort()).toEqual(['', 'coupon_lost,amount_mismatch']);
  expect((await usesOf(t)).used).toBe(1);
});

test('a draft without an address is asked again when the order is placed', async () => {
  await using t = await shopWith({ perPhone: 1 });
  await place(t, paid(1));
  const { proof, coupon } = await draft(t, { shippingAddress: undefined });
  expect(coupon?.applied).toBe(true);
  expect((await place(t, { ...proof, ...paid(2), total: 269.1 })).needsAttention).toContain('coupon_lost');
});

test('first order only: cancelled orders do not count', async () => {
  await using t = await shopWith({ firstOrder: true });
  const order = await place(t, { ...paid(1), couponCode: undefined });
  expect((await draft(t)).coupon?.message).toBe('The code TENOFF is only for your first order.');
  await t.services.orders.cancel(order.orderNumber, { reason: 'x' }, OWNER);
  expect((await draft(t)).coupon?.applied).toBe(true);
});

test('orders of one number that are placed at once have one first order', async () => {
  await using t = await shopWith({ firstOrder: true });
  for (const code of ['WELCOME', 'HELLO', 'NAMASTE', 'VANAKKAM']) await addCoupon(t, { code, firstOrder: true });
  const codes = ['TENOFF', 'WELCOME', 'HELLO', 'NAMASTE', 'VANAKKAM'];
  // Opens the connections, so that none of the orders comes first.
  await Promise.all(Array.from({ length: 20 }, () => t.get('/api/products')));
  const placed = await Promise.all(codes.map((couponCode, index) => place(t, { couponCode, ...paid(800 + index) })));
  expect(placed.filter(({ pricing }) => pricing.discount > 0)).toHaveLength(1);
});

test('an automatic offer applies by itself; the larger of code and offer is given', async () => {
  await using t = await shopWith();
  await addCoupon(t, { code: null, name: 'Combo week', value: 20, scope: { kind: 'products', ids: ['combo'] } });
  const items = (quantity: number) => [
    { product: 'almonds', size: '250g', quantity, price: 299 },
    { product: 'combo', size: '1kg', quantity: 1, price: 500 },
  ];
  const offer = await draft(t, { items: items(1), couponCode: undefined });
  expect(offer.order.pricing).toMatchObject({
    discounts: [{ kind: 'coupon', label: 'Combo week', amount: 100 }],
    total: 699,
  });
  const small = await draft(t, { items: items(1) });
  expect(small.order.pricing.discounts).toEqual([{ kind: 'coupon', label: 'Combo week', amount: 100 }]);
  expect(small.coupon).toMatchObject({
    applied: false,
    message: 'Combo week saves you more than the code TENOFF, so you get that instead.',
  });
  const large = await draft(t, { items: items(3) });
  expect(large.order.pricing.discounts).toEqual([
    { kind: 'coupon', code: 'TENOFF', label: 'Coupon TENOFF', amount: 139.7 },
  ]);
  const lines = await t.db
    .selectFrom('order_lines')
    .select('coupon_discount')
    .where('order_number', '=', offer.order.orderNumber)
    .orderBy('position')
    .execute();
  expect(lines.map((line) => line.coupon_discount)).toEqual([0, 10_000]);
});

test('the online payment offer comes on top, and the order never falls below ₹1', async () => {
  await using t = await shopWith({ kind: 'amount', value: 290, code: 'TENOFF' });
  const onlineOffer = { text: 'Pay online & get EXTRA ₹33 off', amount: 33, visible: true };
  await t.services.settings.savePayment({ upiId: 'shop@upi', accountHolderName: 'Shop', onlineOffer }, OWNER);
  const { order, proof } = await draft(t);
  expect(order.pricing).toMatchObject({
    discounts: [
      { kind: 'coupon', code: 'TENOFF', label: 'Coupon TENOFF', amount: 290 },
      { kind: 'online_offer', label: 'Online payment offer', amount: 8 },
    ],
    discount: 298,
    total: 1,
  });
  expect((await place(t, { ...proof, ...paid(1), total: 1 })).pricing).toEqual(order.pricing);
});

test('an order that the shop cancelled and a late UTR reopens takes its use again when its payment is verified', async () => {
  await using t = await shopWith({ maxUses: 1 });
  const { proof } = await draft(t);
  await place(t, { ...proof, total: 269.1 });
  t.clock.advance(25 * HOUR);
  await t.services.orders.tidy();
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
  await t.services.orders.sendUtr(proof.orderNumber, proof.accessToken, { utr: '632400000001', app: '' });
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
  await t.services.payments.decide(proof.orderNumber, { status: 'completed', note: '' }, OWNER);
  expect(await usesOf(t)).toEqual({ held: 0, used: 1 });
  expect((await t.services.orders.forStaff(proof.orderNumber)).needsAttention).toEqual(['order_reopened']);
});

test('reopened after its use has gone to another order: attention, and the price stays', async () => {
  await using t = await shopWith({ maxUses: 1 });
  const { proof } = await draft(t);
  await place(t, { ...proof, total: 269.1 });
  t.clock.advance(25 * HOUR);
  await t.services.orders.tidy();
  await place(t, { ...paid(2), shippingAddress: { ...ADDRESS, phone: phoneOf(2) } });
  await t.services.orders.sendUtr(proof.orderNumber, proof.accessToken, { utr: '632400000001', app: '' });
  await t.services.payments.decide(proof.orderNumber, { status: 'completed', note: '' }, OWNER);
  expect(await t.services.orders.forStaff(proof.orderNumber)).toMatchObject({
    needsAttention: ['coupon_lost', 'order_reopened'],
    pricing: { total: 269.1 },
  });
  expect(await usesOf(t)).toEqual({ held: 0, used: 1 });
});

test('a draft whose number is taken by another draft with a coupon gets another number', async () => {
  await using t = await shopWith({ maxUses: 1_001 });
  const at = t.clock.now();
  const taken = Array.from({ length: 1_000 }, (_, index) => `ORD${at}${String(index).padStart(3, '0')}`);
  const common = { access_token_hash: 'x', status: 'draft', created_at: at, updated_at: at, coupon_id: t.coupon };
  for (const order_number of taken) {
    await t.db
      .insertInto('orders')
      .values({ order_number, ...common })
      .execute();
    await t.db
      .insertInto('coupon_uses')
      .values({ order_number, coupon_id: t.coupon, expires_at: at + HOUR })
      .execute();
  }
  await t.db.updateTable('coupons').set({ taken: 1_000 }).execute();
  const { proof, coupon } = await draft(t);
  expect([proof.orderNumber.startsWith(`ORD${at + 1}`), coupon?.applied]).toEqual([true, true]);
  expect(await usesOf(t)).toEqual({ held: 1_001, used: 0 });
});

test('a cart is priced without holding anything', async () => {
  await using t = await shopWith({ maxUses: 1, minOrder: 400 });
  const items = [{ product: 'almonds', size: '250g', quantity: 2 }];
  const { status, body } = await t.post('/api/orders/price', { items, couponCode: 'TENOFF' });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      pricing: {
        subtotal: 598,
        shippingCharges: 0,
        tax: 0,
        discount: 59.8,
        paymentCode: 0,
        total: 538.2,
        discounts: [{ kind: 'coupon', code: 'TENOFF', label: 'Coupon TENOFF', amount: 59.8 }],
      },
      coupon: { code: 'TENOFF', applied: true, reason: null, message: '' },
    },
  ]);
  expect(await usesOf(t)).toEqual({ held: 0, used: 0 });
  const small = await t.post('/api/orders/price', { items: [{ ...items[0], quantity: 1 }], couponCode: 'TENOFF' });
  expect(small.body).toMatchObject({
    pricing: { total: 299, discounts: [] },
    coupon: { message: 'The code TENOFF is for orders of ₹400 or more. Add items worth ₹101 to use it.' },
  });
  await place(t, { ...paid(1), items });
  const gone = await t.post('/api/orders/price', { items, couponCode: 'TENOFF' });
  expect(gone.body.coupon.message).toBe('The code TENOFF has reached its limit.');
  expect((await t.post('/api/orders/price', { items: [] })).status).toBe(400);
});

test('the invoice and the mail name the coupon, and GST is computed after it', async () => {
  await using t = await shopWith({ scope: { kind: 'products', ids: ['almonds'] }, value: 50 });
  const items = [
    { product: 'almonds', size: '250g', quantity: 1, price: 299 },
    { product: 'combo', size: '1kg', quantity: 1, price: 500 },
  ];
  const order = await place(t, { ...paid(1), items, total: 649.5 });
  await t.services.payments.decide(order.orderNumber, { status: 'completed', note: '' }, OWNER);
  await t.services.invoices.issueDue();
  const { data } = await t.db.selectFrom('invoices').select('data').executeTakeFirstOrThrow();
  const invoice = JSON.parse(data);
  expect(invoice.discounts).toEqual([{ label: 'Coupon TENOFF', amount: 14_950 }]);
  expect(invoice.lines.map((line: { discount: number; total: number }) => [line.discount, line.total])).toEqual([
    [14_950, 14_950],
    [0, 50_000],
  ]);
  expect(invoice.totals).toMatchObject({ discount: 14_950, total: 64_950 });
  const mails = await t.db.selectFrom('mail_outbox').select('text_body').where('kind', '=', 'order_received').execute();
  expect(mails.map(({ text_body }) => text_body).join()).toContain('Coupon TENOFF');
});
