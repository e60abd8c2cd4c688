import { RESERVED_ROUTES } from '#shop/content/content.ts';
import { type Language, languageOf as languageOfPage, pageOfData, withoutBase } from '#shop/language.ts';

/** The language of a page or of its data, by its URL. */
export function languageOf(url: string): Language {
  const [path = ''] = url.split('?');
  return languageOfPage(pageOfData(path) ?? path);
}

/** Query parameters that change the product listing (D6, D10, D11). */
const LISTING = [
  'q',
  'search',
  'category',
  'tags',
  'sizes',
  'noAddedSugar',
  'section',
  'minPrice',
  'maxPrice',
  'inStock',
  'country',
  'rating',
  'sort',
  'page',
  'limit',
];

interface Rule {
  path: RegExp;
  query: readonly string[];
}

/**
 * Paths that may be cached for everyone, and the query parameters that are part of the cache key.
 * Personal data is never cached: orders, tracking and the admin are rendered or read for each
 * request, with `no-store`.
 */
const rules: readonly Rule[] = [
  { path: /^\/(all-products|combos)$/, query: LISTING },
  {
    path: /^\/(|cart|address|payment|payment-success|order-review|track-order|orders|saved-order|wishlist|contact-us|about)$/,
    query: [],
  },
  { path: /^\/(terms-of-service|privacy-policy|shipping-policy|return-refund-policy)$/, query: [] },
  { path: /^\/product\/[a-z0-9-]{1,80}$/, query: ['stars', 'size'] },
  { path: /^\/feeds\/(google(-\d{1,3})?\.xml|meta(-\d{1,3})?\.csv)$/, query: [] },
  { path: /^\/(robots\.txt|sitemap(-\d{1,3})?\.xml|manifest\.webmanifest)$/, query: [] },
  { path: /^\/api\/products$/, query: LISTING.filter((name) => name !== 'q') },
  { path: /^\/api\/products\/search$/, query: ['q', 'limit'] },
  { path: /^\/api\/products\/[a-z0-9-]{1,80}$/, query: [] },
  { path: /^\/api\/reviews\/product\/[a-z0-9-]{1,80}$/, query: ['page', 'limit', 'sort', 'stars'] },
  { path: /^\/api\/categories(\/[a-z0-9-]{1,80})?$/, query: ['parentCategory'] },
  { path: /^\/api\/(config|payment-settings|page-content|pages\/products)$/, query: [] },
  { path: /^\/api\/page-content\/[A-Za-z0-9%-]{1,80}$/, query: [] },
  // One of the spellings that find a page: the others would take entries of their own.
  { path: /^\/api\/pages\/products\/(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/, query: [] },
];

/**
 * Parameters of GET /api/products whose responses are not cached: lists by `ids` differ between
 * devices and would evict shared entries; the others are used by the admin only.
 */
const UNCACHED = ['ids', 'status', 'stock', 'lacking'];

/** Longer URLs are never cached. */
export const MAX_URL = 512;

/**
 * Any other path with one segment may be a landing page, also one that an admin adds later (D9).
 * Only responses with status 200 are cached, so requests for random paths do not fill the cache.
 */
const LANDING: Rule = { path: /^\/(?=.{1,99}$)[a-z0-9]+(-[a-z0-9]+)*$/, query: [] };

function ruleOf(page: string): Rule | undefined {
  const rule = rules.find(({ path }) => path.test(page));
  return rule ?? (LANDING.path.test(page) && !RESERVED_ROUTES.has(page) ? LANDING : undefined);
}

/** False for another spelling of a path, `%61` for `a`: each would take an entry. */
function isPlain(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return path.split('/').every((part) => encodeURIComponent(decodeURIComponent(part)) === part);
  } catch {
    return false;
  }
}

/**
 * The cache key of a public URL: its path and the relevant parameters in a fixed order; null when
 * the response must not be cached. Unknown parameters and unknown ids in `_routes` neither create
 * an entry nor change the cached bytes.
 *
 * @param url path and query of the request, as in `request.url`
 * @param routeIds the ids that `_routes` may name
 */
export function cacheKey(url: string, routeIds: ReadonlySet<string>): string | null {
  if (url.length > MAX_URL) {
    return null;
  }
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  // Client navigation requests the data of the page. The rules are those of the page in English.
  const page = withoutBase(pageOfData(path) ?? path);
  const rule = ruleOf(page);
  if (!rule || !isPlain(path)) {
    return null;
  }
  if (mark < 0) {
    return path;
  }
  const given = new URLSearchParams(url.slice(mark + 1));
  // `_t` (spec) requests an uncached response; `_routes` selects single loaders of a page.
  if (given.has('_t') || (path === '/api/products' && UNCACHED.some((name) => given.has(name)))) {
    return null;
  }
  const kept = new URLSearchParams();
  for (const name of rule.query) {
    for (const value of given.getAll(name).sort()) {
      kept.append(name, value);
    }
  }
  if (path.endsWith('.data')) {
    const ids = new Set(
      given
        .get('_routes')
        ?.split(',')
        .filter((id) => routeIds.has(id)),
    );
    if (ids.size > 0) kept.append('_routes', [...ids].sort().join(','));
  }
  const query = kept.toString();
  return query ? `${path}?${query}` : path;
}
