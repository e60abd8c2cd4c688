import { expect, openedApps, test } from '../shop.ts';
import {
  arrive,
  freshPhone,
  freshUtr,
  isPhone,
  openSummary,
  orderNumber,
  payWith,
  skipToUtr,
  submitUtr,
  typeAddress,
} from '../shopping.ts';

/** The main shopper flow, from search to order tracking, on a phone and on a desktop. */

const BANNER = 'Order Is Placed After Payment Verfied';
const PATIENCE = "It's May take up to 30 min to verify your payment thank you for your patience";

test('a shopper finds a product, buys it, pays by UPI, and tracks the order', { tag: '@journey' }, async ({ page }) => {
  const phone = freshPhone();
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Search products' }).fill('almnd');
  await page.getByRole('option', { name: /California Almonds/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'California Almonds' })).toBeVisible();
  const updated = page.evaluate(
    () =>
      new Promise<string>((resolve) => addEventListener('cartUpdated', ({ type }) => resolve(type), { once: true })),
  );
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('California Almonds added to cart')).toBeVisible();
  expect(await updated).toBe('cartUpdated');

  await page.goto('/cart');
  await expect(page.getByText('You are eligible for free shipping.')).toBeVisible();
  await page.getByRole('button', { name: 'One more California Almonds' }).click();
  await page.getByLabel('Order note').fill('Please call before delivery.');
  await page.getByRole('button', { name: 'Checkout' }).first().click();

  await expect(page).toHaveURL(/\/address$/);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('alert').getByText('Please fill all required fields correctly')).toBeVisible();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
  await typeAddress(page, phone);
  await expect(page.getByText('First name is required')).toBeHidden();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();

  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByText(/held until \d+:\d\d [ap]m/)).toBeVisible();
  if (isPhone(page)) {
    await expect(page.getByRole('heading', { name: 'Choose Payment' })).toBeVisible();
    await expect(page.getByText('Pay online & get EXTRA ₹33 off')).toBeVisible();
    await expect(page.getByText('20% Cashback in 24 hour')).toBeVisible();
    await expect(page.getByRole('radio', { name: /Cash on Delivery/ })).toBeDisabled();
    await expect(page.getByText('Currently Unavailable')).toBeVisible();
    await page.getByRole('button', { name: 'PayNow' }).click();
    await expect(page.getByText('Please select a UPI app', { exact: true })).toBeVisible();
  } else {
    await expect(page.getByText('Total Amount to Pay')).toBeVisible();
    await expect(page.getByText('Secure Payment').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Address' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'I have paid – enter UTR' })).toBeEnabled();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await page.getByText('More UPI Payment Options').click();
    await expect(page.getByRole('button', { name: /^Pay ₹.* Now$/ })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'Amazon Pay' })).toBeVisible();
  }

  const number = await payWith(page, 'PhonePe');
  const links = await openedApps(page);
  if (isPhone(page)) {
    expect(links).toHaveLength(1);
    expect(links[0]).toContain('intent://pay?pa=kishmish@upi&pn=Kishmish%20Foods%20(Demo)&am=');
    expect(links[0]).toContain(`tn=Payment%20for%20${number}`);
    expect(links[0]).toContain('package=com.phonepe.app');
  } else {
    expect(links).toEqual([]);
    const code = page.getByRole('dialog').getByRole('img', { name: /QR code/ });
    await expect.poll(async () => (await code.boundingBox())?.width).toBeGreaterThanOrEqual(240);
  }

  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await expect(page.getByRole('progressbar', { name: 'Time until UTR entry' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip and enter UTR now' }).click();

  const utr = freshUtr();
  const submit = page.getByRole('button', { name: 'Submit & Complete Order' });
  await submit.click();
  await expect(page.getByText('Please enter UTR/Reference number')).toBeVisible();
  await page.getByLabel('UTR/Reference number').fill('63240');
  await expect(submit).toHaveClass(/btn-bad/);
  await submit.click();
  await expect(page.getByText('UTR/Reference number must be at least 10 digits long')).toBeVisible();
  await page.getByLabel('UTR/Reference number').fill(utr);
  await expect(submit).toHaveClass(/btn-ok/);
  const confirmation = await submitUtr(page, utr);
  await expect(page.getByText('Payment verified! Order created successfully!')).toBeVisible();

  await expect(confirmation.getByRole('heading', { level: 1, name: BANNER })).toBeVisible();
  await expect(confirmation.getByText(PATIENCE)).toBeVisible();
  await expect(confirmation.getByText(number)).toBeVisible();
  await expect(confirmation.getByText('Pending', { exact: true })).toBeVisible();
  await expect(confirmation.getByText(utr)).toBeVisible();
  await expect(confirmation.getByText('Please call before delivery.')).toBeVisible();
  await expect(confirmation.getByRole('link', { name: /^Cart/ })).not.toContainText('2');

  await expect(confirmation.getByRole('link', { name: 'Send it to myself on WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`track-order%3ForderNumber%3D${number}`),
  );
  await expect(confirmation.getByRole('button', { name: 'Copy order link' })).toBeVisible();
  await expect(confirmation.getByRole('heading', { name: "What's Next?" })).toBeVisible();
  await expect(confirmation.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
  await confirmation.getByRole('link', { name: 'Track This Order' }).click();
  await expect(confirmation).toHaveURL(new RegExp(`/track-order\\?orderNumber=${number}$`));
  // The device knows the number of its own order.
  await expect(confirmation.getByRole('textbox', { name: 'Mobile number' })).toHaveValue(phone);
  await expect(confirmation.getByText(`Found 1 order(s) for mobile number ${phone}`)).toBeVisible();
  await expect(confirmation.getByRole('heading', { name: number })).toBeVisible();
  await expect(confirmation.getByText('Deliver to A••• I•••')).toBeVisible();
  await expect(confirmation.getByText('3rd Cross')).toBeHidden();
});

test('Buy Now skips the cart and leaves it unchanged', { tag: '@journey' }, async ({ page }) => {
  const phone = freshPhone();
  await arrive(page, ['golden-raisins'], phone);
  await page.goto('/product/medjool-dates');
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await expect(page).toHaveURL(/\/address$/);
  const summary = await openSummary(page);
  await expect(summary.getByText('Medjool Dates')).toBeVisible();
  await expect(summary.getByText('Golden Raisins')).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Ananya');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await payWith(page, 'Google Pay');
  await skipToUtr(page);
  const confirmation = await submitUtr(page, freshUtr());
  await expect(confirmation.getByText('Medjool Dates')).toBeVisible();
  await confirmation.goto('/cart');
  await expect(confirmation.getByText('Golden Raisins')).toBeVisible();
  await expect(confirmation.getByText('Medjool Dates')).toBeHidden();
});

test('the alternative path: payment done, review, Place Order', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/order-review');
  await expect(page.getByText('Missing Information')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Complete Checkout' })).toHaveAttribute('href', '/address');

  const phone = freshPhone();
  await arrive(page, ['walnut-kernels'], phone);
  await page.goto('/payment');
  await payWith(page, 'Paytm');
  await page.getByRole('button', { name: 'Cancel & Choose Different Method' }).click();
  await expect(
    page.getByText('Payment cancelled. Please try again or select a different payment method.'),
  ).toBeVisible();

  await page.goto('/order-review');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(
    page.getByRole('alert').getByText('Payment not completed. Please complete payment in UPI app first.').first(),
  ).toBeVisible();

  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.getByLabel('Order note').fill('Second floor');
  const number = await orderNumber(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('Order placed successfully!')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
  await expect(page.getByText('Second floor')).toBeVisible();
});

test('an order placed on this device: list, details, cancel', { tag: '@journey' }, async ({ page }) => {
  await arrive(page, ['walnut-kernels'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  const tab = await submitUtr(page, freshUtr());
  await tab.goto('/orders');
  await tab.getByRole('link', { name: number }).click();
  await expect(tab).toHaveURL(new RegExp(`/order-details/${number}$`));
  await expect(tab.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Reorder Items' })).toBeHidden();

  await tab.getByRole('button', { name: 'Cancel Order' }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByLabel(/Reason/).fill('Ordered by mistake');
  await dialog.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(tab.getByText('Order Cancelled', { exact: true })).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Cancel Order' })).toBeHidden();
  await tab.goto(`/orders/${number}`);
  await expect(tab.getByText('Cancelled', { exact: true })).toBeVisible();

  // The money is not settled by that (D51): the same state in the notice, the timeline and the
  // panel.
  await expect(tab.getByText('Checking your UTR', { exact: true })).toHaveCount(3);
  await expect(tab.getByText(/^If your payment of ₹[\d,]+ has reached us, we will refund it/)).toBeVisible();
  await tab.goto(`/order-confirmation/${number}`);
  await expect(tab.getByRole('heading', { name: 'Order Cancelled', level: 1 })).toBeVisible();
  await expect(tab.getByText('Checking your UTR', { exact: true })).toHaveCount(2);
});

test('of a pasted message the UTR is taken; of two numbers the shopper chooses', { tag: '@journey' }, async ({
  page,
}) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await skipToUtr(page);
  const field = page.getByLabel('UTR/Reference number');
  const paste = (text: string) =>
    field.evaluate((input, copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', copied);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('Sent Rs.299 from AC X1234 to 9876543210@ybl. UPI Ref 633212345678');
  await expect(field).toHaveValue('633212345678');
  await paste('633212345678 and 633287654321');
  await expect(field).toHaveValue('');
  await page
    .getByRole('group', { name: 'Which of these is the UTR?' })
    .getByRole('button', { name: '633287654321' })
    .click();
  await expect(field).toHaveValue('633287654321');
  await expect(page.getByText('Which of these is the UTR?')).toHaveCount(0);
});
