import type { Page } from '@playwright/test';
import { ownerToken, reachedAtOnce } from '../admin.ts';
import { expect, hydrated, openedApps, test } from '../shop.ts';
import {
  arrive,
  fillCart,
  freshPhone,
  freshUtr,
  isPhone,
  orderNumber,
  payInApp,
  payWith,
  skipToUtr,
  startAgain,
  submitUtr,
} from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** Declined payments, and payments that finish in another tab or another app. */

/** Counts the requests for drafts; those after the first go on when `later` does. */
async function countDrafts(page: Page, later?: Promise<void>): Promise<() => number> {
  let count = 0;
  await page.route('**/api/orders/draft', async (route) => {
    count++;
    if (count > 1) await later;
    await route.continue().catch(() => {});
  });
  return () => count;
}

const draftRequest = (page: Page) => page.waitForResponse('**/api/orders/draft');
const cartOf = (page: Page) => page.evaluate(() => localStorage.getItem('cart') ?? '');
const payAnotherWay = (page: Page) => page.getByRole('button', { name: 'Payment declined? Pay another way' });

const OUT_OF_STOCK = {
  success: false,
  message: 'Some items are out of stock. Please remove them from your cart and try again.',
};
/** From here on the shop cannot hold the items. */
const sellOut = (page: Page) =>
  page.route('**/api/orders/draft', (route) => route.fulfill({ status: 409, json: OUT_OF_STOCK }));

/** Has no space left on the device for this key. */
const fillStorage = (page: Page, full: string) =>
  page.addInitScript((name) => {
    const original = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key === name) throw new DOMException('full', 'QuotaExceededError');
      original.call(this, key, value);
    };
  }, full);

/** How often the app was opened and declined, as staff see it. */
async function appCounts(page: Page, app: string) {
  const headers = { authorization: `Bearer ${await ownerToken(page.request)}` };
  return async () => {
    const { apps } = (await (await page.request.get('/api/payments/apps', { headers })).json()) as {
      apps: { app: string; opened: number; declined: number }[];
    };
    const { opened = 0, declined = 0 } = apps.find((one) => one.app === app) ?? {};
    return { opened, declined };
  };
}

test('a declined payment returns to the other payment methods, from the countdown and from the UTR entry', async ({
  page,
}) => {
  const counted = await appCounts(page, 'phonepe');
  const before = await counted();
  await page.clock.install();
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payInApp(page, 'PhonePe');
  if (!isPhone(page)) await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
  await payAnotherWay(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy UPI ID' })).toBeVisible();
  // The countdown does not restart: the app is no longer open.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();

  await skipToUtr(page);
  await payAnotherWay(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  expect(await orderNumber(page)).toBe(number);
  expect(await cartOf(page)).toContain('golden-raisins');

  // Choosing another app renews the hold.
  const again = draftRequest(page);
  await page.getByRole('button', { name: 'Cancel & Choose Different Method' }).click();
  expect((await again).status()).toBe(201);
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await payWith(page, 'Paytm')).toBe(number);

  // Staff see what happened in the app. A computer opens none.
  const opened = before.opened + (isPhone(page) ? 1 : 0);
  await expect.poll(counted).toEqual({ opened, declined: before.declined + 2 });
});

test("'Try Again' asks, clears everything, and Undo brings it back", async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  for (const no of ['Yes, enter UTR', 'Back']) {
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Have you paid?' })).toBeFocused();
    await page.getByRole('button', { name: no }).click();
    await expect(page.getByLabel('UTR/Reference number')).toBeVisible();
  }
  await startAgain(page);
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('button', { name: 'Undo' }).hover();
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('draftOrder'))).toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.goto('/cart');
  await expect(page.getByText('Golden Raisins')).toBeVisible();
  await page.goto('/payment');
  await expect(page.getByLabel('UTR/Reference number')).toBeVisible();
  expect(await orderNumber(page)).toBe(number);
});

test('a press meant for a step that has just ended does not hit the step in its place', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
  const skip = page.getByRole('button', { name: 'Skip and enter UTR now' });
  // The countdown has just appeared itself.
  await skip.click({ trial: true });
  const reached = reachedAtOnce(page, 'Submit & Complete Order');
  await skip.click();
  expect(await reached).toBe(false);
  await expect(page.getByRole('heading', { name: 'Payment Completed!' })).toBeVisible();
  // A moment later the pointer works again.
  await payAnotherWay(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel & Choose Different Method' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a payment abandoned days ago does not stand in for the UTR of the next one', async ({ page }) => {
  await page.clock.install();
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await page.goto('/track-order');
  await page.evaluate(
    (since) => {
      const step = JSON.parse(localStorage.getItem('paymentInProgress') ?? '{}') as object;
      localStorage.setItem('paymentInProgress', JSON.stringify({ ...step, since }));
      localStorage.setItem('waitingForPayment', String(since));
      localStorage.setItem('paymentUTR', '632401234567');
    },
    Date.now() - 3 * 86_400_000,
  );
  await page.goto('/payment');
  await payInApp(page, 'PhonePe');
  if (!isPhone(page)) await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await page.getByRole('button', { name: 'Skip and enter UTR now' }).click();
  await expect(page.getByLabel('UTR/Reference number')).toHaveValue('');
});

test('after Cancel the current cart is paid for, not the earlier one', { tag: '@journey' }, async ({ page }) => {
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

test('returning from the app places no order without a UTR, also after Cancel', async ({ page }) => {
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

test('a UTR that is not complete places no order on return, and a declined payment takes its UTR along', async ({
  page,
}) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  const utr = page.getByLabel('UTR/Reference number');
  await utr.fill('63240');
  await page.goto(`/payment-success?orderId=${number}&Status=SUCCESS`);
  await expect(utr).toHaveValue('63240');
  expect(await page.evaluate(() => localStorage.getItem('orders') ?? '[]')).toBe('[]');
  await utr.fill(freshUtr());
  await payAnotherWay(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  await page.goto(`/payment-success?orderId=${number}`);
  await expect(utr).toHaveValue('');
  expect(await page.evaluate(() => localStorage.getItem('orders') ?? '[]')).toBe('[]');
});

test('an order note and a Buy Now order survive the tab that the UPI app opens', async ({ page, request }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/cart');
  // Lines appear with hydration; what is typed before may not be stored when the page is left at
  // once.
  await expect(page.getByRole('link', { name: 'Golden Raisins' }).first()).toBeVisible();
  await page.getByLabel(/note/i).fill('no peanuts please');
  await page.goto('/product/medjool-dates');
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const number = await payWith(page, 'PhonePe');

  // UPI apps open a new tab without this tab's sessionStorage.
  const returned = await page.context().newPage();
  await returned.goto(`/payment-success?orderId=${number}`);
  await returned.getByLabel('UTR/Reference number').fill(freshUtr());
  await returned.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(returned).toHaveURL(new RegExp(`/payment-success\\?orderId=${number}`));

  // The first tab does not offer the same order again.
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
  expect(await page.evaluate(() => sessionStorage.getItem('directOrder'))).toBeNull();
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const { order } = (await (await request.get(`/api/orders/${number}`, { headers })).json()) as {
    order: { orderNote: string; items: { product: string }[] };
  };
  expect(order.orderNote).toBe('no peanuts please');
  expect(order.items.map(({ product }) => product)).toEqual(['medjool-dates']);
});

test('a desktop leads with code, amount and UPI ID; the UTR follows, also when the items have sold out meanwhile', {
  tag: '@journey',
}, async ({ page }) => {
  test.skip(isPhone(page), 'a phone opens the app itself');
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await expect(page.getByText(/held until/)).toBeVisible();
  const number = await orderNumber(page);
  const { total } = await page.evaluate(() => JSON.parse(localStorage.getItem('draftOrder') ?? '{}').pricing);
  const scan = page.getByRole('region', { name: 'Scan and pay' });
  await expect(scan.getByText('Total Amount to Pay')).toBeVisible();
  await expect(scan.getByText(`₹${total.toLocaleString('en-IN')}`, { exact: true }).first()).toBeVisible();
  await expect(scan.getByText('kishmish@upi')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Address' })).toBeInViewport();
  const code = await scan.getByRole('img', { name: /QR code/ }).boundingBox();
  expect(code?.width).toBeGreaterThanOrEqual(240);
  expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
  const pay = page.getByRole('button', { name: /^Pay ₹[\d,.]+ Now$/ });
  await expect(pay).toBeDisabled();
  await expect(pay).toHaveAccessibleDescription('Please select a UPI app to proceed');
  await expect(pay).toBeInViewport();
  await expect(scan.getByText('Scan with any UPI app')).toBeVisible();
  await scan.getByRole('radio', { name: 'PhonePe' }).check({ force: true });
  await expect(scan.getByText('Scan with PhonePe')).toBeVisible();
  await expect(scan.getByText('Open PhonePe › Scan and point it at this code.')).toBeVisible();
  await expect(pay).toBeEnabled();

  const paid = page.getByRole('button', { name: 'I have paid – enter UTR' });
  await paid.click();
  await expect(page.getByRole('heading', { name: 'Payment Completed!' })).toBeVisible();
  await page.getByRole('button', { name: 'Not paid yet? Back to the QR code' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/held until/)).toBeVisible();

  await sellOut(page);
  await page.reload();
  await expect(page.getByText(OUT_OF_STOCK.message)).toBeVisible();
  await expect(scan).toBeHidden();
  await paid.click();
  const confirmation = await submitUtr(page, freshUtr());
  await expect(confirmation).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});

test('a phone offers the UTR entry once the shopper has gone to pay, also when the items have sold out meanwhile', {
  tag: '@journey',
}, async ({ page }) => {
  test.skip(!isPhone(page), 'a desktop always offers it');
  await page.clock.install();
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await expect(page.getByText(/held until/)).toBeVisible();
  await page.getByRole('radio', { name: 'Paytm' }).check({ force: true });
  const paid = page.getByRole('button', { name: 'I have paid – enter UTR' });
  await expect(paid).toHaveCount(0);
  const number = await payInApp(page, 'PhonePe');
  await payAnotherWay(page).click();
  await page.getByRole('button', { name: 'Cancel & Choose Different Method' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  // The payment that was pending has succeeded: the UTR needs no second payment.
  await expect(page.getByRole('button', { name: 'PayNow' })).toBeVisible();
  await page.getByRole('radio', { name: 'Paytm' }).check({ force: true });
  await paid.click();
  await expect(page.getByRole('heading', { name: 'Payment Completed!' })).toBeVisible();
  await payAnotherWay(page).click();
  await page.getByRole('button', { name: 'Cancel & Choose Different Method' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await sellOut(page);
  await page.reload();
  await expect(page.getByText(OUT_OF_STOCK.message)).toBeVisible();
  await expect(page.getByRole('button', { name: 'PayNow' })).toHaveCount(0);
  await paid.click();
  // Nothing may be paid again.
  await expect(page.getByRole('heading', { name: 'Payment Completed!' })).toBeVisible();
  await expect(payAnotherWay(page)).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await paid.click();
  const confirmation = await submitUtr(page, freshUtr());
  await expect(confirmation).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
  expect(await openedApps(page)).toHaveLength(1);
});

test('an abandoned page does not renew its hold', async ({ page }) => {
  await page.clock.install();
  await arrive(page, ['golden-raisins'], freshPhone());
  const draftRequests = await countDrafts(page);
  await page.goto('/payment');
  await hydrated(page);
  await expect(page.getByText(/held until/)).toBeVisible();
  expect(draftRequests()).toBe(1);
  await page.clock.runFor(40 * 60_000);
  expect(draftRequests()).toBe(1);
  const again = draftRequest(page);
  await page.keyboard.press('Shift');
  await again;
  expect(draftRequests()).toBe(2);
});

test('an expired hold is renewed with one request, however often the shopper moves meanwhile', async ({ page }) => {
  await page.clock.install();
  await arrive(page, ['golden-raisins'], freshPhone());
  const responses = Promise.withResolvers<void>();
  const draftRequests = await countDrafts(page, responses.promise);
  await page.goto('/payment');
  await hydrated(page);
  await expect(page.getByText(/held until/)).toBeVisible();
  await page.clock.runFor(40 * 60_000);
  const again = page.waitForRequest('**/api/orders/draft');
  for (let step = 1; step <= 10; step++) await page.mouse.move(20 * step, 300);
  await again;
  responses.resolve();
  await page.mouse.move(50, 50);
  expect(draftRequests()).toBe(2);
});

test('a phone whose clock is ahead shows the hold, and renews it only when it ends', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 40 * 60_000 });
  await arrive(page, ['golden-raisins'], freshPhone());
  const draftRequests = await countDrafts(page);
  await page.goto('/payment');
  await hydrated(page);
  await expect(page.getByText(/held until .* \(15 min left\)/)).toBeVisible();
  await page.keyboard.press('Shift');
  await page.clock.fastForward('14:20');
  await page.keyboard.press('Shift');
  await expect(page.getByText(/held until .* \(1 min left\)/)).toBeVisible();
  expect(draftRequests()).toBe(1);
  const again = draftRequest(page);
  await page.clock.fastForward('01:00');
  await again;
});

test('without storage the page asks to stay open until the order is sent', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await fillStorage(page, 'orderOutbox');
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
  await expect(page.getByRole('heading', { name: 'We have received your order' })).toBeVisible();
});

test('without storage for orders the confirmation opens in the same tab', async ({ page, context }) => {
  await fillStorage(page, 'orders');
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(page).toHaveURL(/\/order-confirmation\/ORD\d+$/);
  await expect(page.getByRole('heading', { name: /^Order Is Placed/ })).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});
