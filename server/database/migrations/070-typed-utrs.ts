import { type Kysely, sql } from 'kysely';

/**
 * The UTR as somebody typed it, which the order shows; null when that is the canonical form, and
 * for orders from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column utr_typed text`.execute(db);
}
