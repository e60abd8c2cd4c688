import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import lighthouse from 'lighthouse';
import { serveWithoutScripts } from '../scripts/bench-shop.ts';
import { chromium } from './e2e/chromium.ts';

/**
 * `npm run test:lighthouse [-- --runs=5 --limit] [paths …]`: runs Lighthouse for mobile on the
 * built shop, with the installed Chromium. Prints the scores and failed audits; fails if a score is
 * below 100 (R3.6). With `--limit` in turn with the same pages without their scripts, whose
 * performance is the most that this machine can show.
 *
 * Performance is the median of the runs and depends on how busy the machine is; the other three do
 * not.
 */
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

const args = process.argv.slice(2);
const runs = Number(args.find((arg) => arg.startsWith('--runs='))?.slice(7) ?? 5);
const withLimit = args.includes('--limit');
const given = args.filter((arg) => arg.startsWith('/'));
const PAGES = ['/', '/all-products', '/fitness-mix', '/product/california-almonds', '/cart', '/track-order'];
const paths = given.length > 0 ? given : PAGES;

const children: ChildProcess[] = [];
const profile = mkdtempSync(path.join(tmpdir(), 'kishmish-lighthouse-'));

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function startShop(): Promise<string> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'e2e', 'server.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), PUBLIC_URL: origin, RATE_LIMIT: '100000', LOG_LEVEL: 'warn' },
  });
  children.push(child);
  for (let wait = 0; wait < 240; wait++) {
    if (child.exitCode !== null) throw new Error('The shop did not start.');
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return origin;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The shop did not start within two minutes.');
}

/** Starts Chromium with a temporary profile. @returns the port of its debugger */
function startChromium(): Promise<number> {
  const child = spawn(
    chromium(),
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  children.push(child);
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
    child.on('exit', () => reject(new Error(`Chromium ended: ${output.slice(-500)}`)));
  });
}

interface Result {
  scores: Record<Category, number>;
  faults: string[];
  numbers: string;
}

async function measure(url: string, port: number): Promise<Result> {
  const run = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] });
  if (!run) throw new Error(`Lighthouse had no result for ${url}`);
  const { lhr } = run;
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const faults = CATEGORIES.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id];
      if (!audit || audit.score === null || audit.score >= 0.9 || weight === 0) return [];
      const details = audit.details as { items?: { node?: { snippet?: string }; description?: string }[] } | undefined;
      const where = (details?.items ?? [])
        .slice(0, 3)
        .flatMap(({ node, description }) => node?.snippet ?? description ?? []);
      return [`${category}: ${audit.title} ${audit.displayValue ?? ''} ${where.join(' | ')}`.trim()];
    }),
  );
  const numbers = (['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const)
    .map((id) => `${id.replace(/(\w)\w*-?/g, '$1').toUpperCase()} ${Math.round(lhr.audits[id]?.numericValue ?? 0)} ms`)
    .concat(`CLS ${(lhr.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)}`)
    .concat(`${Math.round((lhr.audits['total-byte-weight']?.numericValue ?? 0) / 1000)} kB`)
    .join(', ');
  return { scores, faults, numbers };
}

/** The result with the median performance. */
function medianOf(results: Result[]): Result | undefined {
  return results.toSorted((a, b) => a.scores.performance - b.scores.performance)[Math.floor(results.length / 2)];
}

let good = true;
let limit: Awaited<ReturnType<typeof serveWithoutScripts>> | undefined;
try {
  const [origin, port] = await Promise.all([startShop(), startChromium()]);
  if (withLimit) limit = await serveWithoutScripts(origin);
  for (const place of paths) {
    const results: Result[] = [];
    const limits: Result[] = [];
    for (let run = 0; run < runs; run++) {
      results.push(await measure(origin + place, port));
      if (limit) limits.push(await measure(limit.origin + place, port));
    }
    const median = medianOf(results);
    if (!median) continue;
    const below = CATEGORIES.filter((category) => median.scores[category] < 100);
    if (below.length > 0) good = false;
    console.log(
      `${place}\n  ${CATEGORIES.map((category) => `${category} ${median.scores[category]}${below.includes(category) ? ' ✗' : ''}`).join(' · ')}\n  ${median.numbers}, load ${loadavg()[0]?.toFixed(1)}`,
    );
    const most = medianOf(limits);
    if (most) console.log(`  without scripts: performance ${most.scores.performance} · ${most.numbers}`);
    for (const fault of median.faults) console.log(`  - ${fault}`);
  }
} finally {
  limit?.close();
  await Promise.all(
    children.map((child) => {
      if (child.exitCode !== null) return null;
      const gone = new Promise((resolve) => child.on('exit', resolve));
      child.kill();
      return gone;
    }),
  );
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exit(good ? 0 : 1);
