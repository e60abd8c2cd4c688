import { expect, test } from '../shop.ts';

// page.route() does not see requests that a service worker answers.
test.use({ serviceWorkers: 'block' });

/** Empty lists, loads that fail, and the narrowest screens (R1.8; R3.5). */

test('a product that cannot be loaded says so', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  await page.goto('/all-products');
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await page.route('**/product/**.data*', (route) => route.abort());
  await page.locator('.pc-name a').first().click();
  await expect(page.getByText('Failed to load product details').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('region', { name: 'Buy' })).toBeVisible();
});

test('an empty shop says so on every list', async ({ page }) => {
  await page.goto('/all-products?minPrice=99999');
  await expect(page.getByText('No products found').first()).toBeVisible();
  // The data of the page, with its combos taken out, as after the last one was sold.
  await page.route('**/combos.data*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: emptied(body) });
  });
  await page.goto('/');
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Combos' }).click();
  await expect(page.getByText('No combo products found.')).toBeVisible();
});

/** React Router's stream of `{ products: […], lead }`, the list emptied: in it an array is a list of places, and `[]` is itself. */
function emptied(body: string): string {
  const values = JSON.parse(body.split('\n')[0] ?? '[]') as unknown[];
  const list = values.indexOf('products') + 1;
  if (!Array.isArray(values[list])) throw new Error('the data of /combos looks otherwise than this test knows');
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

test('no page is wider than a phone of 360 px, nor than one that magnifies twice', async ({ page }) => {
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of PAGES) {
      await page.goto(path);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([width, path, over]).toEqual([width, path, 0]);
    }
  }
});
