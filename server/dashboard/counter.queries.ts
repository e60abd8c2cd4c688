import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { InsightCountsTable } from '../database/schema.ts';
import type { Reader } from '../database/transact.ts';

export type CountRow = Pick<InsightCountsTable, 'day' | 'what' | 'count'> & { name: string };

/**
 * Adds to counts that several processes share, or sets counts that are computed as a whole: every
 * process may do it.
 */
export async function writeCounts(db: Db, rows: readonly CountRow[], how: 'add' | 'set'): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('insight_counts')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['day', 'what', 'name']).doUpdateSet((eb) => {
        const count = eb.ref('excluded.count');
        return { count: how === 'add' ? eb('insight_counts.count', '+', count) : count };
      }),
    )
    .execute();
}

/** The different words of a day that are kept. */
export async function wordsOfDay(db: Reader, day: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('insight_counts')
    .select('name')
    .where('day', '=', day)
    .where('what', '=', 'search')
    .where('name', '!=', '')
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** The sums from `from` up to, not including, `to` (days, `YYYY-MM-DD`). */
export async function sumCounts(db: Reader, from: string, to: string): Promise<Map<CountRow['what'], number>> {
  const rows = await db
    .selectFrom('insight_counts')
    .select((eb) => ['what', eb.fn.sum<number>('count').as('count')])
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('what')
    .execute();
  return new Map(rows.map(({ what, count }) => [what, Number(count)]));
}

/** The words that were searched most since a day, at least `least` times. */
export async function mostSearched(db: Reader, from: string, least: number, limit: number) {
  const times = sql<number>`sum(count)`;
  const rows = await db
    .selectFrom('insight_counts')
    .select(['name', times.as('times')])
    .where('day', '>=', from)
    .where('what', '=', 'search')
    .where('name', '!=', '')
    .groupBy('name')
    .having(times, '>=', least)
    .orderBy(times, 'desc')
    .orderBy('name')
    .limit(sql.lit(limit))
    .execute();
  return rows.map(({ name, times: count }) => ({ words: name, times: Number(count) }));
}

/** The first day on which a visit was counted; null before it. */
export async function firstDay(db: Reader): Promise<string | null> {
  const row = await db
    .selectFrom('insight_counts')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('what', 'in', ['product', 'cart', 'address', 'payment'])
    .executeTakeFirst();
  return row?.day ?? null;
}

/**
 * Deletes the counts before `day`, and the words of searches before `wordsDay`; their number stays.
 */
export async function prune(db: Db, day: string, wordsDay: string): Promise<void> {
  await db.deleteFrom('insight_counts').where('day', '<', day).execute();
  await db
    .deleteFrom('insight_counts')
    .where('day', '<', wordsDay)
    .where('what', '=', 'search')
    .where('name', '!=', '')
    .execute();
}
