import pino from 'pino';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/database.ts';
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
  let release = () => {};
  t.state.before = () => new Promise<void>((resolve) => (release = resolve));
  const late = t.versions.refresh();
  t.state.before = async () => {};
  await new Promise((resolve) => setTimeout(resolve, 20));
  await t.database.db.updateTable('data_versions').set({ version: 9 }).execute();
  await t.versions.refresh();
  expect(t.versions.stamp).toBe('9.9.9 0 0');
  release();
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
  const context: ServiceContext = { database: t.database, env: readEnv({}), log, now: () => 1, versions: t.versions };
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
