import { type Kysely, sql } from 'kysely';

/** The index of phones tells returning shoppers from new ones without reading their orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_phone`.execute(db);
  await sql`create index orders_phone on orders (phone, created_at desc, status)`.execute(db);
}
