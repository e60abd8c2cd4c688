import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Alerts of new orders for staff: who gets an email, the browsers that take Web Push, and the
 * messages that wait to be pushed. A message has no foreign key: an order must not fail because a
 * browser is removed at the same moment.
 */
const STATEMENTS = [
  `alter table users add column order_mails INT8 not null default 0`,
  `create table push_devices (
    id text primary key, user_id text not null references users (id) on delete cascade, endpoint text not null unique,
    p256dh text not null, auth text not null, device text not null, created_at INT8 not null) STRICT`,
  `create index push_devices_user on push_devices (user_id)`,
  `create table push_outbox (
    id text primary key, device_id text not null, topic text not null, payload text not null,
    tries INT8 not null default 0, next_try_at INT8 not null) STRICT`,
  `create index push_outbox_due on push_outbox (next_try_at)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
