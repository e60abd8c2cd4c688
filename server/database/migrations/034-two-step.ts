import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Two-step sign-in of staff: the sealed secret of the authenticator app, when it was switched on,
 * the last time step whose code was used, and hashes of recovery codes. Invitations last longer
 * than other reset links and are not voided by them (D57).
 */
const STATEMENTS = [
  `alter table users add column two_step_secret text`,
  `alter table users add column two_step_at INT8`,
  `alter table users add column two_step_used INT8`,
  `alter table one_time_codes add column invites INT8 not null default 0`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade, code_hash text not null, used_at INT8,
    primary key (user_id, code_hash)) STRICT`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
