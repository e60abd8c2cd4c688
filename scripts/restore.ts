/**
 * `npm run restore -- FILE [--force]`: restores an archive of `npm run backup` into the configured
 * database and storage.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describePlace } from '#server/database/configured-shop.ts';
import { connect } from '#server/database/connect.ts';
import { whoUses } from '#server/database/load.ts';
import { withRemedy } from '#server/database/remedies.ts';
import { readEnv } from '#server/env.ts';
import { PHOTO_KINDS, photosFolder, uploadsFolder } from '#server/media/picture-store.ts';
import { shopData } from '#server/operations/backup.ts';
import { checkArchive, restore } from '#server/operations/restore.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Error('Name one file: npm run restore -- FILE [--force]');
  const env = readEnv(process.env);
  console.log(`Restoring to ${describePlace(env)}.`);
  const manifest = await checkArchive(path.resolve(file));
  const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir });
  try {
    const users = await whoUses(database);
    if (users) throw new Error(`Stop every process of the shop first; nothing was changed. ${users}`);
    const shop = shopData(env, database);
    const folders = [uploadsFolder(env), ...PHOTO_KINDS.map((kind) => photosFolder(env, kind)), shop.mailFolder];
    await restore(shop, path.resolve(file), manifest, { force: values.force ?? false, folders });
    const orders = manifest.tables.orders ?? 0;
    console.log(`Restored the shop of ${new Date(manifest.createdAt).toISOString()} with ${orders} orders. Start it.`);
  } catch (error) {
    throw withRemedy('The shop cannot be restored', error, database.file);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
