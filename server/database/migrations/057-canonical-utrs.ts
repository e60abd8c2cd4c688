import { type Kysely, sql } from 'kysely';

const TABLES = ['orders', 'order_attention', 'payments'] as const;

/**
 * A UTR of digits has 12 and no further leading zeros. Two payments that were accepted with one UTR
 * in two ways cannot both have it: the second one keeps what it has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of TABLES) {
    const table = sql.table(name);
    const { rows } = await sql<{ utr: string }>`
      select distinct utr from ${table}
      where ltrim(utr, '0123456789') = '' and length(utr) >= 10 and (utr like '0%' or length(utr) < 12)`.execute(db);
    for (const { utr } of rows) {
      const stored = utr.replace(/^0+/, '').padStart(12, '0');
      if (stored === utr) continue;
      const free = sql`status != 'accepted' or not exists (
        select 1 from payments as other where other.status = 'accepted' and other.utr = ${stored})`;
      // The text that the admin's search reads has it too.
      const found = name === 'orders' ? sql`, search_text = replace(search_text, ${utr}, ${stored})` : sql``;
      await sql`update ${table} set utr = ${stored} ${found} where utr = ${utr} ${name === 'payments' ? sql`and (${free})` : sql``}`.execute(
        db,
      );
    }
  }
}
