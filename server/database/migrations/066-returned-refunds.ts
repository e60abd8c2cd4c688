import { type Kysely, sql } from 'kysely';

/**
 * The credit that brought a refund back: it brings back one. Refunds are found by their reference.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column returned_by text`.execute(db);
  await sql`create unique index refunds_returned_by on refunds (returned_by) where returned_by is not null`.execute(db);
  await sql`create index refunds_reference on refunds (reference) where reference is not null`.execute(db);
}
