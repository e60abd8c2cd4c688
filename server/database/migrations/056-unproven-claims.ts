import { type Kysely, sql } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Claims of kind `unproven`: orders with a UTR whose payment is not verified; `ended`: cancelled
 * ones, which still count among the orders of their network. `quiet`: the network had placed so
 * many that the order's mails wait for staff. SQLite cannot change a check, so that the table is
 * made anew.
 */
const STATEMENTS = [
  `create table new_claims (
    order_number text primary key, kind text not null check (kind in ('draft', 'order', 'unproven', 'ended', 'lapsed')),
    network text not null default '', phone text not null default '', pieces INT8 not null, remind_at INT8, expires_at INT8 not null,
    created_at INT8 not null default 0, quiet INT8 not null default 0) STRICT`,
  `insert into new_claims (order_number, kind, network, phone, pieces, remind_at, expires_at)
    select order_number, kind, network, phone, pieces, remind_at, expires_at from claims`,
  `drop table claims`,
  `alter table new_claims rename to claims`,
  `create index claims_network on claims (network, created_at)`,
  `create index claims_kept on claims (network) where pieces > 0`,
  `create index claims_due on claims (kind, expires_at)`,
  `create index claims_remind on claims (remind_at) where remind_at is not null`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  // An older process may write claims meanwhile.
  if (kind === 'postgres') await sql`lock table claims in access exclusive mode`.execute(db);
  await runStatements(db, kind, STATEMENTS);
}
