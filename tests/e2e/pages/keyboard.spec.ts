import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from '../shop.ts';
import { freshPhone, freshUtr, isPhone } from '../shopping.ts';

/** The whole purchase without a mouse: Tab, Enter, Space, arrows and typing only. */

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < most; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('a purchase with the keyboard only', { tag: '@journey' }, async ({ page }) => {
  test.slow();
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

  await tabTo(page, page.getByRole('combobox', { name: 'Search products' }));
  // Suggestions for the first letters may come before those for the whole word.
  const whole = page.waitForResponse((response) => response.url().includes('/search?q=walnut'));
  await page.keyboard.type('walnut');
  await whole;
  // For the first letters it may be further down.
  const found = page.getByRole('option').first();
  await expect(found).toHaveText(/^Walnut Kernels/);
  await page.keyboard.press('ArrowDown');
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Walnut Kernels' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Add to Cart' }));
  await expect(page.getByText('Walnut Kernels added to cart')).toBeVisible();

  await page.goto('/cart');
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Walnut Kernels' });
  await tabTo(page, quantity);
  await page.keyboard.press('ArrowUp');
  await expect(quantity).toHaveValue('2');
  await press(page, page.getByRole('button', { name: 'Checkout' }).first());

  await expect(page).toHaveURL(/\/address$/);
  for (const [label, text] of [
    ['First name', 'Ananya'],
    ['Last name', 'Iyer'],
    ['Email', 'ananya.iyer@example.com'],
    ['Phone', freshPhone()],
    ['Address', '12, 3rd Cross Street'],
    ['PIN code', '600020'],
    ['City', 'Chennai'],
    ['State', 'Tamil Nadu'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await press(page, page.getByRole('button', { name: 'Continue to Payment' }));

  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByText(/held until/)).toBeVisible();
  // Without a selection, Tab focuses the first radio; Space selects it, an arrow key moves on.
  await tabTo(page, page.getByRole('radio', { name: 'PhonePe' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'PhonePe' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: isPhone(page) ? 'Paytm' : 'Google Pay' })).toBeChecked();
  await press(page, page.getByRole('button', { name: isPhone(page) ? 'PayNow' : /^Pay ₹.* Now$/ }));

  // Each overlay moves the focus to its heading and traps it.
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeFocused();
  await press(page, page.getByRole('button', { name: "I've Paid - Continue" }));
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeFocused();
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: 'Skip and enter UTR now' }));
  await expect(page.getByRole('heading', { name: 'Payment Completed!' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const box = page.getByLabel('UTR/Reference number');
  await tabTo(page, box);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter UTR/Reference number')).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.type(freshUtr());
  const tab = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const confirmation = await tab;
  await expect(
    confirmation.getByRole('heading', { level: 1, name: 'Order Is Placed After Payment Verfied' }),
  ).toBeVisible();
  await press(confirmation, confirmation.getByRole('link', { name: 'Track This Order' }));
  await expect(confirmation.getByRole('heading', { level: 1, name: 'Track Your Order' })).toBeVisible();
});

// What each page shows once something is added; on the page of orders the cards stay.
for (const [path, name, then] of [
  ['/cart', /^Add .* to cart$/, '.lines'],
  ['/address', /^Add .* to cart$/, 'input[name="firstName"]'],
  ['/orders', /^Add .* to cart$/, '.qty'],
  ['/wishlist', /^Save .* to wishlist$/, '.pc [aria-pressed="true"]'],
] as const) {
  test(`${path}: what is added on the empty page does not take the focus with it`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('button', { name }).first().press('Enter');
    await expect(page.locator(then).first()).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
}
