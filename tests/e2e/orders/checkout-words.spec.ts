import type { Page } from '@playwright/test';
import { ownerToken, placeOrder } from '../admin.ts';
import { expect, hydrated, openStopped, stopClock, test } from '../shop.ts';
import {
  arrive,
  fillCart,
  freshPhone,
  freshUtr,
  isPhone,
  orderNumber,
  payButton,
  payInApp,
  payWith,
  showApps,
  skipToUtr,
} from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** Checkout messages that the other tests do not cover (R2.5, R2.8). */

const rejectOrder = (page: Page, json: unknown, status = 400) =>
  page.context().route('**/api/orders', (route) => route.fulfill({ status, json }));

async function atUtr(page: Page): Promise<void> {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit & Complete Order' });
const store = (page: Page, key: string, text: string) =>
  page.evaluate(([name, value]) => localStorage.setItem(name ?? '', value ?? ''), [key, text]);

test('each kind of empty cart has its own message', async ({ page }) => {
  await page.goto('/payment');
  await hydrated(page);
  const refresh = page.getByRole('button', { name: 'Refresh' }).first();
  await refresh.click();
  await expect(page.getByText('No items found in cart. Please add items and try again.')).toBeVisible();
  await store(page, 'cart', '[]');
  await refresh.click();
  await expect(page.getByText('Your cart is empty. Please add items and try again.')).toBeVisible();
  await store(page, 'cart', '{broken');
  await refresh.click();
  await expect(page.getByText('Invalid cart data. Please refresh and try again.')).toBeVisible();
  await store(page, 'cart', '[{"name":"Raisins"}]');
  await refresh.click();
  await expect(page.getByText('No valid items in cart. Please add items to your cart.')).toBeVisible();
  // Another tab fills the cart.
  await fillCart(page, ['golden-raisins']);
  await page.reload();
  await expect(page.getByText(/held until/)).toBeVisible();
});

test('a payment whose items are missing from the device does not place an empty order', async ({ page }) => {
  await atUtr(page);
  // At once, so that the page stores neither again in between.
  await submit(page).evaluate((button: HTMLButtonElement) => {
    localStorage.removeItem('draftOrder');
    localStorage.removeItem('cart');
    button.click();
  });
  await expect(page.getByText('No items found in cart. Please add items and try again.')).toBeVisible();
  await expect(page.getByLabel('UTR/Reference number')).toHaveValue(/^6\d{11}$/);
});

test('a missing payment method or amount on the device shows a message', async ({ page }) => {
  await atUtr(page);
  await page.evaluate(() => {
    localStorage.removeItem('paymentMethod');
    sessionStorage.removeItem('paymentMethod');
  });
  await submit(page).click();
  await expect(page.getByText('Please select a payment method first')).toBeVisible();
  await page.evaluate(() => {
    const draft = JSON.parse(localStorage.getItem('draftOrder') ?? '{}');
    localStorage.setItem('draftOrder', JSON.stringify({ ...draft, pricing: { subtotal: 0, discount: 0, total: 0 } }));
  });
  await submit(page).click();
  await expect(page.getByText('Please add items to your cart first', { exact: true })).toBeVisible();
});

test('the payment page shows a loading message before hydration', async ({ request }) => {
  expect(await (await request.get('/payment')).text()).toContain('Loading payment settings...');
});

test('the page shows progress while the order is being sent', { tag: '@journey' }, async ({ page }) => {
  await atUtr(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route('**/api/orders', async (route) => {
    await held;
    await route.continue();
  });
  const utr = await page.getByLabel('UTR/Reference number').inputValue();
  await submit(page).click();
  await expect(page.getByRole('heading', { name: 'Creating Your Order...' })).toBeVisible();
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('paymentMethod') ?? '{}'));
  expect(record).toMatchObject({ method: 'upi', appId: 'phonepe', utrNumber: utr });
  release();
  await expect(page.getByText('Payment verified! Order created successfully!')).toBeVisible();
});

for (const [status, json] of [
  [201, (order: object) => ({ success: true, order })],
  [409, (order: object) => ({ success: false, data: { order } })],
] as const) {
  test(`a response ${status} with no more than the number of the order places it`, async ({ page, watch }) => {
    watch.allow(/status of 40[49]/);
    await atUtr(page);
    const utr = await page.getByLabel('UTR/Reference number').inputValue();
    await rejectOrder(page, json({ orderNumber: 'ORD1763000000000' }), status);
    const opening = page.waitForEvent('popup');
    await submit(page).click();
    await expect(page.getByText('Payment verified! Order created successfully!')).toBeVisible();
    const confirmation = await opening;
    await expect(confirmation).toHaveURL(/\/order-confirmation\/ORD1763000000000$/);
    for (const text of ['Order Is Placed After Payment Verfied', utr, 'Golden Raisins']) {
      await expect(confirmation.getByText(text)).toBeVisible();
    }
  });
}

test('the review page takes the UTR of the payment record', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  const utrNumber = freshUtr();
  await store(page, 'paymentMethod', JSON.stringify({ method: 'upi', app: 'PhonePe', appId: 'phonepe', utrNumber }));
  await page.goto('/order-review');
  await expect(page.getByText(`UTR ${utrNumber}`)).toBeVisible();
  await expect(page.getByLabel('UTR/Reference number')).toHaveValue(utrNumber);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page).toHaveURL(/\/order-confirmation\//);
  await expect(page.getByText(utrNumber)).toBeVisible();
});

test('the confirmation opens in the same tab when new tabs are blocked', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await atUtr(page);
  const number = await orderNumber(page);
  await submit(page).click();
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});

test('an order number that is already taken is replaced, with a message', async ({ page, request, watch }) => {
  watch.allow(/status of 503/);
  await page.route('**/api/orders/draft', (route) => route.fulfill({ status: 503, json: { success: false } }));
  await atUtr(page);
  const number = await orderNumber(page);
  await placeOrder(request, { orderNumber: number });
  await submit(page).click();
  await expect(page.getByText(/^A new order ID was generated: ORD\d+$/)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(number));
  await expect(page).toHaveURL(/\/payment-success\?orderId=ORD\d+$/);
});

/** Simulates a device whose storage was partly cleared. */
async function storePaymentOnly(page: Page, number: string, utr: string): Promise<void> {
  await page.goto('/track-order');
  await page.evaluate(
    ([id, reference]) => {
      for (const storage of [localStorage, sessionStorage]) {
        storage.setItem('currentOrderId', id ?? '');
        storage.setItem('paymentUTR', reference ?? '');
        storage.setItem('actualPaymentAmount', '250');
      }
    },
    [number, utr],
  );
}

test('a payment without other data on the device still becomes an order that needs attention', async ({
  page,
  request,
}) => {
  const utr = freshUtr();
  await storePaymentOnly(page, `ORD${Date.now()}`, utr);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route('**/api/orders', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/payment-success?orderId=${await orderNumber(page)}`);
  await expect(page.getByRole('heading', { name: 'Processing your order...' })).toBeVisible();
  release();
  await expect(page.getByText('Payment verified! Order created successfully!')).toBeVisible();
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const { orders } = await (await request.get(`/api/orders?search=${utr}`, { headers })).json();
  expect(orders).toHaveLength(1);
  expect(orders[0].needsAttention).toEqual(expect.arrayContaining(['unknown_item', 'placeholder_address']));
  expect(orders[0].pricing.total).toBe(250);
});

test('an unexpected error on the return page shows a message, and the shopper can continue', async ({ page }) => {
  await storePaymentOnly(page, `ORD${Date.now()}`, freshUtr());
  // Throws while the page processes the return.
  await page.addInitScript(() => {
    crypto.getRandomValues = () => {
      throw new Error('no entropy');
    };
  });
  const number = await orderNumber(page);
  await stopClock(page);
  await openStopped(page, `/payment-success?orderId=${number}`);
  await expect(page.getByRole('heading', { name: 'Payment Processing Issue' })).toBeVisible();
  await expect(
    page.getByText('An error occurred while processing your payment. Please contact support.'),
  ).toBeVisible();
  await page.clock.runFor(3_100);
  await expect(page).toHaveURL(/\/order-review$/);
});

test('a rejected order without a reason or a field shows the default message', async ({ page }) => {
  await atUtr(page);
  await rejectOrder(page, {}, 403);
  await submit(page).click();
  await expect(page.getByText('Failed to create order. Please contact support.')).toBeVisible();
  await page.context().unrouteAll();
  await rejectOrder(page, {
    success: false,
    message: 'Validation failed. Please check all required fields and try again.',
    errors: [],
  });
  await submit(page).click();
  await expect(page.getByText('Validation failed. Please check all required fields and try again.')).toBeVisible();
});

test('products that are no longer sold are reported before paying', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]');
    localStorage.setItem('cart', JSON.stringify([{ ...line, productId: 'no-longer-sold', id: 'x' }]));
  });
  await page.goto('/payment');
  await expect(page.getByText('Some products are no longer available. Please refresh and try again.')).toBeVisible();
});

test('less than one rupee cannot be paid', async ({ page, watch }) => {
  watch.allow(/status of 503/);
  await arrive(page, ['golden-raisins'], freshPhone(), { price: 0.5 });
  await page.route('**/api/orders/draft', (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.goto('/payment');
  await expect(page.getByText('The shop cannot be reached right now.')).toBeVisible();
  await showApps(page);
  await page.getByRole('radio', { name: 'PhonePe' }).check({ force: true });
  await payButton(page).click();
  await expect(page.getByText('Minimum order amount is ₹1. Please add items to your cart.')).toBeVisible();
});

test('an unknown UPI app is rejected; an opened app starts the countdown', async ({ page }) => {
  await page.clock.install();
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await expect(page.getByText(/held until/)).toBeVisible();
  await page.evaluate(() => {
    const unknown = { method: 'upi', app: 'Purse', appId: 'purse', confirmed: false };
    localStorage.setItem('paymentMethod', JSON.stringify(unknown));
    sessionStorage.setItem('paymentMethod', JSON.stringify(unknown));
  });
  await page.reload();
  await expect(page.getByText(/held until/)).toBeVisible();
  await payButton(page).click();
  await expect(page.getByText('Invalid UPI app selection. Please try again.')).toBeVisible();

  // A desktop opens no app.
  if (!isPhone(page)) return;
  await payInApp(page, 'PhonePe');
  // The app was opened, so the payment may be done: the countdown starts by itself.
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
});

test('a failed return from the app: the question, the summary, the missing UTR', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await page.goto(`/payment-success?orderId=${await orderNumber(page)}&Status=FAILURE`);
  await expect(page.getByText('Payment not completed. Please complete payment in UPI app first.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Completed?' })).toBeVisible();
  await page.getByRole('button', { name: 'Payment Done - Go to Summary' }).click();
  await expect(
    page.getByText('Payment confirmation received! Please enter your UTR number when prompted.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/order-review$/);
  await expect(page.getByRole('link', { name: 'Back to Payment' })).toHaveAttribute('href', '/payment');
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible();
  await page.context().route('**/api/orders', (route) => route.fulfill({ status: 403, json: {} }));
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('alert').getByText('Failed to place order. Please try again.').first()).toBeVisible();
  await page.context().unrouteAll();
  await page.context().route('**/api/orders', (route) => route.fulfill({ status: 200, json: { success: false } }));
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('alert').getByText('Failed to place order', { exact: true }).first()).toBeVisible();
});

test('a UTR that is too short takes the shopper of the review page to its field', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await store(page, 'paymentMethod', JSON.stringify({ method: 'upi', appId: 'phonepe', confirmed: true }));
  await page.goto('/order-review');
  await hydrated(page);
  const utr = page.getByLabel('UTR/Reference number');
  await utr.fill('12345');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(utr).toBeFocused();
  await expect(utr).toHaveAccessibleDescription(/must be at least 10 digits long/);
});

test('the review page saves the draft by itself and lists what is missing', { tag: '@journey' }, async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.evaluate(() => {
    const choice = { method: 'upi', app: 'PhonePe', appId: 'phonepe', confirmed: true };
    localStorage.setItem('paymentMethod', JSON.stringify(choice));
    sessionStorage.setItem('paymentMethod', JSON.stringify(choice));
    const address = JSON.parse(localStorage.getItem('shippingAddress') ?? '{}');
    localStorage.setItem('shippingAddress', JSON.stringify({ ...address, city: '', state: '' }));
  });
  const saved = page.waitForRequest('**/api/orders/draft');
  await page.goto('/order-review');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(
    page
      .getByRole('alert')
      .getByText(/^Please complete: .*[Cc]ity.*[Ss]tate/)
      .first(),
  ).toBeVisible();
  expect((await saved).method()).toBe('POST');
  await page.evaluate(() => localStorage.setItem('cart', '[{"productId":"x","quantity":0}]'));
  await page.evaluate(() => {
    const address = JSON.parse(localStorage.getItem('shippingAddress') ?? '{}');
    localStorage.setItem('shippingAddress', JSON.stringify({ ...address, city: 'Chennai', state: 'Tamil Nadu' }));
    localStorage.removeItem('draftOrder');
  });
  await page.reload();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(
    page.getByRole('alert').getByText('No valid items in cart. Please add products to cart first.').first(),
  ).toBeVisible();
});
