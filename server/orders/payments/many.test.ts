import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertRows } from '#server/database/rows.ts';
import { isoDay } from '#shop/india/dates.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { plansOf } from '#tests/plans.ts';
import { wholeOrder } from '../rows/orders.queries.ts';
import { utrsToProve } from './ledger.queries.ts';
import { creditsUnshown } from './review.ts';
import { flagMissing } from './statement-flags.ts';

const utrOf = (index: number) => String(632_400_000_000 + index * 100);

/**
 * Unpaid orders of ₹299, one a second, with or without a UTR.
 *
 * @returns their numbers, the oldest first
 */
async function addOrders(t: TestApp, count: number, at: number, utr: (index: number) => string | null) {
  const orders = Array.from({ length: count }, (_, index) => {
    const created = at + index * 1000;
    const number = `ORD${created}${String(index % 1000).padStart(3, '0')}`;
    return wholeOrder({
      order_number: number,
      access_token_hash: number,
      status: 'pending',
      name: 'Ananya Iyer',
      total: 29_900,
      utr: utr(index),
      created_at: created,
      placed_at: created,
      updated_at: created,
    });
  });
  for (let from = 0; from < count; from += 50) {
    const part = orders.slice(from, from + 50);
    await insertRows(t.db, 'orders', part);
    const line = { position: 0, product_id: 'almonds', name: 'Almonds', size: '250g', quantity: 1, price: 29_900 };
    await insertRows(
      t.db,
      'order_lines',
      part.map(({ order_number }) => ({ ...line, order_number, hsn_code: '0802', gst_rate_bp: 500 })),
    );
  }
  return orders.map((order) => order.order_number);
}

async function pay(t: TestApp, auth: Record<string, string>, utr: string): Promise<void> {
  const text = `Credit Alert!\nRs.299.00 credited to HDFC Bank A/c XX6298 on 19-11-26 from VPA ananya@okexample (UPI ${utr})`;
  const sent = await t.post('/api/payments/messages', { via: 'sms', sender: 'VM-HDFCBK-S', text }, auth);
  expect(sent.body.message.kind).toBe('credit');
}

test('an exact match is on the payments screen however many older orders wait', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addOrders(t, 230, START - 3_600_000, () => null);
  const [paid = ''] = await addOrders(t, 1, START, () => utrOf(1));
  await pay(t, auth, utrOf(1));
  const { body } = await t.get('/api/payments/review', auth);
  expect(body.exact).toBe(1);
  expect(body.toVerify).toHaveLength(200);
  expect(body.toVerify.at(-1)).toMatchObject({ orderNumber: paid, match: { reason: 'no_account', difference: 0 } });
  // Its order waits, so the credit is not without an order.
  expect(body.withoutOrder).toEqual([]);
  const confirmed = await t.post('/api/payments/confirm-exact', { orderNumbers: [paid] }, auth);
  expect(confirmed.body.results).toEqual([{ orderNumber: paid, confirmed: true, reason: null }]);
});

test('of too many waiting orders the oldest and the newest are on the payments screen', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  // Another order of numbers than of times.
  const numbers = [
    ...(await addOrders(t, 120, START + 3_600_000, () => null)),
    ...(await addOrders(t, 130, START - 3_600_000, () => null)),
  ];
  const byAge = [...numbers.slice(120), ...numbers.slice(0, 120)];
  const { body } = await t.get('/api/payments/review', auth);
  const shown = body.toVerify.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
  expect(shown).toEqual([...byAge.slice(0, 100), ...byAge.slice(-100)]);
  expect((await t.get('/api/orders/stats/summary', auth)).body.stats.pendingPayments).toBe(250);
});

test('of too many credits the payments screen is told how many there are, and how much', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const totals = async () => {
    const { body } = await t.get('/api/payments/review', auth);
    const { withoutOrder, withoutOrderTotal, conflicts, conflictCount } = body;
    return [withoutOrder.length, withoutOrderTotal, conflicts.length, conflictCount];
  };
  expect(await totals()).toEqual([0, { count: 0, amount: 0 }, 0, 0]);
  const add = async (from: number, count: number, more: object) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      id: `crd_${from + index}`,
      amount: 50_050,
      day: isoDay(START),
      refs: '[]',
      at: START + index,
      created_at: START,
      status: 'open' as const,
      ...more,
    }));
    await insertRows(t.db, 'credits', rows);
    return rows;
  };
  const flag = async (reason: 'not_in_statement' | 'amount_mismatch', settled: boolean, orders: string[]) =>
    await insertRows(
      t.db,
      'order_attention',
      orders.map((order_number) => ({ id: order_number, order_number, reason, settled_at: settled ? START : null })),
    );
  // Its order waits, so this one is not without an order.
  await addOrders(t, 1, START, () => utrOf(1));
  await pay(t, auth, utrOf(1));
  const orders = await addOrders(t, 203, START + 3_600_000, () => null);
  await add(1000, 3, {});
  await add(2000, 2, { status: 'conflict' });
  for (const [index, order_number] of orders.slice(0, 4).entries()) {
    await add(3000 + index, 1, { status: 'matched', order_number });
  }
  await flag('not_in_statement', false, orders.slice(0, 2));
  await flag('not_in_statement', true, orders.slice(2, 3));
  await flag('amount_mismatch', false, orders.slice(3, 4));
  expect(await totals()).toEqual([3, { count: 3, amount: 3 * 500.5 }, 4, 4]);
  await add(4000, 205, {});
  await add(5000, 210, { status: 'conflict' });
  for (const [index, order_number] of orders.slice(4).entries()) {
    await add(6000 + index, 1, { status: 'matched', order_number });
  }
  await flag('not_in_statement', false, orders.slice(4));
  expect(await totals()).toEqual([200, { count: 208, amount: 208 * 500.5 }, 400, 2 + 210 + 201]);
});

test('a credit with the amount of a waiting order is suggested however many others came after it', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const [waiting = ''] = await addOrders(t, 1, START - 3_600_000, () => null);
  const day = isoDay(START);
  const credit = (index: number, amount: number) => ({
    id: `crd_${index}`,
    status: 'open' as const,
    amount,
    day,
    refs: '[]',
    at: START - 1_000_000 + index,
    created_at: START,
  });
  const others = Array.from({ length: 230 }, (_, index) => credit(index + 2, 5_00_000 + index));
  for (const part of [[credit(1, 29_900)], others]) await insertRows(t.db, 'credits', part);
  const { body } = await t.get('/api/payments/review', auth);
  expect(body.toVerify).toMatchObject([{ orderNumber: waiting, match: { reason: 'same_amount', difference: 0 } }]);
  expect(body.withoutOrder).toHaveLength(200);
});

test('a UTR of two orders is no exact match, also when only one of them is asked for', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const [one = ''] = await addOrders(t, 2, START, () => utrOf(1));
  await pay(t, auth, utrOf(1));
  const { body } = await t.get('/api/payments/review', auth);
  expect(body.exact).toBe(0);
  const confirmed = await t.post('/api/payments/confirm-exact', { orderNumbers: [one] }, auth);
  expect(confirmed.body.results).toMatchObject([{ confirmed: false }]);
});

test('the sweep confirms every credit at once, in groups, and each order once', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await t.post('/api/payment-settings', { accounts: [{ bank: 'HDFC', tail: '6298' }] }, auth);
  const count = 40;
  const numbers = await addOrders(t, count, START, utrOf);
  for (let index = 0; index < count; index++) await pay(t, auth, utrOf(index));
  await t.post('/api/payment-settings', { sources: { sms: { policy: 'confirm', limitPerDay: 299 * 30 } } }, auth);
  await Promise.all([t.services.proof.sweep(), t.services.proof.sweep()]);
  const paid = await t.db
    .selectFrom('orders')
    .select(['order_number', 'credit_id'])
    .where('credit_id', 'is not', null)
    .execute();
  const events = await t.db
    .selectFrom('order_events')
    .select('id')
    .where('sentence', '=', '{"say":"paymentVerified"}')
    .execute();
  // The limit of the day holds within a group too.
  expect(paid.length).toBe(30);
  expect(new Set(paid.map(({ credit_id }) => credit_id)).size).toBe(30);
  expect(paid.every(({ order_number }) => numbers.includes(order_number))).toBe(true);
  expect(events.length).toBe(30);
});

test('the sweep finds the UTRs that wait in an index that has no others', async () => {
  await using t = await testApp();
  if (dialect !== 'sqlite') {
    // PostgreSQL plans for what is there: many paid orders.
    await sql`insert into orders (order_number, access_token_hash, status, payment_status, utr, created_at, updated_at)
      select 'ORD' || n, '', 'delivered', 'completed', n, n, n from generate_series(1, 5000) as n`.execute(t.db);
    await sql`analyze orders`.execute(t.db);
  }
  const plans = await plansOf(t.context.database, (trx) => utrsToProve(trx, START));
  // With all columns of the question, so that SQLite reads no order.
  const served = dialect === 'sqlite' ? 'COVERING INDEX orders_unpaid_utr' : 'orders_unpaid_utr';
  expect(plans).toContainEqual(expect.stringContaining(served));
});

test.runIf(dialect === 'sqlite')('an import reads the credits of its days, not all that prove an order', async () => {
  await using t = await testApp();
  const { database } = t.context;
  const covered = { covered_from: '2026-11-01', covered_to: '2026-11-20' } as Parameters<typeof flagMissing>[2];
  const flags = await plansOf(database, (trx) =>
    flagMissing({ ...t.context, database: { ...database, db: trx } }, {} as never, covered, false),
  );
  expect(flags).toContainEqual(expect.stringMatching(/^SEARCH credits .*day>\? AND day</));
});

test.runIf(dialect === 'sqlite')(
  'the screen reads the credits of the marked orders, not all that prove an order',
  async () => {
    await using t = await testApp();
    const plans = await plansOf(t.context.database, (trx) =>
      creditsUnshown(trx).select('id').orderBy('at', 'desc').execute(),
    );
    expect(plans).toContainEqual('SEARCH proof USING INDEX credits_order (order_number=?)');
    expect(plans).not.toContainEqual(expect.stringContaining('credits_status'));
  },
);
