import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { createSettingsService } from './service.ts';

const NEW = { upiId: 'new@okaxis', accountHolderName: 'New Holder' };

async function admin() {
  const t = await testApp({ seed: 'demo' });
  return { t, auth: t.auth(await t.adminToken()) };
}

const audited = (t: TestApp) =>
  t.db.selectFrom('audit_log').selectAll().where('entity', '=', 'settings').orderBy('id').execute();

test('POST /payment-settings saves, confirms, and shoppers see it at once (R2.7)', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const before = (await t.get('/api/payment-settings')).body.settings;
  const { status, body } = await t.post('/api/payment-settings', NEW, auth);
  expect([status, body.success, body.message]).toEqual([200, true, 'Payment settings saved successfully!']);
  // Omitted fields keep their values.
  expect(body.settings).toEqual({ ...before, ...NEW });
  expect((await t.get('/api/payment-settings')).body.settings).toEqual({ ...before, ...NEW });
  const more = {
    onlineOffer: { text: 'Pay online', amount: 33, visible: true },
    paytmNote: { text: '', visible: false },
    apps: [
      { id: 'paytm', visible: true },
      { id: 'phonepe', visible: false },
    ],
  };
  await t.post('/api/payment-settings', { ...NEW, ...more }, auth);
  expect((await t.get('/api/payment-settings')).body.settings).toEqual({ ...NEW, ...more });
  const log = await audited(t);
  expect(log).toHaveLength(2);
  expect(JSON.parse(log[0]?.before_value ?? '')).toEqual(before);
  expect(JSON.parse(log[1]?.after_value ?? '')).toEqual({ ...NEW, ...more });
});

test('the UPI ID of the demo shop is refused by a shop that is none', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const refused = await t.post('/api/payment-settings', { ...NEW, upiId: 'kishmish@upi' }, auth);
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'upiId', msg: 'This is an example. Please enter your own UPI ID: shoppers pay to it.' }],
  ]);
});

test('invalid payment settings are rejected with the messages of the specification', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const before = (await t.get('/api/payment-settings')).body.settings;
  const errorsOf = async (body: object) => {
    const response = await t.post('/api/payment-settings', body, auth);
    expect(response.status).toBe(400);
    return response.body.errors.map(({ msg }: { msg: string }) => msg);
  };
  expect(await errorsOf({})).toEqual(['UPI ID is required', 'Account holder name is required']);
  for (const upiId of ['yourname@okaxis', 'example@ybl']) {
    const sentence = 'This is an example. Please enter your own UPI ID: shoppers pay to it.';
    expect([upiId, await errorsOf({ ...NEW, upiId })]).toEqual([upiId, [sentence]]);
  }
  expect(await errorsOf({ ...NEW, upiId: 'kishmish.upi' })).toEqual([
    'Please enter a valid UPI ID (e.g., yourname@paytm)',
  ]);
  expect(await errorsOf({ ...NEW, apps: [{ id: 'phonepe', visible: false }] })).toEqual([
    'At least one UPI app must be shown',
  ]);
  expect(await errorsOf({ ...NEW, apps: [{ id: 'gone', visible: true }] })).toEqual(['This UPI app is not known']);
  expect(await errorsOf({ ...NEW, onlineOffer: { amount: 33.333 } })).toEqual([
    'The offer must have at most two decimals',
  ]);
  const twice = { id: 'phonepe', visible: true };
  expect(await errorsOf({ ...NEW, apps: [twice, twice] })).toEqual(['Each UPI app may be listed once']);
  expect((await t.get('/api/payment-settings')).body.settings).toEqual(before);
});

test.each([
  ['payment', 'POST', '/api/payment-settings', NEW],
  ['shop', 'PUT', '/api/settings/shop', { brandName: 'Mewa' }],
  ['urgency', 'PUT', '/api/settings/urgency', { offerCountdownEnabled: false, deliveryCutoffEnabled: false }],
] as const)(
  'when two admins save %s, the second gets 409 and nothing is overwritten',
  async (name, method, url, body) => {
    const { t, auth } = await admin();
    await using _ = t;
    const save = (version: number) =>
      method === 'POST' ? t.post(url, { ...body, version }, auth) : t.put(url, { ...body, version }, auth);
    const read = async () => (await t.get(`/api/settings/${name}`, auth)).body;
    const seen = (await read()).version;
    expect(seen).toBe(1);
    const first = await save(seen);
    expect([first.status, first.body.version]).toEqual([200, 2]);
    const after = await read();
    expect(after).toMatchObject({ version: 2, updatedBy: 'Admin', updatedAt: t.clock.time });
    const second = await save(seen);
    expect([second.status, second.body.message]).toEqual([
      409,
      'Someone else has changed this in the meantime. Please check the latest version and try again.',
    ]);
    expect(second.body.data).toMatchObject({ version: 2, updatedBy: 'Admin', settings: after.settings });
    expect(await read()).toEqual(after);
    expect(await audited(t)).toHaveLength(1);
    expect((await save(2)).status).toBe(200);
  },
);

test('an empty shop saves its first settings; of two concurrent first saves one gets 409', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  expect((await t.get('/api/settings/payment', auth)).body).toMatchObject({ version: 0, updatedAt: null });
  const responses = await Promise.all([
    t.post('/api/payment-settings', { ...NEW, version: 0 }, auth),
    t.post('/api/payment-settings', { ...NEW, accountHolderName: 'Other', version: 0 }, auth),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await t.get('/api/settings/payment', auth)).body.version).toBe(1);
});

test('mails from a plain address carry the current brand name (D1)', async () => {
  await using t = await testApp({ env: { mailFrom: 'care@shop.example' } });
  const auth = t.auth(await t.adminToken());
  const from = async () => {
    await t.post('/api/settings/test-mail', {}, auth);
    await t.services.mail.sendDue();
    const folder = path.join(t.context.env.dataDir, 'mail');
    const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    return files.flatMap((text) => /^From: (.*)\r?$/m.exec(text)?.[1] ?? []);
  };
  expect((await t.get('/api/settings/shop', auth)).body.mail.from).toBe('Kishmish <care@shop.example>');
  expect(await from()).toEqual(['Kishmish <care@shop.example>']);
  const { settings, version } = (await t.get('/api/settings/shop', auth)).body;
  await t.put('/api/settings/shop', { ...settings, brandName: 'Mewa, Sons', version }, auth);
  expect((await t.get('/api/settings/shop', auth)).body.mail.from).toBe('Mewa, Sons <care@shop.example>');
  t.clock.advance(60_000);
  expect(await from()).toContain('"Mewa, Sons" <care@shop.example>');
});

test('shop settings are saved, validated and used by the shop; the response describes how mails are sent', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const { settings, version, mail } = (await t.get('/api/settings/shop', auth)).body;
  expect(mail).toEqual({ by: 'files', from: 'Kishmish <care@kishmish.example>' });
  const grievanceOfficer = { name: 'Asha Rao', designation: 'Manager', email: 'asha@example.com', phone: '' };
  const wanted = { ...settings, brandName: 'Mewa', fssaiLicence: '11223344556677', grievanceOfficer };
  const { status, body } = await t.put('/api/settings/shop', { ...wanted, version }, auth);
  expect([status, body.message]).toEqual([200, 'Shop settings saved successfully!']);
  expect(await t.services.settings.shop()).toEqual(wanted);
  // As people copy it.
  const copied = await t.put('/api/settings/shop', { gstin: ' 27 aapfu-0939-f1zv ', stateCode: '27' }, auth);
  expect(copied.body.settings.gstin).toBe('27AAPFU0939F1ZV');
  for (const [wrong, path, msg] of [
    [{ brandName: ' ' }, 'brandName', 'Brand name is required'],
    [{ gstin: '27' }, 'gstin', 'GSTIN must be 15 letters and digits'],
    [
      { gstin: '27AAPFU0939F1ZW' },
      'gstin',
      'This GSTIN has a typing error: its last character does not fit the others. Please check each letter and digit',
    ],
    [
      { gstin: '99AAPFU0939F1ZC', stateCode: '' },
      'gstin',
      'This GSTIN has a typing error: its first two digits are no state. Please check each letter and digit',
    ],
    [{ gstin: '09DEMCK0000D1ZT', stateCode: '27' }, 'gstin', 'GSTIN must begin with the code of the state'],
    [{ fssaiLicence: '1' }, 'fssaiLicence', 'FSSAI licence must be 14 digits'],
    [{ pincode: '4007' }, 'pincode', 'PIN code must be 6 digits'],
    [{ email: 'care' }, 'email', 'Please enter a valid email address'],
  ] as const) {
    const response = await t.put('/api/settings/shop', { ...wanted, ...wrong }, auth);
    expect([response.status, response.body.errors]).toEqual([400, [{ path, msg }]]);
  }
});

test('fields of the shop that a save leaves out stay, also those of the grievance officer', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const before = (await t.get('/api/settings/shop', auth)).body.settings;
  expect(before.gstin).not.toBe('');
  const saved = await t.put('/api/settings/shop', { phone: '044 1234', grievanceOfficer: { name: 'Meera' } }, auth);
  const after = {
    ...before,
    phone: '044 1234',
    grievanceOfficer: { ...before.grievanceOfficer, name: 'Meera' },
  };
  expect([saved.status, saved.body.settings]).toEqual([200, after]);
  expect((await t.get('/api/settings/shop', auth)).body.settings).toEqual(after);
  // An empty text empties a field; what stays is checked together with what changes.
  expect((await t.put('/api/settings/shop', { fssaiLicence: '' }, auth)).body.settings.fssaiLicence).toBe('');
  const moved = await t.put('/api/settings/shop', { stateCode: before.stateCode === '07' ? '08' : '07' }, auth);
  expect([moved.status, moved.body.errors]).toEqual([
    400,
    [{ path: 'gstin', msg: 'GSTIN must begin with the code of the state' }],
  ]);
  expect((await t.put('/api/settings/shop', { brandName: '' }, auth)).status).toBe(400);
});

test('switching the countdowns does not change the rest of the config', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const before = (await t.get('/api/config')).body.config;
  const off = { offerCountdownEnabled: false, deliveryCutoffEnabled: false };
  expect((await t.put('/api/settings/urgency', { ...off, maxFileSize: 1 }, auth)).status).toBe(200);
  expect((await t.get('/api/config')).body.config).toEqual({ ...before, ...off });
});

test('an unpaid order keeps its stock for the hours that the admin saved, from 3 to 720', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const switches = { offerCountdownEnabled: true, deliveryCutoffEnabled: true };
  const save = (unpaidHours: unknown) => t.put('/api/settings/urgency', { ...switches, unpaidHours }, auth);
  const stored = async () => (await t.get('/api/config')).body.config.unpaidHours;
  expect(await stored()).toBe(24);
  for (const hours of [2, 721, 4.5, '48', null]) {
    const refused = await save(hours);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'unpaidHours', msg: 'Please enter whole hours from 3 to 720' }],
    ]);
  }
  for (const hours of [3, 720, 48]) {
    expect((await save(hours)).status).toBe(200);
    expect(await stored()).toBe(hours);
  }
  // What the form of another version leaves out stays.
  await t.put('/api/settings/urgency', switches, auth);
  expect(await stored()).toBe(48);
});

test('a test email goes to the admin who requests it', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const { body } = await t.post('/api/settings/test-mail', undefined, auth);
  expect(body.message).toBe('The email is only saved as a file: the shop has no mail server (SMTP_URL).');
  const mail = await t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'test').executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ recipient: 'owner@kishmish.test', subject: 'Kishmish: test email', status: 'queued' });
  expect((await audited(t)).map(({ action }) => action)).toEqual(['mail.test']);
});

test('concurrent saves without a version never silently overwrite each other', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const apps = [{ id: 'paytm', visible: true }];
  const changes = [
    { apps },
    { paytmNote: { text: 'Noted', visible: true } },
    { onlineOffer: { text: 'Ten', amount: 10, visible: true } },
  ];
  const responses = await Promise.all(
    changes.map((change) => t.post('/api/payment-settings', { ...NEW, ...change }, auth)),
  );
  const { settings } = (await t.get('/api/payment-settings')).body;
  responses.forEach(({ status }, index) => {
    expect([200, 409]).toContain(status);
    if (status === 200) expect(settings).toMatchObject(changes[index] ?? {});
  });
  expect(responses.some(({ status }) => status === 200)).toBe(true);
});

test('the rules for proof have a version of their own', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const read = async () => (await t.get('/api/settings/payment', auth)).body;
  const before = await read();
  expect(before.proof).toEqual({ version: 0, updatedAt: null, updatedBy: null });
  const rules = { sources: { sms: { policy: 'confirm', limitPerOrder: 500 } } };
  const saved = await t.post('/api/payment-settings', rules, auth);
  expect([saved.status, saved.body.version, saved.body.proofVersion]).toEqual([200, before.version, 1]);
  const after = await read();
  expect(after).toMatchObject({ version: before.version, proof: { version: 1, updatedBy: 'Admin' } });
  expect(after.settings).toMatchObject({
    upiId: before.settings.upiId,
    sources: { sms: { policy: 'confirm', limitPerOrder: 500, limitPerDay: null } },
  });
});

test('when two admins save the rules for proof, the second gets 409 and nothing is overwritten', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const read = async () => (await t.get('/api/settings/payment', auth)).body;
  const save = (body: object) => t.post('/api/payment-settings', body, auth);
  const accounts = [{ bank: 'HDFC', tail: '6298' }];
  expect((await save({ accounts, proofVersion: 0 })).status).toBe(200);
  const after = await read();
  // With the other record in the same request: neither is saved.
  for (const more of [{}, { ...NEW, version: 1 }]) {
    const second = await save({ accounts: [], proofVersion: 0, ...more });
    expect([second.status, second.body.message]).toEqual([
      409,
      'Someone else has changed this in the meantime. Please check the latest version and try again.',
    ]);
    expect(second.body.data).toMatchObject({ settings: { accounts }, proof: { version: 1 } });
    expect(await read()).toEqual(after);
  }
  expect((await save({ ...NEW, version: 0, accounts: [] })).status).toBe(409);
  expect(await read()).toEqual(after);
  // A request without a version changes what it names and keeps the rest.
  expect((await save({ sources: { sms: { limitPerDay: 900 } } })).status).toBe(200);
  expect((await save({ accounts: [], proofVersion: 2 })).status).toBe(200);
  expect((await read()).settings).toMatchObject({ accounts: [], sources: { sms: { limitPerDay: 900 } } });
});

test('password and signing keys are stored encrypted and never come back', async () => {
  await using t = await testApp({ env: { secretsKey: randomBytes(32) } });
  const auth = t.auth(await t.adminToken());
  const save = (body: object) => t.post('/api/payment-settings', body, auth);
  const secrets = {
    mailbox: { password: 'hidden-word' },
    signingKeys: { SmsForwarder: 'hidden-key', capcom6: 'hidden-2' },
  };
  const saved = await save(secrets);
  const read = (await t.get('/api/settings/payment', auth)).body;
  for (const { settings } of [saved.body, read]) {
    expect(settings).toMatchObject({ signedApps: ['SmsForwarder', 'capcom6'], mailbox: { passwordSet: true } });
  }
  const stored = await t.db.selectFrom('settings').select('value').where('name', '=', 'proof').execute();
  expect(JSON.stringify([saved.body, read, stored, await audited(t)])).not.toContain('hidden');
  expect(await t.services.settings.signingKeys()).toEqual({ SmsForwarder: 'hidden-key', capcom6: 'hidden-2' });
  await save({ signingKeys: { SmsForwarder: '' } });
  expect(await t.services.settings.signingKeys()).toEqual({ capcom6: 'hidden-2' });
});

test.each([{ mailbox: { password: 'hidden-word' } }, { signingKeys: { capcom6: 'hidden-key' } }])(
  'without SECRETS_KEY, %j is refused with a sentence and nothing is saved',
  async (secret) => {
    const { t, auth } = await admin();
    await using _ = t;
    const { status, body } = await t.post('/api/payment-settings', { ...NEW, ...secret }, auth);
    expect([status, body.message]).toEqual([
      400,
      'Passwords and keys can only be saved once SECRETS_KEY is set in the environment of the shop.',
    ]);
    const { settings, version, proof } = (await t.get('/api/settings/payment', auth)).body;
    expect([settings.upiId === NEW.upiId, version, proof.version, settings.signedApps]).toEqual([false, 1, 0, []]);
    // Removing one needs no key.
    expect((await t.post('/api/payment-settings', { signingKeys: { capcom6: '' } }, auth)).status).toBe(200);
  },
);

test('a signing key from before keys were sealed still works, and the next save seals it', async () => {
  await using t = await testApp({ env: { secretsKey: randomBytes(32) } });
  const auth = t.auth(await t.adminToken());
  const value = async () =>
    (await t.db.selectFrom('settings').select('value').where('name', '=', 'proof').executeTakeFirstOrThrow()).value;
  await t.db
    .insertInto('settings')
    .values({
      name: 'proof',
      value: JSON.stringify({ signingKeys: { capcom6: 'old-key' } }),
      updated_at: 1,
      updated_by: 'A',
    })
    .execute();
  t.context.versions.touch('settings');
  await t.context.versions.flush();
  expect(await t.services.settings.signingKeys()).toEqual({ capcom6: 'old-key' });
  await t.post('/api/payment-settings', { accounts: [] }, auth);
  expect(await value()).not.toContain('old-key');
  expect(await t.services.settings.signingKeys()).toEqual({ capcom6: 'old-key' });
});

test('a signing key that another SECRETS_KEY has sealed cannot be opened, and is not taken for clear text', async () => {
  await using t = await testApp({ env: { secretsKey: randomBytes(32) } });
  const auth = t.auth(await t.adminToken());
  await t.post('/api/payment-settings', { signingKeys: { capcom6: 'hidden' } }, auth);
  const context = { ...t.context, env: { ...t.context.env, secretsKey: null } };
  expect(await createSettingsService(context).signingKeys()).toEqual({ capcom6: null });
});

test('a new brand name that makes a text of a page too long changes nothing', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const banner = {
    text: `Kishmish ${'x'.repeat(391)}`,
    backgroundColor: '#000000',
    textColor: '#ffffff',
    isVisible: true,
  };
  expect((await t.put('/api/page-content/banner', { content: banner }, auth)).status).toBe(200);
  const refused = await t.put('/api/settings/shop', { brandName: 'Kishmish and Sons' }, auth);
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [
      {
        path: 'brandName',
        msg: 'With this name a text of the page banner is too long. Please shorten it there first.',
      },
    ],
  ]);
  expect((await t.get('/api/page-content/banner')).body.content.text).toBe(banner.text);
  expect((await t.get('/api/settings/shop', auth)).body.settings.brandName).toBe('Kishmish');
});
