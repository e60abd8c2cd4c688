import { type Kysely, sql } from 'kysely';

/**
 * Indexes of the ledger: credits that only their day and amount identify, those confirmed today,
 * and the references of a credit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index credits_without_refs on credits (day, amount) where refs = '[]'`.execute(db);
  await sql`create index credits_matched on credits (matched_at, matched_source, amount) where matched_at is not null`.execute(
    db,
  );
  await sql`create index credit_refs_credit on credit_refs (credit_id)`.execute(db);
}
