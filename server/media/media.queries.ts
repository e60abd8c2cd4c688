import { setImmediate } from 'node:timers/promises';
import { type Insertable, type Selectable, sql } from 'kysely';
import { blocksOthers } from '../database/engine.ts';
import { parts } from '../database/rows.ts';
import type { UploadsTable } from '../database/schema.ts';
import type { Reader, Trx } from '../database/transact.ts';
import { contains } from '../database/trigrams.ts';
import type { PhotoKind } from './picture-store.ts';

export type UploadRow = Selectable<UploadsTable>;

/**
 * The upload with this id or URL. Older versions could store two with one URL that came at the same
 * moment; either will do. `lock` locks it until the end of the transaction.
 */
export function readUpload(db: Reader, by: { id: string } | { url: string }, lock?: 'for update') {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['url', by.url] as const);
  const query = db.selectFrom('uploads').selectAll().where(column, '=', value);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Uploads with the same bytes. */
export function readUploadsByHash(db: Reader, hash: string): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('hash', '=', hash).execute();
}

/** Which of these URLs are those of uploads. */
export async function knownUploads(db: Reader, urls: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const chunk of parts(urls)) {
    const rows = await db.selectFrom('uploads').select('url').where('url', 'in', chunk).execute();
    for (const row of rows) known.add(row.url);
  }
  return known;
}

export async function insertUpload(trx: Trx, row: Insertable<UploadsTable>): Promise<void> {
  await trx.insertInto('uploads').values(row).execute();
}

/**
 * Counts another upload of this picture, or takes one back.
 *
 * @returns false when it has been deleted
 */
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

/**
 * Whether a product, an order, a page or a setting shows the picture.
 *
 * @param after what `readLines` has returned for it; without, no line is read
 */
export async function isShown(db: Reader, url: string, after?: Lines): Promise<boolean> {
  const product = await db
    .selectFrom('product_images')
    .innerJoin('products', 'products.id', 'product_images.product_id')
    .select('product_images.url')
    .where('products.deleted_at', 'is', null)
    .where('product_images.url', '=', url)
    .executeTakeFirst();
  if (product) return true;
  for (const table of ['page_content', 'product_pages'] as const) {
    const page = await db.selectFrom(table).select('id').where(contains('content', url)).executeTakeFirst();
    if (page) return true;
  }
  const setting = await db.selectFrom('settings').select('name').where(contains('value', url)).executeTakeFirst();
  if (setting) return true;
  return after !== undefined && (await isOrdered(db, url, after));
}

/**
 * Some lines of orders by their numbers in SQLite; all on PostgreSQL, which has no such numbers.
 */
type Lines = { after: number; to?: number } | 'all';

/** Whether one of these lines shows the picture: orders keep their own copy of the URL (D43). */
async function isOrdered(db: Reader, url: string, lines: Lines): Promise<boolean> {
  let query = db.selectFrom('order_lines').select('order_number').where('image', '=', url).limit(sql.lit(1));
  const rowid = sql.ref<number>('rowid');
  if (lines !== 'all') query = query.where(rowid, '>', lines.after);
  if (lines !== 'all' && lines.to !== undefined) query = query.where(rowid, '<=', lines.to);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Lines that SQLite reads at once: a few milliseconds. */
const PIECE = 20_000;

/**
 * Looks for the picture in the lines of all orders. No index has their pictures, since every order
 * would pay for it. SQLite reads them in pieces, so that others are served in between; PostgreSQL
 * serves others anyway, so its `isShown` reads them.
 *
 * @returns the lines that `isShown` still has to read: those that may have come meanwhile, or those
 *   from the piece that shows the picture
 */
export async function readLines(db: Reader, url: string): Promise<Lines> {
  if (!blocksOthers(db)) return 'all';
  const { last } = await db
    .selectFrom('order_lines')
    .select((eb) => eb.fn.max(sql.ref<number | null>('rowid')).as('last'))
    .executeTakeFirstOrThrow();
  const end = last ?? 0;
  for (let after = 0; after < end; after += PIECE) {
    if (await isOrdered(db, url, { after, to: after + PIECE })) return { after };
    await setImmediate();
  }
  // SQLite gives the number of a deleted last row again. So many are not deleted in a moment.
  return { after: Math.max(0, end - PIECE) };
}

/** The table of each kind of photos, and its column that is null while nothing uses the photo. */
const PHOTOS = {
  replacements: { table: 'replacement_photos', owner: 'replacement_id' },
  reviews: { table: 'review_photos', owner: 'review_id' },
} as const;

export async function deletePhoto(db: Reader, kind: PhotoKind, id: string): Promise<void> {
  await db.deleteFrom(PHOTOS[kind].table).where('id', '=', id).execute();
}

/** Leaves a photo to the next sweep. */
export async function discardPhoto(db: Reader, kind: PhotoKind, id: string): Promise<void> {
  await db.updateTable(PHOTOS[kind].table).set({ created_at: 0 }).where('id', '=', id).execute();
}

/**
 * Marks photos that nothing uses and that were uploaded before `before` (epoch ms): from then on no
 * review and no request can take them. Otherwise one that is taken at this moment would be deleted.
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

/** Whether a review or a replacement has this photo. */
export async function isUsed(db: Reader, kind: PhotoKind, id: string): Promise<boolean> {
  const { table, owner } = PHOTOS[kind];
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`${sql.ref(owner)} is not null`)
    .executeTakeFirst();
  return row !== undefined;
}
