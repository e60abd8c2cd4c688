import type { Page } from '@playwright/test';
import { add, cleanAfterEach, nameOf } from '../admin-products.ts';
import { deliveredOrder, keepOnDevice } from '../after-sale.ts';
import { expect, hydrated, test } from '../shop.ts';
import {
  arrive,
  freshPhone,
  freshUtr,
  isPhone,
  orderNumber,
  payWith,
  skipToUtr,
  startAgain,
  submitUtr,
} from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** What a shopper holds is not sold out for them (D19). */

cleanAfterEach();

const lastPiece = (page: Page) =>
  add(page.request, nameOf('Last Piece', isPhone(page)), {
    sizes: [{ size: '250g', price: 299, originalPrice: 349, stock: 1, netQuantityGrams: 250 }],
  });
const checkout = (page: Page) => page.getByRole('button', { name: 'Checkout', exact: true }).first();

/** On /payment: the piece is held, and sold out for others. */
async function expectHeld(page: Page, id: string): Promise<void> {
  await expect(page.getByText(/held until/)).toBeVisible();
  const stock = async () => (await (await page.request.get(`/api/products/${id}`)).json()).product.sizes[0].stock;
  await expect.poll(stock).toBe(0);
}

test('the cart sells the last piece to the shopper whose draft holds it, until the hold ends', {
  tag: '@journey',
}, async ({ page }) => {
  const id = await lastPiece(page);
  await page.clock.install();
  await arrive(page, [id], freshPhone());
  await page.goto('/payment');
  await expectHeld(page, id);
  const number = await orderNumber(page);

  await page.goto('/cart');
  await checkout(page).click();
  await expect(page).toHaveURL(/\/address$/);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectHeld(page, id);
  expect(await orderNumber(page)).toBe(number);

  // By the clock of the phone the hold is over; the shop has not given the piece back yet.
  await page.clock.fastForward('16:00');
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Not available right now' })).toBeVisible();
});

test('an order is bought again with the last piece that the own draft holds', async ({ page, request }) => {
  const id = await lastPiece(page);
  await keepOnDevice(page, await deliveredOrder(request));
  await page.evaluate((product) => {
    const [copy] = JSON.parse(localStorage.getItem('orders') ?? '[]');
    const item = { product, name: 'Last Piece', size: '250g', quantity: 1, price: 299, image: '' };
    localStorage.setItem('orders', JSON.stringify([{ ...copy, items: [item] }]));
  }, id);
  await arrive(page, [id], freshPhone());
  await page.goto('/payment');
  await expectHeld(page, id);
  const number = await orderNumber(page);

  await page.evaluate(() => localStorage.removeItem('cart'));
  await page.goto('/orders');
  await hydrated(page);
  await page.getByRole('button', { name: /^Buy again, order/ }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await checkout(page).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectHeld(page, id);
  expect(await orderNumber(page)).toBe(number);
});

test("after 'Try Again' the shopper can buy the last piece again, with the same number", async ({ page }) => {
  const id = await lastPiece(page);
  await arrive(page, [id], freshPhone());
  await page.goto('/payment');
  await expectHeld(page, id);
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await startAgain(page);
  await expect(page).toHaveURL(/\/$/);

  await page.goto(`/product/${id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.goto('/cart');
  await checkout(page).click();
  await expect(page).toHaveURL(/\/address$/);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectHeld(page, id);
  expect(await orderNumber(page)).toBe(number);
});

test("a payment that was given up with 'Try Again' can still send its UTR", async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await startAgain(page);
  await expect(page).toHaveURL(/\/$/);

  await page.goto(`/payment-success?orderId=${number}`);
  const confirmation = await submitUtr(page, freshUtr());
  await expect(confirmation).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});
