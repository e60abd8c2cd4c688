import { type Insertable, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ReplacementPhotosTable, Tables } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import { contains, lookUp, searchWords } from '#server/database/trigrams.ts';
import type { ReplacementStatus } from '#shop/orders/replacements.ts';
import { wantedBy } from '#shop/orders/wanted.ts';
import type { PhotoRow, ReplacementRow } from '../rows/replacements.queries.ts';

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

/** More orders than this are not looked up one by one: there are fewer requests. */
const FEW = 2_000;

/** One page of requests, newest first, and the total. */
export async function listReplacements(
  db: Reader,
  filter: ReplacementFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ListedRow[]; total: number }> {
  const found = await lookUp(db, 'orders', wordsOf(filter));
  const matching = filtered(db, filter, found && found.count <= FEW ? found.rowids : null);
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll('replacements')
    .select(['orders.name', 'orders.phone', 'orders.city', 'orders.delivered_at'])
    .orderBy('replacements.created_at', 'desc')
    .orderBy('replacements.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(total) };
}

/** One request in the form of the list. */
export function listedReplacement(db: Reader, id: string): Promise<ListedRow | undefined> {
  return filtered(db, {})
    .selectAll('replacements')
    .select(['orders.name', 'orders.phone', 'orders.city', 'orders.delivered_at'])
    .where('replacements.id', '=', id)
    .executeTakeFirst();
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

const wordsOf = ({ search = '' }: ReplacementFilter) => searchWords(wantedBy(search).text);

function filtered(
  db: Reader,
  filter: ReplacementFilter,
  orders: RawBuilder<number> | null = null,
): SelectQueryBuilder<Tables, 'replacements' | 'orders', object> {
  let query = db.selectFrom('replacements').innerJoin('orders', 'orders.order_number', 'replacements.order_number');
  if (filter.status) query = query.where('replacements.status', '=', filter.status);
  if (orders) query = query.where(sql<SqlBool>`orders.rowid in ${orders}`);
  return wordsOf(filter).reduce((result, word) => result.where(contains('orders.search_text', word)), query);
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
    // The sweep is about to delete it.
    .where('created_at', '>', 0)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
