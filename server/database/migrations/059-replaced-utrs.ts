import { type Kysely, sql } from 'kysely';

/**
 * The UTR that the order had before its payment was accepted with another one; empty when it had
 * none. Null: it was the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column replaced_utr text`.execute(db);
}
