import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Optional Hindi texts of products and categories as JSON. */
const STATEMENTS = [`alter table products add column hi text`, `alter table categories add column hi text`];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
