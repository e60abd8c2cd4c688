import { type Kysely, sql } from 'kysely';

const UNREAD = {
  orders: ['payment_decided_by', 'body_hash'],
  order_attention: ['raised_at', 'settled_by'],
  invoices: ['issued_at'],
  uploads: ['variants', 'created_by'],
  users: ['updated_at'],
  review_votes: ['created_at'],
  wishlist: ['created_at'],
};

/**
 * Drops columns that nothing reads. Who decided and when is in the events, the payments and the
 * audit log; the date of an invoice is in its data. No index, key or check names these columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(UNREAD)) {
    for (const column of columns) {
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
    }
  }
}
