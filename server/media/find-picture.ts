import { ShopError } from '#shop/errors.ts';
import { isHashedName, type PictureFormat, pictureSize, pictureVariants } from '#shop/media/pictures.ts';
import type { ServiceContext } from '../context.ts';
import type { PictureDeps } from './add-picture.ts';
import { readUpload } from './media.queries.ts';

/**
 * The bytes of a picture that is not in the folder yet: a copy on its first request, or one that
 * only the object storage has. Null for every other name.
 *
 * @param name file name after `/media/`
 * @throws ShopError busy when the storage cannot be read
 */
export async function findPicture(context: ServiceContext, deps: PictureDeps, name: string): Promise<Buffer | null> {
  if (!/^[a-z0-9-]{1,150}\.(webp|avif)$/.test(name) || !isHashedName(name)) return null;
  try {
    return (await deps.store.get(name)) ?? (pictureSize(name) ? null : await makeCopy(context, deps, name));
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
  const [, stem, width, format] = /^(.+-[0-9a-f]{8})-(\d{1,5})\.(avif|webp)$/.exec(name) ?? [];
  const stored = `${stem}.webp`;
  const known = stem && pictureVariants(stored).some(({ url }) => url === name);
  // The row decides, if the database can be asked: this process may still have the file of a
  // picture that another one has deleted.
  const isKept = () => readUpload(database.db, { url: `/media/${stored}` }).catch(() => true);
  const bytes = known ? await store.get(stored) : null;
  if (!bytes || !(await isKept())) return null;
  const copy = await encode(({ toVariant }) => toVariant(bytes, Number(width), format as PictureFormat));
  // If the disk is full, the copy is served anyway and made again next time (fault 4).
  await store.put(name, copy).catch((error: unknown) => log.error({ err: error }, 'a copy could not be kept'));
  // Deleted meanwhile: with its other copies.
  if (!(await isKept())) await store.remove([name]);
  return copy;
}
