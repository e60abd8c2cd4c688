import { expect, test } from 'vitest';
import { ADMIN, testApp } from '#tests/app.ts';
import { checkPassword, hashPassword } from './passwords.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

test('passwords are hashed with argon2id and their own salt; a null hash matches no password', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('correct horse')).not.toBe(hash);
  expect(await checkPassword('correct horse', hash)).toBe(true);
  expect(await checkPassword('correct horsf', hash)).toBe(false);
  expect(await checkPassword('correct horse', null)).toBe(false);
  expect(await checkPassword('x', 'nonsense')).toBe(false);
});

test('the first admin is created once, from the environment', async () => {
  await using t = await testApp();
  expect(await t.services.accounts.ensureFirstAdmin()).toBeNull();
  expect(await t.services.accounts.ensureFirstAdmin()).toBeNull();
  expect(await t.db.selectFrom('users').select(['email', 'role']).execute()).toEqual([
    { email: ADMIN.email, role: 'admin' },
  ]);
});

test('without ADMIN_EMAIL the shop creates an admin and returns its credentials once', async () => {
  await using t = await testApp({ env: { adminEmail: null, adminPassword: null } });
  const created = await t.services.accounts.ensureFirstAdmin();
  expect(created?.email).toBe('admin@kishmish.example');
  expect(created?.password.length).toBeGreaterThanOrEqual(16);
  expect(await t.services.accounts.ensureFirstAdmin()).toBeNull();
  expect((await t.post('/api/auth/admin-login', created)).status).toBe(200);
});

test('sign in, profile, sign out; only a hash of the token is stored', async () => {
  await using t = await testApp();
  await t.services.accounts.ensureFirstAdmin();
  const response = await t.post('/api/auth/admin-login', {
    email: ` ${ADMIN.email.toUpperCase()} `,
    password: ADMIN.password,
  });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    success: true,
    message: 'Admin login successful!',
    user: { email: ADMIN.email, role: 'admin' },
  });
  expect(response.body.user._id).toBe(response.body.user.id);
  expect(response.text).not.toContain('argon2');
  const { token } = response.body;
  expect(token.length).toBeGreaterThanOrEqual(32);
  expect(JSON.stringify(await t.db.selectFrom('sessions').selectAll().execute())).not.toContain(token);
  const profile = await t.get('/api/auth/admin-profile', t.auth(token));
  expect([profile.status, profile.body.user]).toEqual([200, response.body.user]);
  expect(profile.headers['cache-control']).toBe('no-store');
  expect((await t.post('/api/auth/logout', undefined, t.auth(token))).status).toBe(200);
  const after = await t.get('/api/auth/admin-profile', t.auth(token));
  expect([after.status, after.body.message]).toEqual([401, 'Your session has ended. Please sign in again.']);
  const audit = await t.db.selectFrom('audit_log').select('action').orderBy('id').execute();
  expect(audit.map((row) => row.action).sort()).toEqual(['login', 'logout']);
});

test('a session expires after 12 idle hours, and after 7 days at the latest', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const alive = async () => (await t.get('/api/auth/admin-profile', auth)).status === 200;
  for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
    expect(await alive()).toBe(true);
    t.clock.advance(11 * HOUR);
  }
  expect(await alive()).toBe(true);
  t.clock.advance(11 * HOUR);
  expect(await alive()).toBe(false);
  const fresh = t.auth(await t.adminToken());
  t.clock.advance(12 * HOUR);
  expect((await t.get('/api/auth/admin-profile', fresh)).status).toBe(401);
  await t.services.accounts.sweep();
  expect(await t.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('an unknown email and a wrong password get the same response', async () => {
  await using t = await testApp();
  await t.services.accounts.ensureFirstAdmin();
  const wrong = await t.post('/api/auth/admin-login', { email: ADMIN.email, password: 'not this one' });
  const unknown = await t.post('/api/auth/admin-login', { email: 'nobody@kishmish.test', password: 'not this one' });
  expect([wrong.status, wrong.body]).toEqual([
    401,
    { success: false, message: 'The email address or the password is wrong.' },
  ]);
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

test('login bodies are validated with the messages of the form', async () => {
  await using t = await testApp();
  for (const [body, message] of [
    [{ email: '', password: 'x' }, 'Email is required'],
    [{ email: 'x', password: 'x' }, 'Email is invalid'],
    [{ email: 'a@b.in', password: '' }, 'Password is required'],
    [{ email: 'a@b.in', password: 'x'.repeat(5_000) }, 'Password must be at most 200 characters'],
  ] as const) {
    const response = await t.post('/api/auth/admin-login', body);
    expect([response.status, response.body.message]).toEqual([400, message]);
  }
  for (const body of ['{', { email: { $ne: null }, password: [] }, [], undefined]) {
    expect((await t.post('/api/auth/admin-login', body)).status).toBe(400);
  }
});

test('guesses are limited per account, also when concurrent, and the limit expires', async () => {
  await using t = await testApp();
  await t.services.accounts.ensureFirstAdmin();
  const guesses = await Promise.all(
    Array.from({ length: 14 }, () => t.post('/api/auth/admin-login', { email: ADMIN.email, password: 'a guess' })),
  );
  expect(guesses.filter((response) => response.status === 401)).toHaveLength(10);
  expect(guesses.filter((response) => response.status === 429)).toHaveLength(4);
  const locked = await t.post('/api/auth/admin-login', ADMIN);
  expect([locked.status, locked.body.message]).toEqual([
    429,
    'Too many attempts. Please wait 15 minutes and try again.',
  ]);
  t.clock.advance(15 * MINUTE);
  expect((await t.post('/api/auth/admin-login', ADMIN)).status).toBe(200);
  // Guesses do not lock out a user at an address where they have a session.
  for (let index = 0; index < 12; index++) {
    await t.post('/api/auth/admin-login', { email: ADMIN.email, password: 'a guess' });
  }
  expect((await t.post('/api/auth/admin-login', ADMIN)).status).toBe(200);
});

test('guesses are limited per address across accounts; a forged X-Forwarded-For does not help', async () => {
  await using t = await testApp();
  const statuses: number[] = [];
  for (let index = 0; index < 32; index++) {
    const response = await t.post(
      '/api/auth/admin-login',
      { email: `guess${index}@kishmish.test`, password: 'x' },
      { 'x-forwarded-for': `203.0.113.${index}` },
    );
    statuses.push(response.status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual([429, 429]);
});

test('successful sign-ins are not limited, and do not reset the limit on guesses at other accounts', async () => {
  await using t = await testApp();
  await t.adminToken();
  const owner = { email: t.context.env.adminEmail ?? '', password: t.context.env.adminPassword ?? '' };
  const sign = (body: object) => t.post('/api/auth/admin-login', body);
  for (let index = 0; index < 35; index++) expect((await sign(owner)).status).toBe(200);
  let limited = 0;
  for (let index = 0; index < 35; index++) {
    if ((await sign({ email: `guess${index}@example.com`, password: 'wrong password' })).status === 429) limited++;
    await sign(owner);
  }
  expect(limited).toBeGreaterThanOrEqual(4);
});

test('addresses of one IPv6 /64 network share a limit; addresses of two networks do not', async () => {
  await using t = await testApp({ env: { trustProxy: 1 } });
  const guess = (address: string, index: number) =>
    t.post(
      '/api/auth/admin-login',
      { email: `guess${index}@kishmish.test`, password: 'x' },
      { 'x-forwarded-for': address },
    );
  for (let index = 0; index < 30; index++) {
    expect((await guess(`2001:db8:1:2:${(index + 1).toString(16)}::${index}`, index)).status).toBe(401);
  }
  expect((await guess('2001:DB8:1:2::ffff', 31)).status).toBe(429);
  expect((await guess('2001:db8:1:3::1', 32)).status).toBe(401);
  // An IPv4-mapped IPv6 address counts as the IPv4 address.
  for (let index = 40; index < 70; index++) await guess(`::ffff:203.0.113.9`, index);
  expect((await guess('203.0.113.9', 71)).status).toBe(429);
  expect((await guess('::ffff:203.0.113.10', 72)).status).toBe(401);
});

test('a clock that jumps a day ahead and back restores no session and locks nobody out (fault 14)', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  t.clock.advance(24 * HOUR);
  expect((await t.get('/api/auth/admin-profile', auth)).status).toBe(401);
  for (let index = 0; index < 14; index++) {
    await t.post('/api/auth/admin-login', { email: ADMIN.email, password: 'a guess' });
  }
  t.clock.advance(-24 * HOUR);
  expect((await t.get('/api/auth/admin-profile', auth)).status).toBe(401);
  expect((await t.post('/api/auth/admin-login', ADMIN)).status).toBe(200);
});

test('staff routes reject a missing, a malformed and an expired token', async () => {
  await using t = await testApp();
  const expired = await t.adminToken();
  t.clock.advance(13 * HOUR);
  const routes = [
    ['GET', '/api/orders'],
    ['GET', '/api/orders/stats/summary'],
    ['PUT', '/api/orders/ORD1795113600037/status'],
    ['PUT', '/api/orders/ORD1795113600037/payment'],
    ['GET', '/api/auth/admin-profile'],
    ['POST', '/api/auth/logout'],
  ] as const;
  for (const [method, url] of routes) {
    const tries = [
      {},
      { authorization: 'Bearer' },
      { authorization: 'Basic YTpi' },
      t.auth('x'.repeat(32)),
      t.auth(expired),
    ];
    for (const headers of tries) {
      const response = await t.app.inject({ method, url, headers: headers as Record<string, string> });
      expect([response.statusCode, method, url, headers]).toEqual([401, method, url, headers]);
      expect(response.json().success).toBe(false);
    }
  }
  // Routes shared with shoppers return 401 for an expired session, not 404.
  for (const [method, url] of [
    ['GET', '/api/orders/ORD1795113600037'],
    ['POST', '/api/orders/ORD1795113600037/cancel'],
  ] as const) {
    expect((await t.app.inject({ method, url, headers: t.auth(expired) })).statusCode).toBe(401);
    expect((await t.app.inject({ method, url })).statusCode).toBe(404);
  }
});

test('a manager has access to orders; a disabled account has no access', async () => {
  await using t = await testApp();
  const manager = {
    email: 'manager@kishmish.test',
    name: 'Meera',
    role: 'manager' as const,
    password: 'a manager password',
  };
  expect(await t.services.accounts.addUser(manager)).toBe(true);
  expect(await t.services.accounts.addUser(manager)).toBe(false);
  const { token } = (await t.post('/api/auth/admin-login', manager)).body;
  expect((await t.get('/api/orders', t.auth(token))).status).toBe(200);
  await t.db.updateTable('users').set({ active: 0 }).where('email', '=', manager.email).execute();
  expect((await t.get('/api/orders', t.auth(token))).status).toBe(401);
  expect((await t.post('/api/auth/admin-login', manager)).status).toBe(401);
});

test('a failed sign-in is in the audit log with user and address, without the password', async () => {
  await using t = await testApp();
  await t.adminToken();
  const user = await t.db.selectFrom('users').select(['id', 'name']).executeTakeFirstOrThrow();
  for (const email of [ADMIN.email, 'nobody@kishmish.test']) {
    expect((await t.post('/api/auth/admin-login', { email, password: 'a guess at random' })).status).toBe(401);
  }
  const log = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'login.failed')
    .orderBy('id')
    .execute();
  const row = { at: t.clock.time, entity: 'user', address: '127.0.0.1' };
  expect(log).toMatchObject([
    { ...row, actor_id: user.id, actor: user.name, entity_id: user.id },
    { ...row, actor_id: null, actor: 'unknown', entity_id: '' },
  ]);
  expect(JSON.stringify(log)).not.toContain('a guess at random');
  expect((await t.db.selectFrom('audit_log').select('id').where('action', '=', 'login').execute()).length).toBe(1);
});
