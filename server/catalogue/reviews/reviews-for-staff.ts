import type { Reader } from '#server/database/transact.ts';
import type { AdminReview, ReviewListQuery } from '#shop/catalogue/review-input.ts';
import type { ReviewStatus } from '#shop/catalogue/reviews.ts';
import { ShopError } from '#shop/errors.ts';
import { withLimit } from '#shop/page-parameters.ts';
import * as queries from './reviews.queries.ts';
import { toAdminReviews } from './wire.ts';

/** One page of all reviews for staff. */
export async function listReviews(
  db: Reader,
  { page, limit, sort, order, status, rating, search, productId }: ReviewListQuery,
) {
  const filter = { status: status === 'all' || status === '' ? undefined : status, rating, search, productId };
  const { rows, total } = await queries.listReviews(db, filter, { page, limit, sort, order });
  return {
    reviews: await toAdminReviews(db, rows),
    pagination: withLimit({ page, limit, total }, 'totalReviews'),
  };
}

/**
 * Live figures of all reviews; `averageRating` to one decimal over the approved ones, 0 when there
 * are none.
 */
export async function reviewStats(db: Reader) {
  const rows = await queries.sumReviews(db);
  const of = (status: ReviewStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const approved = rows.find((row) => row.status === 'approved');
  return {
    totalReviews: rows.reduce((sum, row) => sum + row.count, 0),
    pending: of('pending'),
    approved: of('approved'),
    rejected: of('rejected'),
    averageRating: approved ? Math.round((approved.stars / approved.count) * 10) / 10 : 0,
  };
}

/** A review as staff see it. @throws ShopError('review_not_found') */
export async function reviewForStaff(db: Reader, id: string): Promise<AdminReview> {
  const row = await queries.readListedReview(db, id);
  const [review] = row ? await toAdminReviews(db, [row]) : [];
  if (!review) throw new ShopError('review_not_found');
  return review;
}
