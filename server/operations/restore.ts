import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/connect.ts';
import type { DumpRow } from '../database/dump.ts';
import { holdsShop, replaceDatabase, whyNotLoadable } from '../database/load.ts';
import type { Trx } from '../database/transact.ts';
import { sha256 } from '../ids.ts';
import { type Manifest, readArchive, verifyArchive } from './archive.ts';
import type { ShopData } from './backup.ts';

/** Entries of an archive: a part of a table, or a file with a flat name. */
const PART = /^database\/([a-z_]+)\/\d{6}\.jsonl$/;
const FILE = /^(uploads|replacements|reviews|mail)\/([A-Za-z0-9_-][A-Za-z0-9._-]*)$/;

/**
 * Checks an archive as a whole, before there is a database to restore it into.
 *
 * @throws Error with a sentence for the operator: it is damaged or from another version
 */
export async function checkArchive(file: string): Promise<Manifest> {
  const manifest = await verifyArchive(file);
  const strange = Object.keys(manifest.entries).find((name) => !PART.test(name) && !FILE.test(name));
  const reason = strange === undefined ? whyNotLoadable(manifest.migrations) : `It contains ${strange}.`;
  if (reason) throw new Error(`${file} cannot be restored; nothing was changed. ${reason}`);
  return manifest;
}

/**
 * Restores an archive into a database, of either engine, and its storage. Files come first, beside
 * those that are there; then the database is replaced in one transaction. No process of the shop
 * may run (`whoUses`): it would lose what it acknowledges.
 *
 * @param manifest what `checkArchive` has returned
 * @param options.folders where files of a live shop would be; looked at unless `force` is set
 * @throws Error with a sentence for the operator: here is a live shop
 */
export async function restore(
  shop: ShopData,
  file: string,
  manifest: Manifest,
  options: { force: boolean; folders: readonly string[] },
): Promise<void> {
  if (!options.force && ((await holdsShop(shop.database)) || (await anyFile(options.folders)))) {
    throw new Error(
      'Here is a shop already; nothing was changed. Stop it, back it up, and add --force to replace its data.',
    );
  }
  for await (const { name, bytes } of checked(file, manifest)) {
    const [, folder, fileName = ''] = FILE.exec(name) ?? [];
    if (folder === 'uploads') await shop.pictures.put(fileName, bytes);
    if (folder === 'replacements' || folder === 'reviews') await shop.photos[folder].put(fileName, bytes);
    if (folder === 'mail') {
      await mkdir(shop.mailFolder, { recursive: true, mode: 0o700 });
      await writeFile(path.join(shop.mailFolder, fileName), bytes, { mode: 0o600 });
    }
  }
  await replaceDatabase(shop.database, manifest.migrations, parts(file, manifest), { keepSchema: false });
}

/**
 * Restores the database alone, in the schema that it had: for the version that was there before an
 * upgrade. As with `restore`, no process of the shop may run.
 *
 * @param check called before anything is replaced, when nobody else can write any more
 */
export function restoreBefore(
  database: Database,
  file: string,
  manifest: Manifest,
  check: (trx: Trx) => Promise<void>,
): Promise<void> {
  return replaceDatabase(database, manifest.migrations, parts(file, manifest), { keepSchema: true, check });
}

async function* parts(file: string, manifest: Manifest): AsyncGenerator<{ table: string; rows: DumpRow[] }> {
  for await (const { name, bytes } of checked(file, manifest)) {
    const table = PART.exec(name)?.[1];
    if (table === undefined) continue;
    const lines = bytes.toString().split('\n').filter(Boolean);
    yield { table, rows: lines.map((line) => JSON.parse(line) as DumpRow) };
  }
}

/** The entries again, in case the disk returns other bytes than when the archive was verified. */
async function* checked(file: string, { entries }: Manifest) {
  for await (const entry of readArchive(file)) {
    if (!(entry.name in entries)) continue;
    if (sha256(entry.bytes) !== entries[entry.name]) throw new Error(`${file} changed while it was restored.`);
    yield entry;
  }
}

async function anyFile(folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    if (names.length > 0) return true;
  }
  return false;
}
