// Plain JavaScript, because start.js imports it.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the pages are built from. The server runs from its sources. */
const SOURCES = [
  ...['web', 'shop', 'messages', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'],
  ...['build', 'build-worker', 'messages', 'pin-places'].map((name) => `scripts/${name}.ts`),
];
const stampFile = (root) => path.join(root, 'build', 'stamp');

/**
 * Whether the last build of the project in `root` was made from the same sources. A release has
 * built pages without their sources.
 */
export function isBuildCurrent(root) {
  if (!existsSync(path.join(root, 'web'))) return true;
  const file = stampFile(root);
  return existsSync(file) && readFileSync(file, 'utf8') === sourceStamp(root);
}

/**
 * What tells changed sources from those of a build: how many there are, and when the newest was
 * written.
 */
export function sourceStamp(root) {
  const times = SOURCES.flatMap((name) => filesBelow(path.join(root, name))).map((file) => statSync(file).mtimeMs);
  return `${times.length} files, the newest of ${new Date(Math.max(...times)).toISOString()}\n`;
}

/** Notes after a build the stamp that its sources had when it began. */
export function writeStamp(root, stamp) {
  writeFileSync(stampFile(root), stamp);
}

function filesBelow(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
