import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The folder of the shop, where `build`, `demo` and the sources are. */
export const ROOT = path.join(import.meta.dirname, '..');

/** The version of the shop (CHANGELOG.md). */
export const { version: VERSION } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

/**
 * Creates a folder and its parents. Step by step, because Node's recursive `mkdir` never ends where
 * no folder can be made although its parent exists (/proc).
 *
 * @throws what `mkdir` throws
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const parent = path.dirname(path.resolve(folder));
    if (existsSync(parent)) {
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
      throw error;
    }
    makeFolder(parent, mode);
    makeFolder(folder, mode);
  }
}
