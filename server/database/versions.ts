import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './connect.ts';
import type { Tables } from './schema.ts';

/** Groups of data that pages show. A page is stale as soon as one of them has counted up. */
export type DataName = 'catalogue' | 'content' | 'settings';

const CHANNEL = 'kishmish_versions';
/** Several stock changes within this time make one new version: pages need not be rendered for each buyer. */
const TOUCH_MS = 250;
/** How stale another process's pages can be when a notification is lost (fault 17). */
const POLL_MS = 5_000;

/**
 * Knows the version of the data that shoppers see, in this process and, on PostgreSQL, across processes:
 * by NOTIFY at once and by a poll as a safety net.
 */
export class Versions {
  #database: Database;
  #log: FastifyBaseLogger;
  #stamp = '0';
  #touched = new Set<DataName>();
  #timer: NodeJS.Timeout | null = null;
  #poll: NodeJS.Timeout | null = null;
  #listener: pg.Client | null = null;
  #closed = false;
  #reading = 0;
  #read = 0;
  #flushing: Promise<void> = Promise.resolve();
  #watchers: (() => void)[] = [];

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database;
    this.#log = log;
  }

  /** One text for the state of all data; changes whenever something visible changed. */
  get stamp(): string {
    return this.#stamp;
  }

  /** Calls `watcher` after each change that this process learns of (search index, page cache). */
  onChange(watcher: () => void): void {
    this.#watchers.push(watcher);
  }

  /** Reads the versions and begins to follow the other processes. */
  async start(): Promise<void> {
    await this.refresh();
    if (this.#database.url) {
      void this.#listen(this.#database.url);
    }
    if (this.#database.file || this.#database.url) {
      this.#poll = setInterval(
        () => void this.#again().catch((error) => this.#log.warn({ err: error }, 'versions: poll failed')),
        POLL_MS,
      );
      this.#poll.unref();
    }
  }

  /** Reads the versions from the database; another process may have counted them up. */
  async refresh(): Promise<void> {
    const reading = ++this.#reading;
    const rows = await this.#database.db
      .selectFrom('data_versions')
      .select(['name', 'version'])
      .orderBy('name')
      .execute();
    // Of readings that overtake each other (PostgreSQL has several connections) only the newer counts.
    if (reading > this.#read) {
      this.#read = reading;
      this.#set(rows.map((row) => `${row.version}`).join('.'));
    }
  }

  /** Counts `name` up outside any transaction, at most once in 250 ms. For stock that orders change. */
  touch(name: DataName): void {
    this.#touched.add(name);
    if (this.#closed) {
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#flushing = this.flush().catch((error) =>
        this.#log.warn({ err: error }, 'versions: touch failed, the poll does it later'),
      );
    }, TOUCH_MS);
    this.#timer.unref();
  }

  /** What the poll does: reads the versions, and writes what could not be written before. */
  #again(): Promise<void> {
    return this.#touched.size > 0 && !this.#timer ? this.flush() : this.refresh();
  }

  /** Writes what `touch` has gathered, now. What could not be written stays gathered. */
  async flush(): Promise<void> {
    const names = [...this.#touched];
    this.#touched.clear();
    if (names.length === 0) {
      return;
    }
    try {
      await bumpVersions(this.#database.db, this.#database.kind, names);
    } catch (error) {
      for (const name of names) this.#touched.add(name);
      throw error;
    }
    await this.refresh();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#poll) clearInterval(this.#poll);
    await this.#flushing;
    // The last sales of this process change what others show.
    await this.flush().catch((error) => this.#log.warn({ err: error }, 'versions: last touch failed'));
    await this.#listener?.end().catch(() => {});
  }

  #set(stamp: string): void {
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      for (const watcher of this.#watchers) watcher();
    }
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

/** Counts the named versions up with `db`, which may be a transaction, and tells other processes on commit. */
export async function bumpVersions(db: Kysely<Tables>, kind: Database['kind'], names: DataName[]): Promise<void> {
  await db
    .updateTable('data_versions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('name', 'in', names)
    .execute();
  if (kind === 'postgres') {
    await sql`select pg_notify(${CHANNEL}, ${names.join(',')})`.execute(db);
  }
}
