import { type Kysely, sql } from 'kysely';

const UNREAD = {
  products: ['first_price', 'has_sizes', 'search_text'],
  product_images: ['upload_id'],
};

/** Drops columns of the catalogue that nothing reads. No index, key or check names them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(UNREAD)) {
    for (const column of columns) {
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
    }
  }
}
