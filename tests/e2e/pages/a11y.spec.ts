import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openOrder, placeOrder, selectOrders, showFilters, signIn } from '../admin.ts';
import { shopperWithOrder, verify } from '../after-sale.ts';
import { expect, hydrated, test } from '../shop.ts';
import { SHOP_PAGES } from './shop-pages.ts';

/**
 * axe (A, AA, 2.1, 2.2) on every page of the shop and the admin, and no horizontal scroll at 360 px
 * (G9). Reduced motion, so that axe does not measure contrast during a fade.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// axe runs up to six times on a page.
test.slow();

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const NARROW = { width: 360, height: 780 };
const DESKTOP = { width: 1440, height: 900 };

/** Expects no axe violations. */
async function expectNone(page: Page, where: string, contrast = true): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .disableRules(contrast ? [] : ['color-contrast'])
    .analyze();
  const found = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)} | ${node.failureSummary ?? ''}`),
  );
  expect.soft(found, `axe on ${where}`).toEqual([]);
}

/** Expects no axe violations and no overflow at 360 px. */
async function check(page: Page, where: string): Promise<void> {
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expectNone(page, where);

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

/** Expects no axe violations with text of 200 % and in high contrast. */
async function expectNoneForWeakEyes(page: Page, where: string): Promise<void> {
  const rootSize = (px: string) =>
    page.locator('html').evaluate((root, size) => root.style.setProperty('font-size', size), px);
  await rootSize('32px');
  // Larger text needs no more contrast.
  await expectNone(page, `${where} at 200 %`, false);
  await rootSize('');
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  // The system chooses both colours, and axe misjudges them.
  await expectNone(page, `${where} in high contrast`, false);
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
}

/** `check`, and on a desktop too, and on both with text of 200 % and in high contrast. */
async function checkShop(page: Page, where: string): Promise<void> {
  await check(page, where);
  await expectNoneForWeakEyes(page, where);
  const size = page.viewportSize();
  await page.setViewportSize(DESKTOP);
  await expectNone(page, `${where} on a desktop`);
  await expectNoneForWeakEyes(page, `${where} on a desktop`);
  if (size) await page.setViewportSize(size);
}

for (const path of SHOP_PAGES) {
  test(`${path} has no violations`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeAttached();
    await checkShop(page, path);
  });
}

test('the sign-in has no violations', async ({ page }) => {
  await page.goto('/kingadminlogin');
  await check(page, 'sign-in');
});

test('the search dropdown has no violations', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('recentSearches', '["kaju","बादाम"]'));
  await page.goto('/contact-us');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.focus();
  await expect(page.getByRole('region', { name: 'Recent searches' })).toBeVisible();
  await checkShop(page, 'recent searches');
  await box.fill('almond');
  await page.getByRole('option', { name: /California Almonds/ }).waitFor();
  await box.press('ArrowDown');
  await checkShop(page, 'suggestions');
  await box.fill('xylophone qqq');
  await expect(page.getByRole('region', { name: 'Search' })).toBeVisible();
  await checkShop(page, 'a search without a result');
});

test('the wishlist, a product, the review form and the full-screen picture have no violations', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('wishlist', '["california-almonds","cashews-w240"]');
    localStorage.setItem('recentlyViewed', '["cashews-w240","medjool-dates"]');
  });
  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { name: 'Cashews W240' })).toBeVisible();
  await checkShop(page, 'the wishlist');
  await page.goto('/product/california-almonds');
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeAttached();
  await checkShop(page, 'a product');
  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByText('Please choose a rating')).toBeVisible();
  await checkShop(page, 'the review form');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Enlarge/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Larger' })).toBeVisible();
  await checkShop(page, 'the picture on the whole screen');
});

test('the checkout and order pages have no violations', async ({ page, request }) => {
  const orderNumber = await shopperWithOrder(page, request);
  for (const path of [
    '/cart',
    '/address',
    '/payment',
    '/order-review',
    '/orders',
    `/order-confirmation/${orderNumber}`,
    `/order-details/${orderNumber}`,
    `/hi/order-details/${orderNumber}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await checkShop(page, path);
  }
});

test('tracked orders have no violations', async ({ page, request }) => {
  const order = await placeOrder(request);
  await page.goto('/track-order');
  await page.getByRole('textbox', { name: /mobile number/i }).fill(order.phone);
  await page.getByRole('button', { name: 'Track Orders' }).click();
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await checkShop(page, 'tracked orders');
});

test('the sign-in with its errors has no violations', async ({ page }) => {
  await page.goto('/kingadminlogin');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await check(page, 'sign-in with errors');
});

test('the order list, drawer and dialogs of the admin have no violations', async ({ page, request, isMobile }) => {
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
  await placeOrder(request);
  await signIn(page);
  const admin = page.getByRole('navigation', { name: 'Admin' });
  // A phone does not show the side bar, and has it.
  const links = page.locator('a.rail-link');
  const sections = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  expect(sections.length).toBeGreaterThan(15);
  for (const address of sections) {
    await page.goto(address);
    await expect(page.getByText('Loading…', { exact: true })).toBeHidden();
    // The overview has no place on a phone: the mark leads to it.
    if (!address.endsWith('overview')) await expect(admin.locator('[aria-current]')).toBeInViewport({ ratio: 1 });
    await check(page, address);
  }
});

test('the rules for proof, the set-up of the phone and a refund have no violations', async ({ page, request }) => {
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
    await checkShop(page, path);
  });
}
