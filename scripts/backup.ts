/**
 * `npm run backup -- FILE [--no-bucket]`: writes the database and all files of the configured shop
 * to one archive, while the shop runs. `--no-bucket`, for a bucket that is down, takes the copies
 * of its pictures in DATA_DIR alone.
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requireShop } from '#server/database/configured-shop.ts';
import { connect } from '#server/database/connect.ts';
import { tableNames } from '#server/database/dump.ts';
import { readEnv } from '#server/env.ts';
import { recordBackup } from '#server/operations/automatic.ts';
import { backUp, shopData } from '#server/operations/backup.ts';
import { reason } from '#server/operations/finding.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'no-bucket': { type: 'boolean' } } });
  const [given, ...more] = positionals;
  if (!given || more.length > 0) throw new Error('Name one file: npm run backup -- FILE [--no-bucket]');
  const file = path.resolve(given);
  if (existsSync(file)) throw new Error(`${file} exists; name a new file.`);
  const env = readEnv(process.env);
  if (values['no-bucket']) env.s3 = null;
  requireShop(env);
  const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir });
  try {
    // The schema may be an older one: who has to go back after a migration that failed needs a
    // backup of it.
    if ((await tableNames(database.db)).length === 0) {
      throw new Error('The database is empty: there is no shop in it.');
    }
    const manifest = await backUp(shopData(env, database), file, Date.now());
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    const files = Object.keys(manifest.entries).filter((name) => !name.startsWith('database/')).length;
    console.log(
      `Backed up ${rows} rows and ${files} files to ${file} (${(await stat(file)).size} bytes), and verified it.`,
    );
    if (manifest.missing.length > 0) {
      console.log(`Not in the storage, so not in the backup: ${manifest.missing.join(', ')}.`);
    }
    const dir = env.backups?.dir ?? path.dirname(file);
    await recordBackup(database, file, manifest, { dir, among: /\.tar\.gz$/ }).catch((error: unknown) => {
      console.log(
        `The backup is whole, but the database does not know of it, so the doctor reports an older one: ${reason(error)}.`,
      );
    });
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
