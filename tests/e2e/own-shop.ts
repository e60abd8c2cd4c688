import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test as shared } from './shop.ts';

export { expect, hydrated } from './shop.ts';

/**
 * `test` with a separate shop, started once per worker process and `ownEnv`. For tests that change
 * what every page shows (UPI ID, brand, page content) while other tests read it.
 */
export const test = shared.extend<object, { ownShop: string; ownEnv: Record<string, string> }>({
  /** Additional environment variables of the shop: `test.use({ ownEnv: { DEMO: 'false' } })`. */
  ownEnv: [{}, { scope: 'worker', option: true }],
  ownShop: [
    async ({ ownEnv }, use) => {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const child = spawn(process.execPath, [path.join(import.meta.dirname, 'server.ts')], {
        // Its log goes to that of the run, so that a failure shows its cause.
        stdio: ['ignore', 2, 'inherit'],
        env: {
          ...process.env,
          PORT: String(port),
          PUBLIC_URL: origin,
          ADMIN_EMAIL: 'owner@kishmish.test',
          ADMIN_PASSWORD: 'a long enough password',
          RATE_LIMIT: '100000',
          TRUST_PROXY: '1',
          LOG_LEVEL: 'warn',
          ...ownEnv,
        },
      });
      try {
        await waitUntilReady(`${origin}/readyz`, child);
        await use(origin);
      } finally {
        child.kill('SIGTERM');
        await waitForExit(child);
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop),
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the shop of this test exited with ${child.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await pause(200);
  }
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await Promise.race([new Promise((resolve) => child.once('exit', resolve)), pause(10_000)]);
}
