import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  await addProduct(t.db, { id: 'almond-butter', name: 'Peanut and Almond Butter', status: 'Inactive' });
  const auth = t.auth(await t.adminToken());
  const placed = await t.post('/api/orders', orderBody({ ...paid(7) }));
  await t.post(
    '/api/orders',
    orderBody({
      ...paid(8),
      shippingAddress: { ...ADDRESS, name: '100% Ravi_Kumar', phone: '9123456780' },
    }),
  );
  await t.post('/api/contacts', {
    name: 'Asha Rao',
    email: 'asha.rao@example.com',
    phone: '9000011111',
    subject: 'Forty boxes',
    message: 'How much for forty boxes for a wedding?',
  });
  return { t, auth, orderNumber: placed.body.order.orderNumber as string };
}

async function find(t: TestApp, q: string, auth: Record<string, string>) {
  const response = await t.get(`/api/admin/search?q=${encodeURIComponent(q)}`, auth);
  expect(response.status).toBe(200);
  const { orders, products, contacts } = response.body.found;
  return {
    orders: orders.map((one: { name: string }) => one.name),
    products: products.map((one: { id: string }) => one.id),
    contacts: contacts.map((one: { name: string }) => one.name),
  };
}

test('finds orders by number, name, mobile number and UTR, products by words, contacts by name, email, phone and ticket', async () => {
  const { t, auth, orderNumber } = await shop();
  await using _ = t;
  const one = { orders: ['Ananya Iyer'], products: [], contacts: [] };
  expect(await find(t, orderNumber, auth)).toEqual(one);
  expect(await find(t, orderNumber.toLowerCase(), auth)).toEqual(one);
  expect((await find(t, orderNumber.slice(3), auth)).orders).toContain('Ananya Iyer');
  expect(await find(t, 'ANANYA', auth)).toEqual(one);
  expect(await find(t, '98765', auth)).toEqual(one);
  expect(await find(t, '+91 98765 43210', auth)).toEqual(one);
  expect(await find(t, '632400000007', auth)).toEqual(one);
  expect((await find(t, 'almond', auth)).products).toEqual(['almonds', 'almond-butter']);
  expect((await find(t, 'butter peanut', auth)).products).toEqual(['almond-butter']);
  for (const q of ['asha', 'ASHA.RAO@', '90000 1', 'k-'])
    expect((await find(t, q, auth)).contacts).toEqual(['Asha Rao']);
});

test('finds people by any part of their name, and orders by email', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await t.post(
    '/api/orders',
    orderBody({ ...paid(9), shippingAddress: { ...ADDRESS, name: 'Asha Sharma', email: 'asha.s@example.in' } }),
  );
  for (const [number, name] of ['Vijay Sharma', 'Natasha Rao'].entries()) {
    const message = { subject: 'Dates', message: 'When do the dates come?', phone: '9000022222' };
    await t.post('/api/contacts', { name, email: `writer${number}@example.org`, ...message });
  }
  expect(await find(t, 'sharma', auth)).toEqual({ orders: ['Asha Sharma'], products: [], contacts: ['Vijay Sharma'] });
  expect((await find(t, 'Sharma As', auth)).orders).toEqual(['Asha Sharma']);
  expect((await find(t, 'asha.s@', auth)).orders).toEqual(['Asha Sharma']);
  expect((await find(t, 'ASHA.S@example.in', auth)).orders).toEqual(['Asha Sharma']);
  expect((await find(t, 'rao', auth)).contacts.toSorted()).toEqual(['Asha Rao', 'Natasha Rao']);
  // Matches only the beginning of a word.
  expect(await find(t, 'harma', auth)).toEqual({ orders: [], products: [], contacts: [] });
  expect((await find(t, 'asha', auth)).contacts).toEqual(['Asha Rao']);
  expect((await find(t, 'writer1@', auth)).contacts).toEqual(['Natasha Rao']);
});

test('finds a rare name behind thousands of newer orders and messages', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const named = t.db.selectFrom('orders').selectAll().where('name', '=', 'Ananya Iyer');
  const order = await named.limit(1).executeTakeFirstOrThrow();
  const contact = await t.db.selectFrom('contacts').selectAll().limit(1).executeTakeFirstOrThrow();
  const name = 'Zubin Mehta';
  const person = { name, email: 'zubin@example.in' };
  for (let from = 0; from < 2_100; from += 300) {
    const numbers = Array.from({ length: 300 }, (_, index) => from + index);
    await t.db
      .insertInto('orders')
      .values(
        numbers.map((number) => ({
          ...order,
          order_number: `ORD17${10_000 + number}`,
          utr: null,
          created_at: order.created_at + number,
          ...(number === 0 ? { ...person, search_text: `ord1710000 ${name} zubin@example.in`.toLowerCase() } : {}),
        })),
      )
      .execute();
    const written = numbers.map((number) => ({
      ...contact,
      once: null,
      id: `K-${10_000 + number}`,
      created_at: contact.created_at + number,
      ...(number === 0 ? person : {}),
    }));
    await t.db.insertInto('contacts').values(written).execute();
  }
  const one = { orders: [name], products: [], contacts: [name] };
  expect(await find(t, 'mehta', auth)).toEqual(one);
  expect(await find(t, 'zubin@example', auth)).toEqual(one);
  expect((await find(t, 'ananya', auth)).orders).toHaveLength(6);
});

test('LIKE wildcards are escaped; one letter finds nothing; drafts are excluded', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const none = { orders: [], products: [], contacts: [] };
  for (const q of ['%%', '__', 'a', '', '\\%', 'ana%', "' or 1=1"]) expect(await find(t, q, auth)).toEqual(none);
  expect((await find(t, '100% ravi_', auth)).orders).toEqual(['100% Ravi_Kumar']);
  await t.db.updateTable('orders').set({ status: 'draft' }).execute();
  expect((await find(t, 'ananya', auth)).orders).toEqual([]);
  expect((await t.get('/api/admin/search?q=a&q=b', auth)).status).toBe(400);
});

test('each search uses an index', async () => {
  const { t } = await shop();
  await using _ = t;
  if (dialect !== 'sqlite') return;
  const { sql } = await import('kysely');
  for (const [table, column] of [
    ['orders', 'phone'],
    ['orders', 'utr'],
    ['orders', 'order_number'],
    ['contacts', 'lower(email)'],
    ['contacts', 'phone'],
  ]) {
    const { rows } = await sql
      .raw<{ detail: string }>(`explain query plan select * from ${table} where ${column} >= 'x' and ${column} < 'y'`)
      .execute(t.db);
    expect([table, column, rows[0]?.detail]).toEqual([table, column, expect.stringMatching(/^SEARCH .* USING INDEX/)]);
  }
  for (const table of ['orders', 'contacts']) {
    const { rows } = await sql
      .raw<{ detail: string }>(
        `explain query plan select rowid from ${table} where (lower(name) like 'x%' escape '!' or lower(name) like '% x%' escape '!')`,
      )
      .execute(t.db);
    expect(rows[0]?.detail).toMatch(/USING COVERING INDEX \w+_name_prefix$/);
  }
});
