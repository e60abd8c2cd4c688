import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Tables } from './schema.ts';
import type { Reader } from './transact.ts';

/** Items of an `in (…)`. */
const PART = 400;

/** The items of a list in parts. Both databases bound the number of parameters, as of `in (…)`. */
export function* parts<T>(list: readonly T[], size = PART): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** Inserts rows; all must have the same columns. `or nothing` skips rows that are there already. */
export async function insertRows<Table extends keyof Tables>(
  db: Reader,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  mode: 'all' | 'or nothing' = 'all',
): Promise<void> {
  if (rows.length === 0) return;
  const insert = db.insertInto(table).values(rows);
  await (mode === 'all' ? insert : insert.onConflict((conflict) => conflict.doNothing())).execute();
}

/**
 * A list of values that are part of the statement, for a condition that an index has too: neither
 * engine uses such an index for a bound value.
 */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)));
}
