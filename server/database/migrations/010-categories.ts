import { type Kysely, sql } from 'kysely';

/**
 * Staff create, edit and delete categories. `version` is incremented at each save, as for products.
 * A deleted category keeps its row (`deleted_at`), because products that were deleted before still
 * reference it.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint';
  await sql.raw(`alter table categories add column version ${integer} not null default 1`).execute(db);
  await sql.raw(`alter table categories add column deleted_at ${integer}`).execute(db);
}
