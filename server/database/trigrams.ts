import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { engineOf } from './engine.ts';
import { type Needs, type Reader, transact } from './transact.ts';

/**
 * Searches inside of words on SQLite, by the FTS5 tables of migration 053. Triggers collect new
 * texts in `trigrams_…_waiting`, which a search scans; `indexTexts` moves them to the index in
 * batches.
 */
export const TRIGRAMS = ['orders', 'customers', 'contacts', 'reviews'] as const;
type Table = (typeof TRIGRAMS)[number];

/**
 * Texts that wait: the newest are often changed once more, and taking one out of the index takes 4
 * ms.
 */
const WAITING = 2_000;
/** Texts that are indexed in one transaction; a few milliseconds. */
const BATCH = 500;
const LOOK_MS = 60_000;

/**
 * Of a longer text only the beginning is looked up: the end is often in every row, as that of an
 * email address.
 */
const LONGEST = 12;

/** The words of a search in lower case, at most eight; rows must contain each. */
export const searchWords = (search = '') => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);

/**
 * Whether a column contains this text; a search passes both in lower case. Escapes the wildcards of
 * LIKE.
 */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.raw(column)} like ${`%${text.replace(/[!%_]/g, '!$&')}%`} escape '!'`;
}

/** The rows whose text contains what was looked up. */
export interface Found {
  /** Their rowids, for `in`. */
  rowids: RawBuilder<number>;
  count: number;
  /**
   * False if some of the texts were too short to look up, or too long; then there may be rows
   * without those.
   */
  exact: boolean;
}

/**
 * Looks up the rows of a table that contain all of these texts (lower case).
 *
 * @returns null where there is no index: on PostgreSQL, and for texts of less than three characters
 */
export async function lookUp(db: Reader, table: Table, texts: readonly string[]): Promise<Found | null> {
  // SQLite reads a text up to the first NUL.
  const long = texts
    .filter((text) => Array.from(text).length >= 3 && !text.includes('\0'))
    .map((text) => Array.from(text).slice(0, LONGEST).join(''));
  if (engineOf(db) === 'postgres' || long.length === 0) return null;
  const name = sql.raw(`trigrams_${table}`);
  const phrases = long.map((text) => `"${text.replaceAll('"', '""')}"`).join(' AND ');
  const waiting = sql.join(
    long.map((text) => contains('text', text)),
    sql` and `,
  );
  const rowids = sql<number>`(
    select rowid from ${name} where ${name} match ${phrases}
    union all select id from ${name}_waiting where ${waiting})`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${rowids}`.execute(db);
  return { rowids, count: Number(rows[0]?.count ?? 0), exact: long.join() === texts.join() };
}

/**
 * Moves the oldest of the waiting texts to the index, in batches, until no more than `most` wait.
 */
export async function indexTexts(context: Needs, most = WAITING, signal?: AbortSignal): Promise<void> {
  const { db } = context.database;
  if (engineOf(db) === 'postgres') return;
  for (const table of TRIGRAMS) {
    const name = sql.raw(`trigrams_${table}`);
    const oldest = sql`select id from ${name}_waiting order by id limit ${sql.lit(BATCH)}`;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${name}_waiting`.execute(db);
    for (let rest = Number(rows[0]?.count); rest > most && !signal?.aborted; rest -= BATCH) {
      await transact(context, async ({ trx }) => {
        await sql`insert into ${name} (rowid, text) select id, text from ${name}_waiting where id in (${oldest})`.execute(
          trx,
        );
        await sql`delete from ${name}_waiting where id in (${oldest})`.execute(trx);
      });
    }
  }
}

/** Indexes texts every minute. */
export function createTrigramIndex(context: Needs) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const look = () => {
    running = running
      .then(() => indexTexts(context, WAITING, stopping.signal))
      .catch((error) => context.log.error({ err: error }, 'texts could not be indexed, it goes on later'));
  };
  return {
    start(): void {
      timer ??= setInterval(look, LOOK_MS);
      timer.unref();
      look();
    },
    /** Waits for the running batch. */
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
