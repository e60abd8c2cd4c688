import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Of a size: a sale price with its first and last moment (epoch ms), and what it costs the owner;
 * all in paise. A line keeps what its goods cost when they were ordered, for the margin report.
 */
const STATEMENTS = [
  ...['sale_price', 'sale_from', 'sale_until', 'cost'].map(
    (column) => `alter table product_sizes add column ${column} INT8`,
  ),
  `alter table order_lines add column cost INT8`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
