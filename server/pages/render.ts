import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { Env } from '../env.ts';
import { pageCsp } from '../http/security.ts';
import type { Answer } from './cache.ts';

/** The folder that `npm run build` writes. */
export const BUILD = path.join(import.meta.dirname, '..', '..', 'build');

/** Renders one page, or its data for a client navigation, from its address alone. */
export type Renderer = (url: string, signal?: AbortSignal) => Promise<Answer>;

/** What web/entry.server.tsx exports besides its default: React Router contexts exist only inside the SSR bundle. */
interface ShopEntry {
  makeLoadContext(services: unknown): unknown;
}

/**
 * Makes the renderer over a server build.
 *
 * The request that React Router sees holds nothing but the address: no cookie, host or other header of the shopper can
 * alter a page, so it may be kept for everyone.
 *
 * @param services what the loaders of the pages call
 * @param build the server build, or a function that brings the newest one (development)
 */
export function createRenderer(
  build: ServerBuild | (() => Promise<ServerBuild>),
  services: { context: { env: Pick<Env, 'publicUrl'> } },
  options: { development: boolean },
): Renderer {
  const handle = createRequestHandler(build, options.development ? 'development' : 'production');
  const origin = services.context.env.publicUrl ?? 'http://shop.invalid';
  return async (url, signal) => {
    const current = typeof build === 'function' ? await build() : build;
    const entry = current.entry.module as unknown as ShopEntry;
    const request = new Request(pageAddress(origin, url), signal ? { signal } : {});
    const response = await handle(request, entry.makeLoadContext(services) as Parameters<typeof handle>[1]);
    const body: Buffer = Buffer.from(await response.arrayBuffer());
    const headers: Record<string, string> = {};
    for (const [name, value] of response.headers) {
      headers[name] = value;
    }
    const html = (headers['content-type'] ?? '').startsWith('text/html');
    if (html) {
      headers['content-type'] = 'text/html; charset=utf-8';
      if (!options.development) {
        headers['content-security-policy'] = pageCsp(body.toString('utf8'));
      }
    }
    headers['cache-control'] ??= 'no-cache';
    return { status: response.status, headers, body };
  };
}

/**
 * The whole address of a page. Put together as text: as a relative address, `//host/x` and `/\\host/x` would name another
 * host, and `//` none at all, which is an error.
 *
 * @param url path and query as asked for; a proxy's whole address (`http://host/x`) is one that no page has
 */
export function pageAddress(origin: string, url: string): URL {
  return new URL(url.startsWith('/') ? `${origin}${url}` : `${origin}/${encodeURIComponent(url)}`);
}

/** Loads the production build. @throws Error with one sentence when there is none */
export async function loadBuild(): Promise<ServerBuild> {
  const file = path.join(BUILD, 'server', 'index.js');
  if (!existsSync(file)) {
    throw new Error('The pages are not built yet: run `npm run build` (npm start does it by itself).');
  }
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}
