import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The shop of the browser tests: the real start script with an empty data folder that is removed on
 * exit.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-e2e-'));
process.env.DATA_DIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// A URL, because start.js is plain JavaScript without types on purpose.
await import(new URL('../../scripts/start.js', import.meta.url).href);
