/**
 * What the service worker may cache, and how it treats each request (R3.5). Pure functions, so that
 * each rule is tested without a browser.
 *
 * Only whole pages are cached, never the data of a client navigation: a page from the cache is
 * marked as such in its markup, and React Router always gets current data. A stale price therefore
 * never looks current.
 */

import { languageOf, pageOfData, pathIn, SAVED_ORDER, withoutBase } from '#shop/language.ts';

/** How a request is treated. `null`: the worker ignores it. */
export type Treatment =
  /** A built file: its name changes with its content, so the cached copy is always current. */
  | 'asset'
  /** A picture with a content hash in its name. */
  | 'picture'
  /** A public page: the network response, or the cached page with its notice. */
  | 'page'
  /**
   * The data of such a page: the network response, or an instruction to load the cached page
   * instead.
   */
  | 'data'
  /**
   * Public settings: limits, timings and texts. The network response, or the last one. They contain
   * no prices.
   */
  | 'settings'
  /** Any other page of the shop: the network response, or the offline page. Never cached. */
  | 'unkept';

export interface RequestFacts {
  method: string;
  url: string;
  /** `request.mode`: 'navigate' for a document. */
  mode: string;
  /** `request.cache`: 'no-store' means network only. */
  cache: string;
  /** The request carries `authorization` or `range`. */
  special: boolean;
}

/*
 * A translated page is treated as the same page in English (`withoutBase`), and has its own copy:
 * cache keys are addresses.
 */

/** The admin, and paths that are not pages: the worker ignores them. */
const OFF_LIMITS = /^\/(admin|kingadminlogin|healthz|readyz|api\/docs|sw\.js)/;
/** Checkout and orders are personal: never cached. */
const PERSONAL = /^\/(address|payment|order|track-order)/;
/** All other shopper pages: home, a list, a policy, a category, a product. */
const PUBLIC = /^\/([a-z0-9]+(-[a-z0-9]+)*|product\/[a-z0-9-]+)?$/;
const SETTINGS = /^\/api\/(config|page-content(\/[\w%-]+)?)$/;
/** Same as in shop/media/pictures.ts, which is not bundled for one line. */
const HASHED_PICTURE = /^\/media\/.*-[0-9a-f]{8}(?:-\d{1,5})?\.[a-z0-9]+$/;

export function treatmentOf(request: RequestFacts, origin: string): Treatment | null {
  const { method, mode, cache, special } = request;
  if (method !== 'GET' || special || cache === 'no-store') return null;
  const url = new URL(request.url);
  if (url.origin !== origin || OFF_LIMITS.test(withoutBase(url.pathname))) return null;
  const { pathname } = url;
  if (pathname.startsWith('/assets/')) return 'asset';
  if (HASHED_PICTURE.test(pathname)) return 'picture';
  if (SETTINGS.test(pathname)) return 'settings';
  if (pathname.startsWith('/api/') || pathname.startsWith('/media/')) return null;
  if (mode === 'navigate') return isPublicPage(pathname) ? 'page' : 'unkept';
  const page = pageOfData(pathname);
  return page !== null && isPublicPage(page) ? 'data' : null;
}

export function isPublicPage(pathname: string): boolean {
  const page = withoutBase(pathname);
  return PUBLIC.test(page) && !PERSONAL.test(page) && !OFF_LIMITS.test(page);
}

/**
 * The pages that are always kept in the language of a page: home, the cart and the saved orders.
 */
export function alwaysKept(pathname: string): string[] {
  return ['/', '/cart', SAVED_ORDER].map((page) => pathIn(languageOf(pathname), page));
}

const ORDER =
  /^\/(?:payment|payment-success|order-review|orders|(?:orders|order-details|order-confirmation)\/([^/]+))\/?$/;

/**
 * The page to show instead of a page of checkout or of an order when the network is lost; null for
 * other pages.
 */
export function savedOrderOf({ pathname, searchParams }: URL): string | null {
  const match = ORDER.exec(withoutBase(pathname));
  if (!match) return null;
  const orderNumber = match[1] ?? searchParams.get('orderId');
  // In the fragment, so that the number is neither sent nor part of the cache key.
  return pathIn(languageOf(pathname), orderNumber ? `${SAVED_ORDER}#${orderNumber}` : SAVED_ORDER);
}

/** Parameters for tracking and for loader selection: the page is the same without them. */
const IGNORED_PARAMETERS = /^(utm_\w+|gclid|fbclid|_routes)$/;

/**
 * Cache key of a page: path and query, the same for its own URL and for its data. Home in Hindi is
 * '/hi', also for '/hi/'.
 */
export function pageKey(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) {
    if (IGNORED_PARAMETERS.test(name)) url.searchParams.delete(name);
  }
  const page = pageOfData(url.pathname) ?? url.pathname;
  return pathIn(languageOf(page), withoutBase(page)) + url.search;
}

/** Whether a response may be cached: complete, 200, same origin, and not private. */
export function isCacheable(
  response: { status: number; type: string; redirected: boolean; headers: Pick<Headers, 'get'> },
  mime: RegExp,
): boolean {
  const { status, type, redirected, headers } = response;
  return (
    status === 200 &&
    type === 'basic' &&
    !redirected &&
    !/\b(no-store|private)\b/.test(headers.get('cache-control') ?? '') &&
    mime.test(headers.get('content-type') ?? '')
  );
}

/** The built files that a page references: scripts, styles, fonts and drawings. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g) ?? [])];
}

/**
 * Marks a cached page with the time it was saved. `web/lib/connection.ts` reads the mark; before
 * that, a style displays it.
 */
export function markSaved(html: string, savedAt: number, notice: string): string {
  const escaped = notice.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return html.replace(/<html\b/, `<html data-saved-at="${savedAt}" data-saved-notice="${escaped}"`);
}
