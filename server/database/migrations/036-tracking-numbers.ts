import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** For finding the order that has a tracking number already, when a courier's file is read. */
const STATEMENTS = [`create index orders_courier_tracking on orders (courier_tracking) where courier_tracking <> ''`];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
