import { request as httpRequest } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { languageOf } from '#shop/language.ts';
import { box } from '../layout.ts';
import { expect, hydrated, setOffline, test } from '../shop.ts';
import { fillCart, isPhone } from '../shopping.ts';
import { SHOP_PAGES } from './shop-pages.ts';

/** Search engines, sharing, the manifest, and offline use (R1.7, R3.3, R3.5). */

type Data = { '@type': string } & Record<string, unknown>;

/** The JSON-LD objects of a page by @type. */
async function structured(page: Page): Promise<Record<string, Data>> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return Object.fromEntries(texts.map((text) => JSON.parse(text) as Data).map((data) => [data['@type'], data]));
}

const canonical = (page: Page) => page.locator('link[rel="canonical"]').getAttribute('href');
const property = (page: Page, name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');

test('home has structured data for the organization, the search and the FAQ', async ({ page, baseURL }) => {
  await page.goto('/?utm_source=test');
  expect(await canonical(page)).toBe(`${baseURL}/`);
  const { Organization, WebSite, FAQPage } = await structured(page);
  expect(Organization?.name).toBe('Kishmish');
  expect(JSON.stringify(WebSite?.potentialAction)).toContain(`${baseURL}/all-products?q={search_term_string}`);
  expect(FAQPage?.mainEntity).toHaveLength(6);
  expect(await property(page, 'og:image')).toBe(`${baseURL}/share.png`);
});

test('a product has structured data for its offers, rating and breadcrumbs', { tag: '@journey' }, async ({
  page,
  request,
  baseURL,
}) => {
  const address = `${baseURL}/product/california-almonds`;
  const { product } = (await (await request.get('/api/products/california-almonds')).json()) as {
    product: { sizes: { price: number; stock: number }[]; rating: { average: number; count: number } };
  };
  await page.goto(address);
  expect(await canonical(page)).toBe(address);
  expect(await property(page, 'og:type')).toBe('product');
  const picture = (await property(page, 'og:image')) ?? '';
  expect(picture.startsWith(`${baseURL}/media/`)).toBe(true);
  expect(picture).toMatch(/\.jpg$/);
  expect((await request.get(picture)).headers()['content-type']).toBe('image/jpeg');

  const { Product, BreadcrumbList } = await structured(page);
  const offers = Product?.offers as { price: number; priceCurrency: string; availability: string }[];
  expect(offers.map(({ price }) => price)).toEqual(product.sizes.map(({ price }) => price));
  expect(offers.map(({ availability }) => availability)).toEqual(
    product.sizes.map(({ stock }) => `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`),
  );
  expect(Product?.aggregateRating).toMatchObject({
    ratingValue: product.rating.average,
    reviewCount: product.rating.count,
  });
  expect(BreadcrumbList?.itemListElement).toHaveLength(3);
});

test('lists: a page number is part of the canonical URL, filters and searches are not', async ({ page, baseURL }) => {
  await page.goto('/all-products?page=2&sort=rating&inStock=true');
  expect(await canonical(page)).toBe(`${baseURL}/all-products?page=2`);
  await page.goto('/all-products?q=kaju');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(await page.locator('link[rel="canonical"]').count()).toBe(0);
});

test('every sitemap page is public, with its own title and a description; private pages are excluded', async ({
  request,
  baseURL,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text();
  const urls = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '');
  expect(urls.length).toBeGreaterThan(40);
  const titles = new Set<string>();
  for (const url of urls) {
    expect(url.startsWith(`${baseURL}/`), url).toBe(true);
    const response = await request.get(url);
    const html = await response.text();
    expect.soft(response.status(), url).toBe(200);
    expect.soft(html, url).toContain(`<link rel="canonical" href="${url}"/>`);
    expect.soft(html, url).not.toContain('noindex');
    expect.soft(html, url).toMatch(/<meta name="description" content="[^"]{30,}"/);
    // A product has the same name in both languages.
    titles.add(`${languageOf(new URL(url).pathname)} ${/<title>([^<]+)/.exec(html)?.[1] ?? ''}`);
  }
  expect(titles.size, 'each page has a title of its own').toBe(urls.length);
  expect(xml).not.toMatch(/admin|\/cart|\/order|\/payment|\/address|\/wishlist/);
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});

test('the Host header is never reflected in a response', async ({ baseURL }) => {
  const fetchText = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
      httpRequest(new URL(path, baseURL), { headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(JSON.stringify(response.headers) + text));
      })
        .on('error', reject)
        .end();
    });
  for (const path of ['/', '/about', '/nowhere', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest']) {
    expect(await fetchText(path), path).not.toContain('evil.example');
  }
});

test('no page makes links of numbers, dates or addresses by itself', async ({ request }) => {
  for (const path of [...SHOP_PAGES, '/admin', '/kingadminlogin']) {
    const page = await (await request.get(path)).text();
    expect(page, path).toContain('name="format-detection" content="telephone=no, date=no, address=no, email=no"');
  }
});

test('the manifest and its icons', async ({ page, request }) => {
  await page.goto('/');
  const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
  const response = await request.get(href);
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as {
    name: string;
    display: string;
    icons: { src: string; type: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Kishmish', display: 'standalone', start_url: '/' });
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, type } of [
    ...manifest.icons,
    { src: '/apple-touch-icon.png', type: 'image/png' },
    { src: '/favicon.ico', type: 'image/' },
  ]) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type'], src).toContain(type);
    expect(icon.ok(), src).toBe(true);
  }
});

test.describe('without a network', () => {
  test.beforeEach(({ watch }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/);
  });

  const SINCE = String.raw`Prices and stock may have changed since \d+ \w+ \d{4}, \d+:\d\d [ap]m\.$`;
  /** On a page that lost the network while it was open. */
  const notice = (page: Page) => page.getByText(new RegExp(`^You are offline\\. ${SINCE}`));
  /** On a page opened without a network: a copy, and nothing that says otherwise. */
  async function isKeptCopy(page: Page): Promise<void> {
    const words = new RegExp(`^You are offline\\. You are seeing a saved copy\\. ${SINCE}`);
    await expect(page.getByText(words)).toBeVisible();
    expect(await page.getByText('You are online again.').count()).toBe(0);
  }

  /** Paths and queries of the pages in the service worker's cache. */
  const cachedPages = (page: Page) =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith('kishmish-pages-'));
      const keys = name ? await (await caches.open(name)).keys() : [];
      return keys.map(({ url }) => new URL(url).pathname + new URL(url).search);
    });

  /** A first visit: a product page and a cart. */
  async function visit(page: Page): Promise<void> {
    await page.goto('/product/golden-raisins');
    await fillCart(page, ['golden-raisins']);
    await expect
      .poll(() => cachedPages(page))
      .toEqual(expect.arrayContaining(['/', '/cart', '/product/golden-raisins']));
  }

  async function offline(context: BrowserContext, off: boolean): Promise<void> {
    await setOffline(context, off);
  }

  test('visited pages and the cart open with a notice that they may be stale; checkout waits', async ({
    page,
    context,
  }) => {
    await visit(page);
    await page.getByRole('link', { name: 'All Products' }).first().click();
    await expect(page).toHaveURL(/\/all-products$/);
    await expect.poll(() => cachedPages(page)).toContain('/all-products');
    await expect(notice(page)).toBeHidden();

    await offline(context, true);
    await page.goto('/product/golden-raisins');
    await expect(page.getByRole('heading', { level: 1, name: 'Golden Raisins' })).toBeVisible();
    await isKeptCopy(page);
    await page.getByRole('button', { name: 'Buy Now' }).first().click();
    await expect(page.getByText('you can check out once the shop can be reached again')).toBeVisible();

    // A page opened through a link is also cached as a document, and the other way round.
    await page.reload();
    await isKeptCopy(page);
    await page.getByRole('link', { name: /^Cart/ }).first().click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByRole('link', { name: 'Golden Raisins' })).toBeVisible();
    await isKeptCopy(page);
    await page.getByRole('button', { name: 'Checkout' }).first().click();
    await expect(page.getByText('you can check out once the shop can be reached again')).toBeVisible();
    await expect(page).toHaveURL(/\/cart$/);
    await page.goto('/all-products');
    await isKeptCopy(page);
    await page.goto('/');
    await isKeptCopy(page);
    // It takes the place of the other strips (G11).
    await expect(page.locator('.marquee')).toBeHidden();
    await expect(page.locator('.offerbar')).toBeHidden();

    await offline(context, false);
    await expect(page.getByText('You are online again.')).toBeVisible();
    await expect(page.getByText('You are offline')).toBeHidden();
    await expect(page.locator('.marquee')).toBeVisible();
    await expect(page.locator('.offerbar')).toBeVisible();
    await page.goto('/cart');
    await page.getByRole('button', { name: 'Checkout' }).first().click();
    await expect(page).toHaveURL(/\/address$/);
  });

  test('unvisited and private pages are unavailable offline; nothing private is cached', async ({ page, context }) => {
    await visit(page);
    for (const path of ['/address', '/payment', '/orders', '/track-order', '/kingadminlogin']) {
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
    }
    await offline(context, true);
    for (const path of ['/combos', '/payment', '/orders']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    }
    if (isPhone(page)) {
      const logo = await box(page.getByRole('banner').getByRole('link'));
      expect(logo.x).toBe((await box(page.getByRole('heading', { name: 'You are offline' }))).x);
    }
    await page.getByRole('link', { name: 'Cart' }).click();
    await expect(page.getByRole('link', { name: 'Golden Raisins' })).toBeVisible();

    const cached = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      );
      return all.flat().map((url) => new URL(url).pathname);
    });
    expect(cached.filter((path) => /admin|^\/(order|payment|address|track)/.test(path))).toEqual([]);
    expect(cached.filter((path) => path.startsWith('/api/') && !/^\/api\/(config|page-content)/.test(path))).toEqual(
      [],
    );
    expect(cached.filter((path) => path.endsWith('.data'))).toEqual([]);
  });

  test('the notice appears when the network drops and disappears with fresh prices', async ({ page, context }) => {
    await page.goto('/product/golden-raisins');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await offline(context, true);
    await expect(notice(page)).toBeVisible();
    const fresh = page.waitForResponse((response) => response.url().includes('/product/golden-raisins.data'));
    await offline(context, false);
    expect((await fresh).ok()).toBe(true);
    await expect(page.getByText('You are online again.')).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });

  test('the page is not loaded again when its first request after the return fails', async ({ page, context }) => {
    await visit(page);
    await page.goto('/');
    await hydrated(page);
    await offline(context, true);
    await expect(notice(page)).toBeVisible();
    await page.evaluate(() => Object.assign(window, { loadedBefore: true }));
    let requests = 0;
    await context.route('**/_.data?_routes=storefront%2Fhome%2Fhome', (route) =>
      requests++ === 0 ? route.abort() : route.continue(),
    );
    await offline(context, false);
    await expect(notice(page)).toBeHidden();
    expect(requests).toBeGreaterThan(1);
    expect(await page.evaluate(() => 'loadedBefore' in window)).toBe(true);
  });
});

test.describe('with a mocked network', () => {
  // page.route() does not see requests that a service worker handles.
  test.use({ serviceWorkers: 'block' });

  test('new content refreshes home and navbar; six skeletons replace the facts meanwhile', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    // Holds home's data until the skeletons are visible.
    let gate = Promise.withResolvers<void>();
    await page.route(/_\.data/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    const facts = page.getByRole('status', { name: 'Loading facts' });
    for (const event of ['refreshHomeSections', 'productUpdated', 'reviewAdded', 'pageContentUpdated']) {
      // Repeated until the page handles it: it may still be hydrating.
      await expect(async () => {
        await page.evaluate((name) => dispatchEvent(new Event(name)), event);
        await expect(facts.locator('> div')).toHaveCount(6, { timeout: 1_000 });
      }).toPass();
      // First the next gate: the navbar refreshes by itself, at any time.
      const open = gate.resolve;
      gate = Promise.withResolvers();
      open();
      await expect(facts).toBeHidden();
    }
    // The navbar refreshes 2 s after the content change.
    await expect(facts).toBeAttached();
    gate.resolve();
    await expect(facts).toBeHidden();
  });

  test('the config is the first request; a phone checks the connection; the shop renders without either', async ({
    page,
    watch,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname + search);
    });
    await page.goto('/about');
    await expect.poll(() => calls[0]).toBe('/api/config');
    const phone = await page.evaluate(() => /Mobile/.test(navigator.userAgent));
    if (phone) await expect.poll(() => calls).toEqual(['/api/config', '/api/', '/api/config', '/api/products?limit=1']);

    watch.allow(/status of 500/);
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
