import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the admin lists with 200,000 orders. A page of orders, its count, the sums of the
 * dashboard and a word search use covering indexes, and only the orders of the page are read in
 * full. The same is true for the audit log. On SQLite the index includes the search text, so that a
 * search scans the index and not the table. `npm run scale` measures it.
 */
const BOTH = [
  `create index if not exists orders_list on orders (created_at desc, order_number desc, status, payment_status SEARCH)`,
  `create index if not exists orders_list_payment on orders (payment_status, created_at desc, order_number desc, status)`,
  `create index if not exists orders_list_attention on orders (created_at desc, order_number desc, status) where attention_count > 0`,
  `create index if not exists orders_sums on orders (status, payment_status, total)`,
  `create index if not exists audit_log_list on audit_log (at desc, id desc)`,
  `drop index if exists audit_log_at`,
  `drop index if exists orders_created`,
  `drop index if exists orders_attention`,
  `drop index if exists orders_payment`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const text of BOTH) {
    await sql.raw(text.replace(' SEARCH', kind === 'sqlite' ? ', search_text' : '')).execute(db);
  }
  if (kind === 'postgres') {
    await searchByTrigrams(db);
  }
}

/**
 * The contrib module pg_trgm of PostgreSQL indexes substrings. If it is missing or the user may not
 * create it, searches scan the orders: the same result, but slower.
 */
async function searchByTrigrams(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'pg_trgm'`.execute(db);
  if (rows.length === 0) return;
  await sql.raw('savepoint trigrams').execute(db);
  try {
    await sql.raw('create extension if not exists pg_trgm with schema public').execute(db);
    const { rows: places } = await sql<{ name: string }>`
      select quote_ident(nspname) as name from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
      where extname = 'pg_trgm'`.execute(db);
    await sql
      .raw(
        `create index if not exists orders_trigrams on orders using gin (search_text ${places[0]?.name}.gin_trgm_ops)`,
      )
      .execute(db);
    await sql.raw('release savepoint trigrams').execute(db);
  } catch {
    await sql.raw('rollback to savepoint trigrams').execute(db);
  }
}
