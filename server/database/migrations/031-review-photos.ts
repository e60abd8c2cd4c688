import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Photos of reviews. A photo without a review was not used, or its review was rejected or deleted:
 * the hourly sweep removes it.
 */
const STATEMENTS = [
  `create table review_photos (
    id text primary key, review_id text references reviews (id) on delete set null, position INT8 not null default 0,
    width INT8 not null, height INT8 not null, bytes INT8 not null, created_at INT8 not null) STRICT`,
  `create index review_photos_review on review_photos (review_id, created_at)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
