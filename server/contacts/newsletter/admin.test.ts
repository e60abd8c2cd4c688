import { expect, test } from 'vitest';
import { START, testApp } from '#tests/app.ts';

async function admin() {
  const t = await testApp();
  const rows = ['asha@example.com', '=cmd()@example.com', 'b_ravi@example.org', 'meera@example.org'];
  await t.db
    .insertInto('newsletter')
    .values(rows.map((email, index) => ({ email, created_at: START + index })))
    .execute();
  await t.db
    .updateTable('newsletter')
    .set({ unsubscribed_at: START + 9 })
    .where('email', 'like', 'meera%')
    .execute();
  return { t, auth: t.auth(await t.adminToken()) };
}

test('the list is paginated, newest first, and can be searched', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const list = async (query: string) => (await t.get(`/api/newsletter?${query}`, auth)).body;
  const first = await list('limit=3');
  expect(first.subscribers).toEqual([
    { email: 'meera@example.org', createdAt: START + 3, unsubscribedAt: START + 9 },
    { email: 'b_ravi@example.org', createdAt: START + 2, unsubscribedAt: null },
    { email: '=cmd()@example.com', createdAt: START + 1, unsubscribedAt: null },
  ]);
  expect([first.active, first.pagination]).toEqual([
    3,
    { currentPage: 1, totalPages: 2, totalSubscribers: 4, hasPrev: false, hasNext: true },
  ]);
  expect((await list('search=ORG')).pagination.totalSubscribers).toBe(2);
  expect((await list('search=_')).subscribers.map(({ email }: { email: string }) => email)).toEqual([
    'b_ravi@example.org',
  ]);
  expect((await list('search=%25')).subscribers).toEqual([]);
});

test('the export contains every matching address and no formulas', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const { headers, text } = await t.get('/api/newsletter/export', auth);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="newsletter-2026-11-20.csv"');
  expect(text).toBe(
    '\uFEFFEmail,On the list since,Left on\r\n' +
      "'=cmd()@example.com,2026-11-20,\r\n" +
      'asha@example.com,2026-11-20,\r\n' +
      'b_ravi@example.org,2026-11-20,\r\n' +
      'meera@example.org,2026-11-20,2026-11-20\r\n',
  );
  expect((await t.get('/api/newsletter/export?search=asha', auth)).text.split('\r\n')).toHaveLength(3);
  const log = await t.db
    .selectFrom('audit_log')
    .select(['action', 'after_value'])
    .where('entity', '=', 'newsletter')
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'export', after_value: '{"searched":false}' },
    { action: 'export', after_value: '{"searched":true}' },
  ]);
});

test('an address is deleted permanently and not kept in the log', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const deleted = await t.delete('/api/newsletter/Asha%40example.com', auth);
  expect([deleted.status, deleted.body.message]).toEqual([200, 'Address removed from the newsletter']);
  expect((await t.delete('/api/newsletter/asha%40example.com', auth)).body.message).toBe(
    'This address is not on the list',
  );
  expect((await t.delete('/api/newsletter/%00', auth)).status).toBe(404);
  const entry = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'delete').executeTakeFirstOrThrow();
  expect(JSON.stringify(entry)).not.toContain('asha@');
});
