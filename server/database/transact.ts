import type { FastifyBaseLogger } from 'fastify';
import { isShopError, ShopError } from '#shop/errors.ts';
import type { Database } from './connect.ts';
import { engineOf } from './engine.ts';
import { databaseFailure, isLostConnection, mayRetry } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import type { Trx } from './handles.ts';
import { addChange, bumpVersions, type ChangedProducts, type DataName, type Versions } from './versions.ts';
import { noteFailure } from './writes.ts';

export type { Reader, Trx } from './handles.ts';

export interface Work {
  readonly trx: Trx;
  /**
   * Increments a data version in this transaction. Pages and other processes see it after the
   * commit.
   *
   * @param products ids of all products that change; any of them when omitted
   */
  bump(name: DataName, products?: Iterable<string>): void;
  /** Runs after a successful commit; must not throw. */
  afterCommit(run: () => void): void;
}

/** The part of the service context that a transaction needs. */
export interface Needs {
  readonly database: Database;
  readonly versions: Pick<Versions, 'wrote' | 'touch'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const TRIES = 5;

const groups = new WeakMap<Database, GroupCommit>();

/** Runs a plain transaction on PostgreSQL, and a group commit on SQLite (group-commit.ts). */
function begin<T>(database: Database, run: (trx: Trx) => Promise<T>): Promise<T> {
  if (database.nested) return database.nested(run);
  if (engineOf(database.db) === 'postgres') {
    return database.db.transaction().execute(run);
  }
  let group = groups.get(database);
  if (!group) {
    group = new GroupCommit(database.db);
    groups.set(database, group);
  }
  return group.run(run);
}

/**
 * Runs `run` in one transaction. Serialization failures and deadlocks are retried a few times
 * (fault 8), so `run` must have no side effects outside the transaction except through
 * `afterCommit`.
 *
 * @throws ShopError('busy') when the database is locked, full or unreachable; any error of `run`,
 *   after the rollback
 */
export async function transact<T>(context: Needs, run: (work: Work) => Promise<T>): Promise<T> {
  const { database, versions } = context;
  for (let attempt = 1; ; attempt++) {
    const bumped = new Map<DataName, ChangedProducts>();
    let catalogue: Awaited<ReturnType<typeof bumpVersions>>;
    const after: (() => void)[] = [];
    let result: T;
    try {
      result = await begin(database, async (trx) => {
        const value = await run({
          trx,
          bump: (name, products) => addChange(bumped, name, products),
          afterCommit: (effect) => after.push(effect),
        });
        if (bumped.size > 0) {
          catalogue = await bumpVersions(trx, bumped);
        }
        return value;
      });
    } catch (error) {
      if (mayRetry(error) && attempt < TRIES) {
        await new Promise((resolve) => setTimeout(resolve, attempt * 5 + Math.random() * 15));
        continue;
      }
      noteFailure(database, error);
      const failure = databaseFailure(error);
      if (!isShopError(error) && (failure === 'busy' || failure === 'full')) {
        context.log.error({ err: error }, 'database cannot take the write');
        // It may have been committed, and its `afterCommit` never runs.
        if (isLostConnection(error)) versions.touch('catalogue');
        throw new ShopError('busy');
      }
      throw error;
    }
    for (const effect of after) effect();
    if (bumped.size > 0) {
      await versions.wrote(catalogue);
    }
    return result;
  }
}
