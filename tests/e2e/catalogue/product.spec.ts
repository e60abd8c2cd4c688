import type { Page } from '@playwright/test';
import { signIn } from '../admin.ts';
import { box } from '../layout.ts';
import { readMail } from '../mailbox.ts';
import { expect, hydrated, test } from '../shop.ts';
import { freshPhone } from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** The product page (R1.2, R1.4, R1.5; docs/india.md). */

const buy = (page: Page) => page.getByRole('region', { name: 'Buy' });
const pictures = (page: Page) => page.getByRole('region', { name: 'Pictures' });

test('the page shows all specified details', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/product/california-almonds');
  const panel = buy(page);
  await expect(panel.getByRole('heading', { level: 1, name: 'California Almonds' })).toBeVisible();
  await expect(panel.getByText('Best Seller')).toBeVisible();
  await expect(panel.getByText(/^4\.\d (Very Good|Excellent)$/)).toBeVisible();
  await expect(panel).toContainText('₹319');
  await expect(panel).toContainText('₹399');
  await expect(panel).toContainText('₹80');
  await expect(panel).toContainText('MRP is inclusive of all taxes');
  await expect(panel).toContainText('250 g · ₹127.60 per 100 g');
  // The first size is selected on load.
  await expect(panel.getByRole('radio', { name: '250g ₹319 ₹127.60 per 100 g' })).toBeChecked();
  await expect(panel.getByRole('radio', { name: '500g ₹599 ₹119.80 per 100 g Save 6%' })).toBeVisible();
  // The colour of savings (G2).
  await expect(panel.getByText('Save 6%')).toHaveCSS('color', 'rgb(90, 32, 73)');
  await expect(panel.getByRole('radio', { name: /^1kg ₹1,149 ₹114\.90 per 100 g/ })).toBeVisible();
  await expect(panel.getByText('In stock')).toBeVisible();
  await expect(panel.getByText(/\d+ people ordered this in the last 7 days/)).toBeVisible();
  await expect(panel.getByText('Offer ends in')).toBeVisible();
  await expect(panel.getByText('Free delivery, order within')).toBeVisible();
  await expect(panel.locator('.promises li')).toHaveCount(2);
  await expect(panel.locator('.promises')).toContainText(/Replacement/);
  await expect(panel.locator('.promises')).toContainText(/No Cash On Delivery/i);

  const main = page.locator('main');
  await expect(main.getByRole('heading', { name: 'Key features' })).toBeVisible();
  await expect(main.getByText('Skins slip off easily after soaking')).toBeVisible();
  for (const part of ['USA', '9 months', 'FSSAI', 'Contains: almond (tree nut)', 'Net quantity', 'Energy']) {
    await expect(main).toContainText(part);
  }
  await expect(main.getByRole('heading', { name: 'You May Also Like' })).toBeVisible();
});

test('thumbnails and arrow keys change the picture and wrap around', async ({ page }) => {
  await page.goto('/product/california-almonds');
  await hydrated(page);
  const thumbs = pictures(page).getByRole('button', { name: /^Picture \d$/ });
  const count = await thumbs.count();
  expect(count).toBeGreaterThan(1);
  const current = pictures(page).locator('[aria-current="true"]');
  await expect(current).toHaveAccessibleName('Picture 1');
  await page.keyboard.press('ArrowRight');
  await expect(current).toHaveAccessibleName('Picture 2');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(current).toHaveAccessibleName(`Picture ${count}`);
  await thumbs.nth(1).click();
  await expect(current).toHaveAccessibleName('Picture 2');
});

test('the back of the pack is in the gallery and legible in full screen', async ({ page }) => {
  await page.goto('/product/medjool-dates');
  await hydrated(page);
  await pictures(page).getByRole('button', { name: 'Picture 3' }).click();
  await expect(pictures(page).getByRole('img', { name: /^Back of the pack of Medjool Dates/ })).toBeVisible();
  await pictures(page).getByRole('button', { name: 'Enlarge the picture of Medjool Dates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Medjool Dates' });
  const picture = dialog.getByRole('img', { name: /^Back of the pack/ });
  for (const scale of ['160%', '256%', '410%']) {
    await dialog.getByRole('button', { name: 'Larger' }).click();
    await expect(dialog.getByText(scale)).toBeVisible();
  }
  // The smallest print is 13 of the picture's 1000 pixels high. It is sharp up to this width, and
  // 16 px or more on the screen.
  const print = () => picture.evaluate((image: HTMLImageElement) => (image.getBoundingClientRect().width * 13) / 1000);
  await expect.poll(print).toBeGreaterThan(16);
  const real = await picture.evaluate(async (image: HTMLImageElement) => {
    const bitmap = await createImageBitmap(await (await fetch(image.currentSrc)).blob());
    return bitmap.width;
  });
  expect(real).toBeGreaterThanOrEqual(960);
});

test('a product is shared and asked about on WhatsApp with its address', async ({ page, baseURL }) => {
  await page.goto('/product/medjool-dates');
  await hydrated(page);
  const target = async (name: string) =>
    new URL((await buy(page).getByRole('link', { name }).getAttribute('href')) ?? '');
  const share = await target('Share Medjool Dates on WhatsApp');
  expect([share.origin + share.pathname, share.searchParams.get('text')]).toEqual([
    'https://wa.me/',
    `Medjool Dates ${baseURL}/product/medjool-dates`,
  ]);
  const chat = await target('Ask us on WhatsApp');
  expect([chat.origin + chat.pathname, chat.searchParams.get('text')]).toEqual([
    'https://wa.me/919000000000',
    `Hello, I have a question about Medjool Dates: ${baseURL}/product/medjool-dates`,
  ]);
});

test(
  'notify me: an address by code, a phone number on the list of staff',
  { tag: '@journey' },
  async ({ page }, { project }) => {
    const id = 'corn-nuts-smoky-bbq';
    const email = `asha.${project.name}.${Date.now()}@example.com`;
    await page.goto(`/product/${id}`);
    await hydrated(page);
    const panel = buy(page);
    await expect(panel.getByRole('button', { name: /^Tell me/ })).toHaveCount(0);
    await panel.getByText('500g', { exact: true }).click();
    const open = panel.getByRole('button', { name: 'Tell me when 500g is back' });
    await open.click();
    const contact = panel.getByLabel('Your email address or WhatsApp number');
    await expect(contact).toBeFocused();
    await contact.fill('asha');
    await contact.press('Enter');
    await expect(panel.getByText('Please enter an email address or a mobile number')).toBeVisible();
    await contact.fill(`wrong.${email}`);
    await contact.press('Enter');
    const code = panel.getByLabel('Code from the email');
    // A mistyped address is no dead end.
    await panel.getByRole('button', { name: 'Change email address' }).click();
    await expect(contact).toBeFocused();
    await contact.fill(email);
    await contact.press('Enter');
    const mailed = () => readMail(email, /Subject: (\d{6}) is your code/);
    const first = await mailed();
    await code.fill(first === '000000' ? '111111' : '000000');
    await code.press('Enter');
    await expect(panel.getByText('This code is wrong or no longer valid. Please ask for a new one.')).toBeVisible();
    await panel.getByRole('button', { name: 'Send a new code' }).click();
    await expect(page.getByText('We have sent you another email.')).toBeVisible();
    await expect(code).toHaveValue('');
    await expect.poll(mailed, { timeout: 60_000 }).not.toBe(first);
    await code.fill(await mailed());
    await panel.getByRole('button', { name: 'Confirm' }).click();
    await expect(panel.getByText('Thank you. We will write to you once, when it is back.')).toBeVisible();

    await page.reload();
    await hydrated(page);
    await panel.getByText('500g', { exact: true }).click();
    await open.click();
    const phone = freshPhone();
    await contact.fill(phone);
    await panel.getByRole('button', { name: 'Notify me', exact: true }).click();
    await expect(panel.getByText('We will write to you on WhatsApp when it is back.')).toBeVisible();
    await signIn(page);
    await page.goto('/admin?section=contacts');
    const line = page.getByRole('list', { name: 'Numbers that wait for stock' }).getByRole('listitem');
    await expect(line.filter({ hasText: phone })).toContainText('Corn Nuts Smoky BBQ (500g)');
    await page.getByRole('button', { name: `Take +91${phone} off the list` }).click();
    await expect(line.filter({ hasText: phone })).toHaveCount(0);
  },
);

test('another size shows its price and stock band; a sold-out one cannot be bought', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/product/corn-nuts-smoky-bbq');
  await hydrated(page);
  const panel = buy(page);
  await expect(panel.getByText('Low stock')).toBeVisible();
  await expect(panel.getByText('Free delivery, order within')).toBeVisible();
  await panel.getByText('500g', { exact: true }).click();
  await expect(panel.getByText('Out of Stock').first()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  await expect(panel.getByRole('button', { name: 'Tell me when 500g is back' })).toBeInViewport();
  await expect(panel.getByRole('button', { name: /Cart|Buy Now|One more/ })).toHaveCount(0);
  await expect(page.locator('.buybar')).toHaveCount(0);
  await expect(panel.getByText(/order within|Offer ends in/)).toHaveCount(0);

  await page.goto('/product/trail-mix-tropical');
  await hydrated(page);
  await expect(panel.getByText('In stock')).toBeVisible();
  // Orange with 5 or fewer in stock, otherwise blue; the colour fades.
  const button = panel.getByRole('button', { name: 'Buy Now' });
  const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const plenty = await colour();
  await panel.getByText('400g', { exact: true }).click();
  await expect(panel.getByText('Only 3 left')).toBeVisible();
  await expect.poll(colour).not.toBe(plenty);
  await panel.getByText('200g', { exact: true }).click();
  await expect.poll(colour).toBe(plenty);
});

test('both countdowns run and restart at zero', async ({ page }) => {
  await page.clock.install();
  await page.goto('/product/california-almonds');
  await hydrated(page);
  const clock = (name: string) => buy(page).locator('.clock').filter({ hasText: name });
  await expect(clock('Offer ends in')).toContainText(/15:\d\d/);
  await expect(clock('Free delivery')).toContainText(/1[45]:\d\d/);
  await page.clock.runFor(14 * 60_000);
  await expect(clock('Offer ends in')).toContainText(/0?1:\d\d/);
  await expect(clock('Free delivery')).toContainText(/0?[01]:\d\d/);
  await page.clock.runFor(2 * 60_000);
  await expect(clock('Offer ends in')).toContainText(/1[45]:\d\d/);
  await expect(clock('Free delivery')).toContainText(/1[345]:\d\d/);
});

test('Buy Now stores one direct order and goes to the address page', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/product/california-almonds');
  await hydrated(page);
  await buy(page).getByText('500g', { exact: true }).click();
  await buy(page).getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL(/\/address$/);
  const stored = await page.evaluate(() => JSON.parse(sessionStorage.getItem('directOrder') ?? 'null'));
  expect(stored).toMatchObject([{ productId: 'california-almonds', size: '500g', quantity: 1, price: 599 }]);
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull();
});

test('a missing product is a 404 with a placeholder', async ({ page }) => {
  const response = await page.goto('/product/no-such-product');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Product Not Found').first()).toBeVisible();
});

test('a card whose picture fails shows the placeholder; a sold-out card shows Out of Stock', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  await page.route(/\/media\/products\/turkish-apricots/, (route) => route.abort());
  await page.goto('/all-products?q=turkish+apricots');
  await hydrated(page);
  const card = page.locator('.pc').filter({ hasText: 'Turkish Apricots' }).first();
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('.cloth img').first()).toHaveAttribute('src', /placeholder/);
  await expect(card.getByText('Out of Stock').first()).toBeVisible();
});

test('the gallery does not cover the description while the page scrolls', async ({ page }) => {
  await page.goto('/product/california-almonds');
  await hydrated(page);
  const description = page.getByRole('heading', { name: 'Description' });
  for (const scrolled of [300, 600, 900]) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), scrolled);
    const gallery = await box(page.locator('.gal'));
    expect((await box(description)).y, `at ${scrolled} px`).toBeGreaterThan(gallery.y + gallery.height);
  }
});
