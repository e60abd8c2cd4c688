import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

async function placed(
  t: TestApp,
  utr: number,
  phone = '9876543210',
): Promise<{ orderNumber: string; accessToken: string }> {
  return (await t.post('/api/orders', orderBody({ ...paid(utr), shippingAddress: { ...ADDRESS, phone } }))).body.order;
}

test('a UTR is accepted for one order only (I4)', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const first = await placed(t, 1);
  const second = await placed(t, 1, '9000000001');
  const responses = await Promise.all(
    [first, second].map((order) => t.put(`/api/orders/${order.orderNumber}/payment`, { status: 'completed' }, auth)),
  );
  expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
  const refused = responses.find((response) => response.status === 409);
  expect(refused?.body.message).toMatch(/^This UTR has already been accepted for /);
  const accepted = await t.db.selectFrom('payments').selectAll().where('status', '=', 'accepted').execute();
  expect(accepted).toHaveLength(1);
  const statuses = await t.db
    .selectFrom('orders')
    .select(['status', 'payment_status'])
    .orderBy('payment_status')
    .execute();
  expect(statuses).toEqual([
    { status: 'confirmed', payment_status: 'completed' },
    { status: 'pending', payment_status: 'pending' },
  ]);
});

test('a failed payment needs a reason, notifies the shopper, and can be completed later with the correct UTR', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, 1);
  const url = `/api/orders/${order.orderNumber}`;
  const bare = await t.put(`${url}/payment`, { status: 'failed' }, auth);
  expect([bare.status, bare.body.errors]).toEqual([400, [{ path: 'note', msg: 'Please give the reason.' }]]);
  const failed = await t.put(`${url}/payment`, { status: 'failed', note: 'No such credit' }, auth);
  expect(failed.body.order).toMatchObject({ status: 'pending', payment: { status: 'failed', note: 'No such credit' } });
  const mine = await t.get(url, { 'x-order-token': order.accessToken });
  expect(mine.body.order.payment).toMatchObject({ status: 'failed', note: 'No such credit' });
  const mails = await t.db
    .selectFrom('mail_outbox')
    .select(['kind', 'text_body'])
    .where('kind', '=', 'payment_problem')
    .execute();
  expect(mails[0]?.text_body).toContain('No such credit');
  const fixed = await t.put(
    `${url}/payment`,
    { status: 'completed', utrNumber: ' 6324 0000 0055 ', amount: 298.5, note: 'typing error' },
    auth,
  );
  expect(fixed.body.order).toMatchObject({
    status: 'confirmed',
    payment: { status: 'completed', utrNumber: '632400000055', paidAmount: 298.5 },
  });
  expect(fixed.body.order.events.at(-1)).toMatchObject({
    kind: 'note',
    note: 'Received ₹298.50 of ₹299. typing error',
  });
});

test('a UTR from the bank statement is stored on the order, in its timeline and in the audit log', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const missing: string = (await t.post('/api/orders', orderBody({ paymentMethod: 'upi' }))).body.order.orderNumber;
  const given = await t.put(
    `/api/orders/${missing}/payment`,
    { status: 'completed', utrNumber: 'UPI Ref No. 632400000077' },
    auth,
  );
  expect(given.body.order.payment).toMatchObject({ status: 'completed', utrNumber: '632400000077' });
  expect(given.body.order.events.map((event: { note: string }) => event.note)).toContain(
    'UTR 632400000077 taken from the bank statement.',
  );
  // The search finds the order by it, and the next order with this UTR gets an error at its field.
  expect((await t.get('/api/orders?search=632400000077', auth)).body.orders).toHaveLength(1);

  const mistyped = await placed(t, 1, '9000000001');
  const url = `/api/orders/${mistyped.orderNumber}`;
  const used = await t.put(`${url}/payment`, { status: 'completed', utrNumber: '632400000077' }, auth);
  const msg = `This UTR has already been accepted for order ${missing}.`;
  expect([used.status, used.body.message, used.body.errors]).toEqual([409, msg, [{ path: 'utrNumber', msg }]]);
  const short = await t.put(`${url}/payment`, { status: 'completed', utrNumber: '12 34' }, auth);
  expect([short.status, short.body.errors]).toEqual([
    400,
    [{ path: 'utrNumber', msg: 'UTR/Reference number must be at least 10 digits long' }],
  ]);
  const fixed = await t.put(`${url}/payment`, { status: 'completed', utrNumber: '632400000002' }, auth);
  expect(fixed.body.order).toMatchObject({ payment: { utrNumber: '632400000002' }, needsAttention: [] });
  const note = 'UTR corrected to 632400000002. The UTR before was 632400000001.';
  expect(fixed.body.order.events.filter((event: { note: string }) => event.note === note)).toMatchObject([
    { kind: 'note', by: 'Admin' },
  ]);
  expect((await t.get(url, { 'x-order-token': mistyped.accessToken })).text).not.toContain('632400000001');
  const audit = await t.db
    .selectFrom('audit_log')
    .select(['before_value', 'after_value'])
    .where('entity_id', '=', mistyped.orderNumber)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(audit.before_value ?? '')).toMatchObject({ utr: '632400000001' });
  expect(JSON.parse(audit.after_value ?? '')).toMatchObject({ payment: 'completed', utr: '632400000002' });
});

test('a UTR from the statement that another order also has is marked', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const first = await placed(t, 1);
  const second = await placed(t, 2, '9000000001');
  const body = { status: 'completed', utrNumber: '632400000001' };
  const taken = await t.put(`/api/orders/${second.orderNumber}/payment`, body, auth);
  expect(taken.body.order).toMatchObject({ payment: { status: 'completed' }, needsAttention: ['duplicate_utr'] });
  // Repeating its own reference is no duplicate.
  const own = await t.put(`/api/orders/${first.orderNumber}/payment`, body, auth);
  expect([own.status, own.body.message]).toEqual([
    409,
    `This UTR has already been accepted for order ${second.orderNumber}.`,
  ]);
});

test('a verified payment is withdrawn only with confirmation', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, 1);
  const url = `/api/orders/${order.orderNumber}/payment`;
  await t.put(url, { status: 'completed' }, auth);
  const twice = await t.put(url, { status: 'completed' }, auth);
  expect([twice.status, twice.body.message]).toEqual([409, 'The payment of this order has already been verified.']);
  expect((await t.put(url, { status: 'failed', note: 'oops' }, auth)).status).toBe(409);
  const taken = await t.put(url, { status: 'failed', note: 'bounced', withdraw: true }, auth);
  expect(taken.body.order.payment.status).toBe('failed');
  const rows = await t.db.selectFrom('payments').select('status').execute();
  expect(rows).toEqual([{ status: 'withdrawn' }]);
  // The UTR can be used again.
  const other = await placed(t, 1, '9000000001');
  expect((await t.put(`/api/orders/${other.orderNumber}/payment`, { status: 'completed' }, auth)).status).toBe(200);
});

test('a decision by hand is taken back: the payment is to verify again', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const { orderNumber } = await placed(t, 1);
  const url = `/api/orders/${orderNumber}/payment`;
  for (const decision of [{ status: 'completed' }, { status: 'failed', note: 'Not there' }]) {
    await t.put(url, decision, auth);
    const undone = await t.put(url, { status: decision.status, undo: true }, auth);
    expect([undone.status, undone.body.message]).toEqual([200, 'The payment is to verify again']);
    expect(undone.body.order).toMatchObject({ status: 'pending', payment: { status: 'pending' } });
    const twice = await t.put(url, { status: decision.status, undo: true }, auth);
    expect([twice.status, twice.body.message]).toEqual([409, 'Somebody has changed this payment since.']);
  }
  // The UTR can be accepted again.
  expect((await t.put(url, { status: 'completed' }, auth)).status).toBe(200);
});

test('invalid decisions are rejected', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, 1);
  const url = `/api/orders/${order.orderNumber}/payment`;
  for (const body of [
    {},
    { status: 'pending' },
    { status: 'completed', amount: -1 },
    { status: 'completed', amount: '299' },
    { status: 'completed', amount: 298.505 },
    { status: 'completed', utrNumber: '12' },
    { status: 'completed', version: 'x' },
  ]) {
    expect([(await t.put(url, body, auth)).status, body]).toEqual([400, body]);
  }
  expect((await t.put('/api/orders/ORD1795113600037/payment', { status: 'completed' }, auth)).status).toBe(404);
  const draft = await t.post('/api/orders/draft', orderBody());
  expect(
    (await t.put(`/api/orders/${draft.body.order.orderNumber}/payment`, { status: 'completed' }, auth)).status,
  ).toBe(409);
  expect(await t.db.selectFrom('payments').selectAll().execute()).toEqual([]);
});

test('a payment that is rejected or withdrawn is in the audit log, with who decided and why', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const { orderNumber } = await placed(t, 1);
  const url = `/api/orders/${orderNumber}/payment`;
  for (const body of [
    { status: 'failed', note: 'No such credit' },
    { status: 'completed' },
    { status: 'failed', note: 'Charged back', withdraw: true },
  ]) {
    expect((await t.put(url, body, auth)).status).toBe(200);
  }
  const audit = await t.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'entity', 'before_value', 'after_value'])
    .where('entity_id', '=', orderNumber)
    .orderBy('id')
    .execute();
  const read = audit.map(({ before_value, after_value, ...row }) => ({
    ...row,
    before: JSON.parse(before_value ?? ''),
    after: JSON.parse(after_value ?? ''),
  }));
  const row = { actor: 'Admin', action: 'order.payment', entity: 'order' };
  expect(read).toMatchObject([
    {
      ...row,
      before: { payment: 'pending', status: 'pending' },
      after: { payment: 'failed', note: 'No such credit', withdrawn: false },
    },
    { ...row, before: { payment: 'failed' }, after: { payment: 'completed' } },
    {
      ...row,
      before: { payment: 'completed', status: 'confirmed' },
      after: { payment: 'failed', note: 'Charged back', withdrawn: true },
    },
  ]);
});
