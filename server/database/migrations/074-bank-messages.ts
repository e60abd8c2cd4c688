import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Messages that wait for a person, and wordings that the owner has decided about (D62).
 * `credit_sources.wording` is the template by which a message was read. In `bank_wordings`, a
 * built-in wording has a row once it was switched; its `template` is null.
 */
const STATEMENTS = [
  `create table bank_messages (
    id text primary key, fingerprint text not null unique, via text not null, sender text not null, bank text, subject text not null, text text not null,
    received_at INT8 not null, created_at INT8 not null, reason text not null, wording text, numbers text not null, amounts text not null,
    status text not null default 'waiting' check (status in ('waiting', 'confirmed', 'dismissed')),
    order_number text, amount INT8, rrn text, decided_by text, decided_at INT8) STRICT`,
  `create index bank_messages_status on bank_messages (status, received_at)`,
  `create index bank_messages_sender on bank_messages (sender, status)`,
  `create table bank_wordings (
    id text primary key, template text, sender text not null default '', state text not null check (state in ('asked', 'refused', 'on', 'off')),
    reason text, examples text not null default '[]', asked_at INT8 not null, decided_by text, decided_at INT8) STRICT`,
  `alter table credit_sources add column wording text`,
  `create index credit_sources_wording on credit_sources (wording, at) where wording is not null`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
