import { offlinePage } from './offline-page.ts';
import { assetsOf, isKeepable, markSaved, pageKey, treatmentOf } from './rules.ts';
import type { ExtendableEvent, FetchEvent, WorkerScope } from './scope.ts';
import { savedNotice } from './words.ts';

/**
 * The service worker (R3.5): visited pages and the cart open without a network. The shop always goes first; see
 * rules.ts for what is kept. scripts/build.ts bundles this file to /sw.js with the stamp of the build.
 */
declare const self: WorkerScope;
/** Another build is another worker: it starts with empty caches of its own and clears those of the builds before. */
declare const BUILD_STAMP: string;
/** What no page names but every page may need: the drawing in place of a picture that does not come. */
declare const STAND_INS: readonly string[];

const PAGES = `kishmish-pages-${BUILD_STAMP}`;
const ASSETS = `kishmish-assets-${BUILD_STAMP}`;
const SETTINGS = `kishmish-settings-${BUILD_STAMP}`;
const PICTURES = 'kishmish-pictures';

/** How long the shop may take before a kept page is shown instead; the data of a client navigation gets more. */
const PAGE_PATIENCE_MS = 3_000;
const DATA_PATIENCE_MS = 8_000;
const MOST_PAGES = 60;
const MOST_PICTURES = 160;
/** A page that was opened by client navigation is fetched whole for later, unless its copy is younger than this. */
const RENEW_MS = 10 * 60_000;
const SAVED_AT = 'x-saved-at';

const HTML = /^text\/html/;
const JSON_TYPE = /^application\/json/;
const ANY = /./;

self.addEventListener('install', (event) => {
  // A page that cannot be had at this moment must not keep the worker away.
  const pages = ['/', '/cart'].map((path) => keepPage(path));
  event.waitUntil(Promise.allSettled([...pages, keepAssets(STAND_INS)]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const mine = [PAGES, ASSETS, SETTINGS, PICTURES];
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.startsWith('kishmish-') && !mine.includes(name)).map((name) => caches.delete(name)),
      );
      await self.clients.claim();
    })(),
  );
});

/** The first page of a visit was loaded before there was a worker: it asks to be kept. */
self.addEventListener('message', (event) => {
  const { keep } = (event.data ?? {}) as { keep?: unknown };
  if (typeof keep !== 'string' || !keep.startsWith('/')) return;
  const asked = { method: 'GET', url: self.location.origin + keep, mode: 'navigate', cache: 'default', special: false };
  if (treatmentOf(asked, self.location.origin) === 'page') event.waitUntil(keepPage(keep).catch(() => {}));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const special = request.headers.has('authorization') || request.headers.has('range');
  switch (treatmentOf({ ...facts(request), special }, self.location.origin)) {
    case 'asset':
      event.respondWith(cacheFirst(event, ASSETS));
      break;
    case 'picture':
      event.respondWith(cacheFirst(event, PICTURES, MOST_PICTURES));
      break;
    case 'settings':
      event.respondWith(settings(event));
      break;
    case 'page':
      event.respondWith(page(event));
      break;
    case 'data':
      event.respondWith(data(event));
      break;
    case 'unkept':
      event.respondWith(fetch(request).catch(offlinePage));
      break;
    default:
  }
});

function facts({ method, url, mode, cache }: Request) {
  return { method, url, mode, cache };
}

async function cacheFirst(event: FetchEvent, name: string, most?: number): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (isKeepable(answer, ANY)) {
    const copy = answer.clone();
    later(event, async () => {
      await cache.put(event.request, copy);
      if (most) await trim(cache, most);
    });
  }
  return answer;
}

async function settings(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(SETTINGS);
  try {
    const answer = await fetch(event.request);
    if (isKeepable(answer, JSON_TYPE)) {
      const copy = answer.clone();
      later(event, () => cache.put(event.request, copy));
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(event.request);
    if (kept) return kept;
    throw error;
  }
}

/** The shop's page; when it does not come in time, the kept one with its notice, or the word that there is none. */
async function page(event: FetchEvent): Promise<Response> {
  const key = pageKey(event.request.url);
  const fresh = fetch(event.request);
  later(event, async () => {
    const answer = await fresh;
    if (isKeepable(answer, HTML)) await storePage(key, answer.clone());
  });
  const answer = await inTime(fresh, key, PAGE_PATIENCE_MS);
  if (answer) return answer;
  const kept = await (await caches.open(PAGES)).match(key);
  return kept ? marked(kept) : fresh.catch(offlinePage);
}

/**
 * The shop's data. When it does not come, React Router is told to open the page as a document, which `page` then answers: kept,
 * with its notice, or not at all. Stale data never reaches a page that looks current.
 */
async function data(event: FetchEvent): Promise<Response> {
  const key = pageKey(event.request.url);
  const answer = await inTime(fetch(event.request), key, DATA_PATIENCE_MS);
  if (answer) {
    if (answer.ok) later(event, () => renew(key));
    return answer;
  }
  return new Response(null, {
    status: 204,
    headers: { 'x-remix-redirect': key, 'x-remix-reload-document': 'true', 'x-remix-status': '302' },
  });
}

/**
 * The answer when it comes in time. Null when the shop cannot be reached, or is slow or down while there is a kept page to show
 * in its place; without one there is nothing better than waiting.
 */
async function inTime(fresh: Promise<Response>, key: string, patience: number): Promise<Response | null> {
  const failed = fresh.then(
    (answer) => (answer.status >= 502 && answer.status <= 504 ? null : answer),
    () => null,
  );
  const kept = await (await caches.open(PAGES)).match(key);
  if (!kept) return fresh.catch(() => null);
  return Promise.race([failed, new Promise<null>((resolve) => setTimeout(resolve, patience, null))]);
}

async function marked(kept: Response): Promise<Response> {
  const savedAt = Number(kept.headers.get(SAVED_AT));
  const html = await kept.text();
  return new Response(markSaved(html, savedAt, savedNotice(savedAt)), { headers: kept.headers });
}

async function renew(key: string): Promise<void> {
  const kept = await (await caches.open(PAGES)).match(key);
  if (!kept || Date.now() - Number(kept.headers.get(SAVED_AT)) > RENEW_MS) await keepPage(key);
}

/** Fetches a page and keeps it with the built files it needs. */
async function keepPage(key: string): Promise<void> {
  const answer = await fetch(key, { headers: { accept: 'text/html' }, credentials: 'same-origin' });
  if (isKeepable(answer, HTML)) await storePage(pageKey(self.location.origin + key), answer);
}

async function storePage(key: string, answer: Response): Promise<void> {
  const html = await answer.text();
  const headers = new Headers(answer.headers);
  // The body is kept as it was after decoding.
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(SAVED_AT, String(Date.now()));
  const pages = await caches.open(PAGES);
  // Deleted first, so that the list stays in the order of the last visit.
  await pages.delete(key);
  await pages.put(key, new Response(html, { headers }));
  await trim(pages, MOST_PAGES, ['/', '/cart']);
  await keepAssets(assetsOf(html));
}

async function keepAssets(paths: readonly string[]): Promise<void> {
  const assets = await caches.open(ASSETS);
  await Promise.all(
    paths.map(async (path) => {
      if (!(await assets.match(path))) await assets.add(path).catch(() => {});
    }),
  );
}

/** Drops the oldest entries beyond `most`. */
async function trim(cache: Cache, most: number, always: readonly string[] = []): Promise<void> {
  const keys = (await cache.keys()).filter(({ url }) => !always.includes(new URL(url).pathname));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((request) => cache.delete(request)));
}

/** Work after the answer; its failure (a full disk, a lost network) is nobody's business. */
function later(event: ExtendableEvent, work: () => Promise<unknown>): void {
  event.waitUntil(work().catch(() => {}));
}
