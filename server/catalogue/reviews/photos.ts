import type { ServiceContext } from '#server/context.ts';
import { countAttempt, LIMITS } from '#server/http/limits.ts';
import type { SentReviewPhoto } from '#shop/catalogue/review-input.ts';
import { isHiddenName, REVIEW_PHOTO_TEXTS } from '#shop/catalogue/reviews.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from './queries.ts';

/** Where the files of photos are; media implements it. */
export interface PhotoStore {
  /** @throws ShopError upload_invalid, upload_failed */
  add(bytes: Buffer, insert: (photo: queries.NewPhoto) => Promise<void>): Promise<queries.NewPhoto>;
  /** @throws ShopError upload_not_found, busy */
  read(id: string, size: PhotoSize): Promise<Buffer>;
  sweepSoon(): void;
}
export type PhotoSize = 'whole' | 'small';

/** Bytes of all photos that no moderator has approved: about 1,000 of them. Strangers can fill no more of the disk. */
const PENDING_BYTES = 200 * 1024 * 1024;

/** Photos of reviews: sent before the review, seen by staff only until it is approved, deleted when it is rejected or deleted. */
export function reviewPhotos(context: ServiceContext, store: PhotoStore) {
  const { db } = context.database;
  return {
    /**
     * Throws unless this address may send a photo now. Called before the body is read.
     *
     * @throws ShopError too_many_attempts, busy, each with a sentence that says how to go on
     */
    async checkUpload(address: string): Promise<void> {
      if ((await queries.pendingPhotoBytes(db)) >= PENDING_BYTES) {
        throw new ShopError('busy', { message: REVIEW_PHOTO_TEXTS.full });
      }
      const { reviewPhotoAddress } = LIMITS;
      if ((await countAttempt(context, 'review-photo-address', address, reviewPhotoAddress)) > reviewPhotoAddress.max) {
        throw new ShopError('too_many_attempts', { message: REVIEW_PHOTO_TEXTS.network });
      }
    },

    /** Stores a photo for a future review; call `checkUpload` first. @throws ShopError upload_invalid, upload_failed */
    async addPhoto(bytes: Buffer): Promise<SentReviewPhoto> {
      const { id, width, height } = await store.add(bytes, (photo) => queries.insertPhoto(db, photo));
      return { id, width, height };
    },

    /** A photo (WebP) of a review that shoppers see. @throws ShopError upload_not_found, busy */
    async shownPhoto(id: string, size: PhotoSize): Promise<Buffer> {
      const photo = await queries.readPhoto(db, id);
      if (photo?.status !== 'approved' || isHiddenName(photo.customer_name)) throw new ShopError('upload_not_found');
      return store.read(id, size);
    },

    /** A photo (WebP) for staff. @throws ShopError upload_not_found, busy */
    async photoForStaff(reviewId: string, id: string, size: PhotoSize): Promise<Buffer> {
      const photo = await queries.readPhoto(db, id);
      if (photo?.review_id !== reviewId) throw new ShopError('upload_not_found');
      return store.read(id, size);
    },
  };
}
