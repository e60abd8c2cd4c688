import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';

/** A shop in a process of its own, for the benchmarks: start and stop, admin, orders, CPU time. */
const root = path.join(import.meta.dirname, '..');

/** Starts a shop with demo data on a separate database, and stops it afterwards. */
export async function withShop(
  engine: string,
  databaseUrl: string | null,
  run: (origin: string, child: ChildProcess, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-bench-'));
  const { child, origin } = await startShop(engine, folder, databaseUrl);
  try {
    await run(origin, child, folder);
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Serves the shop's pages without their scripts, the limit of what they can reach; everything else
 * as the shop does.
 */
export async function serveWithoutScripts(shop: string): Promise<{ origin: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const accept = request.headers.accept ?? '*/*';
    const original = await fetch(shop + request.url, { headers: { accept } });
    const headers = Object.fromEntries(original.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'link'])
      delete headers[name];
    let body = Buffer.from(await original.arrayBuffer());
    if (headers['content-type']?.startsWith('text/html')) {
      const html = body.toString().replace(/<script\b.*?<\/script>|<link[^>]*rel="modulepreload"[^>]*>/gs, '');
      body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      headers['content-encoding'] = 'br';
    }
    response.writeHead(original.status, headers).end(body);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
    });
  });
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** The arguments with which `npm start` calls Node: flags and the script. */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').slice(1);
}

/**
 * Runs with a new database on this PostgreSQL server, and drops it afterwards.
 *
 * @param run gets its connection string
 */
export async function withOwnDatabase(
  server: string,
  prefix: string,
  run: (url: string) => Promise<void>,
): Promise<void> {
  const name = `${prefix}_${randomBytes(4).toString('hex')}`;
  await statement(server, `create database ${name}`);
  try {
    await run(Object.assign(new URL(server), { pathname: `/${name}` }).href);
  } finally {
    await statement(server, `drop database ${name} with (force)`);
  }
}

/** Runs one statement on a connection of its own, which may take longer than the shop lets it. */
export async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function startShop(
  engine: string,
  folder: string,
  databaseUrl: string | null,
): Promise<{ child: ChildProcess; origin: string }> {
  const { DATABASE_URL: _taken, ...environment } = process.env;
  const child = spawn(process.execPath, startArguments(), {
    cwd: root,
    env: {
      ...environment,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '100000000',
      ADMIN_EMAIL: 'owner@kishmish.test',
      ADMIN_PASSWORD: 'a long enough password',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const match = /open at http:\/\/[^:]+:(\d+)/.exec(text);
      if (match) resolve(`http://127.0.0.1:${match[1]}`);
    });
    child.once('exit', (code) => reject(new Error(`the shop on ${engine} ended with code ${code}: ${text}`)));
  });
  return { child, origin };
}

/** Prints a figure with its bar. One over it makes the exit code 1. */
export function bar(name: string, value: number, limit: number, unit: string, more = ''): void {
  const within = value <= limit;
  if (!within) process.exitCode = 1;
  const text = `${value.toFixed(2)} ${unit}, at most ${limit}`;
  console.log(`${within ? 'ok  ' : 'OVER'} ${name}: ${text}${more && ` (${more})`}`);
}

/** Resident memory of a process, MB. */
export function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/**
 * CPU time that a process has used so far, ms. Hardly affected by other processes on the machine.
 */
export function processorMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export async function signIn(origin: string): Promise<string> {
  const response = await post(origin, '/api/auth/admin-login', {
    email: 'owner@kishmish.test',
    password: 'a long enough password',
  });
  return (response as { token: string }).token;
}

export async function raiseStock(origin: string, token: string, ids: string[]): Promise<void> {
  for (const id of ids) {
    const { product } = (await (await fetch(`${origin}/api/products/${id}?_t=1`)).json()) as {
      product: { sizes: { stock: number }[] };
    };
    const body = { ...product, sizes: product.sizes.map((size) => ({ ...size, stock: 1_000_000 })) };
    const response = await fetch(`${origin}/api/products/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`raising the stock of ${id}: ${response.status} ${await response.text()}`);
  }
}

export async function placeOrder(
  origin: string,
  number: number,
  product: string,
  size: { size: string; price: number },
): Promise<{ orderNumber: string; utr: string; total: number }> {
  const items = [{ product, size: size.size, quantity: 1, price: size.price }];
  const shippingAddress = {
    name: 'Bench Buyer',
    phone: String(9_000_000_000 + (number % 1000)),
    email: 'bench@example.com',
    address: '1 Test Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
  };
  // Shoppers order from different networks: what one network holds, and its mails, are limited.
  const headers = { 'x-forwarded-for': `198.18.${(number >> 8) & 255}.${number & 255}` };
  const draft = (await post(origin, '/api/orders/draft', { items, shippingAddress }, headers)) as {
    order: { orderNumber: string; accessToken: string };
  };
  const { orderNumber, accessToken } = draft.order;
  const utrNumber = String(630_000_000_000 + number);
  const body = {
    items,
    shippingAddress,
    orderNumber,
    accessToken,
    paymentMethod: 'upi',
    paymentDetails: { utrNumber, method: 'upi' },
    shipping: 0,
  };
  const { order } = (await post(origin, '/api/orders', body, headers)) as { order: { pricing: { total: number } } };
  return { orderNumber, utr: utrNumber, total: order.pricing.total };
}

const agent = new Agent({ keepAlive: true });

/**
 * Not with fetch, which takes two to three times the CPU time: the client shares the machine with
 * the shop that it measures.
 */
export async function post(
  origin: string,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const sent = JSON.stringify(body);
  const own = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) };
  const [status, text] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    request(origin + url, { method: 'POST', agent, headers: { ...own, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve([response.statusCode, Buffer.concat(chunks).toString()]));
      response.on('error', reject);
    })
      .on('error', reject)
      .end(sent);
  });
  if (status === undefined || status >= 300) throw new Error(`${url}: ${status} ${text}`);
  return JSON.parse(text);
}

export function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
