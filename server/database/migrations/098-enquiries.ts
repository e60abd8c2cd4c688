import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** `contacts.enquiry`: JSON of 'Gifts for a company' (`Enquiry`); empty for other messages. */
const STATEMENTS = [`alter table contacts add column enquiry text not null default ''`];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
