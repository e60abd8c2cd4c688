import { type Kysely, sql } from 'kysely';

/**
 * The list of problems and its count read an index that tells whose reasons still need somebody.
 * SQLite would read each order for a column that the index lacks. The index of refunds has only
 * orders of which something is still due, in the order of their list.
 */
const STATEMENTS = [
  `drop index orders_list_attention`,
  `create index orders_list_attention on orders (created_at, order_number, status, payment_status, needs_attention, attention_count)
    where attention_count > 0`,
  `drop index orders_refundable`,
  `create index orders_refundable on orders
    (payment_status, (case when status in ('cancelled', 'returned') then 0 else 1 end), created_at, order_number)
    where (status in ('cancelled', 'returned') and refunded < coalesce(paid_amount, total) or refunded < paid_amount - total)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
