import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { Trx } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import type { ProductInput } from '#shop/catalogue/catalogue.ts';
import { removeReview } from '../reviews/personal.ts';
import { insertReview, lockRating, readReview, refreshRating, updateReview } from '../reviews/reviews.queries.ts';

type Reviews = Pick<ProductInput, 'reviews' | 'removedReviews'>;

/**
 * Saves the reviews of the product form in the form's own transaction: reviews with an id are
 * updated, reviews without one are added as approved but never as verified (D15), and
 * `removedReviews` are deleted. Reviews that the form does not mention stay.
 */
export async function writeFormReviews(
  trx: Trx,
  productId: string,
  { reviews = [], removedReviews }: Reviews,
  actor: Actor,
  now: number,
): Promise<void> {
  if (reviews.length === 0 && removedReviews.length === 0) return;
  await lockRating(trx, productId);
  const audit = (action: string, entityId: string, before: unknown, after: unknown) =>
    writeAudit(trx, { at: now, actor, action, entity: 'review', entityId, before, after });
  const existing = async (id: string) => {
    const review = await readReview(trx, id, 'for update');
    return review?.product_id === productId ? review : undefined;
  };

  for (const id of removedReviews) {
    const before = await existing(id);
    if (before) await removeReview(trx, before, actor, now);
  }
  for (const { id, customerName, customerEmail, rating, title, comment, date, helpful, helpfulBefore } of reviews) {
    const words = { customer_name: customerName, rating, title, comment, helpful };
    if (id) {
      // A moderator has deleted it meanwhile: it stays deleted.
      const before = await existing(id);
      if (!before) continue;
      const after = {
        ...words,
        helpful: helpfulBefore === undefined ? helpful : Math.max(0, before.helpful + helpful - helpfulBefore),
        customer_email: customerEmail?.toLowerCase() ?? before.customer_email,
        date: date ?? before.date,
      };
      const same = Object.entries(after).every(([name, value]) => before[name as keyof typeof before] === value);
      if (same) continue;
      await updateReview(trx, id, { ...after, updated_at: Math.max(now, before.updated_at + 1) });
      await audit('save', id, before, after);
    } else {
      const row = {
        id: newId('rev'),
        product_id: productId,
        ...words,
        customer_email: customerEmail?.toLowerCase() ?? '',
        date: date ?? now,
        verified: 0,
        status: 'approved' as const,
        created_at: now,
        updated_at: now,
      };
      await insertReview(trx, row);
      await audit('create', row.id, undefined, row);
    }
  }
  await refreshRating(trx, productId);
}
