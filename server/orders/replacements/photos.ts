import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceContext } from '#server/context.ts';
import { newToken } from '#server/ids.ts';
import { toPhoto } from '#server/media/encode.ts';
import { createPhotoFiles, photosFolder } from '#server/media/picture-store.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from './queries.ts';

/** Length of the longer side in pixels: enough to read a label. */
const SIDE = 1600;
/** How long unused photos are kept: the form may stay open overnight. */
const UNUSED_MS = 24 * 3_600_000;
const PHOTO_ID = /^[A-Za-z0-9_-]{32}$/;

/**
 * Photos of replacement requests (D17): re-encoded, under unguessable names, apart from public images. They may show a home,
 * so only staff and callers with the order's token can read them.
 */
export function createPhotoStore(context: ServiceContext) {
  const { db } = context.database;
  const folder = photosFolder(context.env);
  const files = createPhotoFiles(context.env);
  /** Photos are decoded one at a time, since each may need 100 MB for a moment. */
  let queue: Promise<unknown> = Promise.resolve();

  const nameOf = (id: string) => `${id}.webp`;

  function enqueue<T>(run: () => Promise<T>): Promise<T> {
    const result = queue.then(run);
    queue = result.catch(() => null);
    return result;
  }

  return {
    /**
     * Stores a photo of an order that is not yet part of a request.
     *
     * @throws ShopError upload_invalid when it is not a still image, upload_failed when it cannot be stored
     */
    async add(orderNumber: string, bytes: Buffer): Promise<queries.PhotoRow> {
      const photo = await enqueue(() => toPhoto(bytes, SIDE));
      if (!photo) {
        throw new ShopError('upload_invalid');
      }
      const row = {
        id: newToken(),
        order_number: orderNumber,
        replacement_id: null,
        position: 0,
        width: photo.width,
        height: photo.height,
        bytes: photo.bytes.length,
        created_at: context.now(),
      };
      // The row first: if the process ends here, the sweep finds the row; nothing would find a file in a bucket.
      await queries.insertPhoto(db, row);
      try {
        await files.put(nameOf(row.id), photo.bytes);
      } catch (error) {
        context.log.error({ err: error }, 'a photo could not be stored');
        await queries.deletePhoto(db, row.id);
        throw new ShopError('upload_failed');
      }
      return row;
    },

    /** The bytes (WebP) of a photo of this order. @throws ShopError upload_not_found, busy when the storage cannot be read */
    async read(orderNumber: string, id: string): Promise<Buffer> {
      const row = PHOTO_ID.test(id) ? await queries.readPhoto(db, orderNumber, id) : undefined;
      const bytes =
        row &&
        (await files.get(nameOf(row.id)).catch((error: unknown) => {
          context.log.error({ err: error }, 'a photo could not be read');
          throw new ShopError('busy');
        }));
      if (!bytes) {
        throw new ShopError('upload_not_found');
      }
      return bytes;
    },

    /**
     * Deletes unused photos, and files in the folder without a row: copies of photos that another process deleted (fault 16).
     *
     * @returns how many files were deleted
     */
    async sweep(): Promise<number> {
      const before = context.now() - UNUSED_MS;
      const unused = await queries.deleteUnused(db, before);
      await files.remove(unused.map(nameOf));
      const names = await readdir(folder).catch(() => []);
      const known = await queries.knownPhotos(
        db,
        names.map((name) => name.replace(/\.webp$/, '')),
      );
      let deleted = unused.length;
      for (const name of names) {
        if (known.has(name.replace(/\.webp$/, ''))) continue;
        const file = path.join(folder, name);
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs < before) {
          await rm(file, { force: true });
          deleted += 1;
        }
      }
      return deleted;
    },
  };
}
