import { argon2Sync, randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { ADMIN, type TestApp, testApp } from '#tests/app.ts';
import { withoutCodeWait } from '#tests/code-wait.ts';
import { isCommonPassword } from './common-passwords.ts';

const MINUTE = 60_000;
const NEW = 'a quite different password';
const WRONG_OTP = 'Invalid or expired OTP. Please try again.';
const DEAD_LINK = 'Failed to reset password. The reset link may be expired or invalid.';

withoutCodeWait();

async function shop(): Promise<TestApp> {
  const t = await testApp();
  await t.services.accounts.ensureFirstAdmin();
  return t;
}

const forgot = (t: TestApp, email: string = ADMIN.email) => t.post('/api/auth/forgot-password', { email });
const verify = (t: TestApp, otp: string, email: string = ADMIN.email) => t.post('/api/auth/verify-otp', { email, otp });
const reset = (t: TestApp, token: string, newPassword = NEW) =>
  t.post('/api/auth/reset-password', { token, newPassword });
const mails = (t: TestApp, kind = 'otp') =>
  t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', kind).orderBy('id').execute();

/** Requests a reset and reads the OTP and the token of the link from the mail. */
async function requestReset(t: TestApp) {
  expect((await forgot(t)).status).toBe(200);
  const text = (await mails(t)).at(-1)?.text_body ?? '';
  return {
    otp: /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '',
    token: /reset-password#token=([\w-]+)/.exec(text)?.[1] ?? '',
    text,
  };
}

const other = (otp: string) => String((Number(otp) + 1) % 1_000_000).padStart(6, '0');

test('reset by OTP: mail, reset token, new password, all sessions ended', async () => {
  await using t = await shop();
  const before = await t.adminToken();
  const { otp, text } = await requestReset(t);
  const [mail] = await mails(t);
  expect(mail?.recipient).toBe(ADMIN.email);
  expect(mail?.subject).not.toContain(otp);
  expect(mail?.html_body).toContain(otp);
  expect(text).toContain('expires after 10 minutes');
  expect(text).toContain('http://shop.test/admin/reset-password#token=');
  const verified = await verify(t, otp);
  expect([verified.status, verified.body.message]).toEqual([
    200,
    'OTP verified successfully! You can now reset your password.',
  ]);
  const done = await reset(t, verified.body.resetToken);
  expect([done.status, done.body.message]).toEqual([
    200,
    'Password reset successfully! You can now log in with your new password.',
  ]);
  expect((await t.get('/api/auth/admin-profile', t.auth(before))).status).toBe(401);
  expect((await t.post('/api/auth/admin-login', ADMIN)).status).toBe(401);
  expect((await t.post('/api/auth/admin-login', { ...ADMIN, password: NEW })).status).toBe(200);
  expect((await mails(t, 'password_changed'))[0]?.recipient).toBe(ADMIN.email);
  // Both work only once.
  expect((await verify(t, otp)).body.message).toBe(WRONG_OTP);
  expect((await reset(t, verified.body.resetToken, 'yet another password')).body.message).toBe(DEAD_LINK);
});

/** A hash that takes long to check: what happens next overtakes a sign-in. */
function slowHash(password: string): string {
  const nonce = randomBytes(16);
  const parameters = { memory: 19_456, passes: 40, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: password, nonce, ...parameters });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=19456,t=40,p=1$${text(nonce)}$${text(tag)}`;
}

test.each(['reset of the password', 'account that was disabled'])(
  'a sign-in that is under way opens no session after the %s',
  async (what) => {
    await using t = await shop();
    const { token } = await requestReset(t);
    const password_hash = slowHash(ADMIN.password);
    const { id } = await t.db.updateTable('users').set({ password_hash }).returning('id').executeTakeFirstOrThrow();
    const signingIn = t.post('/api/auth/admin-login', ADMIN);
    const begun = () => t.db.selectFrom('attempts').select('key').where('key', 'like', 'login-account:%').execute();
    await vi.waitFor(async () => expect(await begun()).toHaveLength(1), { timeout: 10_000 });
    if (what === 'reset of the password') {
      expect((await reset(t, token)).status).toBe(200);
    } else {
      const other = { id: 'usr_other', name: 'Meera' };
      const admin = { email: 'meera@kishmish.test', role: 'admin' as const, password_hash, created_at: 0 };
      await t.db
        .insertInto('users')
        .values({ ...other, ...admin })
        .execute();
      await t.services.accounts.changeMember(id, { active: false }, other);
    }
    expect((await signingIn).status).toBe(401);
    expect(await t.db.selectFrom('sessions').select('id').execute()).toEqual([]);
    // Nor is the browser known.
    const known = what === 'reset of the password' ? 1 : 0;
    expect(await t.db.selectFrom('devices').select('user_id').execute()).toHaveLength(known);
  },
);

test('reset by the link in the mail also voids the OTP', async () => {
  await using t = await shop();
  const { otp, token } = await requestReset(t);
  expect((await reset(t, token)).status).toBe(200);
  expect((await verify(t, otp)).status).toBe(400);
  expect((await t.post('/api/auth/admin-login', { ...ADMIN, password: NEW })).status).toBe(200);
});

test('OTPs and tokens are never stored or logged in plain text', async () => {
  await using t = await shop();
  const { otp, token } = await requestReset(t);
  const { resetToken } = (await verify(t, otp)).body;
  const stored = JSON.stringify([
    await t.db.selectFrom('one_time_codes').selectAll().execute(),
    await t.db.selectFrom('audit_log').selectAll().execute(),
    await t.db.selectFrom('attempts').selectAll().execute(),
  ]);
  for (const secret of [otp, token, resetToken]) expect(stored).not.toContain(secret);
  expect(stored).toContain('$argon2id$');
});

test('known, unknown and disabled accounts get the same body, status and timing', async () => {
  vi.restoreAllMocks();
  await using t = await shop();
  const took: number[] = [];
  const responses: unknown[] = [];
  for (const email of [ADMIN.email, 'nobody@kishmish.test']) {
    const begun = performance.now();
    const { status, body } = await forgot(t, email);
    took.push(performance.now() - begun);
    responses.push([status, body]);
  }
  expect(responses[0]).toEqual(responses[1]);
  for (const ms of took) expect(ms).toBeGreaterThanOrEqual(290);
  expect(await mails(t)).toHaveLength(1);
  // Both get the same rows, but only the known account gets a mail.
  const codes = await t.db.selectFrom('one_time_codes').select(['email', 'kind']).execute();
  expect(codes.filter(({ email }) => email === ADMIN.email)).toHaveLength(2);
  expect(codes.filter(({ email }) => email !== ADMIN.email)).toHaveLength(2);
  expect((await verify(t, '123456', 'nobody@kishmish.test')).body).toEqual((await verify(t, '999999')).body);
  await t.db.updateTable('users').set({ active: 0 }).execute();
  expect((await forgot(t)).body).toEqual((responses[0] as unknown[])[1]);
  expect(await mails(t)).toHaveLength(1);
});

test('five wrong attempts void an OTP, also when concurrent; a new OTP voids the old one', async () => {
  await using t = await shop();
  const first = await requestReset(t);
  const tries = await Promise.all(Array.from({ length: 5 }, () => verify(t, other(first.otp))));
  expect(tries.map(({ body }) => body.message)).toEqual(Array(5).fill(WRONG_OTP));
  const row = await t.db.selectFrom('one_time_codes').select('tries').where('kind', '=', 'otp').executeTakeFirst();
  expect(row?.tries).toBe(5);
  expect((await verify(t, first.otp)).body.message).toBe(WRONG_OTP);
  const second = await requestReset(t);
  const third = await requestReset(t);
  if (second.otp !== third.otp) expect((await verify(t, second.otp)).status).toBe(400);
  expect((await verify(t, third.otp)).status).toBe(200);
  // Anybody can ask for another OTP. That must not void the link that its owner has received.
  expect((await reset(t, second.token)).status).toBe(200);
});

test('an OTP is valid for 10 minutes and a reset token for 15; setting the clock back restores neither (fault 14)', async () => {
  await using t = await shop();
  const { otp, token } = await requestReset(t);
  t.clock.advance(10 * MINUTE - 1);
  const { resetToken } = (await verify(t, otp)).body;
  expect(resetToken).toBeTruthy();
  const late = await requestReset(t);
  t.clock.advance(10 * MINUTE);
  expect((await verify(t, late.otp)).status).toBe(400);
  t.clock.advance(5 * MINUTE);
  expect((await reset(t, late.token)).body.message).toBe(DEAD_LINK);
  expect((await reset(t, token)).status).toBe(400);
  t.clock.advance(-14 * MINUTE);
  expect((await verify(t, late.otp)).status).toBe(400);
  expect((await reset(t, late.token)).status).toBe(400);
});

test('a reset token used twice concurrently sets one password', async () => {
  await using t = await shop();
  const { token } = await requestReset(t);
  const responses = await Promise.all([reset(t, token, 'the first password'), reset(t, token, 'the second password')]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('common and short passwords are rejected; the token stays valid', async () => {
  await using t = await shop();
  const { token } = await requestReset(t);
  for (const [password, message] of [
    ['', 'New password is required'],
    ['12345', 'Password must be at least 6 characters'],
    ['Password1', 'This password is too easy to guess. Please choose another one.'],
    [ADMIN.email, 'This password is too easy to guess. Please choose another one.'],
  ] as const) {
    const response = await reset(t, token, password);
    expect([response.status, response.body.message]).toEqual([400, message]);
    expect(response.body.errors?.[0]?.path).toBe('newPassword');
  }
  expect((await reset(t, token)).status).toBe(200);
});

test('common passwords: listed ones, runs and repeated characters, but not phrases', async () => {
  for (const bad of [
    '123456',
    'qwerty',
    'KishMish123',
    'aaaaaaa',
    '3456789',
    'gfedcba',
    ' password ',
    'Password1',
    'p@ssw0rd',
    'iloveyou',
    'welcome1',
    'admin123',
    'P@ssw0rd@2026',
    'Kishmish#2026',
    'Delhi@2026',
    'krishna@123',
    'letmein!',
    'dragon12',
    'asdfghjkl',
    '19081987',
    'starwars',
    'charlie1',
    'samsung',
    'qazwsx',
  ]) {
    expect([bad, await isCommonPassword(bad)]).toEqual([bad, true]);
  }
  expect(await isCommonPassword('rukhsar', 'rukhsar@kishmish.example')).toBe(true);
  expect(await isCommonPassword('rukhsar@kishmish.example', 'rukhsar@kishmish.example')).toBe(true);
  for (const good of [
    'a long enough password',
    'tr4il-mix!',
    'कि शमिश दुकान',
    'kj3h9x',
    // Guessed soon, but not among the commonest.
    'newpass1',
    'newpass123',
    'secret123',
    'changed1',
    'Secret#2026',
    'Test@1234',
    'supersecret',
    'hunter22',
    'correct horse battery staple '.repeat(4),
  ]) {
    expect([good, await isCommonPassword(good)]).toEqual([good, false]);
  }
  // With a mailbox that has the word, too.
  expect(await isCommonPassword('Admin@1234', 'admin@kishmish.example')).toBe(false);
});

test.each(['password', 'kishmish123', 'Krishna@2024'])(
  'ADMIN_PASSWORD=%s is refused with a sentence',
  async (adminPassword) => {
    await using t = await testApp({ env: { adminPassword, adminEmail: 'owner@kishmish.test' } });
    await expect(t.services.accounts.ensureFirstAdmin()).rejects.toThrow(
      /^ADMIN_PASSWORD is too easy to guess; choose/,
    );
    expect(await t.db.selectFrom('users').select('id').execute()).toEqual([]);
  },
);

test('OTPs and attempts are limited per account and per address, and the limits expire', async () => {
  await using t = await shop();
  for (let index = 0; index < 5; index++) await requestReset(t);
  const limited = await forgot(t);
  expect([limited.status, limited.body.message]).toEqual([
    429,
    'Too many attempts. Please wait 15 minutes and try again.',
  ]);
  t.clock.advance(15 * MINUTE);
  const { otp, token } = await requestReset(t);
  for (let index = 0; index < 10; index++) await verify(t, other(otp));
  expect((await verify(t, other(otp))).status).toBe(429);
  // Guesses of others do not lock the user out: the link in the mail still works.
  expect((await reset(t, token)).status).toBe(200);
  await Promise.all(Array.from({ length: 9 }, (_, index) => forgot(t, `guess${index}@kishmish.test`)));
  const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => forgot(t, `more${index}@kishmish.test`)));
  expect(statuses.some(({ status }) => status === 429)).toBe(true);
});

test('an account gets ten mails a day, an unknown address the same answer, and the own browser more', async () => {
  await using t = await shop();
  const signIn = { email: ADMIN.email, password: ADMIN.password };
  const device = String((await t.post('/api/auth/admin-login', signIn)).headers['set-cookie']).split(';')[0] ?? '';
  for (const email of [ADMIN.email, 'nobody@kishmish.test']) {
    for (let index = 0; index < 10; index++) {
      expect((await forgot(t, email)).status).toBe(200);
      t.clock.advance(15 * MINUTE);
    }
    const limited = await forgot(t, email);
    expect([limited.status, limited.body.message]).toEqual([429, 'Too many attempts. Please try again tomorrow.']);
  }
  const mails = () => t.db.selectFrom('mail_outbox').select('id').where('kind', '=', 'otp').execute();
  expect(await mails()).toHaveLength(10);
  t.clock.advance(15 * MINUTE);
  const own = await t.post('/api/auth/forgot-password', { email: ADMIN.email }, { cookie: device });
  expect([own.status, (await mails()).length]).toEqual([200, 11]);
  t.clock.advance(24 * 60 * MINUTE);
  expect((await forgot(t)).status).toBe(200);
});

test('bodies are validated with the messages of the forms', async () => {
  await using t = await testApp();
  for (const [url, body, message] of [
    ['/api/auth/forgot-password', { email: '' }, 'Please enter your email address'],
    ['/api/auth/forgot-password', { email: 'x' }, 'Please enter a valid email address'],
    ['/api/auth/verify-otp', { email: '', otp: '123456' }, 'Email is required'],
    ['/api/auth/verify-otp', { email: 'a@b.in', otp: '' }, 'OTP is required'],
    ['/api/auth/verify-otp', { email: 'a@b.in', otp: '12345' }, 'OTP must be 6 digits'],
    ['/api/auth/reset-password', { token: '', newPassword: NEW }, DEAD_LINK],
  ] as const) {
    const response = await t.post(url, body);
    expect([response.status, response.body.message]).toEqual([400, message]);
  }
});
