import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Webhooks: where other programs are told of events, and the messages to them. `events` is a JSON
 * list; both secrets are sealed. The messages have no foreign key: it would let the deletion of a
 * webhook fail an order that is being placed.
 */
const STATEMENTS = [
  `create table webhooks (
    id text primary key, url text not null, events text not null, secret text not null, old_secret text,
    old_until INT8, created_at INT8 not null, failing_since INT8, paused_at INT8) STRICT`,
  `create table webhook_messages (
    id text primary key, webhook_id text not null, type text not null, payload text not null,
    status text not null default 'queued', tries INT8 not null default 0, next_try_at INT8 not null,
    last_error text not null default '', created_at INT8 not null, sent_at INT8) STRICT`,
  `create index webhook_messages_due on webhook_messages (webhook_id, next_try_at) where status = 'queued'`,
  `create index webhook_messages_failed on webhook_messages (webhook_id) where status = 'failed'`,
  `create index webhook_messages_latest on webhook_messages (webhook_id, created_at desc)`,
  `create index webhook_messages_old on webhook_messages (created_at)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
