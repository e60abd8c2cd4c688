import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/** The usual time of a payment check, which shoppers read while they wait. */

const MINUTE = 60_000;

test('shoppers read the median from the UTR to the verified payment, once five were checked', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const staff = t.auth(await t.adminToken());
  const place = async (more: Record<string, unknown>) => {
    const { body } = await t.post('/api/orders', orderBody(more));
    const { orderNumber, accessToken } = body.order as { orderNumber: string; accessToken: string };
    return { url: `/api/orders/${orderNumber}`, token: { 'x-order-token': accessToken } };
  };
  const waiting = await place(paid(99));
  const usual = async () => {
    // Kept for a minute.
    t.clock.advance(MINUTE);
    return (await t.get(waiting.url, waiting.token)).body.usualCheckMs as number | null;
  };
  for (const [index, minutes] of [2, 4, 6, 30].entries()) {
    const order = await place(paid(index));
    t.clock.advance(minutes * MINUTE);
    await t.put(`${order.url}/payment`, { status: 'completed' }, staff);
  }
  expect(await usual()).toBeNull();

  // The time counts from the UTR, not from the order; failed payments and orders without a UTR do
  // not count.
  const late = await place({});
  t.clock.advance(500 * MINUTE);
  await t.post(`${late.url}/utr`, { utrNumber: '632400000055' }, late.token);
  t.clock.advance(8 * MINUTE);
  await t.put(`${late.url}/payment`, { status: 'completed' }, staff);
  const failed = await place(paid(56));
  t.clock.advance(900 * MINUTE);
  await t.put(`${failed.url}/payment`, { status: 'failed', note: 'not there' }, staff);
  const without = await place({});
  t.clock.advance(900 * MINUTE);
  await t.put(`${without.url}/payment`, { status: 'completed' }, staff);
  expect(await usual()).toBe(6 * MINUTE);
  // Staff do not read it.
  expect((await t.get(waiting.url, staff)).body).not.toHaveProperty('usualCheckMs');
});
