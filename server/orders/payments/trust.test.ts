import { expect, test } from 'vitest';
import { ADDRESS } from '#tests/factories.ts';
import { CANARA, credited, proofShop, statementLine, UNNAMED, UTR, WITH_CANARA } from '#tests/proof.ts';

const OTHER = '632400000002';
const CONFIRM = { policy: 'confirm', limitPerOrder: null, limitPerDay: null };
const SOMEBODY = { shippingAddress: { ...ADDRESS, phone: '9000000001' } };

test.each([
  ['before', [UNNAMED, 'pasted']],
  ['after', ['pasted', UNNAMED]],
])('a pasted UTR does not borrow the trust of a message without one that came %s it', async (_title, order) => {
  await using s = await proofShop({ sms: CONFIRM }, WITH_CANARA);
  const { number } = await s.order(UTR);
  for (const text of order) {
    if (text === 'pasted') await s.sms(credited(UTR), { via: 'text', sender: undefined });
    else await s.sms(text, { sender: CANARA });
  }
  await s.t.services.proof.sweep();
  expect(await s.credits()).toMatchObject([{ status: 'open', rrn: UTR }]);
  expect((await s.staff(number)).payment.status).toBe('pending');
  expect((await s.review()).toVerify).toMatchObject([{ orderNumber: number, match: { reason: 'pasted' } }]);
  await s.sms(credited(UTR));
  expect((await s.staff(number)).payment.status).toBe('completed');
});

test('a credit without a reference that staff have matched takes no line of another UTR', async () => {
  await using s = await proofShop({ statement: CONFIRM }, WITH_CANARA);
  const one = await s.order(UTR);
  const two = await s.order(OTHER, SOMEBODY);
  const { credit } = await s.sms(UNNAMED, { sender: CANARA });
  await s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: two.number }, s.auth);
  await s.statement([statementLine(UTR), statementLine(OTHER)]);
  expect((await s.staff(one.number)).payment).toMatchObject({ status: 'completed', source: 'statement' });
  expect((await s.staff(two.number)).payment).toMatchObject({ status: 'completed', creditId: credit.id });
  expect((await s.credits()).map(({ rrn, status }: { rrn: string; status: string }) => [rrn, status]).sort()).toEqual([
    [UTR, 'matched'],
    [OTHER, 'matched'],
  ]);
});

test('what staff have marked as not received waits for a person until another report comes', async () => {
  await using s = await proofShop({ sms: { policy: 'suggest' } });
  const { number } = await s.order(UTR);
  await s.sms(credited(UTR));
  s.t.clock.advance(1_000);
  expect((await s.t.put(`/api/orders/${number}/payment`, { status: 'failed', note: 'not there' }, s.auth)).status).toBe(
    200,
  );
  await s.t.post('/api/payment-settings', { sources: { sms: CONFIRM, statement: CONFIRM } }, s.auth);
  await s.t.services.proof.sweep();
  expect((await s.staff(number)).payment.status).toBe('failed');
  s.t.clock.advance(1_000);
  await s.statement([statementLine(UTR)]);
  expect((await s.staff(number)).payment).toMatchObject({ status: 'completed', source: 'statement' });
});

test('a payment that staff accepted with another amount is found by that amount', async () => {
  await using s = await proofShop({ sms: CONFIRM });
  const { number } = await s.order(UTR);
  await s.t.put(`/api/orders/${number}/payment`, { status: 'completed', amount: 300 }, s.auth);
  const { credit } = await s.sms(credited(UTR, '300.00'));
  expect((await s.staff(number)).payment.creditId).toBe(credit.id);
  expect(await s.credits()).toMatchObject([{ status: 'matched', orderNumber: number }]);
});
