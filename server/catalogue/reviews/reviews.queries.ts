import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { unindexed } from '#server/database/engine.ts';
import type { ReviewPhotosTable, ReviewsTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import { contains, lookUp, searchWords } from '#server/database/trigrams.ts';
import type { RatingBar, ReviewSort } from '#shop/catalogue/reviews.ts';

export type ReviewRow = Selectable<ReviewsTable>;
export type PhotoRow = Selectable<ReviewPhotosTable>;
/** A photo that was sent and is not part of a review yet. */
export type NewPhoto = Omit<PhotoRow, 'review_id' | 'position'>;

/**
 * Names that hide a review (D48), without spaces, - and _. This is `isHiddenName` of
 * shop/catalogue/reviews.ts in SQL, so that pages and counts are correct; a test compares the two.
 */
const HIDDEN_NAMES = ['', 'anonymous', 'anonymoususer', 'anonymouscustomer', 'anonymousbuyer', 'anonymousshopper'];

/** The reviews of a product that shoppers see: approved, and with a name. */
function visibleOf(db: Reader, productId: string) {
  return db
    .selectFrom('reviews')
    .where('product_id', '=', productId)
    .where('status', '=', 'approved')
    .where(
      sql<string>`replace(replace(replace(lower(trim(customer_name)), ' ', ''), '-', ''), '_', '')`,
      'not in',
      HIDDEN_NAMES,
    );
}

/**
 * One page of a product's visible reviews, of one rating with `stars`; the newest come first among
 * equal ones.
 */
export function readVisibleReviews(
  db: Reader,
  productId: string,
  { page, limit, sort, stars }: { page: number; limit: number; sort: ReviewSort; stars?: number | undefined },
): Promise<ReviewRow[]> {
  let query = visibleOf(db, productId).selectAll();
  if (stars) query = query.where('rating', '=', stars);
  if (sort === 'highest') query = query.orderBy('rating', 'desc');
  if (sort === 'lowest') query = query.orderBy('rating', 'asc');
  if (sort === 'helpful') query = query.orderBy('helpful', 'desc');
  return query
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** The approved reviews of a product, newest first. */
export async function readApprovedReviews(db: Reader, productId: string, limit: number): Promise<ReviewRow[]> {
  return db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .where('status', '=', 'approved')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** How many visible reviews gave each number of stars. */
export async function countVisibleRatings(db: Reader, productId: string): Promise<Map<RatingBar['rating'], number>> {
  const rows = await visibleOf(db, productId)
    .select(['rating', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('rating')
    .execute();
  return new Map(rows.map((row) => [row.rating as RatingBar['rating'], Number(row.count)]));
}

/** The filters of the staff's list; `search` covers name, title, comment and product. */
export interface ReviewFilter {
  status?: ReviewRow['status'] | undefined;
  rating?: number | undefined;
  search?: string | undefined;
  productId?: string | undefined;
}

/**
 * Columns that the staff's list can be sorted by. A fixed list: a name from a request never reaches
 * SQL.
 */
const SORT_COLUMNS = { createdAt: 'reviews.created_at', date: 'reviews.date', rating: 'reviews.rating' } as const;
export type ReviewColumn = keyof typeof SORT_COLUMNS;

export type ListedReview = ReviewRow & { product_name: string };

/** More reviews than this are not looked up one by one: to read them all takes as long. */
const FEW = 5_000;

/** One page of all reviews with the names of their products, and the total. */
export async function listReviews(
  db: Reader,
  filter: ReviewFilter,
  { page, limit, sort, order }: { page: number; limit: number; sort: ReviewColumn; order: 'asc' | 'desc' },
): Promise<{ rows: ListedReview[]; total: number }> {
  const found = await Promise.all(searchWords(filter.search).map((word) => lookUp(db, 'reviews', [word])));
  const matching = filtered(
    db,
    filter,
    found.map((one) => (one && one.count <= FEW ? one.rowids : null)),
  );
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .selectAll('reviews')
    .select('products.name as product_name')
    .orderBy(SORT_COLUMNS[sort], order)
    .orderBy('reviews.id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}

/** Number and sum of stars by status. */
export async function sumReviews(db: Reader) {
  const rows = await db
    .selectFrom('reviews')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('rating').as('stars')])
    .groupBy('status')
    .execute();
  return rows.map((row) => ({ status: row.status, count: Number(row.count), stars: Number(row.stars) }));
}

/** Text that cannot be an id is not queried: PostgreSQL rejects NUL characters. */
export function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,100}$/.test(id);
}

export async function readListedReview(db: Reader, id: string): Promise<ListedReview | undefined> {
  if (!isId(id)) return undefined;
  return filtered(db, {})
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .selectAll('reviews')
    .select('products.name as product_name')
    .where('reviews.id', '=', id)
    .executeTakeFirst();
}

/**
 * A review's own text in one string. A search word has no space, so it cannot match across two
 * fields.
 */
const OWN_WORDS = `lower(reviews.customer_name || ' ' || reviews.title || ' ' || reviews.comment)`;

/**
 * @param own rowids of the reviews whose own text may contain each word, where they were looked up
 */
function filtered(db: Reader, filter: ReviewFilter, own: readonly (RawBuilder<number> | null)[] = []) {
  const { status, rating, productId } = filter;
  let query = db.selectFrom('reviews');
  if (status) query = query.where('reviews.status', '=', status);
  if (rating) query = query.where('reviews.rating', '=', rating);
  if (productId) query = query.where('reviews.product_id', '=', productId);
  for (const [index, word] of searchWords(filter.search).entries()) {
    const rowids = own[index];
    // A subquery finds the products once, instead of a join per review.
    query = query.where((eb) =>
      eb.or([
        rowids
          ? eb.and([sql<SqlBool>`reviews.rowid in ${rowids}`, contains(OWN_WORDS, word)])
          : contains(OWN_WORDS, word),
        eb(
          'reviews.product_id',
          'in',
          eb.selectFrom('products').select('products.id').where(contains('lower(products.name)', word)),
        ),
      ]),
    );
  }
  return query;
}

/**
 * One review. `lock` locks it until the end of the transaction; SQLite's begin immediate does so
 * anyway.
 */
export async function readReview(db: Reader, id: string, lock?: 'for update'): Promise<ReviewRow | undefined> {
  if (!isId(id)) return undefined;
  const query = db.selectFrom('reviews').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/**
 * A review with the same comment by the same person about the product, written at `since` (epoch
 * ms) or later.
 */
export function findSameReview(
  db: Reader,
  review: Pick<ReviewRow, 'product_id' | 'customer_email' | 'comment'>,
  since: number,
): Promise<Pick<ReviewRow, 'id' | 'status' | 'created_at'> | undefined> {
  return db
    .selectFrom('reviews')
    .select(['id', 'status', 'created_at'])
    .where('created_at', '>=', since)
    .where(unindexed<string>(db, 'product_id'), '=', review.product_id)
    .where('customer_email', '=', review.customer_email)
    .where('comment', '=', review.comment)
    .executeTakeFirst();
}

/** @returns false when the same review is being stored already (`once`) */
export async function insertReview(trx: Trx, row: Insertable<ReviewsTable>): Promise<boolean> {
  const result = await trx
    .insertInto('reviews')
    .values(row)
    .onConflict((conflict) => conflict.column('once').where('once', 'is not', null).doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function updateReview(trx: Trx, id: string, change: Updateable<ReviewsTable>): Promise<void> {
  await trx.updateTable('reviews').set(change).where('id', '=', id).execute();
}

/** Deletes a review with its votes, and releases its photos (see `releasePhotos`). */
export async function deleteReview(trx: Trx, id: string): Promise<void> {
  await releasePhotos(trx, id);
  await trx.deleteFrom('reviews').where('id', '=', id).execute();
}

/** Stores a device's vote. @returns false when it has voted for this review before */
export async function insertVote(trx: Trx, reviewId: string, deviceId: string): Promise<boolean> {
  const result = await trx
    .insertInto('review_votes')
    .values({ review_id: reviewId, device_id: deviceId })
    .onConflict((conflict) => conflict.columns(['review_id', 'device_id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Increments the 'helpful' count of a review. */
export async function raiseHelpful(trx: Trx, reviewId: string): Promise<void> {
  await trx
    .updateTable('reviews')
    .set((eb) => ({ helpful: eb('helpful', '+', 1) }))
    .where('id', '=', reviewId)
    .execute();
}

/**
 * Whether a delivered order of the product carries this email (lower case) or phone (ten digits);
 * D15.
 */
export async function hasDeliveredOrder(
  db: Reader,
  productId: string,
  buyer: { email: string; phone: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.order_number', 'order_lines.order_number')
    .select('orders.order_number')
    // A person has few orders; a product may have hundreds of thousands.
    .where(unindexed<string>(db, 'order_lines.product_id'), '=', productId)
    .where(unindexed<string>(db, 'orders.status'), '=', 'delivered')
    .where((eb) =>
      eb.or([
        eb.and([
          eb(eb.fn<string>('lower', ['orders.email']), '=', buyer.email),
          // The condition of the index orders_email.
          eb('orders.email', '!=', sql.lit('')),
        ]),
        ...(buyer.phone ? [eb('orders.phone', '=', buyer.phone)] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the product's rating until the end of the transaction. Call it before changing reviews:
 * otherwise two concurrent changes would each sum up without seeing the other.
 */
export async function lockRating(trx: Trx, productId: string): Promise<void> {
  await trx.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute();
}

/**
 * Recomputes the rating of a product from its visible reviews (D13). Reviews that D48 hides do not
 * count, so that stars, count and list agree. Call it after `lockRating` in every transaction that
 * changes, adds or removes an approved review, and bump 'catalogue'.
 */
export async function refreshRating(trx: Trx, productId: string): Promise<void> {
  const row = await visibleOf(trx, productId)
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('rating'), eb.lit(0)).as('sum'),
      eb.fn.countAll<number>().as('count'),
    ])
    .executeTakeFirstOrThrow();
  // `version` and `updated_at` stay: a shopper's review must not make an open product form stale.
  await trx
    .updateTable('products')
    .set({ rating_sum: Number(row.sum), rating_count: Number(row.count) })
    .where('id', '=', productId)
    .execute();
}

/**
 * The photos of these reviews, in the sequence that the shopper chose. Reviews of one page: at most
 * a few hundred ids.
 */
export function readPhotos(db: Reader, reviewIds: readonly string[]): Promise<PhotoRow[]> {
  return reviewIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('review_photos')
        .selectAll()
        .where('review_id', 'in', reviewIds)
        .orderBy('position')
        .orderBy('id')
        .execute();
}

/** A photo with the status and the name of its review. */
export function readPhoto(db: Reader, id: string) {
  return db
    .selectFrom('review_photos')
    .innerJoin('reviews', 'reviews.id', 'review_photos.review_id')
    .select(['review_photos.review_id', 'reviews.status', 'reviews.customer_name'])
    .where('review_photos.id', '=', id)
    .executeTakeFirst();
}

/** Bytes of all photos that are not part of an approved review. */
export async function pendingPhotoBytes(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('review_photos')
    .leftJoin('reviews', 'reviews.id', 'review_photos.review_id')
    .select((eb) => eb.fn.sum<number | null>('review_photos.bytes').as('bytes'))
    .where((eb) => eb.or([eb('reviews.status', 'is', null), eb('reviews.status', '!=', 'approved')]))
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

export async function insertPhoto(db: Reader, photo: NewPhoto): Promise<void> {
  await db.insertInto('review_photos').values(photo).execute();
}

/** Makes an unused photo part of a review; false when there is no such photo. */
export async function claimPhoto(trx: Trx, id: string, reviewId: string, position: number): Promise<boolean> {
  if (!isId(id)) return false;
  const result = await trx
    .updateTable('review_photos')
    .set({ review_id: reviewId, position })
    .where('id', '=', id)
    .where('review_id', 'is', null)
    // A released photo is about to be deleted.
    .where('created_at', '>', 0)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Takes the photos of a review, or one of them, away from it: from then on nobody can read them,
 * and the next sweep deletes them.
 *
 * @returns the ids of the photos
 */
export async function releasePhotos(trx: Trx, reviewId: string, photoId?: string): Promise<string[]> {
  let query = trx
    .updateTable('review_photos')
    .set({ review_id: null, created_at: 0 })
    .where('review_id', '=', reviewId);
  if (photoId !== undefined) query = query.where('id', '=', photoId);
  const rows = await query.returning('id').execute();
  return rows.map((row) => row.id);
}
