import { expect, type Locator, type Page } from '@playwright/test';

/** Where things are, and whether they fit. */

/** The box of a visible part, in px of the window. */
export async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error(`${locator} is not visible`);
  return found;
}

export async function expectNoSideScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${page.url()} is wider than the window`).toBe(0);
}
