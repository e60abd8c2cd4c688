import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');
export const OWNER = { email: 'owner@kishmish.test', password: 'a long enough password' };

/** Starts the demo shop of the checkout, or of another copy of the shop by its start script. */
export async function startDemo(script = path.join(root, 'server', 'main.ts')) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kishmish-start-'));
  const child = spawn(process.execPath, [script], {
    // Nothing may be found from the folder that the start happens in.
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      // As scripts/start.js does: the compiled code is kept.
      NODE_COMPILE_CACHE: path.join(root, 'build', 'cache'),
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const port = /is open at http:\/\/[^:]+:(\d+)/.exec(text)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', () => reject(new Error(`the shop did not start: ${text}${errors}`)));
  });
  return {
    url,
    get: (address: string, headers: Record<string, string> = {}) => fetch(url + address, { headers }),
    post: (address: string, body: string | FormData, headers: Record<string, string> = {}) =>
      fetch(url + address, { method: 'POST', body, headers }),
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
