import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

/**
 * Bundles the service worker of the admin to `{client}/admin-worker.js`, and that of the shop to
 * `{client}/sw.js` with a stamp of its code and of the built files. A change of either changes the
 * stamp, and a worker with a new stamp starts with empty caches.
 *
 * @param root the project's folder
 * @param client the folder of the built browser files
 */
export async function buildWorker(root: string, client: string): Promise<void> {
  const assets = readdirSync(path.join(client, 'assets'))
    .filter((name) => !/\.(br|gz)$/.test(name))
    .sort();
  const hash = createHash('sha256');
  // Names of built files contain a content hash.
  for (const name of assets) hash.update(name).update('\0');
  const folder = path.join(root, 'web', 'worker');
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(path.join(folder, name)));
  const bundle = (input: string, file: string, define: Record<string, string>) =>
    build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      define,
      build: {
        outDir: client,
        emptyOutDir: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: { input: path.join(folder, input), output: { format: 'iife', entryFileNames: file } },
      },
    });
  await bundle('admin-worker.ts', 'admin-worker.js', {});
  await bundle('worker.ts', 'sw.js', {
    PAGES_BUILDS: JSON.stringify(assets.flatMap((name) => /^manifest-(\w+)\.js$/.exec(name)?.[1] ?? [])),
    BUILD_STAMP: JSON.stringify(hash.digest('hex').slice(0, 12)),
    STAND_INS: JSON.stringify(assets.filter((name) => /^placeholder-/.test(name)).map((name) => `/assets/${name}`)),
  });
}
