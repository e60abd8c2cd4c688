import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dialect } from '#tests/database.ts';
import { connectSqlite } from './connect.ts';
import { GroupCommit } from './group-commit.ts';

/**
 * A database file with a table of numbers, and a second connection that sees only committed rows.
 */
async function numbers() {
  const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-group-'));
  const file = path.join(folder, 'x.db');
  const [one, other] = [connectSqlite(file), connectSqlite(file)];
  await sql`create table numbers (n integer primary key)`.execute(one.db);
  const read = async () =>
    (await sql<{ n: number }>`select n from numbers order by n`.execute(other.db)).rows.map((row) => row.n);
  return {
    db: one.db,
    read,
    async [Symbol.asyncDispose]() {
      await one.close();
      await other.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test.runIf(dialect === 'sqlite')(
  'concurrent transactions share a commit; a failed one rolls back only its own writes',
  async () => {
    await using t = await numbers();
    const group = new GroupCommit(t.db);
    let committedAtFirstResult: number[] | undefined;
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        group
          .run(async (trx) => {
            await sql`insert into numbers (n) values (${n})`.execute(trx);
            if (n % 10 === 3) throw new Error(`no ${n}`);
            return n;
          })
          .then(async (value) => {
            committedAtFirstResult ??= await t.read();
            return value;
          }),
      ),
    );
    expect(
      results.filter((result) => result.status === 'rejected').map((result) => (result.reason as Error).message),
    ).toEqual(Array.from({ length: 10 }, (_, index) => `no ${index * 10 + 3}`));
    expect(await t.read()).toEqual(Array.from({ length: 100 }, (_, n) => n).filter((n) => n % 10 !== 3));
    // A transaction resolves only after its commit, and the first commit contained many.
    expect(committedAtFirstResult?.length).toBeGreaterThan(20);
  },
);

test.runIf(dialect === 'sqlite')('a transaction joins the group while each turn brings another one', async () => {
  await using t = await numbers();
  const group = new GroupCommit(t.db);
  const insert = (n: number) => group.run((trx) => sql`insert into numbers (n) values (${n})`.execute(trx));
  const first = insert(1).then(() => t.read());
  const second = insert(2);
  const third = new Promise((resolve) => setImmediate(() => resolve(insert(3))));
  expect(await first).toEqual([1, 2, 3]);
  await Promise.all([second, third]);
});

test.runIf(dialect === 'sqlite')('a constraint violation fails only its own transaction', async () => {
  await using t = await numbers();
  const group = new GroupCommit(t.db);
  const insert = (n: number) => group.run((trx) => sql`insert into numbers (n) values (${n})`.execute(trx));
  const results = await Promise.allSettled([insert(1), insert(1), insert(2)]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await t.read()).toEqual([1, 2]);
});

test.runIf(dialect === 'sqlite')(
  'when SQLite rolls back the whole transaction, all transactions of the group are rejected',
  async () => {
    await using t = await numbers();
    const group = new GroupCommit(t.db);
    const results = await Promise.allSettled([
      group.run((trx) => sql`insert into numbers (n) values (1)`.execute(trx)),
      // Like a full disk: SQLite ends the whole transaction, including its savepoints.
      group.run(async (trx) => {
        await sql`rollback`.execute(trx);
        throw new Error('database or disk is full');
      }),
      group.run((trx) => sql`insert into numbers (n) values (3)`.execute(trx)),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(await t.read()).toEqual([3]);
  },
);
