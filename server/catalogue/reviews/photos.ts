import words from '#messages/review-rules';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { type Reader, transact } from '#server/database/transact.ts';
import { countAttempt, LIMITS } from '#server/http/limits.ts';
import type { SentReviewPhoto } from '#shop/catalogue/review-input.ts';
import { isHiddenName } from '#shop/catalogue/reviews.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from './reviews.queries.ts';

/**
 * Where the files of photos are; media implements it. Photos are sent before their review, seen by
 * staff only until it is approved, and deleted when it is rejected or deleted.
 */
export interface PhotoStore {
  /** @throws ShopError upload_invalid, upload_failed */
  add(bytes: Buffer, insert: (photo: queries.NewPhoto) => Promise<void>): Promise<queries.NewPhoto>;
  /** @throws ShopError upload_not_found, busy */
  read(id: string, size: PhotoSize): Promise<Buffer>;
  sweepSoon(): void;
}
export type PhotoSize = 'whole' | 'small';

/**
 * Bytes of all photos that no moderator has approved: about 1,000 of them. Strangers can fill no
 * more of the disk.
 */
const PENDING_BYTES = 200 * 1024 * 1024;

/**
 * Throws unless this address may send a photo now. Called before the body is read.
 *
 * @throws ShopError too_many_attempts, busy, each with a sentence that says how to go on
 */
export async function checkPhotoUpload(context: ServiceContext, address: string): Promise<void> {
  const { reviewPhotoAddress } = LIMITS;
  if ((await countAttempt(context, 'review-photo-address', address, reviewPhotoAddress)) > reviewPhotoAddress.max) {
    throw new ShopError('too_many_attempts', { message: words.photosFromNetwork() });
  }
  await checkRoom(context.database.db);
}

/**
 * Stores a photo for a future review; call `checkPhotoUpload` first.
 *
 * @throws ShopError upload_invalid, upload_failed, busy
 */
export async function addPhoto(context: ServiceContext, store: PhotoStore, bytes: Buffer): Promise<SentReviewPhoto> {
  const { id, width, height } = await store.add(bytes, (photo) =>
    transact(context, async ({ trx }) => {
      // Again, one after the other: any number of photos may be sent at the same time.
      await lockKey(trx, 'room for review photos');
      await checkRoom(trx);
      await queries.insertPhoto(trx, photo);
    }),
  );
  return { id, width, height };
}

/** A photo (WebP) of a review that shoppers see. @throws ShopError upload_not_found, busy */
export async function shownPhoto(db: Reader, store: PhotoStore, id: string, size: PhotoSize): Promise<Buffer> {
  const photo = await queries.readPhoto(db, id);
  if (photo?.status !== 'approved' || isHiddenName(photo.customer_name)) throw new ShopError('upload_not_found');
  return store.read(id, size);
}

/** A photo (WebP) for staff. @throws ShopError upload_not_found, busy */
export async function photoForStaff(
  db: Reader,
  store: PhotoStore,
  reviewId: string,
  id: string,
  size: PhotoSize,
): Promise<Buffer> {
  const photo = await queries.readPhoto(db, id);
  if (photo?.review_id !== reviewId) throw new ShopError('upload_not_found');
  return store.read(id, size);
}

/** @throws ShopError busy, with a sentence that says how to go on */
async function checkRoom(reader: Reader): Promise<void> {
  if ((await queries.pendingPhotoBytes(reader)) >= PENDING_BYTES) {
    throw new ShopError('busy', { message: words.photosFull() });
  }
}
