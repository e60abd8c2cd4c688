import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reviewsOfPerson } from '#server/catalogue/reviews/personal.ts';
import { messagesOf } from '#server/contacts/personal.ts';
import { indexTexts, lookUp, TRIGRAMS } from '#server/database/trigrams.ts';
import { deleteContactMails, deleteMailsFrom, deleteMailsTo } from '#server/mail/mail.queries.ts';
import { ownEmails } from '#server/orders/personal.ts';
import { START, type TestApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, orderBody, paid } from '#tests/factories.ts';
import { phonePhoto } from '#tests/photos.ts';
import { plansOf, scansOf } from '#tests/plans.ts';
import { type Sold, send, shop, sold } from '#tests/replacements.ts';

const DAY = 86_400_000;
/**
 * What no table may contain once the person is erased; the number of the order that is kept is
 * another one.
 */
const MARKS =
  /9876543210|98765 43210|other@example|ananya|Iyer|Adyar|Chennai|AABCT3518Q|soft dates|hole in them|cousin/i;

/**
 * A person with everything that the shop may hold: an order that was never paid, and messages,
 * lists, reviews, mails, notes and tags.
 */
async function person(t: TestApp, admin: Record<string, string>): Promise<{ id: string; url: string; order: string }> {
  const { settings } = t.services;
  const care = { ...(await settings.shop()), email: 'care@kishmish.test' };
  await settings.saveShop(care, { id: null, name: 'test' });
  const unpaid = (
    await t.post('/api/orders', orderBody({ orderNote: 'For my cousin', giftMessage: 'Dear cousin', ...paid(9) }))
  ).body.order;
  await t.put(`/api/orders/${unpaid.orderNumber}/payment`, { status: 'failed', note: 'Not from Ananya' }, admin);
  await t.post(`/api/orders/${unpaid.orderNumber}/cancel`, { reason: 'Ananya rang' }, admin);
  await t.post('/api/orders/draft', orderBody());
  await t.post('/api/contacts', {
    name: 'Ananya',
    email: 'other@example.com',
    phone: '+91 98765 43210',
    subject: 'A question',
    message: 'Do you have soft dates?',
  });
  await t.post('/api/newsletter', { email: 'ananya@example.com' });
  const alert = { id: 'alr_1', product_id: 'dates', size: '500g', phone: '919876543210', network: '' };
  await t.db
    .insertInto('stock_alerts')
    .values({ ...alert, created_at: START, expires_at: START + DAY })
    .execute();
  const review = { productId: 'almonds', rating: 4, comment: 'Crunchy and fresh almonds' };
  await t.post('/api/reviews', { ...review, customerName: 'Ananya Iyer', customerEmail: 'ananya@example.com' });
  const { customers } = (await t.get('/api/customers?search=9876543210', admin)).body;
  const url = `/api/customers/${customers[0].id}`;
  await t.post(`${url}/notes`, { note: 'Likes the soft dates' }, admin);
  await t.post(`${url}/tags`, { tag: 'Ananya' }, admin);
  return { id: customers[0].id, url, order: unpaid.orderNumber };
}

/** A delivered order with a replacement, its photo included, that staff have closed. */
async function delivered(t: TestApp, admin: Record<string, string>): Promise<Sold> {
  const shippingAddress = { ...ADDRESS, gstin: '33AABCT3518Q1Z3' };
  const order = await sold(t, admin, 'delivered', { shippingAddress });
  const photo = (await send(t, order, await phonePhoto(60, 40))).body.photo.id;
  const request = {
    items: [{ line: 0, quantity: 1 }],
    reason: 'damaged',
    description: 'Two packs have a hole in them.',
  };
  const made = await t.post(`${order.url}/replacement`, { ...request, photos: [photo] }, order.own);
  expect(made.status).toBe(201);
  const refund = { amount: 100, date: '2026-11-20', reason: 'For the pack of Ananya' };
  expect((await t.post(`${order.url}/refunds`, refund, admin)).status).toBe(201);
  const { id } = await t.db.selectFrom('replacements').select('id').executeTakeFirstOrThrow();
  const rejected = await t.put(`/api/replacements/${id}/status`, { status: 'rejected', note: 'Sorry, Ananya' }, admin);
  expect(rejected.status).toBe(200);
  return order;
}

/** All texts of all tables. */
async function everything(t: TestApp): Promise<string> {
  const tables = [
    ...([
      'orders',
      'order_events',
      'claims',
      'invoices',
      'reversed_invoices',
      'customers',
      'customer_notes',
      'customer_tags',
    ] as const),
    ...(['order_lines', 'order_attention', 'order_codes', 'payments', 'refunds', 'credit_notes', 'erasures'] as const),
    ...(['contacts', 'newsletter', 'stock_alerts', 'reviews', 'mail_outbox', 'replacements', 'audit_log'] as const),
  ];
  const rows = await Promise.all(
    tables.map(async (table) => [table, await t.db.selectFrom(table).selectAll().execute()]),
  );
  return JSON.stringify(rows);
}

/** The tables whose index of texts finds this word, and the texts that are not in the index yet. */
async function indexed(t: TestApp, word: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of dialect === 'sqlite' ? TRIGRAMS : []) {
    if ((await lookUp(t.context.database.db, table, [word]))?.count) found.push(table);
    const { rows } = await sql`select text from ${sql.raw(`trigrams_${table}_waiting`)}`.execute(t.db);
    found.push(...(JSON.stringify(rows).match(MARKS) ?? []));
  }
  return found;
}

const erase = (t: TestApp, url: string, admin: Record<string, string>, phone = '9876543210') =>
  t.post(`${url}/erase`, { phone }, admin);

test('the data of a person contain everything the shop holds about them, and nothing of others', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const order = await delivered(t, admin);
  const { url, id } = await person(t, admin);
  const shared = { ...ADDRESS, phone: '9000000009', name: 'Somebody Else' };
  const { headers, text } = await t.get(`${url}/data`, admin);
  expect(headers['content-disposition']).toBe(`attachment; filename="customer-${id}-2026-11-20.json"`);
  const data = JSON.parse(text);
  expect(data.orders.map((one: { status: string }) => one.status).sort()).toEqual(['cancelled', 'delivered', 'draft']);
  const kept = data.orders.find((one: { order_number: string }) => one.order_number === order.orderNumber);
  expect(kept).toMatchObject({
    name: 'Ananya Iyer',
    address: ADDRESS.address,
    gstin: '33AABCT3518Q1Z3',
    total: 1396,
    items: [{ name: 'California Almonds', quantity: 3, price: 299 }, { name: 'Medjool Dates' }],
    invoices: [{ invoice: { buyer: { name: 'Ananya Iyer' } } }],
    replacements: [{ description: 'Two packs have a hole in them.', photos: [expect.any(String)] }],
  });
  expect(kept.mails.length).toBeGreaterThan(0);
  expect(data).toMatchObject({
    customer: { notes: [{ note: 'Likes the soft dates' }], tags: ['Ananya'] },
    contacts: [{ message: 'Do you have soft dates?' }],
    newsletter: [{ email: 'ananya@example.com' }],
    stockAlerts: [{ phone: '919876543210' }],
    reviews: [{ comment: 'Crunchy and fresh almonds' }],
  });
  expect(text).not.toMatch(/access_token|_hash/);

  // The address of somebody else's order as well: what hangs on it alone may be theirs.
  await t.post('/api/orders', orderBody({ ...paid(77), shippingAddress: shared }));
  const less = JSON.parse((await t.get(`${url}/data`, admin)).text);
  expect([less.newsletter, less.reviews]).toEqual([[], []]);
  expect(less.contacts).toHaveLength(1);
  expect(JSON.stringify(less)).not.toContain('Somebody Else');
});

test('a person is erased from every table, from the photos and from the audit log', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url, id, order } = await person(t, admin);
  await indexTexts(t.context, 0);
  expect(await everything(t)).toMatch(MARKS);
  expect(await indexed(t, 'ananya')).toEqual(dialect === 'sqlite' ? TRIGRAMS : []);
  // Without a mail server mails are files.
  await t.services.mail.sendDue();
  const mails = path.join(t.context.env.dataDir, 'mail');
  const [file = ''] = await readdir(mails);
  expect((await readdir(mails)).length).toBeGreaterThan(3);
  // Of a process that was killed while it wrote the file.
  await writeFile(path.join(mails, `${file}.part`), 'Hello Ananya Iyer');
  const wrong = await erase(t, url, admin, '9876543211');
  expect([wrong.status, wrong.body.message]).toEqual([409, 'This is not the mobile number of this person.']);
  const done = await erase(t, url, admin);
  expect(done.body).toEqual({ success: true, message: 'Erased', kept: null });
  expect(await everything(t)).not.toMatch(MARKS);
  for (const word of ['ananya', '98765', 'chennai']) expect(await indexed(t, word), word).toEqual([]);
  await expect.poll(() => readdir(mails)).toEqual([]);
  expect((await t.get(url, admin)).status).toBe(404);
  const row = await t.db.selectFrom('orders').selectAll().where('order_number', '=', order).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'cancelled', name: '', phone: '', state: 'Tamil Nadu', total: 29_900 });
  const review = await t.db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  expect(review).toMatchObject({
    customer_name: 'A shopper',
    customer_email: '',
    comment: 'Crunchy and fresh almonds',
  });
  const log = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'erase').execute();
  expect(log).toMatchObject([{ actor: 'Admin', entity: 'customer', entity_id: id, after_value: '{"keptOrders":0}' }]);
});

test('forms that were open while a person was erased do not bring the name and the email back', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url } = await person(t, admin);
  const { id: review } = await t.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
  await t.put(`/api/reviews/${review}/status`, { status: 'approved' }, admin);
  const { product } = (await t.get('/api/products/almonds', admin)).body;
  const [loaded] = (await t.get('/api/reviews?productId=almonds', admin)).body.reviews;
  expect(loaded).toMatchObject({ id: review, customerName: 'Ananya Iyer', customerEmail: 'ananya@example.com' });
  expect((await erase(t, url, admin)).status).toBe(200);
  const { id, customerName, customerEmail, rating, title, comment, updatedAt } = loaded;
  const reviews = [{ id, customerName, customerEmail, rating, title, comment }];
  const corrected = await t.put(`/api/reviews/${id}`, { customerName, updatedAt }, admin);
  const saved = await t.put('/api/products/almonds', { ...product, reviews }, admin);
  expect([saved.status, corrected.status]).toEqual([409, 409]);
  expect(await everything(t)).not.toMatch(MARKS);
  // Both go on from the current state.
  const { version } = (await t.get('/api/products/almonds', admin)).body.product;
  expect(version).toBe(product.version + 1);
});

test('what a message or review left that an earlier version has deleted is erased too; that of others stays', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const { url } = await person(t, admin);
  const mail = {
    kind: 'contact_received',
    recipient: 'care@kishmish.test',
    subject: '',
    html_body: '',
    status: 'sent' as const,
  };
  const entry = { at: START, actor: 'Admin', action: 'delete', entity: 'review', address: '' };
  // Mails of before today say 'E-mail'.
  for (const [name, email, label] of [
    ['her', 'Ananya@example.com', 'Email'],
    ['older', 'ananya@example.com', 'E-mail'],
    ['his', 'xananya@example.com', 'Email'],
  ] as const) {
    const text_body = `Number: K-AAAA-0001\nName: A\n${label}: ${email}\nSubject: B\n\nHello`;
    const times = { next_try_at: START, created_at: START };
    await t.db
      .insertInto('mail_outbox')
      .values({ ...mail, ...times, id: `mail_${name}`, message_id: name, text_body })
      .execute();
    const before_value = JSON.stringify({ id: name, customer_email: email.toLowerCase(), comment: 'Crunchy' });
    await t.db
      .insertInto('audit_log')
      .values({ ...entry, id: `aud_${name}`, entity_id: name, before_value })
      .execute();
  }
  // To her, about nothing that the shop still has.
  const times = { next_try_at: START, created_at: START };
  const toHer = { ...mail, ...times, kind: 'back_in_stock', recipient: 'Ananya@example.com', text_body: 'Hello' };
  await t.db
    .insertInto('mail_outbox')
    .values({ ...toHer, id: 'mail_to', message_id: 'to' })
    .execute();
  expect((await erase(t, url, admin)).status).toBe(200);
  const mails = await t.db.selectFrom('mail_outbox').select('id').where('subject', '=', '').execute();
  expect(mails).toEqual([{ id: 'mail_his' }]);
  const entries = await t.db
    .selectFrom('audit_log')
    .select(['id', 'before_value'])
    .where('id', 'in', ['aud_her', 'aud_his'])
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { id: 'aud_her', before_value: null },
    { id: 'aud_his', before_value: expect.stringContaining('xananya@example.com') },
  ]);
});

test('an order with an invoice keeps what the invoice shows until tax law no longer requires it', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const order = await delivered(t, admin);
  const { url } = await person(t, admin);
  const folder = path.join(t.context.env.dataDir, 'replacements');
  expect(await readdir(folder)).toHaveLength(1);
  const done = await erase(t, url, admin);
  expect(done.body).toMatchObject({
    message: 'Erased. One order with an invoice stays until 31 Dec 2033, as tax law requires.',
    kept: { orders: 1 },
  });
  const stored = () =>
    t.db.selectFrom('orders').selectAll().where('order_number', '=', order.orderNumber).executeTakeFirstOrThrow();
  expect(await stored()).toMatchObject({ name: 'Ananya Iyer', phone: '9876543210', city: 'Chennai', email: '' });
  expect((await stored()).gstin).toBe('33AABCT3518Q1Z3');
  expect((await t.get(`${order.url}/invoice`, admin)).status).toBe(200);
  expect((await t.get(url, admin)).body.customer).toMatchObject({ notes: [], tags: [], kept: { orders: 1 } });
  const left = await t.db.selectFrom('replacements').select(['description', 'note']).execute();
  expect(left).toEqual([{ description: '', note: '' }]);
  await t.services.replacements.photos.sweep();
  expect(await readdir(folder)).toEqual([]);

  // What staff write until then goes with it.
  const staff = { note: 'Ananya rang again', reason: 'Ananya again', amount: 1, date: '2026-11-20' };
  expect((await t.post(`${order.url}/refunds`, staff, admin)).status).toBe(201);
  expect((await t.put(`${order.url}/notes`, { internalNotes: 'Ananya rang' }, admin)).status).toBe(200);
  await t.db.updateTable('orders').set({ paid_amount: 150_000 }).execute();
  for (const kept of [true, false]) {
    expect((await t.put(`${order.url}/kept`, { kept, reason: 'Ananya wants it so' }, admin)).status).toBe(200);
  }

  t.clock.time = done.body.kept.until - 1;
  expect(await t.services.customers.eraseDue()).toBe(0);
  t.clock.advance(1);
  expect(await t.services.customers.eraseDue()).toBe(1);
  expect(await stored()).toMatchObject({ name: '', phone: '', city: '', state: 'Tamil Nadu', total: 139_600 });
  expect(await everything(t)).not.toMatch(MARKS);
  const later = t.auth(await t.adminToken());
  expect((await t.get(url, later)).status).toBe(404);
  expect((await t.get(`${order.url}/invoice`, later)).status).toBe(200);
});

test('an invoice that tax law no longer requires is erased with its order', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const order = await delivered(t, admin);
  const { url } = await person(t, admin);
  await t.db.updateTable('invoices').set({ financial_year: '2016-17' }).execute();
  const { financial_year: _year, ...row } = await t.db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
  const reversal = {
    number: 'KSH/16-17/000001',
    note: 'CN/16-17/000001',
    note_reason: 'cancelled',
    note_issued_at: 1,
  } as const;
  await t.db
    .insertInto('reversed_invoices')
    .values({ ...row, ...reversal })
    .execute();
  const { orders } = JSON.parse((await t.get(`${url}/data`, admin)).text);
  expect(orders.flatMap((one: { invoices: object[] }) => one.invoices)).toHaveLength(2);
  const done = await erase(t, url, admin);
  expect(done.body).toMatchObject({ message: 'Erased', kept: null });
  expect(await everything(t)).not.toMatch(MARKS);
  expect((await t.get(`${order.url}/invoice`, admin)).status).toBe(200);
});

test('nobody is erased while an order is open', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const order = await sold(t, admin, 'shipped');
  const { customers } = (await t.get('/api/customers', admin)).body;
  const url = `/api/customers/${customers[0].id}`;
  const busy = 'This person has an order or a replacement that is still open. Finish or cancel it first.';
  expect((await erase(t, url, admin)).body.message).toBe(busy);
  await t.put(`${order.url}/status`, { status: 'delivered' }, admin);
  const request = {
    items: [{ line: 0, quantity: 1 }],
    reason: 'damaged',
    description: 'Two packs have a hole in them.',
  };
  await t.post(`${order.url}/replacement`, request, order.own);
  expect((await erase(t, url, admin)).body.message).toBe(busy);
  expect((await t.db.selectFrom('orders').select('name').executeTakeFirstOrThrow()).name).toBe('Ananya Iyer');
});

test.runIf(dialect === 'sqlite')(
  'neither the data nor the erasure of a person read all orders, mails, messages or reviews',
  async () => {
    const { t, admin } = await shop();
    await using _ = t;
    await delivered(t, admin);
    const { url } = await person(t, admin);
    const scans = await scansOf(t.db, async () => {
      expect((await t.get(`${url}/data`, admin)).status).toBe(200);
      expect((await erase(t, url, admin)).status).toBe(200);
    });
    // Of all mails those that bring the shop a message, once. Wishes expire, so there are few.
    const large = scans.filter((scan) => scan !== 'stock_alerts');
    expect(large).toEqual(['mail_outbox USING INDEX mail_outbox_received']);
  },
);

test('what a person has written is found by an index, however the number was typed', async () => {
  const { t } = await shop();
  await using _ = t;
  const typed: [country: string, phone: string, numbers: string[]][] = [
    [
      'India',
      '9876543210',
      [
        '9876543210',
        '+91 98765 43210',
        '(0)98765-43210',
        '0091.98765.43210',
        '98765\u00a043210',
        '९८७६५४३२१०',
        '+91/98765/43210',
        '\u200e98765 43210',
        '0 98 76 54 32 10',
      ],
    ],
    ['UK', '7400123456', ['+44 7400 123456', '07400123456']],
    ['Australia', '0412345678', ['+61 412 345 678', '0412 345 678', '412345678']],
    ['Malta', '21234567', ['2123 4567', '2123/4567']],
  ];
  const others = ['9876543211', '19876543210', '', '98765', '9876543210 ext 5', '+44 9876543210'];
  const numbers = [...typed.flatMap(([, , some]) => some), ...others];
  const message = { name: 'A', subject: '', message: '', status: 'new' as const, search_text: '', created_at: START };
  await t.db
    .insertInto('contacts')
    .values(numbers.map((phone, id) => ({ ...message, id: `K-${id}`, email: 'a@b.in', phone, updated_at: START })))
    .execute();
  for (const [country, phone, some] of typed) {
    const found = await messagesOf(t.db, { phone, country, emails: [] });
    expect(found.map((row) => row.phone).toSorted()).toEqual(some.toSorted());
  }
  const person = { phone: '9876543210', country: 'India', emails: ['ananya@example.com'] };
  const { database } = t.context;
  expect(await plansOf(database, (trx) => messagesOf(trx, person))).toContainEqual(
    expect.stringContaining('contacts_number'),
  );
  // With an empty table PostgreSQL may as well read the index by date.
  const review = {
    product_id: 'almonds',
    customer_name: 'B',
    rating: 5,
    comment: 'Good',
    status: 'approved' as const,
    date: START,
  };
  const ofOthers = Array.from({ length: 300 }, (_, n) => ({
    ...review,
    id: `rev-${n}`,
    customer_email: `b${n}@b.in`,
    created_at: START,
    updated_at: START,
  }));
  await t.db.insertInto('reviews').values(ofOthers).execute();
  await sql`analyze reviews`.execute(t.db);
  expect(await plansOf(database, (trx) => reviewsOfPerson(trx, person.emails))).toContainEqual(
    expect.stringContaining('reviews_email'),
  );
});

test('the orders with an address and the mails to it are found by an index', async () => {
  const { t } = await shop();
  await using _ = t;
  const email = 'ananya@example.com';
  await t.post('/api/orders', orderBody(paid(1)));
  const indexesOf = async (run: Parameters<typeof plansOf>[1]) => {
    const plans = await plansOf(t.context.database, run);
    return ['orders_email', 'mail_outbox_recipient', 'mail_outbox_received'].filter((name) =>
      plans.some((line) => line.includes(name)),
    );
  };
  expect(await indexesOf((trx) => ownEmails(trx, '9876543210'))).toEqual(['orders_email']);
  expect(await indexesOf((trx) => deleteMailsTo(trx, [email]))).toEqual(['mail_outbox_recipient']);
  expect(await indexesOf((trx) => deleteContactMails(trx, { id: 'K-1', email, created_at: START }))).toEqual([
    'mail_outbox_recipient',
    'mail_outbox_received',
  ]);
  expect(await indexesOf((trx) => deleteMailsFrom(trx, [email]))).toEqual(['mail_outbox_received']);
});
