/**
 * `node scripts/pictures.ts`: creates the pictures of the demo shop. Run it after adding an
 * original (`walnut-kernels-1.webp`) to demo/media/products or demo/media/site; the results are
 * committed.
 *
 * An original becomes the stored picture of shop/media/pictures.ts, named by size and content hash,
 * with its narrower copies. Videos and SVGs only get the content hash in their name. Files of
 * removed pictures are deleted. demo/pictures.json maps plain names such as
 * `products/walnut-kernels-1.webp`, which the other demo files use, to the current file. A second
 * run changes nothing.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { sha256 } from '#server/ids.ts';
import { toBlur, toStored, toVariant } from '#server/media/encode.ts';
import { isHashedName, MAX_PICTURE_BYTES, pictureName, pictureSize, pictureVariants } from '#shop/media/pictures.ts';

const DEMO = path.join(import.meta.dirname, '..', 'demo');
const MEDIA = path.join(DEMO, 'media');
const MANIFEST = path.join(DEMO, 'pictures.json');
const FOLDERS = ['products', 'site'];
/** Used only by other sites when a page is shared: no copies. */
const ONLY_SHARED = new Set(['site/og.webp']);

interface Entry {
  /** Path under demo/media. */
  file: string;
  width?: number;
  height?: number;
  /** `data:` URL of a tiny blurred version; products use their cloth placeholder instead. */
  blur?: string;
}

// Leave CPU time for other processes.
sharp.concurrency(1);

const manifest: Record<string, Entry> = {};
let written = 0;
for (const folder of FOLDERS) {
  for (const name of readdirSync(path.join(MEDIA, folder))) {
    if (!isHashedName(name)) await nameByContent(folder, name);
  }
  const files = readdirSync(path.join(MEDIA, folder)).sort();
  const wanted = new Set<string>();
  for (const name of files) {
    if (/-[0-9a-f]{8}-\d+\.(avif|webp)$/.test(name)) continue;
    const plain = plainName(folder, name);
    manifest[plain] = { file: `${folder}/${name}`, ...(pictureSize(name) ?? {}) };
    wanted.add(name);
    if (!pictureSize(name) || ONLY_SHARED.has(plain)) continue;
    const stored = readFileSync(path.join(MEDIA, folder, name));
    if (folder === 'site') manifest[plain].blur = await toBlur(stored);
    for (const { url, width, format } of pictureVariants(name)) {
      wanted.add(url);
      const target = path.join(MEDIA, folder, url);
      if (existsSync(target)) continue;
      const bytes = await toVariant(stored, width, format);
      if (bytes.length > MAX_PICTURE_BYTES) throw new Error(`${url} has ${bytes.length} bytes`);
      writeWhole(target, bytes);
    }
  }
  for (const name of files) {
    if (!wanted.has(name)) rmSync(path.join(MEDIA, folder, name));
  }
}
const text = `${JSON.stringify(Object.fromEntries(Object.entries(manifest).sort()), null, 2)}\n`;
if (!existsSync(MANIFEST) || readFileSync(MANIFEST, 'utf8') !== text) writeWhole(MANIFEST, text);
console.log(`${Object.keys(manifest).length} files of the demo, ${written} written.`);

/** Renames an original by its content hash and deletes the older file with the same plain name. */
async function nameByContent(folder: string, name: string): Promise<void> {
  const original = path.join(MEDIA, folder, name);
  const { name: stem, ext } = path.parse(name);
  const older = readdirSync(path.join(MEDIA, folder)).filter(
    (other) => other !== name && plainName(folder, other) === `${folder}/${name}`,
  );
  for (const other of older) rmSync(path.join(MEDIA, folder, other));
  const bytes = readFileSync(original);
  if (ext !== '.webp') {
    renameSync(original, path.join(MEDIA, folder, `${stem}-${sha256(bytes).slice(0, 8)}${ext}`));
    return;
  }
  const stored = await toStored(bytes);
  writeWhole(path.join(MEDIA, folder, pictureName(stem, stored, stored.hash)), stored.bytes);
  rmSync(original);
}

/** The plain name of a stored picture, such as `products/walnut-kernels-1.webp`. */
function plainName(folder: string, name: string): string {
  return `${folder}/${name.replace(/(?:-\d+x\d+)?-[0-9a-f]{8}(?=\.[a-z0-9]+$)/, '')}`;
}

/** Writes to a temporary file and renames it, so that an interrupted run leaves no partial file. */
function writeWhole(target: string, content: string | Buffer): void {
  const draft = path.join(DEMO, '.draft');
  writeFileSync(draft, content);
  renameSync(draft, target);
  written += 1;
}
