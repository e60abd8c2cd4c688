/**
 * What the service worker may keep and for whom (R3.5). Pure, so that each rule is tested without a browser.
 *
 * Only whole pages are kept, never the data of a client navigation: a page that comes out of the cache says so in its own
 * markup, and whatever data React Router gets is always the shop's answer of now. So an old price can never pass for today's.
 */

/** How a request is treated. `null`: the worker stays out of it. */
export type Treatment =
  /** A built file: its name changes with its content, so the kept copy is as good as the shop's. */
  | 'asset'
  /** A picture under a name that never changes. */
  | 'picture'
  /** A page open to all: the shop's answer, or the kept page with its notice. */
  | 'page'
  /** The data of such a page: the shop's answer, or the word to open the kept page instead. */
  | 'data'
  /** Limits, timings and texts of the shop: the shop's answer, or the last one. No price is in them. */
  | 'settings'
  /** Any other page of the shop: the shop's answer, or a plain word that there is no network. Never kept. */
  | 'unkept';

export interface Asked {
  method: string;
  url: string;
  /** `request.mode`: 'navigate' for a document. */
  mode: string;
  /** `request.cache`: 'no-store' wants the network and nothing else. */
  cache: string;
  /** The request carries `authorization` or `range`. */
  special: boolean;
}

/** The admin, and what is no page: the worker never touches them. */
const OFF_LIMITS = /^\/(admin|kingadminlogin|healthz|readyz|api\/docs|sw\.js)/;
/** One person's checkout and orders: never kept. */
const PERSONAL = /^\/(address|payment|order|track-order)/;
/** Everything else that a shopper opens: home, a list, a policy, a category, a product. */
const PUBLIC = /^\/([a-z0-9]+(-[a-z0-9]+)*|product\/[a-z0-9-]+)?$/;
const SETTINGS = /^\/api\/(config|page-content(\/[\w%-]+)?)$/;
/** As in shop/media/pictures.ts, which is not brought along for one line. */
const HASHED_PICTURE = /^\/media\/.*-[0-9a-f]{8}(?:-\d{1,5})?\.[a-z0-9]+$/;

export function treatmentOf(asked: Asked, origin: string): Treatment | null {
  const { method, mode, cache, special } = asked;
  if (method !== 'GET' || special || cache === 'no-store') return null;
  const url = new URL(asked.url);
  if (url.origin !== origin || OFF_LIMITS.test(url.pathname)) return null;
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
  return PUBLIC.test(pathname) && !PERSONAL.test(pathname) && !OFF_LIMITS.test(pathname);
}

/** The page that a client navigation asks the data of: '/cart.data' is the cart's, '/_.data' is home's. */
export function pageOfData(pathname: string): string | null {
  if (!pathname.endsWith('.data')) return null;
  return pathname.replace(/\/_(root)?\.data$/, '/').replace(/\.data$/, '');
}

/** Parameters that say where a shopper came from, or which loaders are asked: the page is the same without them. */
const BESIDE_THE_POINT = /^(utm_\w+|gclid|fbclid|_routes)$/;

/** Path and query under which a page is kept, for its own address and for that of its data. */
export function pageKey(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) {
    if (BESIDE_THE_POINT.test(name)) url.searchParams.delete(name);
  }
  return `${pageOfData(url.pathname) ?? url.pathname}${url.search}`;
}

/** Whether an answer may be kept: whole, good, the shop's own, and not marked as one person's. */
export function isKeepable(
  answer: { status: number; type: string; redirected: boolean; headers: Pick<Headers, 'get'> },
  mime: RegExp,
): boolean {
  const { status, type, redirected, headers } = answer;
  return (
    status === 200 &&
    type === 'basic' &&
    !redirected &&
    !/\b(no-store|private)\b/.test(headers.get('cache-control') ?? '') &&
    mime.test(headers.get('content-type') ?? '')
  );
}

/** The built files that a page names: its scripts, styles, fonts and drawings. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g) ?? [])];
}

/** Marks a kept page with the moment it was saved; `web/lib/connection.ts` reads it, and a style shows it before that. */
export function markSaved(html: string, savedAt: number, notice: string): string {
  const said = notice.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return html.replace(/<html\b/, `<html data-saved-at="${savedAt}" data-saved-notice="${said}"`);
}
