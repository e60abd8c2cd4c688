import words from '#messages/review-rules';
import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { type Trx, transact, type Work } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { newId, onceKey, SAME_MS } from '#server/ids.ts';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type {
  AdminReview,
  PublicReview,
  ReviewInput,
  ReviewListQuery,
  ReviewQuery,
  ReviewReceipt,
} from '#shop/catalogue/review-input.ts';
import {
  isHiddenName,
  type RatingBar,
  type ReviewStatus,
  ratingBars,
  visibleReviews,
} from '#shop/catalogue/reviews.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { normalisePhone } from '#shop/india/india.ts';
import { type Pagination, paginate, withLimit } from '#shop/page-parameters.ts';
import { removeReview } from './personal.ts';
import { type PhotoStore, reviewPhotos } from './photos.ts';
import * as queries from './reviews.queries.ts';
import { toAdminReviews, toPublicReviews } from './wire.ts';

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
 * What staff may change in a review; what is left out stays. An empty `reply` removes the shop's
 * reply.
 */
export interface ReviewChange {
  /**
   * The `updatedAt` that the caller has seen (epoch ms); the change fails as stale when the review
   * has another one.
   */
  updatedAt?: number | undefined;
  status?: ReviewStatus;
  customerName?: string;
  rating?: number;
  title?: string;
  comment?: string;
  reply?: string;
}

/** Reviews of products (D13, D15, D48). */
export function createReviewsService(
  context: ServiceContext,
  { catalogue, photos }: { catalogue: ReviewedProducts; photos: PhotoStore },
) {
  const { database } = context;

  /**
   * Reads a review for a change and locks its product's rating.
   *
   * @throws ShopError('review_not_found')
   */
  async function reviewForChange({ trx }: Work, id: string): Promise<queries.ReviewRow> {
    const found = await queries.readReview(trx, id);
    if (found) {
      await queries.lockRating(trx, found.product_id);
    }
    // Read again: it may have been changed or deleted while this transaction waited for the lock.
    const review = found ? await queries.readReview(trx, id, 'for update') : undefined;
    if (!review) {
      throw new ShopError('review_not_found');
    }
    return review;
  }

  return {
    ...reviewPhotos(context, photos),

    /**
     * A page of the reviews that shoppers see: approved, not anonymous, without email addresses
     * (D48). With `stars` the total counts only those of that rating; the distribution always
     * covers all.
     *
     * @throws ShopError('product_not_found')
     */
    async ofProduct(productId: string, query: ReviewQuery): Promise<ProductReviews> {
      const { id, rating } = await catalogue.get(productId);
      const rows = await queries.readVisibleReviews(database.db, id, query);
      const counts = await queries.countVisibleRatings(database.db, id);
      const distribution = ratingBars((stars) => counts.get(stars) ?? 0);
      const total = distribution.reduce(
        (sum, bar) => sum + (!query.stars || query.stars === bar.rating ? bar.count : 0),
        0,
      );
      return {
        reviews: visibleReviews(await toPublicReviews(database.db, rows)),
        distribution,
        rating,
        pagination: paginate(query, total),
      };
    },

    /**
     * Stores a review as pending (D15). It is verified when the email or the phone belongs to a
     * delivered order of the product. The same review sent again within ten minutes returns the
     * first receipt.
     *
     * @param address IP address of the reviewer, for the rate limit only
     * @throws ShopError('product_not_found'), ShopError('too_many_attempts'),
     *   ShopError('upload_not_found') for a photo that was not sent or has expired
     */
    async create(input: ReviewInput, address: string): Promise<ReviewReceipt> {
      await limitAttempts(context, 'review-address', address, LIMITS.reviewAddress);
      const { id: productId } = await catalogue.get(input.productId);
      const email = input.customerEmail.toLowerCase();
      const phone = normalisePhone(input.customerPhone ?? '');
      const now = context.now();

      return transact(context, async ({ trx }) => {
        const written = { product_id: productId, customer_email: email, comment: input.comment };
        const said = [productId, email, input.comment];
        // The unique key below is another one every ten minutes.
        await lockKey(trx, `review ${JSON.stringify(said)}`);
        const known = await queries.findSameReview(trx, written, now - SAME_MS);
        if (known) {
          return toReceipt(known);
        }
        const verified = await queries.hasDeliveredOrder(trx, productId, { email, phone });
        const review = { id: newId('rev'), status: 'pending' as const, created_at: now };
        const inserted = await queries.insertReview(trx, {
          ...review,
          ...written,
          once: onceKey(said, now),
          customer_name: input.customerName,
          rating: input.rating,
          title: input.title,
          date: now,
          verified: verified ? 1 : 0,
          updated_at: now,
        });
        if (inserted) await claimPhotos(trx, review.id, input.photos);
        const stored = inserted ? review : await queries.findSameReview(trx, written, now - SAME_MS);
        // Not inserted and not found: it was deleted in this moment.
        if (!stored) throw new ShopError('busy');
        return toReceipt(stored);
      });
    },

    /**
     * Counts a device's 'helpful' vote, once per review (D15), and a few devices per review and
     * network.
     *
     * @returns the count, and whether this call incremented it
     * @throws ShopError('review_not_found') also for reviews that shoppers do not see,
     *   ShopError('too_many_attempts')
     */
    async voteHelpful(id: string, deviceId: string, address: string): Promise<{ helpful: number; voted: boolean }> {
      await limitAttempts(context, 'vote-address', address, LIMITS.voteAddress);
      if (queries.isId(id)) await limitAttempts(context, `vote-${id}-address`, address, LIMITS.voteReviewAddress);
      return transact(context, async ({ trx, afterCommit }) => {
        const review = await queries.readReview(trx, id, 'for update');
        if (review?.status !== 'approved' || isHiddenName(review.customer_name)) {
          throw new ShopError('review_not_found');
        }
        const voted = await queries.insertVote(trx, id, deviceId);
        if (voted) {
          await queries.raiseHelpful(trx, id);
          // Collected with other touches instead of bumped here: votes must not wait for the lock
          // of one row.
          afterCommit(() => context.versions.touch('catalogue', []));
        }
        return { helpful: review.helpful + (voted ? 1 : 0), voted };
      });
    },

    /**
     * Changes a review and updates the product's rating in the same transaction. Any status may
     * follow any other (R2.4). A rejected review loses its photos.
     *
     * @throws ShopError('review_not_found'), ShopError('stale') with `data`, the current review
     */
    change(id: string, change: ReviewChange, actor: Actor): Promise<void> {
      const now = context.now();
      return transact(context, async (work) => {
        const before = await reviewForChange(work, id);
        if (change.updatedAt !== undefined && change.updatedAt !== before.updated_at) {
          const listed = await queries.readListedReview(work.trx, id);
          const [data] = listed ? await toAdminReviews(work.trx, [listed]) : [];
          throw new ShopError('stale', { details: { data } });
        }
        const after: queries.ReviewRow = {
          ...before,
          status: change.status ?? before.status,
          customer_name: change.customerName ?? before.customer_name,
          rating: change.rating ?? before.rating,
          title: change.title ?? before.title,
          comment: change.comment ?? before.comment,
          reply: change.reply === undefined ? before.reply : change.reply || null,
          replied_at: change.reply === undefined ? before.replied_at : change.reply ? now : null,
          // Two changes within one millisecond must differ.
          updated_at: Math.max(now, before.updated_at + 1),
        };
        const { id: _id, ...columns } = after;
        await queries.updateReview(work.trx, id, columns);
        const removed = after.status === 'rejected' ? await queries.releasePhotos(work.trx, id) : [];
        const photosBefore = removed.length > 0 ? { ...before, photos: removed } : before;
        await writeAudit(work.trx, {
          at: now,
          actor,
          action: 'save',
          entity: 'review',
          entityId: id,
          before: photosBefore,
          after,
        });
        if (removed.length > 0) work.afterCommit(photos.sweepSoon);
        if (before.status === 'approved' || after.status === 'approved') {
          await queries.refreshRating(work.trx, before.product_id);
          work.bump('catalogue', [before.product_id]);
        }
      });
    },

    /** One page of all reviews for staff. */
    async list({ page, limit, sort, order, status, rating, search, productId }: ReviewListQuery) {
      const filter = { status: status === 'all' || status === '' ? undefined : status, rating, search, productId };
      const { rows, total } = await queries.listReviews(database.db, filter, { page, limit, sort, order });
      return {
        reviews: await toAdminReviews(database.db, rows),
        pagination: withLimit({ page, limit, total }, 'totalReviews'),
      };
    },

    /**
     * Live figures of all reviews; `averageRating` to one decimal over the approved ones, 0 when
     * there are none.
     */
    async stats() {
      const rows = await queries.sumReviews(database.db);
      const of = (status: ReviewStatus) => rows.find((row) => row.status === status)?.count ?? 0;
      const approved = rows.find((row) => row.status === 'approved');
      return {
        totalReviews: rows.reduce((sum, row) => sum + row.count, 0),
        pending: of('pending'),
        approved: of('approved'),
        rejected: of('rejected'),
        averageRating: approved ? Math.round((approved.stars / approved.count) * 10) / 10 : 0,
      };
    },

    /** A review as staff see it. @throws ShopError('review_not_found') */
    async forStaff(id: string): Promise<AdminReview> {
      const row = await queries.readListedReview(database.db, id);
      const [review] = row ? await toAdminReviews(database.db, [row]) : [];
      if (!review) throw new ShopError('review_not_found');
      return review;
    },

    /**
     * Removes one photo of a review.
     *
     * @throws ShopError('review_not_found'), ShopError('upload_not_found')
     */
    removePhoto(id: string, photoId: string, actor: Actor): Promise<void> {
      const now = context.now();
      return transact(context, async (work) => {
        const { status } = await reviewForChange(work, id);
        const before = await queries.releasePhotos(work.trx, id, photoId);
        if (before.length === 0) throw new ShopError('upload_not_found');
        await writeAudit(work.trx, {
          at: now,
          actor,
          action: 'delete',
          entity: 'review_photo',
          entityId: photoId,
          before: { review: id },
        });
        work.afterCommit(photos.sweepSoon);
        if (status === 'approved') work.bump('catalogue', []);
      });
    },

    /** Deletes a review, its votes and its photos. @throws ShopError('review_not_found') */
    remove(id: string, actor: Actor): Promise<void> {
      const now = context.now();
      return transact(context, async (work) => {
        const before = await reviewForChange(work, id);
        await removeReview(work.trx, before, actor, now);
        work.afterCommit(photos.sweepSoon);
        if (before.status === 'approved') {
          await queries.refreshRating(work.trx, before.product_id);
          work.bump('catalogue', [before.product_id]);
        }
      });
    },
  };
}

export type ReviewsService = ReturnType<typeof createReviewsService>;

function toReceipt(row: { id: string; status: ReviewStatus; created_at: number }): ReviewReceipt {
  return { _id: row.id, id: row.id, status: row.status, createdAt: row.created_at };
}

/** @throws ShopError('upload_not_found') */
async function claimPhotos(trx: Trx, reviewId: string, photos: readonly string[]): Promise<void> {
  for (const [position, photo] of [...new Set(photos)].entries()) {
    if (!(await queries.claimPhoto(trx, photo, reviewId, position))) {
      throw fieldError('upload_not_found', 'photos', words.photoGone());
    }
  }
}
