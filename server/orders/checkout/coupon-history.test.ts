import { expect, test } from 'vitest';
import { LIMITS } from '#server/http/limits.ts';
import { CouponInput } from '#shop/orders/coupons/input.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

const HOUR = 3_600_000;
const { max } = LIMITS.couponPhones;
const items = [{ product: 'almonds', size: '250g', quantity: 1 }];
const phoneOf = (number: number) => String(9_000_000_000 + number);

/**
 * A shop with almonds at ₹299 and a coupon that depends on earlier orders. ADDRESS has ordered
 * before.
 */
async function shopWith(more: Record<string, unknown>): Promise<TestApp> {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1_000 }] });
  const input = CouponInput.parse({ code: 'FIRST', kind: 'percent', value: 10, ...more });
  await t.services.coupons.create(input, { id: null, name: 'Owner' });
  expect((await t.post('/api/orders', orderBody({ ...paid(1), couponCode: 'FIRST' }))).status).toBe(201);
  return t;
}

const price = async (t: TestApp, phone: string, couponCode = 'FIRST') =>
  (await t.post('/api/orders/price', { items, couponCode, phone })).body;

/** Prices for `count` numbers, 20 at once: more would be guesses at codes. */
async function prices(t: TestApp, count: number) {
  const numbers = Array.from({ length: count }, (_, number) => phoneOf(number));
  const all = [];
  while (numbers.length > 0) all.push(...(await Promise.all(numbers.splice(0, 20).map((phone) => price(t, phone)))));
  return all;
}

const draft = async (t: TestApp, phone: string) =>
  (await t.post('/api/orders/draft', orderBody({ couponCode: 'FIRST', shippingAddress: { ...ADDRESS, phone } }))).body;

const UNCHECKED = {
  code: 'FIRST',
  applied: true,
  reason: 'at_order',
  message: 'When you order, we check whether FIRST applies to your mobile number.',
};

test('prices tell of few numbers whether they have ordered before', async () => {
  await using t = await shopWith({ firstOrder: true });
  expect((await price(t, ADDRESS.phone)).coupon.reason).toBe('not_first');
  const asked = await prices(t, max + 4);
  expect(asked.filter(({ coupon }) => coupon.reason === null)).toHaveLength(max - 1);
  expect((await price(t, phoneOf(999))).coupon).toEqual(UNCHECKED);
  t.clock.advance(HOUR);
  expect((await price(t, phoneOf(999))).coupon).toMatchObject({ applied: true, reason: null });
});

test('a cart with one number is priced as often as it changes', async () => {
  await using t = await shopWith({ perPhone: 1 });
  for (let change = 0; change < max + 10; change++) {
    expect((await price(t, ADDRESS.phone)).coupon.reason).toBe('used_by_phone');
  }
  expect((await price(t, phoneOf(1))).coupon.reason).toBe(null);
});

test('beyond the limit a draft is not judged either, and its order is', async () => {
  await using t = await shopWith({ firstOrder: true });
  await prices(t, max);
  const { order, coupon } = await draft(t, ADDRESS.phone);
  expect([order.pricing.total, coupon]).toEqual([269.1, UNCHECKED]);
  const { orderNumber, accessToken } = order;
  const body = orderBody({ ...paid(2), orderNumber, accessToken, couponCode: 'FIRST', total: 269.1 });
  expect((await t.post('/api/orders', body)).status).toBe(201);
  const placed = await t.services.orders.forStaff(orderNumber);
  expect([placed.pricing.total, placed.needsAttention]).toEqual([299, ['coupon_lost', 'amount_mismatch']]);
  // Who has been judged stays so.
  expect((await draft(t, phoneOf(1))).coupon).toMatchObject({ applied: true, reason: null });
});

test('an automatic offer counts numbers too, other coupons do not', async () => {
  await using t = await shopWith({});
  await prices(t, max);
  const offer = CouponInput.parse({ code: null, name: 'Welcome', kind: 'percent', value: 20, firstOrder: true });
  await t.services.coupons.create(offer, { id: null, name: 'Owner' });
  expect((await price(t, ADDRESS.phone, '')).pricing.total).toBe(299);
  for (let number = 1; number < max; number++) await price(t, phoneOf(number), '');
  const late = { ...ADDRESS, phone: phoneOf(999) };
  const fresh = phoneOf(998);
  expect((await t.post('/api/orders', orderBody({ ...paid(2), shippingAddress: late }))).status).toBe(201);
  expect((await price(t, late.phone, '')).pricing.total).toBe(299);
  expect((await price(t, fresh, '')).pricing.total).toBe(299);
  t.clock.advance(HOUR);
  expect((await price(t, late.phone, '')).pricing.total).toBe(299);
  expect((await price(t, fresh, '')).pricing.total).toBe(239.2);
});

test.each([
  ['while its prices hold', 0],
  ['after that', HOUR],
])('what a draft could not judge, its order takes off neither: %s', async (_name, wait) => {
  await using t = await shopWith({});
  const offer = CouponInput.parse({ code: null, name: 'Welcome', kind: 'percent', value: 20, firstOrder: true });
  await t.services.coupons.create(offer, { id: null, name: 'Owner' });
  await prices(t, max);
  const shippingAddress = { ...ADDRESS, phone: phoneOf(999) };
  const { order } = (await t.post('/api/orders/draft', orderBody({ shippingAddress }))).body;
  expect(order.pricing).toMatchObject({ total: 299, discounts: [] });
  t.clock.advance(wait);
  const { orderNumber, accessToken } = order;
  const body = orderBody({ ...paid(2), shippingAddress, orderNumber, accessToken, total: 299 });
  expect((await t.post('/api/orders', body)).status).toBe(201);
  const placed = await t.services.orders.forStaff(orderNumber);
  expect([placed.pricing.total, placed.needsAttention]).toEqual([299, []]);
});

test('beyond the limit, a code counts although an automatic offer would take off more', async () => {
  await using t = await shopWith({ firstOrder: true });
  const offer = CouponInput.parse({ code: null, name: 'Welcome', kind: 'percent', value: 20, firstOrder: true });
  await t.services.coupons.create(offer, { id: null, name: 'Owner' });
  await prices(t, max);
  const { pricing, coupon } = await price(t, phoneOf(999));
  expect([pricing.total, coupon]).toEqual([269.1, UNCHECKED]);
});

test('without a number, the sentence says that it is checked later', async () => {
  await using t = await shopWith({ firstOrder: true });
  expect((await price(t, '')).coupon).toEqual(UNCHECKED);
});
