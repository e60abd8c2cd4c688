import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ShopError } from '#shop/errors.ts';
import type { UploadedImage } from '#shop/media/api.ts';
import { isHashedName, type PictureFormat, pictureName, pictureSize, pictureVariants } from '#shop/media/pictures.ts';
import { checkUploadFile, checkUploadPixels, type UploadKind } from '#shop/media/uploads.ts';
import { slugOf } from '#shop/text/slugs.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import { repeated } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import { lockKey } from '../database/engine.ts';
import { type Reader, transact } from '../database/transact.ts';
import type { SentFile } from '../http/multipart.ts';
import { newId } from '../ids.ts';
import * as queries from './media.queries.ts';
import { createPictureStore, type PictureStore, uploadsFolder } from './picture-store.ts';

type Encode = typeof import('./encode.ts');
const encoder = (): Promise<Encode> => import('./encode.ts');

/** Most pixels of the longer side. Larger product pictures are rejected before they get here. */
const SIDE: Record<UploadKind, number> = { product: 1200, logo: 800, content: 1920 };

const SWEEP_EVERY_MS = 3_600_000;

/** The file of a URL. */
const nameOf = (url: string) => url.slice('/media/'.length);
/** The URL of the picture that a file is or is a copy of. */
const urlOf = (file: string) => file.replace(/^(.+-[0-9a-f]{8})(?:-\d{1,5})?\.(?:avif|webp)$/, '/media/$1.webp');

export type UploadsService = ReturnType<typeof createUploadsService>;

/** Pictures that staff upload (D17), and their smaller copies for browsers. */
export function createUploadsService(context: ServiceContext, given?: { store: PictureStore }) {
  const { database, log } = context;
  const store = given?.store ?? createPictureStore(context.env);
  /**
   * One picture is decoded or encoded at a time: each needs a core and up to 330 MB for a moment.
   */
  let line: Promise<unknown> = Promise.resolve();
  const underway = new Map<string, Promise<Buffer | null>>();

  function inLine<T>(run: (encode: Encode) => Promise<T>): Promise<T> {
    const result = line.then(encoder).then(run);
    line = result.catch(() => null);
    return result;
  }

  /** Stores the bytes. @throws ShopError upload_failed (503) */
  async function keep(name: string, bytes: Buffer): Promise<void> {
    try {
      await store.put(name, bytes);
    } catch (error) {
      log.error({ err: error }, 'an uploaded picture could not be stored');
      throw new ShopError('upload_failed');
    }
  }

  /** @throws ShopError upload_invalid, file_too_large */
  async function decoded(file: SentFile, kind: UploadKind, named: boolean) {
    const byFile = checkUploadFile({ name: file.name, type: file.type, size: file.bytes.length }, named);
    const size = byFile ? null : await inLine(({ readPicture }) => readPicture(file.bytes));
    const wrong =
      byFile ??
      (size ? (kind === 'product' ? checkUploadPixels(size.width, size.height) : null) : checkUploadPixels(0, 0));
    if (wrong) throw new ShopError('upload_invalid', { message: wrong });
    const picture = await inLine(({ toUpload }) => toUpload(file.bytes, SIDE[kind]));
    if (!picture) throw new ShopError('upload_invalid');
    return picture;
  }

  /**
   * Makes the files of a picture agree with its row, after that may have changed. The same picture
   * may be uploaded or deleted at this moment, in another process too: whoever has touched the
   * files looks at the row again, so the last one leaves what it says.
   *
   * @param bytes null when they could not be read
   */
  async function settle({ url, hash }: { url: string; hash: string }, bytes: Buffer | null): Promise<void> {
    const [name = '', ...copies] = [url, ...pictureVariants(url).map((copy) => copy.url)].map(nameOf);
    const isKept = async () => (await queries.readUploadsByHash(database.db, hash)).some((row) => row.url === url);
    for (let kept = await isKept(), left: boolean | null = null; kept !== left; kept = await isKept()) {
      left = kept;
      if (!kept) await store.remove([name, ...copies]);
      else if (bytes) await store.put(name, bytes);
    }
  }

  async function add(file: SentFile, kind: UploadKind, actor: Actor, named: boolean): Promise<UploadedImage> {
    const picture = await decoded(file, kind, named);
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
      created_at: context.now(),
    };
    const write = () =>
      transact(context, async ({ trx }) => {
        // The same picture may be uploaded twice at the same moment.
        await lockKey(trx, `upload ${url}`);
        const known = (await queries.readUploadsByHash(trx, picture.hash)).find((one) => one.url === url);
        if (known && (await queries.countUpload(trx, known.id, 1))) return known;
        await queries.insertUpload(trx, row);
        const after = { url, kind, name: file.name.slice(0, 200) };
        await writeAudit(trx, {
          at: row.created_at,
          actor,
          action: 'upload',
          entity: 'image',
          entityId: row.id,
          after,
        });
        return row;
      });
    const { id, width, height } = await keep(nameOf(url), picture.bytes)
      .then(write)
      // Also when the file could not be stored: a bucket may have it, although its response was
      // lost.
      .finally(() =>
        settle(row, picture.bytes).catch((error: unknown) => log.error({ err: error }, 'a picture may lack its file')),
      );
    return { id, url, alt, width, height };
  }

  /**
   * A smaller copy is made on its first request and kept: an upload must not wait for seven
   * encodings.
   */
  async function variant(name: string): Promise<Buffer | null> {
    const [, stem, width, format] = /^(.+-[0-9a-f]{8})-(\d{1,5})\.(avif|webp)$/.exec(name) ?? [];
    const stored = `${stem}.webp`;
    const known = stem && pictureVariants(stored).some(({ url }) => url === name);
    // The row decides, if the database can be asked: this process may still have the file of a
    // picture that another one has deleted.
    const isKept = () => queries.readUpload(database.db, { url: `/media/${stored}` }).catch(() => true);
    const bytes = known ? await store.get(stored) : null;
    if (!bytes || !(await isKept())) return null;
    const copy = await inLine(({ toVariant }) => toVariant(bytes, Number(width), format as PictureFormat));
    // If the disk is full, the copy is served anyway and made again next time (fault 4).
    await store.put(name, copy).catch((error: unknown) => log.error({ err: error }, 'a copy could not be kept'));
    // Deleted meanwhile: with its other copies.
    if (!(await isKept())) await store.remove([name]);
    return copy;
  }

  async function read(name: string): Promise<Buffer | null> {
    try {
      return (await store.get(name)) ?? (pictureSize(name) ? null : await variant(name));
    } catch (error) {
      log.error({ err: error }, 'an uploaded picture could not be read');
      throw new ShopError('busy');
    }
  }

  async function sweep(): Promise<void> {
    if (!context.env.s3) return;
    const folder = uploadsFolder(context.env);
    const names = (await readdir(folder).catch(() => [])).filter((name) => urlOf(name) !== name);
    const known = await queries.knownUploads(database.db, names.map(urlOf));
    for (const name of names) if (!known.has(urlOf(name))) await rm(path.join(folder, name), { force: true });
  }

  const sweeping = repeated(sweep, SWEEP_EVERY_MS, (error) =>
    log.warn({ err: error }, 'copies of deleted pictures could not be deleted'),
  );

  return {
    /**
     * Stores one picture.
     *
     * @throws ShopError upload_invalid with a message that names the limit, upload_failed when it
     *   cannot be stored
     */
    addOne: (file: SentFile, kind: UploadKind, actor: Actor): Promise<UploadedImage> => add(file, kind, actor, false),

    /**
     * Stores several pictures one after the other and stops at the first invalid one, which
     * `errors[].path` names (`images.1`).
     *
     * @throws as `addOne`
     */
    async addSeveral(files: readonly SentFile[], kind: UploadKind, actor: Actor): Promise<UploadedImage[]> {
      const images: UploadedImage[] = [];
      for (const [index, file] of files.entries()) {
        try {
          images.push(await add(file, kind, actor, true));
        } catch (error) {
          if (error instanceof ShopError && error.code === 'upload_invalid') {
            const errors = [{ path: `images.${index}`, msg: error.message }];
            throw new ShopError('upload_invalid', { message: error.message, errors });
          }
          throw error;
        }
      }
      return images;
    },

    /**
     * Deletes a picture and its copies, or takes back one of several uploads of it: another form
     * may be about to save it.
     *
     * @param idOrName the upload's id, or the file name in its address
     * @throws ShopError upload_not_found, upload_in_use
     */
    async remove(idOrName: string, actor: Actor): Promise<void> {
      const plain = /^[A-Za-z0-9_.-]{1,200}$/.test(idOrName);
      const at = context.now();
      const find = async (db: Reader, lock?: 'for update') => {
        const found = plain
          ? ((await queries.readUpload(db, { id: idOrName }, lock)) ??
            (await queries.readUpload(db, { url: `/media/${idOrName}` }, lock)))
          : undefined;
        if (!found) throw new ShopError('upload_not_found');
        return found;
      };
      const { url } = await find(database.db);
      if (await queries.isShown(database.db, url)) throw new ShopError('upload_in_use');
      const after = await queries.readLines(database.db, url);
      const row = await transact(context, async ({ trx }) => {
        const found = await find(trx, 'for update');
        if (await queries.isShown(trx, found.url, after)) throw new ShopError('upload_in_use');
        if (found.times > 1) {
          await queries.countUpload(trx, found.id, -1);
          return null;
        }
        await queries.deleteUpload(trx, found.url);
        const before = { url: found.url, kind: found.kind };
        await writeAudit(trx, { at, actor, action: 'delete', entity: 'image', entityId: found.id, before });
        return found;
      });
      if (!row) return;
      // For a form that uploads it at this moment.
      const bytes = await store.get(nameOf(row.url)).catch(() => null);
      await settle(row, bytes).catch((error: unknown) =>
        log.error({ err: error }, 'a deleted picture is still in the store'),
      );
    },

    /**
     * The bytes of a picture that is not in the folder yet: a copy on its first request, or one
     * that only the object storage has. Null for every other name.
     *
     * @param name file name after `/media/`
     * @throws ShopError busy when the storage cannot be read
     */
    async find(name: string): Promise<Buffer | null> {
      if (!/^[a-z0-9-]{1,150}\.(webp|avif)$/.test(name) || !isHashedName(name)) return null;
      const known = underway.get(name);
      if (known) return known;
      const work = read(name).finally(() => underway.delete(name));
      underway.set(name, work);
      return work;
    },

    /**
     * Deletes the files here of pictures that another process has deleted from the bucket (fault
     * 16). Without a bucket, none is deleted.
     */
    sweep,

    /** Sweeps now and every hour. */
    start: sweeping.start,
    stop: sweeping.stop,
  };
}
