import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';

const HOUR = 3_600_000;

async function shop() {
  const t = await testApp();
  const settings = await t.services.settings.shop();
  await t.services.settings.saveShop(
    { ...settings, grievanceOfficer: { name: 'Asha Rao', designation: 'Grievance Officer', email: '' } },
    { id: null, name: 'test' },
  );
  return { t, auth: t.auth(await t.adminToken()) };
}

async function wrote(t: TestApp, more: Record<string, string | boolean> = {}): Promise<string> {
  const message = {
    name: 'Ravi Kumar',
    email: 'ravi@example.com',
    subject: 'Torn pack',
    message: 'The pack came torn open.',
    ...more,
  };
  return (await t.post('/api/contacts', message)).body.contact.id;
}

const mails = (t: TestApp) =>
  t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'grievance_acknowledged').execute();

test('a complaint is registered, acknowledged by email with its ticket number, and closed with a note', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const at = t.clock.now();
  const id = await wrote(t);
  const step = (body: object) => t.put(`/api/contacts/${id}/grievance`, body, auth);
  expect((await t.get(`/api/contacts/${id}`, auth)).body.contact.grievance).toBeNull();
  expect((await step({ step: 'acknowledge' })).status).toBe(409);
  const registered = await step({ step: 'register', version: 1 });
  expect(registered.body).toMatchObject({
    message: 'Registered as a complaint',
    contact: {
      grievance: {
        acknowledgeBy: at + 48 * HOUR,
        resolveBy: at + 720 * HOUR,
        acknowledgedAt: null,
        closedAt: null,
        overdue: false,
        closingNote: '',
      },
      version: 2,
    },
  });
  expect((await step({ step: 'acknowledge', version: 1 })).status).toBe(409);
  t.clock.advance(HOUR);
  const acknowledged = await step({ step: 'acknowledge', version: 2 });
  expect(acknowledged.body.contact).toMatchObject({ status: 'read', grievance: { acknowledgedAt: at + HOUR } });
  expect((await step({ step: 'acknowledge' })).status).toBe(409);
  const [mail, ...more] = await mails(t);
  expect([mail?.recipient, mail?.subject, more]).toEqual(['ravi@example.com', `Kishmish: your complaint ${id}`, []]);
  expect(mail?.text_body).toContain(`Its ticket number is ${id}.`);
  expect(mail?.text_body).toContain('Asha Rao, Grievance Officer will look into it');
  expect(mail?.text_body).toContain('by 20 Dec 2026');

  const empty = await step({ step: 'close', note: '  ' });
  expect([empty.status, empty.body.errors]).toEqual([
    400,
    [{ path: 'note', msg: 'Please write how the complaint was settled' }],
  ]);
  t.clock.advance(HOUR);
  const closed = await step({ step: 'close', note: 'A new pack was sent.' });
  expect(closed.body.contact).toMatchObject({
    status: 'closed',
    grievance: { closedAt: at + 2 * HOUR, closingNote: 'A new pack was sent.', overdue: false },
  });
  expect((await step({ step: 'withdraw' })).status).toBe(409);
  const log = await t.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'contact')
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['grievance.register', 'grievance.acknowledge', 'grievance.close']);
});

test('the acknowledgement carries no text of the sender, who may not own the address', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const id = await wrote(t, { name: 'You won: evil.example/7', subject: 'Go to evil.example' });
  for (const step of ['register', 'acknowledge']) await t.put(`/api/contacts/${id}/grievance`, { step }, auth);
  const [mail] = await mails(t);
  expect(mail?.text_body).toContain('Hello You won evil example,');
  expect(`${mail?.subject} ${mail?.text_body} ${mail?.html_body}`).not.toMatch(/evil\.|example\/|torn/);
});

test('a message that its sender marks as a complaint is in the register at once', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const settings = await t.services.settings.shop();
  await t.services.settings.saveShop({ ...settings, email: 'care@shop.test' }, { id: null, name: 'test' });
  const at = t.clock.now();
  const grievanceOf = async (id: string) => (await t.get(`/api/contacts/${id}`, auth)).body.contact.grievance;
  const complaint = await wrote(t, { complaint: true });
  expect(await grievanceOf(complaint)).toMatchObject({
    acknowledgeBy: at + 48 * HOUR,
    resolveBy: at + 720 * HOUR,
    acknowledgedAt: null,
    closedAt: null,
  });
  // The sender gets the ticket number at once. That a person has read it, only staff can say.
  const sent = await t.db.selectFrom('mail_outbox').select(['kind', 'text_body']).execute();
  expect(sent.find(({ kind }) => kind === 'contact_acknowledged')?.text_body).toContain(complaint);
  expect(sent.find(({ kind }) => kind === 'contact_received')?.text_body).toMatch(
    /\nA complaint: acknowledge by: .*2026.*\nSettle by: 20 Dec 2026\n/,
  );
  expect(await mails(t)).toEqual([]);
  const listed = await t.get('/api/contacts?grievances=all', auth);
  expect(listed.body.contacts.map((contact: { id: string }) => contact.id)).toEqual([complaint]);

  const other = { subject: 'Another pack', message: 'This one came torn, too.' };
  const question = await wrote(t, other);
  expect(await grievanceOf(question)).toBeNull();
  const toShop = await t.db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('subject', 'like', `%${question}%`)
    .executeTakeFirstOrThrow();
  expect(toShop.text_body).not.toContain('complaint');
  // Sent again with the box ticked, within ten minutes: the same message, now a complaint. Without
  // it, it stays one.
  t.clock.advance(60_000);
  expect(await wrote(t, { ...other, complaint: true })).toBe(question);
  expect(await grievanceOf(question)).toMatchObject({ acknowledgeBy: at + 48 * HOUR });
  expect(await wrote(t, other)).toBe(question);
  expect(await grievanceOf(question)).not.toBeNull();
  const wrong = await t.post('/api/contacts', { complaint: 'yes' });
  expect([wrong.status, wrong.body.errors.at(-1)]).toEqual([
    400,
    { path: 'complaint', msg: 'complaint must be true or false' },
  ]);
});

test('open and overdue complaints are counted and listed; a reply acknowledges', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const ids: string[] = [];
  for (const subject of ['First one', 'Second one', 'Third one', 'A question']) ids.push(await wrote(t, { subject }));
  const [first = '', second = '', third = ''] = ids;
  for (const id of [first, second, third]) await t.put(`/api/contacts/${id}/grievance`, { step: 'register' }, auth);
  await t.post(`/api/contacts/${second}/reply`, { message: 'We are looking into it.' }, auth);
  const headers = async () => t.auth(await t.adminToken());
  const listed = async (grievances: string) =>
    (await t.get(`/api/contacts?grievances=${grievances}`, await headers())).body.contacts
      .map((one: { id: string }) => one.id)
      .sort();
  const counts = async () => (await t.get('/api/contacts/stats/summary', await headers())).body.grievances;
  expect(await listed('all')).toEqual([first, second, third].sort());
  expect([await listed('overdue'), await counts()]).toEqual([[], { open: 3, overdue: 0 }]);
  t.clock.advance(48 * HOUR);
  expect(await counts()).toEqual({ open: 3, overdue: 0 });
  t.clock.advance(1);
  expect([await listed('overdue'), await counts()]).toEqual([[first, third].sort(), { open: 3, overdue: 2 }]);
  await t.put(`/api/contacts/${third}/grievance`, { step: 'withdraw' }, await headers());
  await t.put(`/api/contacts/${first}/grievance`, { step: 'close', note: 'Refunded.' }, await headers());
  expect([await listed('overdue'), await counts()]).toEqual([[], { open: 1, overdue: 0 }]);
  t.clock.advance(28 * 24 * HOUR);
  const late = await t.get('/api/contacts?grievances=overdue', await headers());
  expect(late.body.contacts).toMatchObject([{ id: second, grievance: { overdue: true } }]);
  expect(late.body.pagination.totalContacts).toBe(1);
  expect((await t.get('/api/contacts?grievances=late', await headers())).status).toBe(400);
});

test('the register is a file without formulas for admins alone, and the audit log records it', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const id = await wrote(t, { name: '=cmd()', subject: '@SUM(A1)', message: '+91 is where I live, the pack was torn' });
  await wrote(t);
  await t.put(`/api/contacts/${id}/grievance`, { step: 'register' }, auth);
  await t.put(`/api/contacts/${id}/grievance`, { step: 'close', note: '-1 pack' }, auth);
  const { text, headers } = await t.get('/api/contacts/grievances/export', auth);
  expect(headers['content-disposition']).toBe('attachment; filename="grievances-2026-11-20.csv"');
  const [head, row, ...rest] = text.split('\r\n');
  expect(head).toMatch(/^\uFEFFTicket,Received,Name,/);
  expect(row).toContain(`${id},`);
  expect(row).toMatch(/,'=cmd\(\),ravi@example.com,,'@SUM\(A1\),"?'\+91 is where/);
  expect(row).toMatch(/,no,'-1 pack$/);
  expect(rest).toEqual(['']);
  const log = await t.db.selectFrom('audit_log').select('entity_id').where('action', '=', 'export').execute();
  expect(log).toEqual([{ entity_id: 'grievances' }]);
  expect((await t.get('/api/contacts/grievances/export')).status).toBe(401);
});
