import { CompiledQuery, type ControlledTransaction } from 'kysely';
import type { Db } from './connect.ts';
import type { Tables } from './schema.ts';

type Trx = ControlledTransaction<Tables>;

interface Job {
  run(trx: Trx): Promise<void>;
  /** Called only after the commit that contains the job's writes. */
  done(): void;
  failed(error: unknown): void;
}

/** Most transactions in one commit; limits how long the first waits for the last. */
const MAX_JOBS = 32;

const SAVEPOINT = CompiledQuery.raw('savepoint job');
const RELEASE = CompiledQuery.raw('release job');
const ROLL_BACK = CompiledQuery.raw('rollback to job');

/**
 * Combines transactions that wait at the same time into one commit, which is one disk sync on
 * SQLite. Under load an order costs a fraction of a sync, and nothing is acknowledged before its
 * sync. Each transaction runs in a savepoint, so a failed one rolls back only its own writes.
 */
export class GroupCommit {
  #db: Db;
  #waiting: Job[] = [];
  #running = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Runs `work` as a separate transaction.
   *
   * @throws what `work` throws, or the failure of the shared commit
   */
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
        void this.#drain();
      }
    });
  }

  async #drain(): Promise<void> {
    while (await this.#gather()) await this.#group();
    this.#running = false;
  }

  /**
   * Waits as long as each turn of the event loop brings another transaction, so that requests which
   * are already readable join the group.
   *
   * @returns whether any waits
   */
  async #gather(): Promise<boolean> {
    for (let before = -1; this.#waiting.length > before && before < MAX_JOBS; ) {
      before = this.#waiting.length;
      await turn();
    }
    return this.#waiting.length > 0;
  }

  async #group(): Promise<void> {
    let trx: Trx;
    try {
      trx = await this.#db.startTransaction().execute();
    } catch (error) {
      // Another process held the lock longer than the busy timeout. All waiting jobs have waited
      // that long.
      for (const job of this.#waiting.splice(0)) job.failed(error);
      return;
    }
    const written: Job[] = [];
    let current: Job | undefined;
    try {
      for (let count = 0; count < MAX_JOBS; count++) {
        current = this.#waiting.shift();
        if (!current) break;
        await trx.executeQuery(SAVEPOINT);
        const failure = await attempt(current, trx);
        if (failure) {
          // Throws if SQLite rolled back the whole transaction itself (disk full): then all writes
          // of the group are lost.
          await trx.executeQuery(ROLL_BACK).catch(() => {
            throw failure.error;
          });
        }
        await trx.executeQuery(RELEASE);
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

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function attempt(job: Job, trx: Trx): Promise<{ error: unknown } | null> {
  try {
    await job.run(trx);
    return null;
  } catch (error) {
    return { error };
  }
}
