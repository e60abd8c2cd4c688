import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Who waits for a sold-out size: an email address (`code_hash` until it is confirmed) or a phone
 * number. A row is deleted when the mail is written, when staff have written, or when it expires.
 */
const STATEMENTS = [
  `create table stock_alerts (
    id text primary key, product_id text not null references products (id), size text not null default '', email text not null default '',
    phone text not null default '', network text not null, code_hash text, created_at INT8 not null, expires_at INT8 not null) STRICT`,
  `create unique index stock_alerts_once on stock_alerts (product_id, size, email, phone)`,
  `create index stock_alerts_contact on stock_alerts (email, phone)`,
  `create index stock_alerts_network on stock_alerts (network, created_at)`,
  `create index stock_alerts_expiry on stock_alerts (expires_at)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
