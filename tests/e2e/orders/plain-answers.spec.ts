import { emailOf, openOrder, placeOrder, signIn } from '../admin.ts';
import { keepOnDevice, verify } from '../after-sale.ts';
import { readMail } from '../mailbox.ts';
import { expect, hydrated, test } from '../shop.ts';
import { arrive } from '../shopping.ts';
import { wordsOf } from '../words.ts';

/** What the shop says in places where it once said nothing, or what was not so; in two languages. */

for (const [language, start] of [
  ['en', ''],
  ['hi', '/hi'],
] as const) {
  test(`Apply without a code asks for one (${language})`, async ({ page }) => {
    const coupon = wordsOf(language, 'coupon');
    await arrive(page, ['golden-raisins']);
    await page.goto(`${start}/cart`);
    await hydrated(page);
    await page.getByText(coupon.ask!).click();
    await page.getByRole('button', { name: coupon.apply, exact: true }).click();
    await expect(page.getByLabel(coupon.code!, { exact: true })).toHaveAccessibleDescription(coupon.missing!);
  });

  test(`without anything to buy the address has no form and no sum (${language})`, async ({ page }) => {
    await page.goto(`${start}/address`);
    await hydrated(page);
    await expect(page.getByRole('heading', { name: wordsOf(language, 'cart-rules').empty! })).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    // The best sellers below have their prices.
    await expect(page.getByText(wordsOf(language, 'checkout').orderSummary!)).toHaveCount(0);
    await expect(page.getByText(/₹0(?!\d)/)).toHaveCount(0);
  });

  test(`a payment link that is closed leads to the contact page (${language})`, async ({ page, watch }) => {
    watch.allow(/status of 404/);
    const link = wordsOf(language, 'pay-link');
    await page.goto(`${start}/pay/closed`);
    const note = page.getByRole('status').filter({ hasText: link.over! });
    await note.getByRole('link', { name: link.contact! }).click();
    await expect(page).toHaveURL(new RegExp(`${start}/contact-us$`));
  });

  test(`forms that take personal data say what for (${language})`, async ({ page }) => {
    const notices = wordsOf(language, 'data-notice');
    const said = (of: string) => page.getByText(notices[of]!.split(' <link>')[0]!);
    await arrive(page, ['golden-raisins']);
    for (const [path, of] of [
      ['address', 'order'],
      ['contact-us', 'contact'],
      ['track-order', 'track'],
    ] as const) {
      await page.goto(`${start}/${path}`);
      await expect(said(of)).toBeVisible();
      await expect(said(of).getByRole('link')).toHaveAttribute('href', `${start}/privacy-policy`);
    }
    await page.goto(`${start}/product/pumpkin-seeds`);
    await hydrated(page);
    await page.getByRole('button', { name: wordsOf(language, 'review-form').title, exact: true }).click();
    await expect(said('review')).toBeVisible();
    await page.goto(`${start}/product/turkish-apricots`);
    await hydrated(page);
    const open = new RegExp(wordsOf(language, 'product').notifySize!.replace('{size}', '.+'));
    await page.getByRole('button', { name: open }).click();
    await expect(said('stockAlert')).toBeVisible();
  });

  test(`an order of this device is tracked without its mobile number (${language})`, async ({ page, request }) => {
    const tracking = wordsOf(language, 'tracking');
    const order = await placeOrder(request);
    await keepOnDevice(page, order);
    await page.goto(`${start}/track-order?orderNumber=${order.orderNumber}`);
    await expect(page.getByLabel(tracking.mobile!, { exact: true })).toHaveValue(order.phone);
    await expect(page.getByRole('heading', { name: order.orderNumber })).toBeVisible();
  });

  test(`from elsewhere an order tells of its payment, and nothing to come is above what is now (${language})`, async ({
    page,
    request,
  }) => {
    const tracking = wordsOf(language, 'tracking');
    const progress = wordsOf(language, 'payment-progress');
    const order = await placeOrder(request);
    const track = async () => {
      await page.goto(`${start}/track-order`);
      await hydrated(page);
      await page.getByLabel(tracking.mobile!, { exact: true }).fill(order.phone);
      await page.getByRole('button', { name: tracking.track }).click();
      await expect(page.getByRole('heading', { name: order.orderNumber })).toBeVisible();
    };
    const states = () =>
      page.locator('.tl li').evaluateAll((all) => all.map((step) => step.getAttribute('data-state')).join(' '));
    await track();
    await expect(page.locator('.order-head').getByText(progress.label_checking!)).toBeVisible();
    expect(await states()).toBe('done now todo todo todo');
    await verify(request, order.orderNumber);
    await track();
    await expect(page.locator('.tl').getByText(progress.label_received!)).toBeVisible();
    expect(await states()).toBe('done done now todo todo');
  });

  test(`a page of an order that is not there does not call itself placed (${language})`, async ({ page }) => {
    const { detailsPage } = wordsOf(language, 'orders');
    for (const path of ['order-details', 'order-confirmation']) {
      await page.goto(`${start}/${path}/ORD1700000000000`);
      await expect(page).toHaveTitle(detailsPage!.replace('{brand}', 'Kishmish'));
      await expect(page.getByRole('heading', { name: wordsOf(language, 'orders').orderNotFound })).toBeVisible();
    }
  });
}

test('the mail about an order leads to its page, and is answered to the shop', async ({ page, request }) => {
  const order = await placeOrder(request);
  await keepOnDevice(page, order);
  const to = emailOf(order.phone);
  expect(await readMail(to, /^Reply-To: (\S+)\r?$/m)).toBe('care@kishmish.example');
  await page.goto(await readMail(to, new RegExp(`href="([^"]+/order-details/${order.orderNumber})"`)));
  await expect(page.getByRole('heading', { level: 1, name: order.orderNumber })).toBeVisible();
});

test('letters that no paper can print are said to staff', async ({ page, request }) => {
  const order = await placeOrder(request, { name: 'محمد علی' });
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await expect(drawer.getByText('This address has letters that we cannot print: name.')).toBeVisible();
});

test('a contact message to the shop is answered to who wrote it', async ({ page }) => {
  const email = `asha.${Date.now()}@example.com`;
  await page.goto('/contact-us');
  await hydrated(page);
  const words = { name: 'Asha Rao', email, subject: 'Festival boxes', message: 'How much for forty boxes?' };
  for (const [name, value] of Object.entries(words)) await page.locator(`form.panel [name="${name}"]`).fill(value);
  await page.getByRole('button', { name: 'Send Message' }).click();
  expect(await readMail('care@kishmish.example', new RegExp(`^Reply-To: (${email})\\r?$`, 'm'))).toBe(email);
});
