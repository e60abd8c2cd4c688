import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/connect.ts';
import { type DumpRow, readSnapshot } from '../database/dump.ts';
import type { Env } from '../env.ts';
import { isUsed, readUpload } from '../media/media.queries.ts';
import {
  createPhotoFiles,
  createPictureStore,
  nullIfGone,
  PHOTO_KINDS,
  type PhotoKind,
  type PictureStore,
} from '../media/picture-store.ts';
import { type Manifest, writeArchive } from './archive.ts';

/** Everything that belongs to a shop. */
export interface ShopData {
  database: Database;
  /** Pictures that staff uploaded (`uploads/` in an archive). */
  pictures: Pick<PictureStore, 'get' | 'put'>;
  /** Photos of shoppers (`replacements/`, `reviews/`). */
  photos: Record<PhotoKind, Pick<PictureStore, 'get' | 'put'>>;
  /** Mails that were written to files (`mail/`). */
  mailFolder: string;
}

/** The data of the shop with this environment. */
export function shopData(env: Env, database: Database): ShopData {
  return {
    database,
    pictures: createPictureStore(env),
    photos: { replacements: createPhotoFiles(env, 'replacements'), reviews: createPhotoFiles(env, 'reviews') },
    mailFolder: path.join(env.dataDir, 'mail'),
  };
}

type Folder = 'uploads' | PhotoKind;

/**
 * Size of one part of a table, bytes: hashing it takes a few milliseconds, in which the process
 * handles no request.
 */
const PART_BYTES = 1024 * 1024;

/**
 * Writes one archive with the database, as it was at one moment, and the files that its rows name.
 * The shop goes on meanwhile. Narrower copies of pictures are left out: they are made again on
 * request. A picture that the disk cannot read counts as missing, so that orders are backed up
 * nevertheless; a bucket that is down ends the backup.
 *
 * @param now epoch ms
 * @param signal stops it; nothing is left behind
 * @throws Error when the database or the disk fails
 */
export function backUp(shop: ShopData, file: string, now: number, signal?: AbortSignal): Promise<Manifest> {
  return writeArchive(file, async (add) => {
    const names: Record<Folder, string[]> = { uploads: [], replacements: [], reviews: [] };
    /** Adds a file, unless the storage does not have it. */
    const copy = async (folder: Folder, name: string): Promise<boolean> => {
      signal?.throwIfAborted();
      const bytes = await (folder === 'uploads' ? shop.pictures : shop.photos[folder])
        .get(name)
        .catch(nullIfUnreadable);
      if (bytes) await add(`${folder}/${name}`, bytes);
      return bytes !== null;
    };
    const lacking: [folder: Folder, name: string][] = [];
    const about = await readSnapshot(shop.database, async ({ tables, migrations, rows }) => {
      const counts: Record<string, number> = {};
      for (const table of tables) {
        let part: string[] = [];
        let [count, bytes, parts] = [0, 0, 0];
        const flush = async () => {
          await add(`database/${table}/${String(++parts).padStart(6, '0')}.jsonl`, Buffer.from(part.join('')));
          [part, bytes] = [[], 0];
        };
        for await (const batch of rows(table)) {
          signal?.throwIfAborted();
          const lines = batch.map((row) => `${JSON.stringify(row)}\n`);
          part.push(...lines);
          bytes += lines.reduce((sum, line) => sum + line.length, 0);
          count += batch.length;
          if (table === 'uploads') names.uploads.push(...batch.map(pictureName));
          if (table === 'replacement_photos') names.replacements.push(...batch.map(({ id }) => `${id}.webp`));
          if (table === 'review_photos') names.reviews.push(...batch.map(({ id }) => `${id}.webp`));
          if (bytes >= PART_BYTES) await flush();
        }
        if (part.length > 0) await flush();
        counts[table] = count;
      }
      for (const folder of ['uploads', ...PHOTO_KINDS] as const) {
        for (const name of new Set(names[folder])) if (!(await copy(folder, name))) lacking.push([folder, name]);
      }
      for (const name of await readdir(shop.mailFolder).catch(() => [])) {
        signal?.throwIfAborted();
        // It is gone when its recipient was erased since the folder was read.
        const bytes = name.endsWith('.eml') ? await readFile(path.join(shop.mailFolder, name)).catch(nullIfGone) : null;
        if (bytes) await add(`mail/${name}`, bytes);
      }
      return { createdAt: now, migrations, tables: counts };
    });
    // Rows of photos come before their files and go after them, so some files came or went
    // meanwhile. Others are lost.
    const missing: string[] = [];
    for (const [folder, name] of lacking) {
      if (!(await copy(folder, name)) && (await isNamed(shop.database, folder, name)))
        missing.push(`${folder}/${name}`);
    }
    return { ...about, missing };
  });
}

/** @throws what does not come from the file system, and so from the bucket */
function nullIfUnreadable(error: NodeJS.ErrnoException): null {
  if (error.syscall !== undefined) return null;
  throw new Error(
    `${error.message}. A backup without the pictures that only the bucket has: npm run backup -- FILE --no-bucket`,
    { cause: error },
  );
}

/**
 * Whether there is still a row with this file. A photo that nothing uses may have none: its upload
 * has failed, or the sweep is deleting it.
 */
async function isNamed({ db }: Database, folder: Folder, name: string): Promise<boolean> {
  if (folder === 'uploads') return (await readUpload(db, { url: `/media/${name}` })) !== undefined;
  return isUsed(db, folder, name.slice(0, -'.webp'.length));
}

function pictureName({ url }: DumpRow): string {
  return String(url).slice('/media/'.length);
}
