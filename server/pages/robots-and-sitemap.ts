import type { Product } from '#shop/catalogue/catalogue.ts';
import { type FeedKind, feedPath } from '#shop/catalogue/feeds/items.ts';
import { STATIC_PAGES } from '#shop/content/content.ts';
import { isoDay } from '#shop/india/dates.ts';
import { alternatesOf, LANGUAGE_CODES, pathIn, TRANSLATIONS, withoutBase } from '#shop/language.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { xmlText } from '#shop/text/xml.ts';
import type { ShopApp } from '../http/routes.ts';
import { securityHeaders } from '../http/security.ts';
import type { PageCache, PageResponse } from './cache.ts';
import { feed } from './feeds.ts';

/** The data of these files; the areas implement it. */
export interface SiteFacts {
  /** PUBLIC_URL; null when it is not set. */
  publicUrl: string | null;
  settings: { shop(): Promise<Pick<ShopSettings, 'brandName' | 'tagline'>>; closed(): Promise<object | null> };
  catalogue: { visible(): Promise<readonly Product[]> };
  content: { productPages(): Promise<readonly { route: string }[]> };
}

/** The text of a file, or null when there is no such part. */
type FileMaker = { type: string; make: (part: number) => Promise<string | null> };

const PART = ':part(^\\d{1,3})';

/**
 * Files for search engines and phones (R3.3): `/robots.txt`, `/sitemap.xml` with its parts,
 * `/manifest.webmanifest`, and the feeds of the products (feeds.ts). Absolute URLs use PUBLIC_URL
 * only, never the Host header, because these responses are cached for everyone.
 */
export function foundRoutes(app: ShopApp, facts: SiteFacts, cache: PageCache, keep = true): void {
  const security = securityHeaders(facts.publicUrl);
  // The first file has one address only.
  const moreOf = async (kind: FeedKind, part: number) => (part > 1 ? feed(kind, facts, part) : null);
  const files: Record<string, FileMaker> = {
    '/robots.txt': { type: 'text/plain; charset=utf-8', make: async () => robots(facts.publicUrl) },
    '/sitemap.xml': { type: 'application/xml; charset=utf-8', make: () => sitemapOf(facts, 0) },
    [`/sitemap-${PART}.xml`]: {
      type: 'application/xml; charset=utf-8',
      make: async (part) => (part > 0 ? sitemapOf(facts, part) : null),
    },
    '/manifest.webmanifest': {
      type: 'application/manifest+json; charset=utf-8',
      make: async () => JSON.stringify(manifest(await facts.settings.shop())),
    },
    [feedPath('google', 1)]: { type: 'application/xml; charset=utf-8', make: () => feed('google', facts, 1) },
    [feedPath('google', PART)]: { type: 'application/xml; charset=utf-8', make: (part) => moreOf('google', part) },
    [feedPath('meta', 1)]: { type: 'text/csv; charset=utf-8', make: () => feed('meta', facts, 1) },
    [feedPath('meta', PART)]: { type: 'text/csv; charset=utf-8', make: (part) => moreOf('meta', part) },
  };
  for (const [url, { type, make }] of Object.entries(files)) {
    const respond = async (part: number): Promise<PageResponse> => {
      const text = await make(part);
      const headers = { ...security, 'content-type': type, 'cache-control': 'public, max-age=3600' };
      return { status: text === null ? 404 : 200, headers, body: Buffer.from(text ?? '') };
    };
    app.route<{ Params: { part?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      onRequest: app.rateLimit({}),
      handler: async (request, reply) => {
        const part = Number(request.params.part ?? 0);
        if (!keep) {
          const { status, headers, body } = await respond(part);
          return reply.code(status).headers(headers).send(body);
        }
        reply.hijack();
        try {
          // Whatever the query is, the bytes are the same.
          await cache.serve(url.replace(PART, String(part)), request.raw, reply.raw, () => respond(part));
        } catch (error) {
          request.log.error({ err: error }, `${url} failed`);
          reply.raw.writeHead(503, { ...security, 'retry-after': '5', 'cache-control': 'no-store' }).end();
        }
      },
    });
  }
}

/** Checkout and personal pages, in each language. */
const PERSONAL = ['/address', '/payment', '/order-', '/orders', '/wishlist'];

/**
 * Paths that crawlers must not index: the admin, checkout, personal orders, the API. The cart stays
 * open: rendered without a device it is empty, and R3.6 requires a full score there too.
 */
const CLOSED = [
  '/admin',
  '/kingadminlogin',
  ...PERSONAL,
  '/api/',
  '/*.data$',
  ...TRANSLATIONS.flatMap((language) => PERSONAL.map((path) => pathIn(language, path))),
];

/** The rules for crawlers. The sitemap is linked only when PUBLIC_URL is set. */
export function robots(origin: string | null): string {
  const rules = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)];
  return `${[...rules, ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : [])].join('\n')}\n`;
}

async function sitemapOf({ catalogue, content, publicUrl }: SiteFacts, part: number): Promise<string | null> {
  const [products, productPages] = await Promise.all([catalogue.visible(), content.productPages()]);
  return sitemap(
    publicUrl,
    products,
    productPages.map(({ route }) => route),
    part,
  );
}

/** Most addresses that the protocol allows in one file. */
const MOST_ADDRESSES = 50_000;

/**
 * Every public page in each language, with the addresses of the others. With more pages than one
 * file may have, `/sitemap.xml` lists the files of its parts. Without an origin the sitemap
 * contains paths only, with a comment that explains why; robots.txt then does not link to it.
 *
 * @param routes paths of the category landing pages
 * @param part 0 is `/sitemap.xml`
 * @returns null when there is no such part
 */
export function sitemap(
  origin: string | null,
  products: readonly Pick<Product, 'id' | 'updatedAt'>[],
  routes: readonly string[],
  part = 0,
): string | null {
  const newest = products.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
  const pages: { path: string; changed?: number }[] = [
    { path: '/', changed: newest },
    { path: '/all-products', changed: newest },
    { path: '/combos' },
    ...routes.map((path) => ({ path })),
    ...products.map(({ id, updatedAt }) => ({ path: `/product/${id}`, changed: updatedAt })),
    { path: '/contact-us' },
    ...STATIC_PAGES.map((slug) => ({ path: `/${slug}` })),
  ];
  const places: typeof pages = pages.flatMap((page) =>
    LANGUAGE_CODES.map((language) => ({ ...page, path: pathIn(language, page.path) })),
  );
  const parts = places.length > MOST_ADDRESSES ? Math.ceil(places.length / MOST_ADDRESSES) : 0;
  if (part > parts) return null;
  const kind = part === 0 && parts > 0 ? (['sitemapindex', 'sitemap'] as const) : (['urlset', 'url'] as const);
  const listed =
    kind[0] === 'sitemapindex'
      ? Array.from({ length: parts }, (_, index) => ({ path: `/sitemap-${index + 1}.xml`, changed: newest }))
      : places.slice(Math.max(0, part - 1) * MOST_ADDRESSES).slice(0, MOST_ADDRESSES);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...(origin
      ? []
      : ['<!-- The shop does not know its address: set PUBLIC_URL, and these become whole addresses. -->']),
    `<${kind[0]} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${kind[1] === 'url' ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>`,
    ...listed.map(({ path, changed }) => {
      const lastmod = changed ? `<lastmod>${isoDay(changed)}</lastmod>` : '';
      const versions = kind[1] === 'url' ? alternates(origin, path) : '';
      return `<${kind[1]}><loc>${xmlText(`${origin ?? ''}${path}`)}</loc>${lastmod}${versions}</${kind[1]}>`;
    }),
    `</${kind[0]}>`,
    '',
  ].join('\n');
}

/** The links of a page to itself in each language; the same for all of them. */
function alternates(origin: string | null, path: string): string {
  return Object.entries(alternatesOf(withoutBase(path)))
    .map(([language, address]) => {
      const href = xmlText(`${origin ?? ''}${address}`);
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`;
    })
    .join('');
}

/** The background colour of every page (`paper` in web/tokens.css). */
const PAPER = '#fbf5ea';

/** The web app manifest. Icons are generated by scripts/icons.ts. */
export function manifest({ brandName, tagline }: Pick<ShopSettings, 'brandName' | 'tagline'>): object {
  return {
    id: '/',
    name: brandName,
    short_name: brandName,
    ...(tagline ? { description: tagline } : {}),
    lang: 'en-IN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['shopping', 'food'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'All Products', url: '/all-products' },
      { name: 'Cart', url: '/cart' },
      { name: 'Track Order', url: '/track-order' },
    ],
  };
}
