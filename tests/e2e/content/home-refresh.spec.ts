import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../shop.ts';

/** Home loads itself anew when content or products change (R1.4); a refresh that fails keeps what is there (R1.8). */

// page.route() does not see requests that a service worker answers.
test.use({ serviceWorkers: 'block' });

const tell = (page: Page, event: string) => page.evaluate((name) => window.dispatchEvent(new Event(name)), event);

async function expectWholePage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Our Best Sellers' })).toBeAttached();
  await expect(page.getByRole('article').first()).toBeAttached();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(page.getByRole('heading', { name: /offline|Something went wrong/ })).toHaveCount(0);
}

test('without a network a refresh keeps the page, says so, and works again later', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await page.goto('/');
  await hydrated(page);
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await tell(page, 'productUpdated');
  await expect(page.getByRole('alert').getByText('Failed to load products')).toBeVisible();
  await expectWholePage(page);
  // The navbar follows new content after two seconds, by asking for the shop first.
  const asked = page.waitForEvent('requestfailed');
  await tell(page, 'pageContentUpdated');
  await page.clock.runFor(3_000);
  await asked;
  await expectWholePage(page);

  await context.setOffline(false);
  const fresh = page.waitForResponse((response) => /\/_?(root)?\.data/.test(response.url()) && response.ok());
  await tell(page, 'refreshHomeSections');
  await fresh;
  await expectWholePage(page);
});

test('a server fault during a refresh keeps the page as well', async ({ page, context, watch }) => {
  watch.allow(/status of 500/);
  await page.goto('/');
  await hydrated(page);
  await context.route('**/*.data*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await tell(page, 'refreshHomeSections');
  await expect(page.getByRole('alert').getByText('Failed to load products')).toBeVisible();
  await expectWholePage(page);
});
