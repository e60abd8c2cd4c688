import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { DELIVERED_WAIT_MS } from '#shop/orders/changes/status.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { type ReceivedMail, smtpServer } from '#tests/smtp.ts';
import { createServices } from '../services.ts';
import { redirectMails } from './mail.queries.ts';
import { createMailService, type MailService } from './mail.service.ts';

/** The outbox against a real mail server on loopback (D35, faults 9 and 18). */

const SECOND = 1000;
const message = { kind: 'test', to: 'a@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>' };

let utr = 800;

async function shop(smtpUrl: string) {
  const t = await testApp({ env: { smtpUrl } });
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  const admin = t.auth(await t.adminToken());
  return { t, admin };
}

async function placed(t: TestApp, address: Partial<typeof ADDRESS> = {}) {
  utr += 1;
  const response = await t.post(
    '/api/orders',
    orderBody({ ...paid(utr), shippingAddress: { ...ADDRESS, ...address } }),
  );
  expect(response.status).toBe(201);
  return response.body.order as { orderNumber: string; accessToken: string };
}

const rows = (t: TestApp) => t.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').orderBy('id').execute();
const idOf = (mail: ReceivedMail) => mail.headers['message-id']?.[0];

async function textOf(pdf: Buffer | undefined): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf ?? Buffer.alloc(0)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

describe('a mail that the server accepts', () => {
  test('has HTML, text and a readable PDF invoice, with ₹ and Devanagari intact', async () => {
    await using smtp = await smtpServer();
    const { t, admin } = await shop(smtp.url);
    await using _ = t;
    await t.services.settings.saveShop(
      { ...(await t.services.settings.shop()), brandName: 'किशमिश Foods', gstin: '27DEMCK0000D1ZV' },
      { id: null, name: 'test' },
    );
    const order = await placed(t, { name: 'मीरा नायर', email: 'meera@example.com' });
    t.clock.advance(SECOND);
    await t.put(`/api/orders/${order.orderNumber}/payment`, { status: 'completed' }, admin);
    expect(await t.services.mail.sendDue()).toBe(2);
    await t.services.mail.stop();

    expect(smtp.mails).toHaveLength(2);
    const [received, verified] = smtp.mails as [ReceivedMail, ReceivedMail];
    for (const mail of smtp.mails) {
      expect(mail.envelope).toEqual({ from: 'care@kishmish.example', to: ['meera@example.com'] });
      expect(mail.headers.from).toEqual(['Kishmish <care@kishmish.example>']);
      expect(mail.headers.to).toEqual(['meera@example.com']);
      expect(mail.headers['auto-submitted']).toEqual(['auto-generated']);
      expect(mail.text).toContain('Hello मीरा नायर,');
      expect(mail.html).toContain('<p>Hello मीरा नायर,</p>');
      // The message is pure ASCII, so that no relay can corrupt it.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and tabs are among the allowed
      expect(mail.raw).toMatch(/^[\x09\x0a\x0d\x20-\x7e]*$/);
    }
    expect(received.headers.subject).toEqual([`किशमिश Foods: order received: ${order.orderNumber}`]);
    expect(received.text).toContain('Total: ₹299');
    expect(received.html).toContain('₹299');
    expect(received.files).toEqual([]);
    expect(verified.headers.subject).toEqual([`किशमिश Foods: payment verified: ${order.orderNumber}`]);
    expect(verified.files.map(({ type }) => type)).toEqual(['application/pdf']);
    expect(verified.files[0]?.name).toMatch(/^Invoice-[A-Z]{3}-26-27-000001\.pdf$/);
    const invoice = await textOf(verified.files[0]?.bytes);
    for (const part of ['TAX INVOICE', '/26-27/000001', order.orderNumber, 'Two Hundred Ninety-Nine Rupees Only']) {
      expect(invoice).toContain(part);
    }
    expect((await rows(t)).map((row) => [row.status, row.message_id])).toEqual([
      ['sent', idOf(received)],
      ['sent', idOf(verified)],
    ]);
  });

  test('each step of an order and of a replacement sends one mail to the shopper', async () => {
    await using smtp = await smtpServer();
    const { t, admin } = await shop(smtp.url);
    await using _ = t;
    const put = async (url: string, body: object) => {
      t.clock.advance(SECOND);
      expect((await t.put(url, body, admin)).status).toBe(200);
    };
    const order = await placed(t);
    const url = `/api/orders/${order.orderNumber}`;
    await put(`${url}/payment`, { status: 'failed', note: 'No such credit' });
    await put(`${url}/payment`, { status: 'completed' });
    await put(`${url}/status`, { status: 'shipped', courier: 'India Post', courierTracking: 'EX1' });
    await put(`${url}/status`, { status: 'delivered' });
    // Until then it can be taken back.
    t.clock.advance(DELIVERED_WAIT_MS);
    const requestReplacement = async () => {
      t.clock.advance(SECOND);
      const body = { items: [{ line: 0, quantity: 1 }], reason: 'quality', description: 'The almonds taste bitter.' };
      const response = await t.post(`${url}/replacement`, body, { 'x-order-token': order.accessToken });
      expect(response.status).toBe(201);
      return `/api/replacements/${response.body.replacement.id}/status`;
    };
    await put(await requestReplacement(), { status: 'rejected', note: 'Within the norm' });
    const second = await requestReplacement();
    await put(second, { status: 'approved' });
    await put(second, { status: 'shipped', courier: 'Blue Dart', courierTracking: 'BD7' });
    const cancelled = await placed(t, { email: 'meera@example.com' });
    t.clock.advance(SECOND);
    await t.post(`/api/orders/${cancelled.orderNumber}/cancel`, { reason: 'Ordered twice' }, admin);
    while ((await t.services.mail.sendDue()) > 0);
    await t.services.mail.stop();

    const kinds = (await rows(t)).map((row) => row.kind);
    expect(kinds).toEqual([
      'order_received',
      'payment_problem',
      'payment_verified',
      'shipped',
      'delivered',
      'replacement_received',
      'replacement_rejected',
      'replacement_received',
      'replacement_approved',
      'replacement_shipped',
      'order_received',
      'cancelled',
    ]);
    const sent = await rows(t);
    expect(smtp.mails).toHaveLength(sent.length);
    for (const row of sent) {
      const copies = smtp.mails.filter((mail) => idOf(mail) === row.message_id);
      expect([row.kind, copies.length]).toEqual([row.kind, 1]);
      expect(copies[0]?.text.length).toBeGreaterThan(100);
      expect(copies[0]?.html).toContain('<!doctype html>');
      expect(copies[0]?.files.length).toBe(row.kind === 'payment_verified' ? 1 : 0);
    }
    const withText = (part: string) => smtp.mails.filter((mail) => mail.text.includes(part)).length;
    expect(withText('Reason: No such credit')).toBe(1);
    expect(withText('Tracking number: EX1')).toBe(1);
    expect(withText('Our note: Within the norm')).toBe(1);
    expect(withText('Tracking number: BD7')).toBe(1);
    expect(withText('Reason: Ordered twice')).toBe(1);
  });

  test('contains no injected headers or recipients', async () => {
    await using smtp = await smtpServer();
    const { t } = await shop(smtp.url);
    await using _ = t;
    await t.services.mail.enqueue(t.db, [
      { ...message, subject: 'Hello\r\nBcc: evil@example.com\r\n\r\n<b>body</b>' },
      { ...message, to: 'a@example.com\r\nRCPT TO:<evil@example.com>' },
      { ...message, to: 'a@example.com, evil@example.com' },
      { ...message, to: '"a b"<evil@example.com>' },
    ]);
    const order = await placed(t, { name: 'Meera\r\nBcc: evil@example.com', email: 'meera@example.com' });
    expect(await t.services.mail.sendDue()).toBe(2);
    await t.services.mail.stop();
    for (const mail of smtp.mails) {
      expect(mail.envelope.to).toHaveLength(1);
      expect(mail.envelope.to[0]).not.toContain('evil');
      expect(mail.headers.bcc).toBeUndefined();
      expect(Object.keys(mail.headers)).not.toContain('rcpt to');
    }
    expect(smtp.mails.map((mail) => mail.headers.subject?.[0])).toEqual([
      'Hello Bcc: evil@example.com <b>body</b>',
      expect.stringContaining(order.orderNumber),
    ]);
  });
});

describe('a mail that the server does not accept', () => {
  test('server down: retried with growing delays, delivered when it is back, and visible in the admin', async () => {
    const down = await smtpServer();
    await down.close();
    const { t, admin } = await shop(down.url);
    await using _ = t;
    const order = await placed(t);
    const log = async () => (await t.get(`/api/orders/${order.orderNumber}`, admin)).body.mails[0];
    expect(await log()).toMatchObject({ kind: 'order_received', to: 'ananya@example.com', status: 'queued', tries: 0 });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await t.services.mail.sendDue()).toBe(1);
      expect(await t.services.mail.sendDue()).toBe(0);
      const mail = await log();
      expect(mail).toMatchObject({ status: 'queued', tries: attempt, sentAt: null });
      expect(mail.lastError).toContain('ECONNREFUSED');
      pauses.push((mail.nextTryAt - t.clock.time) / SECOND);
      t.clock.time = mail.nextTryAt - 1;
      expect(await t.services.mail.sendDue()).toBe(0);
      t.clock.time += 1;
    }
    expect(pauses).toEqual([30, 60, 120, 240]);
    await using back = await smtpServer({ port: down.port });
    expect(await t.services.mail.sendDue()).toBe(1);
    await t.services.mail.stop();
    expect(back.mails).toHaveLength(1);
    expect(await log()).toMatchObject({
      status: 'sent',
      tries: 5,
      lastError: '',
      nextTryAt: null,
      sentAt: t.clock.time,
    });
    // The order did not wait for the mail (I6).
    expect((await t.get(`/api/orders/${order.orderNumber}`, admin)).body.order.status).toBe('pending');
  });

  test('connection cut after DATA: the second copy is the same message', async () => {
    let cut = true;
    await using smtp = await smtpServer({ afterData: () => (cut ? 'cut' : 'accept') });
    const { t, admin } = await shop(smtp.url);
    await using _ = t;
    const order = await placed(t);
    await t.put(`/api/orders/${order.orderNumber}/payment`, { status: 'completed' }, admin);
    expect(await t.services.mail.sendDue()).toBe(2);
    expect((await rows(t)).map((row) => [row.status, row.tries])).toEqual([
      ['queued', 1],
      ['queued', 1],
    ]);
    expect(smtp.mails).toHaveLength(2);
    cut = false;
    t.clock.advance(30 * SECOND);
    expect(await t.services.mail.sendDue()).toBe(2);
    await t.services.mail.stop();
    expect(smtp.mails).toHaveLength(4);
    const [first, second, again, againToo] = smtp.mails as [ReceivedMail, ReceivedMail, ReceivedMail, ReceivedMail];
    expect(idOf(first)).not.toBe(idOf(second));
    for (const [one, other] of [
      [first, again],
      [second, againToo],
    ] as const) {
      expect(idOf(other)).toBe(idOf(one));
      expect(other.headers.date).toEqual(one.headers.date);
      expect([other.text, other.html]).toEqual([one.text, one.html]);
      expect(other.files.map(({ bytes }) => bytes)).toEqual(one.files.map(({ bytes }) => bytes));
    }
    expect((await rows(t)).map((row) => row.status)).toEqual(['sent', 'sent']);
  });

  test('a rejected recipient does not delay other mails, and the admin can send again', async () => {
    let closed = true;
    await using smtp = await smtpServer({
      refuse: (recipient) =>
        closed && recipient === 'gone@example.com'
          ? Object.assign(new Error('mailbox unavailable'), { responseCode: 550 })
          : null,
    });
    const { t } = await shop(smtp.url);
    await using _ = t;
    const lost = await placed(t, { email: 'gone@example.com', phone: '9000000001' });
    const fine = await placed(t, { email: 'here@example.com', phone: '9000000002' });
    for (let round = 0; round < 14; round++) {
      await t.services.mail.sendDue();
      t.clock.advance(7 * 3_600_000);
    }
    // 98 hours later, the admin session has expired.
    const again = t.auth(await t.adminToken());
    const log = async (number: string) => (await t.get(`/api/orders/${number}`, again)).body.mails;
    expect((await log(fine.orderNumber))[0]).toMatchObject({ status: 'sent', tries: 1, isFile: false });
    const [failed] = await log(lost.orderNumber);
    expect(failed).toMatchObject({ status: 'failed', tries: 12, nextTryAt: null, sentAt: null });
    expect(failed.lastError).toContain('mailbox unavailable');

    closed = false;
    const url = (number: string, id: string) => `/api/orders/${number}/mails/${id}/resend`;
    const response = await t.post(url(lost.orderNumber, failed.id), undefined, again);
    expect([response.status, response.body.message]).toEqual([200, 'The email is on its way again.']);
    expect(await t.services.mail.sendDue()).toBe(1);
    const [mail, ...others] = await log(lost.orderNumber);
    expect(mail).toMatchObject({ id: failed.id, status: 'sent', tries: 1, lastError: '' });
    expect(others).toEqual([]);

    // A sent mail is sent again with a new Message-ID, because mail clients hide duplicates.
    const [sent] = await log(fine.orderNumber);
    expect((await t.post(url(fine.orderNumber, sent.id), undefined, again)).status).toBe(200);
    expect(await t.services.mail.sendDue()).toBe(1);
    await t.services.mail.stop();
    const copies = smtp.mails.filter((one) => one.envelope.to[0] === 'here@example.com');
    expect(copies).toHaveLength(2);
    expect(idOf(copies[0] as ReceivedMail)).not.toBe(idOf(copies[1] as ReceivedMail));
    expect(copies[1]?.text).toBe(copies[0]?.text);

    for (const [number, id, headers, status] of [
      [lost.orderNumber, sent.id, again, 404],
      [fine.orderNumber, 'mail_0', again, 404],
      [fine.orderNumber, '%00', again, 404],
      [fine.orderNumber, sent.id, {}, 401],
    ] as [string, string, Record<string, string>, number][]) {
      expect((await t.post(url(number, id), undefined, headers)).status).toBe(status);
    }
    const audit = await t.db.selectFrom('audit_log').select('entity_id').where('action', '=', 'mail.resend').execute();
    expect(audit).toEqual([{ entity_id: lost.orderNumber }, { entity_id: fine.orderNumber }]);
  });
});

test('an address that is corrected while a batch is sent counts for what waits and for the next try', async () => {
  await using t = await testApp();
  const [old, fresh] = ['old@example.com', 'new@example.com'];
  const seen: string[] = [];
  const mail = createMailService(t.context, {
    deliver: async ({ recipient }) => {
      seen.push(recipient);
      if (seen.length === 2) await redirectMails(t.db, 'ORD1', fresh);
      if (seen.length === 2) throw new Error('no such mailbox');
    },
  });
  await mail.enqueue(t.db, Array(3).fill({ ...message, to: old, orderNumber: 'ORD1' }));
  await mail.sendDue();
  expect(seen).toEqual([old, old, fresh]);
  t.clock.advance(30 * SECOND);
  await mail.sendDue();
  expect(seen.slice(3)).toEqual([fresh]);
});

test('a mail that was sent while its address was corrected says where it went', async () => {
  await using t = await testApp();
  const mail = createMailService(t.context, { deliver: () => redirectMails(t.db, 'ORD1', 'new@example.com') });
  await mail.enqueue(t.db, [{ ...message, to: 'old@example.com', orderNumber: 'ORD1' }]);
  await mail.sendDue();
  expect(await rows(t)).toMatchObject([{ status: 'sent', recipient: 'old@example.com' }]);
});

describe('two processes on one database', () => {
  test('send each mail once', async () => {
    await using smtp = await smtpServer();
    const { t } = await shop(smtp.url);
    await using _ = t;
    const count = 60;
    await t.services.mail.enqueue(
      t.db,
      Array.from({ length: count }, (_, index) => ({ ...message, to: `m${index}@example.com` })),
    );
    const other = createServices(t.context);
    const drain = async (mail: MailService) => {
      let sent = 0;
      for (let tried = -1; tried !== 0; sent += tried) tried = await mail.sendDue();
      return sent;
    };
    const shares = await Promise.all([drain(t.services.mail), drain(other.mail)]);
    await Promise.all([t.services.mail.stop(), other.mail.stop()]);
    expect(shares[0] + shares[1]).toBe(count);
    const ids = smtp.mails.map(idOf);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toHaveLength(count);
    expect((await rows(t)).every((row) => row.status === 'sent' && row.tries === 1)).toBe(true);
  });

  test('a slow process that loses its lease leaves the remaining mails to the other', async () => {
    await using t = await testApp();
    const seen: string[] = [];
    const slow = createMailService(t.context, {
      deliver: async (mail) => {
        seen.push(`slow ${mail.recipient}`);
        // After three minutes for one message, the lease of the batch has expired and the other
        // process claims it.
        t.clock.advance(180 * SECOND);
        if (seen.length === 1) await fast.sendDue();
      },
    });
    const fast = createMailService(t.context, {
      deliver: async (mail) => {
        seen.push(`fast ${mail.recipient}`);
      },
    });
    await slow.enqueue(
      t.db,
      ['a', 'b', 'c'].map((name) => ({ ...message, to: `${name}@example.com` })),
    );
    await slow.sendDue();
    // The mail in progress may be sent twice with one Message-ID, the others only once.
    const inHand = seen[0]?.replace('slow ', '') ?? '';
    const rest = ['a', 'b', 'c'].map((name) => `${name}@example.com`).filter((name) => name !== inHand);
    expect(seen.filter((line) => !line.endsWith(inHand)).sort()).toEqual(rest.map((name) => `fast ${name}`));
    expect((await rows(t)).map((row) => row.status)).toEqual(['sent', 'sent', 'sent']);
  });

  test('mails that wait in the batch of a slow process do not lose a try', async () => {
    await using t = await testApp();
    const hanging = createMailService(t.context, {
      deliver: async () => {
        t.clock.advance(50 * SECOND);
        throw new Error('timeout');
      },
    });
    const names = ['a', 'b', 'c', 'd', 'e'];
    await hanging.enqueue(
      t.db,
      names.map((name) => ({ ...message, to: `${name}@example.com` })),
    );
    // Two mails of 50 seconds each, then the others are free for every process.
    expect(await hanging.sendDue()).toBe(2);
    expect((await rows(t)).map((row) => [row.status, row.tries])).toEqual([
      ['queued', 1],
      ['queued', 1],
      ...Array(3).fill(['queued', 0]),
    ]);
    const other = createMailService(t.context, { deliver: async () => {} });
    t.clock.advance(60 * SECOND);
    expect(await other.sendDue()).toBe(5);
  });
});
