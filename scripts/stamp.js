// Plain JavaScript, because start.js imports it: the type stripper would make each start slower.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The inputs of the build: sources and build scripts. */
const SOURCES = [
  ...['web', 'shop', 'server', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'],
  ...['build', 'build-server', 'build-worker', 'messages', 'pin-places'].map((name) => `scripts/${name}.ts`),
];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const STAMP = path.join(root, 'build', 'stamp');
const LONGEST_BUILD_MS = 10 * 60_000;
/** The built server, which is built last. */
export const SERVER = path.join(root, 'build', 'start', 'main.js');

/** Whether the last build was made from the same sources. Their contents are read only if a file was written since. */
export function isBuildCurrent() {
  const last = existsSync(STAMP) && existsSync(SERVER) ? readFileSync(STAMP, 'utf8').split('\n') : [];
  const files = sourceFiles();
  const written = writtenStamp(files);
  if (last[0] === written) return true;
  const contents = contentsStamp(files);
  if (last[1] !== contents) return false;
  try {
    writeStamp(`${written}\n${contents}`);
  } catch {
    // A folder that may only be read: the next start reads the files again.
  }
  return true;
}

/**
 * Begins a build. Two at once would mix their files, so it waits for one that another process has begun. The lock is one of SQLite, which
 * ends with its process. Its file is not in `build`, which React Router empties.
 *
 * @returns what identifies the sources, read now so that what is edited meanwhile is built again; null if a start wants
 *   it and another process has built them meanwhile
 */
export function takeBuild() {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const lock = new DatabaseSync(path.join(root, '.build-lock'), { timeout: LONGEST_BUILD_MS });
  lock.exec('begin exclusive');
  process.once('exit', () => lock.close());
  if (process.env.KISHMISH_BUILD === 'when needed' && isBuildCurrent()) return null;
  const files = sourceFiles();
  return `${writtenStamp(files)}\n${contentsStamp(files)}`;
}

/** Notes after a build which sources it was made from. */
export function writeStamp(stamp) {
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stamp);
}

function sourceFiles() {
  return SOURCES.flatMap((name) => filesBelow(path.join(root, name)));
}

function writtenStamp(files) {
  return stampOf(files, (file) => {
    const { size, mtimeMs, ctimeMs } = statSync(file);
    return `${size} ${mtimeMs} ${ctimeMs}`;
  });
}

function contentsStamp(files) {
  return stampOf(files, (file) => readFileSync(file));
}

function stampOf(files, partOf) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(partOf(file)).update('\0');
  return hash.digest('hex');
}

function filesBelow(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(path.join(place, entry.name))
        : /\.test\.tsx?$/.test(entry.name)
          ? []
          : [path.join(place, entry.name)],
    );
}
