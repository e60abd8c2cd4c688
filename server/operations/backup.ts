import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/connect.ts';
import { type DumpRow, readSnapshot } from '../database/dump.ts';
import type { Env } from '../env.ts';
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

/** Size of one part of a table, bytes: hashing it takes a few milliseconds, in which the process answers nobody. */
const PART_BYTES = 1024 * 1024;

/**
 * Writes one archive with the database, as it was at one moment, and the files that its rows name. The shop goes on meanwhile.
 * Narrower copies of pictures are left out: they are made again on request.
 *
 * @param now epoch ms
 * @param signal stops it; nothing is left behind
 * @throws Error when the database or the disk fails
 */
export function backUp(shop: ShopData, file: string, now: number, signal?: AbortSignal): Promise<Manifest> {
  return writeArchive(file, (add) =>
    readSnapshot(shop.database, async ({ tables, migrations, rows }) => {
      const counts: Record<string, number> = {};
      const missing: string[] = [];
      const names: Record<'uploads' | PhotoKind, string[]> = { uploads: [], replacements: [], reviews: [] };
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
      const copy = async (folder: string, name: string, bytes: Buffer | null) => {
        signal?.throwIfAborted();
        if (bytes) await add(`${folder}/${name}`, bytes);
        else missing.push(`${folder}/${name}`);
      };
      for (const name of new Set(names.uploads)) await copy('uploads', name, await shop.pictures.get(name));
      for (const kind of PHOTO_KINDS) {
        for (const name of names[kind]) await copy(kind, name, await shop.photos[kind].get(name));
      }
      for (const name of await readdir(shop.mailFolder).catch(() => [])) {
        // It is gone when its recipient was erased since the folder was read.
        const bytes = name.endsWith('.eml') ? await readFile(path.join(shop.mailFolder, name)).catch(nullIfGone) : null;
        if (bytes) await copy('mail', name, bytes);
      }
      return { createdAt: now, migrations, tables: counts, missing };
    }),
  );
}

function pictureName({ url }: DumpRow): string {
  return String(url).slice('/media/'.length);
}
