import { type Kysely, sql } from 'kysely';

/**
 * Indices of the admin: the search over everything by beginnings of words, the overview's figures (read from the index alone), and the
 * audit log by author and by kind of change.
 */
const BOTH = [
  `create index if not exists orders_name_prefix on orders (lower(name) PATTERN)`,
  `create index if not exists contacts_name_prefix on contacts (lower(name) PATTERN)`,
  `create index if not exists contacts_email_prefix on contacts (lower(email) PATTERN)`,
  `create index if not exists contacts_phone_prefix on contacts (phone PATTERN)`,
  `create index if not exists orders_day on orders (created_at, status, payment_status, total, phone, payment_decided_at, order_number)`,
  `create index if not exists audit_log_actor on audit_log (actor_id, at desc)`,
  `create index if not exists audit_log_action on audit_log (action, at desc)`,
];
/** SQLite compares bytes, so its plain indices know beginnings; PostgreSQL needs its pattern operators for that. */
const POSTGRES = [
  `create index if not exists orders_number_prefix on orders (order_number PATTERN)`,
  `create index if not exists orders_phone_prefix on orders (phone PATTERN)`,
  `create index if not exists orders_utr_prefix on orders (utr PATTERN) where utr is not null`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const postgres = kind === 'postgres';
  for (const text of postgres ? [...BOTH, ...POSTGRES] : BOTH) {
    await sql.raw(text.replace(' PATTERN', postgres ? ' text_pattern_ops' : '')).execute(db);
  }
}
