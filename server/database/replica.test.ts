import { expect, test } from 'vitest';
import { examine } from '#server/operations/doctor.ts';
import { START, testApp } from '#tests/app.ts';
import { dialect, readOnly, shopDatabase } from '#tests/database.ts';
import { type Database, openReplica } from './connect.ts';

const REPLICA = { databaseReportsUrl: 'postgres://replica/shop' };

/** An order that was paid, in this database alone. */
const PAID = {
  order_number: 'ORD1795113600001',
  access_token_hash: 'hash',
  status: 'processing',
  payment_status: 'completed',
  phone: '9876500001',
  total: 50_000,
  created_at: START,
  updated_at: START,
} as const;

// PGlite has one database for each worker.
test.skipIf(dialect === 'pglite')(
  'figures are read from the replica; orders and the tables of a tax return are not',
  async () => {
    await using replica = await opened();
    await replica.database.db.insertInto('orders').values(PAID).execute();
    await using reports = await standby(replica.database);
    await using t = await testApp({ reports: reports.database });
    const token = t.auth(await t.adminToken());
    const { body } = await t.get('/api/admin/overview?days=1', token);
    expect(body.overview.totals).toMatchObject({ orders: 1, revenue: 500 });
    for (const url of ['admin/insight?days=30', 'admin/insight/funnel?days=30', 'reports/margin?month=2026-11']) {
      expect([url, (await t.get(`/api/${url}`, token)).status]).toEqual([url, 200]);
    }
    expect((await t.get('/api/orders', token)).body.orders).toEqual([]);
    await replica.database.db.deleteFrom('invoices').execute();
    const before = await replica.database.db.selectFrom('audit_log').selectAll().execute();
    expect((await t.get('/api/reports/gst/b2b?month=2026-11', token)).status).toBe(200);
    expect(await replica.database.db.selectFrom('audit_log').selectAll().execute()).toEqual(before);
  },
);

test('without a replica reports are as new as the shop', async () => {
  await using t = await testApp();
  const { body } = await t.get('/api/admin/reports-age', t.auth(await t.adminToken()));
  expect(body).toMatchObject({ behindMs: null });
});

test.runIf(dialect === 'postgres')(
  'a server that is no replica, such as one that was promoted, is refused',
  async () => {
    await using copy = await opened();
    await using t = await testApp({ reports: copy.database, env: REPLICA });
    expect((await t.get('/api/admin/reports-age', t.auth(await t.adminToken()))).status).toBe(409);
  },
);

test.runIf(dialect === 'postgres')(
  'a replica that is away: reports get 503, orders go on, the doctor says so',
  async () => {
    const away = openReplica('postgres://shop:secret@127.0.0.1:1/shop');
    await using t = await testApp({ reports: away, env: REPLICA });
    const token = t.auth(await t.adminToken());
    expect((await t.get('/api/admin/overview?days=1', token)).status).toBe(503);
    expect((await t.get('/api/orders', token)).status).toBe(200);
    const checks = await examine({ ...t.context, sources: t.services });
    const found = checks.find(({ name }) => name === 'Reports');
    expect(found).toMatchObject({
      state: 'fault',
      text: 'The replica of DATABASE_REPORTS_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
    });
    await away.close();
  },
);

async function opened() {
  const database = await shopDatabase('migrated');
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

/** On PostgreSQL it takes no writes, like a replica. */
async function standby(database: Database) {
  const reports = dialect === 'postgres' ? await readOnly(database) : database;
  const close = async () => (reports === database ? undefined : reports.close());
  return { database: reports, [Symbol.asyncDispose]: close };
}
