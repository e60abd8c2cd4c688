import { describe, expect, test } from 'vitest';
import { type BankReport, bankReports, ledgerReport, proofDeps } from '#tests/bank-reports.ts';
import { orderBody, paid, stockOf } from '#tests/factories.ts';
import { proofShop } from '#tests/proof.ts';
import { placeDraft } from '../checkout/place-draft.ts';
import { reportsOfOrders } from './candidates.ts';
import { creditsById } from './ledger.queries.ts';
import { proveOrders } from './proof.ts';

/** Payments that the bank has reported need no UTR from the shopper (D61). */
const RRN = '632400000001';
const OTHER_RRN = '632400000002';
const HOUR = 3_600_000;

async function shop(settings: Record<string, unknown> = {}) {
  const made = await proofShop({ sms: { policy: 'confirm' } }, settings);
  const { t } = made;
  const draft = async (body: Record<string, unknown> = {}) => {
    const { body: drafted, status } = await t.post('/api/orders/draft', orderBody(body));
    expect(status).toBe(201);
    const { orderNumber, accessToken, pricing } = drafted.order;
    return { number: orderNumber as string, token: accessToken as string, pricing };
  };
  const payment = async ({ number, token }: { number: string; token: string }) =>
    (await t.get(`/api/orders/draft/${number}/payment`, { 'x-order-token': token })).body;
  const credited = async (report: Partial<BankReport>) =>
    (await bankReports(t, [{ amount: 29_900, rrn: RRN, ...report }]))[0];
  const row = (number: string) =>
    t.db.selectFrom('orders').selectAll().where('order_number', '=', number).executeTakeFirstOrThrow();
  return { ...made, draft, payment, credited, row };
}

const note = (number: string) => `Payment for ${number}`;

describe('by order number', () => {
  test('a draft becomes an order that is paid, and its page learns it', async () => {
    await using made = await shop();
    const { t, draft, payment, credited, row, auth } = made;
    const one = await draft();
    expect(await payment(one)).toEqual({ success: true, state: 'waiting', canConfirm: true });
    t.clock.advance(60_000);
    expect(await credited({ note: note(one.number) })).toMatchObject({ decision: 'confirm', way: 'number' });
    const received = await payment(one);
    expect(received).toMatchObject({ state: 'received', utr: RRN, receivedAt: t.clock.now() });
    expect(received.order).toMatchObject({
      orderNumber: one.number,
      accessToken: one.token,
      status: 'confirmed',
      payment: { status: 'completed', utrNumber: RRN },
      pricing: { total: 299 },
    });
    expect(await stockOf(t.db)).toMatchObject({ stock: 999, held: 0, sold: 1 });
    const detail = (await t.get(`/api/orders/${one.number}`, auth)).body;
    expect(detail.payments).toMatchObject([{ status: 'accepted', utrNumber: RRN, provedBy: 'number' }]);
    expect(detail.order.needsAttention).toEqual([]);
    const notes = detail.order.events.map(({ note: text }: { note: string }) => text);
    expect(notes).toContainEqual(expect.stringContaining('Confirmed by order number: bank credit of ₹299'));
    expect(await made.credits()).toMatchObject([
      { status: 'matched', orderNumber: one.number, provedBy: 'number', noteOrder: one.number },
    ]);
    expect(detail.mails.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'order_received',
      'payment_verified',
    ]);
    expect((await row(one.number)).utr).toBe(RRN);
    const mail = await t.db
      .selectFrom('mail_outbox')
      .select('text_body')
      .where('kind', '=', 'payment_verified')
      .execute();
    expect(mail[0]?.text_body).toContain('Your order is placed.');
    expect(mail[0]?.text_body).toContain(`http://shop.test/order-details/${one.number}`);
  });

  test('an order without a UTR is confirmed', async () => {
    await using made = await shop();
    const { credited, payment, staff } = made;
    const one = await made.order(null);
    await credited({ note: note(one.number) });
    expect(await payment(one)).toMatchObject({ state: 'received', utr: RRN });
    expect(await staff(one.number)).toMatchObject({ status: 'confirmed', payment: { utrNumber: RRN, source: 'sms' } });
  });

  test('the order that the page sends afterwards, with its UTR or without, is the one that the shop has placed', async () => {
    await using made = await shop();
    const { t, draft, credited } = made;
    const one = await draft();
    await credited({ note: note(one.number) });
    const again = { orderNumber: one.number, accessToken: one.token };
    for (const details of [{}, { paymentDetails: { utrNumber: RRN, method: 'upi', app: 'phonepe' } }]) {
      const placed = await t.post('/api/orders', orderBody({ ...again, ...details }));
      expect(placed).toMatchObject({ status: 409, body: { data: { order: { orderNumber: one.number } } } });
    }
    expect((await t.post('/api/orders/draft', orderBody(again))).status).toBe(409);
    expect(await t.db.selectFrom('orders').select('order_number').execute()).toHaveLength(1);
  });

  test.each<[string, Partial<BankReport>, string, string]>([
    ['a paisa less', { amount: 29_899 }, 'review', 'amount_differs'],
    ['₹1', { amount: 100 }, 'review', 'amount_differs'],
    ['more', { amount: 50_000 }, 'review', 'amount_differs'],
    ['a message that may not confirm', { mayConfirm: false }, 'suggest', 'unproven'],
    ['a text that was pasted', { source: 'text' }, 'suggest', 'pasted'],
    ['a credit without a reference', { rrn: null }, 'suggest', 'unproven'],
  ])('%s does not place the draft', async (_title, report, decision, reason) => {
    await using made = await shop();
    const { draft, credited, row, payment } = made;
    const one = await draft();
    expect(await credited({ note: note(one.number), ...report })).toMatchObject({ decision, reason });
    expect((await row(one.number)).status).toBe('draft');
    expect(await payment(one)).toMatchObject({ state: 'waiting' });
    // A person sees the draft beside the credit.
    const { withoutOrder } = await made.review();
    expect(withoutOrder).toMatchObject([{ suggestions: [{ order: { orderNumber: one.number, status: 'draft' } }] }]);
  });

  test('a person places and confirms the draft of a credit', async () => {
    await using made = await shop();
    const { t, auth, draft, credited, payment } = made;
    const one = await draft();
    await credited({ note: note(one.number), amount: 29_800 });
    const [{ id }] = await made.credits();
    const match = (acceptAmount: boolean) =>
      t.post(`/api/payments/credits/${id}/match`, { orderNumber: one.number, acceptAmount }, auth);
    expect((await match(false)).status).toBe(409);
    expect(await payment(one)).toMatchObject({ state: 'waiting' });
    expect((await match(true)).body.credit).toMatchObject({ status: 'matched', provedBy: 'person' });
    expect(await payment(one)).toMatchObject({ state: 'received', utr: RRN });
  });

  test('switched off, it is suggested', async () => {
    await using made = await shop({ byNumber: false });
    const one = await made.draft();
    expect(await made.credited({ note: note(one.number) })).toMatchObject({ decision: 'suggest', reason: 'policy' });
    expect((await made.row(one.number)).status).toBe('draft');
  });

  test('notes that name no order, or two, prove nothing', async () => {
    await using made = await shop();
    const [one, other] = [await made.draft(), await made.draft()];
    for (const [index, text] of ['ORD1764000000000999', `${one.number} ${other.number}`, 'Almonds'].entries()) {
      const told = await made.credited({ note: text, rrn: String(632_400_000_010 + index) });
      expect(told).toMatchObject({ decision: 'none', reason: 'no_order' });
    }
  });

  test('UTR and note that point to different orders are for a person', async () => {
    await using made = await shop();
    const thief = await made.order(RRN);
    const victim = await made.draft();
    expect(await made.credited({ note: note(victim.number) })).toMatchObject({
      decision: 'review',
      reason: 'note_differs',
      orderNumber: thief.number,
    });
    expect(await made.staff(thief.number)).toMatchObject({ status: 'pending', payment: { status: 'pending' } });
    expect((await made.row(victim.number)).status).toBe('draft');
  });

  test('an order whose shopper has typed another UTR is for a person', async () => {
    await using made = await shop();
    const one = await made.order(OTHER_RRN);
    expect(await made.credited({ note: note(one.number) })).toMatchObject({
      decision: 'review',
      reason: 'utr_differs',
    });
    // With its own credit it is confirmed.
    expect(await made.credited({ rrn: OTHER_RRN })).toMatchObject({ decision: 'confirm', way: 'utr' });
  });

  test('a second payment with the number is for a person, a second report of the first is not', async () => {
    await using made = await shop();
    const one = await made.draft();
    await made.credited({ note: note(one.number) });
    expect(await made.credited({ note: note(one.number), source: 'statement' })).toMatchObject({ reason: 'matched' });
    const second = await made.credited({ note: note(one.number), rrn: OTHER_RRN });
    expect(second).toMatchObject({ decision: 'review', reason: 'already_paid', orderNumber: one.number });
    expect(await made.credits('?status=open')).toMatchObject([{ rrn: OTHER_RRN }]);
  });

  test('a draft whose hold has ended becomes an order at its price, and what is missing is marked', async () => {
    await using made = await shop();
    const { t, draft, credited, staff } = made;
    const one = await draft();
    t.clock.advance(2 * HOUR);
    await t.services.orders.tidy();
    await t.db.updateTable('product_sizes').set({ stock: 0, price: 40_000 }).execute();
    expect(await credited({ note: note(one.number) })).toMatchObject({ decision: 'confirm' });
    expect(await staff(one.number)).toMatchObject({
      status: 'confirmed',
      pricing: { total: 299 },
      needsAttention: ['out_of_stock'],
    });
  });

  test('a draft without an address becomes an order with placeholders', async () => {
    await using made = await shop();
    const one = await made.draft({ shippingAddress: undefined });
    await made.credited({ note: note(one.number) });
    const order = await made.staff(one.number);
    expect(order).toMatchObject({ status: 'confirmed', needsAttention: ['placeholder_address'] });
    expect(order.shippingAddress).toMatchObject({ name: 'Customer', pincode: '000000' });
  });

  test('an order that was cancelled for want of a UTR is opened again', async () => {
    await using made = await shop();
    const { t } = made;
    const one = await made.order(null);
    t.clock.advance(72 * HOUR);
    await t.services.orders.tidy();
    expect(await made.row(one.number)).toMatchObject({ status: 'cancelled' });
    expect(await made.credited({ note: note(one.number) })).toMatchObject({ decision: 'confirm' });
    expect(await made.row(one.number)).toMatchObject({
      status: 'confirmed',
      payment_status: 'completed',
      utr: RRN,
      needs_attention: '["order_reopened"]',
    });
  });

  test('what was placed before the server stopped is confirmed by the sweep', async () => {
    await using made = await shop();
    const { t } = made;
    const one = await made.draft();
    await t.services.settings.savePayment(
      null,
      { id: null, name: 'Owner' },
      {
        input: { sources: { sms: { policy: 'suggest' } } },
        version: undefined,
      },
    );
    await made.credited({ note: note(one.number) });
    const rules = { sources: { sms: { policy: 'confirm' as const } } };
    await t.services.settings.savePayment(null, { id: null, name: 'Owner' }, { input: rules, version: undefined });
    // Half of it: the draft is an order, and its payment is not confirmed.
    await t.services.orders.placeDraft(t.context, one.number, RRN);
    expect(await made.payment(one)).toMatchObject({ state: 'waiting', order: { status: 'pending' }, utr: RRN });
    await t.services.proof.sweep();
    expect(await made.payment(one)).toMatchObject({ state: 'received' });
  });

  test('what could not be proved when it came is proved by the sweep', async () => {
    await using made = await shop({ byNumber: false });
    const { t } = made;
    const one = await made.draft();
    await made.credited({ note: note(one.number) });
    const input = { byNumber: true };
    await t.services.settings.savePayment(null, { id: null, name: 'Owner' }, { input, version: undefined });
    await t.services.proof.sweep();
    expect(await made.payment(one)).toMatchObject({ state: 'received' });
  });

  test('two credits for one draft at once, and the shopper who sends its UTR meanwhile, make one paid order', async () => {
    await using made = await shop();
    const { t } = made;
    const one = await made.draft();
    const typed = { orderNumber: one.number, accessToken: one.token, ...paid(1) };
    await Promise.all([
      made.credited({ note: note(one.number) }),
      made.credited({ note: note(one.number), rrn: OTHER_RRN }),
      t.post('/api/orders', orderBody(typed)),
    ]);
    const [order, ...more] = await t.db.selectFrom('orders').selectAll().execute();
    expect(more).toEqual([]);
    const matched = await made.credits('?status=matched');
    expect(matched).toHaveLength(1);
    expect(order).toMatchObject({ payment_status: 'completed', utr: matched[0].rrn, status: 'confirmed' });
    expect(await stockOf(t.db)).toMatchObject({ held: 0, sold: 1 });
  });

  test('a draft is placed once, however often it is tried', async () => {
    await using made = await shop();
    const { t } = made;
    const one = await made.draft();
    await made.credited({ note: note(one.number) });
    const [{ id }] = await made.credits();
    await proveOrders(t.context, await proofDeps(t), [id, id]);
    const deps = { ...t.services, alerts: t.services.staffAlerts, terms: await t.services.orders.terms() };
    expect(await placeDraft(t.context, deps, one.number, RRN)).toBeNull();
    expect(await t.db.selectFrom('orders').select('order_number').execute()).toHaveLength(1);
    expect((await creditsById(t.db, [id]))[0]?.row).toMatchObject({ status: 'matched', proved_by: 'number' });
  });
});

describe('closing a draft', () => {
  test('gives back its stock, once, and a payment that is found all the same makes an order of it', async () => {
    await using made = await shop();
    const { t } = made;
    const one = await made.draft();
    expect(await stockOf(t.db)).toMatchObject({ stock: 999, held: 1 });
    const close = (token = one.token) =>
      t.post(`/api/orders/draft/${one.number}/close`, undefined, { 'x-order-token': token });
    expect((await close('x'.repeat(32))).status).toBe(404);
    for (let turn = 0; turn < 2; turn++) expect((await close()).body).toEqual({ success: true, closed: true });
    expect(await stockOf(t.db)).toMatchObject({ stock: 1000, held: 0 });
    await made.credited({ note: note(one.number) });
    expect(await made.payment(one)).toMatchObject({ state: 'received' });
    expect((await close()).body).toEqual({ success: true, closed: false });
    expect(await stockOf(t.db)).toMatchObject({ stock: 999, held: 0, sold: 1 });
  });

  test('a draft that was closed can be opened again', async () => {
    await using made = await shop();
    const { t } = made;
    const one = await made.draft();
    await t.post(`/api/orders/draft/${one.number}/close`, undefined, { 'x-order-token': one.token });
    const again = await made.draft({ orderNumber: one.number, accessToken: one.token });
    expect(again.number).toBe(one.number);
    expect(await stockOf(t.db)).toMatchObject({ stock: 999, held: 1 });
  });
});

describe('the page that waits', () => {
  test('a wrong secret, no secret and an unknown number look the same', async () => {
    await using made = await shop();
    const one = await made.draft();
    for (const [number, headers] of [
      [one.number, {}],
      [one.number, { 'x-order-token': 'x'.repeat(32) }],
      ['ORD1764000000000999', { 'x-order-token': one.token }],
      ['%00', { 'x-order-token': one.token }],
    ] as const) {
      const answer = await made.t.get(`/api/orders/draft/${number}/payment`, headers);
      expect([answer.status, answer.body]).toEqual([404, { success: false, message: 'Order not found' }]);
    }
  });

  test('says whether a message of the bank may confirm it', async () => {
    await using made = await shop({ accounts: [{ bank: 'HDFC', tail: '6298' }] });
    const one = await made.draft();
    expect(await made.payment(one)).toMatchObject({ canConfirm: true });
    await made.t.post('/api/payment-settings', { byNumber: false }, made.auth);
    expect(await made.payment(one)).toMatchObject({ canConfirm: false });
  });

  test('an order with a UTR that is being checked is there', async () => {
    await using made = await shop();
    const one = await made.order(RRN);
    expect(await made.payment(one)).toMatchObject({ state: 'waiting', utr: RRN, order: { status: 'pending' } });
  });
});

test('a statement looks at the lines that lead to an order by UTR, note or amount, and at no others', async () => {
  await using made = await shop({ byPaise: true });
  const { t } = made;
  const one = await made.draft();
  await made.order(OTHER_RRN);
  const about = (report: BankReport) => ledgerReport({ ...report, source: 'statement' }, t.clock.now());
  const reports = [
    about({ amount: 100, rrn: OTHER_RRN }),
    about({ amount: 100, rrn: '632400000003', note: note(one.number) }),
    about({ amount: Math.round(one.pricing.total * 100), rrn: '632400000004' }),
    about({ amount: 100, rrn: '632400000005' }),
  ].flatMap((report) => report ?? []);
  const found = await reportsOfOrders(t.db, reports);
  expect([...found].map(({ rrn }) => rrn)).toEqual([OTHER_RRN, '632400000003', '632400000004']);
});

test('the settings keep both ways', async () => {
  await using made = await shop();
  const { t, auth } = made;
  const saved = await t.post('/api/payment-settings', { byNumber: false, byPaise: true }, auth);
  expect(saved.body.settings).toMatchObject({ byNumber: false, byPaise: true });
  expect(await t.services.settings.proof()).toMatchObject({ byNumber: false, byPaise: true });
});
