import { expect, test } from 'vitest';
import { CouponInput } from '#shop/orders/coupons/input.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

const MINUTE = 60_000;

/** A shop with almonds at ₹299 and the coupon TENOFF: 10% off. */
async function shopWithCode(): Promise<TestApp> {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1_000 }] });
  const input = CouponInput.parse({ code: 'TENOFF', kind: 'percent', value: 10 });
  await t.services.coupons.create(input, { id: null, name: 'Owner' });
  return t;
}

const bodyOf = (more: Record<string, unknown> = {}) => orderBody({ couponCode: 'tenoff', ...more });

test('guesses at codes are limited, and a draft goes on without its code', async () => {
  await using t = await shopWithCode();
  const items = [{ product: 'almonds', size: '250g', quantity: 1 }];
  for (let guess = 0; guess < 30; guess++) {
    const { body } = await t.post('/api/orders/price', { items, couponCode: `GUESS${guess}` });
    expect(body.coupon.message).toBe(`GUESS${guess} is not a valid code. Please check the spelling.`);
  }
  const { status, body } = await t.post('/api/orders/draft', bodyOf());
  expect([status, body.order.pricing.total, body.coupon]).toEqual([
    201,
    299,
    {
      code: 'TENOFF',
      applied: false,
      reason: 'too_many_tries',
      message: 'Too many attempts. Please try again in 15 minutes.',
    },
  ]);
  t.clock.advance(16 * MINUTE);
  for (let visit = 0; visit < 40; visit++) {
    expect((await t.post('/api/orders/price', { items, couponCode: 'TENOFF' })).body.coupon.applied).toBe(true);
  }
});

test('nor can codes be guessed with orders', async () => {
  await using t = await shopWithCode();
  for (let guess = 0; guess < 30; guess++) {
    const body = bodyOf({ couponCode: `GUESS${guess}`, ...paid(900 + guess), total: undefined });
    expect((await t.post('/api/orders', body)).status).toBe(201);
  }
  const { status, body } = await t.post('/api/orders', bodyOf({ ...paid(930), total: undefined }));
  expect([status, body.order.pricing.total]).toEqual([201, 299]);
});

test('a draft that fails is no guess at its code', async () => {
  await using t = await shopWithCode();
  const many = {
    items: [
      { product: 'almonds', size: '250g', quantity: 999 },
      { product: 'almonds', size: '250g', quantity: 2 },
    ],
  };
  for (let time = 0; time < 40; time++) expect((await t.post('/api/orders/draft', bodyOf(many))).status).toBe(409);
  const { body } = await t.post('/api/orders/draft', bodyOf());
  expect(body.coupon).toMatchObject({ applied: true });
});
