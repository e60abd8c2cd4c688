import { type Kysely, sql } from 'kysely';

/**
 * A size that an admin takes out keeps its row: drafts hold pieces of it and orders may give some back, also after the
 * size has come back (I2). It counts as gone while `removed_at` is set.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql
    .raw(`alter table product_sizes add column removed_at ${kind === 'sqlite' ? 'integer' : 'bigint'}`)
    .execute(db);
}
