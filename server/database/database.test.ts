import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { dialect, testDatabase } from '#tests/database.ts';
import type { ServiceContext } from '../context.ts';
import { readEnv } from '../env.ts';
import { connect, connectPostgres, connectSqlite, type Database } from './connect.ts';
import { databaseFailure } from './errors.ts';
import { isMigrated, migrate, migrateTo } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { transact } from './transact.ts';
import { bumpVersions, Versions } from './versions.ts';

const log = pino({ level: 'silent' });

async function migrated(): Promise<Database> {
  const database = await testDatabase();
  await migrate(database);
  return database;
}

function contextOf(database: Database): ServiceContext {
  const versions = new Versions(database, log);
  return { database, reports: database, env: readEnv({}), log, now: () => 1, versions };
}

const ALL = Object.keys(migrations);
const schemaOf = sql<{ schema: string }>`select current_schema() as schema`;

describe('migrations', () => {
  test('run once and are recorded', async () => {
    const database = await testDatabase();
    expect(await isMigrated(database)).toBe(false);
    expect(await migrate(database)).toEqual(ALL);
    expect(await migrate(database)).toEqual([]);
    expect(await isMigrated(database)).toBe(true);
    const names = await database.db.selectFrom('data_versions').select('name').orderBy('name').execute();
    expect(names.map((row) => row.name)).toEqual(['catalogue', 'content', 'settings']);
    await database.close();
  });

  test('two concurrent runs do not collide', async () => {
    const database = await testDatabase();
    const ran = await Promise.all([migrate(database), migrate(database)]);
    expect(ran.flat()).toEqual(ALL);
    await database.close();
  });

  test.runIf(dialect !== 'pglite')('wait for another process that migrates', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-db-'));
    const file = path.join(folder, 'shop.db');
    const first = dialect === 'sqlite' ? connectSqlite(file) : await testDatabase();
    await migrate(first);
    const { rows } = dialect === 'sqlite' ? { rows: [] } : await schemaOf.execute(first.db);
    const second = rows[0] ? await connectPostgres(first.url ?? '', rows[0].schema) : connectSqlite(file);
    // A pooler may set no timeout. So that a try takes little time; a start waits seconds for each.
    await (rows[0] ? sql`set statement_timeout = 0` : sql`pragma busy_timeout = 1`).execute(second.db);
    const locked = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const migrating = first.db.transaction().execute(async (trx) => {
      // The lock of Kysely's migrator.
      await (rows[0] ? sql`select pg_advisory_xact_lock(3853314791062309107)` : sql`select 1`).execute(trx);
      locked.resolve();
      await ended.promise;
    });
    await locked.promise;
    let waits = 0;
    const wait = () => {
      waits += 1;
      if (waits === 6) ended.resolve();
    };
    const ran = await migrate(second, wait, 300);
    expect([ran, waits >= 6]).toEqual([[], true]);
    await migrating;
    await second.close();
    await first.close();
    await rm(folder, { recursive: true });
  });

  test.runIf(dialect === 'sqlite')('two processes on one new file do not collide', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-db-'));
    const script = path.join(import.meta.dirname, '..', '..', 'scripts', 'migrate.ts');
    const run = () =>
      promisify(execFile)(process.execPath, [script], { env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' } });
    await Promise.all([run(), run()]);
    const database = connectSqlite(path.join(folder, 'shop.db'));
    expect(await isMigrated(database)).toBe(true);
    await database.close();
    await rm(folder, { recursive: true });
  });

  test.runIf(dialect === 'postgres')('leave nothing to the connection, which a pooler gives to others', async () => {
    const database = await testDatabase();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await migrate(database);
    const texts = query.mock.calls.map(([text]) => String(text));
    query.mockRestore();
    const lock = texts.findIndex((text) => /pg_advisory/.test(text));
    expect(texts.lastIndexOf('begin', lock)).toBeGreaterThan(texts.lastIndexOf('commit', lock));
    const lasting = /pg_advisory_(un)?lock|^set (?!local )|^listen/;
    expect(texts.filter((text) => lasting.test(text))).toEqual([]);
    await database.close();
  });

  test.runIf(dialect === 'postgres')('may take longer than the statements of a request', async () => {
    const database = await testDatabase();
    const timeout = async (db: Database['db']) => {
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
      return rows[0]?.statement_timeout;
    };
    await database.db.transaction().execute(async (trx) => {
      expect(await timeout(trx)).toBe('15s');
      await migrateTo(trx, ALL[0] ?? '');
      expect(await timeout(trx)).toBe('0');
    });
    expect(await timeout(database.db)).toBe('15s');
    await database.close();
  });

  test('a failed migration leaves no changes and can run again', async () => {
    const database = await testDatabase();
    // A conflicting table makes the migration fail after it has created others.
    await sql`create table contacts (id text primary key)`.execute(database.db);
    await expect(migrate(database)).rejects.toThrow();
    await expect(database.db.selectFrom('orders').selectAll().execute()).rejects.toThrow();
    await sql`drop table contacts`.execute(database.db);
    expect(await migrate(database)).toEqual(ALL);
    await database.close();
  });
});

describe('transactions', () => {
  test('are atomic, and increment versions only on commit', async () => {
    const database = await migrated();
    const context = contextOf(database);
    await context.versions.refresh();
    const before = context.versions.stamp;
    const failed = transact(context, async ({ trx, bump }) => {
      await trx.insertInto('meta').values({ name: 'a', value: '1' }).execute();
      bump('catalogue');
      throw new Error('half-way');
    });
    await expect(failed).rejects.toThrow('half-way');
    expect(await database.db.selectFrom('meta').selectAll().execute()).toEqual([]);
    await context.versions.refresh();
    expect(context.versions.stamp).toBe(before);

    let after = false;
    await transact(context, async ({ trx, bump, afterCommit }) => {
      await trx.insertInto('meta').values({ name: 'a', value: '1' }).execute();
      bump('catalogue');
      afterCommit(() => {
        after = true;
      });
    });
    expect(after).toBe(true);
    expect(context.versions.stamp).not.toBe(before);
    await database.close();
  });

  test('constraint violations are classified on both engines', async () => {
    const database = await migrated();
    await database.db.insertInto('meta').values({ name: 'a', value: '1' }).execute();
    const error = await database.db
      .insertInto('meta')
      .values({ name: 'a', value: '2' })
      .execute()
      .catch((caught: unknown) => caught);
    expect(databaseFailure(error)).toBe('unique');
    const child = await database.db
      .insertInto('order_lines')
      .values({ order_number: 'none', position: 0, product_id: 'x', name: 'x', size: '', quantity: 1, price: 1 })
      .execute()
      .catch((caught: unknown) => caught);
    expect(databaseFailure(child)).toBe('foreign');
    const bad = await database.db
      .insertInto('reviews')
      .values({
        id: 'r',
        product_id: 'x',
        customer_name: 'x',
        rating: 9,
        date: 1,
        status: 'pending',
        created_at: 1,
        updated_at: 1,
      })
      .execute()
      .catch((caught: unknown) => caught);
    expect(databaseFailure(bad)).toBe('check');
    await database.close();
  });

  test('concurrent transactions on one counter lose no update', async () => {
    const database = await migrated();
    const context = contextOf(database);
    await database.db.insertInto('meta').values({ name: 'n', value: '0' }).execute();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        transact(context, async ({ trx }) => {
          await trx
            .updateTable('data_versions')
            .set((eb) => ({ version: eb('version', '+', 1) }))
            .where('name', '=', 'content')
            .execute();
        }),
      ),
    );
    const row = await database.db
      .selectFrom('data_versions')
      .select('version')
      .where('name', '=', 'content')
      .executeTakeFirstOrThrow();
    expect(row.version).toBe(41);
    await database.close();
  });
});

describe('versions', () => {
  test('touches are batched, and another instance sees the change', async () => {
    const database = await migrated();
    const [here, there] = [new Versions(database, log, () => 0), new Versions(database, log, () => 0)];
    await here.refresh();
    await there.refresh();
    expect(there.stamp).toBe('1.1.1 0 0');
    here.touch('catalogue');
    here.touch('catalogue');
    await here.flush();
    await there.refresh();
    expect(there.stamp).toBe(here.stamp);
    expect(there.stamp).toBe('2.1.1 0 0');
    const others = new Map([['settings', null] as const, ['content', null] as const]);
    expect(await bumpVersions(database.db, others)).toBeUndefined();
    await there.refresh();
    expect(there.stamp).toBe('2.2.2 0 0');
    await here.close();
    await there.close();
    await database.close();
  });
});

describe.runIf(dialect === 'sqlite')('node:sqlite behind Kysely', () => {
  test('rejects a Date and undefined instead of storing NULL', async () => {
    const database = await migrated();
    for (const value of [new Date(), undefined]) {
      const query = sql`select ${value} as value`.execute(database.db);
      await expect(query).rejects.toThrow(TypeError);
    }
    await database.close();
  });

  test('uses WAL', () => {
    const folder = path.join(tmpdir(), `kishmish-${process.pid}-${Date.now()}`);
    const database = connectSqlite(path.join(folder, 'shop.db'));
    const raw = new DatabaseSync(path.join(folder, 'shop.db'));
    expect(raw.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    raw.close();
    return database.close();
  });

  test('a path that cannot be opened throws an error with a message', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-db-'));
    await expect(connect({ url: null, dataDir: path.join('/dev/null', 'x') })).rejects.toThrow(
      /^The folder .* of DATA_DIR cannot be written: [^\n]*\.$/,
    );
    await rm(folder, { recursive: true });
  });

  test('an unreachable PostgreSQL throws an error with a message', async () => {
    await expect(connect({ url: 'postgres://nobody@127.0.0.1:1/none', dataDir: '.' })).rejects.toThrow(
      /^The PostgreSQL database of DATABASE_URL cannot be reached: [^\n]*\.$/,
    );
  });
});

test('int8 values are returned as numbers', async () => {
  const database = await migrated();
  const row = await sql<{ big: number }>`select count(*) as big from data_versions`.execute(
    database.db as unknown as Kysely<unknown>,
  );
  expect(row.rows[0]?.big).toBe(3);
  await database.close();
});
