import { type Kysely, sql } from 'kysely';

/** The index of phones tells returning shoppers from new ones without reading their orders. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') {
    // Building an index on a large table takes longer than the statement timeout.
    await sql`set local statement_timeout = 0`.execute(db);
  }
  await sql`drop index orders_phone`.execute(db);
  await sql`create index orders_phone on orders (phone, created_at desc, status)`.execute(db);
}
