import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Env } from '#server/env.ts';
import { createServices } from '#server/services.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { bucket, goneBucket } from '#tests/bucket.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody } from '#tests/factories.ts';
import { smtpServer } from '#tests/smtp.ts';
import { KEY, twoStepOn } from '#tests/two-step.ts';
import { SHOP } from '../audit/audit.ts';
import { examine } from './doctor.ts';

const HOUR = 3_600_000;
const GB = 1024 ** 3;

afterEach(() => vi.restoreAllMocks());

type Patient = Parameters<typeof examine>[0];

async function look(t: TestApp, name: string, env: Partial<Env> = {}, more: Partial<Patient> = {}) {
  const { context } = t;
  const checks = await examine({
    ...context,
    sources: t.services,
    env: { ...context.env, publicUrl: null, ...env },
    ...more,
  });
  return checks.find((check) => check.name === name);
}

/** Answers requests to PUBLIC_URL like a shop whose clock says `at`. */
function answer(at = START, status = 200): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response('{"status":"ok"}', { status, headers: { date: new Date(at).toUTCString() } }),
  );
}

const note = (t: TestApp, name: string, value: object) =>
  t.db
    .insertInto('meta')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

const lastBackup = (t: TestApp) => note(t, 'backup last', { at: START, file: 'a', bytes: GB });

describe('the doctor', () => {
  test('finds nothing wrong with a shop in order', async () => {
    answer();
    // On a busy machine the database may seem slow.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    await using mail = await smtpServer();
    await using far = await bucket();
    await using t = await testApp();
    await lastBackup(t);
    const env: Env = {
      ...t.context.env,
      adminPassword: null,
      publicUrl: 'https://shop.example',
      trustProxy: 1,
      smtpUrl: mail.url,
      mailFrom: 'care@shop.in',
      s3: far.s3,
    };
    // The in-memory bucket lets strangers read; this one does not.
    vi.mocked(fetch).mockImplementation(async (input) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url.startsWith('https://shop.example')) return new Response('{"status":"ok"}');
      const signed = input instanceof Request && input.headers.has('authorization');
      if (!signed) return new Response('', { status: 403 });
      const path = new URL(url).pathname;
      if (input.method === 'PUT') far.objects.set(path, Buffer.from(await input.arrayBuffer()));
      if (input.method === 'DELETE') far.objects.delete(path);
      return new Response(new Uint8Array(far.objects.get(path) ?? Buffer.from('')));
    });
    await t.services.settings.changeProof(
      (before) => ({ ...before, accounts: [{ bank: 'HDFC', tail: '4821' }] }),
      SHOP,
    );
    const checks = await examine({
      ...t.context,
      sources: t.services,
      env,
      freeBytes: async () => 5 * GB,
      forwardedFor: '1.2.3.4',
    });
    // The clock of PostgreSQL is the real one; the shop's stands at START.
    const wrong = checks.filter(({ state, name }) => state !== 'ok' && (dialect === 'sqlite' || name !== 'Clock'));
    expect(wrong).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'Environment',
      'Database',
      'Reports',
      'Disk space',
      'Mail',
      'Payment messages',
      'Payment proof',
      'Invoices',
      'Secrets',
      'Object storage',
      'Clock',
      'Public address',
      'Certificate',
      'Proxy',
      'Backup',
    ]);
    expect(far.objects.size).toBe(0);
  });

  test.each<[string, Partial<Env>, Partial<Patient>, string, string]>([
    ['Environment', { production: false }, {}, 'warn', 'The shop runs for development.'],
    ['Environment', { adminPassword: 'x' }, {}, 'warn', 'ADMIN_PASSWORD is still set'],
    ['Disk space', {}, { freeBytes: async () => GB }, 'warn', '1.0 GB are free for '],
    ['Disk space', {}, { freeBytes: async () => GB / 20 }, 'fault', '51.2 MB are free for '],
    ['Disk space', {}, { freeBytes: async () => 3 * GB }, 'ok', '3.0 GB are free for '],
    ['Mail', {}, {}, 'warn', 'Mails are written to files in DATA_DIR and reach nobody.'],
    ['Mail', { smtpUrl: 'smtp://127.0.0.1:1' }, {}, 'fault', 'The mail server refuses the shop: connect ECONNREFUSED'],
    ['Object storage', {}, {}, 'ok', 'None is set: pictures are in DATA_DIR.'],
    ['Public address', {}, {}, 'warn', 'PUBLIC_URL is not set'],
    ['Public address', { publicUrl: 'http://shop.example' }, {}, 'fault', 'PUBLIC_URL is not https'],
    ['Public address', { publicUrl: 'http://localhost:3000' }, {}, 'warn', 'PUBLIC_URL is an address of this machine.'],
    ['Public address', { publicUrl: 'https://shop.example/shop' }, {}, 'fault', 'PUBLIC_URL has a path (/shop).'],
    ['Public address', { publicUrl: 'https://shop.example' }, {}, 'ok', 'https://shop.example leads to the shop.'],
    ['Payment proof', {}, {}, 'warn', 'No own bank account is set'],
    ['Certificate', {}, {}, 'ok', 'PUBLIC_URL has none.'],
    ['Certificate', { publicUrl: 'http://shop.example' }, {}, 'ok', 'PUBLIC_URL has none.'],
    ['Certificate', { publicUrl: 'https://127.0.0.1:1' }, {}, 'ok', 'It cannot be looked at from this machine'],
    ['Proxy', {}, {}, 'ok', 'No proxy is trusted, and none is in front.'],
    ['Proxy', { publicUrl: 'https://shop.example' }, {}, 'fault', 'A proxy is in front, but TRUST_PROXY is not set'],
    ['Proxy', {}, { forwardedFor: '1.2.3.4' }, 'fault', 'A proxy is in front, but TRUST_PROXY is not set'],
    [
      'Proxy',
      { trustProxy: 2 },
      { forwardedFor: '1.2.3.4' },
      'fault',
      'TRUST_PROXY is 2, but this request came over 1',
    ],
    ['Proxy', { trustProxy: 1, host: '0.0.0.0' }, {}, 'warn', 'The shop listens on 0.0.0.0'],
    ['Proxy', { trustProxy: 2 }, { forwardedFor: '9.9.9.9, 1.2.3.4' }, 'ok', '2 proxies in front are trusted.'],
    ['Proxy', { trustProxy: 1 }, {}, 'ok', 'too few requests have come to tell if that is right.'],
    ['Proxy', { trustProxy: 1 }, { forwardedFor: '' }, 'warn', 'this request came without X-Forwarded-For.'],
    ['Proxy', { trustProxy: 1 }, { forwardedFor: '9.9.9.9, 1.2.3.4' }, 'warn', 'this request came over 2 proxies.'],
    ['Backup', {}, {}, 'fault', 'There has never been a backup.'],
  ])('%s with %j: %s', async (name, env, more, state, text) => {
    answer();
    await using t = await testApp();
    const found = await look(t, name, env, more);
    expect(found).toMatchObject({ state, text: expect.stringContaining(text) });
    expect(found?.action === null).toBe(state === 'ok');
  });

  test.each([
    [0, '', 'ok', 'No proxy is trusted, and none is in front.'],
    // One client can forge most of them: an owner without a proxy must not be told to trust it.
    [0, '1.2.3.4', 'warn', 'Most requests have X-Forwarded-For, but TRUST_PROXY is not set'],
    [1, '', 'fault', 'most requests come without X-Forwarded-For: all shoppers share the address of the proxy'],
    [1, '1.2.3.4', 'ok', '1 proxy in front is trusted.'],
    [1, '1.2.3.4, 5.6.7.8', 'fault', 'most requests come over 2 proxies: shoppers share the address of an outer proxy'],
    [2, '1.2.3.4', 'fault', 'TRUST_PROXY is 2, but most requests come over 1 proxy.'],
    [2, '1.2.3.4, 5.6.7.8', 'ok', '2 proxies in front are trusted.'],
  ])('TRUST_PROXY is %i, and most requests have X-Forwarded-For %j', async (trustProxy, most, state, text) => {
    const ask = (count: number, forwardedFor: string) =>
      Promise.all(
        Array.from({ length: count }, () => t.get('/api/', forwardedFor ? { 'x-forwarded-for': forwardedFor } : {})),
      );
    await using t = await testApp({ env: { trustProxy } });
    const finding = { state, text: expect.stringContaining(text) };
    const finds = () => look(t, 'Proxy', { trustProxy });
    // Health checks and scrapes go past the proxy.
    for (let count = 0; count < 60; count++) await t.get('/healthz');
    await ask(19, most);
    expect((await finds())?.text).toMatch(/No proxy is trusted|too few requests/);
    await ask(1, most);
    // Fewer than half forge the header, or have a proxy of their own.
    await ask(18, '9.9.9.9, 9.9.9.9, 9.9.9.9');
    expect(await finds()).toMatchObject(finding);
    // The doctor as a command reads what the running shop has noted; another process has seen
    // nothing itself.
    await t.services.arrivals.write();
    const command = { ...t, services: createServices(t.context) };
    expect(await look(command, 'Proxy', { trustProxy })).toMatchObject(finding);
    // What came long ago does not count.
    await ask(60, most);
    await ask(40, '9.9.9.9, 9.9.9.9, 9.9.9.9');
    const wrong = { state: trustProxy === 0 ? 'warn' : 'fault' };
    expect(await finds()).toMatchObject(wrong);
    await t.services.arrivals.write();
    expect(await look(command, 'Proxy', { trustProxy })).toMatchObject(wrong);
    // A shop that starts again, perhaps behind a mended proxy, forgets what came before.
    await command.services.arrivals.write();
    expect(await look(command, 'Proxy', { trustProxy })).toMatchObject({ state: 'ok' });
  });

  test('every folder is looked at', async () => {
    await using t = await testApp();
    const { dataDir } = t.context.env;
    const dir = path.join(dataDir, 'backups');
    const backups = { dir, everyMs: HOUR, keep: 1 };
    const check = (data: number, other: number) =>
      look(t, 'Disk space', { backups }, { freeBytes: async (folder) => (folder === dir ? other : data) * GB });
    expect(await check(5, 3)).toEqual({
      name: 'Disk space',
      state: 'ok',
      text: `5.0 GB are free for ${dataDir}. 3.0 GB are free for ${dir}.`,
      action: null,
    });
    expect(await check(5, 0.25)).toMatchObject({
      state: 'fault',
      text: `0.3 GB are free for ${dir}.`,
      action: 'Free space now: without it there are no new backups.',
    });
    expect(await check(1, 0.25)).toMatchObject({
      state: 'fault',
      text: `1.0 GB are free for ${dataDir}. 0.3 GB are free for ${dir}.`,
      action: 'Free space, or move the folder to a larger disk. Free space now: without it there are no new backups.',
    });
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    const low = { freeBytes: async () => GB / 4 };
    expect(await look(t, 'Disk space', { backups: { ...backups, dir: file } }, low)).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(/^0\.3 GB are free for \S+\. \S+\/file cannot be written: EEXIST/),
      action:
        'Free space now: without it the shop takes no orders. Give the user of the shop the folder: without it there are no new backups.',
    });
  });

  test('a folder that cannot be written, and an address that leads elsewhere', async () => {
    await using t = await testApp();
    const file = path.join(t.context.env.dataDir, 'file');
    await writeFile(file, '');
    const backups = { dir: path.join(file, 'backups'), everyMs: HOUR, keep: 1 };
    expect(await look(t, 'Disk space', { backups })).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(/file\/backups cannot be written: ENOTDIR/),
    });
    expect(await look(t, 'Disk space', { backups: { ...backups, dir: file } })).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(/file cannot be written: EEXIST/),
    });
    answer(START, 404);
    expect(await look(t, 'Public address', { publicUrl: 'https://shop.example' })).toMatchObject({
      state: 'fault',
      text: 'PUBLIC_URL does not lead to the shop from this machine: it returned 404.',
      action: expect.stringContaining('look at DNS'),
    });
  });

  test('an address that does not respond, or whose certificate has expired', async () => {
    await using t = await testApp();
    const publicUrl = 'https://shop.example';
    const failWith = (code: string, message: string) =>
      vi
        .spyOn(globalThis, 'fetch')
        .mockRejectedValue(
          Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(message), { code }) }),
        );
    failWith('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:443');
    expect(await look(t, 'Public address', { publicUrl })).toMatchObject({
      state: 'fault',
      text: 'PUBLIC_URL does not lead to the shop from this machine: connect ECONNREFUSED 192.0.2.1:443.',
    });
    failWith('CERT_HAS_EXPIRED', 'certificate has expired');
    expect(await look(t, 'Public address', { publicUrl })).toMatchObject({
      state: 'fault',
      text: 'The certificate of https://shop.example is not valid: certificate has expired. Browsers do not let shoppers in.',
      action: expect.stringContaining('certbot renew'),
    });
    for (const code of [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'SELF_SIGNED_CERT_IN_CHAIN',
    ]) {
      failWith(code, 'unknown issuer');
      expect(await look(t, 'Public address', { publicUrl })).toMatchObject({
        state: 'fault',
        text: expect.stringContaining('is not valid: unknown issuer.'),
        action: expect.stringMatching(/the whole chain .* fullchain\.pem/),
      });
    }
  });

  test('mails that failed today, or wait for more than an hour', async () => {
    await using mail = await smtpServer();
    await using t = await testApp({ env: { mailFrom: 'Kishmish <care@shop.in>' } });
    const row = { kind: 'x', recipient: 'a@b.in', subject: '', text_body: '', html_body: '' };
    const add = (id: string, status: 'queued' | 'failed', age: number, tries = 12) =>
      t.db
        .insertInto('mail_outbox')
        .values({
          ...row,
          id,
          message_id: id,
          status,
          tries,
          attachments: '[]',
          next_try_at: START - age,
          created_at: START - age,
        })
        .execute();
    await add('mail_gone', 'failed', 31 * 24 * HOUR);
    await add('mail_1', 'queued', HOUR);
    expect(await look(t, 'Mail', { smtpUrl: mail.url })).toMatchObject({ state: 'ok' });
    await add('mail_old', 'failed', 25 * HOUR);
    expect(await look(t, 'Mail', { smtpUrl: mail.url })).toMatchObject({
      state: 'warn',
      text: '1 mail of the last 30 days could not be sent.',
    });
    await add('mail_2', 'queued', 3 * HOUR);
    expect(await look(t, 'Mail', { smtpUrl: mail.url })).toMatchObject({
      state: 'warn',
      text: '2 mails wait, the oldest for 3 hours.',
    });
    // Held back by the limit for strangers.
    await add('mail_held', 'failed', HOUR, 0);
    expect(await look(t, 'Mail', { smtpUrl: mail.url })).toMatchObject({ state: 'warn' });
    await add('mail_3', 'failed', HOUR);
    expect(await look(t, 'Mail', { smtpUrl: mail.url })).toMatchObject({
      state: 'fault',
      text: '1 mail of the last day could not be sent.',
    });
    await t.db.deleteFrom('mail_outbox').where('id', '=', 'mail_3').execute();
    // Its tries took longer than the day that has passed since it was written.
    const longTried = t.db.updateTable('mail_outbox').set({ next_try_at: START - HOUR });
    await longTried.where('id', '=', 'mail_old').execute();
    expect(await look(t, 'Mail', { smtpUrl: mail.url })).toMatchObject({ state: 'fault' });
  });

  test.each(['care@kishmish.example', 'Nuts <care@shop.example>'])('mails from %s', async (mailFrom) => {
    await using mail = await smtpServer();
    await using t = await testApp();
    expect(await look(t, 'Mail', { smtpUrl: mail.url, mailFrom })).toMatchObject({
      state: 'warn',
      text: expect.stringMatching(/^MAIL_FROM is care@\w+\.example, an address of nobody: /),
      action: 'Set MAIL_FROM to the address of your shop.',
    });
  });

  test('a mailbox that is not read', async () => {
    await using t = await testApp();
    const check = (hours: number) => look(t, 'Payment messages', {}, { now: () => START + hours * HOUR });
    expect(await check(0)).toMatchObject({ state: 'ok', text: 'No mailbox for the alerts of the bank is set.' });
    const mailbox = { host: 'imap.bank.test', user: 'owner' };
    await t.post('/api/payment-settings', { mailbox }, t.auth(await t.adminToken()));
    expect(await check(0)).toMatchObject({
      state: 'fault',
      text: 'The mailbox for the alerts of the bank cannot be read: There is no password that the shop can open.',
    });
    (t.context.env as { mailboxPassword: string | null }).mailboxPassword = 'a password';
    expect(await check(0)).toMatchObject({ state: 'warn', action: 'Start the shop.' });
    const error = 'The mail server refuses the user name or the password.';
    const status = { connected: false, lastMailAt: null, error, nextTryAt: null };
    // As the process leaves it that ends.
    await note(t, 'mailbox lease', { holder: 'one', until: 0, status: null, readAt: START });
    expect(await check(0)).toMatchObject({ state: 'warn', action: 'Start the shop.' });
    const lease = { holder: 'one', until: START, status, readAt: START };
    // Nobody has read it yet: right after it was set up.
    await note(t, 'mailbox lease', { ...lease, unread: true });
    expect(await check(0)).toMatchObject({
      state: 'fault',
      text: `The mailbox for the alerts of the bank cannot be read: ${error}`,
    });
    await note(t, 'mailbox lease', { ...lease, status: null, unread: true });
    expect(await check(1 / 4)).toMatchObject({ state: 'ok', text: 'The mailbox is being read for the first time.' });
    expect(await check(1)).toMatchObject({ state: 'fault' });
    await note(t, 'mailbox lease', lease);
    expect(await check(1 / 4)).toMatchObject({ state: 'ok', text: 'The mailbox was read 15 minutes ago.' });
    expect(await check(3)).toMatchObject({
      state: 'fault',
      text: 'The mailbox for the alerts of the bank has not been read for 3 hours: The mail server refuses the user name or the password.',
    });
  });

  test('stored secrets that SECRETS_KEY does not open', async () => {
    await using t = await testApp({ env: { secretsKey: KEY } });
    const auth = t.auth(await t.adminToken());
    const mailbox = { host: 'imap.bank.test', user: 'owner', password: 'a password' };
    await t.post('/api/payment-settings', { mailbox, signingKeys: { 'sms-forwarder': 'a key' } }, auth);
    await t.post('/api/auth/alerts/key', undefined, auth);
    await twoStepOn(t, auth);
    expect(await look(t, 'Secrets')).toMatchObject({ state: 'ok' });
    for (const secretsKey of [Buffer.alloc(32, 8), null]) {
      const context = { ...t.context, env: { ...t.context.env, secretsKey } };
      const found = await look({ ...t, context, services: createServices(context) }, 'Secrets', { secretsKey });
      expect(found).toMatchObject({
        state: 'fault',
        text: `SECRETS_KEY ${secretsKey ? 'is another one than before' : 'is not set'}: the shop cannot open the password of the mailbox, the signing key of sms-forwarder, the key for browser notifications, two-step sign-in of Admin.`,
      });
    }
  });

  test('a bucket that everybody can read, or that refuses', async () => {
    await using far = await bucket();
    await using t = await testApp();
    expect(await look(t, 'Object storage', { s3: far.s3 })).toMatchObject({
      state: 'fault',
      text: 'Everybody can read the bucket.',
    });
    expect(far.objects.size).toBe(0);
    far.fail(true);
    expect(await look(t, 'Object storage', { s3: far.s3 })).toMatchObject({
      state: 'fault',
      text: `The bucket cannot be used: the object storage at ${far.s3.url} returned 403 for PUT.`,
      action: expect.stringMatching(/S3_….* the network and the provider/),
    });
    const s3 = await goneBucket();
    expect(await look(t, 'Object storage', { s3 })).toMatchObject({
      state: 'fault',
      text: `The bucket cannot be used: the object storage at ${s3.url} cannot be reached: connect ECONNREFUSED ${new URL(s3.url).host}.`,
    });
  });

  test('clocks that are apart, and orders of the future', async () => {
    await using t = await testApp();
    const publicUrl = 'https://shop.example';
    if (dialect === 'sqlite') {
      answer(START);
      expect(await look(t, 'Clock', { publicUrl })).toMatchObject({ state: 'ok' });
      answer(START - 20_000);
      expect(await look(t, 'Clock', { publicUrl })).toMatchObject({ state: 'warn' });
      answer(START + 90_000);
      expect(await look(t, 'Clock', { publicUrl })).toMatchObject({ state: 'fault' });
    } else {
      const now = () => Date.now();
      expect(await look(t, 'Clock', {}, { now })).toMatchObject({ state: 'ok' });
      expect(await look(t, 'Clock', {}, { now: () => Date.now() - 90_000 })).toMatchObject({
        state: 'fault',
        text: expect.stringMatching(/^This machine and PostgreSQL are (89|9\d)\.\d s apart\.$/),
      });
    }
    await addProduct(t.db, {});
    await t.post('/api/orders', orderBody({ shippingAddress: ADDRESS }));
    expect(await look(t, 'Clock', {}, { now: () => START - 3 * HOUR })).toMatchObject({
      state: 'fault',
      text: 'The newest order is 3 hours in the future.',
    });
  });

  test('a backup that is late or failed', async () => {
    await using t = await testApp();
    await lastBackup(t);
    const backups = { dir: t.context.env.dataDir, everyMs: 6 * HOUR, keep: 7 };
    const at = (hours: number) => ({ now: () => START + hours * HOUR });
    expect(await look(t, 'Backup', {}, at(3))).toMatchObject({
      state: 'ok',
      text: 'The last backup (a, 1.0 GB) is 3 hours old.',
    });
    expect(await look(t, 'Backup', {}, at(72))).toMatchObject({ state: 'warn' });
    expect(await look(t, 'Backup', { backups }, at(7))).toMatchObject({ state: 'ok' });
    expect(await look(t, 'Backup', { backups }, at(8))).toMatchObject({
      state: 'warn',
      action: 'Look for “the automatic backup failed” in the log.',
    });
    await note(t, 'backup last', { at: START, file: 'a', bytes: GB, missing: 2 });
    expect(await look(t, 'Backup', { backups }, at(7))).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('It lacks 2 pictures and photos.'),
    });
    await lastBackup(t);
    expect(await look(t, 'Backup', { backups }, at(13))).toMatchObject({ state: 'fault' });
    await note(t, 'backup failed', { at: START + HOUR, reason: 'ENOSPC: no space left on device, write' });
    expect(await look(t, 'Backup', { backups }, at(4))).toMatchObject({
      state: 'fault',
      text: 'The last backup (a, 1.0 GB) is 4 hours old. The automatic one failed 3 hours ago: ENOSPC: no space left on device, write.',
    });
  });

  test('a schema that a newer shop has migrated; so says /readyz', async () => {
    await using t = await testApp({ ownApp: true });
    expect((await t.get('/readyz')).status).toBe(200);
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(t.db);
    expect(await look(t, 'Database')).toMatchObject({
      state: 'fault',
      text: 'The schema is of another version: a newer shop has migrated it.',
    });
    // It returns the same for a second.
    await expect
      .poll(() => t.get('/readyz'))
      .toMatchObject({
        status: 503,
        body: { message: 'The database schema is that of a newer version of the shop.' },
      });
    await sql`delete from kysely_migration where name = '999-later'`.execute(t.db);
    await expect.poll(async () => (await t.get('/readyz')).status).toBe(200);
  });

  test('a schema of another version, and a check that throws', async () => {
    await using t = await testApp();
    await sql`delete from kysely_migration where name = '016-upi-apps'`.execute(t.db);
    expect(await look(t, 'Database')).toMatchObject({ state: 'fault', text: 'The schema is not up to date.' });
    await t.db.insertInto('meta').values({ name: 'backup last', value: '{' }).execute();
    expect(await look(t, 'Backup')).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(/^This cannot be checked: /),
    });
  });

  test('admins see the same', async () => {
    await using t = await testApp();
    const { status, body } = await t.get('/api/admin/doctor', t.auth(await t.adminToken()));
    expect(status).toBe(200);
    expect(body.checks).toHaveLength(15);
    expect(body.checks.at(-1)).toEqual({
      name: 'Backup',
      state: 'fault',
      text: 'There has never been a backup.',
      action: 'Run npm run backup, or set BACKUP_DIR for automatic backups.',
    });
  });
});
