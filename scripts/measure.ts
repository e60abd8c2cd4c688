/**
 * `npm run measure [-- folder]`: prints the figures of docs/measurements.md that come from the
 * sources and the build of a checkout.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const root = path.resolve(process.argv[2] ?? '.');
/** The port on which the shop starts, to time the start. */
const PORT = '41873';
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)));
const lines = (files: string[]) => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const isTest = (file: string) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);
const code = tracked.filter((file) => /\.(ts|tsx|js)$/.test(file));

function print(name: string, value: string | number): void {
  console.log(`${name.padEnd(44)}${value}`);
}

for (const layer of ['shop', 'server', 'web', 'scripts']) {
  const own = code.filter((file) => file.startsWith(`${layer}/`) && !isTest(file));
  print(`${layer}/: files, lines`, `${own.length}, ${lines(own)}`);
}
const tests = code.filter(isTest);
print('tests: files, lines', `${tests.length}, ${lines(tests)}`);
print('CSS lines', lines(tracked.filter((file) => file.endsWith('.css'))));

/**
 * The area of a file: `server/orders` for `server/orders/lists/stats.ts`, `web/admin/orders` for
 * `web/admin/orders/list.tsx`.
 */
function areaOf(file: string): string {
  const [layer = '', area = '', inner] = file.split('/');
  if (inner === undefined) return file;
  const room = layer === 'web' && area === 'admin' && file.split('/').length > 3 ? `/${inner}` : '';
  return `${layer}/${area}${room}`;
}

const arrows = new Map<string, Set<string>>();
for (const file of code.filter((name) => /^(shop|server|web)\//.test(name) && !isTest(name))) {
  for (const [, text = ''] of read(file).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
    const target = text.startsWith('#') ? text.slice(1) : path.posix.join(path.posix.dirname(file), text);
    if (!/^(#|\.)/.test(text) || !/^(shop|server|web)\//.test(target)) continue;
    const [from, to] = [areaOf(file), areaOf(target)];
    if (from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
}

/** The layers of the server, from the top: main, app, services, areas, platform. */
function rankOf(area: string): number {
  const tops = ['server/services.ts', 'server/app.ts', 'server/main.ts'];
  if (tops.includes(area)) return 2 + tops.indexOf(area);
  return /^server\/(http|database|audit|mail|pages|[^/]+\.ts)$/.test(area) ? 0 : 1;
}

const pairs = [...arrows].flatMap(([from, all]) => [...all].map((to) => ({ from, to })));
const inServer = pairs.filter(({ from, to }) => from.startsWith('server/') && to.startsWith('server/'));
print('arrows between areas: all, in server/', `${pairs.length}, ${inServer.length}`);
print('upward arrows in server/', inServer.filter(({ from, to }) => rankOf(from) < rankOf(to)).length);

/** All areas that an area depends on, directly or not; includes itself only if there is a cycle. */
function reached(from: string): Set<string> {
  const found = new Set<string>();
  const next = [from];
  for (let area = next.pop(); area !== undefined; area = next.pop()) {
    for (const to of arrows.get(area) ?? []) {
      if (!found.has(to)) next.push(to);
      found.add(to);
    }
  }
  return found;
}

const reach = new Map([...arrows.keys()].map((area) => [area, reached(area)]));
const circles = new Set<string>();
for (const [area, found] of reach) {
  if (!found.has(area)) continue;
  circles.add(
    [...found]
      .filter((other) => reach.get(other)?.has(area))
      .sort()
      .join(' '),
  );
}
print('circles between areas', circles.size);
for (const circle of circles) print('  areas in this circle', circle.split(' ').length);

const client = path.join(root, 'build', 'client');
if (existsSync(client)) {
  print('JavaScript on home, bytes gzip', homeWeight(client));
  // Makes the build of these sources, if it is missing.
  await withFolder(start);
  rmSync(path.join(root, 'build', 'cache'), { recursive: true, force: true });
  await withFolder(async (data) => {
    print('Cold start, s: first', await start(data));
    print('Cold start, s: second', await start(data));
  });
} else print('JavaScript on home, cold start', 'no build');

async function withFolder(use: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-measure-'));
  await use(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Seconds from `npm start` to the first 200 of /readyz, with this data folder. */
async function start(data: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: data, DATABASE_URL: '', PORT, LOG_LEVEL: 'warn' };
  const began = performance.now();
  // Its own process group, to end npm and the server together.
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  const ready = () =>
    fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await ready())) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    await setTimeout(20);
  }
  const seconds = (performance.now() - began) / 1000;
  if (npm.pid) process.kill(-npm.pid, 'SIGTERM');
  await ended;
  return seconds.toFixed(1);
}

/**
 * JavaScript of the home page from React Router's manifest: the entry, its routes and their
 * imports, and the service worker.
 */
function homeWeight(folder: string): number {
  const assets = path.join(folder, 'assets');
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? '';
  const text = readFileSync(path.join(assets, name), 'utf8');
  const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    entry: { module: string };
    routes: Record<string, { id: string; module: string; clientLoaderModule?: string }>;
  };
  const home = Object.values(routes).filter(({ id }) => /^(root|.*\/shop-layout|.*\/home\/home)$/.test(id));
  const own = home.flatMap(({ module, clientLoaderModule = module }) => [module, clientLoaderModule]);
  const files = new Set([name, ...[entry.module, ...own].map((address) => path.basename(address))]);
  // The set grows during iteration, so imports of imports are included.
  for (const file of files) {
    const js = readFileSync(path.join(assets, file), 'utf8');
    for (const [, found = ''] of js.matchAll(/(?:import|from)\s*["']\.\/([^"']+)["']/g)) files.add(found);
  }
  const worker = path.join(folder, 'sw.js');
  return [...[...files].map((file) => path.join(assets, file)), ...(existsSync(worker) ? [worker] : [])]
    .map((file) => gzipSync(readFileSync(file), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}
