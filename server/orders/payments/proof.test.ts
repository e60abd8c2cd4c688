import { describe, expect, test } from 'vitest';
import { START, testApp } from '#tests/app.ts';
import { addProduct, orderBody } from '#tests/factories.ts';

type App = Awaited<ReturnType<typeof testApp>>;
type Json = Record<string, unknown>;

const DAY = 86_400_000;
/** A UTR of the day of START. */
const UTR = '632400000001';
const day = (ms: number) => new Date(ms + 330 * 60_000).toISOString().slice(0, 10).split('-').reverse().join('-');
const short = (ms: number) => day(ms).replace(/20(\d\d)$/, '$1');

const credited = (rrn: string, amount = '299.00', at = START) =>
  `Credit Alert!\nRs.${amount} credited to HDFC Bank A/c XX6298 on ${short(at)} from VPA ananya@okexample (UPI ${rrn})`;
const debited = (rrn: string, amount = '299.00', at = START) =>
  `Alert! Rs.${amount} debited from HDFC Bank A/c XX6298 on ${short(at)} towards reversal of UPI credit Ref ${rrn} received from ananya@okexample`;

async function shop(rules: Json = { sms: { policy: 'confirm' } }, more: Json = {}) {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1000 }] });
  const auth = t.auth(await t.adminToken());
  if (Object.keys(rules).length > 0 || Object.keys(more).length > 0) {
    const saved = await t.post('/api/payment-settings', { sources: rules, ...more }, auth);
    expect(saved.status).toBe(200);
  }
  const order = async (utr: string | null, body: Json = {}): Promise<{ number: string; token: string }> => {
    const paid = utr === null ? {} : { paymentDetails: { utrNumber: utr, method: 'upi', app: 'phonepe' } };
    const placed = await t.post('/api/orders', orderBody({ ...paid, ...body }));
    expect(placed.status).toBe(201);
    return { number: placed.body.order.orderNumber, token: placed.body.order.accessToken };
  };
  return {
    t,
    auth,
    order,
    sms: async (text: string, message: Json = {}) =>
      (await t.post('/api/payments/messages', { via: 'sms', sender: 'VM-HDFCBK-S', text, ...message }, auth)).body,
    staff: async (number: string) => (await t.get(`/api/orders/${number}`, auth)).body.order,
    credits: async (query = '') => (await t.get(`/api/payments/credits${query}`, auth)).body.credits,
    review: async () => (await t.get('/api/payments/review', auth)).body,
    statement: async (lines: string[], query = '') => upload(t, auth, statementOf(lines), query),
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
    },
  };
}

/** A statement in HDFC's layout: `[date, narration, debit, credit]` lines with running balances. */
function statementOf(lines: string[]): string {
  return ['Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance', ...lines, ''].join('\n');
}
let balance = 10_000;
const credit = (rrn: string, amount = 299, at = START) => {
  balance += amount;
  const date = day(at)
    .replaceAll('-', '/')
    .replace(/20(\d\d)$/, '$1');
  const narration = `UPI-ANANYA IYER-ananya@okexample-EXMP0000101-${rrn}-ORDER`;
  return `${date},${narration},0000${rrn},${date},,${amount.toFixed(2)},${balance.toFixed(2)}`;
};

async function upload(t: App, auth: Record<string, string>, text: string, query = '') {
  const boundary = 'boundary7';
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="october.csv"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/payments/statements${query}`,
    headers: { ...auth, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

describe('an SMS', () => {
  test('confirms the order with its UTR and amount; the trail names the credit', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    const { message, credit, match } = await s.sms(credited(UTR));
    expect(message).toMatchObject({ kind: 'credit', amount: 299, rrn: UTR, trusted: true, reversal: false });
    expect(match).toEqual({ orderNumber: number, decision: 'confirm', reason: 'exact' });
    expect(credit).toMatchObject({ status: 'matched', orderNumber: number, sources: [{ kind: 'sms' }], flags: [] });
    const order = await s.staff(number);
    expect(order).toMatchObject({
      status: 'confirmed',
      payment: { status: 'completed', confirmedBy: 'credit', source: 'sms', creditId: credit.id, flags: [] },
    });
    expect(order.events.map(({ note }: { note: string }) => note).join('\n')).toContain(
      `Confirmed by bank credit of ₹299 (SMS, UTR ${UTR}, ${credit.id})`,
    );
    const audit = await s.t.db.selectFrom('audit_log').selectAll().where('entity_id', '=', number).execute();
    expect(audit.map((row) => JSON.parse(row.after_value ?? '{}'))).toContainEqual(
      expect.objectContaining({ payment: 'completed', credit: credit.id, source: 'sms' }),
    );
  });

  test('that comes before the UTR waits and confirms when the UTR comes', async () => {
    await using s = await shop();
    expect((await s.sms(credited(UTR))).match).toEqual({ orderNumber: null, decision: 'none', reason: 'no_order' });
    const early = await s.order(UTR);
    expect((await s.staff(early.number)).payment.status).toBe('completed');
    await s.sms(credited('632400000002'));
    const later = await s.order(null);
    const sent = await s.t.post(
      `/api/orders/${later.number}/utr`,
      { utrNumber: '632400000002', app: 'phonepe' },
      { 'x-order-token': later.token },
    );
    expect(sent.status).toBe(200);
    expect((await s.staff(later.number)).payment.status).toBe('completed');
  });

  test('confirms what a missed hook left behind, by the sweep', async () => {
    await using s = await shop({});
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post('/api/payment-settings', { sources: { sms: { policy: 'confirm' } } }, s.auth);
    expect((await s.staff(number)).payment.status).toBe('pending');
    await s.t.services.proof.sweep();
    expect((await s.staff(number)).payment.status).toBe('completed');
  });

  test.each<[string, Json, string, Json]>([
    ['the default policy', {}, 'policy', {}],
    ['a limit per order', { sms: { policy: 'confirm', limitPerOrder: 298 } }, 'limit_per_order', {}],
    ['a limit of 0', { sms: { policy: 'confirm', limitPerDay: 0 } }, 'limit_per_day', {}],
    ['a pasted text', { sms: { policy: 'confirm' } }, 'pasted', { via: 'text' }],
  ])('only suggests under %s', async (_title, rules, reason, more) => {
    await using s = await shop(rules);
    const { number } = await s.order(UTR);
    expect((await s.sms(credited(UTR), more)).match).toEqual({ orderNumber: number, decision: 'suggest', reason });
    expect((await s.staff(number)).payment.status).toBe('pending');
    expect((await s.review()).exact).toBe(1);
  });

  test('stays within the limit of the day, which starts again at midnight', async () => {
    await using s = await shop({ sms: { policy: 'confirm', limitPerDay: 598 } });
    const utrs = ['632400000001', '632400000002', '632400000003'];
    for (const utr of utrs) await s.order(utr);
    const reasons: string[] = [];
    for (const utr of utrs) reasons.push((await s.sms(credited(utr))).match.reason);
    expect(reasons).toEqual(['exact', 'exact', 'limit_per_day']);
    s.t.clock.advance(DAY);
    await s.t.services.proof.sweep();
    const credits = await s.t.db.selectFrom('credits').select('status').execute();
    expect(credits.map(({ status }) => status)).toEqual(['matched', 'matched', 'matched']);
  });

  test.each<[string, Json, string, string]>([
    ['another amount', {}, credited(UTR, '298.00'), 'amount_differs'],
    ['a date long before the order', {}, credited(UTR, '299.00', START - 3 * DAY), 'date_differs'],
    ['another account', { accounts: [{ bank: 'HDFC', tail: '1111' }] }, credited(UTR), 'other_account'],
  ])('is for a person with %s', async (_title, settings, text, reason) => {
    await using s = await shop({ sms: { policy: 'confirm' } }, settings);
    const { number } = await s.order(UTR);
    expect((await s.sms(text)).match).toEqual({ orderNumber: number, decision: 'review', reason });
    expect((await s.staff(number)).payment.status).toBe('pending');
  });

  test('with the UTR of two orders is for a person', async () => {
    await using s = await shop();
    await s.order(UTR);
    await s.order(UTR, { shippingAddress: { ...(orderBody().shippingAddress as Json), phone: '9876500000' } });
    expect((await s.sms(credited(UTR))).match).toMatchObject({ decision: 'review', reason: 'several_orders' });
  });

  test.each([
    ['a mobile number', '+919000011111'],
    ['a look-alike', 'VM-HDFC8K-S'],
    ['a promotion header', 'VM-HDFCBK-P'],
    ['no sender', ''],
  ])('from %s changes nothing, and does not disturb the real one', async (_title, sender) => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    const { message, match, credit } = await s.sms(credited(UTR, '1.00'), { sender });
    expect([message.trusted, match, credit]).toEqual([false, undefined, undefined]);
    expect(await s.credits()).toEqual([]);
    await s.sms(credited(UTR));
    expect((await s.staff(number)).payment.status).toBe('completed');
  });

  test('again, from a retry or another app, is the same credit', async () => {
    await using s = await shop();
    await s.order(UTR);
    const first = await s.sms(credited(UTR));
    const again = await s.sms(credited(UTR), { receivedAt: START + 60_000, sender: 'JD-HDFCBN' });
    expect(again.credit.id).toBe(first.credit.id);
    expect(await s.credits()).toHaveLength(1);
  });

  test('with a known UTR and another amount is a conflict', async () => {
    await using s = await shop({});
    await s.order(UTR);
    await s.sms(credited(UTR));
    await s.sms(credited(UTR, '300.00'));
    const { conflicts, exact } = await s.review();
    expect(conflicts.map(({ amount }: { amount: number }) => amount).sort()).toEqual([299, 300]);
    expect(exact).toBe(0);
  });

  test('with a known UTR and another amount is settled by staff: one credit proves the order, the other is set aside', async () => {
    await using s = await shop({});
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.sms(credited(UTR, '300.00'));
    const { conflicts } = await s.review();
    const idOf = (rupees: number) => conflicts.find(({ amount }: { amount: number }) => amount === rupees).id;
    const match = await s.t.post(`/api/payments/credits/${idOf(299)}/match`, { orderNumber: number }, s.auth);
    expect(match.body.credit).toMatchObject({ status: 'matched', orderNumber: number });
    const reason = { reason: 'Typing error in the message' };
    const dismiss = await s.t.post(`/api/payments/credits/${idOf(300)}/dismiss`, reason, s.auth);
    expect(dismiss.body.credit).toMatchObject({ status: 'dismissed' });
    expect((await s.review()).conflicts).toEqual([]);
  });
});

describe('a reversal', () => {
  test('takes the credit back and reopens the order loudly', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    const { message, credit } = await s.sms(debited(UTR));
    expect(message).toMatchObject({ kind: 'debit', reversal: true });
    expect(credit).toMatchObject({ status: 'reversed', reversed: true });
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'pending', payment: { status: 'failed' } });
    expect(order.needsAttention).toContain('payment_reversed');
    // The same credit does not confirm again.
    await s.sms(credited(UTR));
    await s.t.services.proof.sweep();
    expect((await s.staff(number)).payment.status).toBe('failed');
  });

  test('that comes before its credit holds it back', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    await s.sms(debited(UTR));
    await s.sms(credited(UTR));
    expect((await s.staff(number)).payment.status).toBe('pending');
    expect(await s.credits('?status=reversed')).toHaveLength(1);
  });

  test('of a shipped order only flags it', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    const moved = await s.t.put(
      `/api/orders/${number}/status`,
      { status: 'shipped', courier: 'Delhivery', courierTracking: 'D1' },
      s.auth,
    );
    expect(moved.status).toBe(200);
    await s.sms(debited(UTR));
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'shipped', payment: { status: 'completed' } });
    expect(order.needsAttention).toContain('payment_reversed');
  });
});

describe('staff', () => {
  test('match a credit with an order; another amount needs their consent', async () => {
    await using s = await shop({});
    const { number } = await s.order(null);
    const { credit } = await s.sms(credited(UTR, '300.00'));
    const match = (body: Json) => s.t.post(`/api/payments/credits/${credit.id}/match`, body, s.auth);
    expect((await match({ orderNumber: 'ORD0' })).status).toBe(404);
    const refused = await match({ orderNumber: number });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The bank received ₹300, the order is for ₹299. Accept the difference to match them.',
    ]);
    const accepted = await match({ orderNumber: number, acceptAmount: true });
    expect(accepted.body.credit).toMatchObject({ status: 'matched', orderNumber: number, flags: ['amount_accepted'] });
    expect((await s.staff(number)).payment).toMatchObject({
      ...{ status: 'completed', paidAmount: 300, utrNumber: UTR },
      ...{ confirmedBy: 'staff', source: 'staff', creditId: credit.id },
    });
    const other = await s.order('632400000009');
    expect((await match({ orderNumber: other.number, acceptAmount: true })).status).toBe(409);
    // Overpaid: the difference is to be sent back.
    expect((await s.review()).refunds).toMatchObject([{ orderNumber: number, due: 1, why: 'overpaid' }]);
  });

  test('unmatch a credit: the order is pending again, and the credit waits for a person', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    const { credit } = await s.sms(credited(UTR));
    const freed = await s.t.post(`/api/payments/credits/${credit.id}/unmatch`, {}, s.auth);
    expect(freed.body.credit).toMatchObject({ status: 'open', flags: ['unmatched'] });
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'pending', payment: { status: 'pending' } });
    expect(order.needsAttention).toContain('payment_reopened');
    await s.t.services.proof.sweep();
    expect((await s.staff(number)).payment.status).toBe('pending');
    expect((await s.t.post(`/api/payments/credits/${credit.id}/unmatch`, {}, s.auth)).status).toBe(409);
  });

  test('dismiss a credit with a reason', async () => {
    await using s = await shop();
    const { credit } = await s.sms(credited(UTR));
    const gone = await s.t.post(`/api/payments/credits/${credit.id}/dismiss`, { reason: 'My own money' }, s.auth);
    expect(gone.body.credit.status).toBe('dismissed');
    const { number } = await s.order(UTR);
    expect((await s.staff(number)).payment.status).toBe('pending');
    expect((await s.t.post('/api/payments/credits/crd_0/dismiss', { reason: 'x' }, s.auth)).status).toBe(404);
  });

  test('confirm exact matches at once; each order gets its result', async () => {
    await using s = await shop({});
    const one = await s.order('632400000001');
    const two = await s.order('632400000002');
    await s.sms(credited('632400000001'));
    const { body } = await s.t.post('/api/payments/confirm-exact', { orderNumbers: [one.number, two.number] }, s.auth);
    expect(body.results).toEqual([
      { orderNumber: one.number, confirmed: true, reason: null },
      { orderNumber: two.number, confirmed: false, reason: 'This order has no exact match any more.' },
    ]);
    expect((await s.staff(one.number)).payment.confirmedBy).toBe('staff');
  });

  test('who verified by hand keep the credit that comes later', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
    await s.sms(credited(UTR));
    expect((await s.staff(number)).payment).toMatchObject({ confirmedBy: 'staff', source: 'staff' });
    expect(await s.credits('?status=matched')).toMatchObject([{ orderNumber: number }]);
  });

  test('who withdraw a payment free its credit, which confirms nothing by itself', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    const body = { status: 'failed', note: 'Wrong person', withdraw: true };
    await s.t.put(`/api/orders/${number}/payment`, body, s.auth);
    await s.t.services.proof.sweep();
    expect((await s.staff(number)).payment.status).toBe('failed');
    expect(await s.credits()).toMatchObject([{ status: 'open', flags: ['unmatched'] }]);
  });
});

describe('a statement', () => {
  test('shows in a dry run what it would do, then does it; again it changes nothing', async () => {
    await using s = await shop({});
    const one = await s.order('632400000001');
    await s.order('632400000002');
    const lines = [credit('632400000001'), credit('632400000002', 300), credit('632400000003')];
    const dry = (await s.statement(lines, '?dryRun=true')).body.import;
    expect(dry).toMatchObject({ id: '', credits: 3, duplicates: 0, refused: [], confirmed: 1, review: 1 });
    expect(dry.lines[0]).toMatchObject({
      ...{ direction: 'credit', amount: 299, rrn: '632400000001', duplicate: false, reversal: false },
      match: { orderNumber: one.number, decision: 'confirm', reason: 'exact' },
    });
    expect(await s.credits()).toEqual([]);
    const done = (await s.statement(lines)).body.import;
    expect(done).toMatchObject({ credits: 3, duplicates: 0, confirmed: 1, review: 1, suggested: 0 });
    expect((await s.staff(one.number)).payment).toMatchObject({ status: 'completed', source: 'statement' });
    const again = (await s.statement(lines)).body.import;
    expect(again).toMatchObject({ id: done.id, duplicates: 3, confirmed: 0 });
    expect(await s.credits()).toHaveLength(3);
    expect((await s.t.get('/api/payments/statements', s.auth)).body.imports).toMatchObject([
      { credits: 3, confirmed: 1 },
    ]);
    const { withoutOrder } = await s.review();
    expect(withoutOrder.map((one: Json) => (one.credit as Json).rrn)).toEqual(['632400000003']);
  });

  test('is undone: its orders are pending again, what an SMS also shows stays', async () => {
    await using s = await shop({ sms: { policy: 'confirm' } });
    const one = await s.order('632400000001');
    const two = await s.order('632400000002');
    await s.sms(credited('632400000002'));
    const { id } = (await s.statement([credit('632400000001'), credit('632400000002')])).body.import;
    const undone = await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth);
    expect(undone.status).toBe(200);
    expect(await s.staff(one.number)).toMatchObject({ status: 'pending', payment: { status: 'pending' } });
    expect((await s.staff(two.number)).payment.status).toBe('completed');
    expect((await s.credits('?status=undone')).map(({ rrn }: { rrn: string }) => rrn)).toEqual(['632400000001']);
    expect((await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth)).status).toBe(409);
    expect((await s.t.post('/api/payments/statements/imp_0/undo', {}, s.auth)).status).toBe(404);
  });

  test('can be imported again after it was undone', async () => {
    await using s = await shop({});
    const { number } = await s.order(UTR);
    const lines = [credit(UTR)];
    const { id } = (await s.statement(lines)).body.import;
    await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth);
    await s.statement(lines);
    expect((await s.staff(number)).payment.status).toBe('completed');
    expect(await s.credits()).toHaveLength(1);
  });

  test('that covers the day and does not show an SMS credit flags its order until it does', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.statement([credit('632400000005', 299, START - DAY), credit('632400000006', 299, START + DAY)]);
    expect((await s.staff(number)).payment.flags).toEqual(['not_in_statement']);
    expect((await s.credits()).find(({ rrn }: { rrn: string }) => rrn === UTR).flags).toEqual(['not_in_statement']);
    expect((await s.review()).conflicts).toMatchObject([{ rrn: UTR, orderNumber: number }]);
    await s.statement([credit(UTR)]);
    expect((await s.staff(number)).payment.flags).toEqual([]);
    expect((await s.review()).conflicts).toEqual([]);
  });

  test('that does not show an SMS credit is no conflict any more when staff have settled it', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.statement([credit('632400000005', 299, START - DAY), credit('632400000006', 299, START + DAY)]);
    expect((await s.review()).conflicts).toHaveLength(1);
    await s.t.put(`/api/orders/${number}/attention`, { settled: 'not_in_statement' }, s.auth);
    expect((await s.review()).conflicts).toEqual([]);
  });

  test('does not flag the day that may not be over, nor another account', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.statement([credit('632400000005', 299, START - DAY), credit('632400000006', 299, START)]);
    expect((await s.staff(number)).payment.flags).toEqual([]);
  });

  test('names orders whose UTR is missing from a covered day', async () => {
    await using s = await shop({});
    const { number } = await s.order(UTR);
    await s.statement([credit('632400000005', 299, START - DAY), credit('632400000006', 299, START + DAY)]);
    expect((await s.review()).missingUtr).toMatchObject([{ orderNumber: number }]);
  });

  test('that is none is refused with one sentence', async () => {
    await using s = await shop({});
    const { status, body } = await upload(s.t, s.auth, '<html><body>Please log in</body></html>');
    expect([status, typeof body.message, (await s.credits()).length]).toEqual([400, 'string', 0]);
  });
});

describe('refunds', () => {
  test('are due for a cancelled order, recorded with a mail, and seen by the shopper', async () => {
    await using s = await shop();
    const { number, token } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const due = async () => (await s.t.get('/api/payments/refunds', s.auth)).body.due;
    expect(await due()).toMatchObject([{ orderNumber: number, due: 299, why: 'cancelled' }]);
    const refund = { amount: 299, date: '2026-11-21', reference: '632500000777', reason: 'Cancelled' };
    const post = () => s.t.post(`/api/orders/${number}/refunds`, refund, s.auth);
    expect((await post()).body.refund).toMatchObject({ orderNumber: number, amount: 299, inStatement: false });
    expect(await due()).toEqual([]);
    const again = await post();
    expect([again.status, again.body.message]).toEqual([
      409,
      'The shop has received ₹299 for this order; at most ₹0 can go back.',
    ]);
    const seen = (await s.t.get(`/api/orders/${number}`, { 'x-order-token': token })).body.order;
    expect(seen.events.map(({ kind }: { kind: string }) => kind)).toContain('refund');
    const mails = await s.t.db.selectFrom('mail_outbox').select('kind').where('order_number', '=', number).execute();
    expect(mails.map(({ kind }) => kind)).toContain('refunded');
  });
});

describe('the address for forwarded messages', () => {
  const body = (rrn: string) =>
    JSON.stringify({ from: 'VM-HDFCBK-S', text: credited(rrn), sentStamp: START, receivedStamp: START, sim: 'sim1' });

  test('is secret, shown once and replaceable', async () => {
    await using s = await shop();
    const { number } = await s.order(UTR);
    const { secret, url } = (await s.t.post('/api/payments/inbox', {}, s.auth)).body;
    expect(secret.length).toBeGreaterThanOrEqual(22);
    expect(url).toBe(`http://shop.test/api/payments/inbox/${secret}`);
    const path = `/api/payments/inbox/${secret}`;
    expect((await s.t.post('/api/payments/inbox/wrong', body(UTR))).status).toBe(404);
    expect((await s.staff(number)).payment.status).toBe('pending');
    const inbox = async () => (await s.t.get('/api/payments/inbox', s.auth)).body;
    expect(await inbox()).toMatchObject({ active: true, lastMessageAt: null });
    expect((await s.t.post(path, body(UTR))).status).toBe(200);
    expect((await s.staff(number)).payment.status).toBe('completed');
    expect(await inbox()).toMatchObject({ lastMessageAt: START, lastSender: 'VM-HDFCBK-S', lastKind: 'credit' });
    expect(JSON.stringify(await inbox())).not.toContain(secret);
    await s.t.post('/api/payments/inbox', {}, s.auth);
    expect((await s.t.post(path, body('632400000002'))).status).toBe(404);
  });
});
