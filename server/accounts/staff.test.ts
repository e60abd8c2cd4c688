import { expect, test } from 'vitest';
import { ADMIN, type TestApp, testApp } from '#tests/app.ts';

const NEW = 'a quite different password';

async function signIn(t: TestApp, who: { email: string; password: string }, agent = '') {
  const response = await t.post(
    '/api/auth/admin-login',
    { email: who.email, password: who.password },
    { 'user-agent': agent },
  );
  expect(response.status).toBe(200);
  return response.body.token as string;
}

test('changing the password requires the current one and ends the other sessions', async () => {
  await using t = await testApp();
  const mine = await t.adminToken();
  const elsewhere = await signIn(t, ADMIN);
  const change = (currentPassword: string, newPassword: string) =>
    t.post('/api/auth/change-password', { currentPassword, newPassword }, t.auth(mine));
  for (const [current, next, path, message] of [
    ['', NEW, 'currentPassword', 'Current password is required'],
    ['not this one', NEW, 'currentPassword', 'The current password is wrong.'],
    [ADMIN.password, '12345', 'newPassword', 'Password must be at least 6 characters'],
    [ADMIN.password, 'qwerty123', 'newPassword', 'This password is too easy to guess. Please choose another one.'],
    [ADMIN.password, ADMIN.password, 'newPassword', 'The new password must differ from the current one.'],
  ] as const) {
    const response = await change(current, next);
    expect([response.status, response.body.errors]).toEqual([400, [{ path, msg: message }]]);
  }
  expect((await change(ADMIN.password, NEW)).status).toBe(200);
  expect((await t.get('/api/auth/admin-profile', t.auth(mine))).status).toBe(200);
  expect((await t.get('/api/auth/admin-profile', t.auth(elsewhere))).status).toBe(401);
  await signIn(t, { ...ADMIN, password: NEW });
  const log = await t.db.selectFrom('audit_log').select(['action', 'before_value', 'after_value']).execute();
  expect(log.map(({ action }) => action)).toContain('password.change');
  expect(JSON.stringify(log)).not.toContain(NEW);
});

test('guesses at the current password are limited', async () => {
  await using t = await testApp();
  const mine = t.auth(await t.adminToken());
  const statuses: number[] = [];
  for (let index = 0; index < 11; index++) {
    const body = { currentPassword: `guess ${index}`, newPassword: NEW };
    statuses.push((await t.post('/api/auth/change-password', body, mine)).status);
  }
  expect(statuses.slice(-2)).toEqual([400, 429]);
});

test('sessions are listed with device and shortened address; one or all others can be ended', async () => {
  await using t = await testApp();
  await t.services.accounts.ensureFirstAdmin();
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/19.0 Safari/605';
  const mine = await signIn(t, ADMIN, chrome);
  const second = await signIn(t, ADMIN, phone);
  const third = await signIn(t, ADMIN);
  const list = async () => (await t.get('/api/auth/sessions', t.auth(mine))).body.sessions;
  const sessions = await list();
  expect(sessions).toHaveLength(3);
  expect(sessions.filter((one: { current: boolean }) => one.current)).toMatchObject([
    { device: 'Chrome on Windows', address: '127.0.0.x' },
  ]);
  expect(JSON.stringify(sessions)).not.toContain('127.0.0.1');
  const other = sessions.find((one: { device: string }) => one.device === 'Safari on iPhone');
  expect((await t.delete(`/api/auth/sessions/${other.id}`, t.auth(mine))).status).toBe(200);
  expect((await t.get('/api/auth/admin-profile', t.auth(second))).status).toBe(401);
  // Sessions of another user cannot be ended.
  await t.services.accounts.addUser({ email: 'm@kishmish.test', name: 'Meera', role: 'manager', password: NEW });
  const manager = await signIn(t, { email: 'm@kishmish.test', password: NEW });
  const [mineNow] = await list();
  for (const id of [mineNow.id, other.id, 'ses_unknown']) {
    expect((await t.delete(`/api/auth/sessions/${id}`, t.auth(manager))).status).toBe(404);
  }
  expect((await t.get('/api/auth/admin-profile', t.auth(mine))).status).toBe(200);
  expect((await t.delete('/api/auth/sessions', t.auth(mine))).status).toBe(200);
  expect((await t.get('/api/auth/admin-profile', t.auth(third))).status).toBe(401);
  expect(await list()).toHaveLength(1);
  expect((await t.get('/api/auth/admin-profile', t.auth(manager))).status).toBe(200);
});

test('team: add with a link to set the password, disable, enable, invite again', async () => {
  await using t = await testApp();
  const owner = t.auth(await t.adminToken());
  const body = { name: ' Meera Nair ', email: 'Meera@Kishmish.test', role: 'manager' };
  const added = await t.post('/api/auth/team', body, owner);
  expect(added.status).toBe(201);
  const member = added.body.team.find((one: { email: string }) => one.email === 'meera@kishmish.test');
  expect(member).toMatchObject({ name: 'Meera Nair', role: 'manager', active: true, lastSeenAt: null });
  const twice = await t.post('/api/auth/team', body, owner);
  expect([twice.status, twice.body.message]).toEqual([409, 'There is already an account with this email address.']);
  const [mail] = await t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'invite').execute();
  const token = /token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1] ?? '';
  expect((await t.post('/api/auth/reset-password', { token, newPassword: NEW })).status).toBe(200);
  const session = await signIn(t, { email: member.email, password: NEW });
  expect((await t.get('/api/auth/team', t.auth(session))).status).toBe(403);
  expect((await t.post(`/api/auth/team/${member.id}/invite`, undefined, owner)).status).toBe(200);
  const off = await t.put(`/api/auth/team/${member.id}`, { active: false }, owner);
  expect(off.body.team.find((one: { id: string }) => one.id === member.id).active).toBe(false);
  expect((await t.get('/api/orders', t.auth(session))).status).toBe(401);
  expect((await t.post(`/api/auth/team/${member.id}/invite`, undefined, owner)).status).toBe(409);
  expect((await t.put(`/api/auth/team/${member.id}`, { active: true }, owner)).status).toBe(200);
  await signIn(t, { email: member.email, password: NEW });
  expect((await t.put('/api/auth/team/usr_nobody', { active: true }, owner)).status).toBe(404);
  const right = async (change: object) => (await t.put(`/api/auth/team/${member.id}`, change, owner)).status;
  const verifies = async () => {
    const { team } = (await t.get('/api/auth/team', owner)).body;
    return team.map((one: { mayVerifyPayments: boolean }) => one.mayVerifyPayments);
  };
  expect(await verifies()).toEqual([true, true]);
  expect([await right({ mayVerifyPayments: false }), await right({ mayVerifyPayments: false })]).toEqual([200, 200]);
  expect((await verifies()).sort()).toEqual([false, true]);
  const saved = await t.db
    .selectFrom('audit_log')
    .select(['before_value', 'after_value'])
    .where('action', '=', 'team.right')
    .execute();
  expect(saved).toEqual([{ before_value: '{"mayVerifyPayments":true}', after_value: '{"mayVerifyPayments":false}' }]);
  expect(await right({})).toBe(400);
  const own = await t.db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow();
  const admin = await t.put(`/api/auth/team/${own.id}`, { mayVerifyPayments: false }, owner);
  expect([admin.status, admin.body.message]).toEqual([409, 'Admins may always verify payments.']);
  const without = { ...body, email: 'ravi@kishmish.test', mayVerifyPayments: false };
  expect((await t.post('/api/auth/team', without, owner)).status).toBe(201);
  expect((await verifies()).sort()).toEqual([false, false, true]);
  for (const wrong of [
    { ...body, name: ' ' },
    { ...body, email: 'x' },
    { ...body, role: 'owner' },
  ]) {
    expect((await t.post('/api/auth/team', wrong, owner)).status).toBe(400);
  }
});

test('the link of an invitation can be copied, lasts 48 hours and works once', async () => {
  await using t = await testApp();
  const invite = async (email: string) => {
    const owner = t.auth(await t.adminToken());
    const { body } = await t.post('/api/auth/team', { name: 'Meera', email, role: 'manager' }, owner);
    return { body, token: /^\/admin\/reset-password#token=([\w-]+)&invited=1$/.exec(body.invitation)?.[1] ?? '' };
  };
  const use = async (token: string) => (await t.post('/api/auth/reset-password', { token, newPassword: NEW })).status;
  const { body, token } = await invite('meera@kishmish.test');
  const [mail] = await t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'invite').execute();
  expect(mail?.text_body).toContain(`http://shop.test${body.invitation}`);
  expect(mail?.text_body).toContain('expires after 48 hours');
  expect(JSON.stringify(await t.db.selectFrom('audit_log').selectAll().execute())).not.toContain(token);
  // A stranger who asks for an OTP does not void it; a fresh link does.
  await t.post('/api/auth/forgot-password', { email: 'meera@kishmish.test' });
  t.clock.advance(48 * 3_600_000 - 1);
  expect(await use(token)).toBe(200);
  expect(await use(token)).toBe(400);
  const second = await invite('ravi@kishmish.test');
  t.clock.advance(48 * 3_600_000);
  expect(await use(second.token)).toBe(400);
  const third = await invite('zara@kishmish.test');
  const { id } = third.body.team.find((one: { email: string }) => one.email === 'zara@kishmish.test');
  const again = await t.post(`/api/auth/team/${id}/invite`, undefined, t.auth(await t.adminToken()));
  expect(again.body.invitation).toMatch(/token=/);
  expect(await use(third.token)).toBe(400);
});

test('an admin always stays active: admins cannot disable themselves, and two cannot disable each other', async () => {
  await using t = await testApp();
  const mine = await t.adminToken();
  await t.services.accounts.addUser({ email: 'second@kishmish.test', name: 'Second', role: 'admin', password: NEW });
  const theirs = await signIn(t, { email: 'second@kishmish.test', password: NEW });
  const team = (await t.get('/api/auth/team', t.auth(mine))).body.team as { id: string; email: string }[];
  const me = team.find(({ email }) => email === ADMIN.email)?.id;
  const them = team.find(({ email }) => email !== ADMIN.email)?.id;
  const own = await t.put(`/api/auth/team/${me}`, { active: false }, t.auth(mine));
  expect([own.status, own.body.message]).toEqual([409, 'You cannot disable your own account.']);
  const both = await Promise.all([
    t.services.accounts
      .changeMember(them ?? '', { active: false }, { id: me ?? '', name: 'Admin' })
      .catch((error) => error),
    t.services.accounts
      .changeMember(me ?? '', { active: false }, { id: them ?? '', name: 'Second' })
      .catch((error) => error),
  ]);
  expect(both.filter((one) => one === undefined)).toHaveLength(1);
  expect(both.find((one) => one !== undefined)?.message).toBe('The last admin cannot be disabled.');
  expect(theirs).toBeTruthy();
});

test('a person gives the own name: events and the audit log have it from then on, and only of that person', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const rename = (body: unknown) => t.put('/api/auth/profile', body, auth);
  await t.put('/api/settings/checklist/whatsapp', { putOff: true }, auth);
  const saved = await rename({ name: '  Rukmini\u0000Shah ' });
  expect([saved.status, saved.body.user.name]).toEqual([200, 'Rukmini Shah']);
  await t.put('/api/settings/checklist/whatsapp', { putOff: false }, auth);
  const log = await t.db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('action', 'in', ['save', 'account.name'])
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { actor: 'Admin', action: 'save' },
    { actor: 'Admin', action: 'account.name' },
    { actor: 'Rukmini Shah', action: 'save' },
  ]);
  // Nobody signs as the shop itself, as a shopper or as the demo.
  for (const name of ['', '   ', 'x'.repeat(81), 'Shop', 'shopper', 'DEMO', 7]) {
    expect((await rename({ name })).status, String(name)).toBe(400);
  }
  // Another person, or another role, cannot be had this way.
  await t.services.accounts.addUser({ email: 'm@kishmish.test', name: 'Meera', role: 'manager', password: NEW });
  await t.put(
    '/api/auth/profile',
    { name: 'Meera K', id: saved.body.user.id, role: 'admin' },
    t.auth(await signIn(t, { email: 'm@kishmish.test', password: NEW })),
  );
  const team = (await t.get('/api/auth/team', auth)).body.team as { name: string; role: string }[];
  expect(team.map(({ name, role }) => `${name}: ${role}`).sort()).toEqual(['Meera K: manager', 'Rukmini Shah: admin']);
});
