import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Maximum JavaScript of the home page including the service worker, gzip, bytes (R3.6.1). */
const LIMIT = 160 * 1024;
const HOME = ['root', 'storefront/layout/shop-layout', 'storefront/home/home'];

const client = path.join(import.meta.dirname, '..', '..', 'build', 'client');
const STATIC = /(?:import|from)\s*["'`](?:\.\/|words\/)([^"'`]+)["'`]/g;
const assets = readdirSync(path.join(client, 'assets')).filter((name) => name.endsWith('.js'));

/** The file behind an import: `first` and `later` are the words, in English here. */
function fileOf(name: string): string {
  const words = assets.find((asset) => asset.startsWith(`words-en-${name}-`));
  return path.join(client, 'assets', words ?? name);
}

/** The parts of React Router's route manifest that are used here. */
interface Manifest {
  entry: { module: string };
  routes: Record<string, { module: string; clientLoaderModule?: string } | undefined>;
}

/**
 * React Router's route manifest, which every page loads.
 *
 * @throws Error unless the build has exactly one
 */
function readManifest(): { file: string; manifest: Manifest } {
  const names = readdirSync(path.join(client, 'assets')).filter((name) => /^manifest-.*\.js$/.test(name));
  if (names.length !== 1) throw new Error(`One route manifest expected, found: ${names.join(', ') || 'none'}`);
  const file = path.join(client, 'assets', names[0] ?? '');
  const json = /^window\.__reactRouterManifest=(.*?);?\s*$/s.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return { file, manifest: JSON.parse(json) as Manifest };
}

/** Gzipped sizes of all scripts that the home page loads without interaction, bytes. */
function weights(): Map<string, number> {
  const { file, manifest } = readManifest();
  const routes = HOME.map((id) => {
    const route = manifest.routes[id];
    if (!route) throw new Error(`no route ${id}`);
    return route;
  });
  const addresses = [
    manifest.entry.module,
    ...routes.flatMap(({ module, clientLoaderModule = module }) => [module, clientLoaderModule]),
  ];
  const files = new Set([file, ...addresses.map((address) => path.join(client, address))]);
  // The set grows during iteration, so imports of imports are included.
  for (const each of files) {
    for (const [, name = ''] of readFileSync(each, 'utf8').matchAll(STATIC)) files.add(fileOf(name));
  }
  files.add(path.join(client, 'sw.js'));
  return new Map([...files].map((each) => [path.basename(each), gzipSync(readFileSync(each), { level: 9 }).length]));
}

test('the home page loads at most 160 KB of JavaScript (gzip)', () => {
  const parts = weights();
  for (const part of ['react-', 'react-router-']) {
    expect([...parts.keys()].some((name) => name.startsWith(part))).toBe(true);
  }
  const sum = [...parts.values()].reduce((a, b) => a + b, 0);
  const list = [...parts].toSorted((a, b) => b[1] - a[1]).map(([name, bytes]) => `${name} ${bytes}`);
  expect(sum, list.join('\n')).toBeLessThanOrEqual(LIMIT);
});
