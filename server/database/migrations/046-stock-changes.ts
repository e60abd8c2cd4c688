import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What staff changed in the stock of each size, counted from 1. `stock` is the pieces after the
 * change, so that what orders took or gave back between two changes follows from them: an order
 * writes nothing here.
 */
const STATEMENTS = [
  `create table stock_changes (
    product_id text not null, size text not null, n INT8 not null, at INT8 not null, by_name text not null,
    change INT8 not null, stock INT8 not null check (stock >= 0), reason text not null, note text not null default '',
    primary key (product_id, size, n), foreign key (product_id, size) references product_sizes (product_id, size)) STRICT`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
