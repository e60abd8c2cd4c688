import { type Kysely, sql } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Attention reasons as rows, one for each open or settled reason. Before, a settled reason was
 * stored only in the note of an event. The labels below are those that earlier versions wrote; this
 * list never changes.
 */
const TABLE = [
  `create table order_attention (
    id text primary key, order_number text not null references orders (order_number), reason text not null, utr text,
    raised_at INT8 not null, settled_at INT8, settled_by text) STRICT`,
  `create unique index order_attention_open on order_attention (order_number, reason) where settled_at is null`,
  `create index order_attention_order on order_attention (order_number)`,
];

const LABELS: Record<string, string> = {
  out_of_stock: 'Out of stock',
  price_changed: 'Price changed',
  unknown_item: 'Unknown item',
  amount_mismatch: 'Amount differs',
  duplicate_utr: 'UTR used before',
  placeholder_address: 'Address missing',
  utr_again: 'Same UTR sent again',
  state_unknown: 'State not known',
};
/**
 * Reasons about a UTR. The note of their settled event ends with it: 'UTR used before:
 * 632400000001'.
 */
const ABOUT_UTR = ['duplicate_utr', 'utr_again'];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, TABLE);
  for (const [reason, label] of Object.entries(LABELS)) {
    await fillOpen(db, reason);
    await fillSettled(db, reason, label);
  }
}

/**
 * `raised_at` is the time of the latest attention (or repeated UTR) event of the order; otherwise
 * when the order was created.
 */
async function fillOpen(db: Kysely<unknown>, reason: string): Promise<void> {
  const utr = ABOUT_UTR.includes(reason) ? sql`orders.utr` : sql`null`;
  await sql`
    insert into order_attention (id, order_number, reason, utr, raised_at)
    select 'att_' || orders.order_number || '_' || ${sql.lit(reason)}, orders.order_number, ${sql.lit(reason)}, ${utr},
      coalesce(
        (select max(events.at) from order_events as events where events.order_number = orders.order_number
          and events.kind in ('attention', 'utr')), orders.created_at)
    from orders
    where orders.attention_count > 0 and orders.needs_attention like ${sql.lit(`%"${reason}"%`)}`.execute(db);
}

async function fillSettled(db: Kysely<unknown>, reason: string, label: string): Promise<void> {
  const start = `${label}: `;
  await sql`
    insert into order_attention (id, order_number, reason, utr, raised_at, settled_at, settled_by)
    select 'att_' || settled.id, settled.order_number, ${sql.lit(reason)},
      case when settled.note = ${sql.lit(label)} then null else substr(settled.note, ${sql.lit(start.length + 1)}) end,
      coalesce(
        (select max(events.at) from order_events as events where events.order_number = settled.order_number
          and events.kind in ('attention', 'utr') and events.at <= settled.at), settled.at),
      settled.at, settled.author
    from order_events as settled
    where settled.kind = 'settled'
      and (settled.note = ${sql.lit(label)} or substr(settled.note, 1, ${sql.lit(start.length)}) = ${sql.lit(start)})`.execute(
    db,
  );
}
