import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The number under the barcode of a pack; null: it has none, or the owner has not typed it. */
const STATEMENTS = ['alter table product_sizes add column gtin text'];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
