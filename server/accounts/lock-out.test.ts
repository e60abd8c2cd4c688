import { expect, test } from 'vitest';
import { ADMIN, type TestApp, testApp } from '#tests/app.ts';

/** Guesses of strangers never keep the owner out (D40). */

const NEW = 'another long password';
const DAY = 86_400_000;

const from = (address: string, cookie?: string) => ({
  'x-forwarded-for': address,
  ...(cookie ? { cookie: `theme=dark; ${cookie}` } : {}),
});

const login = (t: TestApp, password: string, headers: Record<string, string>) =>
  t.post('/api/auth/admin-login', { email: ADMIN.email, password }, headers);

/** Strangers use up the attempts of the account, and those of the owner's own network. */
async function attack(t: TestApp, ownAddress?: string): Promise<void> {
  for (let index = 0; index < 12; index++) await login(t, 'a guess', from(`198.51.100.${index}`));
  for (let index = 0; ownAddress && index < 32; index++) {
    const body = { email: `somebody${index}@example.com`, password: 'a guess' };
    await t.post('/api/auth/admin-login', body, from(ownAddress));
  }
}

const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie'] ?? '');

test('a browser that signed in before gets in with the right password, and only there', async () => {
  await using t = await testApp({ env: { trustProxy: 1, publicUrl: null } });
  await t.services.accounts.ensureFirstAdmin();
  const first = await login(t, ADMIN.password, from('203.0.113.1'));
  expect(first.text).not.toContain('device');
  const set = cookieOf(first.headers);
  expect(set).toMatch(/^kishmish-device=[\w-]{32,}; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  const device = set.split(';')[0] ?? '';
  const stored = await t.db.selectFrom('devices').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(device.split('=')[1]);
  await t.post('/api/auth/logout', undefined, t.auth(first.body.token));

  await attack(t, '203.0.113.2');
  expect((await login(t, ADMIN.password, from('203.0.113.3'))).status).toBe(429);
  expect(
    (await login(t, ADMIN.password, from('203.0.113.2', 'kishmish-device=Zm9yZ2VkLWZvcmdlZC1mb3JnZWQ'))).status,
  ).toBe(429);
  const back = await login(t, ADMIN.password, from('203.0.113.2', device));
  expect(back.status).toBe(200);
  // Each sign-in renews the cookie. The former one is good for a week more: the response with the
  // new one may be lost.
  await attack(t);
  expect((await login(t, ADMIN.password, from('203.0.113.4', device))).status).toBe(200);
  t.clock.advance(6 * DAY);
  await attack(t);
  const again = await login(t, ADMIN.password, from('203.0.113.5', device));
  expect(again.status).toBe(200);
  t.clock.advance(2 * DAY);
  await attack(t);
  expect((await login(t, ADMIN.password, from('203.0.113.6', device))).status).toBe(429);
  expect((await login(t, ADMIN.password, from('203.0.113.6', cookieOf(again.headers).split(';')[0]))).status).toBe(200);
});

test('a cookie that ends soon does not last longer by a sign-in', async () => {
  await using t = await testApp({ env: { trustProxy: 1 } });
  await t.services.accounts.ensureFirstAdmin();
  const first = cookieOf((await login(t, ADMIN.password, from('203.0.113.1'))).headers).split(';')[0];
  t.clock.advance(179 * DAY);
  expect((await login(t, ADMIN.password, from('203.0.113.1', first))).status).toBe(200);
  t.clock.advance(2 * DAY);
  await attack(t);
  expect((await login(t, ADMIN.password, from('203.0.113.2', first))).status).toBe(429);
});

test('guesses with a stolen cookie are limited, and the cookie is for one account', async () => {
  await using t = await testApp({ env: { trustProxy: 1 } });
  await t.services.accounts.ensureFirstAdmin();
  await t.services.accounts.addUser({ email: 'm@kishmish.test', name: 'M', role: 'manager', password: NEW });
  const device = cookieOf((await login(t, ADMIN.password, from('203.0.113.1'))).headers).split(';')[0];
  const guesses = [];
  for (let index = 0; index < 12; index++) {
    guesses.push((await login(t, 'a guess', from(`198.51.100.${index}`, device))).status);
  }
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  // For another account the cookie means nothing: its guesses count for that account.
  const other = (index: number, cookie?: string) =>
    t.post('/api/auth/admin-login', { email: 'm@kishmish.test', password: 'x' }, from(`198.51.101.${index}`, cookie));
  for (let index = 0; index < 10; index++) expect((await other(index, device)).status).toBe(401);
  expect((await other(10)).status).toBe(429);
});

test.each([
  ['http://shop.test', /http:\/\/shop\.test\/admin\/reset-password#token=(\S+)/],
  [null, /^\/admin\/reset-password#token=(\S+)$/m],
])('under attack the mail has a way in; PUBLIC_URL %s, never the Host header', async (publicUrl, pattern) => {
  await using t = await testApp({ env: { trustProxy: 1, publicUrl } });
  await t.services.accounts.ensureFirstAdmin();
  const headers = { ...from('203.0.113.1'), host: 'evil.example' };
  expect((await t.post('/api/auth/forgot-password', { email: ADMIN.email }, headers)).status).toBe(200);
  const mail = await t.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();
  for (const text of [mail.text_body, mail.html_body]) expect(text).not.toContain('evil.example');
  expect(mail.html_body).toContain('/admin/reset-password#token=');
  // Strangers void the OTP, and ask for others.
  expect((await t.post('/api/auth/forgot-password', { email: ADMIN.email }, from('198.51.100.9'))).status).toBe(200);
  for (let index = 0; index < 12; index++) {
    await t.post('/api/auth/verify-otp', { email: ADMIN.email, otp: '000000' }, from(`198.51.100.${index}`));
  }
  const token = pattern.exec(mail.text_body)?.[1];
  const done = await t.post('/api/auth/reset-password', { token, newPassword: NEW }, from('203.0.113.1'));
  expect(done.status).toBe(200);
  // The new password works on this browser although the guesses go on.
  await attack(t);
  const device = cookieOf(done.headers).split(';')[0];
  expect((await login(t, NEW, from('203.0.113.1', device))).status).toBe(200);
});

test('a hundred sign-ins at once: some are told to come back, and none of those has used up an attempt', async () => {
  await using t = await testApp({ env: { trustProxy: 1 } });
  await t.services.accounts.ensureFirstAdmin();
  const device = cookieOf((await login(t, ADMIN.password, from('203.0.113.1'))).headers).split(';')[0];
  const flood = Array.from({ length: 100 }, (_, index) => {
    const body = { email: `somebody${index}@example.com`, password: 'a guess' };
    return t.post('/api/auth/admin-login', body, from(`198.51.100.${index}`));
  });
  // The owner's own browser waits, however many there are.
  const own = login(t, ADMIN.password, from('203.0.113.9', device));
  const answers = await Promise.all(flood);
  expect((await own).status).toBe(200);
  const late = answers.filter(({ status }) => status === 503);
  expect(late.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 401).length).toBe(100 - late.length);
  for (const { headers, body } of late) {
    expect(headers['retry-after']).toBe('2');
    expect(body).toEqual({ success: false, message: 'The shop is busy right now. Please try again in a moment.' });
  }
  const counted = await t.db.selectFrom('attempts').select('key').where('count', '>', 0).execute();
  expect(counted.filter(({ key }) => key.startsWith('login-account:'))).toHaveLength(100 - late.length);
});
