import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * A size that is renamed keeps its row, and with it its pieces: orders and holds name the row,
 * whatever its label is.
 */
const STATEMENTS = ['alter table product_sizes add column label text'];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
