import type { Reader, Trx } from '../database/transact.ts';

export async function readPageContent(db: Reader): Promise<{ id: string; content: string }[]> {
  return db.selectFrom('page_content').select(['id', 'content']).execute();
}

/** The product pages in display order. */
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

/** A stored content page or product page, with its version and last author. */
export interface PageRow {
  id: string;
  content: string;
  version: number;
  updated_at: number;
  updated_by: string;
}

const RECORD = ['id', 'content', 'version', 'updated_at', 'updated_by'] as const;

export function readContentRow(db: Reader, id: string): Promise<PageRow | undefined> {
  return db.selectFrom('page_content').select(RECORD).where('id', '=', id).executeTakeFirst();
}

export function readProductPageRow(
  db: Reader,
  id: string,
): Promise<(PageRow & { name: string; route: string }) | undefined> {
  return db
    .selectFrom('product_pages')
    .select([...RECORD, 'name', 'route'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The version of the privacy policy; 0 while it is the built-in one. */
export async function noticeVersion(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('page_content')
    .select('version')
    .where('id', '=', 'privacy-policy')
    .executeTakeFirst();
  return row?.version ?? 0;
}

interface Write {
  content: string;
  at: number;
  author: string;
}

/**
 * Writes a content page and increments its version.
 *
 * @param expected the version to replace (0: not saved yet)
 * @returns false when the stored version differs; nothing is written
 */
export async function writeContent(
  trx: Trx,
  id: string,
  { content, at, author }: Write,
  expected: number,
): Promise<boolean> {
  const columns = { content, updated_at: at, updated_by: author };
  if (expected === 0) {
    const inserted = await trx
      .insertInto('page_content')
      .values({ id, ...columns })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
  }
  const updated = await trx
    .updateTable('page_content')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', expected)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/**
 * Adds a product page at the end of the display order.
 *
 * @throws a unique violation when name or route is taken
 */
export async function insertProductPage(
  trx: Trx,
  page: { id: string; name: string; route: string },
  { content, at, author }: Write,
): Promise<void> {
  const { last } = await trx
    .selectFrom('product_pages')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(-1)).as('last'))
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('product_pages')
    .values({ ...page, content, position: Number(last) + 1, updated_at: at, updated_by: author })
    .execute();
}

/**
 * Like `writeContent`, for a product page.
 *
 * @throws a unique violation when name or route is taken
 */
export async function writeProductPage(
  trx: Trx,
  { id, name, route }: { id: string; name: string; route: string },
  { content, at, author }: Write,
  expected: number,
): Promise<boolean> {
  const updated = await trx
    .updateTable('product_pages')
    .set((eb) => ({ name, route, content, updated_at: at, updated_by: author, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', expected)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

export async function deleteProductPage(trx: Trx, id: string): Promise<boolean> {
  const deleted = await trx.deleteFrom('product_pages').where('id', '=', id).executeTakeFirst();
  return Number(deleted.numDeletedRows) > 0;
}

/** The ids of all product pages. */
export async function productPageIds(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('product_pages').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}
