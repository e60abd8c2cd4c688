import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildWorker } from './build-worker.ts';

/**
 * `npm run build`: builds the pages with React Router and Vite, then the service
 * worker, then compresses all text files of the clients, and notes which sources all this was made
 * from, so that `npm start` builds only after a change.
 */
const root = path.join(import.meta.dirname, '..');
// A URL, because stamp.js is plain JavaScript without types on purpose.
const { sourceStamp, writeStamp } = await import(new URL('stamp.js', import.meta.url).href);
// Read now, so that what is edited meanwhile is built again. A build that fails halfway leaves no
// stamp.
const stamp = sourceStamp(root);
rmSync(path.join(root, 'build', 'stamp'), { force: true });

const built = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
);
if (built.status !== 0) {
  process.exit(built.status ?? 1);
}

const client = path.join(root, 'build', 'client');
await buildWorker(root, client);
for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
  if (/\.(js|css|svg|json|webmanifest|txt)$/.test(name)) {
    const file = path.join(client, name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
writeStamp(root, stamp);
