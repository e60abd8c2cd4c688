import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { arrive, freshPhone, payWith } from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** Two tabs share what is stored on the device, also when one of them has not noticed what the other did. */

const totalOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('draftOrder') ?? '{}').pricing.total as number);
const goodsOf = (page: Page) =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('draftOrder') ?? '{}').items as { product: string }[]).map(
      ({ product }) => product,
    ),
  );

/** Opens the payment page of a Buy Now order. */
async function buyNow(page: Page, product: string): Promise<void> {
  await page.goto(`/product/${product}`);
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText(/held until/)).toBeVisible();
}

test('a tab pays for its own items, also after another tab has bought something else meanwhile', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await expect(page.getByText(/held until/)).toBeVisible();
  const own = await totalOf(page);

  const other = await page.context().newPage();
  await buyNow(other, 'medjool-dates');
  const foreign = await totalOf(other);
  expect(foreign).not.toBe(own);

  // The code and the button of the first tab are not about what the second tab buys.
  const button = page.getByRole('button', { name: 'PayNow' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText(`₹${foreign.toLocaleString('en-IN')}`, { exact: true })).toHaveCount(0);
  const again = page.waitForResponse('**/api/orders/draft');
  await page.keyboard.press('Shift');
  await again;
  await payWith(page, 'PhonePe');
  expect(await goodsOf(page)).toEqual(['golden-raisins']);
  await expect(
    page
      .getByRole('dialog')
      .getByText(`₹${own.toLocaleString('en-IN')}`)
      .first(),
  ).toBeVisible();
  expect(await totalOf(page)).toBe(own);
});
