import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

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
