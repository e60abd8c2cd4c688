import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * API keys of other programs. `start` is what people see of a key, `scopes` a JSON list. A key works
 * while `made_by` is an active admin and `ended_at` is null.
 */
const STATEMENTS = [
  `create table api_keys (
    id text primary key, name text not null, start text not null, key_hash text not null unique,
    scopes text not null, made_by text not null references users (id), created_at INT8 not null,
    last_used_at INT8, ended_at INT8) STRICT`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
