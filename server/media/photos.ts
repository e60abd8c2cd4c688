import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ShopError } from '#shop/errors.ts';
import { repeated } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import { newToken } from '../ids.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import * as queries from './media.queries.ts';
import { createPhotoFiles, type PhotoKind, photosFolder } from './picture-store.ts';

type Encode = typeof import('./encode.ts');
const encoder = (): Promise<Encode> => import('./encode.ts');

/** Pixels of the longer side: for a replacement, enough to read a label. */
const SIDE: Record<PhotoKind, number> = { replacements: 1600, reviews: 1200 };
/** How long unused photos are kept: the form may stay open overnight. */
const UNUSED_MS = 24 * 3_600_000;
const SWEEP_EVERY_MS = 3_600_000;
const PHOTO_ID = /^[A-Za-z0-9_-]{32}$/;

/**
 * Photos are decoded one at a time, since one needs up to 330 MB for a moment. Those that wait are
 * in memory, with up to 5 MB each.
 */
const MOST_WAITING = 20;
let waiting = 0;
const inTurn = oneAtATime();

/** @throws ShopError busy when too many wait already */
function enqueue<T>(run: (encode: Encode) => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) throw new ShopError('busy');
  waiting += 1;
  return inTurn(async () => run(await encoder())).finally(() => {
    waiting -= 1;
  });
}

/**
 * What each table of photos stores about a photo; sizes in pixels and bytes, `created_at` in epoch
 * ms.
 */
export interface PhotoFacts {
  id: string;
  width: number;
  height: number;
  bytes: number;
  created_at: number;
}

/** Pixels; wide enough for a frame of 72 px on any screen. */
const SMALL_WIDTH = 320;
const nameOf = (id: string) => `${id}.webp`;
const smallNameOf = (id: string) => `${id}-${SMALL_WIDTH}.webp`;
/** The id in a file name; any other name is returned as it is, and no photo has it. */
const idOf = (name: string) => /^(.{32})(?:-\d+)?\.webp$/.exec(name)?.[1] ?? name;

/** Whether a text can be the id of a photo. */
export function isPhotoId(id: string): boolean {
  return PHOTO_ID.test(id);
}

export type PhotoStore = ReturnType<typeof createPhotoStore>;

/**
 * Photos that shoppers send (D17): re-encoded, under unguessable names, in a folder that the web
 * server does not serve.
 */
export function createPhotoStore(context: ServiceContext, kind: PhotoKind) {
  const { db } = context.database;
  const folder = photosFolder(context.env, kind);
  const files = createPhotoFiles(context.env, kind);

  /** @throws ShopError busy when the storage cannot be read */
  function fileOf(name: string): Promise<Buffer | null> {
    return files.get(name).catch((error: unknown) => {
      context.log.error({ err: error }, 'a photo could not be read');
      throw new ShopError('busy');
    });
  }

  async function sweep(signal?: AbortSignal): Promise<number> {
    const before = context.now() - UNUSED_MS;
    const unused = await queries.markUnused(db, kind, before);
    // The files first: a file without a row would stay in a bucket for ever.
    for (const id of unused) {
      if (signal?.aborted) return 0;
      await files.remove([nameOf(id), ...(kind === 'reviews' ? [smallNameOf(id)] : [])]);
      await queries.deletePhoto(db, kind, id);
    }
    const names = await readdir(folder).catch(() => []);
    const known = await queries.knownPhotos(db, kind, names.map(idOf));
    let deleted = unused.length;
    for (const name of names) {
      if (known.has(idOf(name))) continue;
      const file = path.join(folder, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < before) {
        await rm(file, { force: true });
        deleted += 1;
      }
    }
    return deleted;
  }

  const sweeping = repeated(sweep, SWEEP_EVERY_MS, (error) =>
    context.log.warn({ err: error }, 'unused photos could not be deleted'),
  );

  return {
    /**
     * Stores a photo that nothing shows yet.
     *
     * @param insert stores its row
     * @throws ShopError upload_invalid when it is not a still image, upload_failed when it cannot
     *   be stored, busy
     */
    async add(bytes: Buffer, insert: (photo: PhotoFacts) => Promise<void>): Promise<PhotoFacts> {
      const photo = await enqueue(({ toPhoto }) => toPhoto(bytes, SIDE[kind]));
      if (!photo) {
        throw new ShopError('upload_invalid');
      }
      const { width, height } = photo;
      const row = { id: newToken(), width, height, bytes: photo.bytes.length, created_at: context.now() };
      // The row first: if the process ends here, the sweep finds the row; nothing would find a file
      // in a bucket.
      await insert(row);
      try {
        await files.put(nameOf(row.id), photo.bytes);
      } catch (error) {
        context.log.error({ err: error }, 'a photo could not be stored');
        // The bucket may have it, although its response was lost.
        await queries.discardPhoto(db, kind, row.id);
        sweeping.soon();
        throw new ShopError('upload_failed');
      }
      return row;
    },

    /**
     * The bytes (WebP) of a photo. The caller has checked who asks. A small copy is made on its
     * first request and kept.
     *
     * @throws ShopError upload_not_found, busy when the storage cannot be read
     */
    async read(id: string, size: 'whole' | 'small' = 'whole'): Promise<Buffer> {
      const known = size === 'small' ? await fileOf(smallNameOf(id)) : null;
      const whole = known ?? (await fileOf(nameOf(id)));
      if (!whole) {
        throw new ShopError('upload_not_found');
      }
      if (known || size === 'whole') return whole;
      const small = await enqueue(({ toVariant }) => toVariant(whole, SMALL_WIDTH, 'webp'));
      // If the disk is full, the copy is served anyway and made again next time (fault 4).
      await files
        .put(smallNameOf(id), small)
        .catch((error: unknown) => context.log.error({ err: error }, 'a copy could not be kept'));
      return small;
    },

    /**
     * Deletes unused photos, and files in the folder without a row: copies of photos that another
     * process deleted (fault 16).
     *
     * @returns how many photos and files were deleted
     */
    sweep,

    /** Deletes unused photos in the background: those that a change has just released. */
    sweepSoon: sweeping.soon,

    /** Deletes unused photos now and every hour. */
    start: sweeping.start,
    stop: sweeping.stop,
  };
}
