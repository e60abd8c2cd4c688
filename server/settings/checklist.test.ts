import { expect, test } from 'vitest';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import { plansOf } from '#tests/plans.ts';
import { readChecklistFacts } from './settings.queries.ts';

const HOUR = 3_600_000;

const steps = async (t: TestApp, auth: Record<string, string>) => {
  const { body } = await t.get('/api/settings/checklist', auth);
  const done = (body.steps as { id: string; done: boolean }[]).filter((step) => step.done).map(({ id }) => id);
  return { ...body, done };
};

test('steps of an empty shop are done by what the owner does', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  expect(await steps(t, auth)).toMatchObject({ demo: false, opened: false, done: [] });

  const company = {
    brandName: 'Mewa House',
    address: '4 Itwari',
    city: 'Nagpur',
    pincode: '440010',
    state: 'Maharashtra',
    stateCode: '27',
    phone: '90000 00031',
    fssaiLicence: '11223344556677',
  };
  await t.put('/api/settings/shop', company, auth);
  const credit = (rrn: string) => ({
    via: 'sms',
    sender: 'VM-HDFCBK-S',
    receivedAt: START,
    text: `Rs.1.00 credited to HDFC Bank A/c XX4821 on 20-11-26 from VPA a@okhdfc (UPI ${rrn})`,
  });
  // Before there is a UPI ID, a payment proves nothing.
  await t.post('/api/payments/messages', credit('632400000001'), auth);
  expect((await steps(t, auth)).done).toEqual(['brand', 'address', 'fssai']);
  t.clock.advance(2 * HOUR);
  await t.post('/api/payment-settings', { upiId: 'mewa@okhdfc', accountHolderName: 'Mewa House' }, auth);
  expect((await steps(t, auth)).done).toEqual(['brand', 'address', 'upi', 'fssai']);
  t.clock.advance(60_000);
  await t.post('/api/payments/messages', { ...credit('632400000002'), receivedAt: START + 2 * HOUR + 60_000 }, auth);
  await addProduct(t.db);
  await t.post('/api/payment-settings', { accounts: [{ bank: 'HDFC Bank', tail: '4821' }] }, auth);
  const done = ['brand', 'address', 'account', 'upi', 'testPayment', 'product', 'fssai'];
  expect((await steps(t, auth)).done).toEqual(done);
});

test('the owner puts a step off and ticks one by hand', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const later = await t.put('/api/settings/checklist/whatsapp', { putOff: true }, auth);
  expect(later.body.steps).toContainEqual(
    expect.objectContaining({ id: 'whatsapp', done: false, putOff: true, ticked: false, fact: '' }),
  );
  await t.put('/api/settings/checklist/policies', { ticked: true }, auth);
  expect((await steps(t, auth)).done).toEqual(['policies']);
  expect((await t.put('/api/settings/checklist/nothing', { ticked: true }, auth)).status).toBe(400);
});

test('a paid order opens the shop', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db);
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  expect((await steps(t, auth)).opened).toBe(false);
  await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, auth);
  expect((await steps(t, auth)).opened).toBe(true);
});

test.runIf(dialect === 'sqlite')('the test email is found without all emails', async () => {
  await using t = await testApp();
  const { database } = t.context;
  const plans = await plansOf(database, (trx) => readChecklistFacts(trx, { since: START, except: [] }));
  expect(plans).toContainEqual(expect.stringMatching(/^(SCAN|SEARCH) mail_outbox .*mail_outbox_test/));
});
