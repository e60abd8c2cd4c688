import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openOrder, placeOrder, selectOrders, showFilters, signIn } from '../admin.ts';
import { shopperWithOrder, verify } from '../after-sale.ts';
import { expect, hydrated, test } from '../shop.ts';

/**
 * axe (A, AA, 2.1, 2.2) on every page of the shop and the admin at the project's viewport width,
 * and no horizontal scroll at 360 px (G9). Reduced motion, so that axe does not measure contrast
 * during a fade.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const NARROW = { width: 360, height: 780 };

/** Expects no axe violations and no overflow at 360 px. */
async function check(page: Page, where: string): Promise<void> {
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .analyze();
  const found = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)} | ${node.failureSummary ?? ''}`),
  );
  expect.soft(found, `axe on ${where}`).toEqual([]);

  const size = page.viewportSize();
  await page.setViewportSize(NARROW);
  const overflow = await page.evaluate(async () => {
    // The body clips horizontal overflow; clipped content counts too.
    document.body.style.overflowX = 'visible';
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { scrollWidth, clientWidth } = document.documentElement;
    document.body.style.overflowX = '';
    return scrollWidth - clientWidth;
  });
  expect.soft(overflow, `pixels beyond 360 on ${where}`).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

const PAGES = [
  '/',
  '/all-products',
  '/all-products?q=nothing-is-called-so',
  '/combos',
  '/fitness-mix',
  '/peanut-butter',
  '/nothing-here',
  '/product/california-almonds',
  '/cart',
  '/wishlist',
  '/address',
  '/track-order',
  '/orders',
  '/about',
  '/contact-us',
  '/terms-of-service',
  '/privacy-policy',
  '/shipping-policy',
  '/return-refund-policy',
  '/hi',
  '/hi/all-products',
  '/hi/product/california-almonds',
  '/hi/cart',
  '/hi/address',
  '/hi/track-order',
  '/kingadminlogin',
];

for (const path of PAGES) {
  test(`${path} has no violations`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await check(page, path);
  });
}

test('the search dropdown has no violations', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('recentSearches', '["kaju","बादाम"]'));
  await page.goto('/contact-us');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.focus();
  await expect(page.getByRole('region', { name: 'Recent searches' })).toBeVisible();
  await check(page, 'recent searches');
  await box.fill('almond');
  await page.getByRole('option', { name: /California Almonds/ }).waitFor();
  await box.press('ArrowDown');
  await check(page, 'suggestions');
  await box.fill('xylophone qqq');
  await expect(page.getByRole('region', { name: 'Search' })).toBeVisible();
  await check(page, 'a search without a result');
});

test('the wishlist, a product, the review form and the full-screen picture have no violations', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('wishlist', '["california-almonds","cashews-w240"]');
    localStorage.setItem('recentlyViewed', '["cashews-w240","medjool-dates"]');
  });
  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { name: 'Cashews W240' })).toBeVisible();
  await check(page, 'the wishlist');
  await page.goto('/product/california-almonds');
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeAttached();
  await check(page, 'a product');
  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByText('Please choose a rating')).toBeVisible();
  await check(page, 'the review form');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Enlarge/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Larger' })).toBeVisible();
  await check(page, 'the picture on the whole screen');
});

test('the checkout and order pages have no violations', async ({ page, request }) => {
  test.slow();
  const orderNumber = await shopperWithOrder(page, request);
  for (const path of [
    '/cart',
    '/address',
    '/payment',
    '/order-review',
    '/orders',
    `/order-confirmation/${orderNumber}`,
    `/order-details/${orderNumber}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await check(page, path);
  }
});

test('tracked orders have no violations', async ({ page, request }) => {
  const order = await placeOrder(request);
  await page.goto('/track-order');
  await page.getByRole('textbox', { name: /mobile number/i }).fill(order.phone);
  await page.getByRole('button', { name: 'Track Orders' }).click();
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await check(page, 'tracked orders');
});

test('the sign-in with its errors has no violations', async ({ page }) => {
  await page.goto('/kingadminlogin');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await check(page, 'sign-in with errors');
});

test('the order list, drawer and dialogs of the admin have no violations', async ({ page, request, isMobile }) => {
  test.slow();
  const first = await placeOrder(request);
  await placeOrder(request, { utr: '' });
  const order = await placeOrder(request, { utr: first.utr, total: 1 });
  await signIn(page);
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await check(page, 'order list');

  await page.getByRole('link', { name: /needs? attention$/ }).click();
  await expect(page.getByRole('button', { name: /^Problems/ })).toHaveAttribute('aria-pressed', 'true');
  await check(page, 'orders that need attention');

  await selectOrders(page, isMobile);
  await page.getByRole('checkbox', { name: `Tick ${order.orderNumber}` }).check();
  const bar = page.getByRole('region', { name: 'Ticked orders' });
  for (const name of ['Verify 1', 'Print']) {
    await bar.getByRole('button', { name }).click();
    await check(page, `${name} of the ticked orders`);
    await page.keyboard.press('Escape');
  }
  await bar.getByRole('button', { name: 'Clear' }).click();
  await showFilters(page, isMobile);
  await page.getByRole('button', { name: 'Tracking file' }).click();
  const buffer = Buffer.from(`AWB,Order Id\n1,${order.orderNumber}\n,${first.orderNumber}`);
  await page.getByLabel('CSV file from the courier').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('region', { name: 'What will happen' })).toBeVisible();
  await check(page, 'tracking file');
  await page.keyboard.press('Escape');

  const drawer = await openOrder(page, order.orderNumber);
  await check(page, 'order drawer');
  await drawer.getByRole('button', { name: 'Correct address' }).click();
  await page.getByLabel('Phone').fill('1');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Phone number must be 10 digits')).toBeVisible();
  await check(page, 'correct address');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await drawer.getByRole('button', { name: 'Not received…' }).click();
  await page.getByRole('button', { name: 'Mark as not received' }).click();
  await check(page, 'payment not received');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await drawer.getByRole('button', { name: 'Cancel Order' }).click();
  await check(page, 'cancel order');
  await page.getByRole('button', { name: 'Keep the order' }).click();
  await drawer.getByRole('button', { name: 'Confirm', exact: true }).click();
  await check(page, 'go on without a verified payment');
  await page.getByRole('button', { name: 'Check the payment' }).click();
  await drawer.getByRole('button', { name: 'Payment received' }).click();
  await expect(drawer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await check(page, 'verified order');
  await drawer.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Ship this order' })).toBeVisible();
  await check(page, 'ship order');
});

test('every section of the admin has no violations', async ({ page, request }) => {
  test.slow();
  await placeOrder(request);
  await signIn(page);
  const links = page.getByRole('navigation', { name: 'Admin' }).locator('a[href*="section="]');
  const sections = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  expect(sections.length).toBeGreaterThan(5);
  for (const address of sections) {
    await page.goto(address);
    await expect(page.getByText('Loading…', { exact: true })).toBeHidden();
    // On a phone the strip of sections is wider than the screen.
    await expect(page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current]')).toBeInViewport({
      ratio: 1,
    });
    await check(page, address);
  }
});

test('the rules for proof, the set-up of the phone and a refund have no violations', async ({ page, request }) => {
  test.slow();
  const order = await placeOrder(request);
  await verify(request, order.orderNumber);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Record a refund…' }).click();
  await page.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByText('Please give the reason.')).toBeVisible();
  await check(page, 'refund');
  await page.goto('/admin?section=payment-settings&setup=rules');
  const rules = page.getByRole('region', { name: 'What proves a payment' });
  await rules.getByRole('button', { name: 'Add an account' }).click();
  await rules.getByRole('button', { name: 'Edit the list' }).first().click();
  await rules.getByRole('button', { name: 'Save rules' }).click();
  await check(page, 'rules for proof');
  await page.goto('/admin?section=payment-settings&setup=phone');
  await page.getByRole('button', { name: /Make the address|New address/ }).click();
  // The address of another test is replaced after a question.
  const replace = page.getByRole('button', { name: 'Make a new address' });
  const made = page.getByText('Shown only once.');
  await expect(replace.or(made)).toBeVisible();
  if (await replace.isVisible()) await replace.click();
  await expect(made).toBeVisible();
  await check(page, 'set-up of the phone');
});

test('the product form and the dialogs over the list have no violations', async ({ page }) => {
  test.slow();
  await signIn(page);
  await page.goto('/admin?section=products&edit=california-almonds');
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  await expect(form.getByLabel('Product name')).toHaveValue('California Almonds');
  await check(page, 'product form');
  await form.getByLabel('Product name').fill('');
  await form.getByRole('button', { name: 'Update Product' }).click();
  await expect(form.getByText('Product name is required')).toBeVisible();
  await check(page, 'product form with an error');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
  await page.getByLabel('Tick California Almonds').check();
  await page.getByRole('button', { name: 'Change price and stock' }).click();
  const bulk = page.getByRole('dialog', { name: 'Change 1 product' });
  await bulk.getByLabel('Price', { exact: true }).selectOption('Change by percent');
  await bulk.getByLabel('Percent').fill('-5');
  await expect(bulk.getByRole('region', { name: 'Preview' })).toBeVisible();
  await check(page, 'bulk change');
  await bulk.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await expect(page.getByRole('dialog', { name: 'Import products' })).toBeVisible();
  await check(page, 'import');
});

// Unknown paths return 404; the watcher ignores the console error for that status.
for (const path of ['/nowhere', '/product/nothing-of-that-name']) {
  test(`${path} has no violations`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await check(page, path);
  });
}
