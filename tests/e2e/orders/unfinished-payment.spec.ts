import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../admin.ts';
import { bankReports, freshRrn, watchBank } from '../bank.ts';
import { hydrated, test } from '../own-shop.ts';
import { arrive, freshPhone, isPhone, orderNumber, payWith } from '../shopping.ts';

/** Whoever left in the middle of a payment sees it on every page until it is settled (D66). */

test.describe.configure({ mode: 'serial' });

/** Begins to pay for a pack of walnuts and leaves the page. @returns number and total in rupees */
async function leaveWhilePaying(page: Page): Promise<{ number: string; rupees: number }> {
  await arrive(page, ['walnut-kernels'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
  const rupees = await page.evaluate(() => JSON.parse(localStorage.getItem('draftOrder') ?? '{}').pricing.total);
  return { number: await orderNumber(page), rupees };
}

const strip = (page: Page) => page.getByRole('region', { name: 'Unfinished payment' });
const card = (page: Page) => page.getByRole('article', { name: 'Unfinished payment' });
const found = (page: Page) => page.getByRole('status').getByText('We have found your payment. Your order is placed.');

test('the strip is on every page but the payment, and its two ways lead there', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await watchBank(request);
  const { number, rupees } = await leaveWhilePaying(page);
  await expect(strip(page)).toHaveCount(0);
  for (const path of ['/', '/cart', '/about', '/address']) {
    await page.goto(path);
    await expect(strip(page).getByText(`You started paying ₹${rupees} for order ${number} today at`)).toBeVisible();
    await expect(page.locator('.offerbar:visible')).toHaveCount(0);
  }
  await page.goto('/');
  await expect(strip(page)).toBeVisible();
  await expectAccessible(page);

  await strip(page).getByRole('button', { name: 'I have paid' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByRole('dialog', { name: 'Payment Completed!' })).toBeVisible();
  await page.goto('/all-products');
  await strip(page).getByRole('button', { name: 'Continue paying' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect(
    page.getByRole('heading', { level: 1, name: isPhone(page) ? 'Choose Payment' : 'Scan and pay' }),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await orderNumber(page)).toBe(number);
});

test('a cart that has changed since does not change what is being paid for', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await watchBank(request);
  const { number, rupees } = await leaveWhilePaying(page);
  await page.goto('/product/california-almonds');
  await hydrated(page);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
  await strip(page).getByRole('button', { name: 'Continue paying' }).click();
  const instructions = page.getByRole('dialog', { name: 'Payment Instructions' });
  await expect(instructions.getByText(`₹${rupees}`)).toBeVisible();
  expect(await orderNumber(page)).toBe(number);
});

test('Track Order and Your orders tell of it in a card', { tag: '@journey' }, async ({ page, request }) => {
  await watchBank(request);
  const { number } = await leaveWhilePaying(page);
  await page.goto('/track-order');
  await hydrated(page);
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(freshPhone());
  await page.getByRole('button', { name: 'Track Orders' }).click();
  await expect(page.getByText('No orders found for this mobile number')).toBeVisible();
  for (const path of ['/track-order', '/orders']) {
    if (path === '/orders') await page.goto(path);
    await expect(card(page).getByText(number)).toBeVisible();
    await expect(card(page).getByText('Walnut Kernels')).toBeVisible();
    await expect(
      card(page).getByText(/It becomes an order once you have paid\. Your items are held until/),
    ).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('the page closed while paying: the strip finds the payment and leads to the order', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const secret = await watchBank(request, { byPaise: true });
  const { number, rupees } = await leaveWhilePaying(page);
  await page.goto('about:blank');
  await bankReports(request, secret, { rupees, rrn: freshRrn() });
  await page.goto('/');
  await expect(found(page)).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull();
  // Until the order has been seen.
  await page.goto('/about');
  await expect(found(page)).toBeVisible();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Payment received' })).toBeVisible();
  await expect(found(page)).toHaveCount(0);
  await page.goto('/');
  await hydrated(page);
  await expect(found(page)).toHaveCount(0);
});

test("'I did not pay' asks once; a payment that comes all the same is found", async ({ page, request }) => {
  const secret = await watchBank(request, { byPaise: true });
  const { number, rupees } = await leaveWhilePaying(page);
  await page.goto('/');
  await strip(page).getByRole('button', { name: 'I did not pay' }).click();
  const question = page.getByRole('dialog', { name: 'You did not pay?' });
  await expect(question.getByRole('heading', { name: 'You did not pay?' })).toBeFocused();
  await expect(question.getByText('Your cart stays as it is.')).toBeVisible();
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(question).toBeHidden();
  await strip(page).getByRole('button', { name: 'I did not pay' }).click();
  await question.getByRole('button', { name: 'I did not pay' }).click();
  await expect(page.getByText('Closed. Your cart is as it was.')).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  const [cart, draft] = await page.evaluate(() => [localStorage.getItem('cart'), localStorage.getItem('draftOrder')]);
  expect(cart).toContain('walnut-kernels');
  expect(draft).toBeNull();
  await page.goto('/about');
  await hydrated(page);
  await expect(strip(page)).toHaveCount(0);

  await bankReports(request, secret, { rupees, rrn: freshRrn() });
  await page.goto('/');
  await expect(found(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(found(page)).toHaveCount(0);
  await page.goto('/orders');
  await expect(page.getByRole('link', { name: number })).toBeVisible();
});

test('nothing shifts when the strip comes', { tag: '@journey' }, async ({ page, request }) => {
  await watchBank(request);
  await leaveWhilePaying(page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/all-products', '/cart']) {
    await page.goto(path);
    await expect(page.locator('.keep')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(
      shifts.filter((value) => value >= 0.0005),
      path,
    ).toEqual([]);
  }
});
