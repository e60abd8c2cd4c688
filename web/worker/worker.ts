import { LANGUAGE_CODES, languageOf, pathIn, SAVED_ORDER, TRANSLATIONS, withoutBase } from '#shop/language.ts';
import { speaking } from './languages.ts';
import { offlinePage } from './offline-page.ts';
import { alwaysKept, assetsOf, isCacheable, markSaved, pageKey, savedOrderOf, treatmentOf } from './rules.ts';
import type { ExtendableEvent, FetchEvent, WorkerScope } from './scope.ts';
import { readWaiting, SEND, sendWaiting, WAITING } from './waiting.ts';
import { savedNotice } from './words.ts';

/**
 * The service worker (R3.5): visited pages and the cart open without a network. Requests go to the
 * network first; see rules.ts for what is cached. scripts/build.ts bundles this file to /sw.js with
 * the build stamp.
 */
declare const self: WorkerScope;
/**
 * Each build has its own worker: it starts with empty caches and deletes those of earlier builds.
 */
declare const BUILD_STAMP: string;
/**
 * The builds that the pages know (web/lib/new-version.ts): the hash of React Router's
 * manifest.
 */
declare const PAGES_BUILDS: readonly string[];
/**
 * Files that no page references but every page may need: the placeholder for a picture that fails
 * to load.
 */
declare const STAND_INS: readonly string[];

const PAGES = `kishmish-pages-${BUILD_STAMP}`;
const ASSETS = `kishmish-assets-${BUILD_STAMP}`;
const SETTINGS = `kishmish-settings-${BUILD_STAMP}`;
const PICTURES = 'kishmish-pictures';

/**
 * How long to wait for the network before a cached page is served; client navigation data gets more
 * time.
 */
const PAGE_PATIENCE_MS = 3_000;
const DATA_PATIENCE_MS = 8_000;
/** After this time, data that could not be fetched is requested once more. */
const AGAIN_MS = 250;
const MOST_PAGES = 60;
const MOST_PICTURES = 160;
/**
 * A page opened by client navigation is also fetched as a document for later, unless its cached
 * copy is younger than this.
 */
const RENEW_MS = 10 * 60_000;
const SAVED_AT = 'x-saved-at';

const HTML = /^text\/html/;
const JSON_TYPE = /^application\/json/;
const ANY = /./;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const waits = (await readWaiting()).length > 0;
      const paths = (await openedPages()).flatMap((page) =>
        // Otherwise the payment page asks for the page of saved orders (web/lib/service-worker.ts).
        alwaysKept(page).filter((path) => waits || withoutBase(path) !== SAVED_ORDER),
      );
      // A page that cannot be fetched now must not make the installation fail.
      await Promise.allSettled([...new Set(paths)].map((path) => keepPage(path)));
    })(),
  );
});

/** The pages that are open, one for each language; the home page when none is. */
async function openedPages(): Promise<string[]> {
  const clients = await self.clients.matchAll({ includeUncontrolled: true });
  const paths = clients.map(({ url }) => new URL(url).pathname);
  const byLanguage = new Map(paths.map((path) => [languageOf(path), path]));
  return byLanguage.size > 0 ? [...byLanguage.values()] : ['/'];
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const mine = [PAGES, ASSETS, SETTINGS, PICTURES, WAITING];
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.startsWith('kishmish-') && !mine.includes(name)).map((name) => caches.delete(name)),
      );
      await self.clients.claim();
    })(),
  );
});

/**
 * Sends the orders of the outbox after the pages were closed, where the browser has Background Sync
 * (D25).
 */
self.addEventListener('sync', (event) => {
  if (event.tag !== SEND) return;
  // After a page that is sending them now: it may be closed before it is done, and then its lock
  // ends.
  event.waitUntil(navigator.locks.request(SEND, () => sendWaiting()));
});

/**
 * The first page of a visit loads before the worker is active: it asks the worker to cache it.
 * Every page asks for the build.
 */
self.addEventListener('message', (event) => {
  const { keep, build } = (event.data ?? {}) as { keep?: unknown; build?: unknown };
  if (build) event.ports[0]?.postMessage(PAGES_BUILDS);
  if (typeof keep !== 'string' || !keep.startsWith('/')) return;
  const target = {
    method: 'GET',
    url: self.location.origin + keep,
    mode: 'navigate',
    cache: 'default',
    special: false,
  };
  if (treatmentOf(target, self.location.origin) !== 'page') return;
  event.waitUntil(keepPage(keep).catch(() => {}));
  // The shopper may have changed the language since the worker was installed.
  const [home = '/', cart = '/cart'] = alwaysKept(keep);
  for (const path of [home, cart]) if (path !== keep) event.waitUntil(keepIfMissing(path).catch(() => {}));
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
      event.respondWith(fetch(request).catch(() => unreachable(request.url)));
      break;
    default:
  }
});

function facts({ method, url, mode, cache }: Request) {
  return { method, url, mode, cache };
}

async function cacheFirst(event: FetchEvent, name: string, most?: number): Promise<Response> {
  const cache = await caches.open(name);
  const cached = await cache.match(event.request);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (isCacheable(response, ANY)) {
    const copy = response.clone();
    later(event, async () => {
      await cache.put(event.request, copy);
      if (most) await trim(cache, most);
    });
  }
  return response;
}

async function settings(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(SETTINGS);
  try {
    const response = await fetch(event.request);
    if (isCacheable(response, JSON_TYPE)) {
      const copy = response.clone();
      later(event, () => cache.put(event.request, copy));
    }
    return response;
  } catch (error) {
    const cached = await cache.match(event.request);
    if (cached) return cached;
    throw error;
  }
}

/** The page from the network; on timeout the cached page with its notice, or the offline page. */
async function page(event: FetchEvent): Promise<Response> {
  const key = pageKey(event.request.url);
  const fresh = fetch(event.request);
  later(event, async () => {
    const response = await fresh;
    if (isCacheable(response, HTML)) await storePage(key, response.clone());
  });
  const response = await inTime(fresh, key, PAGE_PATIENCE_MS);
  if (response) return response;
  const cached = await (await caches.open(PAGES)).match(key);
  // The saved order has no prices that could be stale.
  if (cached && withoutBase(key) === SAVED_ORDER) return cached;
  return cached ? marked(cached, key) : fresh.catch(() => unreachable(event.request.url));
}

/**
 * For a page that is not kept: the same page in another language when that is kept, the page of saved orders
 * instead of a page of checkout, else the offline page.
 */
async function unreachable(url: string): Promise<Response> {
  const key = pageKey(url);
  // An installed shop opens '/', also for a shopper who has only used it in another language.
  const translations = languageOf(key) === 'en' ? TRANSLATIONS.map((language) => pathIn(language, key)) : [];
  for (const path of [...translations, savedOrderOf(new URL(url))]) {
    if (path && (await (await caches.open(PAGES)).match(path.replace(/#.*/, '')))) {
      return Response.redirect(self.location.origin + path, 302);
    }
  }
  const waiting = await readWaiting().catch(() => []);
  const home = await (await caches.open(PAGES)).match(pathIn(languageOf(key), '/'));
  return offlinePage(
    new URL(url).pathname,
    waiting.filter(({ order }) => !order).map(({ body }) => body.orderNumber),
    home ? await home.text() : '',
  );
}

/**
 * Data of a client navigation. On timeout React Router is made to load the page as a document,
 * which `page` then handles: cached, with its notice, or offline. Stale data never reaches a page
 * that looks current.
 */
async function data(event: FetchEvent): Promise<Response> {
  const key = pageKey(event.request.url);
  // Right after the network has returned, a worker's first request may still fail, and a reload
  // would lose what the page displays.
  const fresh = fetch(event.request).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return fetch(event.request);
  });
  const response = await inTime(fresh, key, DATA_PATIENCE_MS);
  if (response) {
    if (response.ok) later(event, () => renew(key));
    return response;
  }
  return new Response(null, {
    status: 204,
    // React Router adds the prefix of the language again.
    headers: { 'x-remix-redirect': withoutBase(key), 'x-remix-reload-document': 'true', 'x-remix-status': '302' },
  });
}

/**
 * The response if it arrives in time. Null when the server cannot be reached, or is slow or down
 * while a cached page is available; without a cached page it waits.
 */
async function inTime(fresh: Promise<Response>, key: string, patience: number): Promise<Response | null> {
  const failed = fresh.then(
    (response) => (response.status >= 502 && response.status <= 504 ? null : response),
    () => null,
  );
  const cached = await (await caches.open(PAGES)).match(key);
  if (!cached) return fresh.catch(() => null);
  return Promise.race([failed, new Promise<null>((resolve) => setTimeout(resolve, patience, null))]);
}

async function marked(cached: Response, key: string): Promise<Response> {
  const savedAt = Number(cached.headers.get(SAVED_AT));
  const html = await cached.text();
  const notice = speaking(key, () => savedNotice(savedAt, { offline: true, kept: true }));
  return new Response(markSaved(html, savedAt, notice), { headers: cached.headers });
}

async function renew(key: string): Promise<void> {
  const cached = await (await caches.open(PAGES)).match(key);
  if (!cached || Date.now() - Number(cached.headers.get(SAVED_AT)) > RENEW_MS) await keepPage(key);
}

async function keepIfMissing(key: string): Promise<void> {
  if (!(await (await caches.open(PAGES)).match(key))) await keepPage(key);
}

/** Fetches and caches a page and the built files it needs. */
async function keepPage(key: string): Promise<void> {
  const response = await fetch(key, { headers: { accept: 'text/html' }, credentials: 'same-origin' });
  if (isCacheable(response, HTML)) await storePage(pageKey(self.location.origin + key), response);
}

async function storePage(key: string, response: Response): Promise<void> {
  const html = await response.text();
  const headers = new Headers(response.headers);
  // The stored body is already decoded.
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(SAVED_AT, String(Date.now()));
  const pages = await caches.open(PAGES);
  // A key that exists moves to the end: the entries stay in order of the last visit.
  await pages.put(key, new Response(html, { headers }));
  await trim(
    pages,
    MOST_PAGES,
    LANGUAGE_CODES.flatMap((language) => alwaysKept(pathIn(language, '/'))),
  );
  await keepAssets([...assetsOf(html), ...STAND_INS]);
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

/** Runs work after the response; failures (a full disk, no network) are ignored. */
function later(event: ExtendableEvent, work: () => Promise<unknown>): void {
  event.waitUntil(work().catch(() => {}));
}
