import { expect, test } from 'vitest';
import { SCOPES, type Scope } from '#shop/connect/scopes.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import { KEY_CALLS } from '../http/api-keys.ts';
import { LIMITS } from '../http/limits.ts';

const UNKNOWN = 'This API key does not work. It is wrong, or it has been ended.';
const MINUTE = 60_000;

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 50 }] });
  const owner = t.auth(await t.adminToken());
  const make = async (scopes: readonly Scope[], name = 'Tally') =>
    (await t.post('/api/admin/api-keys', { name, scopes }, owner)).body as { key: string; keys: { id: string }[] };
  return { t, owner, make, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() };
}

const keysOf = async (t: TestApp, owner: Record<string, string>) =>
  (await t.get('/api/admin/api-keys', owner)).body.keys as {
    id: string;
    start: string;
    works: boolean;
    lastUsedAt: number | null;
  }[];

test('a key is shown once, stored as a hash, and named in the audit log', async () => {
  await using here = await shop();
  const { t, owner, make } = here;
  const { key } = await make(['stock:write', 'products:read']);
  expect(key).toMatch(/^kishmish_[\w-]{32}$/);
  const everything = JSON.stringify([
    await t.db.selectFrom('api_keys').selectAll().execute(),
    await t.db.selectFrom('audit_log').selectAll().execute(),
    (await t.get('/api/admin/api-keys', owner)).body,
  ]);
  expect(everything).not.toContain(key);
  expect((await keysOf(t, owner))[0]).toMatchObject({ start: key.slice(0, 13), lastUsedAt: null, works: true });

  const received = { reason: 'received', sizes: [{ size: '250g', change: 5 }] };
  const stored = await t.post('/api/admin/products/almonds/stock', received, t.auth(key));
  expect([stored.status, stored.body.message]).toEqual([200, 'Stock of 1 size saved']);
  const entries = await t.db.selectFrom('audit_log').select(['actor', 'actor_id', 'action', 'entity']).execute();
  expect(entries).toContainEqual({ actor: 'Admin', actor_id: 'usr_owner', action: 'create', entity: 'api_key' });
  const [{ id } = { id: '' }] = await keysOf(t, owner);
  expect(entries).toContainEqual({ actor: 'Tally (API key)', actor_id: id, action: 'stock', entity: 'product' });
  const choices = (await t.get('/api/admin/audit/choices', owner)).body;
  expect(choices.actors).toContainEqual({ id, name: 'Tally (API key)' });
  expect((await keysOf(t, owner))[0]?.lastUsedAt).toBe(t.clock.now());
});

test('a key that was ended, or never was, gets one answer', async () => {
  await using here = await shop();
  const { t, owner, make } = here;
  const { key, keys } = await make(['products:read']);
  const id = keys[0]?.id ?? '';
  expect((await t.get('/api/products', t.auth(key))).status).toBe(200);
  expect((await t.delete(`/api/admin/api-keys/${id}`, owner)).status).toBe(200);
  expect((await t.delete(`/api/admin/api-keys/${id}`, owner)).status).toBe(404);
  expect(await keysOf(t, owner)).toEqual([]);
  const other = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of [key, other, key.slice(0, -1), `${key}A`, 'kishmish_', `kishmish_${'ü'.repeat(32)}`]) {
    for (const url of ['/api/products', '/api/orders', '/api/config']) {
      const { status, body } = await t.get(url, { authorization: `Bearer ${wrong}` });
      expect([wrong, url, status, body.message]).toEqual([wrong, url, 401, UNKNOWN]);
    }
  }
  const ended = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'end').executeTakeFirstOrThrow();
  expect(ended).toMatchObject({ actor: 'Admin', entity: 'api_key', entity_id: id });
});

test('guessed keys are limited by address, and a right one still works', async () => {
  await using here = await shop();
  const { t, make } = here;
  const { key } = await make(['products:read']);
  const guess = (number: number) => t.get('/api/products', t.auth(`kishmish_${String(number).padStart(32, 'x')}`));
  const statuses: number[] = [];
  for (let number = 0; number <= LIMITS.apiKeyAddress.max; number++) statuses.push((await guess(number)).status);
  expect(statuses).toEqual([...Array<number>(LIMITS.apiKeyAddress.max).fill(401), 429]);
  expect((await t.get('/api/products', t.auth(key))).status).toBe(200);
});

test('one key has a limit of calls, and another one its own', async () => {
  await using here = await shop();
  const { t, make } = here;
  const { key } = await make(['contacts:read']);
  const { key: other } = await make(['contacts:read'], 'Zoho');
  const call = async (one: string) => (await t.get('/api/contacts', t.auth(one))).status;
  const statuses = await Promise.all(Array.from({ length: KEY_CALLS + 1 }, () => call(key)));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(await call(other)).toBe(200);
});

test('a key stops with the account that made it, and with its rights', async () => {
  await using here = await shop();
  const { t, owner, make } = here;
  const { key } = await make(SCOPES);
  const works = async () => (await t.get('/api/orders', t.auth(key))).status;
  expect(await works()).toBe(200);
  await t.db.updateTable('users').set({ role: 'manager' }).execute();
  expect(await works()).toBe(401);
  await t.db.updateTable('users').set({ role: 'admin', active: 0 }).execute();
  expect(await works()).toBe(401);
  await t.db.updateTable('users').set({ active: 1 }).execute();
  expect(await works()).toBe(200);
  expect((await keysOf(t, owner))[0]).toMatchObject({ works: true });
});

test('a key in an address is refused, whatever it may do', async () => {
  await using here = await shop();
  const { t, make } = here;
  const { key } = await make(SCOPES);
  for (const url of [`/api/orders?key=${key}`, `/api/products?access_token=${key}`, `/api/products/${key}`]) {
    const bare = await t.get(url);
    expect([url, bare.status, bare.body.message]).toEqual([url, 401, expect.stringContaining('never in the address')]);
    expect((await t.get(url, t.auth(key))).status).toBe(401);
  }
});

test('a key cannot become more than its scopes', async () => {
  await using here = await shop();
  const { t, owner, make } = here;
  const { key } = await make(SCOPES);
  const auth = t.auth(key);
  const { orderNumber, accessToken } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  const refused = [
    await t.post('/api/admin/api-keys', { name: 'More', scopes: SCOPES }, auth),
    await t.post('/api/auth/admin-login', { email: 'owner@kishmish.test', password: 'a long enough password' }, auth),
    await t.get('/api/auth/admin-profile', auth),
    await t.get('/api/settings/payment', auth),
    await t.get('/api/payment-settings', auth),
    await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, auth),
    await t.put(`/api/orders/${orderNumber}/status`, { status: 'confirmed', confirmUnpaid: true }, auth),
    await t.post(`/api/orders/${orderNumber}/cancel`, { reason: 'x' }, { ...auth, 'x-order-token': accessToken }),
    await t.post(`/api/orders/${orderNumber}/refunds`, { amount: 1, date: '2026-11-20', reason: 'x' }, auth),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  // Scopes come from the shop's record alone.
  const read = await make(['products:read'], 'Reader');
  expect((await t.get('/api/orders?scope=orders:read', { ...t.auth(read.key), scope: 'orders:read' })).status).toBe(
    403,
  );
  for (const scopes of [
    [],
    ['*'],
    ['orders:write'],
    ['orders:read', 'orders:read'],
    'orders:read',
    [['orders:read']],
  ]) {
    expect((await t.post('/api/admin/api-keys', { name: 'Odd', scopes }, owner)).status).toBe(400);
  }
  // A scope that is no longer known allows nothing.
  await t.db.updateTable('api_keys').set({ scopes: '["everything"]' }).execute();
  expect((await t.get('/api/orders', auth)).status).toBe(403);
});

test('a key reads an order without mails, decisions and other orders, and ships no unpaid one', async () => {
  await using here = await shop();
  const { t, owner, make } = here;
  const auth = t.auth((await make(['orders:read', 'parcels:write'])).key);
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  const staff = (await t.get(`/api/orders/${orderNumber}`, owner)).body;
  const program = (await t.get(`/api/orders/${orderNumber}`, auth)).body;
  expect(Object.keys(staff).sort()).toEqual(['hints', 'mails', 'order', 'payments', 'success']);
  expect(Object.keys(program).sort()).toEqual(['order', 'success']);
  const shipping = { courier: 'delhivery', file: `Waybill,Order No\nDL1,${orderNumber}` };
  const ship = async () => (await t.post('/api/orders/tracking-file', shipping, auth)).body.lines[0].outcome;
  expect(await ship()).toBe('problem');
  const delivered = { orders: [{ orderNumber }] };
  expect((await t.post('/api/orders/bulk/delivered', delivered, auth)).body.results[0].done).toBe(false);
  await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, owner);
  expect(await ship()).toBe('ship');
  const { order } = (await t.get(`/api/orders/${orderNumber}`, owner)).body;
  expect(order.events.at(-1)).toMatchObject({ status: 'shipped', by: 'Tally (API key)' });
  const shopper = await t.get('/api/orders/track/9876543210');
  expect(shopper.text).not.toContain('API key');
});

test('a key that ships again and again sends two mails, in which its courier is a text', async () => {
  await using here = await shop();
  const { t, owner, make } = here;
  const auth = t.auth((await make(['parcels:write'])).key);
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, owner);
  for (let round = 0; round < 8; round++) {
    for (const number of ['', `14800${round}`]) {
      const file = `AWB,Order Id,Courier Company\n${number},${orderNumber},"<a href=""https://evil.example"">Pay</a>"`;
      await t.post('/api/orders/tracking-file', { courier: 'shiprocket', file }, auth);
      await t.services.mail.sendDue();
    }
    await t.post('/api/orders/bulk/delivered', { orders: [{ orderNumber }] }, auth);
    t.clock.advance(MINUTE);
    await t.services.mail.sendDue();
    await t.post('/api/orders/bulk/delivered', { orders: [{ orderNumber }], undo: true }, auth);
  }
  const mails = await t.db.selectFrom('mail_outbox').select(['kind', 'html_body']).orderBy('created_at').execute();
  const about = mails.filter(({ kind }) => ['shipped', 'delivered'].includes(kind));
  expect(about.map(({ kind }) => kind)).toEqual(['shipped', 'delivered']);
  expect(about[0]?.html_body).toContain('&lt;a href=');
  expect(about[0]?.html_body).not.toContain('href="https://evil');
});

test('names tell keys apart, and the last use is noted every five minutes', async () => {
  await using here = await shop();
  const { t, owner, make } = here;
  const { key } = await make(['contacts:read']);
  const again = await t.post('/api/admin/api-keys', { name: ' tally ', scopes: ['contacts:read'] }, owner);
  expect([again.status, again.body.errors[0].path]).toEqual([409, 'name']);
  const lastUse = async () => (await keysOf(t, owner))[0]?.lastUsedAt;
  await t.get('/api/contacts', t.auth(key));
  const first = t.clock.now();
  t.clock.advance(4 * MINUTE);
  await t.get('/api/contacts', t.auth(key));
  expect(await lastUse()).toBe(first);
  t.clock.advance(MINUTE);
  await t.get('/api/contacts', t.auth(key));
  expect(await lastUse()).toBe(first + 5 * MINUTE);
});
