import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** `orders.gift_message`: null of an order that is no gift, empty of a gift without a message. */
const STATEMENTS = ['alter table orders add column gift_message text'];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
