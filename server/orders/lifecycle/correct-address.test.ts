import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { placeholderAddress } from '#shop/orders/address.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

const NEW = {
  ...ADDRESS,
  name: 'Ananya Krishnan',
  phone: '9812345670',
  email: 'krishnan@example.com',
  address: '7 Lake View Road, Kumarapuram',
  city: 'Thiruvananthapuram',
  state: 'Kerala',
  pincode: '695011',
};

async function placed(t: TestApp, more: Record<string, unknown> = {}) {
  const response = await t.post('/api/orders', orderBody(more));
  expect(response.status).toBe(201);
  const { orderNumber, accessToken } = response.body.order as { orderNumber: string; accessToken: string };
  return { orderNumber, accessToken, url: `/api/orders/${orderNumber}`, own: { 'x-order-token': accessToken } };
}

test('a corrected address replaces the former one in order, search, tracking, mails and list', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, paid(1));
  t.clock.advance(60_000);
  const response = await t.put(
    `${order.url}/address`,
    { shippingAddress: { ...NEW, phone: '+91 98123 45670' }, version: 1 },
    auth,
  );
  expect([response.status, response.body.message]).toEqual([200, 'Address corrected']);
  expect(response.body.order).toMatchObject({ shippingAddress: NEW, status: 'pending', version: 2 });
  // Saving the same address again changes nothing.
  const same = await t.put(`${order.url}/address`, { shippingAddress: NEW, version: 2 }, auth);
  expect([same.status, same.body.order.version]).toEqual([200, 2]);
  // The second admin still has version 1.
  const stale = await t.put(`${order.url}/address`, { shippingAddress: ADDRESS, version: 1 }, auth);
  expect(stale.status).toBe(409);
  expect((await t.get(order.url, order.own)).body.order.shippingAddress).toMatchObject(NEW);

  const found = async (search: string) =>
    (await t.get(`/api/orders?search=${encodeURIComponent(search)}`, auth)).body.pagination.totalOrders;
  for (const [text, count] of [
    ['9812345670', 1],
    ['9876543210', 0],
    ['krishnan', 1],
    ['iyer', 0],
    ['thiruvananthapuram', 1],
    ['chennai', 0],
    ['695011', 1],
    ['krishnan@example.com', 1],
    ['632400000001', 1],
  ] as const) {
    expect([text, await found(text)]).toEqual([text, count]);
  }
  expect((await t.get('/api/orders/track/9876543210')).body.orders).toEqual([]);
  const tracked = await t.get('/api/orders/track/9812345670');
  expect(tracked.body.orders).toMatchObject([
    {
      orderNumber: order.orderNumber,
      shippingAddress: {
        name: 'A••• K•••',
        street: '••••',
        email: '••••',
        city: 'Thiruvananthapuram',
        zipCode: '695011',
      },
    },
  ]);
  for (const secret of ['Krishnan', 'Lake View', 'krishnan@', '9812345670']) expect(tracked.text).not.toContain(secret);

  // The timeline lists the changed fields; shoppers see no staff names.
  const event = (await t.get(order.url, order.own)).body.order.events.at(-1);
  expect(event).toMatchObject({ kind: 'address', by: 'shop', status: null });
  expect(event.note).toBe('Name, Phone, Email, Address, City, State, PIN code');
  // Queued and later mails go to the new address and contain it.
  await t.put(`${order.url}/payment`, { status: 'completed' }, auth);
  await t.put(`${order.url}/status`, { status: 'shipped' }, auth);
  const mails = await t.db.selectFrom('mail_outbox').select(['kind', 'recipient', 'text_body']).orderBy('id').execute();
  expect(new Set(mails.map((mail) => mail.recipient))).toEqual(new Set(['krishnan@example.com']));
  expect(mails.find((mail) => mail.kind === 'shipped')?.text_body).toContain('7 Lake View Road');
});

test('a sent mail can be sent again to the corrected address', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, paid(1));
  await t.db.updateTable('mail_outbox').set({ status: 'sent', sent_at: START }).execute();
  await t.put(`${order.url}/address`, { shippingAddress: NEW }, auth);
  const [sent] = (await t.get(order.url, auth)).body.mails;
  expect(sent.to).toBe(ADDRESS.email);
  expect((await t.post(`${order.url}/mails/${sent.id}/resend`, undefined, auth)).status).toBe(200);
  const mails = (await t.get(order.url, auth)).body.mails as { to: string; status: string }[];
  expect(mails.map(({ to, status }) => `${status} ${to}`).sort()).toEqual([
    `queued ${NEW.email}`,
    `sent ${ADDRESS.email}`,
  ]);
});

test('the audit log records the change, without a full phone number or email address', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, paid(1));
  await t.put(`${order.url}/address`, { shippingAddress: { ...NEW, name: ADDRESS.name } }, auth);
  const audit = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'order.address').execute();
  expect(audit).toHaveLength(1);
  expect(JSON.parse(audit[0]?.before_value ?? '')).toEqual({
    phone: '••••••3210',
    email: 'a•••@example.com',
    address: ADDRESS.address,
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600020',
  });
  expect(JSON.parse(audit[0]?.after_value ?? '')).toMatchObject({
    phone: '••••••5670',
    email: 'k•••@example.com',
    state: 'Kerala',
    changed: ['Phone', 'Email', 'Address', 'City', 'State', 'PIN code'],
  });
  for (const whole of ['9876543210', '9812345670', ADDRESS.email, NEW.email]) {
    expect(JSON.stringify(audit)).not.toContain(whole);
  }
});

test('correcting a placeholder address removes its attention reason', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, { ...paid(1), shippingAddress: placeholderAddress(''), total: 1 });
  const reasons = async () => (await t.get(order.url, auth)).body.order.needsAttention;
  expect(await reasons()).toEqual(['amount_mismatch', 'placeholder_address']);
  // A corrected phone number alone is not an address.
  await t.put(`${order.url}/address`, { shippingAddress: { ...placeholderAddress('9812345670') } }, auth);
  expect(await reasons()).toEqual(['amount_mismatch', 'placeholder_address']);
  await t.put(`${order.url}/address`, { shippingAddress: NEW }, auth);
  expect(await reasons()).toEqual(['amount_mismatch']);
  const row = await t.db.selectFrom('orders').select('attention_count').executeTakeFirstOrThrow();
  expect(row.attention_count).toBe(1);
});

test('follows the rules of checkout, and works only before shipping', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, paid(1));
  const correct = (shippingAddress: object, headers = auth) =>
    t.put(`${order.url}/address`, { shippingAddress }, headers);
  const empty = await correct({ name: '', phone: '12', email: 'x', address: '', city: '', state: '', pincode: '1' });
  expect(empty.status).toBe(400);
  expect(empty.body.errors).toEqual([
    { path: 'shippingAddress.name', msg: 'Shipping name is required' },
    { path: 'shippingAddress.phone', msg: 'Phone number must be 10 digits' },
    { path: 'shippingAddress.email', msg: 'Email is invalid' },
    { path: 'shippingAddress.address', msg: 'Address is required' },
    { path: 'shippingAddress.city', msg: 'City is required' },
    { path: 'shippingAddress.state', msg: 'State is required' },
    { path: 'shippingAddress.pincode', msg: 'Pincode must be 6 digits' },
  ]);
  expect((await t.put('/api/orders/ORD1/address', { shippingAddress: NEW }, auth)).status).toBe(404);
  expect((await correct(NEW, {})).status).toBe(401);
  expect((await correct(NEW, order.own as never)).status).toBe(401);

  for (const [status, sentence] of [
    ['confirmed', null],
    ['processing', null],
    ['shipped', 'An order that is shipped keeps its address.'],
    ['delivered', 'An order that is delivered keeps its address.'],
  ] as const) {
    const moved = await t.put(`${order.url}/status`, { status, confirmUnpaid: true }, auth);
    expect(moved.status).toBe(200);
    const response = await correct({ ...NEW, city: `City ${status}` });
    expect([status, response.status]).toEqual([status, sentence ? 409 : 200]);
    if (sentence) expect(response.body.message).toBe(sentence);
  }
  expect((await t.get(order.url, auth)).body.order.shippingAddress.city).toBe('City processing');
  const other = await placed(t, paid(2));
  await t.post(`${other.url}/cancel`, { reason: 'Twice' }, auth);
  expect((await t.put(`${other.url}/address`, { shippingAddress: NEW }, auth)).status).toBe(409);
});

test('a GSTIN is corrected with the address; who leaves it out keeps it, and it must be of the new state', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const order = await placed(t, { shippingAddress: { ...ADDRESS, gstin: '33AABCT3518Q1Z3' } });
  const save = (shippingAddress: object) => t.put(`${order.url}/address`, { shippingAddress }, auth);
  const kept = await save({ ...ADDRESS, address: '7 Lake View Road' });
  expect(kept.body.order.shippingAddress.gstin).toBe('33AABCT3518Q1Z3');
  const moved = await save(NEW);
  expect([moved.status, moved.body.errors]).toEqual([
    400,
    [
      {
        path: 'shippingAddress.gstin',
        msg: expect.stringMatching(/^This GSTIN is registered in Tamil Nadu, but .* Kerala\./),
      },
    ],
  ]);
  expect((await save({ ...NEW, gstin: '32AAPFU0939F1Z4' })).body.order.shippingAddress.gstin).toBe('32AAPFU0939F1Z4');
  const none = await save({ ...NEW, gstin: '' });
  expect(none.body.order.shippingAddress).not.toHaveProperty('gstin');
});

test('a later invoice uses the new state; an issued one does not change', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const shop = await t.services.settings.shop();
  const seller = { state: 'Maharashtra', stateCode: '27', gstin: '27DEMCK0000D1ZV', legalName: 'Kishmish Foods' };
  await t.services.settings.saveShop({ ...shop, ...seller }, { id: null, name: 'test' });
  const near = { ...NEW, city: 'Pune', state: 'Maharashtra', pincode: '411001' };
  const order = await placed(t, paid(1));
  await t.put(`${order.url}/address`, { shippingAddress: near }, auth);
  await t.put(`${order.url}/payment`, { status: 'completed' }, auth);
  const invoice = async () => (await t.db.selectFrom('invoices').selectAll().execute()).map((row) => ({ ...row }));
  const [issued, ...more] = await invoice();
  expect(more).toEqual([]);
  expect(JSON.parse(issued?.data ?? '')).toMatchObject({
    supply: 'intra',
    placeOfSupply: { name: 'Maharashtra', code: '27' },
    buyer: { name: NEW.name, state: 'Maharashtra', pincode: '411001' },
  });
  // Back to the first state: the parcel goes there, the invoice stays.
  const back = await t.put(`${order.url}/address`, { shippingAddress: ADDRESS }, auth);
  expect(back.body.order.shippingAddress.state).toBe('Tamil Nadu');
  expect(await invoice()).toEqual([issued]);
  const pdf = await t.app.inject({ method: 'GET', url: `${order.url}/invoice`, headers: auth });
  expect(pdf.statusCode).toBe(200);
  const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
  expect(text).toContain('7 Lake View Road');
  expect(text).not.toContain('Second Main Road');
});
