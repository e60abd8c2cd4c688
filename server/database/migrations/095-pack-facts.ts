import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Of a product: whether sugar is added to it. Of a picture: the net grams of the pack it shows. */
const STATEMENTS = [
  'alter table products add column no_added_sugar INT8 not null default 0',
  'alter table product_images add column pack_grams INT8',
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
