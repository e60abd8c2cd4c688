import { ShopError } from '#shop/errors.ts';
import type { UploadedImage } from '#shop/media/api.ts';
import { pictureName } from '#shop/media/pictures.ts';
import {
  checkUploadFile,
  checkUploadPixels,
  isNearlySquare,
  UPLOAD_LIMITS,
  type UploadKind,
} from '#shop/media/uploads.ts';
import { slugOf } from '#shop/text/slugs.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { lockKey } from '../database/engine.ts';
import { transact } from '../database/transact.ts';
import type { SentFile } from '../http/multipart.ts';
import { newId } from '../ids.ts';
import type { EncodeQueue } from './encode-queue.ts';
import * as queries from './media.queries.ts';
import type { PictureStore } from './picture-store.ts';
import { fileOf, settleFiles } from './settle-files.ts';

/** Most pixels of the longer side. Larger product pictures are rejected before they get here. */
const SIDE: Record<UploadKind, number> = { product: 1200, logo: 800, content: 1920 };

/**
 * `named`: errors name the file, which is one of several. `fitted`: a product picture of any shape is
 * taken, scaled down and with white edges, since nobody is there to crop it.
 */
interface How {
  named?: boolean;
  fitted?: boolean;
}

export interface PictureDeps {
  store: PictureStore;
  encode: EncodeQueue;
}

/**
 * Stores one picture.
 *
 * @throws ShopError upload_invalid with a message that names the limit, upload_failed when it cannot
 *   be stored
 */
export async function addPicture(
  context: ServiceContext,
  { store, encode }: PictureDeps,
  file: SentFile,
  kind: UploadKind,
  actor: Actor,
  how: How = {},
): Promise<UploadedImage> {
  const { database, log, now } = context;
  const picture = await decoded(encode, file, kind, how);
  const stem = slugOf(file.name.replace(/\.[a-z0-9]{1,5}$/i, '')) || kind;
  const alt = stem.replace(/-/g, ' ');
  const url = `/media/${pictureName(stem, picture, picture.hash)}`;
  const row = {
    id: newId('img'),
    hash: picture.hash,
    kind,
    url,
    width: picture.width,
    height: picture.height,
    bytes: picture.bytes.length,
    created_at: now(),
  };
  const write = () =>
    transact(context, async ({ trx }) => {
      // The same picture may be uploaded twice at the same moment.
      await lockKey(trx, `upload ${url}`);
      const known = (await queries.readUploadsByHash(trx, picture.hash)).find((one) => one.url === url);
      if (known && (await queries.countUpload(trx, known.id, 1))) return known;
      await queries.insertUpload(trx, row);
      const after = { url, kind, name: file.name.slice(0, 200) };
      const entry = { at: row.created_at, actor, action: 'upload', entity: 'image', entityId: row.id };
      await writeAudit(trx, { ...entry, after });
      return row;
    });
  const { id, width, height } = await store
    .put(fileOf(url), picture.bytes)
    .catch((error: unknown) => {
      log.error({ err: error }, 'an uploaded picture could not be stored');
      throw new ShopError('upload_failed');
    })
    .then(write)
    // Also when the file could not be stored: a bucket may have it, although its response was lost.
    .finally(() =>
      settleFiles(database.db, store, row, picture.bytes).catch((error: unknown) =>
        log.error({ err: error }, 'a picture may lack its file'),
      ),
    );
  return { id, url, alt, width, height };
}

/**
 * Stores several pictures one after the other and stops at the first invalid one, which
 * `errors[].path` names (`images.1`).
 *
 * @throws as `addPicture`
 */
export async function addPictures(
  context: ServiceContext,
  deps: PictureDeps,
  files: readonly SentFile[],
  kind: UploadKind,
  actor: Actor,
): Promise<UploadedImage[]> {
  const images: UploadedImage[] = [];
  for (const [index, file] of files.entries()) {
    try {
      images.push(await addPicture(context, deps, file, kind, actor, { named: true }));
    } catch (error) {
      if (error instanceof ShopError && error.code === 'upload_invalid') {
        const errors = [{ path: `images.${index}`, msg: error.message }];
        throw new ShopError('upload_invalid', { message: error.message, errors });
      }
      throw error;
    }
  }
  return images;
}

/** @throws ShopError upload_invalid, file_too_large */
async function decoded(encode: EncodeQueue, file: SentFile, kind: UploadKind, { named, fitted }: How) {
  const byFile = checkUploadFile({ name: file.name, type: file.type, size: file.bytes.length }, named);
  const size = byFile ? null : await encode(({ readPicture }) => readPicture(file.bytes));
  const wrong = byFile ?? wrongPixels(size ?? { width: 0, height: 0 }, kind, fitted);
  if (wrong) throw new ShopError('upload_invalid', { message: wrong });
  const square = fitted && size !== null && !isNearlySquare(size.width, size.height);
  const picture = await encode(({ toUpload }) => toUpload(file.bytes, SIDE[kind], square));
  if (!picture) throw new ShopError('upload_invalid');
  return picture;
}

function wrongPixels({ width, height }: { width: number; height: number }, kind: UploadKind, fitted?: boolean) {
  const isEnough = Math.min(width, height) >= (kind === 'product' ? UPLOAD_LIMITS.minSide : 1);
  return isEnough && (fitted || kind !== 'product') ? null : checkUploadPixels(width, height);
}
