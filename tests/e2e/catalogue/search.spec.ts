import { expect, hydrated, test } from '../shop.ts';

/** What shoppers type is found, and opens with the pack that they asked for. */

test('a pack in the words: card, suggestion and page have it chosen', async ({ page }) => {
  await page.goto('/all-products?q=kaju%201kg');
  const card = page.getByRole('article').first();
  await expect(card.getByRole('heading')).toHaveText('Cashews W240');
  await expect(card).toContainText(/1kg · ₹[\d,.]+\sper\s100\sg/);
  await card.getByRole('link', { name: 'Cashews W240', exact: true }).click();
  await expect(page).toHaveURL(/\/product\/cashews-w240\?size=1kg$/);
  await expect(page.getByRole('radio', { name: /^1kg/ })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Pictures' })).toContainText('Picture: 250g pack');

  await hydrated(page);
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.fill('almond 500gm');
  const option = page.getByRole('option', { name: /California Almonds/ });
  await expect(option).toContainText('500g');
  await option.click();
  await expect(page).toHaveURL(/\/product\/california-almonds\?size=500g$/);
  await expect(page.getByRole('radio', { name: /^500g/ })).toBeChecked();
});

test('the pack is chosen without scripts, too, and an unknown one is ignored', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/product/cashews-w240?size=1kg');
  await expect(page.getByRole('radio', { name: /^1kg/ })).toBeChecked();
  await page.goto('/product/cashews-w240?size=9kg');
  await expect(page.getByRole('radio', { name: /^250g/ })).toBeChecked();
  await context.close();
});

test('the caption goes when the pack on the picture is chosen, and never stands on a bowl', async ({ page }) => {
  await page.goto('/product/cashews-w240');
  await hydrated(page);
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await expect(pictures).not.toContainText('pack');
  await page.locator('label', { has: page.getByRole('radio', { name: /^1kg/ }) }).click();
  await expect(pictures.getByText('Picture: 250g pack')).toBeVisible();
  await pictures.getByRole('button', { name: 'Next picture' }).click();
  await expect(pictures).not.toContainText('Picture: 250g pack');
  await page.locator('label', { has: page.getByRole('radio', { name: /^250g/ }) }).click();
  await expect(pictures.locator('[aria-current="true"]')).toHaveAccessibleName('Picture 1');
  await expect(pictures).not.toContainText('Picture: 250g pack');
});

test('no added sugar is a fact of the product', async ({ page }) => {
  await page.goto('/all-products?q=sugarfree');
  await expect(page.getByText('These have no added sugar.')).toBeVisible();
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText('Makhana Himalayan Salt');
  await page.goto('/product/makhana-himalayan-salt');
  await expect(page.getByRole('definition').filter({ hasText: 'No added sugar' })).toBeVisible();
  await page.goto('/product/peanut-butter-creamy');
  await expect(page.locator('main')).not.toContainText('No added sugar');
});

test('in Hindi', async ({ page }) => {
  await page.goto('/hi/all-products?q=%E0%A4%95%E0%A4%BE%E0%A4%9C%E0%A5%82%201%20%E0%A4%95%E0%A4%BF%E0%A4%B2%E0%A5%8B');
  const card = page.getByRole('article').first();
  await expect(card).toContainText('1 किलो');
  await card.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/hi\/product\/cashews-w240\?size=1kg$/);
  await expect(page.getByRole('radio', { name: /^1 किलो/ })).toBeChecked();
  await expect(page.getByText('तस्वीर: 250 ग्राम का पैक')).toBeVisible();
  await page.goto('/hi/all-products?q=%E0%A4%B6%E0%A5%81%E0%A4%97%E0%A4%B0%20%E0%A4%AB%E0%A5%8D%E0%A4%B0%E0%A5%80');
  await expect(page.getByText('ऊपर से चीनी नहीं मिलाई गई')).toBeVisible();
});
