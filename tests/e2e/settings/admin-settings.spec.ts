import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoErrorToast, OWNER, ownerToken, signIn } from '../admin.ts';
import { readMail } from '../mailbox.ts';
import { expect, test } from '../own-shop.ts';
import { arrive, freshPhone, isPhone, orderNumber, payButton, showApps } from '../shopping.ts';

/** Payment and shop settings in the admin, and their effect in the shop. */

const open = async (page: Page, section: string) => {
  await page.goto(`/admin?section=${section}`);
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible();
};

test('payment settings are checked, previewed, saved, and used at checkout', { tag: '@journey' }, async ({ page }) => {
  await signIn(page);
  await open(page, 'payment-settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Settings' })).toBeVisible();
  const upiId = page.getByLabel('UPI ID');
  const holder = page.getByLabel('Account holder name');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(upiId).toHaveValue('kishmish@upi');
  await expect(preview.getByText('kishmish@upi')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'QR code' })).toBeVisible();
  // In one column the links are before the form, which is long and loads later; else beside it,
  // above the preview.
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const links = page.getByRole('region', { name: 'Payments that prove themselves' });
  const form = page.getByRole('heading', { name: 'Where shoppers pay' });
  const below = (await top(links)) + ((await links.boundingBox())?.height ?? 0);
  if (isPhone(page)) expect(await top(form)).toBeGreaterThan(below);
  else {
    expect(await top(form)).toBeLessThan(below);
    expect((await top(preview)) - below).toBe(16);
  }
  await links.getByRole('link').last().press('Tab');
  await expect(upiId).toBeFocused();
  await expectAccessible(page);

  // Both fields are required, the UPI ID is validated, and the preview keeps the last valid ID
  // (R2.5).
  await upiId.fill('');
  await holder.fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('UPI ID is required')).toBeVisible();
  await expect(page.getByText('Account holder name is required')).toBeVisible();
  await expect(upiId).toBeFocused();
  await upiId.fill('mewa.house');
  await expect(page.getByText('UPI ID is required')).toBeHidden();
  await holder.fill('Mewa House');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Please enter a valid UPI ID (e.g., yourname@paytm)')).toBeVisible();
  await expect(preview.getByText('kishmish@upi')).toBeVisible();

  // Five sample handles (R2.9).
  const samples = page.getByRole('group', { name: 'Suggestions' }).getByRole('button');
  await expect(samples).toHaveText([
    'mewa.house@paytm',
    'mewa.house@ybl',
    'mewa.house@okaxis',
    'mewa.house@ibl',
    'mewa.house@upi',
  ]);
  await samples.first().click();
  await expect(upiId).toHaveValue('mewa.house@paytm');
  await expect(preview.getByText('mewa.house@paytm')).toBeVisible();

  // Offers (D30) and the list of apps.
  await page.getByLabel('Online offer text').fill('Pay online and save ₹20');
  await page.getByLabel('Amount taken off ₹').fill('20');
  await page.getByLabel('Show the Paytm note').uncheck();
  await expect(preview.getByText('Pay online and save ₹20')).toBeVisible();
  await expect(preview.getByText('₹980')).toBeVisible();
  await expect(preview.getByText('20% Cashback in 24 hour')).toBeHidden();
  await page.getByRole('checkbox', { name: 'Google Pay' }).uncheck();
  await page.getByRole('button', { name: 'Move Paytm up' }).click();
  await page.getByRole('button', { name: 'Move Paytm up' }).click();
  await expect(preview.getByRole('listitem')).toHaveText(['Paytm', 'PhonePe', 'Other UPI Apps', 'Amazon Pay']);
  await expect(page.getByText('Not saved yet')).toBeVisible();

  // Unsaved changes survive leaving the section.
  await page.getByRole('link', { name: 'Shop Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop Settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Payment Settings' }).click();
  await expect(upiId).toHaveValue('mewa.house@paytm');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible();
  await expect(page.getByText(/^Last changed .* by Admin$/)).toBeVisible();

  // The shopper's view.
  await arrive(page, ['medjool-dates'], freshPhone());
  await page.goto('/payment');
  await expect(page.getByText('Loading payment settings...')).toBeHidden();
  await showApps(page);
  const apps = page.getByRole('group', { name: 'UPI app' }).first().getByRole('radio');
  await expect(page.getByText('Online payment offer')).toBeVisible();
  if (isPhone(page)) {
    await expect(page.getByText('Pay online and save ₹20')).toBeVisible();
    await expect(page.getByText('20% Cashback in 24 hour')).toBeHidden();
    await expect(apps).toHaveCount(5);
    await expect(apps.last()).toBeDisabled();
  } else {
    await expect(page.getByText('mewa.house@paytm')).toBeVisible();
    await expect(page.locator('.amount').getByText('Mewa House')).toBeVisible();
    await expect(apps).toHaveCount(4);
  }
  await expect(apps.first()).toHaveAttribute('value', 'paytm');
  await expect(page.locator('input[value="googlepay"]')).toHaveCount(0);
  await apps.first().check({ force: true });
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  expect(await orderNumber(page)).toMatch(/^ORD\d+/);
  const method = await page.evaluate(() => JSON.parse(localStorage.getItem('paymentMethod') ?? '{}'));
  expect(method.paymentUrl).toMatch(/^upi:\/\/pay\?pa=mewa\.house@paytm&pn=Mewa%20House&am=/);
});

test('two admins: the second gets a conflict notice and chooses; nothing is overwritten silently', async ({
  page,
  request,
}) => {
  await signIn(page);
  await open(page, 'payment-settings');
  const holder = page.getByLabel('Account holder name');
  await holder.fill('Mine');
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const other = await request.post('/api/payment-settings', {
    headers,
    data: { upiId: 'theirs@okaxis', accountHolderName: 'Theirs' },
  });
  expect(other.status()).toBe(200);
  await page.getByRole('button', { name: 'Save settings' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'changed this in the meantime' });
  await expect(notice.getByText(/Nothing was overwritten/)).toBeInViewport();
  await expectNoErrorToast(page);
  await expect(holder).toHaveValue('Mine');
  // First comes the choice.
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeHidden();
  const stored = async () =>
    ((await (await request.get('/api/payment-settings')).json()) as { settings: { accountHolderName: string } })
      .settings.accountHolderName;
  expect(await stored()).toBe('Theirs');
  await page.getByRole('button', { name: 'Show theirs' }).click();
  await expect(holder).toHaveValue('Theirs');
  await expect(notice).toBeHidden();

  await holder.fill('Mine again');
  await request.post('/api/payment-settings', { headers, data: { upiId: 'a@upi', accountHolderName: 'Theirs again' } });
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible();
  expect(await stored()).toBe('Mine again');
});

test('failures show the specified messages; unsaved text stays', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  await signIn(page);
  await page.route('**/api/settings/payment', (route) => route.abort());
  await page.goto('/admin?section=payment-settings');
  await expect(page.getByText('Failed to load payment settings').first()).toBeVisible();
  await page.unroute('**/api/settings/payment');
  await page.getByRole('button', { name: 'Retry' }).click();
  const holder = page.getByLabel('Account holder name');
  await holder.fill('Typed');
  await page.route('**/api/payment-settings', (route) => route.abort());
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Failed to save payment settings')).toBeVisible();
  await expect(holder).toHaveValue('Typed');
  await page.unroute('**/api/payment-settings');
  // The server's own message is shown.
  await page.route('**/api/payment-settings', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'The bank is closed.' } }),
  );
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('The bank is closed.')).toBeVisible();
});

test('shop settings: brand, address and countdowns show in the shop', { tag: '@journey' }, async ({ page }) => {
  await signIn(page);
  await open(page, 'shop-settings');
  const health = page.getByRole('region', { name: 'Health of the shop' });
  await expect(health.getByRole('listitem').first()).toContainText('If the server breaks, orders may be lost.');
  // The words of the doctor are for whoever looks after the server.
  await expect(health.getByText('There has never been a backup.')).toBeHidden();
  await health.getByText('Details for whoever looks after the server').click();
  await expect(health.getByText('There has never been a backup.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'GSTIN' }).fill('09DEMCK0000D1ZT');
  await page.getByLabel('PIN code').fill('4007');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('GSTIN must begin with the code of the state')).toBeVisible();
  await expect(page.getByText('PIN code must be 6 digits')).toBeVisible();
  await page.getByLabel('PIN code').fill('226010');
  await page.getByLabel('State', { exact: true }).selectOption('Uttar Pradesh');
  await page.getByLabel('City').fill('Lucknow');
  await page.getByLabel('Legal name').fill('Mewa House Private Limited');
  await page.getByLabel('FSSAI licence').fill('11223344556677');
  await page.getByLabel('Officer’s name').fill('Asha Rao');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Shop settings saved successfully!')).toBeVisible();
  await page.getByLabel('Offer countdown on product pages').uncheck();
  const hours = page.getByLabel('Hours an order without a UTR keeps its stock');
  await expect(hours).toHaveValue('24');
  await hours.fill('2');
  await page.getByRole('button', { name: 'Save time limits' }).click();
  await expect(page.getByText('Please enter whole hours from 3 to 720')).toBeVisible();
  await hours.fill('48');
  await page.getByRole('button', { name: 'Save time limits' }).click();
  await expect(page.getByText('Time limits saved successfully!')).toBeVisible();

  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(
    page.getByText('The email is only saved as a file: the shop has no mail server (SMTP_URL).'),
  ).toBeVisible();
  expect(await readMail(OWNER.email, /Subject: (.*test email)/)).toBe('Kishmish: test email');

  await page.goto('/contact-us');
  await expect(page.getByText('09DEMCK0000D1ZT').first()).toBeVisible();
  await expect(page.getByText('11223344556677').first()).toBeVisible();
  await page.goto('/product/medjool-dates');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/free delivery/i).first()).toBeVisible();
  await expect(page.getByText('Offer ends in')).toHaveCount(0);
  await page.goto('/admin?section=shop-settings');
  await page.getByLabel('Offer countdown on product pages').check();
  await expect(page.getByLabel('Hours an order without a UTR keeps its stock')).toHaveValue('48');
  await page.getByRole('button', { name: 'Save time limits' }).click();
  await expect(page.getByText('Time limits saved successfully!')).toBeVisible();
  await page.goto('/product/medjool-dates');
  await expect(page.getByText('Offer ends in')).toBeVisible();
});
