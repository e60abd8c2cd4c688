import { expect, test } from 'vitest';
import { START, testApp } from '#tests/app.ts';
import { addProduct, orderBody } from '#tests/factories.ts';

/** The figures above the lists of the Payments screen. */

const DAY = 86_400_000;

test('payments confirmed today, by a credit or by staff, the usual time, and the last credit', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const auth = t.auth(await t.adminToken());
  const place = async (utrNumber: string): Promise<string> => {
    const body = orderBody({ paymentDetails: { utrNumber, method: 'upi', app: 'phonepe' } });
    return (await t.post('/api/orders', body)).body.order.orderNumber;
  };
  const sms = async (rrn: string, message: object = {}) => {
    const text = `Credit Alert!\nRs.299.00 credited to HDFC Bank A/c XX6298 on 20-11-26 from VPA a@okexample (UPI ${rrn})`;
    const body = { via: 'sms', sender: 'VM-HDFCBK-S', text, ...message };
    return (await t.post('/api/payments/messages', body, auth)).body;
  };
  const figures = async () => (await t.get('/api/payments/review', auth)).body.figures;
  expect(await figures()).toEqual({
    missing: ['account', 'source'],
    confirmedToday: 0,
    automaticToday: 0,
    usualCheckMs: null,
    lastCredit: null,
    statementTo: null,
  });

  const accounts = [{ bank: 'HDFC', tail: '6298' }];
  await t.post('/api/payment-settings', { sources: { sms: { policy: 'confirm' } }, accounts }, auth);
  await place('632400000001');
  await sms('632400000001');
  const byHand = await place('632400000002');
  await t.put(`/api/orders/${byHand}/payment`, { status: 'completed' }, auth);
  const { credit } = await sms('632400000003', { via: 'text' });
  const matched = await place('632400000003');
  const body = { orderNumber: matched };
  expect((await t.post(`/api/payments/credits/${credit.id}/match`, body, auth)).status).toBe(200);
  const failed = await place('632400000004');
  await t.put(`/api/orders/${failed}/payment`, { status: 'failed', note: 'Not there' }, auth);
  expect(await figures()).toEqual({
    missing: ['source'],
    confirmedToday: 3,
    automaticToday: 1,
    usualCheckMs: null,
    lastCredit: { source: 'text', at: START },
    statementTo: null,
  });

  // A new day starts at midnight; five checks make a median.
  t.clock.advance(DAY);
  const tomorrow = t.auth(await t.adminToken());
  for (const utr of ['632500000005', '632500000006']) {
    const number = await place(utr);
    t.clock.advance(1_000);
    await t.put(`/api/orders/${number}/payment`, { status: 'completed' }, tomorrow);
  }
  expect((await t.get('/api/payments/review', tomorrow)).body.figures).toMatchObject({
    confirmedToday: 2,
    automaticToday: 0,
    usualCheckMs: 0,
  });
});
