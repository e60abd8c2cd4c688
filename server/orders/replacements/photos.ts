import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { isPhotoId, type PhotoStore } from '#server/media/photos.ts';
import { ShopError } from '#shop/errors.ts';
import type { ReplacementPhoto } from '#shop/orders/replacement-input.ts';
import { openOrder } from '../access/credentials.ts';
import { photoUrl } from '../rows/replacements.ts';
import { assertReplacementAllowed } from './allowed.ts';
import * as queries from './requests.queries.ts';

/** The reader of a photo: staff, or a shopper with the order's secret. */
export type PhotoReader = 'staff' | { accessToken: string | undefined };

/**
 * Throws unless the caller may upload a photo for this order now. Called before the body is read.
 *
 * @throws ShopError order_not_found, replacement_not_delivered, replacement_late, replacement_open,
 *   too_many_attempts
 */
export async function checkUpload(
  context: ServiceContext,
  orderNumber: string,
  accessToken: string | undefined,
): Promise<void> {
  const { db } = context.database;
  const order = await openOrder(db, orderNumber, accessToken, context.now());
  await assertReplacementAllowed(db, order, context.now());
  await limitAttempts(context, 'replacement-photos', orderNumber, LIMITS.replacementPhotos);
}

/**
 * Stores a photo for a future request; call `checkUpload` first.
 *
 * @throws ShopError upload_invalid
 */
export async function addPhoto(
  db: Reader,
  photos: PhotoStore,
  orderNumber: string,
  bytes: Buffer,
): Promise<ReplacementPhoto> {
  const { id, width, height } = await photos.add(bytes, (photo) =>
    queries.insertPhoto(db, { ...photo, order_number: orderNumber }),
  );
  return { id, url: photoUrl(orderNumber, id), width, height };
}

/**
 * A photo as WebP.
 *
 * @throws ShopError order_not_found (also for a wrong token), upload_not_found
 */
export async function readPhoto(
  { database: { db }, now }: ServiceContext,
  photos: PhotoStore,
  orderNumber: string,
  id: string,
  reader: PhotoReader,
): Promise<Buffer> {
  if (reader !== 'staff') await openOrder(db, orderNumber, reader.accessToken, now());
  const photo = isPhotoId(id) ? await queries.readPhoto(db, orderNumber, id) : undefined;
  if (!photo) throw new ShopError('upload_not_found');
  return photos.read(photo.id);
}
