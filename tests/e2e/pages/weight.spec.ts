import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Response } from '@playwright/test';
import { expect, hydrated, test } from '../shop.ts';

/** Page weight and layout shift in the browser (R3.6). */

const PAGES = ['/', '/all-products', '/product/california-almonds', '/cart'];
const SCRIPTS_LIMIT = 160 * 1024;
const PICTURE_LIMIT = 60_000;
const FONTS_LIMIT = 29_000;

test.use({ viewport: { width: 390, height: 844 } });

/** Waits for hydration and for all requests to finish. */
async function settled(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForLoadState('networkidle');
}

/** Keeps the layout shifts of each page in `window.shifts`, with the elements that moved. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const at = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent}: ${at(previousRect)} → ${at(currentRect)}`,
        );
        // A font that a busy machine delivers a moment late moves a word by a pixel or two:
        // 0.00003. CLS has three decimals.
        if (!hadRecentInput && value >= 0.0005) shifts.push(`${value}: ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

test('the home page loads at most 160 KB of JavaScript', { tag: '@journey' }, async ({ page }) => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' || new URL(response.url()).pathname.endsWith('.js')) {
      scripts.push(response);
    }
  });
  // The service worker counts too.
  const worker = page.context().waitForEvent('serviceworker');
  await page.goto('/');
  await settled(page);
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body(), { level: 9 }).length));
  const code = await page.request.get((await worker).url());
  const sum = sizes.reduce((a, b) => a + b, gzipSync(await code.body(), { level: 9 }).length);
  expect(scripts.length).toBeGreaterThan(3);
  expect(sum, scripts.map((script, at) => `${script.url()} ${sizes[at]}`).join('\n')).toBeLessThanOrEqual(
    SCRIPTS_LIMIT,
  );
});

test('a page loads two fonts, at most 29 KB, which have ₹ and é', { tag: '@journey' }, async ({ page }) => {
  const fonts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') fonts.push(response);
  });
  const nameOf = (font: Response) => /\/([\w-]+)-[\w-]{8}\.woff2$/.exec(font.url())?.[1] ?? '';
  for (const [path, own, without] of [
    ['/hi', ['eczar', 'eczar-devanagari', 'figtree'], /^noto-sans-devanagari-[47]00-normal$/],
    ['/', ['eczar', 'figtree'], /^language-names$/],
  ] as const) {
    fonts.length = 0;
    await page.goto(path);
    await settled(page);
    // What a device without Devanagari loads besides.
    const names = fonts.map(nameOf).filter((name) => !without.test(name));
    expect(names.sort()).toEqual(own);
  }
  const latin = fonts.filter((font) => nameOf(font) !== 'language-names');
  const files = await Promise.all(latin.map(async (font) => (await page.request.get(font.url())).body()));
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(FONTS_LIMIT);

  // A letter that a font lacks is set in the device's own, and is as wide as in a stack without the
  // font.
  const owned = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return [];
    const width = (font: string, letter: string) => {
      pen.font = `600 100px ${font}`;
      return pen.measureText(letter).width;
    };
    return ['"Eczar Variable"', '"Figtree Variable"'].flatMap((font) =>
      [...'₹é'].map((letter) => width(`${font}, monospace`, letter) !== width('monospace', letter)),
    );
  });
  expect(owned).toEqual([true, true, true, true]);
});

for (const path of PAGES) {
  test(`${path}: no layout shift, and every picture is under 60 KB`, { tag: '@journey' }, async ({ page }) => {
    await recordShifts(page);
    const pictures: Promise<{ url: string; bytes: number }>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'image' || !response.ok()) return;
      pictures.push(response.body().then(({ length }) => ({ url: response.url(), bytes: length })));
    });
    await page.goto(path);
    await settled(page);
    // Scrolling loads the lazy pictures.
    const steps = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / 600));
    for (let step = 0; step < steps; step++) {
      await page.mouse.wheel(0, 600);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    await page.waitForLoadState('networkidle');
    const loadedPictures = await Promise.all(pictures);
    expect(loadedPictures.length).toBeGreaterThan(0);
    expect(loadedPictures.filter(({ bytes }) => bytes >= PICTURE_LIMIT)).toEqual([]);
    expect(await shiftsOf(page)).toEqual([]);
  });
}

test('a cart with products does not shift', async ({ page, context }) => {
  await recordShifts(page);
  await page.goto('/product/california-almonds');
  await hydrated(page);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).not.toBeNull();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    // Hydration follows the first paint, also on a fast machine.
    const release = await holdClient(context);
    await page.goto('/cart', { waitUntil: 'commit' });
    await expect(page.getByRole('status', { name: 'Loading your cart' })).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    release();
    await settled(page);
    await expect(page.getByRole('button', { name: 'Checkout' }).first()).toBeEnabled();
    expect(await shiftsOf(page)).toEqual([]);
  }
});

test('a stylesheet that makes the browser use late fonts comes with the next page, not with hydration', async ({
  page,
}) => {
  const stylesheets = page.locator('link[rel="stylesheet"]');
  await page.goto('/product/california-almonds');
  await settled(page);
  await expect(stylesheets).toHaveCount(0);
  await page.getByRole('link', { name: 'Cart', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible();
  await expect(stylesheets).not.toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'California Almonds' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toHaveCSS('border-radius', /[1-9]/);
});

test('a header that arrives in pieces does not shift', async ({ page }) => {
  await recordShifts(page);
  const html = await (await page.request.get('/all-products')).text();
  const icons = html.indexOf('class="nav-icons"');
  // After the links before the cart.
  const cut = html.indexOf('<a ', html.indexOf('</a>', icons));
  expect(cut).toBeGreaterThan(icons);
  await page.route('**/in-pieces', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/in-pieces');
    await page.evaluate(
      async (pieces) => {
        document.open();
        for (const piece of pieces) {
          document.write(piece);
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
        document.close();
      },
      [html.slice(0, cut), html.slice(cut).replaceAll(/<script.*?<\/script>/gs, '')],
    );
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await shiftsOf(page)).toEqual([]);
  }
});

test('a page carries its styles, and waits for no stylesheet', async ({ page, context }) => {
  await context.route('**/*.css*', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  const response = await page.goto('/product/california-almonds');
  const html = (await response?.text()) ?? '';
  expect(html).not.toContain('rel="stylesheet"');
  expect(html).toMatch(/<link rel="preload" as="image" type="image\/avif"[^>]*fetchPriority="high"/);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 245, 234)');
  expect((await page.getByRole('button', { name: 'Buy Now' }).first().boundingBox())?.height).toBeGreaterThanOrEqual(
    44,
  );
});

const ADD = /^Add .* to cart$/;

test('a page requests no script before its first paint, and then all that its modules import', async ({ page }) => {
  await page.goto('/all-products');
  await page.getByRole('button', { name: ADD }).first().click();
  await expect(page.getByRole('status').getByText(/ added to cart/)).toBeVisible();
  const { painted, requested } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    requested: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .map((entry) => entry.toJSON() as PerformanceResourceTiming),
  }));
  const of = (name: RegExp) => requested.find((one) => name.test(one.name));
  expect(Math.min(...requested.map(({ startTime }) => startTime))).toBeGreaterThanOrEqual(painted);
  // Preloaded with the module that imports it, not found in it.
  expect(of(/\/react-/)?.startTime).toBeLessThan(of(/\/root-/)?.responseEnd ?? 0);
});

test('a page that is not painted, as in a background tab, loads its scripts all the same', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/all-products');
  await page.getByRole('button', { name: ADD }).first().click();
  await expect(page.getByRole('status').getByText(/ added to cart/)).toBeVisible();
});

/**
 * Keeps React from the pages, so that they are not hydrated, until the returned function is called.
 */
async function holdClient(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route('**/assets/react-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a click before hydration takes effect after it', async ({ page, context }) => {
  const release = await holdClient(context);
  await page.goto('/product/california-almonds', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Enlarge the picture/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const [cart, shown, absent] of [
  ['[]', 'Your cart is empty', 'Cart'],
  ['[{"productId":"x"}]', 'Cart', 'Your cart is empty'],
] as const) {
  test(`the cart displays the right page before its scripts: ${cart}`, async ({ page, context }) => {
    await context.addInitScript((text) => localStorage.setItem('cart', text), cart);
    const release = await holdClient(context);
    await page.goto('/cart', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: shown, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: absent, exact: true })).toBeHidden();
    release();
  });
}

for (const path of ['/', '/product/california-almonds']) {
  test(`${path}: sections below the first view are laid out soon after hydration`, async ({ page, context }) => {
    const release = await holdClient(context);
    await page.goto(path, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { name: 'You May Also Like' });
    const isLaidOut = () => heading.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
    await expect(heading).toBeAttached();
    expect(await isLaidOut()).toBe(false);
    release();
    await expect.poll(isLaidOut).toBe(true);
    const waiting = page.locator('.later:not([style*="visible"]), .foot:not([style*="visible"])');
    await expect(waiting).toHaveCount(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // A page that is returned to is laid out whole: its scroll position needs the real heights.
    await page.getByRole('link', { name: /^Cart/ }).first().click();
    await expect(page).toHaveURL(/\/cart$/);
    await page.goBack();
    await expect(heading).toBeAttached();
    expect(await isLaidOut()).toBe(true);
  });
}
