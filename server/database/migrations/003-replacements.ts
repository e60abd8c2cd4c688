import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Replacement requests: requested items, the decision, and photos as separate rows, so that unused
 * photos can be found. A unique index allows at most one open request for each order, also under
 * concurrency.
 */
const STATEMENTS = [
  `alter table replacements add column items text not null default '[]'`,
  `alter table replacements add column description text not null default ''`,
  `alter table replacements add column courier text not null default ''`,
  `alter table replacements add column courier_tracking text not null default ''`,
  `alter table replacements add column decided_by text not null default ''`,
  `alter table replacements add column decided_at INT8`,
  `alter table replacements add column shipped_at INT8`,
  `alter table replacements add column closed_at INT8`,
  `alter table replacements add column version INT8 not null default 1`,
  `alter table replacements drop column photos`,
  `create unique index replacements_one_open on replacements (order_number) where status in ('requested', 'approved', 'shipped')`,
  `create index replacements_created on replacements (created_at desc)`,
  `create table replacement_photos (
    id text primary key, order_number text not null references orders (order_number), replacement_id text references replacements (id),
    position INT8 not null default 0, width INT8 not null, height INT8 not null, bytes INT8 not null, created_at INT8 not null) STRICT`,
  `create index replacement_photos_order on replacement_photos (order_number)`,
  `create index replacement_photos_replacement on replacement_photos (replacement_id, created_at)`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
