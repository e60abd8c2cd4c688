import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, sql } from 'kysely';
import { vi } from 'vitest';
import type { Database, Db } from '#server/database/connect.ts';
import type { Trx } from '#server/database/transact.ts';
import { dialect } from './database.ts';

/**
 * How the database runs each statement of `run`, one line per step. PostgreSQL reads a table as a
 * whole only if no index serves, although the tables of tests are small.
 */
export function plansOf({ db }: Pick<Database, 'db'>, run: (trx: Trx) => Promise<unknown>): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    if (dialect !== 'sqlite') await sql`set local enable_seqscan = off`.execute(trx);
    const executed = vi.spyOn(trx.getExecutor(), 'executeQuery');
    await run(trx);
    const queries = executed.mock.calls.map(([query]) => query);
    executed.mockRestore();
    const plans: string[] = [];
    for (const { sql: text, parameters } of queries) {
      const explain = CompiledQuery.raw(`explain ${dialect === 'sqlite' ? 'query plan ' : ''}${text}`, [...parameters]);
      const { rows } = await trx.executeQuery<Record<string, string>>(explain);
      plans.push(...rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''));
    }
    return plans;
  });
}

/**
 * How SQLite reads tables as a whole while `run` works: 'orders', or 'orders USING INDEX …'.
 * Statements that ran before are not seen.
 */
export async function scansOf(db: Db, run: () => Promise<unknown>): Promise<string[]> {
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  let texts: Set<string>;
  try {
    await run();
    texts = new Set(prepared.mock.calls.map(([text]) => text));
  } finally {
    prepared.mockRestore();
  }
  const scans = new Set<string>();
  for (const text of texts) {
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue;
    const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`));
    for (const { detail } of rows) if (detail.startsWith('SCAN ')) scans.add(detail.slice('SCAN '.length));
  }
  return [...scans].sort();
}
