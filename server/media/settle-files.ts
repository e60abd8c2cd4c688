import { jpegCopy, pictureVariants } from '#shop/media/pictures.ts';
import type { Reader } from '../database/transact.ts';
import { readUploadsByHash } from './media.queries.ts';
import type { PictureStore } from './picture-store.ts';

/** The file of a URL. */
export const fileOf = (url: string) => url.slice('/media/'.length);

/**
 * Makes the files of a picture agree with its row, after that may have changed. The same picture
 * may be uploaded or deleted at this moment, in another process too: whoever has touched the files
 * looks at the row again, so the last one leaves what it says.
 *
 * @param bytes null when they could not be read
 */
export async function settleFiles(
  db: Reader,
  store: PictureStore,
  { url, hash }: { url: string; hash: string },
  bytes: Buffer | null,
): Promise<void> {
  const [name = '', ...copies] = [
    url,
    ...[...pictureVariants(url), jpegCopy(url)].flatMap((copy) => copy?.url ?? []),
  ].map(fileOf);
  const isKept = async () => (await readUploadsByHash(db, hash)).some((row) => row.url === url);
  for (let kept = await isKept(), left: boolean | null = null; kept !== left; kept = await isKept()) {
    left = kept;
    if (!kept) await store.remove([name, ...copies]);
    else if (bytes) await store.put(name, bytes);
  }
}
