import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { MAX_PUSH_DEVICES } from '#shop/accounts/staff-notices.ts';
import { ADMIN, type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { pushEndpoint, subscriptionOf } from '#tests/push-endpoint.ts';
import { transact } from '../database/transact.ts';
import { createPushService } from '../mail/push.service.ts';

const MINUTE = 60_000;
const ENDPOINT = 'https://push.example/one';

async function shop(env = {}) {
  const t = await testApp({ env: { secretsKey: randomBytes(32), publicUrl: 'https://shop.example', ...env } });
  await addProduct(t.db, { sizes: [{ stock: 1_000 }] });
  return { t, auth: t.auth(await t.adminToken()) };
}

/** A push service of the shop that reaches the endpoint of the test. */
const pushOf = (t: TestApp, deliver: Parameters<typeof createPushService>[1]['deliver']) =>
  createPushService(t.context, {
    keys: async () => {
      const keys = await t.services.settings.pushKeys();
      return keys && { ...keys, subject: 'https://shop.example' };
    },
    ...(deliver ? { deliver } : {}),
  });

const waiting = (t: TestApp) => t.db.selectFrom('push_outbox').selectAll().execute();

async function place(t: TestApp, utr?: number): Promise<string> {
  const email = `a${utr ?? 0}@example.com`;
  const more = { shippingAddress: { ...ADDRESS, email, phone: `98765${String(utr ?? 0).padStart(5, '0')}` } };
  const { status, body } = await t.post('/api/orders', orderBody({ ...more, ...(utr ? paid(utr) : {}) }));
  expect(status).toBe(201);
  return body.order.orderNumber;
}

test('a new order is mailed to those who have chosen it, without anything personal', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await place(t, 1);
  expect(await t.db.selectFrom('mail_outbox').select('id').where('kind', '=', 'new_order').execute()).toEqual([]);
  const on = await t.put('/api/auth/alerts', { mail: true }, auth);
  expect(on.body).toMatchObject({ message: 'You get an email about each new order.', alerts: { mail: true } });
  const orderNumber = await place(t, 2);
  const mails = await t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'new_order').execute();
  expect(mails).toMatchObject([
    { recipient: ADMIN.email, subject: `Kishmish: new order: ₹299: ${orderNumber}`, order_number: null },
  ]);
  expect(mails[0]?.text_body).toContain(`https://shop.example/admin?section=orders&order=${orderNumber}`);
  expect(mails[0]?.text_body).not.toMatch(/Ananya|98765|Chennai/);
  await t.put('/api/auth/alerts', { mail: false }, auth);
  await place(t, 3);
  expect(await t.db.selectFrom('mail_outbox').select('id').where('kind', '=', 'new_order').execute()).toHaveLength(1);
});

test('a new order is pushed to each browser: signed with the shop’s key, encrypted for that browser', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const [one, two] = [subscriptionOf(ENDPOINT), subscriptionOf('https://other.example/two')];
  await using endpoint = await pushEndpoint({ [ENDPOINT]: one, 'https://other.example/two': two });
  const { publicKey } = (await t.post('/api/auth/alerts/key', undefined, auth)).body;
  for (const { device } of [one, two]) {
    expect((await t.post('/api/auth/alerts/devices', device, auth)).status).toBe(200);
  }
  const orderNumber = await place(t, 4);
  const push = pushOf(t, endpoint.deliver);
  expect(await push.sendDue()).toBe(2);
  expect(await push.sendDue()).toBe(0);
  expect(endpoint.received.map(({ endpoint: to }) => to).sort()).toEqual(['https://other.example/two', ENDPOINT]);
  for (const { headers, message, claims, endpoint: to, publicKey: signedWith } of endpoint.received) {
    expect(message).toEqual({
      title: 'New order: ₹299',
      body: '1 item · UTR to verify',
      tag: orderNumber,
      url: `/admin?section=orders&order=${orderNumber}`,
    });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      topic: orderNumber,
      urgency: 'high',
      ttl: '43200',
    });
    expect(claims).toMatchObject({ aud: new URL(to).origin, sub: 'https://shop.example' });
    expect(signedWith).toBe(publicKey);
  }
  expect(await waiting(t)).toEqual([]);
});

test('of more than twenty orders in an hour, the others are told together every 15 minutes', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await t.put('/api/auth/alerts', { mail: true }, auth);
  await t.post('/api/auth/alerts/key', undefined, auth);
  await t.post('/api/auth/alerts/devices', subscriptionOf(ENDPOINT).device, auth);
  const pushed: string[] = [];
  const push = pushOf(t, async (_target, { payload }) => {
    pushed.push(JSON.parse(payload).title);
    return 201;
  });
  /**
   * Tells of this many orders, sends what is due, and returns the titles of the messages and the
   * subjects of the mails.
   */
  const tell = async (orders: number) => {
    for (let index = 0; index < orders; index++) {
      await transact(t.context, async ({ trx }) => {
        const order = { orderNumber: `ORD17951136${index}`, total: 29_900, items: 1, utr: true };
        await t.services.staffAlerts.newOrder(trx, order, { brandName: 'Kishmish', url: 'https://shop.example' });
      });
    }
    pushed.length = 0;
    await t.services.staffAlerts.tellTogether();
    await push.sendDue();
    const due = t.db.selectFrom('mail_outbox').select(['id', 'subject']).where('next_try_at', '<=', t.clock.time);
    const mails = await due.execute();
    await t.db.deleteFrom('mail_outbox').where('next_try_at', '<=', t.clock.time).execute();
    return [[...pushed], mails.map(({ subject }) => subject.replace(/: ORD.*/, ''))];
  };
  const [messages, mails] = await tell(20);
  expect(messages).toEqual(Array(20).fill('New order: ₹299'));
  expect(mails).toEqual(Array(20).fill('Kishmish: new order: ₹299'));
  expect(await tell(3)).toEqual([[], []]);
  t.clock.advance(15 * MINUTE);
  expect(await tell(1)).toEqual([['3 new orders'], ['Kishmish: 3 new orders']]);
  // A single one keeps its own words.
  t.clock.advance(15 * MINUTE);
  expect(await tell(0)).toEqual([['New order: ₹299'], ['Kishmish: new order: ₹299']]);
  t.clock.advance(60 * MINUTE);
  expect(await tell(1)).toEqual([['New order: ₹299'], ['Kishmish: new order: ₹299']]);
});

test('without the key, messages wait for twelve hours and no longer', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await t.post('/api/auth/alerts/key', undefined, auth);
  await t.post('/api/auth/alerts/devices', subscriptionOf(ENDPOINT).device, auth);
  await place(t, 14);
  const keyless = createPushService(t.context, { keys: async () => null });
  t.clock.advance(11 * 60 * MINUTE);
  await keyless.sendDue();
  expect(await waiting(t)).toHaveLength(1);
  t.clock.advance(2 * 60 * MINUTE);
  await keyless.sendDue();
  expect(await waiting(t)).toEqual([]);
});

test.each([404, 410])('a browser whose push service says %i is removed, with what waits for it', async (status) => {
  const { t, auth } = await shop();
  await using _ = t;
  await using endpoint = await pushEndpoint({});
  await t.post('/api/auth/alerts/key', undefined, auth);
  await t.post('/api/auth/alerts/devices', subscriptionOf(ENDPOINT).device, auth);
  await place(t, 5);
  await place(t, 6);
  endpoint.respond(status);
  const push = pushOf(t, endpoint.deliver);
  await push.sendDue();
  expect((await t.get('/api/auth/alerts', auth)).body.alerts.devices).toEqual([]);
  expect(await waiting(t)).toEqual([]);
  // Later orders are not held up.
  await place(t, 7);
  expect(await waiting(t)).toEqual([]);
});

test('a message that fails is sent again later; one that is refused, or fails eight times, is given up', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await using endpoint = await pushEndpoint({});
  await t.post('/api/auth/alerts/key', undefined, auth);
  await t.post('/api/auth/alerts/devices', subscriptionOf(ENDPOINT).device, auth);
  const push = pushOf(t, endpoint.deliver);
  await place(t, 8);
  for (const status of [500, 429]) {
    endpoint.respond(status);
    expect(await push.sendDue()).toBe(1);
    expect(await push.sendDue()).toBe(0);
    t.clock.advance(MINUTE);
  }
  endpoint.respond(201);
  await push.sendDue();
  expect([endpoint.received.length, (await waiting(t)).length]).toEqual([3, 0]);
  await place(t, 9);
  endpoint.respond(400);
  await push.sendDue();
  expect(await waiting(t)).toEqual([]);
  // A push service that cannot be reached.
  await place(t, 10);
  const lost = pushOf(t, async () => {
    throw Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' });
  });
  let tries = 0;
  for (let index = 0; index < 20; index++) {
    tries += await lost.sendDue();
    t.clock.advance(60 * MINUTE);
  }
  expect([tries, (await waiting(t)).length]).toEqual([8, 0]);
});

test('two processes do not push twice; what a lost process had claimed is pushed after its lease', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await t.post('/api/auth/alerts/key', undefined, auth);
  await t.post('/api/auth/alerts/devices', subscriptionOf(ENDPOINT).device, auth);
  const seen: string[] = [];
  let stuck = true;
  const deliver = async (_target: unknown, { topic }: { topic: string }) => {
    seen.push(topic);
    if (stuck) await new Promise(() => {});
    return 201;
  };
  const [one, two] = [pushOf(t, deliver), pushOf(t, deliver)];
  const orderNumber = await place(t, 11);
  void one.sendDue();
  await expect.poll(() => seen.length).toBe(1);
  stuck = false;
  expect(await two.sendDue()).toBe(0);
  t.clock.advance(3 * MINUTE);
  expect(await two.sendDue()).toBe(1);
  // With the same topic and tag: a browser shows it once.
  expect(seen).toEqual([orderNumber, orderNumber]);
});

test('each person has at most ten browsers, their own, and a disabled account gets nothing', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await t.post('/api/auth/alerts/key', undefined, auth);
  for (let index = 0; index <= MAX_PUSH_DEVICES; index++) {
    await t.post('/api/auth/alerts/devices', subscriptionOf(`https://push.example/${index}`).device, auth);
    t.clock.advance(1);
  }
  const { devices } = (await t.get('/api/auth/alerts', auth)).body.alerts;
  expect(devices).toHaveLength(MAX_PUSH_DEVICES);
  expect(devices[0].endpoint).toBe('https://push.example/1');
  // The same browser again is one row.
  await t.post('/api/auth/alerts/devices', subscriptionOf('https://push.example/1').device, auth);
  expect(await t.db.selectFrom('push_devices').select('id').execute()).toHaveLength(MAX_PUSH_DEVICES);
  const gone = await t.delete(`/api/auth/alerts/devices/${devices[0].id}`, auth);
  expect(gone.body.alerts.devices).toHaveLength(MAX_PUSH_DEVICES - 1);
  expect((await t.delete(`/api/auth/alerts/devices/${devices[0].id}`, auth)).status).toBe(404);
  await place(t, 12);
  expect(await waiting(t)).toHaveLength(MAX_PUSH_DEVICES - 1);
  await t.db.updateTable('users').set({ active: 0 }).execute();
  const push = pushOf(t, async () => Promise.reject(new Error('pushed')));
  await push.sendDue();
  expect(await waiting(t)).toEqual([]);
  await place(t, 13);
  expect(await waiting(t)).toEqual([]);
});

test('50 browsers added at once are ten', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const add = (index: number) =>
    t.post('/api/auth/alerts/devices', subscriptionOf(`https://push.example/${index}`).device, auth);
  await Promise.all(Array.from({ length: 50 }, (_, index) => add(index)));
  expect(await t.db.selectFrom('push_devices').select('id').execute()).toHaveLength(MAX_PUSH_DEVICES);
});

test('the key is made once, sealed, and needs SECRETS_KEY', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const keys = await Promise.all(Array.from({ length: 10 }, () => t.post('/api/auth/alerts/key', undefined, auth)));
  expect(new Set(keys.map(({ body }) => body.publicKey)).size).toBe(1);
  const stored = await t.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'alerts')
    .executeTakeFirstOrThrow();
  const { privateKey } = (await t.services.settings.pushKeys()) ?? {};
  expect(privateKey).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify([stored, await t.db.selectFrom('audit_log').selectAll().execute()])).not.toContain(privateKey);
  const { t: without, auth: own } = await shop({ secretsKey: null });
  await using __ = without;
  expect((await without.get('/api/auth/alerts', own)).body.alerts.ready).toBe(false);
  const refused = await without.post('/api/auth/alerts/key', undefined, own);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Alerts in the browser need SECRETS_KEY in the environment of the shop.',
  ]);
});

test('an address inside the network of the shop is refused', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { device } = subscriptionOf('https://192.168.1.1/push');
  const refused = await t.post('/api/auth/alerts/devices', device, auth);
  expect([refused.status, refused.body.errors[0]]).toEqual([
    400,
    { path: 'endpoint', msg: 'This browser’s push service cannot be used.' },
  ]);
});
