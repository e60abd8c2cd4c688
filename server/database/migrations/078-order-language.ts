import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The language of the page on which an order was placed: its mails are in this language. */
const STATEMENTS = [`alter table orders add column language text not null default 'en'`];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
