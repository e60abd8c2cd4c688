import { Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { testApp } from '#tests/app.ts';
import { dialect, testDatabase } from '#tests/database.ts';
import { migrations } from './migrations/index.ts';
import { commitWith, insertRows, named, prepared, together } from './prepared.ts';
import { type Reader, transact } from './transact.ts';

test('a query is built once and runs with the values of each call', async () => {
  await using t = await testApp();
  const rows = [1, 2, 3].map((number) => ({
    name: `setting ${number}`,
    value: `"${number}"`,
    updated_at: number,
    updated_by: 'x',
  }));
  await insertRows(t.db, 'settings', rows.slice(0, 2));
  await insertRows(t.db, 'settings', rows.slice(2));
  await insertRows(t.db, 'settings', []);
  let builds = 0;
  const find = async (names: string[], from: number) => {
    const values = { ...named(names, 'n'), from } as { from: number } & Record<string, string>;
    const { rows: found } = await prepared(t.db, `test.find ${names.length}`, values, ({ from: slot, ...slots }) => {
      builds++;
      return t.db
        .selectFrom('settings')
        .select('name')
        .where('name', 'in', Object.values(slots))
        .where('updated_at', '>=', slot)
        .where('updated_by', '=', 'x')
        .orderBy('name');
    });
    return found.map((row) => row.name);
  };
  expect(await find(['setting 1', 'setting 2'], 1)).toEqual(['setting 1', 'setting 2']);
  expect(await find(['setting 3', 'setting 2'], 2)).toEqual(['setting 2', 'setting 3']);
  expect(await find(['setting 3', 'setting 1'], 4)).toEqual([]);
  expect(builds).toBe(1);
  expect(await find(['setting 3'], 3)).toEqual(['setting 3']);
  expect(builds).toBe(2);

  const update = (value: string | undefined) =>
    prepared(t.db, 'test.update', { value: value as string, name: 'setting 1' }, (slot) =>
      t.db.updateTable('settings').set({ value: slot.value }).where('name', '=', slot.name),
    );
  expect((await update('"new"')).numAffectedRows).toBe(1n);
  expect(() => update(undefined)).toThrow('test.update: no value for value');
  // Takes part in the rollback of a transaction.
  await t.db
    .transaction()
    .execute(async (trx) => {
      await insertRows(trx, 'settings', [{ name: 'gone', value: '1', updated_at: 1, updated_by: 'x' }]);
      throw new Error('no');
    })
    .catch(() => {});
  const names = await t.db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('updated_by', '=', 'x')
    .orderBy('name')
    .execute();
  expect(names.map(({ name, value }) => [name, value])).toEqual([
    ['setting 1', '"new"'],
    ['setting 2', '"2"'],
    ['setting 3', '"3"'],
  ]);
});

test('statements of a transaction that are started together are sent at once, run in order, and are all over when one has failed', async () => {
  await using t = await testApp();
  const row = (name: string) => ({ name, value: '1', updated_at: 1, updated_by: 'x' });
  const names = async () =>
    (await t.db.selectFrom('settings').select('name').where('updated_by', '=', 'x').execute()).length;
  let provided = 0;
  await t.db.transaction().execute(async (trx) => {
    const executor = trx.getExecutor();
    const provide = executor.provideConnection.bind(executor);
    executor.provideConnection = (consumer) => {
      provided++;
      return provide(consumer);
    };
    const count = async () => {
      const { rows } = await prepared(trx, 'test.count', { by: 'x' }, (slot) =>
        trx
          .selectFrom('settings')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('updated_by', '=', slot.by),
      );
      return Number(rows[0]?.count);
    };
    const [before, , after, nothing] = await together([
      count(),
      insertRows(trx, 'settings', [row('a')]),
      count(),
      null,
    ]);
    expect([before, after, nothing]).toEqual([0, 1, null]);
    expect(provided).toBe(1);
  });
  expect(await names()).toBe(1);

  const over: string[] = [];
  await expect(
    t.db.transaction().execute(async (trx) => {
      const late = async () => {
        await insertRows(trx, 'settings', [row('b')]).catch(() => {});
        await new Promise((resolve) => setImmediate(resolve));
        over.push('late');
      };
      await together([insertRows(trx, 'settings', [row('a')]), late()]);
    }),
  ).rejects.toThrow(/unique|duplicate/i);
  expect(over).toEqual(['late']);
  expect(await names()).toBe(1);
});

test.runIf(dialect === 'postgres')(
  '`begin` and statements that start together are one write to PostgreSQL, and `commit` is another',
  async () => {
    await using t = await testApp();
    const ask = (trx: Reader, value: string) =>
      prepared(trx, `test.ask ${value}`, { value }, (slot) => trx.selectNoFrom(sql`${slot.value}::text`.as('said')));
    const said = () =>
      t.db.transaction().execute(async (trx) => {
        const results = await together(['a', 'b', 'c'].map((value) => ask(trx, value)));
        return results.map(({ rows }) => (rows[0] as { said: string }).said).join('');
      });
    // So that the connection exists and knows the statements.
    await said();
    const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')];
    try {
      expect(await said()).toBe('abc');
      expect(writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(2);
    } finally {
      for (const spy of writes) spy.mockRestore();
    }
  },
);

test('`commitWith` commits in the write of the last statements, and nothing when one of them fails', async () => {
  await using t = await testApp();
  const row = (name: string) => ({ name, value: '1', updated_at: 1, updated_by: 'x' });
  const insert = (...names: string[]) =>
    t.db.transaction().execute(async (trx) => {
      const inserts = names.map((name) => insertRows(trx, 'settings', [row(name)]));
      await together([...inserts, commitWith(trx, t.context.database.kind)]);
    });
  const stored = async () => {
    const rows = await t.db
      .selectFrom('settings')
      .select('name')
      .where('updated_by', '=', 'x')
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  };
  await insert('a', 'b');
  const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')];
  try {
    await insert('c', 'd');
    expect(writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(dialect === 'postgres' ? 1 : 0);
  } finally {
    for (const spy of writes) spy.mockRestore();
  }
  expect(await stored()).toEqual(['a', 'b', 'c', 'd']);
  await expect(insert('e', 'a')).rejects.toThrow(/unique|duplicate/i);
  await expect(insert('a', 'e')).rejects.toThrow(/unique|duplicate/i);
  expect(await stored()).toEqual(['a', 'b', 'c', 'd']);
  // One that is not even sent.
  await expect(insert('e', undefined as unknown as string)).rejects.toThrow('no value for');
  expect(await stored()).toEqual(['a', 'b', 'c', 'd']);
  await insert('e');
  expect(await stored()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test.runIf(dialect === 'postgres')(
  'PostgreSQL plans a statement once, and again when another process has changed its table',
  async () => {
    // Not in the schema that tests share.
    const database = await testDatabase();
    await using _own = { [Symbol.asyncDispose]: () => database.close() };
    await using t = await testApp({ database });
    const find = (db: Reader) =>
      prepared(db, 'test.all', { name: 'a' }, (slot) =>
        db.selectFrom('settings').selectAll().where('name', '=', slot.name),
      );
    const columns = async (db: Reader) => Object.keys((await find(db)).rows[0] ?? {});
    const change = (statement: string) => sql.raw(`alter table settings ${statement}`).execute(t.db);
    await insertRows(t.db, 'settings', [{ name: 'a', value: '1', updated_at: 1, updated_by: 'x' }]);
    const before = await columns(t.db);
    const text = '%select * from "settings" where "name" = $1';
    const known = sql<{ plans: number; statement: string }>`
      select generic_plans + custom_plans as plans, statement from pg_prepared_statements where statement like ${text}`;
    await t.db.connection().execute(async (db) => {
      await find(db);
      await find(db);
      const { rows } = await known.execute(db);
      expect(rows.map(({ plans }) => plans)).toEqual([expect.toSatisfy((plans: number) => plans >= 2)]);
    });

    await change('add column one int');
    expect(await columns(t.db)).toEqual([...before, 'one']);
    let tries = 0;
    await change('add column two int');
    const found = await transact(t.context, async ({ trx }) => {
      tries++;
      return columns(trx);
    });
    expect(found).toEqual([...before, 'one', 'two']);
    expect(tries).toBe(2);
    // PgBouncer names statements by their text: the same text would get the old plan, also after an upgrade of the shop.
    const texts = (await t.db.connection().execute((db) => known.execute(db))).rows.map(({ statement }) => statement);
    expect(new Set(texts).size).toBe(3);
    expect(texts).toContainEqual(expect.stringContaining(Object.keys(migrations).at(-1)?.slice(0, 3) ?? '?'));
  },
);
