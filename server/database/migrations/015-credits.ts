import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Bank credits, their sources, imports of statements, messages and refunds (R4.1). The tables
 * `statements` and `statement_lines` of the first migration were never written.
 */
const STATEMENTS = [
  `drop table statement_lines`,
  `drop table statements`,
  `alter table payments drop column statement_line_id`,
  `update payments set source = 'staff'`,
  `alter table orders add column payment_source text`,
  `alter table orders add column credit_id text`,
  `alter table orders add column refunded INT8 not null default 0`,
  `create table refunds (
    id text primary key, order_number text not null references orders (order_number), amount INT8 not null, day text not null, reference text,
    reason text not null, recorded_by text not null, recorded_at INT8 not null, shown_in text) STRICT`,
  `create index refunds_order on refunds (order_number)`,
  `create index refunds_day on refunds (day)`,
  `create table credits (
    id text primary key, rrn text, refs text not null default '[]', amount INT8 not null, day text not null, minute INT8, at INT8 not null,
    account text, bank text, channel text, payer_vpa text, payer_name text,
    status text not null check (status in ('open', 'matched', 'dismissed', 'reversed', 'conflict', 'undone')),
    order_number text references orders (order_number), matched_source text, matched_at INT8, decided_by text, reason text not null default '',
    flags text not null default '[]', created_at INT8 not null) STRICT`,
  `create unique index credits_order on credits (order_number) where status = 'matched'`,
  `create unique index credits_rrn on credits (rrn) where rrn is not null and status in ('open', 'matched', 'reversed')`,
  `create index credits_status on credits (status, at)`,
  `create index credits_day on credits (day, amount)`,
  `create table credit_refs (ref text not null, credit_id text not null references credits (id), primary key (ref, credit_id)) STRICT`,
  `create table statement_imports (
    id text primary key, file_name text not null, file_hash text not null, bank text, account text, from_day text, to_day text,
    covered_from text, covered_to text, credits INT8 not null default 0, duplicates INT8 not null default 0,
    refused text not null default '[]', confirmed INT8 not null default 0, review INT8 not null default 0, suggested INT8 not null default 0,
    imported_by text not null, imported_at INT8 not null, undone_at INT8) STRICT`,
  `create unique index statement_imports_hash on statement_imports (file_hash) where undone_at is null`,
  `create table credit_sources (
    id text primary key, credit_id text not null references credits (id), kind text not null, at INT8 not null, import_id text not null default '',
    fingerprint text not null, sender text, raw text not null default '', undone INT8 not null default 0) STRICT`,
  `create unique index credit_sources_fingerprint on credit_sources (kind, fingerprint, import_id) where undone = 0`,
  `create index credit_sources_credit on credit_sources (credit_id)`,
  `create index credit_sources_import on credit_sources (import_id)`,
  `create table payment_inbox (
    id text primary key, secret_hash text not null unique, created_at INT8 not null, last_message_at INT8,
    last_sender text, last_kind text, ended_at INT8) STRICT`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
