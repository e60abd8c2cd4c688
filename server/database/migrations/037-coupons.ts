import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Coupons and automatic offers (docs/decisions/orders.md). `taken` counts the rows of
 * `coupon_uses`, as `held` and `sold` count stock: one conditional update takes a use. A draft
 * holds its use until `expires_at`; an order keeps it (null) until it is cancelled. What the coupon
 * took off is frozen in the order and its lines.
 */
const STATEMENTS = [
  `create table coupons (
    id text primary key, code text, name text not null default '', kind text not null check (kind in ('percent', 'amount')),
    value INT8 not null check (value > 0), max_discount INT8, min_order INT8 not null default 0, starts_at INT8, ends_at INT8, max_uses INT8,
    per_phone INT8, first_order INT8 not null default 0, scope text not null check (scope in ('all', 'products', 'categories')),
    scope_ids text not null default '[]', paused INT8 not null default 0, taken INT8 not null default 0 check (taken >= 0),
    created_at INT8 not null, version INT8 not null default 1) STRICT`,
  `create unique index coupons_code on coupons (code) where code is not null`,
  `create table coupon_uses (
    order_number text primary key, coupon_id text not null references coupons (id), expires_at INT8) STRICT`,
  `create index coupon_uses_coupon on coupon_uses (coupon_id)`,
  `create index coupon_uses_expiry on coupon_uses (expires_at) where expires_at is not null`,
  `alter table orders add column coupon_id text`,
  `alter table orders add column coupon_label text not null default ''`,
  `alter table orders add column coupon_discount INT8 not null default 0`,
  `create index orders_coupon on orders (coupon_id, created_at) where coupon_id is not null`,
  `alter table order_lines add column coupon_discount INT8 not null default 0`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
