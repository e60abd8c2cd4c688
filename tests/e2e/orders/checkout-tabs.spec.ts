import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { arrive, freshPhone, freshUtr, openSummary, payWith } from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/**
 * Two tabs share what is stored on the device, also when one of them has not noticed what the other
 * did.
 */

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

test('a tab pays for its own items, also after another tab has bought something else meanwhile', {
  tag: '@journey',
}, async ({ page }) => {
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

/**
 * Places the order in the tab that a UPI app opens, which has no sessionStorage of the first tab.
 */
async function finishElsewhere(page: Page, number: string): Promise<void> {
  const returned = await page.context().newPage();
  await returned.goto(`/payment-success?orderId=${number}`);
  await returned.getByLabel('UTR/Reference number').fill(freshUtr());
  await returned.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(returned).toHaveURL(new RegExp(`/payment-success\\?orderId=${number}`));
}

for (const path of ['/payment', '/address', '/order-review']) {
  test(`${path} of a tab that the phone had closed does not offer the finished order again`, {
    tag: '@journey',
  }, async ({ page }) => {
    await arrive(page, ['golden-raisins'], freshPhone());
    await buyNow(page, 'medjool-dates');
    const number = await payWith(page, 'PhonePe');
    // The tab is restored with its sessionStorage, but has not heard of what happened meanwhile.
    await page.goto('about:blank');
    await finishElsewhere(page, number);
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
    expect(await page.evaluate(() => sessionStorage.getItem('directOrder'))).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('draftOrder'))).toBeNull();

    // The same item can be bought once more.
    if (path === '/payment') await buyNow(page, 'medjool-dates');
  });
}

test('the review page opens the confirmation when the order is finished in another tab', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await page.goto('/order-review');
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
  await finishElsewhere(page, number);
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});

test('a tab keeps what it buys when another tab has finished an order of something else', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await buyNow(page, 'medjool-dates');
  const other = await page.context().newPage();
  await buyNow(other, 'walnut-kernels');
  const number = await payWith(other, 'PhonePe');
  await finishElsewhere(other, number);
  await expect(other).toHaveURL(new RegExp(`/order-confirmation/${number}$`));

  await expect(page).toHaveURL(/\/payment$/);
  await page.keyboard.press('Shift');
  await expect(page.getByText(/held until/)).toBeVisible();
  expect(await goodsOf(page)).toEqual(['medjool-dates']);
  await page.reload();
  await expect(page.getByText(/held until/)).toBeVisible();
});

test('in the tab that the UPI app opens, a Buy Now order can correct its address', async ({ page }) => {
  await arrive(page, [], freshPhone());
  await buyNow(page, 'medjool-dates');
  const number = await payWith(page, 'PhonePe');
  const total = `₹${(await totalOf(page)).toLocaleString('en-IN')}`;

  const returned = await page.context().newPage();
  const expectSummary = async () => {
    const summary = await openSummary(returned);
    await expect(summary.getByText('Medjool Dates')).toBeVisible();
    await expect(summary.getByText(total, { exact: true }).last()).toBeVisible();
    await expect(returned.getByText('Your cart is empty')).toHaveCount(0);
  };
  const refusal = { success: false, message: 'Validation failed.' };
  const errors = [{ path: 'shippingAddress.pincode', msg: 'PIN code must be 6 digits' }];
  await returned.route('**/api/orders', (route) => route.fulfill({ status: 400, json: { ...refusal, errors } }));
  await returned.goto(`/payment-success?orderId=${number}`);
  await returned.getByLabel('UTR/Reference number').fill(freshUtr());
  await returned.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await returned.getByRole('link', { name: 'Address', exact: true }).click();
  await expect(returned).toHaveURL(/\/address$/);
  await expectSummary();
  await returned.unroute('**/api/orders');
  await returned.getByRole('button', { name: 'Continue to Payment' }).click();

  await returned.getByRole('button', { name: 'Payment Done - Go to Summary' }).click();
  await returned.getByRole('link', { name: 'Change address' }).click();
  await expectSummary();
  await returned.goto('/order-review');
  await returned.getByRole('button', { name: 'Place Order' }).click();
  await expect(returned).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});
