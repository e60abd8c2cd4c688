import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { examine } from '#server/operations/doctor.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { dialect, readOnly, testDatabase } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { connectPostgres, connectSqlite } from './connect.ts';
import { databaseFailure } from './errors.ts';
import { writeMeta } from './meta.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import { transact } from './transact.ts';
import { Versions } from './versions.ts';
import { whyNoWrites } from './writes.ts';

const log = pino({ level: 'silent' });

/** A shop on a SQLite file, to test a full disk and a locked database (faults 4 and 5). */
async function shop() {
  const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-trouble-'));
  const file = path.join(folder, 'shop.db');
  const database = connectSqlite(file);
  const t = await testApp({ database });
  await addProduct(t.db, { sizes: [{ stock: 100_000 }] });
  return {
    t,
    file,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What the doctor says. */
const health = async (t: TestApp, name: string, more: Partial<Parameters<typeof examine>[0]> = {}) =>
  (await examine({ ...t.context, sources: t.services, ...more })).find((check) => check.name === name);

const order = (t: TestApp, index: number) =>
  t.post(
    '/api/orders',
    orderBody({ ...paid(index), shippingAddress: { ...ADDRESS, phone: String(9_100_000_000 + index) } }),
  );

test.runIf(dialect === 'sqlite')(
  'a full disk: 503 with Retry-After, no partial writes, reads work, and writes work again once there is space (fault 4)',
  async () => {
    await using open = await shop();
    const { t } = open;
    expect((await order(t, 0)).status).toBe(201);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(t.db);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 4}`).execute(t.db);

    let full = 0;
    let number = 1;
    const acknowledged: string[] = ['632400000000'];
    while (full === 0 && number < 2_000) {
      const responses = await Promise.all(Array.from({ length: 8 }, () => order(t, number++)));
      for (const response of responses) {
        if (response.status === 201) acknowledged.push(response.body.order.payment.utrNumber);
        else {
          full += 1;
          expect([response.status, response.headers['retry-after']]).toEqual([503, '2']);
        }
      }
    }
    expect(full).toBeGreaterThan(0);
    expect((await t.get('/api/products/almonds?_t=1')).status).toBe(200);
    const message = 'The disk of the database takes no writes: it is full or damaged.';
    expect(await t.get('/readyz')).toMatchObject({ status: 503, body: { message } });
    expect(await health(t, 'Database')).toEqual({
      name: 'Database',
      state: 'fault',
      text: `${message} The shop takes no orders.`,
      action: 'Free space: docs/operations.md, Disk full.',
    });

    await sql.raw('pragma max_page_count = 1073741823').execute(t.db);
    // Nobody has to try an order first: a proxy may send none meanwhile.
    await expect.poll(async () => (await t.get('/readyz')).status).toBe(200);
    expect(await t.db.selectFrom('meta').selectAll().where('name', '=', 'write tried').execute()).toEqual([]);
    const healed = await order(t, number++);
    expect(healed.status).toBe(201);
    acknowledged.push(healed.body.order.payment.utrNumber);
    const written = await t.db.selectFrom('orders').select('utr').execute();
    expect(written.map((row) => row.utr).sort()).toEqual(acknowledged.sort());
    const lines = await t.db.selectFrom('order_lines').select('order_number').execute();
    expect(lines).toHaveLength(acknowledged.length);
    expect(await stockOf(t.db)).toMatchObject({ sold: acknowledged.length });
  },
);

test.runIf(dialect === 'sqlite')(
  'a database locked by another process: 503, and requests succeed once it is released (fault 5)',
  { timeout: 60_000 },
  async () => {
    await using open = await shop();
    const { t, file } = open;
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const from = performance.now();
    const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => order(t, index)));
    // All requests fail after one busy timeout, not one after the other.
    expect(performance.now() - from).toBeLessThan(12_000);
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(503));
    expect((await t.get('/api/products/almonds?_t=1')).status).toBe(200);
    const message = 'Another program keeps the database locked.';
    const unavailable = { status: 503, body: { message } };
    expect(await t.get('/readyz')).toMatchObject(unavailable);
    // Also while orders wait for the lock, and the event loop with them.
    await expect.poll(async () => (await Promise.all([order(t, 10), t.get('/readyz')]))[1]).toMatchObject(unavailable);
    expect(await health(t, 'Database')).toMatchObject({
      state: 'fault',
      text: `${message} The shop takes no orders.`,
      action: expect.stringContaining('Close open sqlite3 shells'),
    });
    other.exec('rollback');
    await expect.poll(async () => (await t.get('/readyz')).status).toBe(200);
    // A lock of a moment is none, and neither is a write of the shop itself.
    other.exec('begin immediate');
    const begun = performance.now();
    setTimeout(() => other.exec('rollback'), 300);
    expect(await whyNoWrites(t.context.database, { until: begun + 10_000 })).toBeNull();
    // The event loop did not wait with it.
    expect(performance.now() - begun).toBeLessThan(4_000);
    await transact(t.context, async ({ trx }) => {
      await writeMeta(trx, 'one', '1');
      const asked = whyNoWrites(t.context.database, { until: 0 });
      await new Promise((resolve) => setTimeout(resolve, 100));
      await writeMeta(trx, 'two', '2');
      return { asked };
    }).then(async ({ asked }) => expect(await asked).toBeNull());
    other.close();
    expect((await order(t, 20)).status).toBe(201);
    const timeout = await sql<{ timeout: number }>`pragma busy_timeout`.execute(t.db);
    expect(timeout.rows).toEqual([{ timeout: 5_000 }]);
    expect(await t.db.selectFrom('orders').select('order_number').execute()).toHaveLength(1);
  },
);

test.runIf(dialect === 'sqlite')('a database file that cannot be written: /readyz and the doctor say so', async () => {
  await using open = await shop();
  const raw = openSqlite(open.file, { readOnly: true });
  const db = new Kysely<Tables>({ dialect: sqliteDialect(raw) });
  const database = { db, url: null, file: open.file, close: () => db.destroy() };
  const app = await buildApp({ ...open.t.services, context: { ...open.t.context, database } }, { isOpen: () => true });
  const message = 'The database file cannot be written.';
  const { statusCode, body } = await app.inject('/readyz');
  expect({ statusCode, ...JSON.parse(body) }).toMatchObject({ statusCode: 503, message });
  expect(await health(open.t, 'Database', { database })).toMatchObject({
    state: 'fault',
    text: `${message} The shop takes no orders.`,
    action: expect.stringContaining(open.file),
  });
  await app.close();
  await database.close();
});

test.runIf(dialect === 'postgres')(
  'a full disk of PostgreSQL: 503, and /readyz says so until it has space',
  async () => {
    const own = await testDatabase();
    await using t = await testApp({ database: own, ownApp: true });
    await addProduct(t.db, { sizes: [{ stock: 10 }] });
    await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(t.db);
    const full = (table: string) =>
      sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse()`.execute(t.db);
    await full('orders');
    await full('meta');
    // A disk is not tried before it has refused a write.
    expect((await t.get('/readyz')).status).toBe(200);
    expect((await order(t, 1)).status).toBe(503);
    await expect
      .poll(() => t.get('/readyz'))
      .toMatchObject({
        status: 503,
        body: { message: 'The disk of the database takes no writes: it is full or damaged.' },
      });
    for (const table of ['orders', 'meta']) await sql`drop trigger refuse on ${sql.table(table)}`.execute(t.db);
    await expect.poll(async () => (await t.get('/readyz')).status).toBe(200);
    expect((await order(t, 2)).status).toBe(201);
    await full('meta');
    expect(await whyNoWrites(own, { until: 0 })).toBeNull();
    // A write outside of a transaction was refused.
    vi.spyOn(t.services.orders, 'track').mockRejectedValue(Object.assign(new Error('full'), { code: '53100' }));
    expect((await t.get('/api/orders/track/9876543210')).status).toBe(503);
    expect(await whyNoWrites(own, { until: 0 })).toMatchObject({ code: '53100' });
    await own.close();
  },
);

test.runIf(dialect === 'postgres')(
  'a connection lost during a transaction: 503, no partial writes, and the next request succeeds (fault 6)',
  async () => {
    await using t = await testApp();
    await addProduct(t.db, { sizes: [{ stock: 10 }] });
    const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`;
    for (const pause of [0, 50]) {
      const failure = await transact(t.context, async ({ trx }) => {
        await sql`update product_sizes set stock = stock - 1`.execute(trx);
        await others.execute(t.db);
        await new Promise((resolve) => setTimeout(resolve, pause));
        await sql`update product_sizes set sold = sold + 1`.execute(trx);
      }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'ShopError', code: 'busy' });
    }
    expect(await stockOf(t.db)).toEqual({ stock: 10, held: 0, sold: 0 });
    expect((await order(t, 1)).status).toBe(201);
  },
);

test.runIf(dialect === 'postgres')('no free connection within the timeout: 503, not 500 (fault 7)', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const busy = Array.from({ length: 10 }, () => t.db.transaction().execute(() => held));
  const response = await order(t, 1);
  release();
  expect(response.status).toBe(503);
  await Promise.all(busy);
  expect((await order(t, 1)).status).toBe(201);
});

/**
 * A network path to the server of a connection string, which can be cut without a word: what is
 * sent gets lost, and nothing comes back.
 */
async function pathTo(server: string) {
  const { hostname, port } = new URL(server);
  let open: Socket[] = [];
  const proxy = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => {});
    open.push(near, far);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(server);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Cuts the connections that are open now. */
    cut(): void {
      for (const socket of open) socket.unpipe().pause();
    },
    /** What is sent by them arrives, and nothing comes back. */
    cutBack(): void {
      for (const [index, socket] of open.entries()) if (index % 2 === 1) socket.unpipe().pause();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      open = [];
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

test.runIf(dialect === 'postgres')(
  'a network path that is cut without a word: no statement waits for ever',
  async () => {
    const own = await testDatabase();
    await using network = await pathTo(own.url ?? '');
    const database = await connectPostgres(network.url, undefined, 1_000);
    await sql`select 1`.execute(database.db);
    network.cut();
    const lost = await sql`select 1`.execute(database.db).catch((error: unknown) => error);
    expect(databaseFailure(lost)).toBe('busy');
    const inside = await database.db
      .transaction()
      .execute(async (trx) => {
        await sql`select 1`.execute(trx);
        network.cut();
        await sql`select 2`.execute(trx);
      })
      .catch((error: unknown) => error);
    expect(databaseFailure(inside)).toBe('busy');
    expect((await sql`select 3 as n`.execute(database.db)).rows).toEqual([{ n: 3 }]);
    // A migration may take as long as it needs; the next transaction of its connection may not.
    await database.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`select pg_sleep(1.5)`.execute(trx);
    });
    const late = await sql`select pg_sleep(5)`.execute(database.db).catch((error: unknown) => error);
    expect(databaseFailure(late)).toBe('busy');
    await database.close();
    await own.close();
  },
);

test.runIf(dialect === 'postgres')(
  'a commit whose result is lost: 503, and pages show what it has changed if it was stored (fault 6)',
  async () => {
    const own = await testDatabase();
    await migrate(own);
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(own.db);
    await using network = await pathTo(own.url ?? '');
    const database = await connectPostgres(network.url, rows[0]?.schema, 1_000);
    const versions = new Versions(database, log);
    await versions.refresh();
    const { version } = versions.changesSince(undefined);
    const failure = await transact({ database, versions, log }, async ({ trx, afterCommit }) => {
      await trx.insertInto('meta').values({ name: 'stored', value: '1' }).execute();
      afterCommit(() => versions.touch('catalogue', ['almonds']));
      network.cutBack();
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ShopError', code: 'busy' });
    expect(await own.db.selectFrom('meta').select('value').where('name', '=', 'stored').execute()).toHaveLength(1);
    await versions.flush();
    expect(versions.changesSince(undefined).version).toBeGreaterThan(version);
    expect(versions.changesSince(version).products).toBeNull();
    await versions.close();
    await database.close();
    await own.close();
  },
);

test.runIf(dialect === 'postgres')(
  'a database that became read-only, like a standby: 503, and the doctor and /readyz say so',
  async () => {
    const own = await testDatabase();
    await migrate(own);
    const standby = await readOnly(own);
    let placed: { orderNumber: string; accessToken: string };
    {
      await using t = await testApp({ database: own, ownApp: true });
      await addProduct(t.db);
      expect((await t.get('/readyz')).status).toBe(200);
      placed = (await order(t, 0)).body.order;
      const admin = t.auth(await t.adminToken());
      const verified = await t.put(`/api/orders/${placed.orderNumber}/payment`, { status: 'completed' }, admin);
      expect(verified.status).toBe(200);
    }
    await using t = await testApp({ database: standby, ownApp: true });
    // A guest's PDFs are counted.
    const invoice = {
      url: `/api/orders/${placed.orderNumber}/invoice`,
      headers: { 'x-order-token': placed.accessToken },
    };
    expect((await t.app.inject(invoice)).statusCode).toBe(200);
    expect(await order(t, 1)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect((await t.get('/api/products/almonds')).status).toBe(200);
    expect(await t.get('/readyz')).toMatchObject({ status: 503, body: { message: 'The database is read-only.' } });
    expect(
      (await examine({ ...t.context, sources: t.services })).find(({ name }) => name === 'Database'),
    ).toMatchObject({
      state: 'fault',
      text: 'PostgreSQL is read-only, so the shop takes no orders: it may be a standby.',
      action:
        'Set DATABASE_URL to the primary and restart the shop. Promote this server only if no other primary runs and the former one cannot come back: two primaries lose orders.',
    });
    await standby.close();
    await own.close();
  },
);

test.each([
  '57P01',
  '57P02',
  '57P03',
  '25006',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ETIMEDOUT',
])('PostgreSQL gone with %s: 503, not 500', async (code) => {
  await using t = await testApp({ ownApp: true });
  const gone = () => Promise.reject(Object.assign(new Error('gone'), { code }));
  vi.spyOn(t.services.orders, 'track').mockImplementation(gone as never);
  expect((await t.get('/api/orders/track/9876543210')).status).toBe(503);
});
