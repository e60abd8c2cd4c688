import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dialect, shopDatabase } from '#tests/database.ts';
import type { Db } from './connect.ts';

/**
 * Whoever deletes a row makes the database look for rows that refer to it: for each deleted row all
 * of another table, if no index serves. An index with a condition does not, unless the condition is
 * that the column is not null.
 */

/** Tables of some hundred rows, or whose rows are not deleted. */
const SMALL = ['api_keys.made_by', 'categories.parent_id', 'products.category_id'];

test.runIf(dialect === 'sqlite')('a deletion reads no large table for its foreign keys', async () => {
  await using database = closing(await shopDatabase('migrated'));
  const { rows } = await sql<{ table: string; column: string; parent: string }>`
    select t.name as "table", f."from" as "column", f."table" as parent
    from sqlite_master as t, pragma_foreign_key_list(t.name) as f where t.type = 'table'`.execute(database.db);
  expect(rows.length).toBeGreaterThan(30);
  const scanned: string[] = [];
  for (const { table, column, parent } of rows) {
    const plan = await sql<{
      detail: string;
    }>`explain query plan delete from ${sql.table(parent)} where rowid = 1`.execute(database.db);
    if (plan.rows.some(({ detail }) => detail.startsWith(`SCAN ${table}`))) scanned.push(`${table}.${column}`);
  }
  expect([...new Set(scanned)].sort()).toEqual(SMALL);
});

test.runIf(dialect !== 'sqlite')('every foreign key has an index that its checks can use', async () => {
  await using database = closing(await shopDatabase('migrated'));
  const { rows } = await sql<{ key: string; served: boolean }>`
    select c.conrelid::regclass || '.' || string_agg(a.attname, ',' order by a.attnum) as key, exists (
      select from pg_index i where i.indrelid = c.conrelid
        and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || min(a.attname) || ' IS NOT NULL)')
    ) as served
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
    group by c.oid, c.conrelid, c.conkey order by 1`.execute(database.db);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter(({ served }) => !served).map(({ key }) => key)).toEqual(SMALL);
});

function closing({ db, close }: { db: Db; close(): Promise<void> }) {
  return { db, [Symbol.asyncDispose]: close };
}
