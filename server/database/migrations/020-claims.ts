import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Who holds stock without having paid: drafts, and orders without a UTR (D53). `pieces` is what it
 * keeps from others, `expires_at` when a draft loses its hold and when the shop cancels an unpaid
 * order. A `lapsed` order was cancelled by the shop; a late UTR reopens it.
 */
const STATEMENTS = [
  `create table claims (
    order_number text primary key, kind text not null check (kind in ('draft', 'order', 'lapsed')), network text not null default '',
    phone text not null default '', pieces INT8 not null, remind_at INT8, expires_at INT8 not null) STRICT`,
  `create index claims_network on claims (network, expires_at)`,
  `create index claims_phone on claims (phone, expires_at)`,
  `create index claims_due on claims (kind, expires_at)`,
  `create index claims_remind on claims (remind_at) where remind_at is not null`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
