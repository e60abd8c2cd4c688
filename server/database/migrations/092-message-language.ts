import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The language in which somebody has written or asked to be told: the answer speaks it. */
const STATEMENTS = [
  `alter table contacts add column language text not null default 'en'`,
  `alter table stock_alerts add column language text not null default 'en'`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
