import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { LANGUAGE_CODES, type Language } from '#shop/language.ts';
import type { Env } from '../env.ts';
import { pageCsp } from '../http/security.ts';
import { buildOf } from './builds.ts';
import type { PageResponse } from './cache.ts';
import { languageOf } from './policy.ts';

/** Renders a page, or its data for a client navigation, from its URL alone. */
export type Renderer = (url: string, signal?: AbortSignal) => Promise<PageResponse>;

/**
 * The named exports of web/entry.server.tsx: React Router contexts exist only inside the SSR
 * bundle.
 */
interface ShopEntry {
  makeLoadContext(
    services: unknown,
    readAsset: (address: string) => string,
    takeHtml: (html: Buffer) => void,
    takeError: (error: unknown) => void,
  ): Parameters<ReturnType<typeof createRequestHandler>>[1];
}

/**
 * Creates the renderer for a server build.
 *
 * React Router only sees the URL of the request. No cookie, host or other header can change a page,
 * so it may be cached for everyone.
 *
 * @param services the services that page loaders call
 * @param build the server build, or a function that returns the current one (development)
 * @param options `language`: of the build, English when omitted
 */
export function createRenderer(
  build: ServerBuild | (() => Promise<ServerBuild>),
  services: { context: { env: Pick<Env, 'publicUrl'> } },
  options: { development: boolean; language?: Language },
): Renderer {
  const handle = createRequestHandler(build, options.development ? 'development' : 'production');
  const origin = services.context.env.publicUrl ?? 'http://shop.invalid';
  const client = path.join(buildOf(options.language ?? 'en'), 'client');
  const readAsset = (address: string) => readFileSync(path.join(client, address), 'utf8');
  return async (url, signal) => {
    const current = typeof build === 'function' ? await build() : build;
    const entry = current.entry.module as unknown as ShopEntry;
    const request = new Request(pageAddress(origin, url), signal ? { signal } : {});
    let html: Buffer | undefined;
    let failure: unknown;
    const context = entry.makeLoadContext(
      services,
      readAsset,
      (page) => {
        html = page;
      },
      (error) => {
        failure ??= error;
      },
    );
    const response = await handle(request, context);
    // Data and redirects have a body of their own.
    const body = response.body || !html ? Buffer.from(await response.arrayBuffer()) : html;
    const headers: Record<string, string> = {};
    for (const [name, value] of response.headers) {
      headers[name] = value;
    }
    if ((headers['content-type'] ?? '').startsWith('text/html')) {
      headers['content-type'] = 'text/html; charset=utf-8';
      if (!options.development) {
        headers['content-security-policy'] = pageCsp(body);
      }
    }
    headers['cache-control'] ??= 'no-cache';
    return { status: response.status, headers, body, ...(response.status >= 500 ? { failure } : {}) };
  };
}

/**
 * The absolute URL of a page, built by concatenation: as relative URLs, `//host/x` and `/\\host/x`
 * would point to another host, and `//` would be invalid.
 *
 * @param url path and query of the request; an absolute URL from a proxy (`http://host/x`) matches
 *   no page
 */
export function pageAddress(origin: string, url: string): URL {
  return new URL(url.startsWith('/') ? `${origin}${url}` : `${origin}/${encodeURIComponent(url)}`);
}

/** Loads a production build. @throws Error with a message for the operator when it is missing */
export async function loadBuild(language: Language = 'en'): Promise<ServerBuild> {
  const file = path.join(buildOf(language), 'server', 'index.js');
  if (!existsSync(file)) {
    throw new Error('The pages are not built yet: run `npm run build` (npm start does it by itself).');
  }
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/** The pages of the builds of all languages, each in the language of its address. */
export async function builtPages(
  services: Parameters<typeof createRenderer>[1],
): Promise<{ renderer: Renderer; routeIds: ReadonlySet<string> }> {
  const built = await Promise.all(
    LANGUAGE_CODES.map(async (language) => {
      const build = await loadBuild(language);
      return { language, build, renderer: createRenderer(build, services, { development: false, language }) };
    }),
  );
  const renderers = new Map(built.map(({ language, renderer }) => [language, renderer]));
  return {
    renderer: (url, signal) => renderers.get(languageOf(url))!(url, signal),
    routeIds: new Set(built.flatMap(({ build }) => Object.keys(build.routes))),
  };
}
