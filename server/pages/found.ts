import type { Product } from '#shop/catalogue/catalogue.ts';
import { STATIC_PAGES } from '#shop/content/content.ts';
import { isoDay } from '#shop/india/dates.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import type { ShopApp } from '../http/routes.ts';
import { securityHeaders } from '../http/security.ts';
import type { PageCache, PageResponse } from './cache.ts';

/** The data of these files; the areas implement it. */
export interface SiteFacts {
  /** PUBLIC_URL; null when it is not set. */
  publicUrl: string | null;
  settings: { shop(): Promise<Pick<ShopSettings, 'brandName' | 'tagline'>> };
  catalogue: { visible(): Promise<readonly Pick<Product, 'id' | 'updatedAt'>[]> };
  content: { productPages(): Promise<readonly { route: string }[]> };
}

/**
 * Files for search engines and phones (R3.3): `/robots.txt`, `/sitemap.xml`, `/manifest.webmanifest`.
 * Absolute URLs use PUBLIC_URL only, never the Host header, because these responses are cached for everyone.
 */
export function foundRoutes(app: ShopApp, facts: SiteFacts, cache: PageCache, keep = true): void {
  const security = securityHeaders(facts.publicUrl);
  const files: Record<string, { type: string; make: () => Promise<string> }> = {
    '/robots.txt': { type: 'text/plain; charset=utf-8', make: async () => robots(facts.publicUrl) },
    '/sitemap.xml': { type: 'application/xml; charset=utf-8', make: () => sitemapOf(facts) },
    '/manifest.webmanifest': {
      type: 'application/manifest+json; charset=utf-8',
      make: async () => JSON.stringify(manifest(await facts.settings.shop())),
    },
  };
  for (const [url, { type, make }] of Object.entries(files)) {
    const respond = async (): Promise<PageResponse> => ({
      status: 200,
      headers: { ...security, 'content-type': type, 'cache-control': 'public, max-age=3600' },
      body: Buffer.from(await make()),
    });
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const key = keep ? cache.keyOf(request.raw) : null;
        if (key === null) {
          const { headers, body } = await respond();
          return reply.headers(headers).send(body);
        }
        reply.hijack();
        try {
          await cache.serve(key, request.raw, reply.raw, respond);
        } catch (error) {
          request.log.error({ err: error }, `${url} failed`);
          reply.raw.writeHead(503, { ...security, 'retry-after': '5', 'cache-control': 'no-store' }).end();
        }
      },
    });
  }
}

/**
 * Paths that crawlers must not index: the admin, checkout, personal orders, the API. The cart stays open: rendered without a
 * device it is empty, and R3.6 requires a full score there too.
 */
const CLOSED = [
  '/admin',
  '/kingadminlogin',
  '/address',
  '/payment',
  '/order-',
  '/orders',
  '/wishlist',
  '/api/',
  '/*.data$',
];

/** The rules for crawlers. The sitemap is linked only when PUBLIC_URL is set. */
export function robots(origin: string | null): string {
  const rules = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)];
  return `${[...rules, ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : [])].join('\n')}\n`;
}

async function sitemapOf({ catalogue, content, publicUrl }: SiteFacts): Promise<string> {
  const [products, productPages] = await Promise.all([catalogue.visible(), content.productPages()]);
  return sitemap(
    publicUrl,
    products,
    productPages.map(({ route }) => route),
  );
}

/**
 * Every public page. Without an origin the sitemap contains paths only, with a comment that explains why; robots.txt then does
 * not link to it.
 *
 * @param routes paths of the category landing pages
 */
export function sitemap(
  origin: string | null,
  products: readonly Pick<Product, 'id' | 'updatedAt'>[],
  routes: readonly string[],
): string {
  const newest = products.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
  const places: { path: string; changed?: number }[] = [
    { path: '/', changed: newest },
    { path: '/all-products', changed: newest },
    { path: '/combos' },
    ...routes.map((path) => ({ path })),
    ...products.map(({ id, updatedAt }) => ({ path: `/product/${id}`, changed: updatedAt })),
    { path: '/contact-us' },
    ...STATIC_PAGES.map((slug) => ({ path: `/${slug}` })),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...(origin
      ? []
      : ['<!-- The shop does not know its address: set PUBLIC_URL, and these become whole addresses. -->']),
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...places.map(({ path, changed }) => {
      const lastmod = changed ? `<lastmod>${isoDay(changed)}</lastmod>` : '';
      return `<url><loc>${escapeXml(`${origin ?? ''}${path}`)}</loc>${lastmod}</url>`;
    }),
    '</urlset>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
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
