import { type Counted, KEEP_DAYS, KEEP_WORDS_DAYS, MOST_WORDS, searchWords } from '#shop/dashboard/insight.ts';
import { isoDay, startOfDay } from '#shop/india/dates.ts';
import type { ServiceContext } from '../context.ts';
import * as queries from './counter.queries.ts';
import { leftDrafts } from './insight.queries.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/**
 * How often this process writes its counts. A process that is killed loses the counts since its
 * last write.
 */
const FLUSH_MS = 5_000;
/** A payment page that nobody has touched for this long counts as abandoned. */
const QUIET_MS = HOUR;
/**
 * Drafts are deleted a week after their last change (server/orders/checkout/old-drafts.ts): until
 * then, days are counted anew.
 */
const OPEN_DAYS = 5;

/**
 * Counts visits in memory and adds them to the database every few seconds. A process that is killed
 * loses what it has not written. Whatever browsers send, it holds at most a few hundred different
 * counts at a time.
 */
export function createCounter(context: ServiceContext) {
  const { database, log, now } = context;
  let waiting = new Map<string, queries.CountRow>();
  /** Different words in `waiting`. */
  let words = 0;
  let tidied = '';
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function add({ day, what, name, count }: queries.CountRow): void {
    const key = `${day} ${what} ${name}`;
    const known = waiting.get(key);
    if (known) {
      known.count += count;
      return;
    }
    if (name !== '' && words >= MOST_WORDS) {
      add({ day, what, name: '', count });
      return;
    }
    if (name !== '') words += 1;
    waiting.set(key, { day, what, name, count });
  }

  async function write(): Promise<void> {
    const today = isoDay(now());
    if (tidied !== today) {
      await tidy();
      tidied = today;
    }
    if (waiting.size === 0) return;
    const rows = [...waiting.values()];
    waiting = new Map();
    words = 0;
    try {
      await queries.writeCounts(database.db, await withRoom(rows), 'add');
    } catch (error) {
      for (const row of rows) add(row);
      throw error;
    }
  }

  /** Words beyond those that a day keeps are counted without a name. */
  async function withRoom(rows: readonly queries.CountRow[]): Promise<queries.CountRow[]> {
    const days = new Set(rows.filter(({ name }) => name !== '').map(({ day }) => day));
    const kept = new Map<string, Set<string>>();
    for (const day of days) kept.set(day, await queries.wordsOfDay(database.db, day));
    const result = new Map<string, queries.CountRow>();
    for (const row of rows) {
      const known = kept.get(row.day);
      const room = row.name === '' || known?.has(row.name) || (known && known.size < MOST_WORDS);
      if (room && row.name !== '') known?.add(row.name);
      const name = room ? row.name : '';
      const key = `${row.day} ${row.what} ${name}`;
      result.set(key, { ...row, name, count: row.count + (result.get(key)?.count ?? 0) });
    }
    // In one sequence, so that two processes do not wait for each other.
    return [...result.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }

  /**
   * Once a day: keeps how many payments were left on the last days, and deletes what is too old.
   */
  async function tidy(): Promise<void> {
    const today = startOfDay(now());
    const left: queries.CountRow[] = [];
    for (let ago = OPEN_DAYS; ago > 0; ago--) {
      const from = today - ago * DAY;
      const { payments, paise } = await leftDrafts(database.db, { from, to: from + DAY }, now() - QUIET_MS);
      const day = isoDay(from);
      left.push({ day, what: 'left', name: '', count: payments }, { day, what: 'left_paise', name: '', count: paise });
    }
    await queries.writeCounts(database.db, left, 'set');
    await queries.prune(database.db, isoDay(today - KEEP_DAYS * DAY), isoDay(today - KEEP_WORDS_DAYS * DAY));
  }

  function flush(): Promise<void> {
    const done = writing.then(write);
    writing = done.catch((error) => log.warn({ err: error }, 'insight: the counts were not written; they are kept'));
    return done;
  }

  return {
    /** Counts one step or search. Never waits, and never throws. */
    count(counted: Counted): void {
      const day = isoDay(now());
      const name = counted.what === 'search' ? (searchWords(counted.words) ?? '') : '';
      add({ day, what: counted.what, name, count: 1 });
    },

    /** Writes what waits. */
    flush,

    /**
     * Payments that were left from `from` (the start of a day in India) to `to`, epoch ms: number
     * and total (paise).
     */
    async left(from: number, to: number): Promise<{ payments: number; paise: number }> {
      const open = Math.max(from, startOfDay(now()) - OPEN_DAYS * DAY);
      const closed = await queries.sumCounts(database.db, isoDay(from), isoDay(open));
      const live = await leftDrafts(database.db, { from: open, to }, now() - QUIET_MS);
      return {
        payments: (closed.get('left') ?? 0) + live.payments,
        paise: (closed.get('left_paise') ?? 0) + live.paise,
      };
    },

    start(): void {
      timer ??= setInterval(() => void flush().catch(() => {}), FLUSH_MS);
      timer.unref();
    },

    /** Writes what waits, for the last time. */
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      timer = null;
      await flush().catch(() => {});
    },
  };
}
