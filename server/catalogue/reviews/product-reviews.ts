import type { Reader } from '#server/database/transact.ts';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type { PublicReview, ReviewQuery } from '#shop/catalogue/review-input.ts';
import { type RatingBar, ratingBars, visibleReviews } from '#shop/catalogue/reviews.ts';
import { type Pagination, paginate } from '#shop/page-parameters.ts';
import * as queries from './reviews.queries.ts';
import { toPublicReviews } from './wire.ts';

/** The products that reviews are about; the catalogue implements it. */
export interface ReviewedProducts {
  /** @throws ShopError('product_not_found') */
  get(id: string): Promise<Pick<Product, 'id' | 'rating'>>;
}

export interface ProductReviews {
  reviews: PublicReview[];
  /** Of the visible reviews, 5 stars first. */
  distribution: RatingBar[];
  /** As on the product (D13). */
  rating: { average: number; count: number };
  pagination: Pagination;
}

/**
 * A page of the reviews that shoppers see: approved, not anonymous, without email addresses (D48).
 * With `stars` the total counts only those of that rating; the distribution always covers all.
 *
 * @throws ShopError('product_not_found')
 */
export async function readProductReviews(
  db: Reader,
  catalogue: ReviewedProducts,
  productId: string,
  query: ReviewQuery,
): Promise<ProductReviews> {
  const { id, rating } = await catalogue.get(productId);
  const rows = await queries.readVisibleReviews(db, id, query);
  const counts = await queries.countVisibleRatings(db, id);
  const distribution = ratingBars((stars) => counts.get(stars) ?? 0);
  const shown = distribution.filter((bar) => !query.stars || query.stars === bar.rating);
  const total = shown.reduce((sum, bar) => sum + bar.count, 0);
  return {
    reviews: visibleReviews(await toPublicReviews(db, rows)),
    distribution,
    rating,
    pagination: paginate(query, total),
  };
}
