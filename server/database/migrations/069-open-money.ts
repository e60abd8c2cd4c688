import { type Kysely, sql } from 'kysely';

/**
 * The list of problems and its count read an index that tells whose reasons still need somebody. SQLite would read each order for a column
 * that the index lacks.
 */
const STATEMENTS = [
  `drop index orders_list_attention`,
  `create index orders_list_attention on orders (created_at, order_number, status, payment_status, needs_attention, attention_count)
    where attention_count > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
