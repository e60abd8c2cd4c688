import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceContext } from '#server/context.ts';
import { newToken } from '#server/ids.ts';
import { toPhoto } from '#server/media/encode.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from './queries.ts';

/** Pixels of the longer side: enough to read a label. */
const SIDE = 1600;
/** Photos that never became part of a request are kept so long: the form may stand open over night. */
const UNUSED_MS = 24 * 3_600_000;
const PHOTO_ID = /^[A-Za-z0-9_-]{32}$/;

/**
 * Photos of replacement requests (D17): decoded and made anew, under names that cannot be guessed, outside the folder of the
 * shop's public pictures. They may show a home, so nobody gets them without the order's token but staff.
 */
export function createPhotoStore(context: ServiceContext) {
  const { db } = context.database;
  const folder = path.join(context.env.dataDir, 'replacements');
  /** One photo is unpacked at a time: each may take a hundred megabytes for a moment. */
  let line: Promise<unknown> = Promise.resolve();

  const fileOf = (id: string) => path.join(folder, `${id}.webp`);

  function inLine<T>(run: () => Promise<T>): Promise<T> {
    const result = line.then(run);
    line = result.catch(() => null);
    return result;
  }

  return {
    /**
     * Keeps a photo for an order, not part of any request yet.
     *
     * @throws ShopError upload_invalid when it is no still picture
     */
    async add(orderNumber: string, bytes: Buffer): Promise<queries.PhotoRow> {
      const photo = await inLine(() => toPhoto(bytes, SIDE));
      if (!photo) {
        throw new ShopError('upload_invalid');
      }
      const id = newToken();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(id);
      await writeFile(`${file}.part`, photo.bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
      const row = {
        id,
        order_number: orderNumber,
        replacement_id: null,
        position: 0,
        width: photo.width,
        height: photo.height,
        bytes: photo.bytes.length,
        created_at: context.now(),
      };
      try {
        await queries.insertPhoto(db, row);
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      return row;
    },

    /** The bytes (WebP) of a photo of this order. @throws ShopError upload_not_found */
    async read(orderNumber: string, id: string): Promise<Buffer> {
      const row = PHOTO_ID.test(id) ? await queries.readPhoto(db, orderNumber, id) : undefined;
      const bytes = row && (await readFile(fileOf(row.id)).catch(() => null));
      if (!bytes) {
        throw new ShopError('upload_not_found');
      }
      return bytes;
    },

    /**
     * Removes photos that were never used, and files that a stop between file and row has left (fault 16).
     *
     * @returns how many files are gone
     */
    async sweep(): Promise<number> {
      const before = context.now() - UNUSED_MS;
      const unused = await queries.deleteUnused(db, before);
      for (const id of unused) await rm(fileOf(id), { force: true });
      const names = await readdir(folder).catch(() => []);
      const known = await queries.knownPhotos(
        db,
        names.map((name) => name.replace(/\.webp$/, '')),
      );
      let gone = unused.length;
      for (const name of names) {
        if (known.has(name.replace(/\.webp$/, ''))) continue;
        const file = path.join(folder, name);
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs < before) {
          await rm(file, { force: true });
          gone += 1;
        }
      }
      return gone;
    },
  };
}
