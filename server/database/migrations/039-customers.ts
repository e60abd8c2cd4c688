import { type Kysely, sql } from 'kysely';
import { engineOf } from '../engine.ts';
import { runStatements } from './statements.ts';

/**
 * One row for each mobile number that has ordered, kept in step by
 * server/orders/rows/customer-figures.queries.ts, so that the customer list reads no orders. `erasures`
 * are orders of erased people that tax law keeps until a day.
 */
const TABLES = [
  `create table customers (
    id text primary key, phone text not null unique, name text not null default '', email text not null default '',
    city text not null default '', state text not null default '', orders INT8 not null default 0, value INT8 not null default 0,
    refunded INT8 not null default 0, returns INT8 not null default 0, first_order_at INT8 not null default 0,
    last_order_at INT8 not null default 0, search_text text not null default '', updated_at INT8 not null) STRICT`,
  `create table customer_tags (
    customer_id text not null references customers (id) on delete cascade, tag text not null, primary key (customer_id, tag)) STRICT`,
  `create table customer_notes (
    id text primary key, customer_id text not null references customers (id) on delete cascade, note text not null, author text not null,
    created_at INT8 not null) STRICT`,
  `create table erasures (
    order_number text primary key references orders (order_number), kept_until INT8 not null) STRICT`,
];

const INDEXES = [
  `create index customers_recent on customers (last_order_at desc, id desc, orders SEARCH)`,
  `create index customers_value on customers (value desc, id desc, orders, last_order_at)`,
  `create index customer_tags_tag on customer_tags (tag)`,
  `create index customer_notes_customer on customer_notes (customer_id, created_at)`,
  `create index erasures_until on erasures (kept_until)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, TABLES);
  await fillCustomers(db);
  for (const text of INDEXES) {
    await sql.raw(text.replace(' SEARCH', kind === 'sqlite' ? ', search_text' : '')).execute(db);
  }
  if (kind === 'postgres') await searchByTrigrams(db);
}

/** Adds the customers of all orders to the empty table. */
export async function fillCustomers(db: Kysely<unknown>): Promise<void> {
  const id = sql.raw(
    engineOf(db) === 'sqlite' ? `lower(hex(randomblob(10)))` : `replace(gen_random_uuid()::text, '-', '')`,
  );
  await sql`
    insert into customers (id, phone, name, email, city, state, orders, value, refunded, returns, first_order_at, last_order_at,
      search_text, updated_at)
    select 'cus_' || ${id}, phone, name, email, city, state, orders, value, refunded, returns, first_order_at, last_order_at,
      lower(phone || ' ' || name || ' ' || email || ' ' || city), last_order_at
    from (
      select phone, name, email, city, state,
        row_number() over (partition by phone order by created_at desc, order_number desc) as place,
        sum(case when status = 'cancelled' then 0 else 1 end) over (partition by phone) as orders,
        sum(case when payment_status = 'completed' then coalesce(paid_amount, total) else 0 end - refunded)
          over (partition by phone) as value,
        sum(refunded) over (partition by phone) as refunded,
        sum(case when status = 'returned' then 1 else 0 end) over (partition by phone) as returns,
        min(created_at) over (partition by phone) as first_order_at,
        max(created_at) over (partition by phone) as last_order_at
      from orders where status <> 'draft' and phone not in ('', '0000000000')) as ranked
    where place = 1`.execute(db);
}

/** Uses the extension that migration 007 could create; without it a search scans the customers. */
async function searchByTrigrams(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(nspname) as name from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db);
  if (rows[0]) {
    await sql
      .raw(`create index customers_trigrams on customers using gin (search_text ${rows[0].name}.gin_trgm_ops)`)
      .execute(db);
  }
}
