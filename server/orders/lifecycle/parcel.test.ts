import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/** A shipped order, with a function that calls its parcel endpoint. */
async function shipped(t: TestApp, more: Record<string, unknown> = {}, parcel: Record<string, string> = {}) {
  const auth = t.auth(await t.adminToken());
  const { order } = (await t.post('/api/orders', orderBody({ ...paid(1), ...more }))).body;
  const url = `/api/orders/${order.orderNumber}`;
  await t.put(`${url}/payment`, { status: 'completed' }, auth);
  const moved = await t.put(`${url}/status`, { status: 'shipped', ...parcel }, auth);
  expect(moved.status).toBe(200);
  return {
    url,
    auth,
    orderNumber: order.orderNumber as string,
    accessToken: order.accessToken as string,
    version: moved.body.order.version as number,
    put: (body: Record<string, unknown>) => t.put(`${url}/parcel`, body, auth),
  };
}

const mails = (t: TestApp) =>
  t.db
    .selectFrom('mail_outbox')
    .select(['id', 'message_id', 'text_body', 'html_body', 'status', 'attachments'])
    .where('kind', '=', 'shipped')
    .orderBy('id')
    .execute();

const audits = async (t: TestApp, action: string) =>
  (await t.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute()).map((row) => ({
    before: JSON.parse(row.before_value ?? 'null'),
    after: JSON.parse(row.after_value ?? 'null'),
  }));

test('courier and number can be entered and corrected after shipping, with event and audit, and no mail unless requested', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await shipped(t);
  await t.services.mail.sendDue();
  const entered = await order.put({ courier: ' delhivery ', courierTracking: 'DL-1', version: order.version });
  expect([entered.status, entered.body.message]).toEqual([200, 'Parcel saved']);
  expect(entered.body.order).toMatchObject({
    status: 'shipped',
    courier: 'Delhivery',
    courierTracking: 'DL-1',
    version: order.version + 1,
  });
  expect(entered.body.order.events.at(-1)).toMatchObject({ kind: 'parcel', by: 'Admin', note: 'Delhivery DL-1' });

  // The other admin still has the version without a parcel.
  const stale = await order.put({ courier: 'India Post', courierTracking: 'EX', version: order.version });
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'Someone else has changed this in the meantime. Please check the latest version and try again.',
  ]);
  t.clock.advance(1000);
  const fixed = await order.put({ courier: 'Delhivery', courierTracking: 'DL-2' });
  expect(fixed.body.order.events.at(-1)).toMatchObject({
    kind: 'parcel',
    note: 'Delhivery DL-2 (before: Delhivery DL-1)',
  });
  // Saving the same values again changes nothing.
  const same = await order.put({ courier: 'Delhivery', courierTracking: 'DL-2' });
  expect(same.body.order.version).toBe(fixed.body.order.version);
  expect(await audits(t, 'order.parcel')).toEqual([
    { before: { courier: '', courierTracking: '' }, after: { courier: 'Delhivery', courierTracking: 'DL-1' } },
    {
      before: { courier: 'Delhivery', courierTracking: 'DL-1' },
      after: { courier: 'Delhivery', courierTracking: 'DL-2' },
    },
  ]);
  expect(await mails(t)).toHaveLength(1);
  // The shopper sees only the current parcel.
  const mine = await t.get(order.url, { 'x-order-token': order.accessToken });
  expect(mine.body.order).toMatchObject({
    courier: 'Delhivery',
    courierTracking: 'DL-2',
    courierLink: { url: 'https://www.delhivery.com/track/package/DL-2', hasNumber: true },
  });
  expect(mine.text).not.toContain('DL-1');
});

test('the shopper gets a separate mail on request', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await shipped(t, {}, { courier: 'Delhivery', courierTracking: 'DL-1' });
  await t.services.mail.sendDue();
  const response = await order.put({ courier: 'Delhivery', courierTracking: 'DL-2', notify: true });
  expect(response.body.message).toBe(
    'Parcel saved. The email is only saved as a file: the shop has no mail server (SMTP_URL).',
  );
  const [first, second, ...rest] = await mails(t);
  expect(rest).toEqual([]);
  expect([first?.status, second?.status]).toEqual(['sent', 'queued']);
  expect(second?.message_id).not.toBe(first?.message_id);
  expect(second?.text_body).toContain('Tracking number: DL-2');
  expect(second?.text_body).toContain('they replace those of our email before');
  expect(second?.text_body).toContain('https://www.delhivery.com/track/package/DL-2');
  expect(second?.html_body).toContain('href="https://www.delhivery.com/track/package/DL-2">Track on Delhivery</a>');
  expect(second?.text_body).not.toContain('DL-1');
  expect((await audits(t, 'order.parcel')).at(-1)?.after).toMatchObject({ courierTracking: 'DL-2', mailed: true });
  await t.services.mail.sendDue();

  // A request without a change sends the number again and does not change the order.
  const again = await order.put({ courier: 'Delhivery', courierTracking: 'DL-2', notify: true });
  expect(again.body.order.version).toBe(response.body.order.version);
  expect((await mails(t)).at(-1)?.text_body).not.toContain('they replace');
});

test('a queued mail about the parcel is replaced, so that no wrong number is sent', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await shipped(t, {}, { courier: 'Delhivery', courierTracking: 'DL-1' });
  const [old] = await mails(t);
  expect(old?.text_body).toContain('DL-1');
  const response = await order.put({ courier: 'Delhivery', courierTracking: 'DL-2' });
  expect(response.body.message).toBe(
    'Parcel saved. The email is only saved as a file: the shop has no mail server (SMTP_URL).',
  );
  const [only, ...rest] = await mails(t);
  expect(rest).toEqual([]);
  expect(only?.message_id).not.toBe(old?.message_id);
  expect(only?.text_body).toContain('Tracking number: DL-2');
  expect(only?.text_body).not.toContain('they replace');
});

test('a replaced shipping mail keeps the attached invoice of an unpaid order', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  const url = `/api/orders/${orderNumber}`;
  await t.put(`${url}/status`, { status: 'processing' }, auth);
  await t.put(`${url}/status`, { status: 'shipped', confirmUnpaid: true }, auth);
  expect((await mails(t)).map((mail) => mail.attachments)).toEqual(['["invoice"]']);
  await t.put(`${url}/parcel`, { courier: 'Delhivery', courierTracking: 'DL-1' }, auth);
  const [mail, ...rest] = await mails(t);
  expect([mail?.attachments, rest]).toEqual(['["invoice"]', []]);
  expect(mail?.text_body).toContain('Your tax invoice is attached');
  expect(mail?.text_body).toContain('DL-1');
});

test('a delivered parcel is corrected without a mail; an unshipped order has no parcel', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await shipped(t);
  await t.services.mail.sendDue();
  await t.put(`${order.url}/status`, { status: 'delivered' }, order.auth);
  const corrected = await order.put({ courier: 'India Post', courierTracking: 'EX1' });
  expect(corrected.body.order).toMatchObject({ status: 'delivered', courierTracking: 'EX1' });
  const notified = await order.put({ courier: 'India Post', courierTracking: 'EX2', notify: true });
  expect([notified.status, notified.body.message]).toEqual([
    409,
    'This parcel has arrived: no email is sent about it any more.',
  ]);
  expect(await mails(t)).toHaveLength(1);

  const pending = (await t.post('/api/orders', orderBody(paid(2)))).body.order.orderNumber;
  const early = await t.put(
    `/api/orders/${pending}/parcel`,
    { courier: 'India Post', courierTracking: 'EX3' },
    order.auth,
  );
  expect([early.status, early.body.message]).toEqual([409, 'An order that is pending has no parcel under way.']);
});

test('invalid parcels are rejected, and an order without an email address gets no mail', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await shipped(t, { shippingAddress: { ...ADDRESS, email: '' } });
  const bare = await order.put({ courier: 'Delhivery', courierTracking: ' ', notify: true });
  expect([bare.status, bare.body.errors]).toEqual([
    400,
    [{ path: 'courierTracking', msg: 'Please enter the tracking number' }],
  ]);
  for (const body of [
    {},
    { courier: 'Delhivery' },
    { courier: 'x'.repeat(101), courierTracking: '' },
    { courier: 1, courierTracking: '' },
  ]) {
    expect([(await order.put(body)).status, body]).toEqual([400, body]);
  }
  expect((await t.put('/api/orders/ORD1/parcel', { courier: '', courierTracking: '' }, order.auth)).status).toBe(404);
  expect((await t.put(`${order.url}/parcel`, { courier: '', courierTracking: '' })).status).toBe(401);
  const response = await order.put({ courier: 'Delhivery', courierTracking: 'DL-1', notify: true });
  expect([response.status, response.body.message]).toEqual([200, 'Parcel saved']);
  expect(await mails(t)).toEqual([]);
});

test('the audit entry of a shipment contains courier and number', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await shipped(t, {}, { courier: 'Delhivery', courierTracking: 'DL-1' });
  expect((await audits(t, 'order.status')).at(-1)).toEqual({
    before: { status: 'confirmed' },
    after: { status: 'shipped', courier: 'Delhivery', courierTracking: 'DL-1' },
  });
});

test('staff send at most five mails a day about a parcel, by correcting it or by Send again', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const order = await shipped(t, {}, { courier: 'Delhivery', courierTracking: 'DL0' });
  const correct = async (round: number, auth = order.auth) => {
    await t.services.mail.sendDue();
    const parcel = { courier: 'Visit evil.example', courierTracking: `DL${round}`, notify: true };
    return t.put(`${order.url}/parcel`, parcel, auth);
  };
  for (let round = 1; round < 4; round++) expect((await correct(round)).status).toBe(200);
  await t.services.mail.sendDue();
  const last = (await mails(t)).at(-1)?.id;
  const again = () => t.post(`${order.url}/mails/${last}/resend`, undefined, order.auth);
  expect((await again()).status).toBe(200);
  expect(await mails(t)).toHaveLength(5);
  const refused = await correct(9);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The shopper got 5 emails about this parcel today. Save it without an email.',
  ]);
  expect((await again()).body.message).toBe('The shopper got 5 such emails about this order today.');
  expect(await mails(t)).toHaveLength(5);
  // The parcel itself can be corrected, and a day later the shopper is told again.
  expect((await order.put({ courier: 'Delhivery', courierTracking: 'DL9' })).status).toBe(200);
  t.clock.advance(86_400_000);
  expect((await correct(10, t.auth(await t.adminToken()))).status).toBe(200);
});
