import { RESERVED_ROUTES } from '#shop/content/content.ts';

/** Query parameters of the product listing that change what it shows (D6, D10, D11). */
const LISTING = [
  'q',
  'search',
  'category',
  'tags',
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
 * What may be kept and served to everyone, and by which query parameters it differs. Nothing that shows a person is
 * here: orders, tracking and the admin are rendered or read afresh each time, with `no-store`.
 */
const rules: readonly Rule[] = [
  { path: /^\/(all-products|combos)$/, query: LISTING },
  {
    path: /^\/(|cart|address|payment|payment-success|order-review|track-order|orders|wishlist|contact-us|about)$/,
    query: [],
  },
  { path: /^\/(terms-of-service|privacy-policy|shipping-policy|return-refund-policy)$/, query: [] },
  { path: /^\/product\/[a-z0-9-]{1,80}$/, query: [] },
  { path: /^\/(robots\.txt|sitemap\.xml|manifest\.webmanifest)$/, query: [] },
  { path: /^\/api\/products$/, query: LISTING },
  { path: /^\/api\/products\/search$/, query: ['q', 'limit'] },
  { path: /^\/api\/products\/[a-z0-9-]{1,80}$/, query: [] },
  { path: /^\/api\/reviews\/product\/[a-z0-9-]{1,80}$/, query: ['page', 'limit', 'sort'] },
  { path: /^\/api\/categories(\/[a-z0-9-]{1,80})?$/, query: ['parentCategory'] },
  { path: /^\/api\/(config|payment-settings|page-content|pages\/products)$/, query: [] },
  { path: /^\/api\/(page-content|pages\/products)\/[A-Za-z0-9%-]{1,80}$/, query: [] },
];

/**
 * Parameters of GET /api/products whose answers are not kept: lists by `ids` differ from device to device and would only push out
 * what everybody asks for; the others are the admin's.
 */
const UNKEPT = ['ids', 'status', 'stock', 'lacking'];

const MAX_URL = 512;

/**
 * Any other path of one part may be a landing page, also one that an admin will add (D9). Only answers with status 200 are
 * kept, so made-up paths fill nothing.
 */
const LANDING: Rule = { path: /^\/(?=.{1,99}$)[a-z0-9]+(-[a-z0-9]+)*$/, query: [] };

function ruleOf(page: string): Rule | undefined {
  const rule = rules.find(({ path }) => path.test(page));
  return rule ?? (LANDING.path.test(page) && !RESERVED_ROUTES.has(page) ? LANDING : undefined);
}

/**
 * The cache key of a public address: its path and the parameters that matter, in a fixed order; null when the answer
 * must not be kept. Unknown parameters never make a new entry and never alter the cached bytes.
 *
 * @param url path and query of the request, as in `request.url`
 */
export function cacheKey(url: string): string | null {
  if (url.length > MAX_URL) {
    return null;
  }
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  // Client navigation asks for the same page's data: `/cart.data`, and `/_root.data` or `/_.data` for the home page.
  const page = path.endsWith('.data') ? path.replace(/^\/_(root)?\.data$/, '/').replace(/\.data$/, '') : path;
  const rule = ruleOf(page);
  if (!rule) {
    return null;
  }
  if (mark < 0) {
    return path;
  }
  const given = new URLSearchParams(url.slice(mark + 1));
  // The specification's `_t` asks for an answer that no cache has touched; `_routes` picks single loaders of a page.
  if (given.has('_t') || (path === '/api/products' && UNKEPT.some((name) => given.has(name)))) {
    return null;
  }
  const kept = new URLSearchParams();
  for (const name of path.endsWith('.data') ? [...rule.query, '_routes'] : rule.query) {
    for (const value of given.getAll(name).sort()) {
      kept.append(name, value);
    }
  }
  const query = kept.toString();
  return query ? `${path}?${query}` : path;
}
