import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The figures of wordings read the reports of 30 days from the index alone, and not the rows with
 * their texts.
 */
const STATEMENTS = [
  `drop index credit_sources_wording`,
  `create index credit_sources_wording on credit_sources (wording, at, credit_id) where wording is not null`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
