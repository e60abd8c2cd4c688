import type { Page } from '@playwright/test';
import { expect, hydrated, setOffline, test } from '../shop.ts';

/**
 * Home reloads its data when content or products change (R1.4); a failed refresh keeps the page
 * (R1.8).
 */

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

const dispatch = (page: Page, event: string) => page.evaluate((name) => window.dispatchEvent(new Event(name)), event);

async function expectWholePage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Our Best Sellers' })).toBeAttached();
  await expect(page.getByRole('article').first()).toBeAttached();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(page.getByRole('heading', { name: /offline|Something went wrong/ })).toHaveCount(0);
}

test('a refresh without a network keeps the page, shows an error, and works once online again', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await page.goto('/');
  await hydrated(page);
  await page.waitForLoadState('networkidle');

  await setOffline(context, true);
  await dispatch(page, 'productUpdated');
  await expect(page.getByRole('alert').getByText('Failed to load products')).toBeVisible();
  await expectWholePage(page);
  // The navbar refreshes two seconds after a content change.
  const failedRequest = page.waitForEvent('requestfailed');
  await dispatch(page, 'pageContentUpdated');
  await page.clock.runFor(3_000);
  await failedRequest;
  await expectWholePage(page);

  await setOffline(context, false);
  const fresh = page.waitForResponse((response) => /\/_?(root)?\.data/.test(response.url()) && response.ok());
  await dispatch(page, 'refreshHomeSections');
  await fresh;
  await expectWholePage(page);
});

test('a server error during a refresh keeps the page', async ({ page, context, watch }) => {
  watch.allow(/status of 500/);
  await page.goto('/');
  await hydrated(page);
  await context.route('**/*.data*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await dispatch(page, 'refreshHomeSections');
  await expect(page.getByRole('alert').getByText('Failed to load products')).toBeVisible();
  await expectWholePage(page);
});
