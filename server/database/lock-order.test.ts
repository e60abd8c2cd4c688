import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { CouponInput } from '#shop/orders/coupons/input.ts';
import { DraftInput, OrderInput } from '#shop/orders/orders.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect, untilWaitedFor } from '#tests/database.ts';
import { addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { credited, debited, proofShop, statementLine, UTR } from '#tests/proof.ts';
import { request, shop, sold } from '#tests/replacements.ts';

const MAILBOX = `select pg_advisory_xact_lock(hashtextextended('mailbox ananya@example.com', 0))`;
const OWNER = { id: null, name: 'Owner' };
const SMALL = `product_sizes where size = '250g'`;
const LARGE = `product_sizes where size = '500g'`;

/**
 * Runs `change` while another transaction has locked the rows `first` (or whatever this `select`
 * locks), and checks that it waits for them before it locks `later`. Two transactions that both do
 * so cannot deadlock.
 */
async function locksInOrder<T>(t: TestApp, first: string, later: string, change: () => Promise<T>): Promise<T> {
  const running: Promise<T>[] = [];
  const failure = await t.db
    .transaction()
    .execute(async (other) => {
      await sql.raw(first.startsWith('select ') ? first : `select 1 from ${first} for update`).execute(other);
      running.push(change());
      await untilWaitedFor(other, t.db);
      await sql.raw(`select 1 from ${later} for update nowait`).execute(other);
    })
    .catch((error: unknown) => error);
  const [result] = await Promise.all(running);
  expect(failure).toBeUndefined();
  return result as T;
}

async function twoSizes(stock: number): Promise<TestApp> {
  const t = await testApp();
  // Not in the order of their keys.
  const sizes = [
    { size: '500g', stock: 10 },
    { size: '250g', stock },
  ];
  await addProduct(t.db, { sizes });
  return t;
}

const linesOf = (...quantities: number[]) =>
  ['250g', '500g'].map((size, index) => ({ product: 'almonds', size, quantity: quantities[index] ?? 1 }));

// Only PostgreSQL locks rows; CI starts one.
describe.runIf(dialect === 'postgres')('rows are locked in one order (fault 8)', () => {
  test('a paid order takes the rest of a size before it takes the next size', async () => {
    await using t = await twoSizes(1);
    const body = orderBody({ ...paid(1), items: linesOf(2, 1), total: undefined });
    const { status } = await locksInOrder(t, SMALL, LARGE, () => t.post('/api/orders', body));
    expect([status, await stockOf(t.db)]).toEqual([201, { stock: 0, held: 0, sold: 1 }]);
  });

  test('an order frees the expired holds of a size before it takes the next size', async () => {
    await using t = await twoSizes(1);
    await t.post('/api/orders/draft', { items: linesOf().slice(0, 1) });
    t.clock.advance(16 * 60_000);
    const body = orderBody({ items: linesOf(), total: undefined });
    const { status } = await locksInOrder(t, SMALL, LARGE, () => t.post('/api/orders', body));
    expect([status, await stockOf(t.db)]).toEqual([201, { stock: 0, held: 0, sold: 1 }]);
  });

  test('an order leaves the expired holds of other sizes to the timer', async () => {
    await using t = await twoSizes(1);
    await t.post('/api/orders/draft', { items: linesOf(1, 10) });
    t.clock.advance(16 * 60_000);
    expect((await t.post('/api/orders', orderBody({ items: linesOf().slice(1), total: undefined }))).status).toBe(201);
    expect(await stockOf(t.db)).toEqual({ stock: 0, held: 1, sold: 0 });
  });

  test('a verified order takes its coupon before its stock', async () => {
    await using t = await twoSizes(1);
    await t.services.coupons.create(CouponInput.parse({ code: 'TENOFF', kind: 'percent', value: 10 }), OWNER);
    const input = OrderInput.parse(orderBody({ couponCode: 'TENOFF', total: undefined }));
    const { order } = await t.services.orders.place(input, {});
    t.clock.advance(25 * 3_600_000);
    await t.services.orders.tidy();
    const utr = { utr: '632400000001', app: '' };
    await t.services.orders.sendUtr(order.orderNumber, order.accessToken, utr);
    // Sold meanwhile, so that something is left to take.
    await t.db.updateTable('order_lines').set({ taken: 0 }).execute();
    await t.db.updateTable('product_sizes').set({ stock: 1, sold: 0 }).execute();
    await locksInOrder(t, 'coupons', 'product_sizes', () =>
      t.services.payments.decide(order.orderNumber, { status: 'completed', note: '' }, OWNER),
    );
    expect(await stockOf(t.db)).toEqual({ stock: 0, held: 0, sold: 1 });
  });

  test.each(['a new order', 'a cancellation'])('%s locks the mailbox of its mail before its stock', async (what) => {
    await using t = await twoSizes(10);
    const auth = t.auth(await t.adminToken());
    const body = orderBody({ items: linesOf(), total: undefined });
    const draft = (await t.post('/api/orders/draft', body)).body.order;
    const placed = () => t.post('/api/orders', { ...body, ...paid(1), ...draft });
    const cancelled = () => t.post(`/api/orders/${draft.orderNumber}/cancel`, { reason: 'Changed their mind' }, auth);
    if (what === 'a cancellation') await placed();
    const change = what === 'a cancellation' ? cancelled : placed;
    const { status } = await locksInOrder(t, MAILBOX, 'product_sizes', change);
    expect(status).toBeLessThan(300);
  });

  test('a replacement that is shipped locks the mailbox of its mail before its stock', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const { replacement } = (await t.post(`${order.url}/replacement`, request(), order.own)).body;
    const move = (status: string) => t.put(`/api/replacements/${replacement.id}/status`, { status }, admin);
    await move('approved');
    await t.db.updateTable('orders').set({ payment_status: 'pending' }).execute();
    const { status } = await locksInOrder(t, MAILBOX, 'product_sizes', () => move('shipped'));
    expect([status, (await stockOf(t.db)).sold]).toEqual([200, 5]);
  });

  test('a draft that changes its coupon locks both in the order of their ids', async () => {
    await using t = await twoSizes(10);
    const coupons = await Promise.all(
      ['ONE', 'TWO'].map((code) =>
        t.services.coupons.create(CouponInput.parse({ code, kind: 'percent', value: 10 }), OWNER),
      ),
    );
    const [first, later] = coupons.sort((a, b) => (a.id < b.id ? -1 : 1)) as [(typeof coupons)[0], (typeof coupons)[0]];
    const inputOf = ({ code }: typeof first) => DraftInput.parse(orderBody({ couponCode: code, total: undefined }));
    const { order } = await t.services.orders.draft(inputOf(first), {});
    const { coupon } = await locksInOrder(
      t,
      `coupons where id = '${first.id}'`,
      `coupons where id = '${later.id}'`,
      () => t.services.orders.draft(inputOf(later), order),
    );
    expect(coupon).toMatchObject({ code: later.code, applied: true });
  });

  test('the removal of the demo waits for orders before it locks stock', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    const removed = await locksInOrder(t, 'orders', 'product_sizes', () => t.delete('/api/settings/demo', auth));
    expect(removed.status).toBe(200);
  });

  test.each(['taken off by staff', 'taken back by the bank'])(
    'a credit that is %s waits for its order',
    async (how) => {
      await using s = await proofShop();
      const { number } = await s.order(UTR);
      const { credit } = await s.sms(credited(UTR));
      const change = () =>
        how === 'taken off by staff'
          ? s.t.post(`/api/payments/credits/${credit.id}/unmatch`, {}, s.auth)
          : s.sms(debited(UTR));
      await locksInOrder(s.t, `orders where order_number = '${number}'`, 'credits', change);
      expect((await s.staff(number)).payment.status).not.toBe('completed');
    },
  );

  test('an import that is undone waits for the orders that it proved', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const { body } = await s.statement([statementLine(UTR)]);
    expect((await s.staff(number)).payment.status).toBe('completed');
    await locksInOrder(s.t, `orders where order_number = '${number}'`, 'credits', () =>
      s.t.post(`/api/payments/statements/${body.import.id}/undo`, {}, s.auth),
    );
    expect((await s.staff(number)).payment.status).not.toBe('completed');
  });

  test('a statement that does not show a payment waits for its order before it flags the credit', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    const lines = [-1, 1].map((days) => statementLine(`63240000000${days + 6}`, 299, START + days * 86_400_000));
    const order = `orders where order_number = '${number}'`;
    const { status } = await locksInOrder(s.t, order, 'credits', () => s.statement(lines));
    expect([status, (await s.staff(number)).payment.flags]).toEqual([200, ['not_in_statement']]);
  });

  test('the erasure of a person waits for orders before it locks the customer', async () => {
    await using t = await twoSizes(10);
    const auth = t.auth(await t.adminToken());
    const { body } = await t.post('/api/orders', orderBody(paid(1)));
    await t.post(`/api/orders/${body.order.orderNumber}/cancel`, { reason: 'Changed their mind' }, auth);
    const { id, phone } = (await t.get('/api/customers', auth)).body.customers[0];
    const { status } = await locksInOrder(t, 'orders', 'customers', () =>
      t.post(`/api/customers/${id}/erase`, { phone }, auth),
    );
    expect(status).toBe(200);
  });

  test('the erasure of a person waits for products before it locks their reviews', async () => {
    await using t = await twoSizes(10);
    const auth = t.auth(await t.adminToken());
    const { body } = await t.post('/api/orders', orderBody(paid(1)));
    await t.post(`/api/orders/${body.order.orderNumber}/cancel`, { reason: 'Changed their mind' }, auth);
    const review = { productId: 'almonds', rating: 4, comment: 'Crunchy and fresh almonds' };
    await t.post('/api/reviews', { ...review, customerName: 'Ananya Iyer', customerEmail: 'ananya@example.com' });
    const { id, phone } = (await t.get('/api/customers', auth)).body.customers[0];
    const { status } = await locksInOrder(t, 'products', 'reviews', () =>
      t.post(`/api/customers/${id}/erase`, { phone }, auth),
    );
    expect(status).toBe(200);
  });

  test('a bulk change waits for all its products before it locks stock', async () => {
    await using t = await testApp();
    const sizes = [{ size: '250g', price: 299, stock: 10 }];
    await addProduct(t.db, { sizes });
    await addProduct(t.db, { id: 'dates', sizes });
    const rows = [
      { id: 'almonds', size: '250g', stock: { from: 10, to: 12 } },
      { id: 'dates', size: '250g', price: { from: 299, to: 319 } },
    ];
    const auth = t.auth(await t.adminToken());
    const { status } = await locksInOrder(t, `products where id = 'dates'`, 'product_sizes', () =>
      t.post('/api/admin/products/bulk', { rows }, auth),
    );
    expect([status, await stockOf(t.db)]).toEqual([200, { stock: 12, held: 0, sold: 0 }]);
  });
});
