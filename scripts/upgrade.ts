/**
 * `npm run upgrade`, with the new version: backs up the shop, migrates it and checks that this
 * version works with it, then starts it (package.json). If it does not work, the database is again
 * as it was. The shop must not run. The backup is in BACKUP_DIR, else in DATA_DIR.
 */
import path from 'node:path';
import { describePlace, requireShop } from '#server/database/configured-shop.ts';
import { readEnv } from '#server/env.ts';
import { ROOT, VERSION } from '#server/root.ts';

// Before React is loaded: the pages are built for its production.
process.env.NODE_ENV = 'production';
const { upgrade } = await import('#server/operations/upgrade.ts');
// A URL, because stamp.js is plain JavaScript without types on purpose.
const { isBuildCurrent } = await import(new URL('stamp.js', import.meta.url).href);

try {
  process.umask(0o077);
  const env = readEnv(process.env);
  requireShop(env);
  if (process.env.KISHMISH_PAGES !== 'off' && !isBuildCurrent(ROOT)) {
    throw new Error('The pages are not those of these sources; nothing was changed. Run npm run build first.');
  }
  console.log(`Upgrading ${describePlace(env)} to Kishmish ${VERSION}.`);
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = path.resolve(env.backups?.dir ?? env.dataDir, `before-${VERSION}-${time}.tar.gz`);
  await upgrade(env, { file, say: console.log });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
