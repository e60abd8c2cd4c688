import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Payments that need no UTR from the shopper (D61): by the order number in the payer's note, and by
 * a total that no other order has.
 */
const STATEMENTS = [
  // The number of an order that the payer's note names, as this report gives it.
  `alter table credit_sources add column note_order text`,
  `create index credit_sources_note on credit_sources (note_order) where note_order is not null`,
  // What led from the credit to its order.
  `alter table credits add column proved_by text`,
  `update credits set proved_by = case matched_source when 'staff' then 'person' else 'utr' end where status = 'matched'`,
  `alter table payments add column proved_by text`,
  `update payments set proved_by = case source when 'staff' then 'person' else 'utr' end where status = 'accepted'`,
  `alter table orders add column payment_code INT8 not null default 0`,
  `create index orders_total on orders (total)`,
  // The totals with a payment code that shoppers were asked for. A cart that changes gets another
  // one; the former may still be paid.
  `create table payment_totals (
    total INT8 not null, order_number text not null, asked_at INT8 not null, until INT8 not null,
    primary key (total, order_number)
  ) STRICT`,
  `create index payment_totals_until on payment_totals (until)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
