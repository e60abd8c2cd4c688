import { sql } from 'kysely';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { dialect, testDatabase } from '#tests/database.ts';
import type { ServiceContext } from '../context.ts';
import { readEnv } from '../env.ts';
import type { Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { transact } from './transact.ts';
import { Versions } from './versions.ts';

const log = pino({ level: 'silent' });

/** A database whose version reads can be delayed or made to fail. */
async function slowVersions() {
  const database = await testDatabase();
  await migrate(database);
  const state: { before: () => Promise<void> } = { before: async () => {} };
  const db = new Proxy(database.db, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (name !== 'selectFrom' && name !== 'updateTable') {
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return (table: string) => {
        const query = (value as (table: string) => object).call(target, table);
        return table === 'data_versions' ? delayed(query, state) : query;
      };
    },
  });
  const versions = new Versions({ ...database, db } as Database, log, () => 0);
  return { database, versions, state, [Symbol.asyncDispose]: () => database.close() };
}

function delayed<T extends object>(query: T, state: { before: () => Promise<void> }): T {
  return new Proxy(query, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== 'execute') {
        return (...args: unknown[]) => delayed((value as (...args: unknown[]) => object).apply(target, args), state);
      }
      return async () => {
        const { before } = state;
        const rows = await (value as () => Promise<unknown>).call(target);
        // Delay after the read, so that the late result is stale.
        await before();
        return rows;
      };
    },
  });
}

test('a late, stale read does not restore an old version', async () => {
  await using t = await slowVersions();
  await t.versions.refresh();
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  t.state.before = () => {
    read.resolve();
    return released.promise;
  };
  const late = t.versions.refresh();
  t.state.before = async () => {};
  await read.promise;
  await t.database.db.updateTable('data_versions').set({ version: 9 }).execute();
  await t.versions.refresh();
  expect(t.versions.stamp).toBe('9.9.9 0 0');
  released.resolve();
  await late;
  expect(t.versions.stamp).toBe('9.9.9 0 0');
});

test('a touch that could not be written is retried', async () => {
  await using t = await slowVersions();
  await t.versions.refresh();
  const before = t.versions.stamp;
  t.versions.touch('catalogue');
  t.state.before = () => Promise.reject(new Error('gone'));
  const failing = t.versions.flush();
  await expect(failing).rejects.toThrow('gone');
  t.state.before = async () => {};
  await t.versions.flush();
  expect(t.versions.stamp).not.toBe(before);
});

test('a flush waits for one that has begun', async () => {
  await using t = await slowVersions();
  await t.versions.refresh();
  const { stamp } = t.versions;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  t.state.before = () => held;
  t.versions.touch('catalogue', ['a']);
  const first = t.versions.flush();
  t.state.before = async () => {};
  const second = t.versions.flush().then(() => t.versions.stamp);
  release();
  expect(await second).not.toBe(stamp);
  await first;
});

test('versions that fall, because a failover lost commits, tell nothing of what was read before', async () => {
  await using t = await slowVersions();
  const { db } = t.database;
  const fall = async (version: number) => {
    await db.updateTable('data_versions').set({ version }).where('name', '=', 'catalogue').execute();
    await t.versions.refresh();
  };
  const write = async (product: string) => {
    t.versions.touch('catalogue', [product]);
    await t.versions.flush();
    return { stamp: t.versions.stamp, seen: t.versions.changesSince(undefined).version };
  };
  await write('a');
  const first = await write('b');
  const second = await write('c');
  expect(t.versions.changesSince(first.seen).products).toEqual(new Set(['c']));
  await fall(2);
  expect(t.versions.changesSince(first.seen).products).toBeNull();
  // Another process writes up to the old number.
  await fall(4);
  expect(t.versions.changesSince(first.seen).products).toBeNull();
  expect(t.versions.stamp).not.toBe(second.stamp);
  await fall(3);
  const again = await write('d');
  await write('e');
  for (const { seen } of [first, second]) expect(t.versions.changesSince(seen).products).toBeNull();
  expect(t.versions.changesSince(again.seen).products).toEqual(new Set(['e']));
});

test.runIf(dialect === 'postgres')('a start makes the pages of other processes stale', async () => {
  await using t = await slowVersions();
  const { db } = t.database;
  const read = () =>
    db.selectFrom('data_versions').select('version').where('name', '=', 'catalogue').executeTakeFirst();
  const before = await read();
  await t.versions.start();
  await t.versions.close();
  expect(await read()).not.toEqual(before);
});

test.runIf(dialect === 'postgres')(
  'a touch that cannot be written keeps no change of others from the pages',
  async () => {
    await using t = await slowVersions();
    const { db } = t.database;
    await sql`alter table data_versions add check (name <> 'catalogue' or version < 2)`.execute(db);
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      await t.versions.start();
      await expect(t.versions.flush()).rejects.toThrow('check');
      // A touch has its own timer, which is over once it has failed.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await db.updateTable('data_versions').set({ version: 7 }).where('name', '=', 'content').execute();
      vi.advanceTimersByTime(5_000);
      await expect.poll(() => t.versions.stamp).toContain('1.7.1 ');
    } finally {
      vi.useRealTimers();
      await t.versions.close();
    }
  },
);

test('pending touches are written on close', async () => {
  await using t = await slowVersions();
  const read = () =>
    t.database.db.selectFrom('data_versions').select('version').where('name', '=', 'catalogue').executeTakeFirst();
  t.versions.touch('catalogue');
  await t.versions.close();
  expect(await read()).toEqual({ version: 2 });
});

test('a committed change does not fail when only the version refresh fails, and makes pages stale', async () => {
  await using t = await slowVersions();
  await t.versions.refresh();
  const { database, versions } = t;
  const context: ServiceContext = { database, reports: database, env: readEnv({}), log, now: () => 1, versions };
  const { stamp } = t.versions;
  t.state.before = () => Promise.reject(Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' }));
  const result = await transact(context, async ({ trx, bump }) => {
    await trx.insertInto('meta').values({ name: 'a', value: '1' }).execute();
    bump('catalogue');
    return 'written';
  });
  expect(result).toBe('written');
  expect(t.versions.stamp).not.toBe(stamp);
});
