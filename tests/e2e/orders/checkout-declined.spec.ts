import type { Page } from '@playwright/test';
import { ownerToken } from '../admin.ts';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, fillCart, freshPhone, freshUtr, isPhone, orderNumber, payWith, skipToUtr } from '../shopping.ts';

// page.route() does not see requests that a service worker answers.
test.use({ serviceWorkers: 'block' });

/** Payments that come to nothing, or happen in another place than expected: nobody is stuck, and nobody pays for what is gone. */

const draftRequest = (page: Page) => page.waitForResponse('**/api/orders/draft');
const cartOf = (page: Page) => page.evaluate(() => localStorage.getItem('cart') ?? '');
const otherWay = (page: Page) => page.getByRole('button', { name: 'Payment declined? Pay another way' });

/** The page goes to the back and comes again, as when a UPI app has opened. */
async function visitApp(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  });
}

test('a declined payment leads back to the other ways, from the countdown and from the UTR entry', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await visitApp(page);
  if (!isPhone(page)) await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
  await otherWay(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy UPI ID' })).toBeVisible();
  // No clock runs on by itself: the app is not open any more.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();

  await skipToUtr(page);
  await otherWay(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  expect(await orderNumber(page)).toBe(number);
  expect(await cartOf(page)).toContain('golden-raisins');

  // Another app is chosen: the goods are held anew.
  const again = draftRequest(page);
  await page.getByRole('button', { name: 'Cancel & Choose Different Method' }).click();
  expect((await again).status()).toBe(201);
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await payWith(page, 'Paytm')).toBe(number);
});

test('after Cancel the goods of now are paid for, not those of before', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await page.goto(`/payment-success?orderId=${await orderNumber(page)}&Status=FAILURE`);
  await expect(page.getByRole('heading', { name: 'Payment Completed?' })).toBeVisible();
  await fillCart(page, ['golden-raisins', 'medjool-dates']);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Completed?' })).toBeVisible();
  const again = draftRequest(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  const { order } = (await (await again).json()) as { order: { items: unknown[]; pricing: { total: number } } };
  expect(order.items).toHaveLength(2);
  const sum = order.pricing.total.toLocaleString('en-IN');
  await expect(
    page.getByRole('button', { name: isPhone(page) ? 'PayNow' : `Pay ₹${sum} Now`, exact: true }),
  ).toBeEnabled();
  await expect(page.getByText(`₹${sum}`).first()).toBeVisible();
});

test('a return from the app orders nothing without the UTR, also after Cancel', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await page.getByRole('button', { name: 'Cancel & Choose Different Method' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`/payment-success?orderId=${number}&Status=FAILURE`);
  await expect(page.getByText('Payment not completed. Please complete payment in UPI app first.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Completed?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.goto(`/payment-success?orderId=${number}&Status=SUCCESS`);
  await expect(page.getByLabel('UTR/Reference number')).toBeVisible();
  expect(await cartOf(page)).toContain('golden-raisins');
  expect(await page.evaluate(() => localStorage.getItem('orders') ?? '[]')).toBe('[]');
});

test('an order note and a Buy Now live through the tab that the UPI app opens', async ({ page, request }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/cart');
  await page.getByLabel(/note/i).fill('no peanuts please');
  await page.goto('/product/medjool-dates');
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const number = await payWith(page, 'PhonePe');

  // A tab without this one's session, as UPI apps open it.
  const returned = await page.context().newPage();
  await returned.goto(`/payment-success?orderId=${number}`);
  await returned.getByLabel('UTR/Reference number').fill(freshUtr());
  await returned.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(returned).toHaveURL(new RegExp(`/payment-success\\?orderId=${number}`));

  // The first tab does not offer the same goods again.
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
  expect(await page.evaluate(() => sessionStorage.getItem('directOrder'))).toBeNull();
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const { order } = (await (await request.get(`/api/orders/${number}`, { headers })).json()) as {
    order: { orderNote: string; items: { product: string }[] };
  };
  expect(order.orderNote).toBe('no peanuts please');
  expect(order.items.map(({ product }) => product)).toEqual(['medjool-dates']);
});

test('who scanned and paid can say so when the goods are gone meanwhile', async ({ page }) => {
  test.skip(isPhone(page), 'a phone opens the app itself');
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await expect(page.getByText(/held until/)).toBeVisible();
  const number = await orderNumber(page);
  const gone = {
    success: false,
    message: 'Some items are out of stock. Please remove them from your cart and try again.',
  };
  await page.route('**/api/orders/draft', (route) => route.fulfill({ status: 409, json: gone }));
  await page.reload();
  await expect(page.getByText(gone.message)).toBeVisible();
  await page.getByRole('button', { name: 'I have paid by scanning' }).click();
  await page.getByRole('button', { name: 'Payment Done - Go to Summary' }).click();
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});

test('a page that was left does not keep the goods for ever', async ({ page }) => {
  await page.clock.install();
  await arrive(page, ['golden-raisins'], freshPhone());
  let asked = 0;
  await page.route('**/api/orders/draft', (route) => {
    asked++;
    return route.continue();
  });
  await page.goto('/payment');
  await hydrated(page);
  await expect(page.getByText(/held until/)).toBeVisible();
  expect(asked).toBe(1);
  await page.clock.runFor(40 * 60_000);
  expect(asked).toBe(1);
  const again = draftRequest(page);
  await page.keyboard.press('Shift');
  await again;
  expect(asked).toBe(2);
});

test('a browser that stores nothing: the page says that it must stay open', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.addInitScript(() => {
    const own = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key === 'orderOutbox') throw new DOMException('full', 'QuotaExceededError');
      own.call(this, key, value);
    };
  });
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await context.route('**/api/orders', (route) => route.abort('internetdisconnected'));
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(page.getByText(`Keep this page open until order ${number} is sent`)).toBeVisible();
  await context.unroute('**/api/orders');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Payment verified! Order created successfully!')).toBeVisible();
});
