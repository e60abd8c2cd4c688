import path from 'node:path';
import { ShopError } from '#shop/errors.ts';
import { isHashedName, jpegCopy, type PictureFormat, pictureSize, pictureVariants } from '#shop/media/pictures.ts';
import type { ServiceContext } from '../context.ts';
import { ROOT } from '../root.ts';
import type { PictureDeps } from './add-picture.ts';
import { readUpload } from './media.queries.ts';
import { folderStore } from './picture-store.ts';

const demo = folderStore(path.join(ROOT, 'demo', 'media'));

/**
 * The bytes of a picture that is not in the folder yet: a copy on its first request, or one that
 * only the object storage has. Null for every other name. Of the demo's pictures only the JPEG copies
 * are made; they are kept among the uploads.
 *
 * @param name file name after `/media/`
 * @throws ShopError busy when the storage cannot be read
 */
export async function findPicture(context: ServiceContext, deps: PictureDeps, name: string): Promise<Buffer | null> {
  const ofDemo = /^(?:products|site)\/([a-z0-9-]{1,150}\.jpg)$/.exec(name)?.[1];
  const file = ofDemo ?? name;
  if (!/^[a-z0-9-]{1,150}\.(webp|avif|jpg)$/.test(file) || !isHashedName(file)) return null;
  try {
    const kept = await deps.store.get(file);
    if (kept || pictureSize(file)) return kept;
    return ofDemo ? await makeDemoCopy(context, deps, name, file) : await makeCopy(context, deps, name);
  } catch (error) {
    context.log.error({ err: error }, 'an uploaded picture could not be read');
    throw new ShopError('busy');
  }
}

/**
 * A smaller copy is made on its first request and kept: an upload must not wait for seven
 * encodings.
 */
async function makeCopy(
  { database, log }: ServiceContext,
  { store, encode }: PictureDeps,
  name: string,
): Promise<Buffer | null> {
  const { stored, width, format } = partsOf(name);
  const known = [...pictureVariants(stored), jpegCopy(stored)].some((copy) => copy?.url === name);
  // The row decides, if the database can be asked: this process may still have the file of a
  // picture that another one has deleted.
  const isKept = () => readUpload(database.db, { url: `/media/${stored}` }).catch(() => true);
  const bytes = known ? await store.get(stored) : null;
  if (!bytes || !(await isKept())) return null;
  const copy = await encode(({ toVariant }) => toVariant(bytes, width, format));
  await keep({ log }, store, name, copy);
  // Deleted meanwhile: with its other copies.
  if (!(await isKept())) await store.remove([name]);
  return copy;
}

/** The JPEG copy of a picture of the demo shop, whose other copies are files. */
async function makeDemoCopy(
  { log }: ServiceContext,
  { store, encode }: PictureDeps,
  name: string,
  file: string,
): Promise<Buffer | null> {
  const { stored, width } = partsOf(name);
  const bytes = jpegCopy(stored)?.url === name ? await demo.get(stored) : null;
  if (!bytes) return null;
  const copy = await encode(({ toVariant }) => toVariant(bytes, width, 'jpg'));
  await keep({ log }, store, file, copy);
  return copy;
}

/** If the disk is full, the copy is served anyway and made again next time (fault 4). */
async function keep({ log }: Pick<ServiceContext, 'log'>, store: PictureDeps['store'], name: string, copy: Buffer) {
  await store.put(name, copy).catch((error: unknown) => log.error({ err: error }, 'a copy could not be kept'));
}

/** The stored picture of which this is the name of a copy. */
function partsOf(name: string): { stored: string; width: number; format: PictureFormat | 'jpg' } {
  const [, stem = '', width, format] = /^(.+-[0-9a-f]{8})-(\d{1,5})\.(avif|webp|jpg)$/.exec(name) ?? [];
  return { stored: `${stem}.webp`, width: Number(width), format: format as PictureFormat | 'jpg' };
}
