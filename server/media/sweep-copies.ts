import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceContext } from '../context.ts';
import { knownUploads } from './media.queries.ts';
import { uploadsFolder } from './picture-store.ts';

/**
 * Deletes the files here of pictures that another process has deleted from the bucket (fault 16).
 * Without a bucket, none is deleted.
 */
export async function sweepCopies({ database, env }: ServiceContext): Promise<void> {
  if (!env.s3) return;
  const folder = uploadsFolder(env);
  const names = (await readdir(folder).catch(() => [])).filter((name) => urlOf(name) !== name);
  const known = await knownUploads(database.db, names.map(urlOf));
  for (const name of names) if (!known.has(urlOf(name))) await rm(path.join(folder, name), { force: true });
}

/** The URL of the picture that a file is or is a copy of. */
const urlOf = (file: string) => file.replace(/^(.+-[0-9a-f]{8})(?:-\d{1,5})?\.(?:avif|webp|jpg)$/, '/media/$1.webp');
