import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody } from '#tests/factories.ts';
import { contactAcknowledgement, contactReply, contactToShop } from '../contacts/mails.ts';
import { type MailOrder, orderMail } from '../orders/mails/order-mails.ts';
import { replacementMail } from '../orders/mails/replacement-mails.ts';
import { createMailService } from './mail.service.ts';
import type { MailShop } from './shopper-letter.ts';

const MINUTE = 60_000;
const message = { kind: 'test', to: 'a@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>' };
const shop: MailShop = {
  language: 'en',
  brandName: 'Kishmish',
  email: 'care@kishmish.example',
  phone: '+91 90000 00000',
  supportHours: 'Monday',
  url: 'https://shop.example',
  texts: {},
};
const order: MailOrder = {
  orderNumber: 'ORD1795113600037',
  name: 'Ananya Iyer',
  email: 'ananya@example.com',
  createdAt: Date.UTC(2026, 10, 20, 6, 30),
  lines: [{ name: 'Almonds', size: '250g', quantity: 2, price: 29_950 }],
  picture: { address: '/media/almonds-1000x500-9f86d081.webp', name: 'Almonds' },
  subtotal: 59_900,
  discounts: [{ kind: 'online_offer', label: 'Online payment offer', amount: 3_300 }],
  total: 56_600,
  address: '12 Main Road',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
  deliveryBy: Date.UTC(2026, 10, 25, 6, 30),
  courier: 'India Post',
  trackingNumber: 'EX1',
  note: 'No such credit',
  invoice: false,
  status: 'confirmed',
  paid: true,
  proven: true,
};

test('without SMTP_URL each message is written once as an .eml file to the data folder', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await t.post('/api/orders', orderBody());
  await t.post('/api/orders', orderBody({ shippingAddress: { ...ADDRESS, phone: '9000000001', email: '' } }));
  const logged = vi.spyOn(t.context.log, 'info');
  expect(await t.services.mail.sendDue()).toBe(1);
  expect(await t.services.mail.sendDue()).toBe(0);
  const folder = path.join(t.context.env.dataDir, 'mail');
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  expect(logged.mock.calls.map(([fields]) => fields)).toEqual([{ file: path.join(folder, files[0] ?? '') }]);
  const [row] = await t.db.selectFrom('mail_outbox').selectAll().execute();
  const text = await readFile(path.join(folder, files[0] ?? ''), 'utf8');
  expect(text).toContain(`Message-ID: ${row?.message_id}`);
  expect(text).toMatch(/^To: ananya@example\.com\r$/m);
  expect(row).toMatchObject({ status: 'sent', tries: 1 });
  // The order says that it reached nobody.
  const auth = t.auth(await t.adminToken());
  const { mails } = (await t.get(`/api/orders/${row?.order_number}`, auth)).body;
  expect(mails).toMatchObject([{ status: 'sent', isFile: true }]);
  const again = await t.post(`/api/orders/${row?.order_number}/mails/${row?.id}/resend`, undefined, auth);
  expect(again.body.message).toBe('The email is only saved as a file: the shop has no mail server (SMTP_URL).');
});

test('a mail with a code or a link of an account loses its words once it is sent; others keep theirs', async () => {
  await using t = await testApp();
  let broken = true;
  const delivered: string[] = [];
  const mail = createMailService(t.context, {
    deliver: async ({ text_body }) => {
      if (broken) throw new Error('not now');
      delivered.push(text_body);
    },
  });
  const secret = ['otp', 'invite', 'order_code', 'alert_code'];
  await mail.enqueue(
    t.db,
    [...secret, 'shipped'].map((kind) => ({ ...message, kind })),
  );
  const rows = () =>
    t.db
      .selectFrom('mail_outbox')
      .select(['kind', 'subject', 'text_body', 'html_body', 'status'])
      .orderBy('id')
      .execute();
  await mail.sendDue();
  // What waits for the next try is whole.
  expect(new Set((await rows()).map(({ text_body }) => text_body))).toEqual(new Set(['Text']));
  broken = false;
  t.clock.advance(MINUTE);
  await mail.sendDue();
  expect(delivered).toEqual(Array(5).fill('Text'));
  const kept = (kind: string) => (kind === 'shipped' ? ['Hello', 'Text', '<p>Text</p>'] : ['', '', '']);
  for (const { kind, subject, text_body, html_body, status } of await rows()) {
    expect([kind, status, subject, text_body, html_body]).toEqual([kind, 'sent', ...kept(kind)]);
  }
});

test('a rejected message is retried with the same Message-ID and finally marked as failed', async () => {
  await using t = await testApp();
  const seen: string[] = [];
  let broken = true;
  const mail = createMailService(t.context, {
    deliver: async (row) => {
      seen.push(row.message_id);
      if (broken) throw Object.assign(new Error('550 a@example.com'), { code: 'EENVELOPE' });
    },
  });
  await mail.enqueue(t.db, [message, { ...message, kind: 'second' }]);
  expect(await mail.sendDue()).toBe(2);
  expect(await mail.sendDue()).toBe(0);
  t.clock.advance(MINUTE);
  broken = false;
  expect(await mail.sendDue()).toBe(2);
  expect(new Set(seen).size).toBe(2);
  expect(seen).toHaveLength(4);
  expect((await t.db.selectFrom('mail_outbox').select('status').execute()).map((row) => row.status)).toEqual([
    'sent',
    'sent',
  ]);
  broken = true;
  await mail.enqueue(t.db, [message]);
  for (let index = 0; index < 20; index++) {
    await mail.sendDue();
    t.clock.advance(7 * 60 * MINUTE);
  }
  expect(seen).toHaveLength(4 + 12);
  expect(await t.db.selectFrom('mail_outbox').select('status').where('status', '=', 'failed').execute()).toHaveLength(
    1,
  );
});

test('two senders do not send a message twice; a message of a dead sender is due again after its lease', async () => {
  await using t = await testApp();
  const seen: string[] = [];
  let stuck = true;
  const deliver = async (row: { id: string }) => {
    seen.push(row.id);
    if (stuck) await new Promise(() => {});
  };
  const [one, two] = [createMailService(t.context, { deliver }), createMailService(t.context, { deliver })];
  await one.enqueue(t.db, [message]);
  void one.sendDue();
  await expect.poll(() => seen.length).toBe(1);
  stuck = false;
  expect(await two.sendDue()).toBe(0);
  t.clock.advance(3 * MINUTE);
  expect(await two.sendDue()).toBe(1);
  expect(seen).toEqual([seen[0], seen[0]]);
});

test('a sender that fails after its lease does not queue a mail again that another one has sent', async () => {
  await using t = await testApp();
  let fail: ((error: Error) => void) | undefined;
  const slow = createMailService(t.context, {
    deliver: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  });
  const other = createMailService(t.context, { deliver: async () => {} });
  await slow.enqueue(t.db, [{ ...message, kind: 'otp' }]);
  const sending = slow.sendDue();
  await expect.poll(() => fail).toBeDefined();
  t.clock.advance(3 * MINUTE);
  expect(await other.sendDue()).toBe(1);
  fail?.(new Error('Connection lost'));
  await sending;
  const rows = await t.db.selectFrom('mail_outbox').select(['status', 'text_body', 'last_error']).execute();
  expect(rows).toEqual([{ status: 'sent', text_body: '', last_error: '' }]);
});

test('recipients and subjects cannot inject headers', async () => {
  await using t = await testApp();
  const mail = createMailService(t.context, { deliver: async () => {} });
  await mail.enqueue(t.db, [
    { ...message, to: 'a@example.com\r\nBcc: b@example.com' },
    { ...message, to: 'a@example.com, b@example.com' },
    { ...message, to: '' },
    { ...message, subject: 'Hello\r\nBcc: b@example.com' },
  ]);
  const rows = await t.db.selectFrom('mail_outbox').select(['recipient', 'subject']).execute();
  expect(rows).toEqual([{ recipient: 'a@example.com', subject: 'Hello Bcc: b@example.com' }]);
});

test('each step of an order has its own text', () => {
  const kinds = [
    ...(['order_received', 'payment_verified', 'payment_problem', 'shipped', 'delivered', 'cancelled'] as const),
    ...(['payment_reversed', 'refunded'] as const),
  ] as const;
  const mails = kinds.map((kind) => orderMail(kind, order, shop));
  expect(new Set(mails.map((mail) => mail.subject)).size).toBe(kinds.length);
  const page = 'https://shop.example/order-details/ORD1795113600037';
  for (const mail of mails) {
    expect(mail.subject).toContain(order.orderNumber);
    expect(mail.replyTo).toBe(shop.email);
    // One button and one picture lead to the order.
    expect(mail.html.split(`href="${page}">Open your order</a>`)).toHaveLength(2);
    expect(mail.html).toContain(
      `<a href="${page}"><img src="https://shop.example/media/almonds-1000x500-9f86d081-1000.jpg" alt="Almonds" width="120" height="60"`,
    );
    expect(mail.text).toContain('Hello Ananya Iyer,');
    expect(mail.text).toContain('https://shop.example/track-order');
    expect(mail.html).not.toContain('undefined');
  }
  const [received, , problem, shipped, , cancelled] = mails;
  expect(received?.text).toContain('Almonds (250g) × 2: ₹599');
  expect(received?.text).toContain('Online payment offer: −₹33');
  expect(received?.text).toContain('Total: ₹566');
  expect(problem?.text).toContain('Reason: No such credit');
  expect(shipped?.text).toContain('Tracking number: EX1');
  expect(cancelled?.text).toContain('7–14 business days');
});

test('without PUBLIC_URL there is neither picture nor button', () => {
  for (const kind of ['order_received', 'shipped', 'delivered'] as const) {
    expect(orderMail(kind, order, { ...shop, url: null }).html).not.toMatch(/<img|order-details/);
  }
});

/** The headers of each mail that was written as a file, with unfolded lines. */
async function headersOf(t: TestApp): Promise<string[]> {
  const folder = path.join(t.context.env.dataDir, 'mail');
  const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8'));
  return (await Promise.all(files)).map((text) =>
    (text.split('\r\n\r\n')[0] ?? '').replaceAll('\r\n ', ' ').replaceAll('\r\n', '\n'),
  );
}

test('the answer to a contact message goes to its sender, the answer to the shop’s own mails to the shop', async () => {
  await using t = await testApp();
  const contact = {
    id: 'K-1',
    name: 'Anu',
    email: 'anu@example.com',
    phone: '',
    subject: 'Nuts',
    message: 'New?',
    createdAt: 0,
  };
  const mail = createMailService(t.context);
  await mail.enqueue(t.db, [
    contactToShop({ ...contact, complaint: false, enquiry: null }, shop),
    contactAcknowledgement(contact, shop),
    contactReply(contact, 'Yes', shop),
    orderMail('delivered', { ...order, email: 'anu@example.com' }, shop),
  ]);
  await mail.sendDue();
  const lines = (await headersOf(t)).map((head) => head.match(/^(?:To|Reply-To): .*$/gm)?.toSorted());
  const [toShop, ...toShopper] = lines.toSorted((a, b) => String(a).localeCompare(String(b)));
  expect(toShop).toEqual(['Reply-To: anu@example.com', 'To: care@kishmish.example']);
  expect(toShopper).toEqual(
    Array.from({ length: 3 }, () => ['Reply-To: care@kishmish.example', 'To: anu@example.com']),
  );
});

const HOSTILE = [
  'a@example.com\r\nBcc: victim@example.com',
  'a@example.com, victim@example.com',
  'a@example.com; victim@example.com',
  'a@example.com <victim@example.com>',
  'a@example.com\u2028Bcc: victim@example.com',
  '"a@example.com" victim@example.com',
];

test.each(HOSTILE)('%j of a sender adds no header and no recipient', async (email) => {
  await using t = await testApp();
  const mail = createMailService(t.context);
  const given = { ...message, replyTo: email, subject: email };
  await mail.enqueue(t.db, [given, { ...given, to: email }]);
  await mail.sendDue();
  const [head = '', ...more] = await headersOf(t);
  expect(more).toEqual([]);
  expect(head.match(/^To: .*$/gm)).toEqual(['To: a@example.com']);
  expect(head).not.toMatch(/^(?:reply-to|b?cc):/im);
});

test('a hostile name, subject or address of a shopper stays in its place', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  for (const email of HOSTILE) {
    const shippingAddress = { ...ADDRESS, email };
    expect((await t.post('/api/orders', orderBody({ shippingAddress }))).status).toBe(400);
  }
  const name = 'Anu\r\nBcc: victim@example.com, Iyer';
  const placed = await t.post('/api/orders', orderBody({ shippingAddress: { ...ADDRESS, name } }));
  expect(placed.status).toBe(201);
  await createMailService(t.context).sendDue();
  const [head = ''] = await headersOf(t);
  expect(head).not.toMatch(/^(?:reply-to|b?cc):/im);
  expect(head.match(/^To: .*$/gm)).toEqual([`To: ${ADDRESS.email}`]);
});

test.each([
  ['confirmed', 'is verified. We are getting your order ready.'],
  ['processing', 'is verified. We are getting your order ready.'],
  ['shipped', 'is verified. Your order is on its way.'],
  ['out_for_delivery', 'is verified. Your order is on its way.'],
  ['delivered', 'is verified. Your order has been delivered, so there is nothing more to do.'],
  ['returned', 'is verified.'],
])('a payment verified when the order is %s', (status, words) => {
  const mail = orderMail('payment_verified', { ...order, status }, shop);
  expect(mail.text.split('\n\n')[1]).toBe(`Your payment of ₹566 for order ORD1795113600037 ${words}`);
});

test('payment not found: the mail explains where to enter the UTR, contains no secret, and covers other devices', () => {
  const { text, html } = orderMail('payment_problem', order, shop);
  expect(text).toMatch(
    /Enter the UTR on your order page, on the phone or computer you ordered from: https:\/\/shop\.example\/order-details\/ORD1795113600037$/m,
  );
  expect(text).toContain('From another device, write to care@kishmish.example with your order number and the UTR.');
  expect(text).toContain('Track your order with your mobile number: https://shop.example/track-order');
  expect(html).toContain('href="https://shop.example/order-details/ORD1795113600037">Open your order</a>');
  const unknown = orderMail('payment_problem', order, { ...shop, url: null });
  expect(unknown.text).toContain('Enter the UTR on your order page, on the phone or computer you ordered from.');
  expect(unknown.text).not.toContain('null');
});

test.each([
  ['care@shop.example', '040 1', '9 to 6', 'Questions? Write to care@shop.example or call 040 1 (9 to 6).'],
  ['care@shop.example', '040 1', '', 'Questions? Write to care@shop.example or call 040 1.'],
  ['care@shop.example', '', '9 to 6', 'Questions? Write to care@shop.example.'],
  ['', '040 1', '', 'Questions? Call 040 1.'],
  ['', '', '', null],
])(
  'a shop with the address %j, the phone %j and the hours %j: no holes in its mails',
  (email, phone, hours, sentence) => {
    const given = { ...shop, email, phone, supportHours: hours };
    const request = {
      order_number: order.orderNumber,
      name: order.name,
      email: order.email,
      reason: 'quality' as const,
    };
    const more = { items: [{ name: 'Almonds', size: '', quantity: 1 }], note: '', courier: '', courier_tracking: '' };
    const mails = [
      ...(['order_received', 'payment_problem', 'shipped'] as const).map((kind) => orderMail(kind, order, given)),
      replacementMail('replacement_received', { ...request, ...more }, given),
    ];
    for (const { text, html } of mails) {
      if (sentence) for (const body of [text, html]) expect(body).toContain(sentence);
      else expect(text).not.toMatch(/Questions|From another device/);
      expect(text).not.toMatch(/\(\)| {2}|call \.| or \.|\n{3}|write to with/);
    }
  },
);

test.each([
  ['India', 'Delivery to:\nAnanya Iyer'],
  ['UK', /\nUK(\n|$)/],
])('an order to %s', (country, words) => {
  const { text } = orderMail('shipped', { ...order, country, courier: '' }, shop);
  expect(text).toMatch(words);
  expect(text.includes('India')).toBe(false);
});

test('user input is escaped in HTML', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&';
  const mail = orderMail(
    'order_received',
    { ...order, name: evil, address: evil, lines: [{ name: evil, size: evil, quantity: 1, price: 1 }] },
    shop,
  );
  expect(mail.html).not.toContain('<img src=x');
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
});

test('the loop of the mails also sends what waits for Web Push, soon after a mail was added', async () => {
  await using t = await testApp();
  const sent: string[] = [];
  const mail = createMailService(t.context, {
    deliver: async ({ kind }) => {
      sent.push(kind);
    },
    join: async () => {
      sent.push('join');
      throw new Error('the alerts wait, the mails go out');
    },
    push: {
      sendDue: async () => {
        sent.push('push');
        throw new Error('the trouble of one does not keep the other waiting');
      },
    },
  });
  await mail.enqueue(t.db, [message]);
  mail.start();
  mail.wake();
  await expect.poll(() => [...sent].sort()).toEqual(['join', 'push', 'test']);
  expect(sent[0]).toBe('join');
  await mail.stop();
});

/**
 * A mail service whose deliveries take until `next` is called, with the kinds of those that have
 * begun.
 */
function slowMail(t: TestApp) {
  const begun: string[] = [];
  let finish = () => {};
  const mail = createMailService(t.context, {
    deliver: ({ kind }) => {
      begun.push(kind);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  });
  return { mail, begun, next: () => finish() };
}

test('a mail that is added while others are being sent is sent soon after them', async () => {
  await using t = await testApp();
  const { mail, begun, next } = slowMail(t);
  await mail.enqueue(t.db, [message]);
  mail.start();
  await expect.poll(() => begun).toEqual(['test']);
  await mail.enqueue(t.db, [{ ...message, kind: 'second' }]);
  mail.wake();
  next();
  await expect.poll(() => begun).toEqual(['test', 'second']);
  next();
  await mail.stop();
});

test('the end waits for one mail; the others of its batch are due at once, and their attempt does not count', async () => {
  await using t = await testApp();
  const { mail, begun, next } = slowMail(t);
  await mail.enqueue(t.db, [message, { ...message, kind: 'second' }, { ...message, kind: 'third' }]);
  mail.start();
  await expect.poll(() => begun).toEqual(['test']);
  const stopped = mail.stop();
  next();
  await stopped;
  expect(begun).toEqual(['test']);
  const rows = await t.db
    .selectFrom('mail_outbox')
    .select(['status', 'tries', 'next_try_at'])
    .orderBy('status', 'desc')
    .execute();
  const due = { status: 'queued', tries: 0, next_try_at: t.clock.time };
  expect(rows).toMatchObject([{ status: 'sent', tries: 1 }, due, due]);
});

test('a mail that is deleted while others of its batch are being sent is not sent', async () => {
  await using t = await testApp();
  const seen: string[] = [];
  const mail = createMailService(t.context, {
    deliver: async ({ kind }) => {
      seen.push(kind);
      await t.db.deleteFrom('mail_outbox').where('kind', '=', 'erased').execute();
    },
  });
  await mail.enqueue(t.db, [message, { ...message, kind: 'erased' }]);
  expect(await mail.sendDue()).toBe(2);
  expect(seen).toEqual(['test']);
});

test('the file of a mail that was deleted meanwhile goes, and the start looks for files that were left', async () => {
  await using t = await testApp();
  const folder = path.join(t.context.env.dataDir, 'mail');
  await mkdir(folder, { recursive: true });
  const files = () => readdir(folder);
  const mail = createMailService(t.context, {
    deliver: async ({ id, kind }) => {
      if (kind === 'erased') await t.db.deleteFrom('mail_outbox').where('id', '=', id).execute();
      await writeFile(path.join(folder, `${id}.eml`), 'Subject: Hello');
    },
  });
  await mail.enqueue(t.db, [message, { ...message, kind: 'erased' }]);
  await mail.sendDue();
  const { id } = await t.db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow();
  await expect.poll(files).toEqual([`${id}.eml`]);
  await writeFile(path.join(folder, 'mail_0left.eml.part'), 'Subject: Hello');
  mail.start();
  await expect.poll(files).toEqual([`${id}.eml`]);
  await mail.stop();
});
