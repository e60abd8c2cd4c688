import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The shop of the browser tests: the real start script on an empty folder that goes with the process. */
const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-e2e-'));
process.env.DATA_DIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// Plain JavaScript without types, on purpose (see there).
await import(new URL('../../scripts/start.js', import.meta.url).href);
