import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, freshPhone } from '../shopping.ts';

/** One promise about the delivery on every page (D68, D70). */

const check = async (page: Page, pin: string) => {
  await page.getByLabel('Delivery check').fill(pin);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
};

test('the days of a PIN code stand on product, cart and address, and nothing contradicts them', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/product/california-almonds');
  await hydrated(page);
  await expect(page.getByText('Delivered in 2–3 business days in metro cities, in 3–5 elsewhere')).toBeVisible();
  await check(page, '302003');
  await expect(page.getByText('Delivery check completed')).toBeVisible();
  await expect(page.getByText('Jaipur, Rajasthan')).toBeVisible();
  await expect(page.getByText('Delivered in 3–5 business days')).toBeVisible();
  await expect(page.getByText(/^By \w+day, \d+ \w{3} if you pay today$/)).toBeVisible();

  await arrive(page, ['california-almonds']);
  await page.goto('/cart');
  await hydrated(page);
  await expect(page.getByLabel('Delivery check')).toHaveValue('302003');
  await expect(page.getByText('Delivered in 3–5 business days')).toHaveCount(2);
  await expect(page.getByText('You are eligible for free shipping.')).toBeVisible();
  await expect(page.locator('.sum')).toContainText('ShippingFREE');
  await expect(page.getByText(/calculated at checkout|Free delivery across/)).toHaveCount(0);
  // A code that does not exist, of a district that does.
  await check(page, '302999');
  await expect(page.getByText('We do not know this PIN code. Please check its digits.')).toBeVisible();
  await expect(page.getByLabel('Delivery check')).toBeFocused();
  await expect(page.getByText('Jaipur, Rajasthan')).toHaveCount(0);
  await check(page, '110001');
  await expect(page.getByText('New Delhi, Delhi')).toBeVisible();
  await expect(page.getByText('Delivered in 2–3 business days')).toHaveCount(2);

  await page.goto('/address');
  await hydrated(page);
  await expect(page.getByLabel('PIN code')).toHaveValue('110001');
  await expect(page.getByLabel('City')).toHaveValue('New Delhi');
});

test('an order abroad says before the payment that delivery is agreed', { tag: '@journey' }, async ({ page }) => {
  await arrive(page, ['california-almonds'], freshPhone());
  await page.goto('/address');
  await hydrated(page);
  const agreed = page.getByText('Delivery outside India is agreed by email');
  await expect(agreed).toHaveCount(0);
  await page.getByLabel('Country').selectOption('UK');
  await expect(agreed).toBeVisible();
  await expect(page.locator('.sum')).toContainText('Shippingagreed by email');
  await page.getByLabel('Phone').fill('07700 900123');
  await page.getByLabel('Postcode').fill('LS1 4AP');
  await page.getByLabel('City').fill('Leeds');
  await page.getByLabel('County').fill('Yorkshire');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect(agreed).toBeVisible();
  await expect(page.locator('.sum')).toContainText('Shippingagreed by email');
  await expect(page.getByText(/FREE|business days/)).toHaveCount(0);
});

test('in Hindi the days are the same', async ({ page }) => {
  await page.goto('/hi/product/california-almonds');
  await hydrated(page);
  await page.getByLabel('डिलीवरी जाँचें').fill('600020');
  await page.getByRole('button', { name: 'जाँचें', exact: true }).click();
  await expect(page.getByText('Chennai, तमिलनाडु')).toBeVisible();
  await expect(page.getByText('2–3 कामकाजी दिनों में डिलीवरी', { exact: true })).toBeVisible();
});
