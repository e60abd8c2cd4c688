import type { Kysely } from 'kysely';

/** How often shoppers opened each UPI app, and how often it declined, by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upi_app_counts')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('upi_app_counts_key', ['day', 'app', 'what'])
    .execute();
}
