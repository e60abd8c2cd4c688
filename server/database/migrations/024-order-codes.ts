import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * A code sent to the email address of an order opens it on a device that has not placed it (D33).
 * One code for each order at a time, and one token for each device that was opened; both are stored
 * as hashes.
 */
const STATEMENTS = [
  `create table order_codes (
    order_number text primary key references orders (order_number), code_hash text not null, tries INT8 not null default 0,
    created_at INT8 not null, expires_at INT8 not null) STRICT`,
  `create table order_tokens (
    token_hash text primary key, order_number text not null references orders (order_number), expires_at INT8 not null) STRICT`,
  `create index order_tokens_order on order_tokens (order_number)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
