import { expect, test } from 'vitest';
import { ADMIN, type TestApp, testApp } from '#tests/app.ts';
import { fromNetwork } from '#tests/factories.ts';
import { KEY, twoStepOn } from '#tests/two-step.ts';
import { recoverAccount } from './recovery.ts';

/** `npm run account`: for the sole admin who is locked out. */

const recover = (t: TestApp, email: string) => recoverAccount(t.context, t.services, email);

/** From a network where this account has no session. */
const signIn = (t: TestApp, password: string) =>
  t.post('/api/auth/admin-login', { email: ADMIN.email, password }, fromNetwork(2));

test('a locked-out admin gets in with the new password alone; all of before has ended', async () => {
  await using t = await testApp({ env: { secretsKey: KEY, trustProxy: 1 } });
  const auth = t.auth(await t.adminToken());
  await twoStepOn(t, auth);
  await t.post('/api/auth/forgot-password', { email: ADMIN.email });
  for (let guess = 0; guess < 11; guess++) await signIn(t, 'not this one');
  expect((await signIn(t, ADMIN.password)).status).toBe(429);

  const password = await recover(t, ` ${ADMIN.email.toUpperCase()} `);
  expect(password).toMatch(/^[\w-]{16}$/);
  expect((await t.get('/api/auth/two-step', auth)).status).toBe(401);
  for (const table of ['sessions', 'one_time_codes', 'devices', 'recovery_codes'] as const) {
    expect([table, await t.db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  }
  expect((await signIn(t, ADMIN.password)).status).toBe(401);
  const { status, body } = await signIn(t, password);
  expect([status, body.user.email]).toEqual([200, ADMIN.email]);

  const entry = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'account.recover')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    actor_id: null,
    actor: 'operator',
    entity: 'user',
    before_value: '{"twoStep":true}',
    after_value: '{"twoStep":false}',
  });
  const mails = await t.db.selectFrom('mail_outbox').select('kind').where('kind', '=', 'password_changed').execute();
  expect(mails).toHaveLength(1);
});

test('an unknown or disabled account gets none', async () => {
  await using t = await testApp();
  await expect(recover(t, 'nobody@kishmish.test')).rejects.toThrow(
    'No account of this shop has the email nobody@kishmish.test.',
  );
  await t.adminToken();
  await t.db.updateTable('users').set({ active: 0 }).execute();
  await expect(recover(t, ADMIN.email)).rejects.toThrow('is disabled. An admin can enable it under Account → Team.');
  expect(await t.db.selectFrom('audit_log').select('id').where('action', '=', 'account.recover').execute()).toEqual([]);
});
