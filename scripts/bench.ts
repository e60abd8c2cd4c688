import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import autocannon from 'autocannon';
import pg from 'pg';
import { benchPayments } from './bench-payments.ts';
import { at, placeOrder, processorMs, raiseStock, signIn, withShop } from './bench-shop.ts';

/**
 * `npm run bench`: measures page speed as a ratio to a bare `node:http` server that sends the same bytes, measured alternately in one
 * run (absolute numbers depend on the machine); orders per second on SQLite and, if configured, on PostgreSQL; memory after the load.
 *
 * BENCH_SECONDS (4) seconds per measurement, BENCH_ROUNDS (3) rounds, BENCH_ORDERS (1500) orders per round; BENCH_ONLY=orders skips the
 * pages and payments, BENCH_ONLY=payments measures only the bars of bench-payments.ts. TEST_DATABASE_URL (or DATABASE_URL) is the PostgreSQL server; a temporary database is created there.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const orders = Number(process.env.BENCH_ORDERS ?? 1500);
const CLIENTS = 8;
const PATHS: [string, string][] = [
  ['home', '/'],
  ['product page', '/product/california-almonds'],
  ['GET /api/products?limit=12', '/api/products?limit=12'],
];

if (process.argv[2] === '--bare') {
  bare();
} else {
  await main();
}

/** The reference server: sends the same headers and bytes. */
function bare(): void {
  process.on('message', (message: { headers: Record<string, string>; body: string }) => {
    const body = Buffer.from(message.body, 'base64');
    const headers = Object.entries(message.headers).flat();
    const server = createServer((_request, response) => {
      response.writeHead(200, headers);
      response.end(body);
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      process.send?.(typeof address === 'object' ? address?.port : 0);
    });
  });
}

async function main(): Promise<void> {
  const only = process.env.BENCH_ONLY;
  if (!only || only === 'payments') await benchPayments();
  if (only === 'payments') return;
  const pages = only !== 'orders';
  await withShop('SQLite, full sync', null, async (origin, child) => {
    if (pages) {
      console.log(
        `Ratios to a bare node:http server with the same bytes (${rounds} rounds of ${seconds} s, 32 connections):`,
      );
      for (const [name, url] of PATHS) {
        await compare(name, origin, url);
      }
    }
    await orderPath(origin, 'SQLite, full sync', child.pid);
    console.log(`memory after the load: ${megabytes(child.pid)} MB resident`);
  });
  const server = process.env.DATABASE_URL || process.env.TEST_DATABASE_URL;
  if (!server) {
    console.log('orders on PostgreSQL: not measured, TEST_DATABASE_URL names no server');
    return;
  }
  const name = `bench_${randomBytes(4).toString('hex')}`;
  await statement(server, `create database ${name}`);
  try {
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    await withShop('PostgreSQL', url, (origin, child) => orderPath(origin, 'PostgreSQL', child.pid));
  } finally {
    await statement(server, `drop database ${name} with (force)`);
  }
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function compare(name: string, origin: string, url: string): Promise<void> {
  const encoding = { 'accept-encoding': 'br' };
  await fetch(origin + url, { headers: encoding });
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Not fetch, which would decompress: both servers send the raw bytes.
  const response = await raw(origin + url);
  const other = spawn(process.execPath, [import.meta.filename, '--bare'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve) => {
    other.once('message', (message) => resolve(Number(message)));
    other.send({ headers: response.headers, body: response.body.toString('base64') });
  });
  const ratios: number[] = [];
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    const reference = await load(`http://127.0.0.1:${port}${url}`);
    const shop = await load(origin + url);
    ratios.push(shop / reference);
    best = Math.max(best, shop);
  }
  other.kill();
  ratios.sort((a, b) => a - b);
  console.log(
    `  ${name}: ${ratios[Math.floor(ratios.length / 2)]?.toFixed(2)}  (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}; ${response.body.length} bytes, ${Math.round(best)} requests/s here)`,
  );
}

async function raw(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers)
            .filter(([header]) => !['date', 'connection', 'keep-alive'].includes(header))
            .map(([header, value]) => [header, String(value)]),
        );
        resolve({ headers, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

async function load(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 32, duration: seconds, headers: { 'accept-encoding': 'br' } });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  }
  return result.requests.average;
}

async function orderPath(origin: string, engine: string, pid: number | undefined): Promise<void> {
  const { products } = (await (await fetch(`${origin}/api/products?limit=100`)).json()) as {
    products: { id: string; sizes: { size: string; price: number; stock: number }[] }[];
  };
  // The orders need a lot of stock, so raise it first through the admin API.
  const token = await signIn(origin);
  const chosen = products.filter((product) => product.sizes.length > 0).slice(0, 20);
  await raiseStock(
    origin,
    token,
    chosen.map((product) => product.id),
  );
  let next = 0;
  const round = async (count: number) => {
    const times: number[] = [];
    const last = next + count;
    const started = performance.now();
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (next < last) {
          const number = next++;
          const product = chosen[number % chosen.length];
          const size = product?.sizes[0];
          if (!product || !size) continue;
          const from = performance.now();
          await placeOrder(origin, number, product.id, size);
          times.push(performance.now() - from);
        }
      }),
    );
    const took = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    return { rate: Math.round(count / took), half: at(times, 0.5), slow: at(times, 0.99) };
  };
  // Warm up first.
  await round(Math.min(orders, 500));
  const measured = [];
  const cpuBefore = processorMs(pid);
  for (let count = 0; count < rounds; count++) measured.push(await round(orders));
  const cpu = (processorMs(pid) - cpuBefore) / (rounds * orders);
  measured.sort((a, b) => a.rate - b.rate);
  const { rate, half, slow } = measured[Math.floor(measured.length / 2)] ?? { rate: 0, half: '', slow: '' };
  console.log(
    `orders (draft + order with UTR, ${CLIENTS} clients, ${engine}): ${rate} a second, p50 ${half} ms, p99 ${slow} ms  (${measured.map((one) => `${one.rate}/s ${one.slow} ms`).join(', ')}; the shop's own processor time is ${cpu.toFixed(2)} ms an order)`,
  );
}

function megabytes(pid: number | undefined): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024).toFixed(0);
}
