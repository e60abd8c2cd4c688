import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Indexes for statements that read whole tables of a shop with 1,000,000 orders, some for anybody
 * who asks.
 */
const STATEMENTS = [
  // Whether a reviewer has bought the product; whose addresses an erased person's are.
  `create index orders_email on orders (lower(email)) where email <> ''`,
  // Each draft that is deleted makes the database look for its credits, and the unique index has
  // only those that are matched.
  `create index credits_of_order on credits (order_number) where order_number is not null`,
  // The mails to an erased person, and those that brought the shop their messages.
  `create index mail_outbox_recipient on mail_outbox (lower(recipient))`,
  `create index mail_outbox_received on mail_outbox (created_at) where kind = 'contact_received'`,
  // The UTRs that the sweep looks for every half minute; it also had those of cancelled orders, and
  // each order was read for its status.
  `drop index orders_unpaid_utr`,
  `create index orders_unpaid_utr on orders (utr, status, payment_status)
    where payment_status != 'completed' and utr is not null and status not in ('draft', 'cancelled', 'returned')`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
