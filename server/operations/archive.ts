import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { z } from 'zod';
import { sha256 } from '../ids.ts';
import { makeFolder } from '../root.ts';
import { whyUnreadable, whyUnwritable } from './disk.ts';

/** The last entry of an archive; an archive without it is incomplete. */
const MANIFEST = 'manifest.json';
/**
 * No entry is larger, bytes: rows come in parts, and pictures are limited when they are uploaded.
 */
const MAX_ENTRY = 256 * 1024 * 1024;

const ManifestSchema = z.object({
  format: z.literal('kishmish 1'),
  /** Epoch ms: the moment that the archive shows. */
  createdAt: z.number(),
  migrations: z.array(z.string()),
  /** Number of rows by table. */
  tables: z.record(z.string(), z.number()),
  /** Pictures that rows name and the storage does not have. */
  missing: z.array(z.string()),
  /** SHA-256 in hex by entry. */
  entries: z.record(z.string(), z.string()),
});
/** What an archive contains. */
export type Manifest = z.infer<typeof ManifestSchema>;

/** Adds an entry; resolves when it has been passed on, so that at most a few wait in memory. */
type Add = (name: string, bytes: Buffer) => Promise<void>;
/** Adds the entries. @returns the rest of the manifest */
type Fill = (add: Add) => Promise<Omit<Manifest, 'format' | 'entries'>>;

/**
 * Writes a gzipped tar file with a manifest. It appears under its name only when it is on the disk
 * and has been read back, so that nothing damaged counts as a backup. Only its owner can read it:
 * it contains personal data.
 *
 * @throws Error with a sentence for the operator when the disk refuses it; any error of `fill` or
 *   `verifyArchive`. It removes what was written
 */
export async function writeArchive(file: string, fill: Fill): Promise<Manifest> {
  const part = `${file}.part`;
  try {
    makeFolder(path.dirname(file), 0o700);
    return await writePart(part, file, fill);
  } catch (error) {
    // Nothing is there when its folder may not be written.
    await rm(part, { force: true }).catch(() => {});
    const why = await whyUnwritable(file, Object(error));
    throw why === null ? error : new Error(why, { cause: error });
  }
}

async function writePart(part: string, file: string, fill: Fill): Promise<Manifest> {
  const tar = pack();
  const entries: Record<string, string> = {};
  const put = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const settle = (error?: Error | null) => (error ? reject(error) : resolve());
      // When the disk fails the entry under way emits the error too; without a listener it would
      // end the process.
      tar.entry({ name, mode: 0o600 }, bytes, settle).on('error', settle);
    });
  const written = pipeline(tar, createGzip(), createWriteStream(part, { mode: 0o600 }));
  const filled = (async () => {
    const about = await fill(async (name, bytes) => {
      entries[name] = sha256(bytes);
      await put(name, bytes);
    });
    const manifest: Manifest = { format: 'kishmish 1', ...about, entries };
    await put(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    tar.finalize();
    return manifest;
  })();
  try {
    // Whichever fails first ends the other.
    filled.catch((error: Error) => tar.destroy(error));
    const [manifest] = await Promise.all([filled, written]);
    const handle = await open(part);
    await handle.sync();
    await handle.close();
    await verifyArchive(part);
    await rename(part, file);
    return manifest;
  } catch (error) {
    await Promise.allSettled([filled, written]);
    throw error;
  }
}

/**
 * All entries of an archive, in the order in which they were added.
 *
 * @throws Error when it is no archive or cut off
 */
export async function* readArchive(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const tar = extract();
  const read = pipeline(createReadStream(file), createGunzip(), tar);
  // The loop below throws the same error.
  read.catch(() => {});
  for await (const entry of tar) {
    if ((entry.header.size ?? 0) > MAX_ENTRY) throw new Error('an entry is too large');
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
  }
  await read;
}

/**
 * Reads a whole archive and compares every entry with the manifest.
 *
 * @throws Error with a sentence for the operator when it cannot be read, is damaged, incomplete or
 *   something else
 */
export async function verifyArchive(file: string): Promise<Manifest> {
  const found = new Map<string, string>();
  let manifest: Manifest | null = null;
  try {
    for await (const { name, bytes } of readArchive(file)) {
      if (name === MANIFEST) manifest = ManifestSchema.parse(JSON.parse(bytes.toString()));
      else found.set(name, sha256(bytes));
    }
  } catch (error) {
    const why = whyUnreadable(file, Object(error));
    throw new Error(why ?? `${file} is damaged or not a backup of a shop; nothing was changed.`, { cause: error });
  }
  const wrong = manifest
    ? [...new Set([...Object.keys(manifest.entries), ...found.keys()])].find(
        (name) => manifest.entries[name] !== found.get(name),
      )
    : MANIFEST;
  if (!manifest || wrong) throw new Error(`${file} is damaged (${wrong}); nothing was changed.`);
  return manifest;
}
