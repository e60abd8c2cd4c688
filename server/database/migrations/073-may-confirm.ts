import { type Kysely, sql } from 'kysely';

/**
 * Whether a report may confirm an order by itself (D62). Messages of earlier versions were read by
 * guessing: they may not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_sources add column may_confirm integer not null default 0`.execute(db);
  await sql`update credit_sources set may_confirm = 1 where kind = 'statement'`.execute(db);
}
