import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderStatus, PaymentStatus } from '#shop/orders/orders.ts';
import { testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { plansOf } from '#tests/plans.ts';
import { credited, debited, proofShop, UTR } from '#tests/proof.ts';
import { countAttention, listOrders } from './lists.queries.ts';

test('every page of the list returns its orders and the total, from either end, by filter and by search', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1_000 }] });
  const auth = t.auth(await t.adminToken());
  const placed: { number: string; name: string; paid: boolean; attention: boolean }[] = [];
  for (let index = 0; index < 23; index++) {
    // Orders of the same millisecond are sorted by number.
    if (index % 3 === 0) t.clock.advance(60_000);
    const name = `${index % 2 === 0 ? 'Asha' : 'Ravi'} ${['Iyer', 'Rao', 'Das'][index % 3]}`;
    const attention = index % 5 === 0;
    const response = await t.post(
      '/api/orders',
      orderBody({
        shippingAddress: { ...ADDRESS, name, phone: String(9_000_000_000 + index) },
        ...(attention ? { total: 1 } : {}),
        ...paid(index),
      }),
    );
    const number = response.body.order.orderNumber as string;
    const verified = index % 4 === 0;
    if (verified) await t.put(`/api/orders/${number}/payment`, { status: 'completed' }, auth);
    placed.push({ number, name, paid: verified, attention });
  }
  await t.post('/api/orders/draft', orderBody());
  const rows = await t.db
    .selectFrom('orders')
    .select(['order_number', 'created_at'])
    .where('status', '!=', 'draft')
    .execute();
  const newest = rows
    .sort((a, b) => b.created_at - a.created_at || (a.order_number < b.order_number ? 1 : -1))
    .map((row) => row.order_number);
  const having = (fits: (order: (typeof placed)[number]) => boolean) =>
    newest.filter((number) => fits(placed.find((order) => order.number === number) as (typeof placed)[number]));

  const filters: [string, string[]][] = [
    ['', newest],
    ['&payment=completed', having((order) => order.paid)],
    ['&payment=pending', having((order) => !order.paid)],
    ['&status=confirmed', having((order) => order.paid)],
    ['&attention=true', having((order) => order.attention)],
    ['&view=to-do', newest],
    ['&view=to-ship', having((order) => order.paid)],
    ['&view=on-the-way', []],
    ['&view=to-ship&attention=true', having((order) => order.paid && order.attention)],
    ['&view=to-ship&search=asha', having((order) => order.paid && order.name.startsWith('Asha'))],
    ['&search=asha', having(({ name }) => name.startsWith('Asha'))],
    ['&search=ASHA%20iye', having(({ name }) => name === 'Asha Iyer')],
    ['&search=asha&status=pending', having((order) => order.name.startsWith('Asha') && !order.paid)],
    ['&search=rao&payment=completed', having((order) => order.name.endsWith('Rao') && order.paid)],
    ['&search=das&attention=true', having((order) => order.name.endsWith('Das') && order.attention)],
    ['&search=sha', having(({ name }) => name.startsWith('Asha'))],
    ['&search=as', having(({ name }) => name.startsWith('Asha'))],
    ['&search=as%20iy', having(({ name }) => name === 'Asha Iyer')],
    ['&search=ha', []],
    ['&search=nobody', []],
    ['&search=%25', []],
  ];
  for (const [filter, wanted] of filters) {
    for (const limit of [4, 50]) {
      const pages = Math.max(1, Math.ceil(wanted.length / limit));
      const seen: string[] = [];
      for (let page = 1; page <= pages + 1; page++) {
        const { body } = await t.get(`/api/orders?limit=${limit}&page=${page}${filter}`, auth);
        expect(body.pagination, `${filter} ${page}`).toMatchObject({ totalOrders: wanted.length, totalPages: pages });
        seen.push(...body.orders.map((order: { orderNumber: string }) => order.orderNumber));
      }
      expect(seen, filter).toEqual(wanted);
    }
  }
});

test.each(['shipped', 'delivered', 'returned', 'cancelled'])(
  'a payment that the bank takes back from a %s order is among the problems until it is settled',
  async (status) => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    const parcel = { courier: 'Delhivery', courierTracking: 'D1' };
    await s.t.put(`/api/orders/${number}/status`, { status: 'shipped', ...parcel }, s.auth);
    for (const step of status === 'returned' ? ['delivered', status] : status === 'delivered' ? [status] : []) {
      await s.t.put(`/api/orders/${number}/status`, { status: step }, s.auth);
    }
    await s.sms(debited(UTR));
    if (status === 'cancelled') await s.t.post(`/api/orders/${number}/cancel`, { reason: 'Came back' }, s.auth);
    expect(await s.staff(number)).toMatchObject({ status, payment: { status: 'completed' } });
    const problems = async () => {
      const { body } = await s.t.get('/api/orders?attention=true', s.auth);
      const { stats } = (await s.t.get('/api/orders/stats/summary', s.auth)).body;
      const found = (await s.t.get('/api/orders?attention=true&search=ananya', s.auth)).body.pagination.totalOrders;
      return [body.orders.map((order: { orderNumber: string }) => order.orderNumber), stats.needsAttention, found];
    };
    expect(await problems()).toEqual([[number], 1, 1]);
    await s.t.put(`/api/orders/${number}/attention`, { settled: 'payment_reversed' }, s.auth);
    expect(await problems()).toEqual([[], 0, 0]);
  },
);

test.each<[OrderStatus, PaymentStatus, string, number]>([
  ['delivered', 'completed', 'refund_returned', 1],
  ['cancelled', 'completed', 'refund_returned', 1],
  ['delivered', 'completed', 'other_utr', 1],
  ['cancelled', 'pending', 'other_utr', 1],
  ['delivered', 'failed', 'payment_reversed', 1],
  ['delivered', 'completed', 'payment_reopened', 1],
  ['cancelled', 'pending', 'payment_reopened', 0],
  // The goods are with the shop, and the money is with the shopper.
  ['cancelled', 'failed', 'payment_reversed', 0],
  ['delivered', 'completed', 'out_of_stock', 0],
  ['returned', 'completed', 'amount_mismatch', 0],
])('of a %s order whose payment is %s, %s counts as %i problems', async (status, payment_status, reason, count) => {
  await using t = await testApp();
  const times = { created_at: 1, updated_at: 1 };
  const marked = { needs_attention: JSON.stringify(['price_changed', reason]), attention_count: 2 };
  const order = { order_number: 'ORD1', access_token_hash: '', status, payment_status, ...marked, ...times };
  await t.db.insertInto('orders').values(order).execute();
  expect(await countAttention(t.db)).toBe(count);
  expect((await listOrders(t.context.database.db, { attention: true }, 10, 0)).total).toBe(count);
});

test('the problems are counted and listed from an index that has all that it takes', async () => {
  await using t = await testApp();
  // PostgreSQL plans for what is there: many orders, few of them marked.
  const [number, last] =
    dialect === 'sqlite' ? [sql`value`, "json_each('[1, 50]')"] : [sql`n`, 'generate_series(1, 20000) as n'];
  await sql`insert into orders
      (order_number, access_token_hash, status, payment_status, needs_attention, attention_count, created_at, updated_at)
    select 'ORD' || ${number}, '', 'delivered', 'completed', '["other_utr"]', case when ${number} % 50 = 0 then 1 else 0 end, 1, 1
    from ${sql.raw(last)}`.execute(t.db);
  if (dialect !== 'sqlite') await sql`analyze orders`.execute(t.db);
  const plans = await plansOf(t.context.database, async (trx) => {
    await countAttention(trx);
    await listOrders(trx, { attention: true }, 10, 0);
  });
  // With all columns of the question, so that SQLite reads no order.
  const served = dialect === 'sqlite' ? 'COVERING INDEX orders_list_attention' : 'orders_list_attention';
  // The count of the dashboard, and that of the list and its page.
  expect(plans.filter((line) => line.includes(served)).length, plans.join('\n')).toBe(3);
});
