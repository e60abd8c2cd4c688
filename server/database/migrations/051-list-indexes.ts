import { type Kysely, sql } from 'kysely';

/**
 * Indexes for lists of the admin with 200,000 orders.
 *
 * Rows come in the order of time, so an index that begins with the time grows at its end when it
 * ascends, and its pages are full; a descending one grew at its begin, by splitting pages, and half
 * of it was empty. Queries read it backwards. The index of coupons contains all that their report
 * reads, the one of refunds only those that are still due, and the credits have one in the order of
 * their list.
 */
const STATEMENTS = [
  `drop index orders_list`,
  `create index orders_list on orders (created_at, order_number, status, payment_status SEARCH)`,
  `drop index orders_list_payment`,
  `create index orders_list_payment on orders (payment_status, created_at, order_number, status)`,
  `drop index audit_log_list`,
  `create index audit_log_list on audit_log (at, id)`,
  `drop index orders_coupon`,
  `create index orders_coupon on orders (coupon_id, created_at, status, total, coupon_discount, phone) where coupon_id is not null`,
  `drop index orders_refundable`,
  `create index orders_refundable on orders (payment_status, created_at)
    where (status in ('cancelled', 'returned') or paid_amount > total) and refunded < coalesce(paid_amount, total)`,
  `create index credits_list on credits (at, id, day)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const text of STATEMENTS) {
    await sql.raw(text.replace(' SEARCH', kind === 'sqlite' ? ', search_text' : '')).execute(db);
  }
}
