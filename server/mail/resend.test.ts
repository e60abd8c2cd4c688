import { expect, test } from 'vitest';
import { START, type TestApp, testApp } from '#tests/app.ts';

/** Mails that were given up are sent again together. */

const DAY = 86_400_000;
const ACTOR = { id: null, name: 'test' };
let ids = 0;

async function add(
  t: TestApp,
  count: number,
  more: { kind?: string; status?: 'failed' | 'sent'; tries?: number; age?: number } = {},
) {
  const { kind = 'shipped', status = 'failed', tries = 12, age = DAY } = more;
  const row = { kind, recipient: 'a@b.in', subject: '', text_body: '', html_body: '', last_error: 'refused' };
  const rows = Array.from({ length: count }, () => {
    const id = `mail_${++ids}`;
    return { ...row, id, message_id: id, status, tries, next_try_at: START - age, created_at: START - age };
  });
  for (let at = 0; at < count; at += 50)
    await t.db
      .insertInto('mail_outbox')
      .values(rows.slice(at, at + 50))
      .execute();
  return rows.map(({ id }) => id);
}

const queued = async (t: TestApp) =>
  (await t.db.selectFrom('mail_outbox').select('id').where('status', '=', 'queued').execute())
    .map(({ id }) => id)
    .sort();

test('an admin sends all mails of the last 30 days that failed; not what was held back or is of no use any more', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const failed = async () => (await t.get('/api/admin/doctor', auth)).body.failedMails;
  const resend = async () => (await t.post('/api/admin/mails/resend', undefined, auth)).body;
  await add(t, 1, { status: 'sent', tries: 1 });
  await add(t, 1, { tries: 0 });
  await add(t, 1, { age: 31 * DAY });
  // Given up later, but it is as old.
  const [old = ''] = await add(t, 1, { age: 31 * DAY });
  await t.db
    .updateTable('mail_outbox')
    .set({ next_try_at: START - DAY })
    .where('id', '=', old)
    .execute();
  for (const kind of ['otp', 'order_code', 'alert_code', 'payment_reminder']) await add(t, 1, { kind });
  expect(await failed()).toBe(0);
  expect(await resend()).toMatchObject({ message: 'No failed email is left.', count: 0, left: 0 });
  const wanted = [...(await add(t, 2)), ...(await add(t, 1, { age: 29 * DAY }))];
  expect(await failed()).toBe(3);
  expect(await resend()).toMatchObject({ message: '3 emails are on the way.', count: 3, left: 0 });
  expect(await queued(t)).toEqual(wanted.sort());
  expect(await failed()).toBe(0);
  const rows = await t.db
    .selectFrom('mail_outbox')
    .select(['tries', 'next_try_at'])
    .where('status', '=', 'queued')
    .execute();
  expect(rows).toEqual(wanted.map(() => ({ tries: 0, next_try_at: START })));
  const entries = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'mail.resend_failed').execute();
  expect(entries).toMatchObject([{ actor: 'Admin', after_value: '{"count":3,"left":0}' }]);
});

test('at most 200 at once, the oldest first; two admins at once send each mail once', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const newest = await add(t, 5, { age: DAY });
  await add(t, 200, { age: 2 * DAY });
  const resend = async () => (await t.post('/api/admin/mails/resend', undefined, auth)).body;
  expect(await resend()).toMatchObject({
    message: '200 emails are on the way. 5 more can follow.',
    count: 200,
    left: 5,
  });
  expect(await queued(t)).not.toEqual(expect.arrayContaining([newest[0]]));
  const both = await Promise.all([resend(), resend()]);
  expect(both.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  expect(await queued(t)).toHaveLength(205);
});

test('an invitation is sent again only while its link works', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  await t.post('/api/auth/team', { name: 'Meena', email: 'meena@shop.in', role: 'manager' }, auth);
  const { id } = await t.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'meena@shop.in')
    .executeTakeFirstOrThrow();
  const fail = () =>
    t.db.updateTable('mail_outbox').set({ status: 'failed', tries: 12 }).where('kind', '=', 'invite').execute();
  const invitations = () =>
    t.db
      .selectFrom('mail_outbox')
      .select(['id', 'status'])
      .where('kind', '=', 'invite')
      .orderBy('created_at')
      .execute();
  await fail();
  t.clock.advance(DAY);
  expect(await t.services.mail.failedCount()).toBe(1);
  // A new link voids the old one.
  await t.services.accounts.invite(id, ACTOR);
  await fail();
  expect(await t.services.mail.failedCount()).toBe(1);
  t.clock.advance(2 * DAY - 1);
  expect(await t.services.mail.resendFailed(ACTOR)).toEqual({ count: 1, left: 0 });
  expect((await invitations()).map(({ status }) => status)).toEqual(['failed', 'queued']);
  await fail();
  t.clock.advance(1);
  expect(await t.services.mail.failedCount()).toBe(0);
  expect(await t.services.mail.resendFailed(ACTOR)).toEqual({ count: 0, left: 0 });
});
