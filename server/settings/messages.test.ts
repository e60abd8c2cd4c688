import { expect, test } from 'vitest';
import { ADMIN, testApp } from '#tests/app.ts';
import { addProduct, orderBody } from '#tests/factories.ts';

const URL = '/api/settings/messages';

test('the texts of messages are saved, read by all staff, and refused with a sentence at the field', async () => {
  await using t = await testApp({ env: { publicUrl: 'https://shop.example' } });
  const auth = t.auth(await t.adminToken());
  expect((await t.get(URL, auth)).body).toMatchObject({
    settings: { chat: {}, mails: {} },
    version: 0,
    updatedBy: null,
    shop: { name: 'Kishmish', url: 'https://shop.example' },
  });
  const chat = { packing: { en: 'We pack {order}', hi: '' }, shipped: { hi: '{tracking}' } };
  const saved = await t.put(URL, { chat, version: 0 }, auth);
  expect(saved.body).toMatchObject({ message: 'Messages saved successfully!', version: 1 });
  expect((await t.get(URL, auth)).body).toMatchObject({
    settings: { chat: { packing: { en: 'We pack {order}' }, shipped: { hi: '{tracking}' } } },
    version: 1,
  });
  const refused = await t.put(URL, { chat: { packing: { en: '{tracking}' } }, version: 1 }, auth);
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [
      {
        path: 'chat.packing.en',
        msg: '{tracking} cannot be used in this text. You can use {name}, {order}, {total}, {shop}, {link}.',
      },
    ],
  ]);
  // A second owner with an old form, who would lose the texts of the first.
  const stale = await t.put(URL, { chat: {}, version: 0 }, auth);
  expect([stale.status, stale.body.data.version]).toEqual([409, 1]);
  // Empty texts are the shop's own again.
  await t.put(URL, { chat: {}, version: 1 }, auth);
  expect((await t.get(URL, auth)).body.settings).toEqual({ chat: {}, mails: {} });
});

test('a mail is previewed and sent to the admin as it is typed, with example values', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const typed = {
    kind: 'shipped',
    subject: 'On its way, {name}',
    text: 'Dear {name},\n\nhere comes {order} of {shop} <3',
  };
  const preview = await t.post(`${URL}/preview`, typed, auth);
  expect(preview.body).toMatchObject({
    subject: 'On its way, Ananya Iyer: ORD1795113600037',
    text: expect.stringMatching(
      /^Dear Ananya Iyer,\n\nhere comes ORD1795113600037 of Kishmish <3\n\nCourier: Delhivery\n/,
    ),
    html: expect.stringContaining('here comes ORD1795113600037 of Kishmish &lt;3'),
  });
  expect(await t.db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
  const sent = await t.post(`${URL}/test`, typed, auth);
  expect(sent.body.message).toBe('The email is only saved as a file: the shop has no mail server (SMTP_URL).');
  expect(
    await t.db
      .selectFrom('mail_outbox')
      .select(['kind', 'recipient', 'subject', 'text_body', 'order_number'])
      .execute(),
  ).toEqual([
    {
      kind: 'test',
      recipient: ADMIN.email,
      order_number: null,
      subject: preview.body.subject,
      text_body: preview.body.text,
    },
  ]);
  const refused = await t.post(`${URL}/preview`, { ...typed, text: '{tracking}' }, auth);
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'text']);
});

test('shoppers get the owner’s text, with everything that the shop adds', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await addProduct(t.db);
  await t.put(URL, { mails: { order_received: { subject: 'Thanks {name}', text: 'धन्यवाद {name}!' } } }, auth);
  await t.post('/api/orders', orderBody());
  const mail = await t.db.selectFrom('mail_outbox').select(['subject', 'text_body']).executeTakeFirstOrThrow();
  expect(mail.subject).toMatch(/^Thanks Ananya Iyer: ORD\d+$/);
  expect(mail.text_body).toMatch(
    /^धन्यवाद Ananya Iyer!\n\nOrder: ORD\d+\nTotal: ₹299\n\nCalifornia Almonds \(250g\) × 1: ₹299\nSubtotal: ₹299\n/,
  );
});

test('so do those who write to the shop or wait for a size: number and code stay', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const productId = await addProduct(t.db, { sizes: [{ stock: 0 }] });
  const mails = {
    contact_acknowledged: { text: 'Namaste! {shop} will write soon.' },
    grievance_acknowledged: { subject: 'Sorry', text: 'Sorry, {name}.' },
    alert_code: { subject: 'Your code', text: 'Nearly there.' },
  };
  expect((await t.put(URL, { mails }, auth)).status).toBe(200);
  const message = {
    name: 'Ravi Kumar',
    email: 'ravi@example.com',
    subject: 'Torn pack',
    message: 'It came torn open.',
  };
  const { id } = (await t.post('/api/contacts', message)).body.contact;
  await t.put(`/api/contacts/${id}/grievance`, { step: 'register' }, auth);
  await t.put(`/api/contacts/${id}/grievance`, { step: 'acknowledge' }, auth);
  await t.post('/api/stock-alerts', { productId, size: '250g', contact: 'asha@example.com' });
  const sent = await t.db
    .selectFrom('mail_outbox')
    .select(['kind', 'subject', 'text_body'])
    .where('kind', '!=', 'contact_received')
    .execute();
  const bodies = new Map(sent.map(({ kind, subject, text_body }) => [kind, `${subject}\n${text_body}`]));
  expect(bodies.get('contact_acknowledged')).toContain(
    `Namaste! Kishmish will write soon.\n\nTicket number: ${id}\n\n`,
  );
  expect(bodies.get('grievance_acknowledged')).toMatch(
    new RegExp(`^Sorry: ${id}\nSorry, Ravi Kumar\\.\n\nTicket number: ${id}\nAnswer by: 20 Dec 2026\n`),
  );
  expect(bodies.get('alert_code')).toMatch(
    /^Your code\nNearly there\.\n\nProduct: California Almonds \(250g\)\n\n {4}\d{6}\n\nIt is valid/,
  );

  const preview = await t.post(`${URL}/preview`, { kind: 'back_in_stock', subject: '', text: 'It is back!' }, auth);
  expect(preview.body).toMatchObject({
    subject: 'Kishmish: California Almonds (250g) is back',
    text: expect.stringContaining('It is back!\n\nProduct: California Almonds (250g)'),
  });
});
