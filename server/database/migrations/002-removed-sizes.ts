import { type Kysely, sql } from 'kysely';

/**
 * A removed size keeps its row: drafts may hold its stock and orders may return some, even after
 * the size was added again (I2). The size is removed while `removed_at` is set.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql
    .raw(`alter table product_sizes add column removed_at ${kind === 'sqlite' ? 'integer' : 'bigint'}`)
    .execute(db);
}
