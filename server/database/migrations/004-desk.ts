import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the admin: prefix search across all areas, the figures of the overview (covering
 * index), and the audit log by author and by action.
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
/**
 * SQLite compares bytes, so plain indexes support prefix search; PostgreSQL needs pattern operator
 * classes.
 */
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
