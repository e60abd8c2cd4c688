import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The folder of the shop, where `build`, `demo` and the sources are. Found by the name of this module and not by where its code is, because
 * `npm start` runs a bundle in `build`.
 */
export const ROOT = path.join(createRequire(import.meta.url).resolve('#server/root.ts'), '..', '..');
