import { type Kysely, sql } from 'kysely';

/**
 * The references that each report of a credit names itself, as JSON; null for those of earlier
 * versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_sources add column refs text`.execute(db);
}
