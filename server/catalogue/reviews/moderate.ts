import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import type { ReviewStatus } from '#shop/catalogue/reviews.ts';
import { ShopError } from '#shop/errors.ts';
import { removeReview } from './personal.ts';
import type { PhotoStore } from './photos.ts';
import * as queries from './reviews.queries.ts';
import { toAdminReviews } from './wire.ts';

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

/**
 * Changes a review and updates the product's rating in the same transaction. Any status may follow
 * any other (R2.4). A rejected review loses its photos.
 *
 * @throws ShopError('review_not_found'), ShopError('stale') with `data`, the current review
 */
export function changeReview(
  context: ServiceContext,
  photos: PhotoStore,
  id: string,
  change: ReviewChange,
  actor: Actor,
): Promise<void> {
  const at = context.now();
  return transact(context, async ({ trx, afterCommit, bump }) => {
    const before = await lockReview(trx, id);
    if (change.updatedAt !== undefined && change.updatedAt !== before.updated_at) {
      const listed = await queries.readListedReview(trx, id);
      const [data] = listed ? await toAdminReviews(trx, [listed]) : [];
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
      replied_at: change.reply === undefined ? before.replied_at : change.reply ? at : null,
      // Two changes within one millisecond must differ.
      updated_at: Math.max(at, before.updated_at + 1),
    };
    const { id: _id, ...columns } = after;
    await queries.updateReview(trx, id, columns);
    const removed = after.status === 'rejected' ? await queries.releasePhotos(trx, id) : [];
    const photosBefore = removed.length > 0 ? { ...before, photos: removed } : before;
    const entry = { at, actor, action: 'save', entity: 'review', entityId: id };
    await writeAudit(trx, { ...entry, before: photosBefore, after });
    if (removed.length > 0) afterCommit(photos.sweepSoon);
    if (before.status === 'approved' || after.status === 'approved') {
      await queries.refreshRating(trx, before.product_id);
      bump('catalogue', [before.product_id]);
    }
  });
}

/**
 * Removes one photo of a review.
 *
 * @throws ShopError('review_not_found'), ShopError('upload_not_found')
 */
export function removePhoto(
  context: ServiceContext,
  photos: PhotoStore,
  id: string,
  photoId: string,
  actor: Actor,
): Promise<void> {
  const at = context.now();
  return transact(context, async ({ trx, afterCommit, bump }) => {
    const { status } = await lockReview(trx, id);
    const removed = await queries.releasePhotos(trx, id, photoId);
    if (removed.length === 0) throw new ShopError('upload_not_found');
    const entry = { at, actor, action: 'delete', entity: 'review_photo', entityId: photoId };
    await writeAudit(trx, { ...entry, before: { review: id } });
    afterCommit(photos.sweepSoon);
    if (status === 'approved') bump('catalogue', []);
  });
}

/** Deletes a review, its votes and its photos. @throws ShopError('review_not_found') */
export function deleteReview(context: ServiceContext, photos: PhotoStore, id: string, actor: Actor): Promise<void> {
  const at = context.now();
  return transact(context, async ({ trx, afterCommit, bump }) => {
    const before = await lockReview(trx, id);
    await removeReview(trx, before, actor, at);
    afterCommit(photos.sweepSoon);
    if (before.status === 'approved') {
      await queries.refreshRating(trx, before.product_id);
      bump('catalogue', [before.product_id]);
    }
  });
}

/**
 * Reads a review for a change and locks its product's rating.
 *
 * @throws ShopError('review_not_found')
 */
async function lockReview(trx: Trx, id: string): Promise<queries.ReviewRow> {
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
