import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { openEdition, storyOf } from './editions.ts';
import { stockOf } from './factories.ts';
import { credited } from './proof.ts';

/**
 * Opens a database of the second edition with the current code. The dumps in
 * tests/fixtures/second-edition were written by that edition and never change: new migrations must
 * handle them.
 */

const { now, session, orders } = storyOf('second-edition');
const url = (name: string) => `/api/orders/${orders[name]?.number}`;
const own = (name: string) => ({ 'x-order-token': orders[name]?.token ?? '' });

let database: Database;
let t: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  database = await openEdition('second-edition');
  t = await testApp({ database });
  t.clock.time = now;
  admin = t.auth((await t.post('/api/auth/admin-login', ADMIN)).body.token);
}, 180_000);

afterAll(async () => {
  await t[Symbol.asyncDispose]();
  await database.close();
});

const ok = async (response: ReturnType<TestApp['get']>) => {
  const { status, body, text } = await response;
  expect(status, text).toBeLessThan(300);
  return body;
};
const order = async (name: string) => (await ok(t.get(url(name), admin))).order;

test('an old session stays valid', async () => {
  expect((await ok(t.get('/api/auth/admin-profile', t.auth(session)))).user.email).toBe('meera@kishmish.test');
});

test.each([
  ['proved', 'confirmed', 'completed'],
  ['credit_first', 'confirmed', 'completed'],
  ['unproven', 'pending', 'pending'],
  ['short', 'pending', 'pending'],
  ['refund_due', 'cancelled', 'completed'],
  ['with_coupon', 'pending', 'pending'],
  ['second_draft', 'draft', 'pending'],
])('the order %s is %s, its payment %s', async (name, status, payment) => {
  expect(await order(name)).toMatchObject({ status, payment: { status: payment } });
});

test('a shopper opens an order with the secret of the device', async () => {
  expect((await ok(t.get(url('proved'), own('proved')))).order.payment.status).toBe('completed');
  expect((await t.get(url('proved'), own('short'))).status).toBe(404);
});

test('orders keep their coupon and their products the Hindi name', async () => {
  expect((await order('with_coupon')).pricing).toMatchObject({ discounts: [{ code: 'CHIKKI10' }], total: 134.55 });
  const { product } = await ok(t.get('/api/products/house-chikki', { 'x-language': 'hi' }));
  expect(product.name).toBe('घर की चिक्की');
  const english = (await ok(t.get('/api/products/house-chikki'))).product;
  expect(english.translations.hi).toMatchObject({ name: 'घर की चिक्की' });
});

test('the ledger keeps its credits; a report proves an order once', async () => {
  const { credits } = await ok(t.get('/api/payments/credits', admin));
  const statusOf = (utr: string) => credits.find(({ rrn }: { rrn: string | null }) => rrn === utr)?.status;
  expect(['632600000001', '632600000002', '632600000009'].map(statusOf)).toEqual(['matched', 'matched', 'open']);
  const again = { via: 'sms', sender: 'VM-HDFCBK-S', text: credited('632600000001', '149.50', now) };
  await ok(t.post('/api/payments/messages', again, admin));
  expect((await ok(t.get('/api/payments/credits', admin))).credits).toHaveLength(credits.length);
});

test('rules of the second edition confirm nothing until the owner names the own account (D62)', async () => {
  const report = (utr: string, amount: string) =>
    ok(
      t.post('/api/payments/messages', { via: 'sms', sender: 'VM-HDFCBK-S', text: credited(utr, amount, now) }, admin),
    );
  await report('632600000003', '149.50');
  expect((await order('unproven')).payment.status).toBe('pending');
  await ok(t.post('/api/payment-settings', { accounts: [{ bank: 'HDFC Bank', tail: '6298' }] }, admin));
  await report('632600000007', '134.55');
  expect((await order('with_coupon')).payment.status).toBe('completed');
});

test('a draft keeps what it holds and can be placed', async () => {
  const before = await stockOf(t.db, 'house-chikki', '200g');
  const items = [{ product: 'house-chikki', name: 'House Chikki', size: '200g', quantity: 2, price: 149.5 }];
  const { shippingAddress } = await order('second_draft');
  const { number: orderNumber, token: accessToken } = orders.second_draft!;
  const paymentDetails = { utrNumber: '632600000044', method: 'upi', app: 'phonepe' };
  const body = { items, shippingAddress, paymentMethod: 'upi', total: 299, paymentDetails, orderNumber, accessToken };
  expect((await ok(t.post('/api/orders', body))).order).toMatchObject({ status: 'pending', orderNumber });
  const after = await stockOf(t.db, 'house-chikki', '200g');
  expect([after.held, after.sold]).toEqual([before.held - 2, before.sold + 2]);
});
