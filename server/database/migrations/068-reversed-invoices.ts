import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Invoices that a credit note has taken back, each with that note, of orders that got another
 * invoice since: an order has one row in `invoices` and `credit_notes`.
 */
const STATEMENTS = [
  `create table reversed_invoices (
    number text primary key, order_number text not null references orders (order_number), data text not null, issued_at INT8 not null,
    note text not null unique, note_reason text not null, note_issued_at INT8 not null) STRICT`,
  `create index reversed_invoices_order on reversed_invoices (order_number)`,
  `create index reversed_invoices_issued on reversed_invoices (issued_at, number)`,
  `create index reversed_invoices_note on reversed_invoices (note_issued_at, note)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
