import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AwsClient } from 'aws4fetch';
import { pictureType } from '#shop/media/pictures.ts';
import type { Env, ObjectStorage } from '../env.ts';
import { newToken } from '../ids.ts';

/**
 * Stores pictures of one kind. Names are flat (`almonds-800x800-9f86d081-640.avif`), and the
 * content of a name never changes.
 */
export interface PictureStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** @returns null when there is none; throws when it cannot be read */
  get(name: string): Promise<Buffer | null>;
  remove(names: readonly string[]): Promise<void>;
}

/** Pictures are small; a bucket that has not responded within this time counts as down. */
const BUCKET_MS = 15_000;

export function uploadsFolder(env: Env): string {
  return path.resolve(env.dataDir, 'uploads');
}

/**
 * What photos of shoppers belong to. It names their folder in the data folder, in the bucket and in
 * a backup.
 */
export const PHOTO_KINDS = ['replacements', 'reviews'] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

/**
 * The folder of shoppers' photos of one kind. They may show a home, so only the process can read
 * it.
 */
export function photosFolder(env: Env, kind: PhotoKind): string {
  return path.resolve(env.dataDir, kind);
}

/**
 * The configured store of uploaded pictures: a folder, or a bucket with the folder as its cache.
 */
export function createPictureStore(env: Env): PictureStore {
  const folder = folderStore(uploadsFolder(env));
  return env.s3 ? copiedStore(bucketStore(env.s3), folder) : folder;
}

/** The same for shoppers' photos, which are below the name of their kind in the bucket. */
export function createPhotoFiles(env: Env, kind: PhotoKind): PictureStore {
  const folder = folderStore(photosFolder(env, kind), 0o700);
  return env.s3 ? copiedStore(bucketStore({ ...env.s3, url: `${env.s3.url}/${kind}` }), folder) : folder;
}

/** @param mode of the folder when it is made; its files can be read by those who can enter it */
export function folderStore(folder: string, mode = 0o755): PictureStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode });
      const file = path.join(folder, name);
      // Written under a temporary name: a crash leaves no partial picture, and two writers of one
      // name do not collide.
      const part = `${file}.${newToken()}.part`;
      try {
        await writeFile(part, bytes, { mode: mode & 0o666 });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: (name) => readFile(path.join(folder, name)).catch(nullIfGone),
    async remove(names) {
      for (const name of names) await rm(path.join(folder, name), { force: true });
    },
  };
}

/** For a file that is not there. @throws every other error: it does not say that there is none */
export function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A bucket with the S3 API. Its methods throw when the request fails. */
function bucketStore({ url, accessKeyId, secretAccessKey, region }: ObjectStorage): PictureStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });

  async function call(method: 'GET' | 'PUT' | 'DELETE', name: string, bytes?: Buffer): Promise<Response> {
    const response = await client
      .fetch(`${url}/${encodeURIComponent(name)}`, {
        method,
        signal: AbortSignal.timeout(BUCKET_MS),
        ...(bytes
          ? {
              body: new Uint8Array(bytes),
              headers: {
                'content-type': pictureType(name),
                'cache-control': 'public, max-age=31536000, immutable',
              },
            }
          : {}),
      })
      .catch((error: Error) => {
        // fetch hides the reason in the cause, which has no message when the server has several
        // addresses.
        const { message = '', code = '' } = Object(error.cause);
        throw new Error(`the object storage at ${url} cannot be reached: ${message || code || error.message}`);
      });
    if (!response.ok && response.status !== 404) {
      // The response may quote the request, so the error contains only its status.
      throw new Error(`the object storage at ${url} returned ${response.status} for ${method}`);
    }
    return response;
  }

  return {
    async put(name, bytes) {
      const response = await call('PUT', name, bytes);
      if (!response.ok) throw new Error('the object storage knows no such bucket');
    },
    async get(name) {
      const response = await call('GET', name);
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
    },
    async remove(names) {
      for (const name of names) await call('DELETE', name);
    },
  };
}

/**
 * Writes, reads and deletes an object of the bucket, and reads it without credentials (`npm run
 * doctor`).
 *
 * @returns whether everybody can read the bucket
 * @throws Error when the bucket does not do what a shop needs
 */
export async function probeStorage(storage: ObjectStorage): Promise<{ open: boolean }> {
  const bucket = bucketStore(storage);
  const name = `doctor-${newToken()}.webp`;
  await bucket.put(name, Buffer.from(name));
  try {
    if ((await bucket.get(name))?.toString() !== name) throw new Error('the object storage returned other bytes');
    const stranger = await fetch(`${storage.url}/${name}`, { signal: AbortSignal.timeout(BUCKET_MS) });
    return { open: stranger.ok };
  } finally {
    await bucket.remove([name]);
  }
}

/**
 * `main` stores the pictures; `copy` caches those that were read, so that the shop still works
 * while `main` is down.
 */
export function copiedStore(main: PictureStore, copy: PictureStore): PictureStore {
  return {
    async put(name, bytes) {
      await main.put(name, bytes);
      // If the disk is full, it is fetched when it is needed.
      await copy.put(name, bytes).catch(() => {});
    },
    async get(name) {
      const near = await copy.get(name).catch(() => null);
      if (near) return near;
      const bytes = await main.get(name);
      // As above.
      if (bytes) await copy.put(name, bytes).catch(() => {});
      return bytes;
    },
    async remove(names) {
      await main.remove(names);
      await copy.remove(names);
    },
  };
}
