import { type Kysely, sql } from 'kysely';

/**
 * One row for equal contact messages and reviews that are sent several times at once: `once` is a
 * hash of what was sent and when.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['contacts', 'reviews']) {
    await sql.raw(`alter table ${table} add column once text`).execute(db);
    await sql.raw(`create unique index ${table}_once on ${table} (once) where once is not null`).execute(db);
  }
}
