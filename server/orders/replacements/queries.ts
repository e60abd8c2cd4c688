import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { ReplacementPhotosTable, Tables } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import type { ReplacementStatus } from '#shop/orders/replacements.ts';
import type { ReplacementRow } from '../replacements.queries.ts';

export type PhotoRow = Selectable<ReplacementPhotosTable>;

/** A request with the order's fields for the admin's list. */
export interface ListedRow extends ReplacementRow {
  name: string;
  phone: string;
  city: string;
  delivered_at: number | null;
}

export interface ReplacementFilter {
  status?: ReplacementStatus | undefined;
  /** Words to match against the order's search text, which includes its number. */
  search?: string | undefined;
}

/** One page of requests, newest first. */
export function listReplacements(
  db: Reader,
  filter: ReplacementFilter,
  limit: number,
  offset: number,
): Promise<ListedRow[]> {
  return filtered(db, filter)
    .selectAll('replacements')
    .select(['orders.name', 'orders.phone', 'orders.city', 'orders.delivered_at'])
    .orderBy('replacements.created_at', 'desc')
    .orderBy('replacements.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** One request in the form of the list. */
export function listedReplacement(db: Reader, id: string): Promise<ListedRow | undefined> {
  return filtered(db, {})
    .selectAll('replacements')
    .select(['orders.name', 'orders.phone', 'orders.city', 'orders.delivered_at'])
    .where('replacements.id', '=', id)
    .executeTakeFirst();
}

export async function countReplacements(db: Reader, filter: ReplacementFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The number of requests by status. */
export async function countByStatus(db: Reader): Promise<{ status: string; count: number }[]> {
  const rows = await db
    .selectFrom('replacements')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  return rows.map((row) => ({ status: row.status, count: Number(row.count) }));
}

function filtered(
  db: Reader,
  filter: ReplacementFilter,
): SelectQueryBuilder<Tables, 'replacements' | 'orders', object> {
  let query = db.selectFrom('replacements').innerJoin('orders', 'orders.order_number', 'replacements.order_number');
  if (filter.status) query = query.where('replacements.status', '=', filter.status);
  for (const word of (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    const pattern = `%${word.replace(/[!%_]/g, '!$&')}%`;
    query = query.where(sql<boolean>`orders.search_text like ${pattern} escape '!'`);
  }
  return query;
}

/** The photos of these requests, in the sequence that the shopper chose. */
export function photosOf(db: Reader, replacementIds: string[]): Promise<PhotoRow[]> {
  return replacementIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('replacement_photos')
        .selectAll()
        .where('replacement_id', 'in', replacementIds)
        .orderBy('position')
        .execute();
}

export async function insertPhoto(db: Reader, row: Insertable<ReplacementPhotosTable>): Promise<void> {
  await db.insertInto('replacement_photos').values(row).execute();
}

/** A photo of this order, used or not. */
export function readPhoto(db: Reader, orderNumber: string, id: string): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('replacement_photos')
    .selectAll()
    .where('id', '=', id)
    .where('order_number', '=', orderNumber)
    .executeTakeFirst();
}

/** Makes an order's unused photo part of a request; false when there is no such photo. */
export async function claimPhoto(
  trx: Trx,
  orderNumber: string,
  id: string,
  replacementId: string,
  position: number,
): Promise<boolean> {
  const result = await trx
    .updateTable('replacement_photos')
    .set({ replacement_id: replacementId, position })
    .where('id', '=', id)
    .where('order_number', '=', orderNumber)
    .where('replacement_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
