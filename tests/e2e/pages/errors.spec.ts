import { expectNoSideScroll } from '../layout.ts';
import { expect, hydrated, test } from '../shop.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** Empty lists, failed loads, and the narrowest viewports (R1.8; R3.5). */

test('a product that fails to load shows an error', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  await page.goto('/all-products');
  await hydrated(page);
  await page.route('**/product/**.data*', (route) => route.abort());
  await page.locator('.pc-name a').first().click();
  await expect(page.getByText('Failed to load product details').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('region', { name: 'Buy' })).toBeVisible();
});

test('empty lists show a message', async ({ page }) => {
  await page.goto('/all-products?minPrice=99999');
  await expect(page.getByText('No products found').first()).toBeVisible();
  // The page's data without combos, as when none is active.
  await page.route('**/combos.data*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: withoutProducts(body) });
  });
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('navigation', { name: 'Shop', exact: true }).getByRole('link', { name: 'Combos' }).click();
  await expect(page.getByText('No combo products found.')).toBeVisible();
});

/**
 * React Router's stream of `{ products: […], lead }` with an empty list. The stream stores arrays
 * as lists of indexes.
 */
function withoutProducts(body: string): string {
  const values = JSON.parse(body.split('\n')[0] ?? '[]') as unknown[];
  const list = values.indexOf('products') + 1;
  if (!Array.isArray(values[list])) throw new Error('the data of /combos has an unexpected shape');
  values[list] = [];
  return `${JSON.stringify(values)}\n`;
}

const PAGES = [
  '/',
  '/all-products',
  '/combos',
  '/fitness-mix',
  '/product/california-almonds',
  '/cart',
  '/wishlist',
  '/contact-us',
  '/about',
  '/return-refund-policy',
  '/address',
  '/payment',
  '/track-order',
  '/orders',
  '/nothing-here',
  '/kingadminlogin',
];

test('no page overflows a viewport of 360 or 320 px', { tag: '@journey' }, async ({ page }) => {
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of PAGES) {
      await page.goto(path);
      await expectNoSideScroll(page);
    }
  }
});
