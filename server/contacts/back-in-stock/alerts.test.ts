import { expect, test } from 'vitest';
import { MOST_ALERTS } from '#shop/contacts/back-in-stock.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';

const MINUTE = 60_000;
const WANTED = { productId: 'almonds', size: '250g' };

async function soldOut() {
  const t = await testApp();
  await addProduct(t.db);
  await stock(t, 0);
  return t;
}
const stock = (t: TestApp, pieces: number) =>
  t.db.updateTable('product_sizes').set({ stock: pieces }).where('product_id', '=', WANTED.productId).execute();
const mails = (t: TestApp) =>
  t.db.selectFrom('mail_outbox').select(['kind', 'recipient', 'subject', 'text_body']).orderBy('id').execute();
const rows = (t: TestApp) => t.db.selectFrom('stock_alerts').selectAll().orderBy('id').execute();
const ask = (t: TestApp, contact: string, more = {}) => t.post('/api/stock-alerts', { ...WANTED, contact, ...more });
const confirm = (t: TestApp, code: string, email = 'asha@example.com') =>
  t.post('/api/stock-alerts/confirm', { ...WANTED, email, code });
const lastCode = async (t: TestApp) => /^(\d{6}) is/.exec((await mails(t)).at(-1)?.subject ?? '')?.[1] ?? '';

test('an address is confirmed by its code and gets one mail when the size is back', async () => {
  await using t = await soldOut();
  const asked = await ask(t, ' Asha@Example.com ');
  expect([asked.status, asked.body.confirm]).toEqual([200, true]);
  expect(await mails(t)).toMatchObject([{ kind: 'alert_code', recipient: 'asha@example.com' }]);
  const code = await lastCode(t);
  expect(code).toMatch(/^\d{6}$/);

  // Unconfirmed: nothing is sent, even when the stock is back.
  await stock(t, 5);
  expect(await t.services.alerts.sendDue()).toBe(0);
  await stock(t, 0);
  const wrong = code === '000000' ? '111111' : '000000';
  expect((await confirm(t, wrong)).status).toBe(400);
  const confirmed = await confirm(t, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(confirmed.body.message).toBe('Thank you. We will write to you once, when it is back.');
  expect(await t.services.alerts.sendDue()).toBe(0);

  // Asking again sends no code, and takes nothing away.
  expect((await ask(t, 'asha@example.com')).body).toEqual(asked.body);
  expect((await mails(t)).at(-1)?.subject).toBe('Kishmish: you are already on the list');

  await stock(t, 5);
  expect(await Promise.all([t.services.alerts.sendDue(), t.services.alerts.sendDue()])).toContain(1);
  expect(await t.services.alerts.sendDue()).toBe(0);
  const back = (await mails(t)).filter(({ kind }) => kind === 'back_in_stock');
  expect(back).toMatchObject([{ recipient: 'asha@example.com', subject: expect.stringContaining('(250g) is back') }]);
  expect(back[0]?.text_body).toContain('http://shop.test/product/almonds');
  expect(await rows(t)).toEqual([]);
});

test('who asks on a Hindi page is written to in Hindi, with the name and the page in Hindi', async () => {
  await using t = await soldOut();
  const translations = JSON.stringify({ hi: { name: 'कैलिफ़ोर्निया बादाम' } });
  await t.db.updateTable('products').set({ translations }).where('id', '=', WANTED.productId).execute();
  await t.post('/api/stock-alerts', { ...WANTED, contact: 'asha@example.com' }, { 'x-language': 'hi' });
  const [asked] = await mails(t);
  expect(asked?.text_body).toContain('कैलिफ़ोर्निया बादाम (250g) स्टॉक में आते ही');
  await confirm(t, /\d{6}$/.exec(asked?.subject ?? '')?.[0] ?? '');
  await stock(t, 5);
  expect(await t.services.alerts.sendDue()).toBe(1);
  const back = (await mails(t)).find(({ kind }) => kind === 'back_in_stock');
  expect(back?.subject).toBe('Kishmish: कैलिफ़ोर्निया बादाम (250g) फिर से स्टॉक में');
  expect(back?.text_body).toContain('http://shop.test/hi/product/almonds');
});

test('a code is valid for 30 minutes and five tries', async () => {
  await using t = await soldOut();
  await ask(t, 'asha@example.com');
  const code = await lastCode(t);
  t.clock.advance(31 * MINUTE);
  expect((await confirm(t, code)).status).toBe(400);
  await t.services.alerts.sendDue();
  expect(await rows(t)).toEqual([]);

  t.clock.advance(60 * MINUTE);
  await ask(t, 'asha@example.com');
  const second = await lastCode(t);
  const wrong = second === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < 5; tries++) expect((await confirm(t, wrong)).status).toBe(400);
  expect((await confirm(t, second)).status).toBe(429);
});

test('a phone number goes to the list of staff, first those whose stock is back', async () => {
  await using t = await soldOut();
  await addProduct(t.db, { id: 'dates', name: 'Dates', sizes: [{ size: '250g', price: 100, stock: 0 }] });
  const auth = t.auth(await t.adminToken());
  const asked = await ask(t, '98765 43210');
  expect(asked.body).toMatchObject({ confirm: false, message: expect.stringContaining('WhatsApp') });
  await ask(t, '+91 98765 43210');
  t.clock.advance(MINUTE);
  await ask(t, '9811000001', { productId: 'dates' });
  expect(await mails(t)).toEqual([]);
  await t.db.updateTable('product_sizes').set({ stock: 3 }).where('product_id', '=', 'dates').execute();
  expect(await t.services.alerts.sendDue()).toBe(0);
  const { body } = await t.get('/api/stock-alerts', auth);
  expect(body.pagination.totalAlerts).toBe(2);
  expect(body.alerts).toMatchObject([
    { productName: 'Dates', size: '250g', phone: '919811000001', inStock: true },
    { productId: 'almonds', size: '250g', phone: '919876543210', inStock: false },
  ]);
  const path = `/api/stock-alerts/${body.alerts[0].id}`;
  expect((await t.delete(path)).status).toBe(401);
  expect((await t.delete(path, auth)).body.message).toBe('Taken off the list');
  expect((await t.delete(path, auth)).status).toBe(404);
  expect((await t.get('/api/stock-alerts', auth)).body.pagination.totalAlerts).toBe(1);
  const [entry] = await t.db.selectFrom('audit_log').selectAll().where('entity', '=', 'stock_alert').execute();
  expect(JSON.stringify(entry)).not.toContain('9811000001');
});

test('wishes follow a size that is renamed', async () => {
  await using t = await soldOut();
  await addProduct(t.db, { id: 'dates', name: 'Dates', sizes: [{ stock: 0 }] });
  const auth = t.auth(await t.adminToken());
  await ask(t, 'asha@example.com');
  await confirm(t, await lastCode(t));
  await ask(t, '9811000001');
  await ask(t, '9811000002');
  await ask(t, '9811000002', { productId: 'dates' });
  const waits = (await rows(t)).find(({ phone }) => phone === '919811000001')!;
  const more = [
    // Left by a size that had the new label before.
    { ...waits, id: 'alr_old', size: '250 g' },
    { ...waits, id: 'alr_other', size: '1kg', phone: '919811000003' },
  ];
  await t.db.insertInto('stock_alerts').values(more).execute();
  const { product } = (await t.get('/api/products/almonds')).body;
  const save = async (sizes: object[]) =>
    expect((await t.put('/api/products/almonds', { ...product, version: undefined, sizes }, auth)).status).toBe(200);
  const [size] = product.sizes;
  const sizes = async (phone: string) =>
    (await rows(t))
      .filter((row) => row.phone === phone)
      .map((row) => `${row.product_id} ${row.size}`)
      .sort();

  // Another size takes no wishes along.
  await save([size, { ...size, size: '1kg', stock: 5 }]);
  await save([
    { ...size, size: '250 g', stockBefore: 0 },
    { ...size, size: '1kg', stock: 5, stockBefore: 5 },
  ]);
  expect(await sizes('919811000001')).toEqual(['almonds 250 g', 'almonds 250g']);
  expect(await sizes('919811000002')).toEqual(['almonds 250 g', 'dates 250g']);
  expect(await sizes('919811000003')).toEqual(['almonds 1kg']);
  expect(await t.services.alerts.sendDue()).toBe(0);
  await stock(t, 5);
  expect(await t.services.alerts.sendDue()).toBe(1);
  expect((await mails(t)).at(-1)?.subject).toContain('(250 g) is back');
});

test('wishes follow two labels that are swapped, and sizes that each get the next label', async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: ['A', 'B', 'C'].map((size) => ({ size, stock: 0 })) });
  const auth = t.auth(await t.adminToken());
  const phones = { A: '9811000001', B: '9811000002', C: '9811000003' };
  for (const [size, phone] of Object.entries(phones)) await ask(t, phone, { size });
  for (const size of ['A', 'B']) await ask(t, '9811000004', { size });
  const save = async (...labels: string[]) => {
    const { product } = (await t.get('/api/products/almonds')).body;
    const sizes = product.sizes.map((size: { size: string }, index: number) => ({
      ...size,
      sizeBefore: size.size,
      size: labels[index],
    }));
    expect((await t.put('/api/products/almonds', { ...product, sizes }, auth)).status).toBe(200);
  };
  const sizes = async () => (await rows(t)).map(({ phone, size }) => `${phone.at(-1)} ${size}`).sort();
  await save('B', 'A', 'C');
  expect(await sizes()).toEqual(['1 B', '2 A', '3 C', '4 A', '4 B']);
  await save('A', 'C', 'D');
  expect((await sizes()).slice(0, 3)).toEqual(['1 A', '2 C', '3 D']);
  expect((await ask(t, '9811000005', { size: 'B' })).status).toBe(404);
  expect((await ask(t, '9811000005', { size: 'D' })).status).toBe(200);
});

test('a size that replaces another gets no wishes', async () => {
  await using t = await soldOut();
  const auth = t.auth(await t.adminToken());
  await ask(t, '9811000001');
  const { product } = (await t.get('/api/products/almonds')).body;
  const sizes = [{ ...product.sizes[0], size: '1kg', stock: 5 }];
  expect((await t.put('/api/products/almonds', { ...product, sizes }, auth)).status).toBe(200);
  expect(await rows(t)).toMatchObject([{ size: '250g' }]);
});

test('phone numbers are limited in all; an email address is still taken', async () => {
  await using t = await soldOut();
  const auth = t.auth(await t.adminToken());
  const rest = { product_id: 'almonds', size: '250g', network: 'n', created_at: 0, expires_at: t.clock.now() + 1e9 };
  for (let start = 0; start < MOST_ALERTS.phones; start += 500) {
    const some = Array.from({ length: 500 }, (_, n) => ({
      id: `alr_${start + n}`,
      phone: `9190${start + n}`,
      ...rest,
    }));
    await t.db.insertInto('stock_alerts').values(some).execute();
  }
  const refused = await ask(t, '9811000001');
  const message = 'We cannot take more mobile numbers right now. Please enter your email address instead.';
  expect([refused.status, refused.body.message]).toEqual([429, message]);
  expect((await ask(t, 'asha@example.com')).status).toBe(200);
  expect(await rows(t)).toHaveLength(MOST_ALERTS.phones + 1);
  await t.delete('/api/stock-alerts/alr_0', auth);
  expect((await ask(t, '9811000001')).status).toBe(200);
});

test.each([
  ['a size in stock', {}, 'asha@example.com', 409],
  ['an unknown product', { productId: 'none' }, 'asha@example.com', 404],
  ['an unknown size', { size: '9kg' }, 'asha@example.com', 404],
  ['no contact', {}, 'hello', 400],
  ['a header in the address', {}, 'a@b.in\r\nBcc: c@d.in', 400],
])('%s is rejected', async (_name, more, contact, status) => {
  await using t = await soldOut();
  if (status === 409) await stock(t, 1);
  expect((await ask(t, contact, more)).status).toBe(status);
  expect(await rows(t)).toEqual([]);
});

test('codes to one mailbox, wishes of one number and of one network are limited', async () => {
  await using t = await soldOut();
  const one = ['asha@gmail.com', 'a.sha@gmail.com', 'asha+1@gmail.com', 'ash.a@gmail.com'];
  const statuses = [];
  for (const email of one) statuses.push((await ask(t, email)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await mails(t)).toHaveLength(3);

  for (let n = 0; n < 11; n++) await addProduct(t.db, { id: `p${n}`, sizes: [{ size: '250g', price: 100, stock: 0 }] });
  t.clock.advance(16 * MINUTE);
  const many = [];
  for (let n = 0; n < 11; n++) many.push((await ask(t, '9876543210', { productId: `p${n}` })).status);
  expect(many).toEqual([...Array(10).fill(200), 429]);
  // Also for what waits already: the status tells nobody what it is.
  expect((await ask(t, '9876543210', { productId: 'p0' })).status).toBe(429);

  let added = (await rows(t)).length;
  for (let n = 0; added < 50; n++, added++) {
    if (n % 15 === 0) t.clock.advance(16 * MINUTE);
    expect((await ask(t, String(9_800_000_000 + n))).status).toBe(200);
  }
  t.clock.advance(16 * MINUTE);
  expect((await ask(t, '9899999999')).status).toBe(429);
  expect(await rows(t)).toHaveLength(50);
});

test('simultaneous wishes for one number and of one network are no more than one after the other', async () => {
  await using t = await testApp({ env: { trustProxy: 1 } });
  for (let n = 0; n < 50; n++) {
    await addProduct(t.db, { id: `p${n}`, sizes: [{ size: '250g', price: 100, stock: 0 }] });
  }
  const from = (network: number) => ({ 'x-forwarded-for': `203.0.113.${network}` });
  const wish = (n: number, contact: string, network: number) =>
    t.post('/api/stock-alerts', { productId: `p${n}`, size: '250g', contact }, from(network));
  const number = await Promise.all(Array.from({ length: 50 }, (_, n) => wish(n, '9876543210', n % 5)));
  expect(number.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(await rows(t)).toHaveLength(10);

  for (let n = 0; n < 45; n++) {
    if (n % 15 === 0) t.clock.advance(16 * MINUTE);
    expect((await wish(n, String(9_800_000_000 + n), 9)).status).toBe(200);
  }
  t.clock.advance(16 * MINUTE);
  const network = await Promise.all(Array.from({ length: 20 }, (_, n) => wish(n, String(9_700_000_000 + n), 9)));
  expect(network.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await rows(t)).toHaveLength(60);
});
