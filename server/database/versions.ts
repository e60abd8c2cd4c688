import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './connect.ts';
import { engineOf } from './engine.ts';
import type { Tables } from './schema.ts';

/**
 * Groups of data on pages. A cached page is stale once the version of one of them has increased.
 */
export type DataName = 'catalogue' | 'content' | 'settings';

const CHANNEL = 'kishmish_versions';
/** The products that a write has changed; null: any of them. */
export type ChangedProducts = ReadonlySet<string> | null;

/**
 * Writes whose products are remembered. A catalogue that was read earlier is read again as a whole.
 */
const MOST_CHANGES = 1_000;
/**
 * Stock changes within this time share one new version, so that pages are not rendered again for
 * each order.
 */
const TOUCH_MS = 250;
/** How long another process may serve stale pages when a notification is lost (fault 17). */
const POLL_MS = 5_000;
/**
 * At each full and half hour (full hours in India) pages may change by time alone: a sale price begins
 * or ends (`SALE_STEP_MS`), a holiday is over, and the orders of the last seven days become fewer
 * (D13).
 */
const TURN_MS = 1_800_000;

/**
 * Tracks the version of the data on pages. On PostgreSQL, changes of other processes arrive by
 * NOTIFY, with a poll as a fallback.
 */
export class Versions {
  #database: Database;
  #log: FastifyBaseLogger;
  #now: () => number;
  #stamp = '0';
  #writes = 0;
  /** The last `stamp`, and what it was made of. */
  #made = { of: '', writes: 0, turn: 0, whole: '' };
  #touched = new Map<DataName, ChangedProducts>();
  #catalogue = 0;
  #known: readonly number[] = [];
  /**
   * Added to the versions of the catalogue, so that its numbers never come again in this process.
   */
  #lost = 0;
  #changes = new Map<number, ChangedProducts>();
  #timer: NodeJS.Timeout | null = null;
  #poll: NodeJS.Timeout | null = null;
  #listener: pg.Client | null = null;
  #closed = false;
  #reading = 0;
  #read = 0;
  #flushing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: FastifyBaseLogger, now: () => number = Date.now) {
    this.#database = database;
    this.#log = log;
    this.#now = now;
  }

  /**
   * The combined version of all data; changes whenever visible data changes, and at each turn
   * (`TURN_MS`).
   */
  get stamp(): string {
    const turn = Math.floor(this.#now() / TURN_MS);
    const { of, writes, turn: then } = this.#made;
    // Each request for a page compares it, so it is made once.
    if (of !== this.#stamp || writes !== this.#writes || then !== turn) {
      const whole = `${this.#stamp} ${this.#writes} ${turn}`;
      this.#made = { of: this.#stamp, writes: this.#writes, turn, whole };
    }
    return this.#made.whole;
  }

  /** The number of writes by this process that its pages must show at once. */
  get writes(): number {
    return this.#writes;
  }

  /**
   * The products that were written after the catalogue had this version; null: any of them, because
   * another process wrote meanwhile, or a write of this one that did not name its products.
   *
   * @returns also the current version, for the next call: what is read after this call is at least
   *   as new
   */
  changesSince(version: number | undefined): { version: number; products: ChangedProducts } {
    const current = this.#catalogue;
    if (version === undefined || version > current) return { version: current, products: null };
    const products = new Set<string>();
    for (let one = version + 1; one <= current; one++) {
      const changed = this.#changes.get(one);
      if (!changed) return { version: current, products: null };
      for (const id of changed) products.add(id);
    }
    return { version: current, products };
  }

  /**
   * After a commit that incremented versions: makes the pages of this process stale, also when the
   * versions cannot be read now.
   *
   * @param catalogue the new version of the catalogue, and what this write has changed in it
   */
  async wrote(catalogue?: { version: number; products: ChangedProducts }): Promise<void> {
    if (catalogue) this.#record(catalogue.version, catalogue.products);
    this.#writes += 1;
    // The change is committed: if this threw, the client would repeat it. The poll reads the
    // versions later.
    await this.refresh().catch((error) => this.#log.warn({ err: error }, 'versions: not read after a commit'));
  }

  /** Reads the versions and starts to listen and poll for changes of other processes. */
  async start(): Promise<void> {
    await this.refresh();
    if (this.#database.url) {
      // This process may have been killed between an order and its touch: other processes still
      // show the stock before it.
      this.touch('catalogue');
      void this.#listen(this.#database.url);
    }
    if (this.#database.file || this.#database.url) {
      this.#poll = setInterval(
        () => void this.#pollOnce().catch((error) => this.#log.warn({ err: error }, 'versions: poll failed')),
        POLL_MS,
      );
      this.#poll.unref();
    }
  }

  /** Reads the versions from the database. */
  async refresh(): Promise<void> {
    const reading = ++this.#reading;
    const known = this.#known;
    const catalogue = this.#catalogue;
    const rows = await this.#database.db
      .selectFrom('data_versions')
      .select(['name', 'version'])
      .orderBy('name')
      .execute();
    // Reads can finish out of order (PostgreSQL uses several connections): ignore an older one.
    if (reading > this.#read) {
      this.#read = reading;
      this.#known = rows.map((row) => Number(row.version));
      this.#stamp = this.#known.join('.');
      const version = Number(rows.find((row) => row.name === 'catalogue')?.version ?? 0);
      // A failover has lost commits: their numbers come again, for other data.
      if (version + this.#lost < catalogue || this.#known.some((one, index) => one < (known[index] ?? 0))) {
        this.#lost += this.#catalogue + 1;
        this.#writes += 1;
      }
      this.#catalogue = Math.max(this.#catalogue, version + this.#lost);
    }
  }

  #record(version: number, products: ChangedProducts): void {
    const number = version + this.#lost;
    this.#catalogue = Math.max(this.#catalogue, number);
    this.#changes.set(number, products);
    for (const oldest of this.#changes.keys()) {
      if (this.#changes.size <= MOST_CHANGES) break;
      this.#changes.delete(oldest);
    }
  }

  /**
   * Increments the version of `name` outside a transaction, at most once in 250 ms. For stock
   * changes by orders.
   *
   * @param products what has changed in the catalogue; any of them when omitted
   */
  touch(name: DataName, products?: Iterable<string>): void {
    addChange(this.#touched, name, products);
    if (this.#closed) {
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.flush().catch((error) =>
        this.#log.warn({ err: error }, 'versions: touch failed, the poll does it later'),
      );
    }, TOUCH_MS);
    this.#timer.unref();
  }

  /** Reads the versions, and retries touches that could not be written: on a standby, all fail. */
  async #pollOnce(): Promise<void> {
    await this.refresh();
    if (this.#touched.size > 0 && !this.#timer) await this.flush();
  }

  /**
   * Writes pending touches now, after those that are being written. They stay pending if the write
   * fails.
   */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#writeTouches());
    return this.#flushing;
  }

  async #writeTouches(): Promise<void> {
    const touched = this.#touched;
    this.#touched = new Map();
    if (touched.size === 0) {
      return;
    }
    try {
      const catalogue = await bumpVersions(this.#database.db, touched);
      if (catalogue) this.#record(catalogue.version, catalogue.products);
    } catch (error) {
      for (const [name, products] of touched) addChange(this.#touched, name, products ?? undefined);
      throw error;
    }
    await this.refresh();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#poll) clearInterval(this.#poll);
    // Pending stock changes must reach other processes.
    await this.flush().catch((error) => this.#log.warn({ err: error }, 'versions: last touch failed'));
    await this.#listener?.end().catch(() => {});
  }

  async #listen(url: string): Promise<void> {
    while (!this.#closed) {
      const client = new pg.Client({ connectionString: url, application_name: 'kishmish-listen', keepAlive: true });
      try {
        const ended = new Promise<void>((resolve) => {
          client.on('end', () => resolve());
          client.on('error', () => resolve());
        });
        await client.connect();
        client.on('notification', () => void this.refresh().catch(() => {}));
        await client.query(`listen ${CHANNEL}`);
        this.#listener = client;
        await this.refresh();
        await ended;
      } catch (error) {
        this.#log.warn({ err: error }, 'versions: LISTEN failed, the poll goes on');
      }
      await client.end().catch(() => {});
      if (!this.#closed) {
        await new Promise((resolve) => setTimeout(resolve, 1_000).unref());
      }
    }
  }
}

/** Notes that a write changes `name`. */
export function addChange(
  changes: Map<DataName, ChangedProducts>,
  name: DataName,
  products: Iterable<string> | undefined,
): void {
  const known = changes.get(name);
  changes.set(name, products === undefined || known === null ? null : new Set([...(known ?? []), ...products]));
}

/**
 * Increments the named versions with `db`, which may be a transaction, and notifies other processes
 * on commit.
 *
 * @returns for `Versions.wrote`, after the commit: the new version of the catalogue, if it was
 *   named
 */
export async function bumpVersions(
  db: Kysely<Tables>,
  changes: ReadonlyMap<DataName, ChangedProducts>,
): Promise<{ version: number; products: ChangedProducts } | undefined> {
  const names = [...changes.keys()];
  const rows = await db
    .updateTable('data_versions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('name', 'in', names)
    .returning(['name', 'version'])
    .execute();
  if (engineOf(db) === 'postgres') {
    await sql`select pg_notify(${CHANNEL}, ${names.join(',')})`.execute(db);
  }
  const catalogue = rows.find(({ name }) => name === 'catalogue');
  return catalogue && { version: Number(catalogue.version), products: changes.get('catalogue') ?? null };
}
