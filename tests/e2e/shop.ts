import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { watchDroppedKeys } from './dropped-keys.ts';
import { originOf } from './origin.ts';

export { expect };

/** What the browser complained about during a test. */
export interface Watch {
  /** Complaints that this test causes on purpose: a cut network, say. */
  allow(pattern: RegExp): void;
}

/** The browser's own note of an answered 4xx; the pages speak of those themselves. Anything else that fails is a fault. */
const ANSWERED = /^Failed to load resource: the server responded with a status of 4\d\d/;
/** Where a 4xx may be the right answer: pages and API calls, never a picture, a script or a style. */
const MAY_REFUSE = /^\/(?!assets\/|media\/)/;

/**
 * `test` for every page of the shop: it fails on console errors, on errors thrown in a page, on any request that leaves the
 * shop's own address (D45), and on keys of a call that the server would drop, in every tab of the test. Links that would open a UPI app are caught: see `openedApps`.
 */
export const test = base.extend<{ watch: Watch }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, use, { parallelIndex }) => use(originOf(parallelIndex)),
  watch: [
    async ({ context, baseURL }, use) => {
      const origin = new URL(baseURL ?? '').origin;
      const faults: string[] = [];
      const allowed: RegExp[] = [];
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        const url = message.location().url;
        const path = url.startsWith(origin) ? new URL(url).pathname : '';
        if (!(ANSWERED.test(message.text()) && MAY_REFUSE.test(path))) faults.push(`console: ${message.text()} ${url}`);
      });
      context.on('weberror', (error) => faults.push(`thrown: ${error.error().stack ?? error.error().message}`));
      context.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) faults.push(`third party: ${url}`);
      });
      const droppedKeys = watchDroppedKeys(context, origin);
      await catchAppLinks(context);
      await use({ allow: (pattern) => allowed.push(pattern) });
      faults.push(...(await droppedKeys()));
      const unexpected = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
      expect(unexpected, 'the browser had nothing to complain about').toEqual([]);
    },
    { auto: true },
  ],
});

/** A machine without UPI apps answers their links with a dialog of the browser's, which would block the test. */
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
 * Waits until React hydrates the page: scripts start after the page itself (web/start-scripts.ts), also after 'networkidle'. Presses and
 * typed text before that are kept, but what a test does to network or storage would be lost.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
}

/** The app links that this tab has opened, oldest first. */
export async function openedApps(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('openedApps') ?? '[]') as string[]);
}
