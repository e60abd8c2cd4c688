import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderStatus } from '#shop/orders/orders.ts';
import { testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { plansOf } from '#tests/plans.ts';
import { dueRefunds } from './due-refunds.ts';

type App = Awaited<ReturnType<typeof testApp>>;

/** Orders of ₹500, each a second after the one before. */
async function stored(
  t: App,
  start: number,
  count: number,
  more: { status: OrderStatus; paid_amount?: number; refunded?: number; kept?: number; needs_attention?: string },
) {
  const orders = Array.from({ length: count }, (_, index) => ({
    order_number: `ORD${start + index}`,
    access_token_hash: '',
    payment_status: 'completed' as const,
    total: 50_000,
    created_at: start + index,
    updated_at: 1,
    ...more,
  }));
  for (let first = 0; first < count; first += 100) {
    await t.db
      .insertInto('orders')
      .values(orders.slice(first, first + 100))
      .execute();
  }
}

test('orders with nothing due take no place in the list of refunds, and kept excesses hide no cancelled order', async () => {
  await using t = await testApp();
  // The excess has gone back; the money was taken back; the owner keeps the rupee.
  await stored(t, 1000, 210, { status: 'delivered', paid_amount: 60_000, refunded: 10_000 });
  await stored(t, 2000, 210, { status: 'cancelled', needs_attention: '["price_changed","payment_reversed"]' });
  await stored(t, 3000, 210, { status: 'delivered', paid_amount: 50_100 });
  await stored(t, 4000, 1, { status: 'cancelled', refunded: 50_000 });
  // No more is due of these.
  await stored(t, 4100, 210, { status: 'returned', refunded: 40_000, kept: 10_000 });
  await stored(t, 1500, 210, { status: 'delivered', paid_amount: 50_100, kept: 100 });
  const due = async () => (await dueRefunds(t.context)).map(({ orderNumber }) => orderNumber);
  expect((await due()).slice(0, 2)).toEqual(['ORD3000', 'ORD3001']);
  await stored(t, 5000, 1, { status: 'cancelled', paid_amount: 60_000, refunded: 10_000 });
  await stored(t, 5001, 1, { status: 'returned', needs_attention: '["refund_returned"]' });
  expect((await due()).slice(0, 3)).toEqual(['ORD5000', 'ORD5001', 'ORD3000']);
  expect((await dueRefunds(t.context, 'ORD5000')).map((one) => [one.due, one.why])).toEqual([[500, 'cancelled']]);
  expect(await dueRefunds(t.context, 'ORD2000')).toEqual([]);
});

test('of too many refunds the payments screen is told how many there are, and how much', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const total = async () => (await t.get('/api/payments/review', auth)).body.refundTotal;
  expect(await total()).toEqual({ count: 0, due: 0 });
  await stored(t, 1000, 200, { status: 'cancelled', refunded: 49_950 });
  await stored(t, 2000, 10, { status: 'returned', paid_amount: 60_000, refunded: 100, kept: 20_000 });
  await stored(t, 3000, 5, { status: 'delivered', paid_amount: 50_100 });
  await stored(t, 4000, 5, { status: 'cancelled', needs_attention: '["payment_reversed"]' });
  const { body } = await t.get('/api/payments/review', auth);
  expect(body.refunds).toHaveLength(200);
  expect(body.refundTotal).toEqual({ count: 215, due: 200 * 0.5 + 10 * 399 + 5 });
});

test('the list of refunds is read from its index, in its order', async () => {
  await using t = await testApp();
  if (dialect !== 'sqlite') {
    // PostgreSQL plans for what is there: many paid orders, some of them cancelled.
    await sql`insert into orders (order_number, access_token_hash, status, payment_status, total, created_at, updated_at)
      select 'ORD' || n, '', case when n % 10 = 0 then 'cancelled' else 'delivered' end, 'completed', 1, n, n
      from generate_series(1, 20000) as n`.execute(t.db);
    await sql`analyze orders`.execute(t.db);
  }
  const { database } = t.context;
  const plans = await plansOf(database, (trx) => dueRefunds({ ...t.context, database: { ...database, db: trx } }));
  expect(plans.join('\n')).toContain('orders_refundable');
  expect(plans.join('\n')).not.toMatch(/sort|b-tree/i);
});

test('a refund goes to the UPI ID that the bank has named, and to nothing that a payer wrote', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await stored(t, 1000, 1, { status: 'cancelled' });
  const credit = { amount: 50_000, day: '2026-11-20', at: 1, created_at: 1, order_number: 'ORD1000' };
  const payer = async () => (await t.get('/api/payments/refunds?order=ORD1000', auth)).body.payer;
  expect(await payer()).toBe(null);
  await t.db
    .insertInto('credits')
    .values([
      { ...credit, id: 'c1', status: 'matched', payer_vpa: 'ananya@okhdfc' },
      { ...credit, id: 'c2', status: 'open', payer_vpa: 'thief@upi', at: 2 },
    ])
    .execute();
  expect(await payer()).toBe('ananya@okhdfc');
  await t.db.updateTable('credits').set({ payer_vpa: 'ananya@okhdfc&pa=thief@upi' }).where('id', '=', 'c1').execute();
  expect(await payer()).toBe(null);
  expect((await t.get('/api/payments/refunds', auth)).body.payer).toBe(null);
});
