import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** `orders.waived`: what of the price of a changed order the shop does not ask for. */
const STATEMENTS = ['alter table orders add column waived INT8 not null default 0'];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
