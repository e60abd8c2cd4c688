import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Bytes of CSS (gzip) that a page of the shop may load with its first view. */
const LIMIT = 15 * 1024;

const client = path.join(import.meta.dirname, '..', '..', 'build', 'client');
const ADMIN = /^admin(\/|-)/;

interface Route {
  parentId?: string;
  css?: string[];
}

/**
 * The only file of build/client/assets with such a name.
 *
 * @throws Error when there is none, or more than one
 */
function asset(name: RegExp): string {
  const found = readdirSync(path.join(client, 'assets')).filter((file) => name.test(file));
  if (found.length !== 1) throw new Error(`One file ${name} expected, found: ${found.join(', ') || 'none'}`);
  return `/assets/${found[0]}`;
}

const read = (address: string) => readFileSync(path.join(client, address), 'utf8');
const json = /^window\.__reactRouterManifest=(.*?);?\s*$/s.exec(read(asset(/^manifest-.*\.js$/)))?.[1] ?? '{}';
const { routes } = JSON.parse(json) as { routes: Record<string, Route> };
// The root links this one itself.
const app = asset(/^app-.*\.css$/);

function stylesheets(id: string | undefined): string[] {
  const route = id === undefined ? undefined : routes[id];
  // React Router adds "#" to the address of a stylesheet that more than one route has.
  return route
    ? [...stylesheets(route.parentId), ...(route.css ?? []).map((address) => address.replace(/#.*/, ''))]
    : [app];
}

const pages = Object.keys(routes).filter((id) => id !== 'root' && !ADMIN.test(id));

test.each(pages)('%s stays within its budget of CSS', (id) => {
  // They travel together, inside the page.
  const files = [...new Set(stylesheets(id))];
  const bytes = gzipSync(files.map(read).join(''), { level: 9 }).length;
  expect(bytes, files.join('\n')).toBeLessThanOrEqual(LIMIT);
});

const TOKENS = /var\((--(?:color|text|radius|shadow|font|container|spacing|ease|duration|animate|z)-[\w-]+)\)/g;

test.each(Object.keys(routes))('%s has every design token that its stylesheets read', (id) => {
  const css = stylesheets(id).map(read).join('');
  const sent = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const missing = [...css.matchAll(TOKENS)].map(([, name]) => name).filter((name) => !sent.has(name));
  expect([...new Set(missing)]).toEqual([]);
});
