import { type Kysely, sql } from 'kysely';

/**
 * Browsers on which staff have signed in: their guesses are counted apart (D40). Only the hash of
 * the cookie is stored.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const [whole, strict] = kind === 'sqlite' ? ['integer', ' strict'] : ['bigint', ''];
  await sql
    .raw(`create table devices (
      token_hash text primary key, user_id text not null references users (id), expires_at ${whole} not null)${strict}`)
    .execute(db);
  await sql`create index devices_user on devices (user_id)`.execute(db);
}
