import type { APIRequestContext, Page } from '@playwright/test';
import { addManager, enter, placeOrder } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/** What a manager sees and may do about payments (D39), in a shop of its own. */

const PASSWORD = 'a quiet autumn orchard';

/** Adds a manager and signs in as this person. */
async function enterAsManager(page: Page, request: APIRequestContext, mayVerifyPayments: boolean): Promise<void> {
  await enter(page, await addManager(request, PASSWORD, { mayVerifyPayments }), PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
}

const sectionsOf = (page: Page) => page.getByRole('navigation', { name: 'Admin' });

test('a manager sees Payments without import, and nothing for admins', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const order = await placeOrder(request);
  await enterAsManager(page, request, true);
  for (const name of ['Payment Settings', 'Shop Settings', 'Audit'])
    await expect(sectionsOf(page).getByRole('link', { name })).toHaveCount(0);
  await sectionsOf(page)
    .getByRole('link', { name: /^Payments/ })
    .click();
  const row = page.locator(`[data-order="${order.orderNumber}"]`);
  await expect(row).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import statement' })).toHaveCount(0);
  await page.goto('/admin?section=payments&view=import');
  await expect(row).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Drop your bank statement here' })).toHaveCount(0);

  await row.click();
  const pane = page.getByRole('region', { name: `Payment of ${order.orderNumber}` });
  await pane.getByRole('button', { name: 'Found in my bank' }).click();
  await expect(page.getByText('Payment confirmed')).toBeVisible();
  await expect(row).toBeHidden();
});

test('a manager without the right sees no Payments, and orders without its buttons', { tag: '@journey' }, async ({
  page,
  request,
  isMobile,
}) => {
  const order = await placeOrder(request);
  await enterAsManager(page, request, false);
  if (isMobile) {
    await expect(sectionsOf(page).getByRole('link')).toHaveText([/^Orders/, 'Products', 'Customers', 'More']);
  } else {
    await expect(sectionsOf(page).getByRole('link', { name: /^Order Management/ })).toBeVisible();
  }
  await expect(sectionsOf(page).getByRole('link', { name: /^Payments/ })).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Find an order' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  // A section that is not for managers says so, above the orders.
  await page.goto('/admin?section=audit');
  await expect(page.getByText('Only an admin can open Audit.')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Find an order' })).toBeVisible();
  await page.goto('/admin?section=payments');
  await expect(page.getByText('Only somebody who may verify payments can open Payments.')).toBeVisible();
  await page.goto(`/admin?section=orders&order=${order.orderNumber}`);
  await expect(page.getByText(/can open/)).toHaveCount(0);
  const drawer = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
  await expect(drawer.getByRole('heading', { name: 'Payment not verified' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Payment received' })).toHaveCount(0);
});
