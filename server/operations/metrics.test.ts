import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connectSqlite } from '#server/database/connect.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { plansOf } from '#tests/plans.ts';
import { readMailQueue } from './operations.queries.ts';

const TOKEN = 'a-token-for-the-metrics';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const env = { metricsToken: TOKEN };

/** The value of one line, such as `kishmish_mails{state="waiting"}`; undefined if there is none. */
async function metric(t: TestApp, line: string): Promise<number | undefined> {
  const { status, text } = await t.get('/metrics', bearer(TOKEN));
  expect(status).toBe(200);
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

async function addCredit(
  t: TestApp,
  id: string,
  status: 'open' | 'matched' | 'conflict',
  source: 'sms' | 'email',
  at = START,
): Promise<void> {
  const credit = { id, amount: 100, day: '2026-11-20', at, status, created_at: at };
  await t.db
    .insertInto('credits')
    .values({ ...credit, matched_source: status === 'matched' ? source : null })
    .execute();
  const report = { id: `src_${id}`, credit_id: id, kind: source, at, fingerprint: id };
  await t.db.insertInto('credit_sources').values(report).execute();
}

/** A series with its labels, in the exposition and in PromQL. */
const SERIES = /\b(?<!# \w+ )((?:kishmish|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;
const labelsOf = (labels = '') => [...labels.matchAll(/(\w+)(?:=~|!~|!=|=)\\?"/g)].map(([, label = '']) => label);

test('there is no page without METRICS_TOKEN, and with it only for those who send it', async () => {
  await using off = await testApp();
  expect((await off.get('/metrics', bearer(TOKEN))).status).toBe(404);
  await using t = await testApp({ env });
  for (const headers of [{}, bearer(`${TOKEN}x`), bearer(''), { authorization: `Basic ${TOKEN}` }]) {
    const { status, text } = await t.get('/metrics', headers as Record<string, string>);
    expect([status, text]).toEqual([401, 'METRICS_TOKEN is needed.\n']);
  }
  const { status, text, headers } = await t.get('/metrics', bearer(TOKEN));
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': expect.stringContaining('text/plain') });
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});

test('one address can try a limited number of tokens', async () => {
  await using t = await testApp({ env: { ...env, rateLimit: 3 } });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await t.get('/metrics', bearer(`${n}`))).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
});

test('requests are counted by route pattern and status, without addresses or numbers', async () => {
  await using t = await testApp({ env });
  await t.get('/api/orders/track/9876543210');
  await t.get('/api/orders/ORD1763700000000123');
  await t.get('/api/products');
  const count = (route: string, status: number) =>
    metric(t, `kishmish_http_request_seconds_count{method="GET",route="${route}",status="${status}"}`);
  expect(await count('/api/orders/track/:mobile', 200)).toBe(1);
  expect(await count('/api/orders/:id', 404)).toBe(1);
  expect(await count('/api/products', 200)).toBe(1);
  const { text } = await t.get('/metrics', bearer(TOKEN));
  expect(text).not.toMatch(/9876543210|ORD17637/);
});

test('orders, mails that wait or failed, and the database', async () => {
  await using t = await testApp({ env });
  await addProduct(t.db, {});
  expect(await metric(t, 'kishmish_orders_placed_total')).toBe(0);
  const body = orderBody({ shippingAddress: ADDRESS, ...paid(1) });
  const { order } = (await t.post('/api/orders', body)).body;
  // The same again is the same order.
  await t.post('/api/orders', body, { 'x-order-token': order.accessToken });
  expect(await metric(t, 'kishmish_orders_placed_total')).toBe(1);
  expect(await metric(t, 'kishmish_mails{state="waiting"}')).toBe(1);
  t.clock.advance(90_000);
  expect(await metric(t, 'kishmish_mail_oldest_seconds')).toBe(90);
  await t.db.updateTable('mail_outbox').set({ status: 'failed', tries: 12 }).execute();
  expect(await metric(t, 'kishmish_mails{state="waiting"}')).toBe(0);
  expect(await metric(t, 'kishmish_mails{state="failed"}')).toBe(1);
  expect(await metric(t, 'kishmish_mail_oldest_seconds')).toBe(0);
  expect(await metric(t, 'kishmish_database_seconds')).toBeGreaterThan(0);
  // Reading them changes nothing.
  expect(await metric(t, 'kishmish_orders_placed_total')).toBe(1);
  const connections = await metric(t, 'kishmish_database_connections{state="waiting"}');
  expect(connections).toBe(dialect === 'postgres' ? 0 : undefined);
});

test('credits of the last day by source and by what became of them', async () => {
  await using t = await testApp({ env });
  await addCredit(t, '1', 'matched', 'sms');
  await addCredit(t, '2', 'matched', 'sms');
  await addCredit(t, '3', 'open', 'email');
  await addCredit(t, '4', 'open', 'email', START - 25 * 3_600_000);
  expect(await metric(t, 'kishmish_credits{status="matched",matched_by="sms"}')).toBe(2);
  expect(await metric(t, 'kishmish_credits{status="open",matched_by=""}')).toBe(1);
  expect(await metric(t, 'kishmish_credit_reports{source="sms"}')).toBe(2);
  expect(await metric(t, 'kishmish_credit_reports{source="email"}')).toBe(1);
});

test('the last backup, the disk, and how long the mailbox was not read', async () => {
  await using t = await testApp({ env: { ...env, mailboxPassword: 'a password' } });
  expect(await metric(t, 'kishmish_backup_timestamp_seconds')).toBe(0);
  expect(await metric(t, 'kishmish_disk_free_bytes')).toBeGreaterThan(1_000_000);
  expect(await metric(t, 'kishmish_mailbox_unread_seconds')).toBe(0);
  const note = (name: string, value: object) =>
    t.db
      .insertInto('meta')
      .values({ name, value: JSON.stringify(value) })
      .execute();
  expect(await metric(t, 'kishmish_backup_missing_files')).toBe(0);
  await note('backup last', { at: START, file: 'a', bytes: 1, missing: 3 });
  expect(await metric(t, 'kishmish_backup_missing_files')).toBe(3);
  expect(await metric(t, 'kishmish_backup_timestamp_seconds')).toBe(START / 1000);
  const mailbox = { host: 'imap.bank.test', user: 'owner' };
  await t.post('/api/payment-settings', { mailbox }, t.auth(await t.adminToken()));
  expect(await metric(t, 'kishmish_mailbox_unread_seconds')).toBeCloseTo(process.uptime(), -1);
  await note('mailbox lease', { holder: 'one', until: START, status: null, readAt: START });
  t.clock.advance(20 * 60_000);
  expect(await metric(t, 'kishmish_mailbox_unread_seconds')).toBe(1_200);
});

test.runIf(dialect === 'sqlite')('the page cache: hits, misses and size', async () => {
  const database = connectSqlite(':memory:');
  await using t = await testApp({ env, database });
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  for (let round = 0; round < 3; round++) {
    await (await fetch(`${address}/api/config`)).text();
    await expect.poll(() => metric(t, 'kishmish_page_cache_entries')).toBe(1);
  }
  expect(await metric(t, 'kishmish_page_cache_requests_total{result="miss"}')).toBe(1);
  expect(await metric(t, 'kishmish_page_cache_requests_total{result="hit"}')).toBe(2);
  expect(await metric(t, 'kishmish_page_cache_bytes')).toBeGreaterThan(100);
  await database.close();
});

test('dashboard, alerts and their tests name only series and labels that exist', async () => {
  await using t = await testApp({ env });
  await addCredit(t, '1', 'conflict', 'sms');
  await t.get('/api/products');
  const { text } = await t.get('/metrics', bearer(TOKEN));
  const known = new Map<string, Set<string>>();
  for (const [, name = '', labels] of text.matchAll(SERIES)) {
    // Prometheus adds job and instance.
    known.set(name, new Set([...(known.get(name) ?? ['job', 'instance']), ...labelsOf(labels)]));
  }
  // Without a request that the page cache could serve, or without PostgreSQL, these have a type and
  // no series.
  known.set('kishmish_page_cache_requests_total', new Set(['job', 'instance', 'result']));
  known.set('kishmish_database_connections', new Set(['job', 'instance', 'state']));
  const deploy = path.join(import.meta.dirname, '../../deploy/prometheus');
  for (const file of ['dashboard.json', 'alerts.yml', 'alerts.test.yml', 'alerts-days.test.yml']) {
    const content = readFileSync(path.join(deploy, file), 'utf8');
    const named = [...content.matchAll(SERIES)];
    expect(named.length).toBeGreaterThan(5);
    for (const [, name = '', labels] of named) {
      expect([...known.keys()]).toContain(name);
      expect([...(known.get(name) ?? [])]).toEqual(expect.arrayContaining(labelsOf(labels)));
    }
    const everywhere = new Set([...known.values()].flatMap((labels) => [...labels]));
    const grouped = [...content.matchAll(/\b(?:by|without|on) \(([\w, ]*)\)|\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)];
    const labels = grouped.flatMap(([, list, one]) => (list ?? one ?? '').split(', ').filter(Boolean));
    expect([...everywhere, 'alertname']).toEqual(expect.arrayContaining(labels));
  }
});

test('the failed mails of a day are found without those of earlier days', async () => {
  await using t = await testApp();
  const plans = await plansOf(t.context.database, (trx) => readMailQueue(trx, START));
  expect(plans).toContainEqual(
    expect.stringMatching(dialect === 'sqlite' ? /next_try_at>/ : /Index Cond.*next_try_at/),
  );
});
