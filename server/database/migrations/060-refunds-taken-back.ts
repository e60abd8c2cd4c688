import { type Kysely, sql } from 'kysely';

/**
 * When staff, or the bank, took a refund back. Its row stays, so that its debit proves no other
 * refund.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql`alter table refunds add column taken_back_at ${sql.raw(kind === 'sqlite' ? 'integer' : 'bigint')}`.execute(
    db,
  );
}
