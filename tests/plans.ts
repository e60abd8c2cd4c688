import { CompiledQuery, sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import type { Trx } from '#server/database/transact.ts';

/**
 * How the database runs each statement of `run`, one line per step. PostgreSQL reads a table as a whole only if no index serves, although
 * the tables of tests are small.
 */
export function plansOf(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  run: (trx: Trx) => Promise<unknown>,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    if (kind === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
    const executed = vi.spyOn(trx.getExecutor(), 'executeQuery');
    await run(trx);
    const queries = executed.mock.calls.map(([query]) => query);
    executed.mockRestore();
    const plans: string[] = [];
    for (const { sql: text, parameters } of queries) {
      const explain = CompiledQuery.raw(`explain ${kind === 'sqlite' ? 'query plan ' : ''}${text}`, [...parameters]);
      const { rows } = await trx.executeQuery<Record<string, string>>(explain);
      plans.push(...rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''));
    }
    return plans;
  });
}
