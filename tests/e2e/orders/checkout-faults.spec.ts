import type { Page } from '@playwright/test';
import { expect, hydrated, openStopped, stopClock, test } from '../shop.ts';
import {
  arrive,
  freshPhone,
  freshUtr,
  isPhone,
  openSummary,
  orderNumber,
  ordersOf,
  payButton,
  payInApp,
  payWith,
  skipToUtr,
  startAgain,
  submitUtr,
} from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** Failures between cart and order: nothing is lost, and every failure shows a message. */

test('a reload at every step returns to the same step and the same order', { tag: '@journey' }, async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await expect(page.getByText(/held until/)).toBeVisible();
  const first = await orderNumber(page);
  await page.reload();
  await expect(page.getByText(/held until/)).toBeVisible();
  expect(await orderNumber(page)).toBe(first);

  expect(await payWith(page, 'PhonePe')).toBe(first);
  await page.reload();
  // A reload soon after the press counts as the way to the app: then the next step comes by itself.
  const paid = page.getByRole('button', { name: "I've Paid - Continue" });
  const skip = page.getByRole('button', { name: 'Skip and enter UTR now' });
  await expect(paid.or(skip)).toBeVisible();
  await expect(async () => {
    if (await paid.isVisible()) await paid.click({ timeout: 500 });
    await expect(skip).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.reload();
  await skip.click();
  const utr = freshUtr();
  await page.getByLabel('UTR/Reference number').fill(utr);
  await page.reload();
  await expect(page.getByLabel('UTR/Reference number')).toHaveValue(utr);
  expect(await orderNumber(page)).toBe(first);

  // Another tab shows the same step of the same order.
  const other = await page.context().newPage();
  await other.goto('/payment');
  await expect(other.getByLabel('UTR/Reference number')).toHaveValue(utr);
  await other.close();

  const confirmation = await submitUtr(page, utr);
  await expect(confirmation.getByText(first)).toBeVisible();
});

test('a shop that was busy is asked again by itself, and the page stays payable meanwhile', {
  tag: '@journey',
}, async ({ page, watch }) => {
  watch.allow(/status of 503/);
  await arrive(page, ['golden-raisins'], freshPhone());
  let requests = 0;
  let respond = () => {};
  const ready = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/orders/draft', async (route) => {
    requests++;
    if (requests < 3) return route.fulfill({ status: 503, json: { success: false, message: 'Busy' } });
    await ready;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/payment');
  const unreachable = page.getByText('The shop cannot be reached right now.');
  await expect(unreachable).toBeVisible();
  expect(requests).toBe(1);
  // A shop that says that it is busy is spared.
  await page.clock.fastForward(10_000);
  expect(requests).toBe(1);
  for (const expected of [2, 3]) {
    await page.clock.fastForward(15_000);
    await expect.poll(() => requests).toBe(expected);
  }
  // A slow response is waited for.
  await page.clock.fastForward(16_000);
  expect(requests).toBe(3);
  await expect(unreachable).toBeVisible();
  await expect(payButton(page)).not.toHaveAttribute('aria-busy', 'true');
  respond();
  await expect(page.getByText(/held until/)).toBeVisible();
  await expect(unreachable).toBeHidden();
});

test('the code to scan appears although its encoder did not load at first', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  await arrive(page, ['golden-raisins'], freshPhone());
  let failed = false;
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const fails = !failed && (await response.text()).includes('boostEcc');
    failed ||= fails;
    await (fails ? route.abort() : route.fulfill({ response }));
  });
  await page.goto('/payment');
  if (isPhone(page)) {
    await payWith(page, 'PhonePe');
    await page.getByText('PhonePe does not open?').click();
  }
  const place = isPhone(page) ? page.getByRole('dialog') : page.getByRole('main');
  await expect(place.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(failed).toBe(true);
});

test('the countdown opens the UTR entry by itself, 21 seconds after the app opened', async ({ page }) => {
  test.skip(!isPhone(page), 'a desktop opens no app');
  await page.clock.install();
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payInApp(page, 'PhonePe');
  await page.clock.runFor(1_300);
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
  await page.clock.runFor(20_500);
  await expect(page.getByRole('heading', { name: 'Payment Completed!' })).toBeVisible();
});

test('an app that does not open shows a message and the other payment methods', async ({ page }) => {
  test.skip(!isPhone(page), 'a desktop opens no app');
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'Paytm');
  await expect(page.getByText('Could not open Paytm. Please try another payment method.')).toBeVisible();
  await page.getByText('Paytm does not open?').click();
  await expect(page.getByRole('link', { name: 'Any UPI app on this phone' })).toHaveAttribute(
    'href',
    /^upi:\/\/pay\?pa=kishmish@upi&/,
  );
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy UPI ID' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy amount' })).toBeVisible();

  // Android returns to this URL when the app is not installed.
  await page.goto('/payment?noapp=paytm');
  await expect(page.getByText('Could not open Paytm. Please try another payment method.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('offline on submit, then back online: exactly one order', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const phone = freshPhone();
  await arrive(page, ['golden-raisins'], phone);
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await context.route('**/api/orders', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(page.getByText(`Order ${number} is saved on this phone, sending…`)).toBeVisible();
  expect(await ordersOf(page, phone)).toBe(0);

  await context.unroute('**/api/orders');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Order placed successfully!')).toBeVisible();
  expect(await ordersOf(page, phone)).toBe(1);
  await page.goto(`/order-confirmation/${number}`);
  await expect(page.getByText('is saved on this phone')).toBeHidden();
});

test('the response to the order is lost: the next visit finds the same order', async ({ page, context, watch }) => {
  watch.allow(/ERR_FAILED|ERR_CONNECTION/);
  const phone = freshPhone();
  await arrive(page, ['golden-raisins'], phone);
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await context.route('**/api/orders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(page.getByText(`Order ${number} is saved on this phone, sending…`)).toBeVisible();
  // Waits for a retry that the handler still holds.
  await context.unrouteAll({ behavior: 'wait' });
  await page.goto(`/order-confirmation/${number}`);
  await expect(page.getByText('is saved on this phone')).toHaveCount(0);
  expect(await ordersOf(page, phone)).toBe(1);
});

test('an order that was refused later can be put away when nothing was paid', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await page.goto(`/payment-success?orderId=${number}&Status=FAILURE`);
  await page.getByRole('button', { name: 'Payment Done - Go to Summary' }).click();
  await context.route('**/api/orders', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is saved on this phone' })).toBeVisible();
  await context.unroute('**/api/orders');
  const message = 'Some items are out of stock.';
  await context.route('**/api/orders', (route) => route.fulfill({ status: 409, json: { success: false, message } }));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(message)).toBeVisible();

  const remove = page.getByRole('button', { name: 'Remove order' });
  const question = page.getByRole('dialog', { name: 'Remove this order?' });
  /** Stores what the shopper has sent as the UTR. */
  const sent = (utr: string) =>
    page.evaluate((utrNumber) => {
      const [order] = JSON.parse(localStorage.getItem('orders') ?? '[]');
      localStorage.setItem('orders', JSON.stringify([{ ...order, payment: { ...order.payment, utrNumber } }]));
    }, utr);
  await sent(freshUtr());
  await page.goto('/');
  await page.getByRole('link', { name: 'View Order' }).click();
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
  await expect(remove).toHaveCount(0);
  await sent('');
  await page.reload();
  await remove.click();
  await question.getByRole('button', { name: 'Keep order' }).click();
  await remove.click();
  await question.getByRole('button', { name: 'Remove order' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText(number)).toHaveCount(0);
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByText(number)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('orderOutbox'))).toBe('[]');
});

test('no draft, no network: checkout continues with an order number from this device', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const phone = freshPhone();
  await arrive(page, ['golden-raisins'], phone);
  await context.route('**/api/orders/draft', (route) => route.abort('internetdisconnected'));
  await page.goto('/payment');
  await expect(page.getByText('The shop cannot be reached right now.')).toBeVisible();
  const number = await payWith(page, 'PhonePe');
  expect(number).toMatch(/^ORD\d{13}$/);
  await skipToUtr(page);
  const confirmation = await submitUtr(page, freshUtr());
  await expect(confirmation.getByText(number)).toBeVisible();
  expect(await ordersOf(page, phone)).toBe(1);
});

/** Nothing on /payment asks for money: no code, no UPI ID, no app, no button to pay. */
async function expectNothingToPay(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /PayNow|^Pay |I have paid|Copy UPI ID/ })).toHaveCount(0);
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.locator('details')).toHaveCount(0);
}

test('changed prices and sold-out items are shown before paying', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone(), { price: 1 });
  await page.goto('/payment');
  await expect(page.getByText(/The price of Golden Raisins changed from ₹1 to ₹/)).toBeVisible();
  await arrive(page, ['golden-raisins'], undefined, { price: 1 });
  await page.goto('/cart');
  await expect(page.getByText(/The price of Golden Raisins \(.*\) changed from ₹1 to ₹/)).toBeVisible();

  await arrive(page, ['golden-raisins'], undefined, { quantity: 999 });
  await page.goto('/payment');
  await expect(
    page.getByText('Some items are out of stock. Please remove them from your cart and try again.'),
  ).toBeVisible();
  await expectNothingToPay(page);
  await expect(page.getByRole('link', { name: 'Back to Cart' })).toHaveAttribute('href', '/cart');
});

test('a rejected order shows the error and can be corrected', async ({ page, context }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await context.route('**/api/orders', (route) =>
    route.fulfill({
      status: 400,
      json: {
        success: false,
        message: 'Validation failed.',
        errors: [{ path: 'shippingAddress.phone', msg: 'Phone number must be 10 digits' }],
      },
    }),
  );
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(page.getByText('Validation failed: Phone number must be 10 digits')).toBeVisible();
  await page.getByRole('link', { name: 'Address', exact: true }).click();
  await expect(page).toHaveURL(/\/address$/);
  await context.unroute('**/api/orders');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(/\/payment$/);
});

test("the cart that 'Try Again' cleared can be restored until the next order", async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await startAgain(page);
  await expect(page).toHaveURL(/\/$/);
  const restore = page.getByRole('button', { name: 'Restore my cart' });
  await page.goto('/orders');
  await expect(page.getByText('Its item is still here.')).toBeVisible();
  await page.goto('/cart');
  await restore.click();
  await expect(page.getByText('Golden Raisins').first()).toBeVisible();
  await expect(restore).toHaveCount(0);

  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await startAgain(page);
  await expect(page).toHaveURL(/\/$/);
  await arrive(page, ['medjool-dates']);
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await submitUtr(page, freshUtr());
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty').first()).toBeVisible();
  await expect(restore).toHaveCount(0);
});

test('a link that is pressed on /payment-success is not overtaken by the redirect', async ({ page }) => {
  await stopClock(page);
  const contact = Promise.withResolvers<void>();
  await page.route('**/contact-us.data*', async (route) => {
    await contact.promise;
    await route.continue();
  });
  await openStopped(page, '/payment-success');
  await expect(page.getByText('Payment information missing.')).toBeVisible();
  const asked = page.waitForRequest('**/contact-us.data*');
  await page.getByRole('link', { name: 'Contact support' }).click();
  await asked;
  await page.clock.runFor(5_000);
  contact.resolve();
  await expect(page).toHaveURL(/\/contact-us$/);
});

test('returning from the UPI app: no order, no UTR, order already placed', async ({ page }) => {
  await stopClock(page);
  await openStopped(page, '/payment-success');
  await expect(page.getByRole('heading', { name: 'Payment Processing Issue' })).toBeVisible();
  await expect(page.getByText('Payment information missing. Please contact support.')).toBeVisible();
  await page.clock.runFor(3_100);
  await expect(page).toHaveURL(/\/$/);

  await openStopped(page, '/payment-success?orderId=ORD1700000000000');
  await expect(
    page.getByText('Failed to create order. Please contact support with Order ID: ORD1700000000000.'),
  ).toBeVisible();
  // Whoever has paid by the code of another device must not pay again (D51).
  await expect(page.getByText('If you have paid, do not pay again.')).toBeVisible();
  await page.clock.runFor(3_100);
  await expect(page).toHaveURL(/\/order-review$/);
  await page.clock.resume();

  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await page.goto(`/payment-success?orderId=${number}`);
  await expect(
    page.getByText('Payment confirmation received! Please enter your UTR number when prompted.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/payment$/);
  const confirmation = await submitUtr(page, freshUtr());
  await confirmation.close();

  const again = page.context().waitForEvent('page');
  await page.goto(`/payment-success?orderId=${number}`);
  await expect(page.getByText('Order already processed successfully!')).toBeVisible();
  await expect(await again).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});

test('empty states: cart, payment, order, tracking', async ({ page }) => {
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  const best = page.getByRole('region', { name: 'Our Best Sellers' }).getByRole('article');
  await expect(best).toHaveCount(4);
  for (const path of ['/wishlist', '/orders', '/address']) {
    await page.goto(path);
    await expect(best, path).toHaveCount(4);
  }
  await page.goto('/payment');
  await expect(page.getByText('Cart is empty! Please add items to your cart first.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' }).first()).toBeVisible();
  await expectNothingToPay(page);
  await page.goto('/order-confirmation/ORD1700000000000');
  await expect(page.getByText('Order Not Found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');

  await page.goto('/track-order');
  const track = page.getByRole('button', { name: 'Track Orders' });
  await track.click();
  await expect(page.getByText('Please enter your mobile number')).toBeVisible();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(freshPhone());
  await track.click();
  await expect(page.getByText('No orders found for this mobile number')).toBeVisible();
  // That was said of the number before.
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('12');
  await track.click();
  await expect(page.getByText('No orders found for this mobile number')).toBeHidden();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(freshPhone());
  await page.route('**/api/orders/track/**', (route) => route.fulfill({ status: 404, body: 'nothing' }));
  await track.click();
  await expect(page.getByText('Failed to fetch orders. Please try again.')).toBeVisible();
});

test('a product that is opened while the cart is compared is not replaced by the checkout', async ({ page }) => {
  await page.route('**/api/products/golden-raisins', () => {});
  await arrive(page, ['golden-raisins']);
  const product = Promise.withResolvers<void>();
  await page.route('**/product/golden-raisins.data*', async (route) => {
    await product.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/cart');
  await hydrated(page);
  // Only runFor() moves the time between the press and the end of the wait for the comparison.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  const asked = page.waitForRequest('**/product/golden-raisins.data*');
  await page.getByRole('button', { name: 'Checkout', exact: true }).first().click();
  await page.getByRole('link', { name: 'Golden Raisins' }).first().click();
  await asked;
  // The comparison is given up.
  await page.clock.runFor(3_000);
  product.resolve();
  await expect(page).toHaveURL(/\/product\/golden-raisins$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Golden Raisins' })).toBeVisible();
});

test('a Buy Now that waits for the shop does not replace the checkout that was begun meanwhile', async ({ page }) => {
  // However slow the test is, the request is not given up.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await arrive(page, ['golden-raisins']);
  await page.goto('/product/medjool-dates');
  await hydrated(page);
  const shop = Promise.withResolvers<void>();
  await page.route('**/api/', async (route) => {
    await shop.promise;
    await route.continue();
  });
  // As on a page that the service worker has kept: its prices may be old.
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await page.getByRole('link', { name: /^Cart/ }).click();
  await page.getByRole('button', { name: 'Checkout', exact: true }).first().click();
  await expect(page).toHaveURL(/\/address$/);
  await expect((await openSummary(page)).getByText('Golden Raisins')).toBeVisible();
  shop.resolve();
  await page.evaluate(async () => (await fetch('/api/')).text());
  await page.reload();
  const summary = await openSummary(page);
  await expect(summary.getByText('Golden Raisins')).toBeVisible();
  await expect(summary.getByText('Medjool Dates')).toHaveCount(0);
});

test('a Buy Now that is pressed while another page loads is not lost', async ({ page }) => {
  await page.route('**/contact-us.data*', () => {});
  await page.goto('/product/medjool-dates');
  await hydrated(page);
  const asked = page.waitForRequest('**/contact-us.data*');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).first().click();
  await asked;
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await expect(page).toHaveURL(/\/address$/);
});

test('the cart: remove with Undo, delivery check', async ({ page }) => {
  await arrive(page, ['golden-raisins', 'cashews-w240']);
  await page.goto('/cart');
  await page.getByRole('button', { name: /^Remove Golden Raisins/ }).click();
  await page.locator('.toast', { hasText: 'Item removed from cart' }).hover();
  await expect(page.getByRole('link', { name: 'Golden Raisins' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Golden Raisins' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'One less Golden Raisins' })).toBeDisabled();

  // A 0 that is typed removes the line too (R1.4.2); an empty field does not.
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Golden Raisins' });
  await quantity.fill('');
  await quantity.blur();
  await expect(quantity).toHaveValue('1');
  await quantity.fill('0');
  await expect(page.getByRole('link', { name: 'Golden Raisins' })).toBeVisible();
  await quantity.press('Enter');
  await expect(page.getByRole('link', { name: 'Golden Raisins' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Remove Cashews/ })).toBeFocused();
  await page.locator('.toast', { hasText: 'Item removed from cart' }).hover();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Golden Raisins' })).toBeVisible();

  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Please enter your ZIP/Postal Code')).toBeVisible();
  await expect(page.getByLabel('Delivery check')).toBeFocused();
  // Cut by a maxlength, as pasting is.
  await page.keyboard.insertText(' +302\u200b 003 ');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Delivery check completed')).toBeVisible();
  await expect(page.getByLabel('Delivery check')).toHaveValue('302003');

  // With the last line the button goes too: focus must not fall out of the page.
  await page.getByRole('button', { name: /^Remove Golden Raisins/ }).click();
  await page.getByRole('button', { name: /^Remove Cashews/ }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('sold-out and vanished lines are set apart and stop checkout before the address', async ({ page }) => {
  await arrive(page, ['golden-raisins', 'cashews-w240', 'walnut-kernels']);
  await page.route('**/api/products/cashews-w240', async (route) => {
    const { product } = (await (await route.fetch()).json()) as { product: { sizes: object[] } };
    const sizes = product.sizes.map((size) => ({ ...size, stock: 0 }));
    await route.fulfill({ json: { product: { ...product, sizes, stockCount: 0 } } });
  });
  await page.route('**/api/products/walnut-kernels', (route) =>
    route.fulfill({ status: 404, json: { success: false } }),
  );
  await page.goto('/cart');
  const apart = page.getByRole('region', { name: 'Not available right now' });
  await expect(apart.getByRole('listitem')).toHaveCount(2);
  await expect(apart.getByText('Out of Stock')).toHaveCount(2);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  const [line] = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'));
  const summary = page.getByRole('region', { name: 'Order Summary' }).getByRole('definition');
  await expect(summary.first()).toHaveText(`₹${line.price.toLocaleString('en-IN')}`);
  await expect(page.getByRole('link', { name: /^Cart/ })).toContainText('1');

  const checkout = page.getByRole('button', { name: 'Checkout' }).first();
  await checkout.click();
  await expect(page.getByText('Please remove the items that are not available.')).toBeVisible();
  await expect(apart).toBeFocused();
  await expect(page).toHaveURL(/\/cart$/);
  await page.getByRole('button', { name: 'Remove all 2' }).click();
  await expect(apart).toBeHidden();
  await checkout.click();
  await expect(page).toHaveURL(/\/address$/);
});

test('Buy Now, then Back to Cart, keeps the item', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await page.goto('/product/medjool-dates');
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await expect(page).toHaveURL(/\/address$/);
  await page.getByRole('link', { name: 'Back to Cart' }).click();
  await expect(page.getByRole('link', { name: 'Medjool Dates' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Golden Raisins' })).toBeVisible();
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await expect(page).toHaveURL(/\/address$/);
  const summary = await openSummary(page);
  await expect(summary.getByText('Golden Raisins')).toBeVisible();
  await expect(summary.getByText('Medjool Dates')).toBeVisible();
});
