import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * How many times the same picture was uploaded: one that a form takes back may be on its way into
 * another product.
 */
const STATEMENTS = ['alter table uploads add column times INT8 not null default 1'];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
