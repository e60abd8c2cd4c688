import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Orders whose invoices a job is to issue, see server/orders/documents/issue-due.ts. */
const STATEMENTS = [
  `create table due_invoices (
    order_number text primary key references orders (order_number) on delete cascade, due_at INT8 not null) STRICT`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
