import { execFile, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { benchPayments } from './bench-payments.ts';
import { benchProcesses } from './bench-processes.ts';
import {
  at,
  bar,
  placeOrder,
  processorMs,
  raiseStock,
  residentMb,
  signIn,
  withOwnDatabase,
  withShop,
} from './bench-shop.ts';
import { benchSoak } from './bench-soak.ts';
import { benchStart } from './bench-start.ts';

/**
 * `npm run bench` prints each figure with its bar, `ok` or `OVER`; the exit code is 1 when one is
 * over. Linux only: CPU times and memory are read from /proc. CPU times are hardly affected by
 * other processes on the machine; times and rates need a quiet one.
 *
 *   pages     CPU time of a request beside a bare `node:http` server that sends the same bytes, measured in turn in one run
 *   orders    orders a second and p99, on SQLite and on the PostgreSQL server of TEST_DATABASE_URL (or DATABASE_URL; in a database of its own).
 *             The bar is the first edition (70a8ac7), measured in turns
 *   memory    resident memory of an idle shop, and after 12,000 orders
 *   start     a second `npm start` to its first 200
 *   soak      memory under a mixed load of SOAK_MINUTES (1; the bar is for 10)
 *   processes CPU time of a read with 1, 2 and 4 processes on that PostgreSQL server
 *   payments  see bench-payments.ts
 *
 * BENCH_ONLY=pages,orders measures only these. BENCH_SECONDS (4) a measurement, BENCH_ROUNDS (3)
 * rounds, BENCH_ORDERS (1500) orders a round.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const orders = Number(process.env.BENCH_ORDERS ?? 1500);
const CLIENTS = 8;
const CONNECTIONS = 32;
const TOOL = spawnSync('wrk', ['--version']).error ? 'autocannon' : 'wrk';
/** Orders after which memory is measured. */
const MANY_ORDERS = 12_000;
const OTHERS = `
Other bars have commands of their own (docs/measurements.md):
  npm run bench:pages                                       first view, layout shift, taps
  npm run test:lighthouse                                   Lighthouse
  SCALE_PART=public npm run scale -- 1000000                large shop
  ADDRESSES=100000 npx vitest run --project build tests/build/memory.test.ts   memory under random URLs`;
const PATHS: [string, string][] = [
  ['home', '/'],
  ['product page', '/product/california-almonds'],
  ['listing', '/all-products'],
  ['GET /api/products?limit=12', '/api/products?limit=12'],
];

const ON_POSTGRES: Record<string, (server: string) => Promise<void>> = {
  orders: ordersOnPostgres,
  processes: (server) => benchProcesses(server, { paths: PATHS.map(([, url]) => url), rounds, load }),
};

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
  const only = process.env.BENCH_ONLY?.split(',');
  const wanted = (part: string) => !only || only.includes(part);
  if (wanted('pages')) await withShop('SQLite', null, (origin, child) => comparePages(origin, child.pid));
  if (wanted('orders') || wanted('memory')) {
    await withShop('SQLite, full sync', null, async (origin, child) => {
      if (wanted('memory')) {
        await sleep(5_000);
        bar('memory of an idle shop', residentMb(child.pid), 260, 'MB');
      }
      const placed = await orderPath(origin, 'SQLite, full sync', child.pid, wanted('memory') ? MANY_ORDERS : 0);
      if (wanted('memory')) bar(`memory after ${placed} orders`, residentMb(child.pid), 400, 'MB');
    });
  }
  const server = process.env.DATABASE_URL || process.env.TEST_DATABASE_URL;
  for (const [part, measure] of Object.entries(ON_POSTGRES)) {
    if (!wanted(part)) continue;
    if (server) await measure(server);
    else console.log(`${part} on PostgreSQL: not measured, TEST_DATABASE_URL names no server`);
  }
  if (wanted('start')) await benchStart();
  if (wanted('soak')) await benchSoak();
  if (wanted('payments')) await benchPayments();
  if (!only) console.log(OTHERS);
}

async function ordersOnPostgres(server: string): Promise<void> {
  await withOwnDatabase(server, 'bench', (url) =>
    withShop('PostgreSQL', url, async (origin, child) => {
      await orderPath(origin, 'PostgreSQL', child.pid);
    }),
  );
}

async function comparePages(origin: string, pid: number | undefined): Promise<void> {
  console.log(`CPU time of a request (${TOOL}, ${rounds * 3} rounds of ${seconds / 2} s, ${CONNECTIONS} connections):`);
  for (const [name, url] of PATHS) await compare(name, origin, url, pid);
}

async function compare(name: string, origin: string, url: string, pid: number | undefined): Promise<void> {
  await fetch(origin + url, { headers: { 'accept-encoding': 'br' } });
  await sleep(100);
  // Not fetch, which would decompress: both servers send the raw bytes.
  const response = await raw(origin + url);
  const other = spawn(process.execPath, [import.meta.filename, '--bare'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve) => {
    other.once('message', (message) => resolve(Number(message)));
    other.send({ headers: response.headers, body: response.body.toString('base64') });
  });
  const measure = async (place: string, process: number | undefined) => {
    const before = processorMs(process);
    const count = await load(place);
    return ((processorMs(process) - before) * 1000) / count;
  };
  const measured: { shop: number; bare: number }[] = [];
  for (let round = 0; round < rounds * 3; round++) {
    const bare = await measure(`http://127.0.0.1:${port}${url}`, other.pid);
    measured.push({ bare, shop: await measure(origin + url, pid) });
  }
  other.kill();
  // What else runs on the machine only adds: the least of each says most about the code.
  const shop = Math.min(...measured.map((one) => one.shop));
  const bare = Math.min(...measured.map((one) => one.bare));
  const ratios = measured.map((one) => one.shop / one.bare).sort((a, b) => a - b);
  const all = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
  const more = `least ${shop.toFixed(1)} µs to ${bare.toFixed(1)} µs; rounds ${all}; ${response.body.length} bytes`;
  bar(`CPU of ${name} to that of a bare server`, shop / bare, 2, '×', more);
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

/** @returns how many requests were served */
async function load(url: string): Promise<number> {
  if (TOOL === 'wrk') {
    const { stdout } = await promisify(execFile)('wrk', [
      '-t1',
      `-c${CONNECTIONS}`,
      `-d${seconds / 2}s`,
      '-H',
      'accept-encoding: br',
      url,
    ]);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
    return Number(/(\d+) requests in/.exec(stdout)?.[1]);
  }
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds / 2,
    headers: { 'accept-encoding': 'br' },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  }
  return result.requests.total;
}

/** Drafts that become orders with a UTR. Goes on to `most` orders. @returns how many were placed */
async function orderPath(origin: string, engine: string, pid: number | undefined, most = 0): Promise<number> {
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
  // In the first thousands V8 still compiles the path: one of the first 500 orders takes about
  // twice the CPU time of the 5,000th.
  await round(orders * 2);
  const measured = [];
  const cpuBefore = processorMs(pid);
  for (let count = 0; count < rounds; count++) measured.push(await round(orders));
  const cpu = (processorMs(pid) - cpuBefore) / (rounds * orders);
  measured.sort((a, b) => a.rate - b.rate);
  const { rate, half, slow } = measured[Math.floor(measured.length / 2)] ?? { rate: 0, half: 0, slow: 0 };
  const all = measured.map((one) => `${one.rate}/s ${one.slow.toFixed(0)} ms`).join(', ');
  const late = `p50 ${half.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms`;
  const more = `draft and order with UTR, ${CLIENTS} clients; ${all}; ${cpu.toFixed(2)} ms of CPU each`;
  console.log(`     orders on ${engine}: ${rate} a second, ${late} (${more})`);
  if (next < most) await round(most - next);
  return next;
}
