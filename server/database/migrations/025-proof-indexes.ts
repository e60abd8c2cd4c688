import { type Kysely, sql } from 'kysely';

/**
 * Indexes for work that is done every half minute or for each import, and concerns few rows: orders
 * that wait for a credit, payments that staff have accepted without one, orders that may have a
 * refund due, and flagged credits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_unpaid_utr on orders (utr) where payment_status != 'completed' and utr is not null`.execute(
    db,
  );
  await sql`create index orders_accepted on orders (payment_status, payment_decided_at) where credit_id is null`.execute(
    db,
  );
  await sql`create index orders_refundable on orders (payment_status, created_at) where status in ('cancelled', 'returned') or paid_amount > total`.execute(
    db,
  );
  await sql`create index credits_flagged on credits (status) where flags != '[]'`.execute(db);
}
