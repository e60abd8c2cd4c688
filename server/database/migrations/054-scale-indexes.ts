import { type Kysely, sql } from 'kysely';

/**
 * Indexes for a shop with 1,000,000 orders: the figures of the UPI apps read the index of the
 * overview instead of every order of their days, and the reviews are listed by date without sorting
 * them all.
 */
const STATEMENTS = [
  `drop index orders_day`,
  `create index orders_day on orders
    (created_at, status, payment_status, total, phone, payment_decided_at, order_number, payment_app, utr)`,
  `create index reviews_date on reviews (date, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
