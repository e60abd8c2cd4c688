import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The GSTIN of a registered buyer, for the invoice of the order. */
const STATEMENTS = [`alter table orders add column gstin text not null default ''`];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
