import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The grievance register: contact messages that are complaints, when staff acknowledged and closed
 * them, and how.
 */
const STATEMENTS = [
  `alter table contacts add column grievance INT8 not null default 0`,
  `alter table contacts add column acknowledged_at INT8`,
  `alter table contacts add column closed_at INT8`,
  `alter table contacts add column closing_note text not null default ''`,
  `create index contacts_grievances on contacts (created_at desc, id desc) where grievance = 1`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
