import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { START } from '#tests/app.ts';
import { orderBody } from '#tests/factories.ts';
import { credited, proofShop, UTR } from '#tests/proof.ts';

type Json = Record<string, unknown>;
const DAY = 86_400_000;

describe('an SMS', () => {
  test('confirms the order with its UTR and amount; the trail names the credit', async () => {
    await using s = await proofShop();
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
      `Confirmed by UTR: bank credit of ₹299 (SMS, UTR ${UTR})`,
    );
    const audit = await s.t.db.selectFrom('audit_log').selectAll().where('entity_id', '=', number).execute();
    expect(audit.map((row) => JSON.parse(row.after_value ?? '{}'))).toContainEqual(
      expect.objectContaining({ payment: 'completed', credit: credit.id, source: 'sms' }),
    );
  });

  test('that pays an item of the client’s own price waits for a person, until staff have settled the item', async () => {
    await using s = await proofShop();
    const items = [{ product: 'almonds', name: 'California Almonds', size: '1 kg', quantity: 1, price: 1 }];
    const { number } = await s.order(UTR, { items, total: 1 });
    const { match } = await s.sms(credited(UTR, '1.00'));
    expect(match).toEqual({ orderNumber: number, decision: 'review', reason: 'unknown_item' });
    expect((await s.staff(number)).payment.status).toBe('pending');
    await s.t.services.orders.settle(number, { settled: 'unknown_item' }, { id: null, name: 'Owner' });
    expect((await s.sms(credited(UTR, '1.00'))).match).toMatchObject({ decision: 'confirm' });
  });

  test('that comes several times at once, also in other words, is one credit', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const others = [`Acct XX298 credited with Rs 299.00. UPI: ${UTR} - ICICI Bank`, credited(UTR)];
    await Promise.all([credited(UTR), ...others, ...others].map((text) => s.sms(text)));
    expect(await s.credits()).toMatchObject([{ rrn: UTR, status: 'matched', orderNumber: number }]);
    expect((await s.staff(number)).payment.status).toBe('completed');
  });

  test('that comes before the UTR waits and confirms when the UTR comes', async () => {
    await using s = await proofShop();
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
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post('/api/payment-settings', { sources: { sms: { policy: 'confirm' } } }, s.auth);
    expect((await s.staff(number)).payment.status).toBe('pending');
    await s.t.services.proof.sweep();
    expect((await s.staff(number)).payment.status).toBe('completed');
  });

  test('finds the credit of a payment that staff accepted by themselves, by the sweep, for seven days', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
    // As if the process had ended between the decision and the search for its credit.
    await s.t.db.updateTable('orders').set({ credit_id: null }).execute();
    const open = { status: 'open', order_number: null, matched_source: null, matched_at: null } as const;
    await s.t.db.updateTable('credits').set(open).execute();
    s.t.clock.advance(7 * 86_400_000 + 1);
    await s.t.services.proof.sweep();
    const proven = () => s.t.db.selectFrom('credits').select('order_number').where('status', '=', 'matched').execute();
    expect(await proven()).toEqual([]);
    s.t.clock.advance(-1);
    await s.t.services.proof.sweep();
    expect(await proven()).toEqual([{ order_number: number }]);
  });

  test.each<[string, Json, string, Json]>([
    ['the default policy', {}, 'policy', {}],
    ['a limit per order', { sms: { policy: 'confirm', limitPerOrder: 298 } }, 'limit_per_order', {}],
    ['a limit of 0', { sms: { policy: 'confirm', limitPerDay: 0 } }, 'limit_per_day', {}],
    ['a pasted text', { sms: { policy: 'confirm' } }, 'pasted', { via: 'text' }],
  ])('only suggests under %s', async (_title, rules, reason, more) => {
    await using s = await proofShop(rules);
    const { number } = await s.order(UTR);
    expect((await s.sms(credited(UTR), more)).match).toEqual({ orderNumber: number, decision: 'suggest', reason });
    expect((await s.staff(number)).payment.status).toBe('pending');
    expect((await s.review()).exact).toBe(1);
  });

  test('stays within the limit of the day, which starts again at midnight', async () => {
    await using s = await proofShop({ sms: { policy: 'confirm', limitPerDay: 598 } });
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

  test.each<[string, string, string]>([
    ['another amount', credited(UTR, '298.00'), 'amount_differs'],
    ['a date long before the order', credited(UTR, '299.00', START - 3 * DAY), 'date_differs'],
  ])('is for a person with %s', async (_title, text, reason) => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    expect((await s.sms(text)).match).toEqual({ orderNumber: number, decision: 'review', reason });
    expect((await s.staff(number)).payment.status).toBe('pending');
  });

  test('with the UTR of two orders is for a person', async () => {
    await using s = await proofShop();
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
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const { message, match, credit } = await s.sms(credited(UTR, '1.00'), { sender });
    expect([message.trusted, match, credit]).toEqual([false, undefined, undefined]);
    expect(await s.credits()).toEqual([]);
    await s.sms(credited(UTR));
    expect((await s.staff(number)).payment.status).toBe('completed');
  });

  test('again, from a retry or another app, is the same credit', async () => {
    await using s = await proofShop();
    await s.order(UTR);
    const first = await s.sms(credited(UTR));
    const again = await s.sms(credited(UTR), { receivedAt: START + 60_000, sender: 'JD-HDFCBN' });
    expect(again.credit.id).toBe(first.credit.id);
    expect(await s.credits()).toHaveLength(1);
  });

  test('with a known UTR and another amount is a conflict', async () => {
    await using s = await proofShop({});
    await s.order(UTR);
    await s.sms(credited(UTR));
    await s.sms(credited(UTR, '300.00'));
    const { conflicts, exact } = await s.review();
    expect(conflicts.map(({ amount }: { amount: number }) => amount).sort()).toEqual([299, 300]);
    expect(exact).toBe(0);
  });

  test('with a known UTR and another amount is settled by staff: one credit proves the order, the other is set aside', async () => {
    await using s = await proofShop({});
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

describe('the address for forwarded messages', () => {
  const body = (rrn: string) =>
    JSON.stringify({ from: 'VM-HDFCBK-S', text: credited(rrn), sentStamp: START, receivedStamp: START, sim: 'sim1' });

  test('is secret, shown once and replaceable', async () => {
    await using s = await proofShop();
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

  test('is one, also when several are made at once', async () => {
    await using s = await proofShop();
    await Promise.all([1, 2, 3, 4, 5].map(() => s.t.post('/api/payments/inbox', {}, s.auth)));
    const active = s.t.db.selectFrom('payment_inbox').select('id').where('ended_at', 'is', null);
    expect(await active.execute()).toHaveLength(1);
  });

  test('takes only signed messages once an app has a signing key, whatever app they name', async () => {
    const KEY = 'demo-signing-key';
    await using s = await proofShop(
      { sms: { policy: 'confirm' } },
      { signingKeys: { capcom6: KEY } },
      { secretsKey: randomBytes(32) },
    );
    const address = `/api/payments/inbox/${(await s.t.post('/api/payments/inbox', {}, s.auth)).body.secret}`;
    const { number } = await s.order(UTR);
    const message = { from: 'VM-HDFCBK-S', text: credited(UTR), receivedStamp: START };
    const body = JSON.stringify(message);
    const stamp = String(START / 1000);
    const sign = (key: string, text = body) => ({
      'content-type': 'application/json',
      'x-timestamp': stamp,
      'x-signature': createHmac('sha256', key).update(`${text}${stamp}`).digest('hex'),
    });
    const form = (sign: string) =>
      new URLSearchParams({ from: message.from, content: credited(UTR), timestamp: stamp, sign }).toString();
    for (const [payload, headers] of [
      [body, {}],
      [body, sign('another key')],
      [body, sign(KEY, body.replace('299.00', '1.00'))],
      [body, { ...sign(KEY), 'x-signature': '' }],
      [JSON.stringify({ app: 'httpsms', ...message }), {}],
      [form(''), { 'content-type': 'application/x-www-form-urlencoded' }],
      [form('c2lnbg=='), { 'content-type': 'application/x-www-form-urlencoded' }],
      [credited(UTR), { 'content-type': 'text/plain' }],
    ] as const) {
      expect((await s.t.post(address, payload, headers)).status).toBe(401);
    }
    expect([(await s.staff(number)).payment.status, await s.credits()]).toEqual(['pending', []]);
    expect((await s.t.get('/api/payments/inbox', s.auth)).body.lastMessageAt).toBeNull();
    // The signature does not cover the address: a signed message that somebody has seen says
    // nothing else.
    const payload = { sender: message.from, message: 'Your parcel has left', receivedAt: START };
    const news = JSON.stringify({ event: 'sms:received', payload });
    const other = new URLSearchParams({ text: credited(UTR), from: 'VM-HDFCBK-S' });
    expect((await s.t.post(`${address}?${other}`, news, sign(KEY, news))).status).toBe(200);
    expect([(await s.staff(number)).payment.status, await s.credits()]).toEqual(['pending', []]);
    expect((await s.t.post(address, body, sign(KEY))).status).toBe(200);
    expect((await s.staff(number)).payment.status).toBe('completed');
  });
});
