import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Orders whose lines were changed before they were shipped, and goods that came back.
 *
 * `part_documents`: invoices and credit notes for a part of an order, beside its first invoice.
 * `order_changes`: what an order was before each change, which undoing it needs. `order_returns`:
 * which goods came back and what was credited for them; `orders.returned` is the sum of those that
 * were not undone, without the last one of an order that is wholly returned.
 */
const STATEMENTS = [
  `create table part_documents (
    number text primary key, order_number text not null references orders (order_number), kind text not null,
    reason text not null, financial_year text not null, data text not null, issued_at INT8 not null) STRICT`,
  `create index part_documents_order on part_documents (order_number)`,
  `create index part_documents_issued on part_documents (kind, issued_at, number)`,
  `create table order_changes (
    id text primary key, order_number text not null references orders (order_number), before text not null,
    changed_at INT8 not null, undone_at INT8) STRICT`,
  `create index order_changes_order on order_changes (order_number)`,
  `create table order_returns (
    id text primary key, order_number text not null references orders (order_number), lines text not null,
    amount INT8 not null, reason text not null, recorded_by text not null, recorded_at INT8 not null,
    undone_at INT8) STRICT`,
  `create index order_returns_order on order_returns (order_number)`,
  `alter table orders add column returned INT8 not null default 0`,
  `drop index orders_refundable`,
  `create index orders_refundable on orders
    (payment_status, (case when status in ('cancelled', 'returned') then 0 else 1 end), created_at, order_number)
    where (status in ('cancelled', 'returned') and refunded < coalesce(paid_amount, total) or refunded < paid_amount - total + returned)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
