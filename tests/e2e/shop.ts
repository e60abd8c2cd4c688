import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { watchDroppedKeys } from './dropped-keys.ts';
import { originOf } from './origin.ts';

export { expect };

/** Collects browser errors during a test. */
export interface Watch {
  /** Ignores errors that the test causes on purpose, such as a failed request. */
  allow(pattern: RegExp): void;
}

/**
 * The browser logs every 4xx response; pages show those themselves. Any other failed request is an
 * error.
 */
const CLIENT_ERROR = /^Failed to load resource: the server responded with a status of 4\d\d/;
/** Paths that may return 4xx: pages and API endpoints, never pictures, scripts or styles. */
const MAY_RETURN_4XX = /^\/(?!assets\/|media\/)/;

/**
 * `test` for every page of the shop. In every tab, it fails on console errors, on uncaught errors,
 * on requests to another origin (D45), and on request keys that the server drops. Links that would
 * open a UPI app are intercepted; see `openedApps`.
 */
export const test = base.extend<{ watch: Watch; translated: boolean }>({
  // Whether the browser translates the pages, as Chrome offers to.
  translated: [process.env.TRANSLATED === '1', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, use, { parallelIndex }) => use(originOf(parallelIndex)),
  // Every test has a network of its own, because the shop limits what one network holds without
  // paying (D53).
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': ownAddress() }),
  watch: [
    async ({ context, baseURL, translated }, use) => {
      const origin = new URL(baseURL ?? '').origin;
      const errors: string[] = [];
      const allowed: RegExp[] = [];
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        const url = message.location().url;
        const path = url.startsWith(origin) ? new URL(url).pathname : '';
        if (!(CLIENT_ERROR.test(message.text()) && MAY_RETURN_4XX.test(path)))
          errors.push(`console: ${message.text()} ${url}`);
      });
      context.on('weberror', (error) => errors.push(`thrown: ${error.error().stack ?? error.error().message}`));
      context.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) errors.push(`third party: ${url}`);
      });
      const droppedKeys = watchDroppedKeys(context, origin);
      await context.addInitScript(reportOffline, OFFLINE);
      await markHydrated(context);
      await catchAppLinks(context);
      if (translated) await context.addInitScript(translatePage);
      await use({ allow: (pattern) => allowed.push(pattern) });
      errors.push(...(await droppedKeys()));
      const unexpected = errors.filter((error) => !allowed.some((pattern) => pattern.test(error)));
      expect(unexpected, 'the browser had nothing to complain about').toEqual([]);
    },
    { auto: true },
  ],
});

/** A cookie that is set while the context is offline. */
const OFFLINE = 'e2e-offline';

/**
 * While the cookie is set, `navigator.onLine` is false and no 'online' event arrives. Runs in the
 * page.
 */
function reportOffline(cookie: string): void {
  // An empty page has no cookies.
  if (location.protocol === 'about:') return;
  const online = () => !document.cookie.includes(cookie);
  Object.defineProperty(navigator, 'onLine', { get: online });
  addEventListener('online', (event) => online() || event.stopImmediatePropagation(), true);
}

/**
 * Cuts the network of a context, or restores it. Chromium emulates `navigator.onLine` per process,
 * and forgets it when a service worker of that process stops, although requests still fail.
 */
export async function setOffline(context: BrowserContext, offline: boolean): Promise<void> {
  if (offline) await context.addCookies([{ name: OFFLINE, value: '1', url: originOf(0) }]);
  else await context.clearCookies({ name: OFFLINE });
  await context.setOffline(offline);
}

/** An address of the network for benchmarks, which no other test is likely to get. */
function ownAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `198.${18 + (part() % 2)}.${part()}.${part()}`;
}

/** Without UPI apps, their links open a browser dialog that would block the test. */
async function catchAppLinks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    addEventListener(
      'click',
      (event) => {
        const anchor = event.target instanceof Element ? event.target.closest('a') : null;
        if (!anchor || !/^(upi|intent|phonepe|gpay|paytmmp):/.test(anchor.href)) return;
        event.preventDefault();
        const opened = JSON.parse(sessionStorage.getItem('openedApps') ?? '[]') as string[];
        sessionStorage.setItem('openedApps', JSON.stringify([...opened, anchor.href]));
      },
      true,
    );
  });
}

/**
 * Waits until React hydrates the page. Hydration follows the first paint (web/scripts.tsx),
 * possibly after 'networkidle'. Earlier clicks and typed text are replayed, but changes that a test
 * makes to network or storage would be missed.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'e2eHydrated' in window);
}

/**
 * The height of the page in screens, once all of it is laid out (web/ui/lay-out-rest.ts): before that,
 * the height of what is below the first view is an estimate.
 */
export async function screensOf(page: Page): Promise<number> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('.later, .foot')].every((part) => part.style.contentVisibility !== ''),
  );
  return page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);
}

/** From here on only `page.clock.runFor()` moves the time of the page. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1_000);
}

/**
 * Opens a page while the clock stands, and moves it until the page is hydrated: what the page does
 * some seconds later waits for the test.
 */
export async function openStopped(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await page.evaluate(() => 'e2eHydrated' in window)).toBe(true);
  }).toPass();
}

/**
 * Marks the pages of a context when they are hydrated and their effects have run (web/scripts.tsx).
 */
export async function markHydrated(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    addEventListener('shop:hydrated', () => Object.assign(window, { e2eHydrated: true }), true);
  });
}

/**
 * Replaces each text by elements that hold it, as the translation of Chrome does, from the moment at
 * which the page is hydrated. Runs in the page.
 */
function translatePage(): void {
  const kept = 'font, script, style, textarea, title, option, svg, [contenteditable]';
  const translate = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest(kept)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  addEventListener(
    'shop:hydrated',
    () => {
      translate(document.body);
      new MutationObserver(() => translate(document.body)).observe(document.body, { childList: true, subtree: true });
    },
    true,
  );
}

/** The UPI app links that this tab has opened, oldest first. */
export async function openedApps(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('openedApps') ?? '[]') as string[]);
}
