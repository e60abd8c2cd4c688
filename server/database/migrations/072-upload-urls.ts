import { type Kysely, sql } from 'kysely';

/**
 * The first request of each smaller copy of a picture, by anybody, looks for the upload of its URL.
 * Not unique: see `readUpload`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index uploads_url on uploads (url)`.execute(db);
}
