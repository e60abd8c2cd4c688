import { describe, expect, test } from 'vitest';
import { Invoice } from '#shop/orders/invoice.ts';
import { billedTotal } from '#shop/orders/part-invoice.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, reasonsOf, stockOf } from '#tests/factories.ts';
import { partDocumentsOf } from '../rows/invoices.queries.ts';

type Headers = Record<string, string>;
let utr = 7_000;

async function shop() {
  const t = await testApp();
  await addProduct(t.db, {
    sizes: [
      { size: '250g', price: 299, stock: 20 },
      { size: '500g', price: 549, stock: 20 },
      { size: '1kg', price: 1049, stock: 3 },
    ],
  });
  await addProduct(t.db, { id: 'figs', name: 'Afghan Figs', sizes: [{ size: '250g', price: 449, stock: 5 }] });
  const admin = t.auth(await t.adminToken());
  const settings = { ...(await t.services.settings.shop()), state: 'Maharashtra', gstin: '27DEMCK0000D1ZV' };
  await t.services.settings.saveShop(settings, { id: null, name: 'test' });
  return { t, admin };
}

/** Two packs of almonds and one of figs, verified unless `verified` is false. */
async function order(t: TestApp, admin: Headers, { verified = true, ...more }: Record<string, unknown> = {}) {
  utr += 1;
  const items = [
    { product: 'almonds', size: '500g', quantity: 2 },
    { product: 'figs', size: '250g', quantity: 1 },
  ];
  const body = orderBody({ ...(verified ? paid(utr) : {}), items, total: undefined, ...more });
  const placed = (await t.post('/api/orders', body)).body.order;
  const url = `/api/orders/${placed.orderNumber}`;
  if (verified) expect((await t.put(`${url}/payment`, { status: 'completed' }, admin)).status).toBe(200);
  const own = { 'x-order-token': placed.accessToken as string };
  return { number: placed.orderNumber as string, url, own };
}

const read = async (t: TestApp, url: string, admin: Headers) => (await t.get(url, admin)).body.order;

/** Changes the items of an order as it is now. */
async function change(t: TestApp, url: string, admin: Headers, lines: unknown[], more: object = {}) {
  const { version } = await read(t, url, admin);
  return t.put(`${url}/lines`, { lines, reason: 'customer_asked', version, ...more }, admin);
}

/** What the documents of an order add up to, in paise, and their taxes. */
async function billed(t: TestApp, number: string) {
  const first = await t.db
    .selectFrom('invoices')
    .select('data')
    .where('order_number', '=', number)
    .executeTakeFirstOrThrow();
  const parts = await partDocumentsOf(t.db, number);
  const all = [
    { kind: 'invoice' as const, lines: Invoice.parse(JSON.parse(first.data)).lines },
    ...parts.map(({ kind, data }) => ({ kind, lines: Invoice.parse(JSON.parse(data)).lines })),
  ];
  return { total: billedTotal(all), parts: parts.map(({ kind, number: of }) => `${kind} ${of}`) };
}

test('less than was paid: stock both ways, a credit note for what goes, an invoice for what comes, a refund due', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url } = await order(t, admin);
  expect((await read(t, url, admin)).pricing.total).toBe(1547);
  const swap = [{ product: 'almonds', size: '1kg', quantity: 1 }];

  const dry = await change(t, url, admin, swap, { dryRun: true });
  expect(dry.body.preview).toMatchObject({ before: 1547, total: 1049, paid: 1547, refundDue: 498, restDue: 0 });
  expect(dry.body.preview.papers.map(({ kind, total }: { kind: string; total: number }) => [kind, total])).toEqual([
    ['credit-note', 1547],
    ['invoice', 1049],
  ]);
  expect(await stockOf(t.db, 'almonds', '1kg')).toEqual({ stock: 3, held: 0, sold: 0 });
  expect((await billed(t, number)).parts).toEqual([]);

  const saved = await change(t, url, admin, swap, { note: 'Last tin of figs was damaged', reason: 'not_in_stock' });
  expect(saved.status).toBe(200);
  expect(saved.body.order).toMatchObject({
    pricing: { total: 1049, subtotal: 1049 },
    items: [{ size: '1kg', quantity: 1, price: 1049 }],
    payment: { status: 'completed', paidAmount: 1547 },
    status: 'confirmed',
    needsAttention: [],
  });
  expect(await stockOf(t.db, 'almonds', '1kg')).toEqual({ stock: 2, held: 0, sold: 1 });
  expect(await stockOf(t.db, 'almonds', '500g')).toEqual({ stock: 20, held: 0, sold: 0 });
  expect(await stockOf(t.db, 'figs')).toEqual({ stock: 5, held: 0, sold: 0 });
  expect(await billed(t, number)).toEqual({
    total: 104_900,
    parts: ['credit-note CN/26-27/000001', 'invoice KSH/26-27/000002'],
  });
  const { due } = (await t.get('/api/payments/refunds?status=due', admin)).body;
  expect(due).toMatchObject([{ orderNumber: number, due: 498, why: 'overpaid' }]);
  const notes = saved.body.order.events.slice(-2).map(({ kind, note }: { kind: string; note: string }) => [kind, note]);
  expect(notes).toEqual([
    ['changed', 'Order changed: ₹1,547 → ₹1,049'],
    [
      'note',
      '− California Almonds, 500g × 2\n− Afghan Figs, 250g × 1\n+ California Almonds, 1kg × 1\nWhy: not in stock: Last tin of figs was damaged',
    ],
  ]);
  const mail = await t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'changed').executeTakeFirstOrThrow();
  expect(mail.text_body).toContain('We send ₹498 back to you.');
  expect(mail.text_body).toContain('California Almonds (1kg) × 1');
  const audit = await t.db.selectFrom('audit_log').select('action').where('action', '=', 'order.lines').execute();
  expect(audit).toHaveLength(1);
});

test('a line that loses a piece is credited for that piece alone', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url } = await order(t, admin);
  await change(t, url, admin, [
    { line: 0, quantity: 1 },
    { line: 1, quantity: 1 },
  ]);
  const [note] = await partDocumentsOf(t.db, number);
  const { lines, totals, number: against } = Invoice.parse(JSON.parse(note?.data ?? ''));
  expect([against, lines.map(({ quantity, price }) => [quantity, price]), totals]).toMatchObject([
    'KSH/26-27/000001',
    [[1, 54_900]],
    { total: 54_900, taxable: 52_285, igst: 2_615 },
  ]);
});

test('more than was paid: the rest is due, and nothing is shipped before it is paid', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url, own } = await order(t, admin);
  const more = [
    { line: 0, quantity: 3 },
    { line: 1, quantity: 1 },
  ];
  const { order: changed } = (await change(t, url, admin, more)).body;
  expect(changed).toMatchObject({ needsAttention: ['difference_due'], payment: { restDue: 549, paidAmount: 1547 } });
  expect((await billed(t, number)).total).toBe(209_600);
  const shipped = await t.put(`${url}/status`, { status: 'shipped' }, admin);
  expect([shipped.status, shipped.body.message]).toEqual([
    409,
    '₹549 of this order is still to be paid. Record it, or waive it with a reason, before you ship.',
  ]);
  expect((await t.put(`${url}/attention`, { settled: 'difference_due' }, admin)).status).toBe(409);
  // The shopper sees it, and may send the UTR of the rest.
  expect((await t.get(url, own)).body.order.payment.restDue).toBe(549);
  const sent = await t.post(`${url}/utr`, { utrNumber: '632400099001' }, own);
  expect(sent.status).toBe(200);
  expect(await reasonsOf(t.db, number)).toEqual(['other_utr', 'difference_due']);

  for (const amount of [0, -5, 549.01, 10_000]) {
    expect((await t.post(`${url}/difference`, { amount }, admin)).status).toBeGreaterThanOrEqual(400);
  }
  const part = await t.post(`${url}/difference`, { amount: 49, utrNumber: '632400099000' }, admin);
  expect(part.body.order.payment).toMatchObject({ restDue: 500, paidAmount: 1596 });
  const used = await t.post(`${url}/difference`, { amount: 500, utrNumber: '632400099000' }, admin);
  expect(used.status).toBe(409);
  const rest = await t.post(`${url}/difference`, { amount: 500, utrNumber: '632400099001' }, admin);
  expect(rest.body.order).toMatchObject({ needsAttention: [], payment: { paidAmount: 2096 } });
  expect((await t.put(`${url}/status`, { status: 'shipped' }, admin)).status).toBe(200);
});

test('nothing is due any more of an order that is cancelled, or whose payment is withdrawn', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const dearer = [
    { line: 0, quantity: 3 },
    { line: 1, quantity: 1 },
  ];
  const cancelled = await order(t, admin);
  await change(t, cancelled.url, admin, dearer);
  expect((await t.post(`${cancelled.url}/cancel`, { reason: 'Twice' }, admin)).status).toBe(200);
  const { body } = await t.get(cancelled.url, cancelled.own);
  expect(body.order.payment.restDue).toBeUndefined();
  expect(await reasonsOf(t.db, cancelled.number)).toEqual([]);
  expect((await t.post(`${cancelled.url}/difference`, { amount: 1 }, admin)).status).toBe(409);

  const withdrawn = await order(t, admin);
  await change(t, withdrawn.url, admin, dearer);
  const failed = { status: 'failed', note: 'Not in the statement', withdraw: true };
  expect((await t.put(`${withdrawn.url}/payment`, failed, admin)).status).toBe(200);
  expect(await reasonsOf(t.db, withdrawn.number)).not.toContain('difference_due');
});

test('the rest can be waived with a reason, and then the order is shipped', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url } = await order(t, admin);
  await change(t, url, admin, [
    { line: 0, quantity: 3 },
    { line: 1, quantity: 1 },
  ]);
  expect((await t.post(`${url}/difference`, { waive: '' }, admin)).status).toBe(400);
  const waived = await t.post(`${url}/difference`, { waive: 'A gift' }, admin);
  expect(waived.body.order.needsAttention).toEqual([]);
  const stored = await t.db.selectFrom('orders').select('waived').where('order_number', '=', number).execute();
  expect(stored).toEqual([{ waived: 54_900 }]);
  expect((await t.post(`${url}/difference`, { waive: 'Again' }, admin)).status).toBe(409);
  expect((await t.put(`${url}/status`, { status: 'shipped' }, admin)).status).toBe(200);
});

test('what was waived is not asked for again, neither by a dearer change nor by undoing it', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url } = await order(t, admin);
  const almonds = (quantity: number) => [
    { line: 0, quantity },
    { line: 1, quantity: 1 },
  ];
  const due = async () => (await read(t, url, admin)).payment.restDue;
  await change(t, url, admin, almonds(3));
  await t.post(`${url}/difference`, { waive: 'A gift' }, admin);
  const dry = await change(t, url, admin, almonds(4), { dryRun: true });
  expect(dry.body.preview.restDue).toBe(549);
  await change(t, url, admin, almonds(4));
  expect(await due()).toBe(549);
  // While more is asked for, what was waived stays apart.
  await change(t, url, admin, almonds(5));
  expect(await due()).toBe(1098);
  expect((await t.post(`${url}/difference`, { amount: 1098.01 }, admin)).status).toBe(409);
  expect((await t.post(`${url}/difference`, { amount: 1098 }, admin)).body.order.needsAttention).toEqual([]);
  await change(t, url, admin, almonds(2));
  expect((await read(t, url, admin)).payment.restDue).toBeUndefined();
  const undo = async () => t.post(`${url}/lines/undo`, { version: (await read(t, url, admin)).version }, admin);
  expect((await undo()).body.order).toMatchObject({ pricing: { total: 3194 }, needsAttention: [] });
  // It was waived for this payment only.
  const failed = { status: 'failed', note: 'Not in the statement', withdraw: true };
  await t.put(`${url}/payment`, failed, admin);
  await t.put(`${url}/payment`, { status: 'completed', amount: 2645 }, admin);
  expect(await due()).toBe(549);
});

test('an order that is not paid asks for the new total, and keeps its stock counted as unproven', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url, own } = await order(t, admin, { verified: false });
  const { status, body } = await change(t, url, admin, [{ line: 0, quantity: 1 }], { reason: 'our_mistake' });
  expect([status, body.preview]).toMatchObject([200, { paid: null, refundDue: 0, restDue: 0, total: 549, papers: [] }]);
  expect((await t.get(url, own)).body.order.pricing.total).toBe(549);
  const pieces = await t.db.selectFrom('claims').select('pieces').where('order_number', '=', number).execute();
  expect(pieces).toEqual([{ pieces: 1 }]);
  const sizes = await t.db.selectFrom('product_sizes').select(['size', 'sold', 'unproven']).orderBy('size').execute();
  expect(sizes.filter(({ sold, unproven }) => sold !== unproven)).toEqual([]);
});

test('undoing brings items, prices, stock and documents back', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url } = await order(t, admin);
  const before = await read(t, url, admin);
  await t.db.updateTable('product_sizes').set({ price: 99_900 }).where('size', '=', '500g').execute();
  await change(t, url, admin, [{ product: 'almonds', size: '250g', quantity: 1 }]);
  const { version, changedAt } = await read(t, url, admin);
  expect(changedAt).toBe(t.clock.now());
  const { status, body } = await t.post(`${url}/lines/undo`, { version }, admin);
  expect([status, body.order.items, body.order.pricing]).toEqual([200, before.items, before.pricing]);
  expect(body.order.changedAt).toBeNull();
  expect((await billed(t, number)).total).toBe(154_700);
  expect(await stockOf(t.db, 'figs')).toEqual({ stock: 4, held: 0, sold: 1 });
  const again = await t.post(`${url}/lines/undo`, { version: body.order.version }, admin);
  expect([again.status, again.body.message]).toEqual([409, 'This order has no change to undo.']);
});

test('goods that others have bought meanwhile do not come back by undoing', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url } = await order(t, admin);
  await change(t, url, admin, [{ line: 0, quantity: 2 }]);
  await t.db.updateTable('product_sizes').set({ stock: 0, sold: 5 }).where('product_id', '=', 'figs').execute();
  const { version } = await read(t, url, admin);
  const { status, body } = await t.post(`${url}/lines/undo`, { version }, admin);
  expect([status, body.message]).toEqual([409, 'Afghan Figs, 250g: 1 more needed, 0 in stock. Nothing was changed.']);
  expect((await billed(t, number)).total).toBe(109_800);
});

describe('the coupon', () => {
  async function couponed() {
    const { t, admin } = await shop();
    const coupon = { code: 'TEN', kind: 'percent', value: 10, minOrder: 1000 };
    expect((await t.post('/api/coupons', coupon, admin)).status).toBe(201);
    return { t, admin, ...(await order(t, admin, { couponCode: 'TEN' })) };
  }

  test('is counted again while its conditions hold', async () => {
    const { t, admin, number, url } = await couponed();
    await using _ = t;
    expect((await read(t, url, admin)).pricing.total).toBe(1392.3);
    const { body } = await change(t, url, admin, [{ line: 0, quantity: 2 }]);
    expect(body.preview).toMatchObject({ total: 988.2, coupon: { kept: true, fault: null }, refundDue: 404.1 });
    expect((await billed(t, number)).total).toBe(98_820);
  });

  test('is lost below its minimum, which staff see before, and can keep', async () => {
    const { t, admin, number, url } = await couponed();
    await using _ = t;
    const fewer = [{ line: 0, quantity: 1 }];
    const { preview } = (await change(t, url, admin, fewer, { dryRun: true })).body;
    const fault = 'the order no longer reaches its minimum';
    expect(preview.coupon).toEqual({ label: 'Coupon TEN', kept: false, fault, mayKeep: true });
    expect(preview.total).toBe(549);
    const kept = await change(t, url, admin, fewer, { dryRun: true, keepCoupon: true });
    expect(kept.body.preview).toMatchObject({ total: 494.1, coupon: { kept: true, fault } });

    const { order: lost } = (await change(t, url, admin, fewer)).body;
    expect(lost.pricing).toMatchObject({ total: 549, discounts: [] });
    const uses = () => t.db.selectFrom('coupon_uses').select('order_number').execute();
    expect(await uses()).toEqual([]);
    await t.post(`${url}/lines/undo`, { version: lost.version }, admin);
    expect(await uses()).toEqual([{ order_number: number }]);
    expect((await billed(t, number)).total).toBe(139_230);
  });
});

test('the online payment offer and the price of what stays are kept', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url } = await order(t, admin);
  // As a draft with an offer of ₹33 leaves it.
  const offered = { discount: 3_300, total: 151_400, paid_amount: 151_400 };
  await t.db.updateTable('orders').set(offered).where('order_number', '=', number).execute();
  await t.db.updateTable('product_sizes').set({ price: 60_000 }).where('size', '=', '500g').execute();
  const { body } = await change(t, url, admin, [{ line: 0, quantity: 3 }]);
  expect(body.order.pricing).toMatchObject({ subtotal: 1647, discount: 33, total: 1614 });
  expect(body.order.items).toMatchObject([{ price: 549, quantity: 3 }]);
});

describe('hostile', () => {
  test.each<[string, unknown, number]>([
    ['a negative quantity', [{ line: 0, quantity: -1 }], 400],
    ['no quantity', [{ line: 0, quantity: 0 }], 400],
    ['a huge quantity', [{ line: 0, quantity: 1e9 }], 400],
    ['half a pack', [{ line: 0, quantity: 1.5 }], 400],
    ['an item that the order does not have', [{ line: 9, quantity: 1 }], 400],
    [
      'an item twice',
      [
        { line: 0, quantity: 1 },
        { line: 0, quantity: 1 },
      ],
      400,
    ],
    [
      'an item twice by its name',
      [
        { line: 0, quantity: 1 },
        { product: 'almonds', size: '500g', quantity: 1 },
      ],
      400,
    ],
    ['nothing left', [], 400],
    ['a product that does not exist', [{ product: 'gold', size: '1kg', quantity: 1 }], 409],
    ['a size that does not exist', [{ product: 'almonds', size: '9kg', quantity: 1 }], 409],
    ['more than is in stock', [{ product: 'almonds', size: '1kg', quantity: 4 }], 409],
    ['a price of its own', [{ product: 'almonds', size: '1kg', quantity: 1, price: 1 }], 200],
  ])('%s', async (_name, lines, status) => {
    const { t, admin } = await shop();
    await using _ = t;
    const { url } = await order(t, admin);
    const response = await change(t, url, admin, lines as unknown[]);
    expect(response.status, response.body.message).toBe(status);
    const after = await read(t, url, admin);
    if (status !== 200) expect(after.pricing.total).toBe(1547);
    else expect(after.pricing.total).toBe(1049);
  });

  test('neither the shopper’s token nor a stranger changes items', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const { url, own } = await order(t, admin);
    const { version } = await read(t, url, admin);
    const body = { lines: [{ line: 0, quantity: 1 }], reason: 'customer_asked', version };
    for (const headers of [own, {}]) {
      expect((await t.put(`${url}/lines`, body, headers)).status).toBe(401);
      expect((await t.post(`${url}/lines/undo`, { version }, headers)).status).toBe(401);
      expect((await t.post(`${url}/difference`, { waive: 'x' }, headers)).status).toBe(401);
    }
    expect((await read(t, url, admin)).pricing.total).toBe(1547);
  });

  test('two people at once: one wins, the other is told', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const { number, url } = await order(t, admin);
    const { version } = await read(t, url, admin);
    const send = (quantity: number) =>
      t.put(`${url}/lines`, { lines: [{ line: 0, quantity }], reason: 'customer_asked', version }, admin);
    const answers = await Promise.all([send(1), send(3)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { pricing } = await read(t, url, admin);
    expect((await billed(t, number)).total).toBe(pricing.total * 100);
    const missing = await t.put(`${url}/lines`, { lines: [{ line: 0, quantity: 1 }], reason: 'customer_asked' }, admin);
    expect(missing.status).toBe(400);
  });

  test.each(['shipped', 'delivered', 'cancelled'])('an order that is %s keeps its items', async (status) => {
    const { t, admin } = await shop();
    await using _ = t;
    const { url } = await order(t, admin);
    if (status === 'cancelled') await t.post(`${url}/cancel`, { reason: 'x' }, admin);
    else await t.put(`${url}/status`, { status: 'shipped' }, admin);
    if (status === 'delivered') await t.put(`${url}/status`, { status }, admin);
    const response = await change(t, url, admin, [{ line: 0, quantity: 1 }]);
    expect([response.status, response.body.message]).toEqual([
      409,
      expect.stringContaining(`An order that is ${status} keeps its items.`),
    ]);
  });
});

test('a changed order that is cancelled is taken back to the paisa, and all documents can be read', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { number, url, own } = await order(t, admin, { shippingAddress: { ...ADDRESS, gstin: '' } });
  await change(t, url, admin, [
    { product: 'almonds', size: '250g', quantity: 3 },
    { line: 1, quantity: 1 },
  ]);
  await t.post(`${url}/cancel`, { reason: 'Twice' }, admin);
  expect((await billed(t, number)).total).toBe(0);
  expect(await t.db.selectFrom('credit_notes').select('number').execute()).toEqual([]);
  const { documents } = (await t.get(url, own)).body.order;
  expect(documents).toHaveLength(4);
  for (const { kind, number: of } of documents) {
    const response = await t.app.inject({ url: `${url}/${kind}?number=${encodeURIComponent(of)}`, headers: own });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
  const other = await t.get(`${url}/invoice?number=KSH/26-27/000099`, own);
  expect(other.status).toBe(404);
  const { summary } = (await t.get('/api/reports/gst?month=2026-11&span=month', admin)).body;
  expect(summary.net).toMatchObject({ taxable: 0, igst: 0, total: 0 });
});
