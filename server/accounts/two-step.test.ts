import { expect, test } from 'vitest';
import { ADMIN, START, type TestApp, testApp } from '#tests/app.ts';
import { codeOf, KEY, twoStepSecret } from '#tests/two-step.ts';

/** Two-step sign-in. */

const STEP = 30_000;
const MINUTE = 60_000;
const MANAGER = {
  email: 'meera@kishmish.test',
  name: 'Meera',
  role: 'manager' as const,
  password: 'a manager password',
};

async function shop(env: object = {}) {
  const t = await testApp({ env: { secretsKey: KEY, ...env } });
  return { t, auth: t.auth(await t.adminToken()) };
}

const signIn = (t: TestApp, more: object = {}, headers: Record<string, string> = {}) =>
  t.post('/api/auth/admin-login', { ...ADMIN, ...more }, headers);

const said = ({ status, body }: { status: number; body: { message?: string; errors?: unknown } }) => [
  status,
  body.message,
  body.errors,
];

const NEEDED = 'Please enter the code from your authenticator app, or a recovery code.';
const WRONG =
  'This code is wrong or has already been used. Please enter the latest code from your app, or another recovery code.';

test('it is switched on with a first code and the password; then a sign-in needs a code', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const elsewhere = t.auth(await t.adminToken());
  const { setup, secret, uri } = (await t.post('/api/auth/two-step/setup', undefined, auth)).body;
  expect(uri).toBe(
    `otpauth://totp/Kishmish:owner%40kishmish.test?issuer=Kishmish&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await t.get('/api/auth/two-step', auth)).body.twoStep).toEqual({
    on: false,
    since: null,
    recoveryCodes: 0,
    required: false,
    ready: true,
  });
  const on = (body: object) =>
    t.post('/api/auth/two-step', { setup, code: codeOf(secret), password: ADMIN.password, ...body }, auth);
  for (const [body, path, msg] of [
    [{ password: 'not this one' }, 'password', 'The current password is wrong.'],
    [{ code: codeOf(secret, START + 10 * MINUTE) }, 'code', WRONG],
    [{ code: 'soup' }, 'code', WRONG],
    [{ setup: `${setup.slice(0, -4)}AAAA` }, 'setup', 'Please reload the page and scan the QR code again.'],
  ] as const) {
    expect(said(await on(body))).toEqual([400, msg, [{ path, msg }]]);
  }
  const done = await on({});
  expect([done.status, done.body.recoveryCodes.length]).toEqual([200, 10]);
  expect((await t.get('/api/auth/two-step', auth)).body.twoStep).toMatchObject({
    on: true,
    since: START,
    recoveryCodes: 10,
  });
  // Sessions that began without it have ended; this one goes on.
  expect((await t.get('/api/auth/admin-profile', elsewhere)).status).toBe(401);
  expect((await t.get('/api/auth/admin-profile', auth)).status).toBe(200);
  expect((await on({})).status).toBe(409);

  t.clock.advance(STEP);
  expect(said(await signIn(t))).toEqual([401, NEEDED, [{ path: 'code', msg: NEEDED }]]);
  expect((await signIn(t, { password: 'wrong', code: codeOf(secret, t.clock.now()) })).body.message).toBe(
    'The email address or the password is wrong.',
  );
  const { status, body } = await signIn(t, { code: codeOf(secret, t.clock.now()) });
  expect([status, body.user.email]).toEqual([200, ADMIN.email]);

  // Neither the secret nor a code is stored readable, or written to the log.
  const dump = JSON.stringify([
    ...(await t.db.selectFrom('users').selectAll().execute()),
    ...(await t.db.selectFrom('recovery_codes').selectAll().execute()),
    ...(await t.db.selectFrom('audit_log').selectAll().execute()),
    ...(await t.db.selectFrom('mail_outbox').selectAll().execute()),
  ]);
  for (const hidden of [secret, ...done.body.recoveryCodes]) expect(dump).not.toContain(hidden);
  const mails = await t.db.selectFrom('mail_outbox').select(['recipient', 'subject']).execute();
  expect(mails).toEqual([{ recipient: ADMIN.email, subject: 'Kishmish: two-step sign-in is on' }]);
});

test('two tabs set up the same secret, whichever is first; a set-up that is over is refused', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const begin = () => t.post('/api/auth/two-step/setup', undefined, auth);
  const [one, two] = (await Promise.all([begin(), begin()])).map(({ body }) => body);
  expect([two.secret, two.uri]).toEqual([one.secret, one.uri]);
  const on = ({ setup, secret }: { setup: string; secret: string }) => {
    const code = codeOf(secret, t.clock.now());
    return t.post('/api/auth/two-step', { setup, code, password: ADMIN.password }, auth);
  };
  // Another session may be somebody else's: it has its own.
  const elsewhere = t.auth(await t.adminToken());
  const other = (await t.post('/api/auth/two-step/setup', undefined, elsewhere)).body;
  expect(other.secret).not.toBe(one.secret);
  expect((await on(other)).body.errors).toMatchObject([{ path: 'setup' }]);
  const { recoveryCodes } = (await on(two)).body;
  const isOn = [409, 'Two-step sign-in is on already.', undefined];
  expect(said(await on(one))).toEqual(isOn);
  expect(said(await begin())).toEqual(isOn);
  t.clock.advance(STEP);
  expect((await signIn(t, { code: codeOf(one.secret, t.clock.now()) })).status).toBe(200);

  // After it was switched off, a tab that still shows the old QR code cannot bring its secret back.
  const off = { code: recoveryCodes[0], password: ADMIN.password };
  expect((await t.post('/api/auth/two-step/off', off, auth)).status).toBe(200);
  const again = (await begin()).body;
  expect(again.secret).not.toBe(one.secret);
  expect((await on(one)).body.errors).toMatchObject([{ path: 'setup' }]);
  expect((await on(again)).status).toBe(200);
});

test.each([
  ['the same time', 0, true],
  ['one step early', -STEP, true],
  ['one step late', STEP, true],
  ['two steps early', -2 * STEP, false],
  ['two steps late', 2 * STEP, false],
])('a code of %s signs in: %s', async (_, offset, works) => {
  const { t, auth } = await shop();
  await using __ = t;
  const { secret } = await twoStepSecret(t, auth);
  t.clock.advance(10 * MINUTE);
  const { status } = await signIn(t, { code: codeOf(secret, t.clock.now() + offset) });
  expect(status).toBe(works ? 200 : 401);
});

test('a code works once, also when two use it at once; the code of the set-up and earlier ones work no more', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { secret } = await twoStepSecret(t, auth);
  expect(said(await signIn(t, { code: codeOf(secret) }))).toEqual([401, WRONG, [{ path: 'code', msg: WRONG }]]);
  t.clock.advance(5 * MINUTE);
  const code = codeOf(secret, t.clock.now());
  const both = await Promise.all([signIn(t, { code }), signIn(t, { code })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await signIn(t, { code: codeOf(secret, t.clock.now() - STEP) })).status).toBe(401);
  expect((await signIn(t, { code: codeOf(secret, t.clock.now() + STEP) })).status).toBe(200);
});

test('a recovery code works once, however it is typed; new ones replace the old ones', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { recoveryCodes } = await twoStepSecret(t, auth);
  const [first = '', second = '', third = ''] = recoveryCodes;
  expect(new Set(recoveryCodes).size).toBe(10);
  const both = await Promise.all([
    signIn(t, { code: first }),
    signIn(t, { code: ` ${first.toUpperCase().replace('-', ' ')}` }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await signIn(t, { code: second })).status).toBe(200);
  expect((await t.get('/api/auth/two-step', auth)).body.twoStep.recoveryCodes).toBe(8);
  const renew = (password: string) => t.post('/api/auth/two-step/recovery-codes', { password }, auth);
  expect((await renew('not this one')).status).toBe(400);
  const fresh = (await renew(ADMIN.password)).body.recoveryCodes as string[];
  expect((await signIn(t, { code: third })).status).toBe(401);
  expect((await signIn(t, { code: fresh[0] })).status).toBe(200);
  const log = await t.db.selectFrom('audit_log').select(['action', 'after_value']).orderBy('id').execute();
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['two_step.on', 'two_step.codes', 'login.failed']),
  );
  expect(log.filter(({ after_value }) => after_value === '{"second":"recovery"}')).toHaveLength(3);
});

test('of new recovery codes that are made several times at once, one set works', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await twoStepSecret(t, auth);
  const renew = () => t.post('/api/auth/two-step/recovery-codes', { password: ADMIN.password }, auth);
  const made = await Promise.all(Array.from({ length: 5 }, renew));
  expect(made.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect((await t.get('/api/auth/two-step', auth)).body.twoStep.recoveryCodes).toBe(10);
});

test('wrong codes are limited, also from the address of an open session; a known browser has its own count', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { secret } = await twoStepSecret(t, auth);
  t.clock.advance(MINUTE);
  const known = await signIn(t, { code: codeOf(secret, t.clock.now()) });
  const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
  t.clock.advance(MINUTE);
  const guess = (headers = {}) => signIn(t, { code: '000000' }, headers).then(({ status }) => status);
  const statuses: number[] = [];
  for (let index = 0; index < 11; index++) statuses.push(await guess());
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  // The right code too, but not in the owner's own browser.
  const right = { code: codeOf(secret, t.clock.now()) };
  expect((await signIn(t, right)).status).toBe(429);
  expect(await guess({ cookie })).toBe(401);
  expect((await signIn(t, right, { cookie })).status).toBe(200);
  t.clock.advance(16 * MINUTE);
  expect((await signIn(t, { code: codeOf(secret, t.clock.now()) })).status).toBe(200);
});

test('ten wrong codes after the right password: the owner gets one mail a day, the audit log an entry each time', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await twoStepSecret(t, auth);
  await t.db.deleteFrom('mail_outbox').execute();
  const told = async () => {
    const mails = await t.db.selectFrom('mail_outbox').select(['recipient', 'subject', 'text_body']).execute();
    const entries = await t.db.selectFrom('audit_log').select('id').where('action', '=', 'login.guessed').execute();
    return { mails, entries: entries.length };
  };
  const guess = (count: number) => Promise.all(Array.from({ length: count }, () => signIn(t, { code: '000000' })));
  await guess(9);
  expect(await told()).toEqual({ mails: [], entries: 0 });
  await guess(3);
  const { mails, entries } = await told();
  expect(entries).toBe(1);
  expect(mails).toMatchObject([{ recipient: ADMIN.email, subject: 'Kishmish: somebody knows your password' }]);
  expect(mails[0]?.text_body).toContain('10 wrong codes');
  t.clock.advance(16 * MINUTE);
  await guess(12);
  expect(await told()).toMatchObject({ mails: [{}], entries: 2 });
  t.clock.advance(24 * 60 * MINUTE);
  await guess(10);
  const later = await told();
  expect([later.mails.length, later.entries]).toEqual([2, 3]);
  // A wrong password tells nobody anything.
  t.clock.advance(16 * MINUTE);
  for (let index = 0; index < 10; index++) await signIn(t, { password: 'a guess', code: '000000' });
  expect((await told()).entries).toBe(3);
});

test('it is switched off with password and code', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { secret, recoveryCodes } = await twoStepSecret(t, auth);
  t.clock.advance(MINUTE);
  const off = (body: object) =>
    t.post('/api/auth/two-step/off', { password: ADMIN.password, code: codeOf(secret, t.clock.now()), ...body }, auth);
  expect((await off({ password: 'not this one' })).body.errors).toMatchObject([{ path: 'password' }]);
  expect((await off({ code: '000000' })).body.errors).toMatchObject([{ path: 'code' }]);
  expect((await off({})).status).toBe(200);
  expect((await off({})).status).toBe(409);
  expect((await signIn(t)).status).toBe(200);
  expect(await t.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
  expect((await t.post('/api/auth/two-step/recovery-codes', { password: ADMIN.password }, auth)).status).toBe(409);
  expect(recoveryCodes).toHaveLength(10);
});

test('required of all: who has not set it up can do that, and nothing else', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await t.services.accounts.addUser(MANAGER);
  const manager = t.auth((await signIn(t, MANAGER)).body.token);
  expect((await t.put('/api/auth/team-rules', { requireTwoStep: true }, manager)).status).toBe(403);
  expect((await t.get('/api/orders', manager)).status).toBe(200);
  const ruled = await t.put('/api/auth/team-rules', { requireTwoStep: true }, auth);
  expect(ruled.body.rules).toEqual({ requireTwoStep: true });

  // At once, in sessions that are open; the rule counts for the admin too.
  for (const who of [auth, manager]) {
    expect(said(await t.get('/api/orders', who))).toEqual([403, 'Please set up two-step sign-in first.', undefined]);
    // Endpoints that shoppers use too.
    expect((await t.get('/api/orders/ORD1795113600037', who)).status).toBe(403);
  }
  const again = await signIn(t, MANAGER);
  expect(again.body.user.mustSetUpTwoStep).toBe(true);
  const profile = (await t.get('/api/auth/admin-profile', manager)).body;
  expect(profile.user.mustSetUpTwoStep).toBe(true);
  expect(profile.closed).toEqual(
    expect.arrayContaining(['GET /orders', 'GET /auth/sessions', 'POST /auth/change-password']),
  );
  expect(profile.closed).not.toContain('POST /auth/two-step');
  await twoStepSecret(t, manager, MANAGER.password);
  expect((await t.get('/api/orders', manager)).status).toBe(200);
  expect((await t.get('/api/auth/admin-profile', manager)).body.user.mustSetUpTwoStep).toBe(false);
  const off = await t.post('/api/auth/two-step/off', { password: MANAGER.password, code: '000000' }, manager);
  expect(said(off)).toEqual([409, 'Two-step sign-in is required for all staff.', undefined]);
  await twoStepSecret(t, auth);
  const { team, rules } = (await t.get('/api/auth/team', auth)).body;
  expect([rules, team.map((one: { twoStep: boolean }) => one.twoStep)]).toEqual([
    { requireTwoStep: true },
    [true, true],
  ]);
});

test('an admin switches it off for a member who has lost the phone; the member is signed out', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await t.services.accounts.addUser(MANAGER);
  const manager = t.auth((await signIn(t, MANAGER)).body.token);
  const { id } = (await t.get('/api/auth/admin-profile', manager)).body.user;
  const own = (await t.get('/api/auth/admin-profile', auth)).body.user.id;
  const reset = (member: string, who = auth) => t.delete(`/api/auth/team/${member}/two-step`, who);
  expect((await reset(id)).status).toBe(409);
  await twoStepSecret(t, manager, MANAGER.password);
  expect((await reset(id, manager)).status).toBe(403);
  expect((await reset(own)).status).toBe(409);
  expect((await reset('usr_nobody')).status).toBe(404);
  expect((await reset(id)).status).toBe(200);
  expect((await t.get('/api/auth/admin-profile', manager)).status).toBe(401);
  expect((await signIn(t, MANAGER)).status).toBe(200);
});

test('without SECRETS_KEY it cannot be set up or required, and a rule that is stored locks nobody out', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const message = 'To use two-step sign-in, ask whoever runs your server to set SECRETS_KEY.';
  expect((await t.get('/api/auth/two-step', auth)).body.twoStep.ready).toBe(false);
  expect(said(await t.post('/api/auth/two-step/setup', undefined, auth))).toEqual([409, message, undefined]);
  expect(said(await t.put('/api/auth/team-rules', { requireTwoStep: true }, auth))).toEqual([400, message, undefined]);
  const value = JSON.stringify({ requireTwoStep: true });
  await t.db.insertInto('settings').values({ name: 'staff', value, updated_at: 1, updated_by: 'A' }).execute();
  t.context.versions.touch('settings');
  await t.context.versions.flush();
  expect((await t.get('/api/orders', auth)).status).toBe(200);
});

test('with another SECRETS_KEY the recovery codes still open the account', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const { secret, recoveryCodes } = await twoStepSecret(t, auth);
  t.clock.advance(MINUTE);
  const { two_step_secret } = await t.db.selectFrom('users').select('two_step_secret').executeTakeFirstOrThrow();
  // As sealed for another account: with this key, for this account, it cannot be opened.
  await t.db
    .updateTable('users')
    .set({ two_step_secret: `${two_step_secret?.slice(0, -4)}AAAA` })
    .execute();
  expect((await signIn(t, { code: codeOf(secret, t.clock.now()) })).status).toBe(401);
  expect((await signIn(t, { code: recoveryCodes[0] })).status).toBe(200);
});
