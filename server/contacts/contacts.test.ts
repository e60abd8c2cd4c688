import { expect, test } from 'vitest';
import { transact } from '#server/database/transact.ts';
import { mayMailStranger } from '#server/http/limits.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { fromNetwork } from '#tests/factories.ts';
import { sendAcross } from '#tests/waiting.ts';
import { insertContact } from './contacts.queries.ts';

const MESSAGE = {
  name: 'Shalini Gupta',
  email: 'Shalini.Gupta@example.com',
  phone: '9000000021',
  subject: 'Gift boxes for our office',
  message: 'Hello,\nwe need about 60 gift boxes.',
};

const mails = (t: TestApp) => t.db.selectFrom('mail_outbox').selectAll().orderBy('kind', 'desc').execute();
const contacts = (t: TestApp) => t.db.selectFrom('contacts').selectAll().execute();

async function withShopEmail(t: TestApp): Promise<void> {
  const shop = await t.services.settings.shop();
  await t.services.settings.saveShop({ ...shop, email: 'care@shop.test' }, { id: null, name: 'test' });
}

test('a message is stored, and mails go to the shop and the sender', async () => {
  await using t = await testApp();
  await withShopEmail(t);
  const { status, body } = await t.post('/api/contacts', { ...MESSAGE, priority: 'urgent', status: 'closed', x: 1 });
  expect(status).toBe(201);
  expect(body).toEqual({
    success: true,
    message: 'Your message has been sent successfully! We will get back to you soon.',
    contact: { _id: body.contact.id, id: body.contact.id, status: 'new', createdAt: t.clock.time },
  });
  expect(body.contact.id).toMatch(/^K-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(await contacts(t)).toMatchObject([
    { id: body.contact.id, ...MESSAGE, status: 'new', priority: 'medium', created_at: t.clock.time },
  ]);

  const [toShop, toSender] = await mails(t);
  expect(toShop).toMatchObject({ kind: 'contact_received', recipient: 'care@shop.test', status: 'queued' });
  for (const text of [body.contact.id, ...Object.values(MESSAGE)]) expect(toShop?.text_body).toContain(text);
  expect(toSender).toMatchObject({ kind: 'contact_acknowledged', recipient: MESSAGE.email });
  expect(toSender?.text_body).toContain(body.contact.id);
  // The address may belong to someone else, so the mail repeats no user input.
  for (const text of [MESSAGE.name, MESSAGE.subject, MESSAGE.message, MESSAGE.phone]) {
    expect(`${toSender?.subject} ${toSender?.text_body} ${toSender?.html_body}`).not.toContain(text);
  }
});

test('a message from a Hindi page is acknowledged and answered in Hindi; the shop reads English', async () => {
  await using t = await testApp();
  await withShopEmail(t);
  const admin = t.auth(await t.adminToken());
  const { body } = await t.post('/api/contacts', MESSAGE, { 'x-language': 'hi' });
  expect(body.message).toBe('आपका संदेश हमें मिल गया है! हम जल्दी ही जवाब देंगे।');
  const { id } = body.contact;
  expect((await t.put(`/api/contacts/${id}/grievance`, { step: 'register' }, admin)).status).toBe(200);
  expect((await t.put(`/api/contacts/${id}/grievance`, { step: 'acknowledge' }, admin)).status).toBe(200);
  expect((await t.post(`/api/contacts/${id}/reply`, { message: 'कल भेजेंगे।' }, admin)).status).toBe(200);
  const textOf = async (kind: string) => (await mails(t)).find((mail) => mail.kind === kind)?.text_body;
  expect(await textOf('contact_acknowledged')).toContain('आपका संदेश हमें मिल गया है।');
  expect(await textOf('grievance_acknowledged')).toContain('नमस्ते Shalini Gupta,\n\nआपकी शिकायत');
  expect(await textOf('contact_reply')).toMatch(/^नमस्ते Shalini Gupta,\n\nकल भेजेंगे।[\s\S]*को आपने लिखा था/);
  expect(await textOf('contact_received')).toContain('Subject: Gift boxes for our office');
});

test('each field has its own error message', async () => {
  await using t = await testApp();
  const empty = await t.post('/api/contacts', {});
  expect(empty.status).toBe(400);
  expect(empty.body.success).toBe(false);
  expect(empty.body.errors).toEqual([
    { path: 'name', msg: 'Name is required' },
    { path: 'email', msg: 'Email is required' },
    { path: 'subject', msg: 'Subject is required' },
    { path: 'message', msg: 'Message is required' },
  ]);
  const wrong = { name: ' A ', email: 'a@b', phone: '', subject: 'abcd', message: '  too short' };
  expect((await t.post('/api/contacts', wrong)).body.errors).toEqual([
    { path: 'name', msg: 'Name must be at least 2 characters' },
    { path: 'email', msg: 'Please enter a valid email address' },
    { path: 'subject', msg: 'Subject must be at least 5 characters' },
    { path: 'message', msg: 'Message must be at least 10 characters' },
  ]);
  expect(await contacts(t)).toEqual([]);
  expect(await mails(t)).toEqual([]);
});

test('line breaks are rejected in fields that could inject a mail header', async () => {
  await using t = await testApp();
  for (const field of ['name', 'subject', 'email', 'phone'] as const) {
    for (const end of ['\r\nBcc: victim@example.com', '\nx', '\rx', '\0x', '\u2028x']) {
      const { status, body } = await t.post('/api/contacts', { ...MESSAGE, [field]: `${MESSAGE[field]}${end}` });
      expect(status).toBe(400);
      expect(body.errors[0].path).toBe(field);
    }
  }
  expect(await mails(t)).toEqual([]);
});

test('markup is stored as text and escaped in the mail', async () => {
  await using t = await testApp();
  await withShopEmail(t);
  const xss = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  await t.post('/api/contacts', { ...MESSAGE, name: xss, subject: xss, message: `${xss}\u0007 ${xss}` });
  expect(await contacts(t)).toMatchObject([{ name: xss, subject: xss, message: `${xss} ${xss}` }]);
  const [toShop] = await mails(t);
  expect(toShop?.html_body).not.toMatch(/<script|<img/);
  expect(toShop?.text_body).toContain(xss);
});

test('an identical message sent again is stored once', async () => {
  await using t = await testApp();
  const first = await t.post('/api/contacts', MESSAGE);
  t.clock.advance(60_000);
  const again = await t.post('/api/contacts', MESSAGE);
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(await contacts(t)).toHaveLength(1);
  expect(await mails(t)).toHaveLength(1);
  t.clock.advance(10 * 60_000);
  expect((await t.post('/api/contacts', MESSAGE)).body.contact.id).not.toBe(first.body.contact.id);
});

test('the database keeps the same message from being stored twice by simultaneous requests', async () => {
  await using t = await testApp();
  const answers = await Promise.all(Array.from({ length: 5 }, () => t.post('/api/contacts', MESSAGE)));
  expect(new Set(answers.map(({ body }) => body.contact.id)).size).toBe(1);
  const [row] = await t.db.selectFrom('contacts').selectAll().execute();
  // What a second transaction does that has not seen the first one.
  expect(row && (await transact(t.context, ({ trx }) => insertContact(trx, { ...row, id: 'K-2' })))).toBe(false);
  expect(await contacts(t)).toHaveLength(1);
  // Nor does the same message get another key: the service finds the first one no longer.
  await t.db.updateTable('contacts').set({ created_at: 0 }).execute();
  expect((await t.post('/api/contacts', MESSAGE)).status).toBe(503);
  expect(await contacts(t)).toHaveLength(1);
});

test('the same message is stored once by requests before and after the end of ten minutes', async () => {
  await using t = await testApp();
  const sent = await sendAcross(t, 'contacts', 10 * 60_000, () => t.post('/api/contacts', MESSAGE));
  const ids = sent.map(({ body }) => body.contact?.id);
  expect((await contacts(t)).map(({ id }) => [id, id])).toEqual([ids]);
  expect(await mails(t)).toHaveLength(1);
});

test('messages are limited per network address, and mails per mailbox', async () => {
  await using t = await testApp();
  const send = (n: number) => t.post('/api/contacts', { ...MESSAGE, subject: `Question number ${n}` });
  for (let n = 0; n < 20; n++) expect((await send(n)).status).toBe(201);
  const limited = await send(21);
  expect(limited.status).toBe(429);
  expect(limited.body.message).toBe('Too many attempts. Please wait 15 minutes and try again.');
  expect(await contacts(t)).toHaveLength(20);
  // Without a shop address, only the sender gets a mail.
  expect(await mails(t)).toHaveLength(3);
  t.clock.advance(15 * 60_000);
  expect((await send(22)).status).toBe(201);
});

test('of more than 20 messages or 10 complaints in an hour, the shop is told of the others together, every 15 minutes', async () => {
  await using t = await testApp({ env: { trustProxy: 1, publicUrl: 'https://shop.example' } });
  await withShopEmail(t);
  let sent = 0;
  const send = async (count: number, complaint = false) => {
    for (let index = 0; index < count; index++) {
      sent += 1;
      const body = { ...MESSAGE, subject: `Question number ${sent}`, complaint };
      const { status } = await t.post('/api/contacts', body, { 'x-forwarded-for': `203.0.113.${sent}` });
      expect(status).toBe(201);
    }
  };
  /**
   * The subjects of the mails to the shop that were queued since the last call, and in how many
   * minutes they are due.
   */
  const told = async () => {
    const rows = await t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'contact_received').execute();
    await t.db.deleteFrom('mail_outbox').execute();
    return rows.map(({ subject, text_body, next_try_at }) => {
      const minutes = (next_try_at - t.clock.time) / 60_000;
      const isSingle = subject.includes('Question number');
      if (!isSingle) {
        expect(text_body).toContain('https://shop.example/admin?section=contacts');
        expect(text_body).not.toMatch(/Shalini|gift boxes/);
      }
      return isSingle ? minutes : [subject, minutes];
    });
  };
  await send(20);
  expect(await told()).toEqual(Array(20).fill(0));
  await send(3);
  expect(await told()).toEqual([['Kishmish: more contact messages', 15]]);
  // They fill up no place of complaints.
  await send(10, true);
  expect(await told()).toEqual(Array(10).fill(0));
  await send(2, true);
  expect(await told()).toEqual([['Kishmish: more complaints', 15]]);
  t.clock.advance(15 * 60_000);
  await send(2);
  expect(await told()).toEqual([['Kishmish: more contact messages', 15]]);
  t.clock.advance(45 * 60_000);
  await send(1);
  await send(1, true);
  expect(await told()).toEqual([0, 0]);
  expect(await contacts(t)).toHaveLength(sent);
});

test('a mailbox gets no more mails by spelling its address in other ways', async () => {
  await using t = await testApp();
  for (const email of [
    'a.sha@gmail.com',
    'asha@gmail.com',
    'asha+1@gmail.com',
    'ASHA+2@googlemail.com',
    'a.s.h.a@gmail.com',
  ]) {
    expect((await t.post('/api/contacts', { ...MESSAGE, email })).status).toBe(201);
  }
  expect(await mails(t)).toHaveLength(3);
});

test.each([
  ['203.0.113.1', '203.0.113.1', '203.0.113.2'],
  ['2001:db8:1:2::1', '2001:db8:1:2:3::4', '2001:db8:1:3::1'],
])(
  'one network mails ten strangers in an hour; the messages of the others are stored: %s',
  async (one, same, other) => {
    await using t = await testApp({ env: { trustProxy: 1 } });
    const send = (email: string, address: string) =>
      t.post('/api/contacts', { ...MESSAGE, email }, { 'x-forwarded-for': address });
    for (let n = 0; n < 12; n++)
      expect((await send(`stranger${n}@shop${n}.test`, n % 2 ? one : same)).status).toBe(201);
    expect([await contacts(t), await mails(t)].map((rows) => rows.length)).toEqual([12, 10]);
    await send('neighbour@example.com', other);
    expect(await mails(t)).toHaveLength(11);
  },
);

const ENQUIRY = { company: 'Rao Textiles', packs: 250, neededBy: '2027-01-14' };

test('gifts for a company are stored, told to the shop, and found and read by staff', async () => {
  await using t = await testApp();
  await withShopEmail(t);
  const admin = t.auth(await t.adminToken());
  const company = '<script>alert(1)</script> Rao & Sons';
  const sent = { company: ` \u2068${company}\u2069\u200b`, packs: 100_000, neededBy: ENQUIRY.neededBy };
  const { status, body } = await t.post('/api/contacts', { ...MESSAGE, enquiry: sent });
  expect(status).toBe(201);
  const enquiry = { ...sent, company };
  const [toShop, toSender] = await mails(t);
  const facts = `Gifts for a company: ${company}\nPacks: 1,00,000\nNeeded by: 14 Jan 2027`;
  expect(toShop?.text_body).toContain(facts);
  expect(toShop?.html_body).not.toContain('<script');
  expect(`${toSender?.text_body}`).not.toMatch(/Rao|1,00,000/);
  expect((await t.get('/api/contacts?search=sons', admin)).body.contacts).toMatchObject([{ enquiry }]);
  expect((await t.get(`/api/contacts/${body.contact.id}`, admin)).body.contact).toMatchObject({ enquiry });
  // Other messages have none, and another number of packs is another message.
  const plain = await t.post('/api/contacts', MESSAGE);
  expect((await t.get(`/api/contacts/${plain.body.contact.id}`, admin)).body.contact.enquiry).toBeNull();
  const other = await t.post('/api/contacts', { ...MESSAGE, enquiry: { ...sent, packs: 5 } });
  const again = await t.post('/api/contacts', { ...MESSAGE, enquiry: { ...sent, packs: 5 } });
  expect(again.body.contact.id).toBe(other.body.contact.id);
  expect(await contacts(t)).toHaveLength(3);
});

test.each([
  [{ packs: 100_001 }, 'enquiry.packs', 'Please enter a whole number from 1 to 1,00,000'],
  [{ packs: 1e300 }, 'enquiry.packs', 'Please enter a whole number from 1 to 1,00,000'],
  [{ packs: 1.5 }, 'enquiry.packs', 'Please enter a whole number from 1 to 1,00,000'],
  [{ packs: '250' }, 'enquiry.packs', 'Number of packs is required'],
  [{ company: '\u200b\u2068' }, 'enquiry.company', 'Company is required'],
  [{ company: 'Rao\r\nBcc: x@y.z' }, 'enquiry.company', 'Company must be on one line'],
  [{ neededBy: '2026-02-30' }, 'enquiry.neededBy', 'Please enter a valid date'],
  [{ neededBy: '2020-01-01' }, 'enquiry.neededBy', 'This day is over. Please choose today or later.'],
])('gifts that cannot be are refused, with the field: %o', async (wrong, path, msg) => {
  await using t = await testApp();
  const { status, body } = await t.post('/api/contacts', { ...MESSAGE, enquiry: { ...ENQUIRY, ...wrong } });
  expect([status, body.errors]).toEqual([400, [{ path, msg }]]);
  expect(await contacts(t)).toEqual([]);
});

test('gifts are needed today at the earliest, by the calendar of India', async () => {
  await using t = await testApp();
  const gifts = (neededBy: string) => t.post('/api/contacts', { ...MESSAGE, enquiry: { ...ENQUIRY, neededBy } });
  t.clock.time = Date.parse('2026-12-23T19:00:00Z');
  expect((await gifts('2026-12-23')).status).toBe(400);
  expect((await gifts('2026-12-24')).status).toBe(201);
});

test('only JSON bodies are accepted', async () => {
  await using t = await testApp();
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const { status } = await t.post('/api/contacts', 'name=Shalini', { 'content-type': type });
    expect(status).toBe(415);
  }
  expect((await t.post('/api/contacts', '{"__proto__":{"x":1}}')).status).toBe(400);
  expect((await t.post('/api/contacts', 'null')).status).toBe(400);
});

test('the shop acknowledges 200 messages an hour, whoever writes; the others are stored', async () => {
  await using t = await testApp({ env: { trustProxy: 1 } });
  // As many as strangers may be mailed, but for one.
  for (let index = 0; index < 199; index++) await mayMailStranger(t.context);
  const acknowledged = [];
  for (let index = 0; index < 3; index++) {
    const message = { ...MESSAGE, email: `s${index}@example.com`, subject: `Question ${index}` };
    const { status } = await t.post('/api/contacts', message, fromNetwork(index));
    expect(status).toBe(201);
    acknowledged.push((await mails(t)).filter(({ recipient }) => recipient === message.email).length);
  }
  expect(acknowledged).toEqual([1, 0, 0]);
});
