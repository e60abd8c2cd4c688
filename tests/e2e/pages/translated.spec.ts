import type { Page } from '@playwright/test';
import { openOrder, placeOrder, signIn } from '../admin.ts';
import { shopperWithOrder } from '../after-sale.ts';
import { test as own } from '../own-shop.ts';
import { expect, hydrated, test } from '../shop.ts';
import { freshPhone, freshUtr, payWith, skipToUtr, submitUtr, typeAddress } from '../shopping.ts';

/**
 * A page that the browser translates: each of its texts is replaced by elements, so that React does
 * not find its own any more. The rule behind it is in tests/bare-texts.test.ts.
 */

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block', translated: true });
own.use({ serviceWorkers: 'block', translated: true });

// What React had not hydrated yet when the page was translated, it renders again.
test.beforeEach(({ watch }) => watch.allow(/Minified React error #418/));
own.beforeEach(({ watch }) => watch.allow(/Minified React error #418/));

const FAILED = /Something went wrong/;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await expect(page.locator('body font').first()).toBeAttached();
}

test('a translated purchase: cart, address, payment, UTR, tracking', { tag: '@journey' }, async ({ page }) => {
  const phone = freshPhone();
  await open(page, '/product/california-almonds');
  const size = page.getByRole('radio', { name: /500/ });
  // A press on what React renders again is lost.
  await expect(async () => {
    await page.locator('label', { has: size }).click();
    await expect(size).toBeChecked({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByRole('link', { name: 'View cart' }).click();
  await page.getByRole('button', { name: 'One more California Almonds' }).click();
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await typeAddress(page, phone);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await payWith(page, 'PhonePe');
  await skipToUtr(page);
  const utr = page.getByLabel('UTR/Reference number');
  await utr.pressSequentially('6332123456');
  await utr.press('Backspace');
  await utr.press('7');
  const confirmation = await submitUtr(page, freshUtr());
  await hydrated(confirmation);

  await open(page, '/track-order');
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(phone);
  await page.getByRole('button', { name: 'Track Orders' }).click();
  await expect(page.getByText(/^Found 1 order/)).toBeVisible();
  await expect(page.getByText(FAILED)).toHaveCount(0);
});

test('translated forms: contact, newsletter, review', { tag: '@journey' }, async ({ page }) => {
  await open(page, '/contact-us');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  const form = page.locator('form.panel');
  const words = { name: 'Asha Rao', email: 'asha@example.com', subject: 'Festival boxes', message: 'How much for 40?' };
  for (const [name, value] of Object.entries(words)) await form.locator(`[name="${name}"]`).fill(value);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(form.locator('[name="name"]')).toHaveValue('');
  const footer = page.getByRole('contentinfo');
  await footer.getByLabel('Email address').fill('no email');
  await footer.getByRole('button').first().click();
  await footer.getByLabel('Email address').fill(`asha.${Date.now()}@example.com`);
  await footer.getByRole('button').first().click();

  await open(page, '/product/pumpkin-seeds');
  await page
    .getByRole('button', { name: /Helpful/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByText('Please choose a rating')).toBeVisible();
  await expect(page.getByText(FAILED)).toHaveCount(0);
});

test('every translated page opens and is left again', { tag: '@journey' }, async ({ page, request }) => {
  const orderNumber = await shopperWithOrder(page, request);
  const pages = [
    '/all-products',
    '/all-products?q=kaju',
    '/combos',
    '/fitness-mix',
    '/product/medjool-dates',
    '/wishlist',
    '/cart',
    '/address',
    '/payment',
    '/order-review',
    `/order-confirmation/${orderNumber}`,
    `/order-details/${orderNumber}`,
    '/saved-order',
    '/track-order',
    '/orders',
    '/about',
    '/contact-us',
    '/privacy-policy',
    '/nothing-here',
    '/hi/cart',
  ];
  for (const path of pages) {
    await open(page, path);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page, path).toHaveURL(/\/(hi)?$/);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByText(FAILED)).toHaveCount(0);
  }
});

test('a translated admin: sections, a payment, settings', { tag: '@journey' }, async ({ page, request, isMobile }) => {
  const { orderNumber } = await placeOrder(request);
  await signIn(page);
  await hydrated(page);
  const drawer = await openOrder(page, orderNumber);
  await drawer.getByRole('button', { name: 'Payment received' }).click();
  await expect(drawer.getByText('Payment received').first()).toBeVisible();
  await page.keyboard.press('Escape');
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  if (isMobile) await links.filter({ hasText: 'More' }).click();
  const sections = await page
    .locator('a[href*="section="]')
    .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))]);
  expect(sections.length).toBeGreaterThan(15);
  for (const path of sections) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(FAILED)).toHaveCount(0);
  }
});

own('translated settings are saved', { tag: '@journey' }, async ({ page }) => {
  await signIn(page);
  await open(page, '/admin?section=payment-settings');
  const holder = page.getByLabel('Account holder name');
  await holder.fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Account holder name is required')).toBeVisible();
  await holder.fill('Mewa House');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText(/^Last changed/)).toBeVisible();
  await expect(page.getByText(FAILED)).toHaveCount(0);
});
