import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What shoppers did, counted by day in India: `what` is a step or a search, `name` the words of a
 * search. Nothing leads to a person. The index is for the time from payment to parcel.
 */
const STATEMENTS = [
  `create table insight_counts (
    day text not null, what text not null, name text not null default '', count INT8 not null,
    primary key (day, what, name)) STRICT`,
  `create index order_events_shipped on order_events (at) where status = 'shipped'`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
