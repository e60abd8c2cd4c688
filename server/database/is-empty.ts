import type { Reader } from './handles.ts';

/**
 * Whether a shop has no data: nobody has saved anything, and it was never loaded with the demo. That
 * it is closed (server/settings/first-start.ts) does not count.
 */
export async function isEmptyShop(db: Reader): Promise<boolean> {
  for (const table of ['categories', 'products', 'orders', 'page_content'] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.lit(1).as('found'))
      .limit(1)
      .executeTakeFirst();
    if (row) return false;
  }
  return !(await db.selectFrom('settings').select('name').where('name', '!=', 'opening').limit(1).executeTakeFirst());
}
