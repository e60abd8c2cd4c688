import words from '#messages/review-rules';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { newId, onceKey, SAME_MS } from '#server/ids.ts';
import type { ReviewInput, ReviewReceipt } from '#shop/catalogue/review-input.ts';
import type { ReviewStatus } from '#shop/catalogue/reviews.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { normalisePhone } from '#shop/india/india.ts';
import type { ReviewedProducts } from './product-reviews.ts';
import * as queries from './reviews.queries.ts';

/**
 * Stores a review as pending (D15). It is verified when the email or the phone belongs to a
 * delivered order of the product. The same review sent again within ten minutes returns the first
 * receipt.
 *
 * @param address IP address of the reviewer, for the rate limit only
 * @throws ShopError('product_not_found'), ShopError('too_many_attempts'),
 *   ShopError('upload_not_found') for a photo that was not sent or has expired
 */
export async function writeReview(
  context: ServiceContext,
  catalogue: ReviewedProducts,
  input: ReviewInput,
  address: string,
): Promise<ReviewReceipt> {
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
}

/** @throws ShopError('upload_not_found') */
async function claimPhotos(trx: Trx, reviewId: string, photos: readonly string[]): Promise<void> {
  for (const [position, photo] of [...new Set(photos)].entries()) {
    if (!(await queries.claimPhoto(trx, photo, reviewId, position))) {
      throw fieldError('upload_not_found', 'photos', words.photoGone());
    }
  }
}

function toReceipt(row: { id: string; status: ReviewStatus; created_at: number }): ReviewReceipt {
  return { _id: row.id, id: row.id, status: row.status, createdAt: row.created_at };
}
