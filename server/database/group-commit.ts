import { type ControlledTransaction, sql } from 'kysely';
import type { Db } from './connect.ts';
import type { Tables } from './schema.ts';

type Trx = ControlledTransaction<Tables>;

interface Job {
  run(trx: Trx): Promise<void>;
  /** Called after the commit that holds the job's writes, never before. */
  done(): void;
  failed(error: unknown): void;
}

/** Writers that share one commit; bounds how long the first of them waits for the last. */
const MOST = 32;

const SAVEPOINT = sql.raw('savepoint job');
const RELEASE = sql.raw('release job');
const ROLL_BACK = sql.raw('rollback to job');

/**
 * Lets transactions that are waiting at the same moment share one commit, which on SQLite is one sync to the disk: the
 * price of an order under load is a fraction of a sync, and nothing is acknowledged before its sync. Each transaction
 * stands between savepoints, so that one that fails takes only its own writes back.
 */
export class GroupCommit {
  #db: Db;
  #waiting: Job[] = [];
  #running = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Runs `work` as a transaction of its own. @throws what `work` throws, or the failure of the shared commit */
  run<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let result: T;
      this.#waiting.push({
        run: async (trx) => {
          result = await work(trx);
        },
        done: () => resolve(result),
        failed: reject,
      });
      if (!this.#running) {
        this.#running = true;
        // After the sockets that are readable now: their transactions come into the same group.
        setImmediate(() => void this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#group();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running = false;
  }

  async #group(): Promise<void> {
    let trx: Trx;
    try {
      trx = await this.#db.startTransaction().execute();
    } catch (error) {
      // Another process holds the lock longer than the busy timeout: all who wait now have waited that long.
      for (const job of this.#waiting.splice(0)) job.failed(error);
      return;
    }
    const written: Job[] = [];
    let current: Job | undefined;
    try {
      for (let count = 0; count < MOST; count++) {
        current = this.#waiting.shift();
        if (!current) break;
        await SAVEPOINT.execute(trx);
        const failure = await attempt(current, trx);
        if (failure) {
          // Throws when SQLite has rolled the whole transaction back by itself (disk full): then nobody's writes stand.
          await ROLL_BACK.execute(trx).catch(() => {
            throw failure.error;
          });
        }
        await RELEASE.execute(trx);
        if (failure) current.failed(failure.error);
        else written.push(current);
        current = undefined;
      }
      await trx.commit().execute();
    } catch (error) {
      await trx
        .rollback()
        .execute()
        .catch(() => {});
      current?.failed(error);
      for (const job of written) job.failed(error);
      return;
    }
    for (const job of written) job.done();
  }
}

async function attempt(job: Job, trx: Trx): Promise<{ error: unknown } | null> {
  try {
    await job.run(trx);
    return null;
  } catch (error) {
    return { error };
  }
}
