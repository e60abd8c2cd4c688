import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { ReviewInput, ReviewListQuery, ReviewQuery } from '#shop/catalogue/review-input.ts';
import { changeReview, deleteReview, type ReviewChange, removePhoto } from './moderate.ts';
import { addPhoto, checkPhotoUpload, type PhotoSize, type PhotoStore, photoForStaff, shownPhoto } from './photos.ts';
import { type ReviewedProducts, readProductReviews } from './product-reviews.ts';
import { listReviews, reviewForStaff, reviewStats } from './reviews-for-staff.ts';
import { voteHelpful } from './vote-helpful.ts';
import { writeReview } from './write-review.ts';

export type ReviewsService = ReturnType<typeof createReviewsService>;

/** Reviews of products (D13, D15, D48). The functions behind the calls say what they throw. */
export function createReviewsService(
  context: ServiceContext,
  { catalogue, photos }: { catalogue: ReviewedProducts; photos: PhotoStore },
) {
  const { db } = context.database;

  return {
    ofProduct: (productId: string, query: ReviewQuery) => readProductReviews(db, catalogue, productId, query),
    create: (input: ReviewInput, address: string) => writeReview(context, catalogue, input, address),
    voteHelpful: (id: string, deviceId: string, address: string) => voteHelpful(context, id, deviceId, address),

    checkUpload: (address: string) => checkPhotoUpload(context, address),
    addPhoto: (bytes: Buffer) => addPhoto(context, photos, bytes),
    shownPhoto: (id: string, size: PhotoSize) => shownPhoto(db, photos, id, size),
    photoForStaff: (reviewId: string, id: string, size: PhotoSize) => photoForStaff(db, photos, reviewId, id, size),

    list: (query: ReviewListQuery) => listReviews(db, query),
    stats: () => reviewStats(db),
    forStaff: (id: string) => reviewForStaff(db, id),
    change: (id: string, change: ReviewChange, actor: Actor) => changeReview(context, photos, id, change, actor),
    removePhoto: (id: string, photoId: string, actor: Actor) => removePhoto(context, photos, id, photoId, actor),
    remove: (id: string, actor: Actor) => deleteReview(context, photos, id, actor),
  };
}
