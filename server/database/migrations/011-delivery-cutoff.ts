import { type Kysely, sql } from 'kysely';

/** The delivery cutoff setting of each product (D14); on by default, as before for all products. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const whole = kind === 'sqlite' ? 'integer' : 'bigint';
  await sql.raw(`alter table products add column delivery_enabled ${whole} not null default 1`).execute(db);
}
