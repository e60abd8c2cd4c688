import { expect, test } from 'vitest';
import { DraftInput } from '#shop/orders/orders.ts';
import { testApp } from '#tests/app.ts';
import { bankReports } from '#tests/bank-reports.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/**
 * Totals that no other order has (D61): while the setting is on, a draft's total gets a discount of
 * 1 to 99 paise.
 */
const OWNER = { id: null, name: 'Owner' };
const HOUR = 3_600_000;

async function shop(byPaise = true) {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1000 }] });
  const set = (input: object) => t.services.settings.savePayment(null, OWNER, { input, version: undefined });
  const accounts = [{ bank: 'HDFC', tail: '4821' }];
  await set({ byPaise, accounts, sources: { sms: { policy: 'confirm' } } });
  let phones = 0;
  const draft = async (body: Record<string, unknown> = {}) => {
    const shippingAddress = { ...(orderBody().shippingAddress as object), phone: `98765${10_000 + phones++}` };
    const input = DraftInput.parse(orderBody({ shippingAddress, ...body }));
    // Without an address of the network: what one network keeps is limited (D53).
    const made = await t.services.orders.draft(input, body);
    const { orderNumber, accessToken, pricing } = made.order;
    return { orderNumber, accessToken, pricing, changes: made.changes };
  };
  const row = (number: string) =>
    t.db.selectFrom('orders').selectAll().where('order_number', '=', number).executeTakeFirstOrThrow();
  return {
    t,
    set,
    draft,
    row,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
    },
  };
}

const items = (quantity: number) => [{ product: 'almonds', name: 'Almonds', size: '250g', quantity, price: 299 }];

test('each draft has a total of its own, shown as a line of the discount', async () => {
  await using made = await shop();
  const [one, other] = [await made.draft(), await made.draft()];
  expect(one.pricing).toMatchObject({
    subtotal: 299,
    discount: 0.01,
    paymentCode: 0.01,
    total: 298.99,
    discounts: [{ kind: 'payment_code', label: 'Payment code', amount: 0.01 }],
  });
  expect(other.pricing).toMatchObject({ paymentCode: 0.02, total: 298.98 });
  // Nothing has changed for the shopper who was shown ₹299.
  expect(one.changes).toEqual([]);
});

test('without the setting there is no code', async () => {
  await using made = await shop(false);
  expect((await made.draft()).pricing).toMatchObject({ paymentCode: 0, total: 299, discounts: [] });
});

test('an unchanged draft keeps its code, a changed cart gets another one, and the former total stays taken', async () => {
  await using made = await shop();
  const { t, draft } = made;
  const one = await draft();
  const own = { orderNumber: one.orderNumber, accessToken: one.accessToken };
  for (const on of [true, false, true]) {
    await made.set({ byPaise: on });
    expect((await draft(own)).pricing).toMatchObject({ paymentCode: 0.01, total: 298.99 });
  }
  const changed = await draft({ ...own, items: items(2), total: 598 });
  expect(changed.pricing).toMatchObject({ paymentCode: 0.01, total: 597.99 });
  // The shopper may have paid the former total.
  expect((await draft()).pricing).toMatchObject({ total: 298.98 });
  // Back to the former cart.
  expect((await draft(own)).pricing).toMatchObject({ total: 298.99 });
  expect(await t.db.selectFrom('payment_totals').selectAll().execute()).toHaveLength(3);
});

test('a total is free again 48 hours after its draft has ended', async () => {
  await using made = await shop();
  const { t, draft } = made;
  const one = await draft();
  t.clock.advance(48 * HOUR + 14 * 60_000);
  expect((await draft()).pricing).toMatchObject({ total: 298.98 });
  t.clock.advance(2 * 60_000);
  expect((await draft()).pricing).toMatchObject({ total: 298.99 });
  // The first draft is opened again: its total is that of another one now.
  const again = await draft({ orderNumber: one.orderNumber, accessToken: one.accessToken });
  expect(again.pricing).toMatchObject({ total: 298.97 });
});

test('an order that waits for its payment keeps its total, one that was paid for 48 hours', async () => {
  await using made = await shop();
  const { t, draft } = made;
  const one = await draft();
  await t.post('/api/orders', orderBody({ ...one, total: 298.99, ...paid(7) }));
  expect(await made.row(one.orderNumber)).toMatchObject({ total: 29_899, payment_code: 1, discount: 1 });
  t.clock.advance(100 * HOUR);
  expect((await draft()).pricing).toMatchObject({ total: 298.98 });
  await bankReports(t, [{ amount: 29_899, rrn: '632400000007' }]);
  expect(await made.row(one.orderNumber)).toMatchObject({ payment_status: 'completed' });
  t.clock.advance(47 * HOUR);
  expect((await draft()).pricing).toMatchObject({ total: 298.97 });
  t.clock.advance(2 * HOUR);
  expect((await draft()).pricing).toMatchObject({ total: 298.99 });
});

test('with 99 totals taken the next one stays as it is', async () => {
  await using made = await shop();
  const { t, draft } = made;
  const row = { order_number: 'ORD1764000000000999', asked_at: 0, until: t.clock.now() + HOUR };
  const totals = Array.from({ length: 99 }, (_, index) => ({ ...row, total: 29_900 - 1 - index }));
  await t.db.insertInto('payment_totals').values(totals).execute();
  expect((await draft()).pricing).toMatchObject({ paymentCode: 0, total: 299 });
  await t.db.deleteFrom('payment_totals').where('total', '=', 29_850).execute();
  expect((await draft()).pricing).toMatchObject({ paymentCode: 0.5, total: 298.5 });
});

test('a total never falls below ₹1', async () => {
  await using made = await shop();
  await made.t.db.updateTable('product_sizes').set({ price: 101 }).execute();
  expect((await made.draft()).pricing).toMatchObject({ total: 1, paymentCode: 0.01 });
  expect((await made.draft()).pricing).toMatchObject({ total: 1.01, paymentCode: 0 });
});

test('drafts at the same moment get different totals', async () => {
  await using made = await shop();
  const drafts = await Promise.all(Array.from({ length: 30 }, () => made.draft()));
  expect(new Set(drafts.map(({ pricing }) => pricing.total)).size).toBe(30);
});

test('the exact amount proves the draft that was asked for it, also when its hold has ended', async () => {
  await using made = await shop();
  const { t, draft, row } = made;
  const [one, other] = [await draft(), await draft()];
  t.clock.advance(HOUR);
  expect(await bankReports(t, [{ amount: 29_898, rrn: '632400000008' }])).toMatchObject([
    { decision: 'confirm', way: 'paise', orderNumber: other.orderNumber },
  ]);
  expect(await row(other.orderNumber)).toMatchObject({
    status: 'confirmed',
    payment_status: 'completed',
    utr: '632400000008',
    total: 29_898,
    payment_code: 2,
    discount: 2,
    needs_attention: '[]',
  });
  expect(await row(one.orderNumber)).toMatchObject({ status: 'draft' });
  // Paid twice: a person decides.
  expect(await bankReports(t, [{ amount: 29_898, rrn: '632400000009' }])).toMatchObject([
    { decision: 'review', reason: 'already_paid', orderNumber: other.orderNumber },
  ]);
});

test('an amount that came before it was asked for, or too late, proves nothing', async () => {
  await using made = await shop();
  const { t, draft, row } = made;
  const one = await draft();
  const early = { amount: 29_899, rrn: '632400000008', at: t.clock.now() - HOUR };
  const late = { amount: 29_899, rrn: '632400000009', at: t.clock.now() + 49 * HOUR };
  t.clock.advance(49 * HOUR);
  for (const report of [early, late]) expect(await bankReports(t, [report])).toMatchObject([{ reason: 'no_order' }]);
  expect(await row(one.orderNumber)).toMatchObject({ status: 'draft' });
});

test('a day without a time on which two drafts were asked for the amount is for a person', async () => {
  await using made = await shop();
  const { t, draft } = made;
  await draft();
  t.clock.advance(49 * HOUR);
  await draft();
  const report = { amount: 29_899, rrn: '632400000008', source: 'statement' as const };
  expect(await bankReports(t, [{ ...report, at: t.clock.now() }])).toMatchObject([{ reason: 'no_order' }]);
});

test('the former total of a cart that has changed since is for a person', async () => {
  await using made = await shop();
  const { t, draft } = made;
  const one = await draft();
  await draft({ orderNumber: one.orderNumber, accessToken: one.accessToken, items: items(2), total: 598 });
  expect(await bankReports(t, [{ amount: 29_899, rrn: '632400000008' }])).toMatchObject([
    { decision: 'review', reason: 'amount_differs', orderNumber: one.orderNumber },
  ]);
});

test('an order without a code that waits for the same total makes it ambiguous', async () => {
  await using made = await shop();
  const { t, draft, row } = made;
  const one = await draft();
  const other = await draft();
  await t.db
    .updateTable('orders')
    .set({ total: 29_899, payment_code: 0 })
    .where('order_number', '=', other.orderNumber)
    .execute();
  expect(await bankReports(t, [{ amount: 29_899, rrn: '632400000008' }])).toMatchObject([{ reason: 'no_order' }]);
  expect(await row(one.orderNumber)).toMatchObject({ status: 'draft' });
});

test('the invoice takes the code off like any discount', async () => {
  await using made = await shop();
  const { t, draft } = made;
  await draft();
  await bankReports(t, [{ amount: 29_899, rrn: '632400000008' }]);
  await t.services.invoices.issueDue();
  const { data } = await t.db.selectFrom('invoices').select('data').executeTakeFirstOrThrow();
  const { totals, discounts } = JSON.parse(data);
  expect(discounts).toEqual([{ label: 'Payment code', amount: 1 }]);
  expect(totals).toMatchObject({ discount: 1 });
  expect(totals.taxable + totals.cgst + totals.sgst + totals.igst).toBe(29_899);
});

test('a UTR that is typed after the draft has ended keeps its code', async () => {
  await using made = await shop();
  const { t, draft, row } = made;
  const one = await draft();
  t.clock.advance(HOUR);
  await t.services.orders.tidy();
  const body = orderBody({ orderNumber: one.orderNumber, accessToken: one.accessToken, total: 298.99, ...paid(8) });
  expect((await t.post('/api/orders', body)).status).toBe(201);
  expect(await row(one.orderNumber)).toMatchObject({ total: 29_899, needs_attention: '[]' });
});
