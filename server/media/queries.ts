import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { parts } from '../database/prepared.ts';
import type { UploadsTable } from '../database/schema.ts';
import type { Reader, Trx } from '../database/transact.ts';
import type { PhotoKind } from './picture-store.ts';

export type UploadRow = Selectable<UploadsTable>;

/**
 * The upload with this id or URL, locked until the end of the transaction. Older versions could store two with one URL that came at the
 * same moment; either will do.
 */
export function lockUpload(trx: Trx, kind: Database['kind'], by: { id: string } | { url: string }) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['url', by.url] as const);
  const query = trx.selectFrom('uploads').selectAll().where(column, '=', value);
  return (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

/** Uploads with the same bytes. */
export function readUploadsByHash(db: Reader, hash: string): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('hash', '=', hash).execute();
}

export async function insertUpload(trx: Trx, row: Insertable<UploadsTable>): Promise<void> {
  await trx.insertInto('uploads').values(row).execute();
}

/** Counts another upload of this picture, or takes one back. @returns false when it has been deleted */
export async function countUpload(trx: Trx, id: string, by: 1 | -1): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('uploads')
    .set((eb) => ({ times: eb('times', '+', by) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes every row with this URL: their file goes too. */
export async function deleteUpload(trx: Trx, url: string): Promise<void> {
  await trx.deleteFrom('uploads').where('url', '=', url).execute();
}

/** Whether a product, an order, a page or a setting shows the picture. */
export async function isShown(db: Reader, url: string): Promise<boolean> {
  const inside = `%${url.replace(/[!%_]/g, '!$&')}%`;
  const product = await db
    .selectFrom('product_images')
    .innerJoin('products', 'products.id', 'product_images.product_id')
    .select('product_images.url')
    .where('products.deleted_at', 'is', null)
    .where('product_images.url', '=', url)
    .executeTakeFirst();
  if (product) return true;
  for (const table of ['page_content', 'product_pages'] as const) {
    const page = await db
      .selectFrom(table)
      .select('id')
      .where(sql<boolean>`content like ${inside} escape '!'`)
      .executeTakeFirst();
    if (page) return true;
  }
  const setting = await db
    .selectFrom('settings')
    .select('name')
    .where(sql<boolean>`value like ${inside} escape '!'`)
    .executeTakeFirst();
  if (setting) return true;
  // Last, since it is the largest table: orders keep their own copy of the URL (D43).
  const order = await db.selectFrom('order_lines').select('order_number').where('image', '=', url).executeTakeFirst();
  return order !== undefined;
}

/** The table of each kind of photos, and its column that is null while nothing uses the photo. */
const PHOTOS = {
  replacements: { table: 'replacement_photos', owner: 'replacement_id' },
  reviews: { table: 'review_photos', owner: 'review_id' },
} as const;

export async function deletePhoto(db: Reader, kind: PhotoKind, id: string): Promise<void> {
  await db.deleteFrom(PHOTOS[kind].table).where('id', '=', id).execute();
}

/**
 * Marks photos that nothing uses and that were uploaded before `before` (epoch ms): from then on no review and no request can take them.
 * Otherwise one that is taken at this moment would be deleted.
 *
 * @returns the ids of all that are marked
 */
export async function markUnused(db: Reader, kind: PhotoKind, before: number): Promise<string[]> {
  const { table, owner } = PHOTOS[kind];
  const rows = await db
    .updateTable(table)
    .set({ created_at: 0 })
    .where(sql<boolean>`${sql.ref(owner)} is null`)
    .where('created_at', '<', before)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Which of these photos exist. */
export async function knownPhotos(db: Reader, kind: PhotoKind, ids: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const chunk of parts(ids)) {
    const rows = await db.selectFrom(PHOTOS[kind].table).select('id').where('id', 'in', chunk).execute();
    for (const row of rows) known.add(row.id);
  }
  return known;
}
