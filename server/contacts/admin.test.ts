import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { scansOf } from '#tests/plans.ts';

async function stored(
  t: TestApp,
  n: number,
  more: Partial<{
    name: string;
    email: string;
    message: string;
    status: 'new' | 'read' | 'replied' | 'closed';
    priority: 'low' | 'medium' | 'high' | 'urgent';
    at: number;
  }> = {},
): Promise<string> {
  const id = `K-AAAA-${String(n).padStart(4, '0')}`;
  const name = more.name ?? `Sender ${n}`;
  const email = more.email ?? `sender${n}@example.com`;
  const message = more.message ?? 'When will my parcel come?';
  const at = more.at ?? START - 86_400_000 + n;
  await t.db
    .insertInto('contacts')
    .values({
      id,
      name,
      email,
      subject: `Question ${n}`,
      message,
      status: more.status ?? 'new',
      priority: more.priority ?? 'medium',
      search_text: [name, email, '', `Question ${n}`, message].join(' ').toLowerCase(),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

async function admin() {
  const t = await testApp();
  return { t, auth: t.auth(await t.adminToken()) };
}

test('GET /contacts filters, searches and paginates, newest first, 10 per page (R2.7, R2.9)', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  for (let n = 1; n <= 12; n++) await stored(t, n);
  await stored(t, 13, { status: 'read', priority: 'urgent', message: 'Sixty 100% boxes' });
  await stored(t, 14, { status: 'closed', priority: 'urgent', name: 'शालिनी Gupta' });
  const list = async (query: string) => {
    const { status, body } = await t.get(`/api/contacts?${query}`, auth);
    expect([query, status, body.success]).toEqual([query, 200, true]);
    return body;
  };
  const ids = async (query: string) =>
    (await list(query)).contacts.map(({ id }: { id: string }) => Number(id.slice(-4)));
  expect(await ids('')).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
  expect((await list('page=2')).pagination).toEqual({
    currentPage: 2,
    totalPages: 2,
    totalContacts: 14,
    hasPrev: true,
    hasNext: false,
  });
  expect(await ids('page=2&limit=10')).toEqual([4, 3, 2, 1]);
  expect(await ids('limit=25')).toHaveLength(14);
  expect(await ids('status=read')).toEqual([13]);
  expect(await ids('status=all&priority=urgent')).toEqual([14, 13]);
  expect(await ids('status=closed&priority=urgent')).toEqual([14]);
  expect(await ids('search=100%25%20sixty')).toEqual([13]);
  expect(await ids('search=%25')).toEqual([13]);
  expect(await ids('search=_')).toEqual([]);
  expect(await ids('search=शालिनी')).toEqual([14]);
  expect(await ids('search=SENDER3@example.com')).toEqual([3]);
  expect(await ids('search=k-aaaa-0007')).toEqual([7]);
  expect(await ids('search=parcel&status=new&limit=5&page=3')).toEqual([2, 1]);
  expect((await list('search=parcel&limit=5&page=2')).pagination).toMatchObject({ totalPages: 3, totalContacts: 13 });
  // The total is also returned past the last page.
  expect((await list('search=parcel&limit=5&page=9')).pagination).toMatchObject({ totalContacts: 13, hasNext: false });
  expect((await list('search=nothing')).pagination).toMatchObject({ totalPages: 0, totalContacts: 0, hasPrev: false });
  const [first] = (await list('status=read')).contacts;
  expect(first).toMatchObject({
    _id: first.id,
    name: 'Sender 13',
    email: 'sender13@example.com',
    phone: '',
    subject: 'Question 13',
    message: 'Sixty 100% boxes',
    status: 'read',
    priority: 'urgent',
    adminNotes: '',
    createdAt: START - 86_400_000 + 13,
  });
  for (const query of ['page=0', 'status=New', 'priority=huge', `search=${'x'.repeat(201)}`]) {
    expect([query, (await t.get(`/api/contacts?${query}`, auth)).status]).toEqual([query, 400]);
  }
});

test('GET /contacts/stats/summary returns counts and the response rate, the share of messages that are not new', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const stats = async () => (await t.get('/api/contacts/stats/summary', auth)).body;
  expect(await stats()).toMatchObject({ success: true, totalContacts: 0, newContacts: 0, responseRate: 0 });
  // START is noon in India: the day began 12 hours before.
  await stored(t, 1, { at: START - 12 * 3_600_000 });
  await stored(t, 2, { at: START - 12 * 3_600_000 - 1, status: 'read' });
  await stored(t, 3, { status: 'replied' });
  expect(await stats()).toEqual({
    success: true,
    totalContacts: 3,
    newContacts: 1,
    todayContacts: 1,
    byStatus: { new: 1, read: 1, replied: 1, closed: 0 },
    responseRate: 67,
    grievances: { open: 0, overdue: 0 },
  });
});

test('PUT /contacts/{id}/status keeps omitted fields and returns 409 for a stale version', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const id = await stored(t, 1);
  const url = `/api/contacts/${id}/status`;
  const first = await t.put(url, { status: 'read', adminNotes: 'Rang her', version: 1 }, auth);
  expect(first.body).toMatchObject({
    success: true,
    message: 'Contact status updated successfully',
    contact: { status: 'read', priority: 'medium', adminNotes: 'Rang her', version: 2 },
  });
  const second = await t.put(url, { status: 'closed', version: 1 }, auth);
  expect(second.status).toBe(409);
  expect((await t.get(`/api/contacts/${id}`, auth)).body.contact).toMatchObject({ status: 'read', version: 2 });
  expect((await t.put(url, { priority: 'urgent' }, auth)).body.contact).toMatchObject({
    status: 'read',
    priority: 'urgent',
    adminNotes: 'Rang her',
  });
  const bad = await t.put(url, { status: 'done' }, auth);
  expect([bad.status, bad.body.message]).toEqual([400, 'Status must be new, read, replied or closed']);
  expect((await t.put('/api/contacts/none/status', { status: 'read' }, auth)).body.message).toBe(
    'Contact message not found',
  );
  const log = await t.db.selectFrom('audit_log').selectAll().where('entity', '=', 'contact').orderBy('id').execute();
  expect(log.map(({ action }) => action)).toEqual(['update', 'update']);
  expect(JSON.parse(log[0]?.before_value ?? '')).toEqual({ status: 'new', priority: 'medium', admin_notes: '' });
  expect(JSON.parse(log[0]?.after_value ?? '')).toEqual({
    status: 'read',
    priority: 'medium',
    admin_notes: 'Rang her',
  });
});

test('a reply is sent by email, queued in the transaction of the change', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const id = await stored(t, 1, { message: 'Two lines\nof <b>mine</b>' });
  const url = `/api/contacts/${id}/reply`;
  expect((await t.post(url, { message: '  ' }, auth)).body.message).toBe('Please write a reply');
  const sent = await t.post(url, { message: 'Tomorrow.\nThank you.', version: 1 }, auth);
  expect(sent.body).toMatchObject({
    // Without a mail server.
    message: 'The email is only saved as a file: the shop has no mail server (SMTP_URL).',
    contact: { status: 'replied', reply: 'Tomorrow.\nThank you.', repliedAt: t.clock.time },
  });
  expect((await t.post(url, { message: 'Again', version: 1 }, auth)).status).toBe(409);
  const mails = await t.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'contact_reply').execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ recipient: 'sender1@example.com', subject: 'Re: Question 1' });
  expect(mails[0]?.text_body).toMatch(
    /^Hello Sender 1,\n\nTomorrow\.\nThank you\.\n\nKishmish\n\nOn .* you wrote \(K-AAAA-0001\):\n> Two lines\n> of <b>mine<\/b>\n$/,
  );
  expect(mails[0]?.html_body).toContain('&lt;b&gt;mine&lt;/b&gt;');
});

test('DELETE /contacts/{id} deletes a message; the audit log keeps no text', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const id = await stored(t, 1);
  const deleted = await t.delete(`/api/contacts/${id}`, auth);
  expect([deleted.status, deleted.body.message]).toEqual([200, 'Contact message deleted successfully']);
  expect((await t.delete(`/api/contacts/${id}`, auth)).status).toBe(404);
  expect((await t.get(`/api/contacts/${id}`, auth)).status).toBe(404);
  expect((await t.get('/api/contacts/%00', auth)).status).toBe(404);
  const log = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'delete').executeTakeFirstOrThrow();
  // The log records the deletion, not the text of the message.
  expect(log.before_value).not.toContain('parcel');
});

test('deleting a message also deletes its mails, their files and what the audit log repeats of it', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  await t.services.settings.saveShop(
    { ...(await t.services.settings.shop()), email: 'care@shop.test' },
    { id: null, name: 'test' },
  );
  const message = { name: 'Farida Sheikh', email: 'farida@example.com', phone: '9000000031' };
  const send = async (subject: string) =>
    (await t.post('/api/contacts', { ...message, subject, message: 'A private matter.' })).body.contact.id as string;
  const [id, other] = [await send('Farida asks'), await send('Another question')];
  await t.put(`/api/contacts/${id}/status`, { adminNotes: 'Rang Farida' }, auth);
  await t.post(`/api/contacts/${id}/reply`, { message: 'Dear Farida' }, auth);
  const early = await t.delete(`/api/contacts/${id}`, auth);
  expect([early.status, early.body.message]).toEqual([
    409,
    'Your email to this person has not been sent yet. Please delete the message once it has.',
  ]);
  expect(await t.services.mail.sendDue()).toBe(5);
  const scans = await scansOf(t.db, async () => {
    expect((await t.delete(`/api/contacts/${id}`, auth)).status).toBe(200);
  });
  expect(scans).toEqual([]);
  const mails = await t.db.selectFrom('mail_outbox').select(['id', 'text_body']).execute();
  expect(mails).toHaveLength(2);
  for (const mail of mails) expect(mail.text_body).toContain(other);
  const folder = path.join(t.context.env.dataDir, 'mail');
  await expect.poll(async () => (await readdir(folder)).sort()).toEqual(mails.map((mail) => `${mail.id}.eml`).sort());
  const log = await t.db.selectFrom('audit_log').selectAll().where('entity_id', '=', id).execute();
  expect(log.map(({ action }) => action).sort()).toEqual(['delete', 'reply', 'update']);
  expect(JSON.stringify(log)).not.toMatch(/Farida|private/);
  expect(log.find(({ action }) => action === 'delete')?.before_value).toContain('replied');
});

test('every filter of the list uses an index that also provides the order', async () => {
  const { t } = await admin();
  await using _ = t;
  if (dialect !== 'sqlite') return;
  for (const [where, index] of [
    ['', 'contacts_list'],
    ["where status = 'new'", 'contacts_list_status'],
    ["where priority = 'low'", 'contacts_list_priority'],
    ["where status = 'new' and priority = 'low'", 'contacts_list_both'],
    ['where grievance = 1', 'contacts_grievances'],
  ]) {
    const plan = await sql
      .raw<{ detail: string }>(
        `explain query plan select id from contacts ${where} order by created_at desc, id desc limit 10 offset 40000`,
      )
      .execute(t.db);
    const text = plan.rows.map(({ detail }) => detail).join('\n');
    expect(text).toMatch(new RegExp(`COVERING INDEX ${index}( |$)`));
    expect(text).not.toContain('TEMP B-TREE');
  }
});
