import { type Kysely, sql } from 'kysely';

/**
 * Categories are made, changed and taken out by the owner. `version` counts the saves, as a product's does. A category that is taken out
 * keeps its row (`deleted_at`): the rows of products that were deleted before still name it.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint';
  await sql.raw(`alter table categories add column version ${integer} not null default 1`).execute(db);
  await sql.raw(`alter table categories add column deleted_at ${integer}`).execute(db);
}
