import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { currentLanguage, LANGUAGE_CODES, type Language, pathIn } from '#shop/language.ts';
import type { Env } from '../env.ts';
import { pageCsp, withPolicy } from '../http/security.ts';
import { speaking } from '../language.ts';
import { ROOT } from '../root.ts';
import type { PageResponse } from './cache.ts';
import { languageOf } from './policy.ts';

const CLIENT = path.join(ROOT, 'build', 'client');

/** Renders a page, or its data for a client navigation, from its URL alone. */
export type Renderer = (url: string, signal?: AbortSignal) => Promise<PageResponse>;

/**
 * The named exports of web/entry.server.tsx: React Router contexts exist only inside the SSR
 * bundle.
 */
interface ShopEntry {
  /** Sets where the bundle, which has its own copy of shop/language.ts, finds the language. */
  readLanguageFrom(source: () => Language): void;
  makeLoadContext(
    services: unknown,
    built: { read(address: string): string; words: Readonly<Record<string, string>> },
    takeHtml: (html: Buffer, own: { css: string; nonce: string }) => void,
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
 */
export function createRenderer(
  build: ServerBuild | (() => Promise<ServerBuild>),
  services: { context: { env: Pick<Env, 'publicUrl'> } },
  options: { development: boolean },
): Renderer {
  const mode = options.development ? 'development' : 'production';
  const handlers = new Map(
    LANGUAGE_CODES.map((language) => {
      // The pages of a translation are below its code.
      const basename = pathIn(language, '/');
      const own = typeof build === 'function' ? async () => ({ ...(await build()), basename }) : { ...build, basename };
      return [
        language,
        { handle: createRequestHandler(own, mode), words: options.development ? {} : wordsOf(language) },
      ];
    }),
  );
  const origin = services.context.env.publicUrl ?? 'http://shop.invalid';
  const read = (address: string) => readFileSync(path.join(CLIENT, address), 'utf8');
  const render = async (url: string, language: Language, signal?: AbortSignal): Promise<PageResponse> => {
    const { handle, words } = handlers.get(language)!;
    const current = typeof build === 'function' ? await build() : build;
    const entry = current.entry.module as unknown as ShopEntry;
    entry.readLanguageFrom(currentLanguage);
    const request = new Request(pageAddress(origin, url), signal ? { signal } : {});
    let html: Buffer | undefined;
    let csp: string | undefined;
    let failure: unknown;
    const context = entry.makeLoadContext(
      services,
      { read, words },
      (page, own) => {
        ({ html, csp } = withPolicy(page, own));
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
        headers['content-security-policy'] = csp ?? pageCsp();
      }
    }
    headers['cache-control'] ??= 'no-cache';
    return { status: response.status, headers, body, ...(response.status >= 500 ? { failure } : {}) };
  };
  return (url, signal) => {
    const language = languageOf(url);
    return speaking(language, () => render(url, language, signal));
  };
}

/** The files of the words in a language, by the names under which the scripts import them. */
function wordsOf(language: Language): Record<string, string> {
  const files = readdirSync(path.join(CLIENT, 'assets')).flatMap((file) => {
    const [, own, pack] = /^words-(\w+)-(first|later)-.*\.js$/.exec(file) ?? [];
    return own === language ? [[`words/${pack}`, `/assets/${file}`]] : [];
  });
  return Object.fromEntries(files);
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
export async function loadBuild(): Promise<ServerBuild> {
  const file = path.join(ROOT, 'build', 'server', 'index.js');
  if (!existsSync(file)) {
    throw new Error('The pages are not built yet: run `npm run build` (npm start does it by itself).');
  }
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/** The built pages. */
export async function builtPages(
  services: Parameters<typeof createRenderer>[1],
): Promise<{ renderer: Renderer; routeIds: ReadonlySet<string> }> {
  const build = await loadBuild();
  return {
    renderer: createRenderer(build, services, { development: false }),
    routeIds: new Set(Object.keys(build.routes)),
  };
}
