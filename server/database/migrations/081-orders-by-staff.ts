import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Orders that staff take (D67): who has taken one, what they have taken off and why, and the link
 * that opens its payment.
 */
const STATEMENTS = [
  `alter table orders add column taken_by text not null default ''`,
  `alter table orders add column staff_discount INT8 not null default 0`,
  `alter table orders add column staff_reason text not null default ''`,
  `alter table order_lines add column staff_discount INT8 not null default 0`,
  `alter table order_lines add column price_reason text not null default ''`,
  `create table pay_links (
    order_number text primary key references orders (order_number), code_hash text not null unique,
    expires_at INT8 not null) STRICT`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
