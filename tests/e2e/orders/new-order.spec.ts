import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectAccessible, placeOrder, signIn } from '../admin.ts';
import { box } from '../layout.ts';
import { expect, test } from '../own-shop.ts';
import { freshPhone, freshUtr, isPhone } from '../shopping.ts';

/** Orders that staff take (D67), in a shop of its own. */

/** Counts taps and typed fields: what a hand does. */
function hand() {
  const actions: string[] = [];
  return {
    actions,
    async press(name: string, target: Locator): Promise<void> {
      await target.click();
      actions.push(name);
    },
    async type(name: string, target: Locator, text: string): Promise<void> {
      await target.fill(text);
      actions.push(name);
    },
  };
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const picker = (page: Page) => page.getByRole('searchbox', { name: 'Add a product' });
const total = (page: Page) => page.locator('.order-bar b');

/** WhatsApp is not reached: the window opens and stays empty. */
async function withoutWhatsApp(page: Page): Promise<void> {
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
}

/** Prices of the demo. */
async function priceOf(request: APIRequestContext, id: string, size: string): Promise<number> {
  const { product } = await (await request.get(`/api/products/${id}`)).json();
  return product.sizes.find((one: { size: string }) => one.size === size).price;
}

test('an order by phone of two items for a known customer takes few actions, and is paid by its link', {
  tag: '@journey',
}, async ({ page, request, browser, watch }) => {
  watch.allow(/^third party: https:\/\/wa\.me\//);
  const known = await placeOrder(request, { name: 'Ananya Iyer' });
  await withoutWhatsApp(page);
  await signIn(page);
  const { press, type, actions } = hand();
  await press('New order', page.getByRole('link', { name: 'New order' }));
  await expect(field(page, 'Mobile number')).toBeFocused();
  await type('number', field(page, 'Mobile number'), known.phone);
  await expect(page.getByText('5/231, Vipul Khand, Gomti Nagar', { exact: false })).toBeVisible();
  await type('first item', picker(page), 'kaju 500 2');
  await press('Add', page.getByRole('button', { name: /^Add 2 .*, 500g$/ }).first());
  await type('second item', picker(page), 'badam 1kg');
  await press('Add', page.getByRole('button', { name: /^Add 1 .*, 1kg$/ }).first());
  await expect(page.getByRole('list', { name: 'Items of the order' }).getByRole('listitem')).toHaveCount(2);
  await expect(total(page)).toHaveText(/^₹[\d,]{4,}/);
  const asked = (await total(page).innerText()).trim();
  if (isPhone(page)) {
    // Wherever the page is, the bar is in sight, above the places.
    await page.evaluate(() => window.scrollTo(0, 0));
    const bar = await box(page.locator('.order-bar'));
    const places = await box(page.getByRole('navigation', { name: 'Admin' }));
    expect(Math.abs(bar.y + bar.height - places.y)).toBeLessThanOrEqual(1);
  }
  const opening = page.context().waitForEvent('page');
  await press('Send', page.getByRole('button', { name: 'Send payment link by WhatsApp' }));
  const chat = await opening;
  await expect.poll(() => chat.url()).toContain(`https://wa.me/91${known.phone}?text=`);
  expect(actions).toHaveLength(7);
  expect(actions.length).toBeLessThanOrEqual(14);

  const summary = page.getByRole('region', { name: 'Order', exact: true });
  await expect(summary.getByText('Not paid yet')).toBeVisible();
  const sent = decodeURIComponent(new URL(chat.url()).searchParams.get('text') ?? '');
  const link = /https?:\S+\/pay\/\S+/.exec(sent)?.[0] ?? '';
  expect(sent).toContain(asked);

  // The customer opens it on a device of their own.
  const theirs = await browser.newContext(isPhone(page) ? { viewport: { width: 390, height: 844 } } : {});
  const shopper = await theirs.newPage();
  await shopper.goto(link);
  await expect(shopper.getByRole('heading', { name: 'Pay for your order' })).toBeVisible();
  await expect(shopper.getByText(asked).first()).toBeVisible();
  await expect(shopper.getByRole('img', { name: `QR code to pay ${asked} by UPI` })).toBeVisible();
  await expectAccessible(shopper);
  await shopper.getByRole('button', { name: 'I have paid – enter UTR' }).click();
  await shopper.getByLabel('UTR').fill(freshUtr());
  await shopper.getByRole('button', { name: 'Send UTR' }).click();
  await expect(shopper.getByRole('heading', { name: 'UTR received' })).toBeVisible();
  await shopper.getByRole('button', { name: 'View order' }).click();
  await expect(shopper).toHaveURL(/\/order-details\/ORD/);
  await expect(shopper.getByText('Ananya Iyer').first()).toBeVisible();
  await theirs.close();

  await expect(summary.getByText('UTR to be verified')).toBeVisible();
});

test('at the counter: a new customer, another price, paid in cash, handed over', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const price = await priceOf(request, 'medjool-dates', '500g');
  await signIn(page);
  await page.keyboard.press('n');
  await field(page, 'Mobile number').fill(freshPhone());
  await expect(page.getByText('New', { exact: true })).toBeVisible();
  await picker(page).fill('medjool 500');
  await page.getByRole('button', { name: /^Add 1 Medjool Dates, 500g$/ }).click();
  // What is missing is said at its field.
  await page.getByText('Cash or card, received by you').click();
  await page.getByRole('button', { name: 'Create order' }).click();
  await expect(page.getByText('Please write a note about the money')).toBeVisible();
  await page.getByText('Picks up here').click();
  await expect(field(page, 'Address')).toHaveCount(0);
  await field(page, 'Name').fill('Sunita Agarwal');

  await page.getByRole('button', { name: /^Price of Medjool Dates/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Price of Medjool Dates, 500g' });
  await dialog.getByLabel('Price for one pack').fill(String(price - 50));
  await dialog.getByText('Regular customer').click();
  await dialog.getByRole('button', { name: 'Set price' }).click();
  await expect(page.getByText(`₹${price - 50} each: Regular customer`)).toBeVisible();
  await expect(total(page)).toHaveText(`₹${price - 50}`);
  await field(page, 'Note').fill('Counter, slip 118');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create order' }).click();

  const summary = page.getByRole('region', { name: 'Order', exact: true });
  await expect(summary.getByText('Payment received')).toBeVisible();
  await page.getByRole('button', { name: 'Handed over' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('link', { name: 'View order' }).click();
  const drawer = page.getByRole('dialog', { name: /^Order ORD/ });
  await expect(drawer.getByText('Delivered').first()).toBeVisible();
  await expect(drawer.getByText('In cash: Counter, slip 118').first()).toBeVisible();
  await expect(drawer.getByText('Discount agreed')).toBeVisible();
});

test('a QR code on the screen turns green when the UTR is there', { tag: '@journey' }, async ({ page, request }) => {
  const known = await placeOrder(request, { name: 'Kabir Rao' });
  await signIn(page);
  await page.goto('/admin?section=new-order');
  await field(page, 'Mobile number').fill(known.phone);
  // Same as last time.
  await page.getByRole('button', { name: /^Same as last time/ }).click();
  await page.getByText('QR code on this screen').click();
  await page.getByRole('button', { name: 'Create order, show QR code' }).click();
  await expect(page.getByRole('img', { name: /^QR code to pay ₹/ })).toBeVisible();
  await page.getByRole('button', { name: 'Enter UTR or received money' }).click();
  await field(page, 'UTR').last().fill(freshUtr());
  await page.getByRole('button', { name: 'Save payment' }).click();
  await expect(page.getByText('UTR to be verified')).toBeVisible();
  await page.getByRole('button', { name: 'New order' }).click();
  await expect(field(page, 'Mobile number')).toHaveValue('');
});
