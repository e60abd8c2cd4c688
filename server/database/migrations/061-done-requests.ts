import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What staff sent with a key of its own (`once`) in the last day, so that it counts once when its
 * response was lost.
 */
const STATEMENTS = ['create table done_requests (once text primary key, hash text not null, at INT8 not null) STRICT'];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
