import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { dialect, untilWaitedFor } from './database.ts';

/**
 * Sends the same twice, 1 ms before the end of a window of `ms` and at its end, for code that finds
 * a repetition by its window. On PostgreSQL both requests are under way at once and wait for
 * `table`.
 */
export async function sendAcross<T>(
  t: TestApp,
  table: 'contacts' | 'reviews',
  ms: number,
  send: () => Promise<T>,
): Promise<T[]> {
  const sent: Promise<T>[] = [];
  const sendAfter = (pause: number) => {
    t.clock.advance(pause);
    sent.push(send());
  };
  if (dialect === 'postgres') {
    await t.db.transaction().execute(async (other) => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(other);
      sendAfter(ms - 1);
      await untilWaitedFor(other, t.db);
      sendAfter(1);
      await untilWaitedFor(other, t.db, 2);
    });
  } else {
    sendAfter(ms - 1);
    await Promise.all(sent);
    sendAfter(1);
  }
  return Promise.all(sent);
}
