import type { Reader } from '../database/transact.ts';

export async function readPageContent(db: Reader): Promise<{ id: string; content: string }[]> {
  return db.selectFrom('page_content').select(['id', 'content']).execute();
}

/** The product pages in the shop's own order. */
export async function readProductPages(
  db: Reader,
): Promise<{ id: string; name: string; route: string; content: string }[]> {
  return db
    .selectFrom('product_pages')
    .select(['id', 'name', 'route', 'content'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}
