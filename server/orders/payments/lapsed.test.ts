import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { credited, proofShop, UTR } from '#tests/proof.ts';

const HOUR = 3_600_000;

/** A shop with an order that it has cancelled for want of a UTR (D53). */
async function lapsedShop() {
  const s = await proofShop({});
  const { number, token } = await s.order(null);
  s.t.clock.advance(24 * HOUR);
  await s.t.services.orders.tidy();
  Object.assign(s.auth, s.t.auth(await s.t.adminToken()));
  expect((await s.staff(number)).status).toBe('cancelled');
  return {
    ...s,
    number,
    send: () => s.t.post(`/api/orders/${number}/utr`, { utrNumber: UTR }, { 'x-order-token': token }),
    stock: async () => (await s.t.db.selectFrom('product_sizes').select(['stock', 'sold']).execute())[0],
  };
}

test('a lapsed order whose payment staff find is confirmed and takes its stock; undone, it waits for its UTR', async () => {
  await using s = await lapsedShop();
  const { credit } = await s.sms(credited(UTR));
  await s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: s.number }, s.auth);
  expect(await s.staff(s.number)).toMatchObject({
    status: 'confirmed',
    cancelReason: '',
    needsAttention: ['order_reopened'],
    payment: { status: 'completed', utrNumber: UTR },
  });
  expect(await s.stock()).toEqual({ stock: 999, sold: 1 });
  expect((await s.review()).refunds).toEqual([]);
  const mails = await s.t.db.selectFrom('mail_outbox').select('kind').orderBy('created_at').execute();
  expect(mails.map(({ kind }) => kind)).toEqual(['order_received', 'cancelled', 'payment_verified']);
  const [audit] = await s.t.db.selectFrom('audit_log').selectAll().where('entity_id', '=', s.number).execute();
  expect(JSON.parse(audit?.before_value ?? '')).toMatchObject({ payment: 'pending', status: 'cancelled' });

  await s.t.post(`/api/payments/credits/${credit.id}/unmatch`, {}, s.auth);
  expect((await s.staff(s.number)).status).toBe('pending');
  const sent = await s.send();
  expect([sent.status, sent.body.order.status, sent.body.order.payment.status]).toEqual([200, 'pending', 'pending']);
  expect(await s.stock()).toEqual({ stock: 999, sold: 1 });
});

test('a lapsed order that has the UTR already is reopened when the shopper sends it', async () => {
  await using s = await lapsedShop();
  // As a mistaken match left it that was undone in an earlier version.
  await s.t.db.updateTable('orders').set({ utr: UTR }).execute();
  const sent = await s.send();
  expect([sent.status, sent.body.order.status]).toEqual([200, 'pending']);
  const { events, needsAttention } = await s.staff(s.number);
  expect(needsAttention).toEqual(['order_reopened']);
  expect(events.map(({ note }: { note: string }) => note)).not.toContain(`The UTR before was ${UTR}`);
});

test('an order that a person has cancelled stays cancelled when its payment is found', async () => {
  await using s = await proofShop({});
  const { number } = await s.order(null);
  await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
  const { credit } = await s.sms(credited(UTR));
  await s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: number }, s.auth);
  expect(await s.staff(number)).toMatchObject({ status: 'cancelled', payment: { status: 'completed' } });
  expect((await s.review()).refunds).toMatchObject([{ orderNumber: number, due: 299 }]);
});

test('an order that had an invoice, lapsed and is paid after all gets a new one; the first stays taken back', async () => {
  await using s = await proofShop({});
  const settings = { ...(await s.t.services.settings.shop()), state: 'Maharashtra', gstin: '27DEMCK0000D1ZV' };
  await s.t.services.settings.saveShop(settings, { id: null, name: 'test' });
  const { number } = await s.order(null);
  const { credit } = await s.sms(credited(UTR));
  const match = (what: object = { orderNumber: number }, call = 'match') =>
    s.t.post(`/api/payments/credits/${credit.id}/${call}`, what, s.auth);
  await match();
  await match({}, 'unmatch');
  s.t.clock.advance(25 * HOUR);
  await s.t.services.orders.tidy();
  Object.assign(s.auth, s.t.auth(await s.t.adminToken()));
  expect((await s.staff(number)).status).toBe('cancelled');
  await match();
  expect((await s.staff(number)).status).toBe('confirmed');
  const [invoice] = await s.t.db.selectFrom('invoices').select(['order_number', 'number', 'issued_at']).execute();
  expect(invoice).toEqual({ order_number: number, number: 'KSH/26-27/000002', issued_at: s.t.clock.now() });
  expect(await s.t.db.selectFrom('credit_notes').selectAll().execute()).toEqual([]);
  const month = async () => (await s.t.get('/api/reports/gst?month=2026-11', s.auth)).body.summary;
  const { invoices, creditNotes, net, documents } = await month();
  expect([invoices.total, creditNotes.total, net.total]).toEqual([598, 299, 299]);
  expect(documents.map(({ from, to, total }: Record<string, unknown>) => [from, to, total])).toEqual([
    ['KSH/26-27/000001', 'KSH/26-27/000002', 2],
    ['CN/26-27/000001', 'CN/26-27/000001', 1],
  ]);
  const book = await s.t.app.inject({ url: '/api/reports/invoices?month=2026-11', headers: s.auth });
  const { text } = await extractText(new Uint8Array(book.rawPayload), { mergePages: false });
  const titles = ['KSH/26-27/000001', 'KSH/26-27/000002', 'CN/26-27/000001'];
  expect(text.map((page) => titles.filter((title) => page.includes(title)).at(-1))).toEqual(titles);

  // Cancelled once more, the new invoice is taken back too.
  expect((await s.t.post(`/api/orders/${number}/cancel`, { reason: 'x' }, s.auth)).status).toBe(200);
  const [note] = await s.t.db.selectFrom('credit_notes').select('number').execute();
  expect([note?.number, (await month()).net.total]).toEqual(['CN/26-27/000002', 0]);
});

test('the cancellation names the hours that the order had, not those that the shop gives since', async () => {
  await using s = await proofShop({});
  const { number } = await s.order(null);
  const body = { offerCountdownEnabled: true, deliveryCutoffEnabled: true, unpaidHours: 72 };
  expect((await s.t.put('/api/settings/urgency', body, s.auth)).status).toBe(200);
  s.t.clock.advance(24 * HOUR);
  await s.t.services.orders.tidy();
  Object.assign(s.auth, s.t.auth(await s.t.adminToken()));
  expect(await s.staff(number)).toMatchObject({
    status: 'cancelled',
    cancelReason: expect.stringContaining('within 24 hours'),
  });
});
