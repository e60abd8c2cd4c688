import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { createMailSource } from './mail-source.ts';
import type { MailboxStatus, watchMailbox } from './mailbox.ts';

const NOTHING = { wants: async () => true, onMail: async () => {} };
const ACCOUNT = { host: 'imap.test', port: 993, user: 'owner', authservId: '' };

/**
 * Several processes on one database: each has a source of its own, with a watcher that only
 * remembers whether it runs.
 */
async function processes() {
  const t = await testApp({ env: { mailboxPassword: 'a password' } });
  const auth = t.auth(await t.adminToken());
  const settings = async (mailbox: object) => t.post('/api/payment-settings', { mailbox }, auth);
  await settings(ACCOUNT);
  const process = () => {
    const watched: string[] = [];
    let read = () => {};
    const connected: MailboxStatus = { connected: true, lastMailAt: 5, error: null, nextTryAt: null, skipped: null };
    const watch = ((account: { user: string }, { onRead }: { onRead: () => void }) => {
      read = onRead;
      return {
        start: () => watched.push(account.user),
        stop: async () => void watched.pop(),
        status: () => connected,
      };
    }) as unknown as typeof watchMailbox;
    const source = createMailSource(t.context, t.services.settings, NOTHING, watch);
    return { source, watched, read: () => read() };
  };
  return { t, settings, one: process(), two: process(), [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() };
}

test('one process watches the mailbox; another takes over within a minute after it died', async () => {
  await using s = await processes();
  await s.one.source.refresh();
  await s.two.source.refresh();
  expect([s.one.watched, s.two.watched]).toEqual([['owner'], []]);
  for (let second = 0; second < 60; second += 10) {
    s.t.clock.advance(10_000);
    await s.one.source.refresh();
    await s.two.source.refresh();
  }
  expect([s.one.watched, s.two.watched]).toEqual([['owner'], []]);
  // The other process knows how the mailbox is.
  expect(await s.two.source.status()).toMatchObject({ connected: true, lastMailAt: 5 });
  // Only the second one lives on.
  let waited = 0;
  while (s.two.watched.length === 0 && waited < 120_000) {
    s.t.clock.advance(10_000);
    waited += 10_000;
    await s.two.source.refresh();
  }
  expect(waited).toBeLessThanOrEqual(40_000);
  // The first one was only asleep: it stops.
  await s.one.source.refresh();
  expect([s.one.watched, s.two.watched]).toEqual([[], ['owner']]);
});

test('of two processes that see the same old lease, one takes it', async () => {
  await using s = await processes();
  await Promise.all([s.one.source.refresh(), s.two.source.refresh()]);
  expect([...s.one.watched, ...s.two.watched]).toEqual(['owner']);
  s.t.clock.advance(60_000);
  await s.t.db
    .updateTable('meta')
    .set({ value: JSON.stringify({ holder: 'gone', until: s.t.clock.time, status: null }) })
    .where('name', '=', 'mailbox lease')
    .execute();
  await Promise.all([s.one.source.refresh(), s.two.source.refresh()]);
  expect([...s.one.watched, ...s.two.watched]).toEqual(['owner']);
});

test('a process that stops leaves the mailbox to another one at once', async () => {
  await using s = await processes();
  await s.one.source.refresh();
  await s.one.source.stop();
  expect(s.one.watched).toEqual([]);
  await s.two.source.refresh();
  expect(s.two.watched).toEqual(['owner']);
  // Stopping a process that does not watch changes nothing.
  await s.one.source.stop();
  await s.one.source.refresh();
  expect([s.one.watched, s.two.watched]).toEqual([[], ['owner']]);
});

test('a change of the settings replaces the watcher, and without a mailbox nobody watches', async () => {
  await using s = await processes();
  await s.one.source.refresh();
  await s.settings({ user: 'other' });
  await s.one.source.refresh();
  expect(s.one.watched).toEqual(['other']);
  await s.settings({ user: '' });
  await s.one.source.refresh();
  expect(s.one.watched).toEqual([]);
  expect(await s.two.source.status()).toBeNull();
});

test('the status of a process that died says that nobody is connected', async () => {
  await using s = await processes();
  await s.one.source.refresh();
  await s.one.source.refresh();
  s.t.clock.advance(31_000);
  expect(await s.two.source.status()).toMatchObject({ connected: false, lastMailAt: 5 });
});

test('when the mailbox was read last is kept from one process to the next', async () => {
  await using s = await processes();
  const lastRead = () => s.two.source.lastRead();
  expect(await lastRead()).toEqual({ readAt: null, error: null });
  const begun = s.t.clock.time;
  await s.one.source.refresh();
  expect(await lastRead()).toEqual({ readAt: begun, error: null, unread: true });
  s.one.read();
  await s.one.source.refresh();
  for (const source of [s.one.source, s.one.source, s.two.source]) {
    expect(await lastRead()).toEqual({ readAt: begun, error: null });
    s.t.clock.advance(60_000);
    await source.refresh();
  }
  // The second process has not read it yet.
  expect(s.two.watched).toEqual(['owner']);
  expect(await lastRead()).toEqual({ readAt: begun, error: null });
  s.two.read();
  await s.two.source.refresh();
  expect(await lastRead()).toEqual({ readAt: s.t.clock.time, error: null });
  await s.settings({ user: '' });
  expect(await lastRead()).toBeNull();
});

test('a restart does not hide that the mailbox is not read; while no process runs, that is said', async () => {
  await using s = await processes();
  const begun = s.t.clock.time;
  await s.one.source.refresh();
  s.one.read();
  await s.one.source.refresh();
  for (const process of [s.one, s.two, s.one]) {
    s.t.clock.advance(300_000);
    await process.source.refresh();
    expect(process.watched).toEqual(['owner']);
    expect(await process.source.lastRead()).toEqual({ readAt: begun, error: null });
    await process.source.stop();
    expect(await process.source.lastRead()).toEqual({ readAt: begun, error: null, left: true });
    expect(await process.source.status()).toBeNull();
  }
});

test('a clock that was a day ahead leaves the mailbox neither unread nor said to be read', async () => {
  await using s = await processes();
  const day = 86_400_000;
  s.t.clock.advance(day);
  await s.one.source.refresh();
  s.one.read();
  await s.one.source.refresh();
  await s.one.source.refresh();
  s.t.clock.advance(-day);
  const back = s.t.clock.time;
  expect(await s.two.source.lastRead()).toEqual({ readAt: back, error: null });
  expect(await s.two.source.status()).toMatchObject({ connected: false });
  // The first one has not read it again since.
  await s.one.source.refresh();
  s.t.clock.advance(10_000);
  await s.one.source.refresh();
  expect(await s.two.source.lastRead()).toEqual({ readAt: back, error: null });
});

test('the lease of a process that died while its clock was ahead is taken over', async () => {
  await using s = await processes();
  s.t.clock.advance(3_600_000);
  await s.one.source.refresh();
  s.t.clock.advance(-3_600_000);
  await s.two.source.refresh();
  expect(s.two.watched).toEqual(['owner']);
  // Some seconds are no reason.
  s.t.clock.advance(-5_000);
  await s.one.source.refresh();
  expect(s.one.watched).toEqual([]);
});

test('a mailbox that is set up again later counts from then', async () => {
  await using s = await processes();
  await s.one.source.refresh();
  await s.settings({ user: '' });
  await s.one.source.refresh();
  s.t.clock.advance(3_600_000);
  await s.settings(ACCOUNT);
  await s.two.source.refresh();
  expect(await s.two.source.lastRead()).toEqual({ readAt: s.t.clock.time, error: null, unread: true });
});
