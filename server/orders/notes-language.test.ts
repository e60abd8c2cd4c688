import { expect, test } from 'vitest';
import type { Language } from '#shop/language.ts';
import { credited, debited, proofShop, UTR } from '#tests/proof.ts';

/** The shop's own notes of an order are in the language of the page that asks; staff read English. */

type Shop = Awaited<ReturnType<typeof proofShop>>;
type Placed = Awaited<ReturnType<Shop['order']>>;

async function shown({ t }: Shop, { number, token }: Placed, language: Language) {
  const headers = { 'x-order-token': token, 'x-language': language };
  return (await t.get(`/api/orders/${number}`, headers)).body.order;
}

/** The last note of this kind of event. */
const noteOf = (order: { events: { kind: string; note: string }[] }, kind: string) =>
  order.events.findLast((event) => event.kind === kind)?.note;

test('a refund that was sent', async () => {
  await using s = await proofShop();
  const order = await s.order(UTR);
  const { number } = order;
  await s.sms(credited(UTR));
  await s.t.post(`/api/orders/${number}/cancel`, { reason: 'Out of almonds' }, s.auth);
  const refund = { amount: 299, date: '2026-11-21', reference: '632500000777', reason: 'Cancelled' };
  expect((await s.t.post(`/api/orders/${number}/refunds`, refund, s.auth)).status).toBe(201);

  const hindi = await shown(s, order, 'hi');
  expect(noteOf(hindi, 'refund')).toBe('₹299 का रिफ़ंड भेज दिया गया, रेफ़रेंस 632500000777');
  expect(noteOf(hindi, 'payment')).toBe('पेमेंट मिल गया');
  // Staff have written it.
  expect([noteOf(hindi, 'cancelled'), hindi.cancelReason]).toEqual(['Out of almonds', 'Out of almonds']);
  expect(noteOf(await shown(s, order, 'mr'), 'refund')).toBe('₹299 चा रिफंड पाठवला, रेफरन्स 632500000777');
  const english = 'Refund of ₹299 sent, reference 632500000777';
  expect(noteOf(await shown(s, order, 'en'), 'refund')).toBe(english);
  const forStaff = await s.t.get(`/api/orders/${number}`, { ...s.auth, 'x-language': 'hi' });
  expect(noteOf(forStaff.body.order, 'refund')).toBe(english);
});

test('a payment that the bank took back', async () => {
  await using s = await proofShop();
  const order = await s.order(UTR);
  await s.sms(credited(UTR));
  await s.sms(debited(UTR));
  const hindi = await shown(s, order, 'hi');
  const words = `बैंक ने ₹299 लौटा दिए (UTR ${UTR})`;
  expect([hindi.payment.note, noteOf(hindi, 'payment')]).toEqual([words, words]);
  const staff = await s.staff(order.number);
  const english = `The bank took back ₹299 (UTR ${UTR})`;
  expect([staff.payment.note, noteOf(staff, 'payment')]).toEqual([english, `Payment withdrawn: ${english}`]);
  expect(noteOf(staff, 'attention')).toBe(`Needs attention: ${english}`);
});

test('an order that was cancelled for want of a UTR, and opened again', async () => {
  await using s = await proofShop();
  const order = await s.order(null);
  s.t.clock.advance(24 * 3_600_000);
  await s.t.services.orders.tidy();
  const hindi = await shown(s, order, 'hi');
  expect(hindi.cancelReason).toMatch(/^पेमेंट का रेफ़रेंस \(UTR\) 24 घंटे में/);
  expect(noteOf(hindi, 'cancelled')).toBe(hindi.cancelReason);
  const auth = s.t.auth(await s.t.adminToken());
  const words = 'We did not receive a payment reference (UTR) within 24 hours.';
  expect((await s.t.get(`/api/orders/${order.number}`, auth)).body.order.cancelReason).toContain(words);
  expect((await s.t.get('/api/orders/export', auth)).text).toContain(words);

  const late = { 'x-order-token': order.token, 'x-language': 'mr' };
  const sent = await s.t.post(`/api/orders/${order.number}/utr`, { utrNumber: '632400000002' }, late);
  expect(noteOf(sent.body.order, 'status')).toBe('UTR मिळाला, म्हणून ऑर्डर पुन्हा उघडली');
  expect(sent.body.order.cancelReason).toBe('');
  // The same order again, with another UTR.
  const again = await s.t.post(`/api/orders/${order.number}/utr`, { utrNumber: '632400000003' }, late);
  expect(again.status).toBe(409);
  expect(noteOf(again.body.data.order, 'utr')).toBe('UTR मिळाला');
});
