import { request as httpsRequest } from 'node:https';
import { expect, test } from 'vitest';
import { EVENT_TYPES, type EventType, RETRY_WAITS } from '#shop/connect/webhooks.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { READERS } from '#tests/readers.ts';
import { KEY } from '#tests/two-step.ts';
import { webhookReceiver } from '#tests/webhook-receiver.ts';
import { transact } from '../database/transact.ts';
import { createServices } from '../services.ts';
import { signedHeaders, webhookDelivery } from './deliver-webhook.ts';
import { tellPrograms } from './tell.ts';

const URL_OF = 'https://hooks.example/shop';
const HOUR = 3_600_000;

async function shop(events: readonly EventType[] = EVENT_TYPES, timeoutMs?: number) {
  const receiver = await webhookReceiver(timeoutMs);
  const t = await testApp({ env: { secretsKey: KEY }, deliverWebhook: receiver.deliver });
  await addProduct(t.db, { sizes: [{ stock: 50 }] });
  const owner = t.auth(await t.adminToken());
  const make = async (url = URL_OF, asked: readonly EventType[] = events) => {
    const { status, body } = await t.post('/api/admin/webhooks', { url, events: asked }, owner);
    expect(status).toBe(201);
    return { id: body.webhooks[0].id as string, secret: body.secret as string };
  };
  // Sessions end while the clock of the tests goes on.
  const messages = (id: string) => t.services.webhooks.messages(id);
  const hook = async () => (await t.services.webhooks.list())[0];
  const send = () => t.services.webhooks.sendDue();
  const close = async () => {
    await t[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  };
  return { t, owner, receiver, make, messages, hook, send, [Symbol.asyncDispose]: close };
}

/** Checks a signature as a receiver does, with Web Crypto. @throws when none of them is right */
async function verify(secret: string, headers: Record<string, unknown>, body: string): Promise<void> {
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  for (const signature of String(headers['webhook-signature']).split(' ')) {
    const [version, text = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, Buffer.from(text, 'base64'), signed))) return;
  }
  throw new Error('no signature is right');
}

test('signs as in the example of the specification', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', payload: '{"test": 2432232314}' };
  expect(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], 1_614_265_330_999)).toMatchObject({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('each event is told once, signed, without personal data', async () => {
  await using here = await shop();
  const { t, owner, receiver, make, send } = here;
  const { secret } = await make();
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(1)))).body.order;
  await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, owner);
  await t.put(`/api/orders/${orderNumber}/status`, { status: 'shipped', courier: 'x', courierTracking: 'y' }, owner);
  const received = { reason: 'received', sizes: [{ size: '250g', change: 5 }] };
  await t.post('/api/admin/products/almonds/stock', received, owner);
  await t.patch('/api/products/almonds/toggle-status', { status: 'Inactive' }, owner);
  const contact = { name: 'Asha Rao', email: 'asha@example.com', subject: 'Gifts', message: 'How much for forty?' };
  const ticket = (await t.post('/api/contacts', contact)).body.contact.id;
  await send();
  await send();

  const told = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  const sorted = (list: { type: string; data: object }[]) => list.map((one) => JSON.stringify(one)).sort();
  expect(sorted(told.map(({ type, data }) => ({ type, data })))).toEqual(
    sorted([
      { type: 'order.placed', data: { orderNumber, total: 299 } },
      { type: 'stock.changed', data: { products: ['almonds'] } },
      { type: 'payment.verified', data: { orderNumber, total: 299 } },
      { type: 'order.status', data: { orderNumber, status: 'confirmed', before: 'pending' } },
      { type: 'order.status', data: { orderNumber, status: 'shipped', before: 'confirmed' } },
      { type: 'stock.changed', data: { products: ['almonds'] } },
      { type: 'product.changed', data: { product: 'almonds', change: 'status' } },
      { type: 'contact.received', data: { contact: ticket } },
    ]),
  );
  for (const { headers, body, host, path } of receiver.received) {
    expect([host, path, headers['content-type']]).toEqual(['hooks.example', '/shop', 'application/json']);
    await verify(secret, headers, body);
    await expect(verify(secret, headers, `${body} `)).rejects.toThrow('no signature');
    for (const mark of [ADDRESS.name, ADDRESS.phone, ADDRESS.email, contact.name, contact.email, '63240000']) {
      expect(body).not.toContain(mark);
    }
    expect(Object.keys(JSON.parse(body))).toEqual(['type', 'timestamp', 'data']);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(told.length);
});

test('a webhook is told what it asks for, and a transaction that is rolled back tells nobody', async () => {
  await using here = await shop();
  const { t, make, messages } = here;
  const { id: orders } = await make(URL_OF, ['order.placed']);
  const { id: contacts } = await make('https://other.example/', ['contact.received']);
  const failed = transact(t.context, async ({ trx }) => {
    await tellPrograms(trx, t.clock.now(), [{ type: 'contact.received', data: { contact: 'K-1' } }]);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await t.post('/api/orders', orderBody(paid(1)));
  expect((await messages(orders)).map(({ type }) => type)).toEqual(['order.placed']);
  expect(await messages(contacts)).toEqual([]);
});

test('two processes send each message once', async () => {
  await using here = await shop();
  const { t, receiver, make } = here;
  await make();
  await make('https://other.example/');
  for (let number = 1; number <= 8; number++) await t.post('/api/orders', orderBody(paid(number)));
  const other = createServices(t.context, READERS, undefined, receiver.deliver);
  await Promise.all([t.services.webhooks.sendDue(), other.webhooks.sendDue(), other.webhooks.sendDue()]);
  await Promise.all([t.services.webhooks.sendDue(), other.webhooks.sendDue()]);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  const stored = await t.db.selectFrom('webhook_messages').select(['id', 'status']).execute();
  expect(stored.length).toBeGreaterThanOrEqual(24);
  expect(stored.every(({ status }) => status === 'sent')).toBe(true);
  expect(ids.sort()).toEqual(stored.map(({ id }) => id).sort());
});

test('a failed message is tried again by the table, then given up; staff send it again', async () => {
  await using here = await shop(['order.placed']);
  const { t, receiver, make, messages, hook, send } = here;
  const { id } = await make();
  receiver.answers((response) => response.writeHead(500).end('sorry'));
  await t.post('/api/orders', orderBody(paid(1)));
  await send();
  const waits: number[] = [];
  for (let number = 0; number < RETRY_WAITS.length; number++) {
    const [message] = await messages(id);
    const wait = (message?.nextTryAt ?? 0) - t.clock.now();
    waits.push(wait);
    t.clock.advance(wait - 1);
    await send();
    expect((await messages(id))[0]?.tries).toBe(number + 1);
    t.clock.advance(1);
    // Long failure pauses the webhook, which is another test.
    await t.db.updateTable('webhooks').set({ failing_since: null, paused_at: null }).execute();
    await send();
  }
  expect(waits).toEqual(RETRY_WAITS);
  const [given] = await messages(id);
  expect(given).toMatchObject({ status: 'failed', tries: 11, lastError: 'The program answers 500', nextTryAt: null });
  expect(await hook()).toMatchObject({ waiting: 0, failed: 1 });
  t.clock.advance(24 * HOUR);
  await send();
  expect(receiver.received).toHaveLength(11);

  receiver.answers((response) => response.writeHead(200).end());
  const again = t.auth(await t.adminToken());
  expect((await t.post(`/api/admin/webhooks/${id}/messages/${given?.id}/resend`, undefined, again)).status).toBe(200);
  await send();
  expect(await messages(id)).toMatchObject([{ status: 'sent', tries: 1 }]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([given?.id]));
  expect(await hook()).toMatchObject({ failingSince: null, failed: 0 });
  const missing = `/api/admin/webhooks/${id}/messages/msg_other/resend`;
  expect((await t.post(missing, undefined, again)).status).toBe(404);
});

test.each([
  ['after three days of failures', 500, 72 * HOUR],
  ['at once when the receiver is gone for good', 410, 0],
])('a webhook is paused %s, and the owner is told once', async (_, status, after) => {
  await using here = await shop(['order.placed']);
  const { t, receiver, make, hook, send } = here;
  const { id } = await make();
  receiver.answers((response) => response.writeHead(status).end());
  await t.post('/api/orders', orderBody(paid(1)));
  await t.post('/api/orders', orderBody(paid(2)));
  await send();
  if (after > 0) {
    expect(await hook()).toMatchObject({ pausedAt: null, failingSince: t.clock.now() });
    t.clock.advance(after);
    await send();
  }
  expect(await hook()).toMatchObject({ pausedAt: t.clock.now(), waiting: 2 });
  const mails = await t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'webhook_paused').execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(['owner@kishmish.test']);
  expect(mails[0]?.text_body).toContain(URL_OF);

  const before = receiver.received.length;
  receiver.answers((response) => response.writeHead(200).end());
  await t.post('/api/orders', orderBody(paid(3)));
  t.clock.advance(HOUR);
  await send();
  expect(receiver.received).toHaveLength(before);
  const again = t.auth(await t.adminToken());
  await t.put(`/api/admin/webhooks/${id}`, { paused: false }, again);
  await send();
  expect(await hook()).toMatchObject({ pausedAt: null, waiting: 0 });
  expect(receiver.received).toHaveLength(before + 3);
});

test('the old secret signs beside the new one for a day', async () => {
  await using here = await shop(['contact.received']);
  const { t, owner, receiver, make, send } = here;
  const { id, secret } = await make();
  const renewed = (await t.post(`/api/admin/webhooks/${id}/secret`, undefined, owner)).body.secret as string;
  expect(renewed).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const tell = async () => {
    await tellPrograms(t.db, t.clock.now(), [{ type: 'contact.received', data: { contact: 'K-1' } }]);
    await send();
    const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
    return { both: [verify(renewed, headers, body), verify(secret, headers, body)], headers };
  };
  await Promise.all((await tell()).both);
  t.clock.advance(24 * HOUR);
  const late = await tell();
  await late.both[0];
  await expect(late.both[1]).rejects.toThrow('no signature');
  const stored = JSON.stringify([
    await t.db.selectFrom('webhooks').selectAll().execute(),
    await t.db.selectFrom('audit_log').selectAll().execute(),
    (await t.get('/api/admin/webhooks', owner)).body,
  ]);
  for (const one of [secret, renewed]) expect(stored).not.toContain(one.slice(6));
});

test('two new secrets, one after the other, end the old one at once', async () => {
  await using here = await shop(['contact.received']);
  const { t, owner, receiver, make, send } = here;
  const { id, secret } = await make();
  const renew = async () => (await t.post(`/api/admin/webhooks/${id}/secret`, undefined, owner)).body.secret as string;
  await renew();
  const second = await renew();
  await tellPrograms(t.db, t.clock.now(), [{ type: 'contact.received', data: { contact: 'K-1' } }]);
  await send();
  const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
  await verify(second, headers, body);
  await expect(verify(secret, headers, body)).rejects.toThrow('no signature');
});

test('a receiver that hangs holds up neither another one nor the mails', async () => {
  await using here = await shop(['order.placed'], 2_000);
  const { t, receiver, make, messages } = here;
  const { id: slow } = await make('https://slow.example/');
  const { id: quick } = await make('https://quick.example/');
  let open = 0;
  let most = 0;
  receiver.answers((response) => {
    const { host } = receiver.received.at(-1) ?? { host: '' };
    if (host === 'quick.example') return void response.end();
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
  });
  for (let number = 1; number <= 7; number++) await t.post('/api/orders', orderBody(paid(number)));
  const sending = t.services.webhooks.sendDue();
  await expect.poll(async () => (await messages(quick)).every(({ status }) => status === 'sent')).toBe(true);
  await t.services.mail.sendDue();
  const waiting = await t.db.selectFrom('mail_outbox').select('id').where('status', '=', 'queued').execute();
  expect(waiting).toEqual([]);
  await sending;
  expect(most).toBeLessThanOrEqual(5);
  expect((await messages(slow)).map(({ lastError }) => lastError)).toEqual(
    Array(7).fill('The program takes too long to answer'),
  );
});

test('redirects are not followed, and of a huge answer nothing is read', async () => {
  await using here = await shop(['order.placed']);
  const { t, receiver, make, messages, send } = here;
  const { id } = await make();
  receiver.answers((response) => response.writeHead(302, { location: 'https://hooks.example/elsewhere' }).end());
  await t.post('/api/orders', orderBody(paid(1)));
  await send();
  expect(receiver.received.map(({ path }) => path)).toEqual(['/shop']);
  expect((await messages(id))[0]?.lastError).toBe('The program answers 302');

  let written = 0;
  receiver.answers((response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
    };
    response.on('drain', more);
    more();
  });
  t.clock.advance(RETRY_WAITS[0] ?? 0);
  await send();
  expect((await messages(id))[0]?.status).toBe('sent');
  expect(written).toBeLessThan(10_000_000);
});

test.each([
  'https://localhost/hook',
  'https://127.0.0.1/hook',
  'https://[::1]/hook',
  'https://169.254.169.254/latest',
  'http://hooks.example/hook',
])('nothing is sent to %s', async (url) => {
  const deliver = webhookDelivery(httpsRequest, 5_000);
  await expect(deliver(url, {}, '{}')).rejects.toMatchObject({ code: 'EPRIVATE' });
});

test('the owner reads why nothing goes into a private network', async () => {
  const t = await testApp({ env: { secretsKey: KEY }, deliverWebhook: webhookDelivery() });
  await using _ = t;
  const owner = t.auth(await t.adminToken());
  const url = 'https://shop.localhost/hook';
  const { webhooks } = (await t.post('/api/admin/webhooks', { url, events: ['contact.received'] }, owner)).body;
  await tellPrograms(t.db, t.clock.now(), [{ type: 'contact.received', data: { contact: 'K-1' } }]);
  await t.services.webhooks.sendDue();
  const { messages } = (await t.get(`/api/admin/webhooks/${webhooks[0].id}/messages`, owner)).body;
  expect(messages[0].lastError).toMatch(/private network|no such server/);
});

test('addresses, events and the number of webhooks are checked; nothing is made without SECRETS_KEY', async () => {
  await using here = await shop();
  const { t, owner } = here;
  const post = (body: object) => t.post('/api/admin/webhooks', body, owner);
  for (const url of [
    '',
    'hooks',
    'http://a.example/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://a:b@c.example/',
  ]) {
    const { status, body } = await post({ url, events: ['order.placed'] });
    expect([url, status, body.errors?.[0]?.path]).toEqual([url, 400, 'url']);
  }
  for (const events of [[], ['*'], 'order.placed']) expect((await post({ url: URL_OF, events })).status).toBe(400);
  for (let number = 0; number < 20; number++)
    expect((await post({ url: URL_OF, events: ['order.placed'] })).status).toBe(201);
  expect((await post({ url: URL_OF, events: ['order.placed'] })).status).toBe(409);
  await using bare: TestApp = await testApp();
  const auth = bare.auth(await bare.adminToken());
  const refused = await bare.post('/api/admin/webhooks', { url: URL_OF, events: ['order.placed'] }, auth);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('SECRETS_KEY')]);
});

test('a deleted webhook leaves no messages, and old messages go', async () => {
  await using here = await shop(['order.placed']);
  const { t, owner, make } = here;
  const { id } = await make();
  await make('https://other.example/');
  await t.post('/api/orders', orderBody(paid(1)));
  const left = async () => (await t.db.selectFrom('webhook_messages').select('webhook_id').execute()).length;
  expect(await left()).toBe(2);
  await t.delete(`/api/admin/webhooks/${id}`, owner);
  expect(await left()).toBe(1);
  t.clock.advance(31 * 24 * HOUR);
  await t.services.webhooks.sweep();
  expect(await left()).toBe(0);
});
