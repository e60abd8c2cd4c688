import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Random URLs do not make a real server's memory grow (S6.6). ADDRESSES=100000 is the release gate
 * (docs/measurements.md).
 */

const root = path.join(import.meta.dirname, '..', '..');
const ADDRESSES = Number(process.env.ADDRESSES ?? 5_000);
const WARM = 5_000;
const GROWTH_MB = 60;

/** Kinds of URLs of which a client can request any number. */
const KINDS = [
  (n: number) => `/cart.data?_routes=made-up-${n}`,
  (n: number) => `/all-products.data?_routes=root,made-up-${n}`,
  (n: number) => `/api/products/search?q=kaju${n}&limit=6`,
  (n: number) => `/api/products?search=badam${n}`,
  (n: number) => `/all-products.data?q=raisin${n}`,
  (n: number) => `/product/roasted-chana?ref=${n}`,
  (n: number) => `/made-up-${n}.data`,
  (n: number) => `/api/reviews/product/made-up-${n}`,
  (n: number) => `/${n}/wp-login.php.data`,
  (n: number) => `/all-products?minPrice=${n}`,
];

async function openShop() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kishmish-memory-'));
  const child = spawn(process.execPath, [path.join(root, 'server', 'main.ts')], {
    cwd: root,
    // Without the limit for each client: memory must hold when many clients take part.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: '100000000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /is open at http:\/\/[^:]+:(\d+)/.exec(text)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`the shop did not start: ${text}`)));
  });
  return {
    port,
    /** Resident memory, MB. */
    rss: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Requests the addresses from `from` to `to`, each kind in turn. */
async function flood(port: number, from: number, to: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let next = from;
  const get = (url: string) =>
    new Promise<void>((resolve, reject) => {
      request({ agent, port, host: '127.0.0.1', path: url, headers: { 'accept-encoding': 'br' } }, (response) => {
        response.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < to) {
        const n = next++;
        await get((KINDS[n % KINDS.length] as (n: number) => string)(n));
      }
    }),
  );
  agent.destroy();
}

test.runIf(process.platform !== 'win32')(
  `${ADDRESSES} random URLs leave memory within ${GROWTH_MB} MB`,
  { timeout: 3_600_000 },
  async () => {
    await using shop = await openShop();
    // First the heap and the allocator reach their usual size: V8 collects buffers only after 64 MB
    // of them.
    await flood(shop.port, 0, WARM);
    const before = shop.rss();
    await flood(shop.port, WARM, WARM + ADDRESSES);
    const after = shop.rss();
    process.stdout.write(`memory: ${Math.round(before)} MB before, ${Math.round(after)} MB after\n`);
    expect(after - before).toBeLessThan(GROWTH_MB);
  },
);
