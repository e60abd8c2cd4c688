import { type Actor, forgetAuditValues, writeAudit } from '#server/audit/audit.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import { contains } from '#server/database/trigrams.ts';
import { isHiddenName } from '#shop/catalogue/reviews.ts';
import { deleteReview, type ReviewRow, releasePhotos } from './reviews.queries.ts';

/** The name on a review whose writer was erased. */
const ERASED_NAME = 'A shopper';

/** The reviews with one of these email addresses (lower case). */
export async function reviewsOfPerson(db: Reader, emails: readonly string[]) {
  if (emails.length === 0) return [];
  const reviews = await reviewsOf(db, emails);
  const photos =
    reviews.length === 0
      ? []
      : await db
          .selectFrom('review_photos')
          .select(['id', 'review_id'])
          .where(
            'review_id',
            'in',
            reviews.map((review) => review.id),
          )
          .execute();
  return reviews.map((review) => ({
    ...review,
    photos: photos.filter((photo) => photo.review_id === review.id).map(({ id }) => id),
  }));
}

/**
 * Takes name, address and photos off the reviews; what was written about the product stays. The
 * reviews and their products are new versions: a form that is open would write the name back.
 *
 * @returns how many reviews
 */
export async function eraseReviews(trx: Trx, emails: readonly string[], at: number): Promise<number> {
  if (emails.length === 0) return 0;
  const reviews = await reviewsOf(trx, emails);
  // Products before reviews, as other changes lock them (fault 8).
  for (const id of [...new Set(reviews.map(({ product_id }) => product_id))].sort()) {
    await trx
      .updateTable('products')
      .set(({ eb }) => ({ version: eb('version', '+', 1), updated_at: at }))
      .where('id', '=', id)
      .execute();
  }
  for (const { id, customer_name: name } of reviews) {
    // A hidden review stays hidden (D48).
    const columns = { customer_name: isHiddenName(name) ? name : ERASED_NAME, customer_email: '', once: null };
    await trx
      .updateTable('reviews')
      .set(({ eb }) => ({
        ...columns,
        // Two changes within one millisecond must differ.
        updated_at: eb
          .case()
          .when('updated_at', '<', at)
          .then(at)
          .else(eb('updated_at', '+', 1))
          .end(),
      }))
      .where('id', '=', id)
      .execute();
    await releasePhotos(trx, id);
  }
  await forgetAuditValues(
    trx,
    'review',
    reviews.map((review) => review.id),
  );
  // Reviews that staff have deleted: earlier versions kept them in the log.
  const named = emails.map((email) => `"customer_email":${JSON.stringify(email)}`);
  await trx
    .updateTable('audit_log')
    .set({ before_value: null, after_value: null })
    .where('entity', '=', 'review')
    .where(({ or }) =>
      or(named.flatMap((one) => [contains('lower(before_value)', one), contains('lower(after_value)', one)])),
    )
    .execute();
  return reviews.length;
}

/**
 * Deletes a review. The audit log keeps none of its words: a later erasure of the writer could not
 * find them any more.
 */
export async function removeReview(trx: Trx, review: ReviewRow, actor: Actor, at: number): Promise<void> {
  const { id, product_id, status, rating } = review;
  await deleteReview(trx, id);
  await forgetAuditValues(trx, 'review', [id]);
  const before = { product_id, status, rating };
  await writeAudit(trx, { at, actor, action: 'delete', entity: 'review', entityId: id, before });
}

function reviewsOf(db: Reader, emails: readonly string[]) {
  return db
    .selectFrom('reviews')
    .select(['id', 'product_id', 'customer_name', 'customer_email', 'rating', 'title', 'comment', 'date', 'status'])
    .where((eb) => eb(eb.fn<string>('lower', ['customer_email']), 'in', emails))
    .orderBy('date')
    .execute();
}
