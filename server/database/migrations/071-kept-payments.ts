import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What the shop keeps of a payment that was to go back, since staff have decided that no more of it
 * is due.
 */
const STATEMENTS = ['alter table orders add column kept INT8 not null default 0'];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
