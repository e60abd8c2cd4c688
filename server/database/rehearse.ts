import { CompiledQuery } from 'kysely';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Database, Db } from './connect.ts';
import type { Trx } from './transact.ts';
import type { Versions } from './versions.ts';

/** Thrown to roll back; carries the result out. */
class Rehearsed<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('rolled back');
    this.result = result;
  }
}

/**
 * Runs `run` as it would really run, and takes everything back: each of its transactions is a
 * savepoint of one transaction that is rolled back. Others wait for it like for any write, so it
 * must not take long.
 */
export async function rehearse<T, C extends { database: Database; versions: Versions }>(
  context: C,
  run: (context: C) => Promise<T>,
): Promise<T> {
  const { database } = context;
  try {
    await database.db.transaction().execute(async (trx) => {
      throw new Rehearsed(
        await run({ ...context, database: inside(database, trx), versions: silent(context.versions) }),
      );
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T;
    throw error;
  }
  throw new Error('A rehearsal always ends with its rollback.');
}

/**
 * The database as code inside of the transaction sees it. Its transactions run one after another.
 */
function inside(database: Database, trx: Trx): Database {
  const inTurn = oneAtATime();
  return {
    ...database,
    db: trx as Db,
    nested: (run) => inTurn(() => savepoint(trx, run)),
  };
}

const SAVEPOINT = CompiledQuery.raw('savepoint rehearsed');
const RELEASE = CompiledQuery.raw('release savepoint rehearsed');
const ROLL_BACK = CompiledQuery.raw('rollback to savepoint rehearsed');

async function savepoint<T>(trx: Trx, run: (trx: Trx) => Promise<T>): Promise<T> {
  await trx.executeQuery(SAVEPOINT);
  try {
    return await run(trx);
  } catch (error) {
    await trx.executeQuery(ROLL_BACK);
    throw error;
  } finally {
    await trx.executeQuery(RELEASE);
  }
}

/** Pages must not become stale by what never happened. */
function silent(versions: Versions): Versions {
  return Object.assign(Object.create(versions) as Versions, { wrote: async () => {}, touch: () => {} });
}
