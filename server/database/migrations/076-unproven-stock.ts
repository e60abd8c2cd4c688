import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** How long an order with a UTR keeps its stock (D65), hours, until the owner changes it. */
const HOURS = 48;

/**
 * `unproven`: how many of the sold pieces belong to orders whose payment nobody has proved (D65).
 * `network_48`: hash of the /48 of an IPv6 address; empty for IPv4. `is_file`: the mail was saved
 * as a file, because the shop had no mail server. Orders with a UTR from before keep their stock as
 * long as new ones.
 */
const STATEMENTS = [
  `alter table product_sizes add column unproven INT8 not null default 0`,
  `alter table claims add column network_48 text not null default ''`,
  `create index claims_network_48 on claims (network_48) where network_48 <> ''`,
  `alter table mail_outbox add column is_file INT8 not null default 0`,
  `update claims set expires_at = created_at + ${HOURS * 3_600_000} where kind = 'unproven'`,
  `update product_sizes set unproven = coalesce((
    select sum(order_lines.taken) from claims join order_lines on order_lines.order_number = claims.order_number
    where claims.kind in ('order', 'unproven') and order_lines.product_id = product_sizes.product_id
      and order_lines.stock_size = product_sizes.size), 0)
    where exists (select 1 from claims where kind in ('order', 'unproven'))`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
