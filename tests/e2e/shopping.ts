import { expect, type Locator, type Page } from '@playwright/test';
import { hydrated } from './shop.ts';

let count = 0;

/** Digits that no other test uses. */
function fresh(length: number): string {
  count += 1;
  return `${Date.now()}${process.pid % 100}${String(count).padStart(2, '0')}`.slice(-length);
}

export const freshPhone = () => `9${fresh(9)}`;
export const freshUtr = () => `6${fresh(11)}`;

/** True where the payment page shows its phone layout. */
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

/**
 * Puts packs of these products into the cart in localStorage at current prices, as Add to Cart
 * does.
 */
export async function fillCart(
  page: Page,
  products: string[],
  change: { price?: number; quantity?: number } = {},
): Promise<void> {
  const lines = [];
  for (const id of products) {
    const { product } = (await (await page.request.get(`/api/products/${id}`)).json()) as {
      product: { name: string; image: string; sizes: { size: string; price: number; stock: number }[] };
    };
    const size = product.sizes[0];
    if (!size) throw new Error(`${id} has no size`);
    lines.push({
      id: `${id}-${size.size}`,
      productId: id,
      name: product.name,
      size: size.size,
      price: change.price ?? size.price,
      quantity: change.quantity ?? 1,
      image: product.image,
      stock: size.stock,
    });
  }
  await page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), lines);
}

/** Opens the shop with a cart, and with an address when a phone number is given. */
export async function arrive(
  page: Page,
  products: string[],
  phone?: string,
  change?: { price?: number; quantity?: number },
): Promise<void> {
  await page.goto('/track-order');
  await fillCart(page, products, change);
  if (phone) {
    await page.evaluate((number) => {
      const address = {
        firstName: 'Ananya',
        lastName: 'Iyer',
        name: 'Ananya Iyer',
        email: 'ananya.iyer@example.com',
        phone: number,
        address: '12, 3rd Cross Street, Adyar',
        city: 'Chennai',
        state: 'Tamil Nadu',
        pincode: '600020',
        country: 'India',
        addressType: 'home',
        saveAddress: true,
        id: 'a1',
        createdAt: 1,
      };
      localStorage.setItem('shippingAddress', JSON.stringify(address));
    }, phone);
  }
}

/** On /address: the order summary, which a phone folds above the form. */
export async function openSummary(page: Page): Promise<Locator> {
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const fold = summary.locator('details:not([open]) > summary');
  if (isPhone(page)) await fold.click();
  await expect(summary.getByRole('list')).toBeVisible();
  return summary;
}

/** Fills in the address form. */
export async function typeAddress(page: Page, phone: string): Promise<void> {
  const fields: [string, string][] = [
    ['First name', 'Ananya'],
    ['Last name', 'Iyer'],
    ['Email', 'ananya.iyer@example.com'],
    ['Phone', phone],
    ['Address', '12, 3rd Cross Street, Adyar'],
    ['PIN code', '600020'],
    ['City', 'Chennai'],
    ['State', 'Tamil Nadu'],
  ];
  for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
}

/** On the UTR entry: gives the payment up (D28). */
export async function startAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('button', { name: 'No, start again' }).click();
}

/** On /payment: opens the other apps, which a desktop keeps behind 'More UPI Payment Options'. */
export async function showApps(page: Page): Promise<void> {
  if (isPhone(page)) return;
  await page.locator('details', { hasText: 'More UPI Payment Options' }).evaluate((details) => {
    details.setAttribute('open', '');
  });
}

/** On /payment: the button that pays with the chosen app. */
export const payButton = (page: Page) =>
  page.getByRole('button', { name: isPhone(page) ? 'PayNow' : /^Pay ₹[\d,.]+ Now$/ });

/** On /payment: chooses an app and pays. Returns the order number. */
export async function payWith(page: Page, app: string): Promise<string> {
  await showApps(page);
  await page.getByRole('radio', { name: app }).check({ force: true });
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  return orderNumber(page);
}

/**
 * Pays with an app that opens, which hides the page for a moment. The page waits 2.5 s for that, so
 * its clock stands meanwhile; it must be installed.
 */
export async function payInApp(page: Page, app: string): Promise<string> {
  await hydrated(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  const number = await payWith(page, app);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  });
  await page.clock.resume();
  return number;
}

export async function orderNumber(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('currentOrderId') ?? '');
}

/** From the payment instructions to the UTR entry. */
export async function skipToUtr(page: Page): Promise<void> {
  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip and enter UTR now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Completed!' })).toBeVisible();
}

/** Submits the UTR and returns the tab in which the confirmation opens (D29). */
export async function submitUtr(page: Page, utr: string): Promise<Page> {
  await page.getByLabel('UTR/Reference number').fill(utr);
  const tab = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(page).toHaveURL(/\/payment-success\?orderId=ORD/);
  const confirmation = await tab;
  await expect(confirmation).toHaveURL(/\/order-confirmation\/ORD\d+$/);
  return confirmation;
}

/** The number of orders that the shop has for a mobile number. */
export async function ordersOf(page: Page, phone: string): Promise<number> {
  const response = await page.request.get(`/api/orders/track/${phone}`);
  return ((await response.json()) as { orders: unknown[] }).orders.length;
}
