import { type Kysely, sql } from 'kysely';

/**
 * The texts of products and categories in other languages in one column, by language: so far, a
 * column held those in Hindi.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['products', 'categories']) {
    const table = sql.table(name);
    await sql`alter table ${table} add column translations text`.execute(db);
    await sql`update ${table} set translations = '{"hi":' || hi || '}' where hi is not null`.execute(db);
    await sql`alter table ${table} drop column hi`.execute(db);
  }
}
