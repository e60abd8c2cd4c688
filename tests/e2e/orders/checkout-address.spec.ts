import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, fillCart, freshPhone, typeAddress } from '../shopping.ts';

/** The first step of checkout: saved addresses, PIN codes, other countries (R2.2, R2.5). */

async function address(page: Page): Promise<void> {
  await page.goto('/address');
  await hydrated(page);
}
const box = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const go = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' });

test('with nothing left that can be ordered /address leads back to the cart', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]');
    localStorage.setItem('cart', JSON.stringify([{ ...line, stock: 0 }]));
  });
  await address(page);
  await expect(page.getByRole('heading', { name: 'Please remove the items that are not available.' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
});

test('an email that cannot be one is said on leaving, a missing one only on submitting', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await address(page);
  await box(page, 'Email').fill('ananya@');
  await box(page, 'Phone').focus();
  await expect(page.getByText('Email is invalid')).toBeVisible();
  await box(page, 'Email').fill('');
  await box(page, 'Phone').focus();
  await expect(page.getByText('Email is')).toHaveCount(0);
});

test('the PIN code fills in city and state, but does not overwrite typed text', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await address(page);
  await box(page, 'PIN code').fill('560001');
  await expect(box(page, 'City')).toHaveValue('Bengaluru');
  await expect(box(page, 'State')).toHaveValue('Karnataka');
  await box(page, 'City').fill('Bangalore');
  await box(page, 'PIN code').fill('110001');
  await expect(box(page, 'State')).toHaveValue('Delhi');
  await expect(box(page, 'City')).toHaveValue('Bangalore');
});

test('a pasted phone number and PIN code are taken with country code, spaces and hyphens', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await address(page);
  await typeAddress(page, '');
  for (const [label, text] of [
    ['City', ''],
    ['State', ''],
    ['Phone', '\u202a+91 (0)98765\u00a0-\u00a043210\u202c'],
    ['PIN code', '560 001'],
  ] as const) {
    await box(page, label).fill('');
    await box(page, label).focus();
    // insertText() is cut by a maxlength, as pasting is; fill() is not.
    if (text) await page.keyboard.insertText(text);
  }
  await expect(box(page, 'City')).toHaveValue('Bengaluru');
  await go(page).click();
  await expect(page).toHaveURL(/\/payment$/);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('shippingAddress') ?? '{}'));
  expect(kept).toMatchObject({ phone: '9876543210', pincode: '560001', state: 'Karnataka' });
});

test('every error message of the form, and its autocomplete attributes', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await address(page);
  await go(page).click();
  for (const message of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Phone number is required',
    'Address is required',
    'City is required',
    'State is required',
    'Pincode is required',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  await box(page, 'Email').fill('ananya');
  await box(page, 'Phone').fill('12345');
  await box(page, 'PIN code').fill('1234');
  await go(page).click();
  await expect(page.getByText('Email is invalid')).toBeVisible();
  await expect(page.getByText('Phone number must be 10 digits')).toBeVisible();
  await expect(page.getByText('Pincode must be 6 digits')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Please fill all required fields correctly')).toBeVisible();
  for (const [label, token] of [
    ['First name', 'given-name'],
    ['Last name', 'family-name'],
    ['Email', 'email'],
    ['Address', 'address-line1'],
    ['Street, area, landmark', 'address-line2'],
    ['PIN code', 'postal-code'],
    ['City', 'address-level2'],
    ['State', 'address-level1'],
  ])
    await expect(box(page, label ?? '')).toHaveAttribute('autocomplete', new RegExp(token ?? ''));
  await expect(page.getByRole('link', { name: 'Back to Cart' })).toHaveAttribute('href', '/cart');
});

test('addresses are saved, selected, edited and deleted, with Undo', async ({ page }) => {
  await page.goto('/track-order');
  await fillCart(page, ['golden-raisins']);
  await address(page);
  await typeAddress(page, freshPhone());
  await go(page).click();
  await expect(page).toHaveURL(/\/payment$/);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('shippingAddress') ?? '{}'));
  expect(kept).toMatchObject({ name: 'Ananya Iyer', city: 'Chennai', addressType: 'home' });
  expect(kept.id).toMatch(/./);
  expect(kept.createdAt).toBeGreaterThan(0);

  await address(page);
  await page.getByRole('button', { name: 'New address' }).click();
  await expect(box(page, 'First name')).toHaveValue('');
  await typeAddress(page, freshPhone());
  await box(page, 'First name').fill('Ravi');
  await box(page, 'City').fill('Madurai');
  await go(page).click();
  await expect(page).toHaveURL(/\/payment$/);

  await address(page);
  const choices = page.getByRole('group', { name: 'Saved addresses' }).getByRole('radio');
  await expect(choices).toHaveCount(2);
  await expect(choices.first()).toBeChecked();
  await page.getByRole('radio', { name: /Ananya Iyer/ }).check();
  await expect(box(page, 'City')).toHaveValue('Chennai');
  await page.getByRole('button', { name: 'Edit the address of Ravi Iyer' }).click();
  await expect(box(page, 'First name')).toBeFocused();
  await box(page, 'City').fill('Salem');
  await go(page).click();
  await expect(page).toHaveURL(/\/payment$/);

  await address(page);
  await expect(choices).toHaveCount(2);
  await expect(page.getByRole('radio', { name: /Ravi Iyer.*Salem/ })).toBeChecked();
  await page.getByRole('button', { name: 'Delete the address of Ravi Iyer' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.hover();
  await expect(choices).toHaveCount(1);
  await expect(choices.first()).toBeFocused();
  await undo.click();
  await expect(choices).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete the address of Ananya Iyer' }).click();
  await expect(page.getByRole('button', { name: 'New address' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete the address of Ravi Iyer' }).click();
  await expect(box(page, 'First name')).toBeFocused();
  await page.reload();
  await expect(box(page, 'First name')).toHaveValue('');
});

test('the two lines of an address are one text of the order, and open again as two', { tag: '@journey' }, async ({
  page,
}) => {
  await arrive(page, ['golden-raisins']);
  await address(page);
  await typeAddress(page, freshPhone());
  await box(page, 'Address').fill('Flat 4B, Lake View,');
  await box(page, 'Street, area, landmark').fill('MG Road, near the temple');
  const drafted = page.waitForRequest('**/api/orders/draft');
  await go(page).click();
  const { shippingAddress } = (await drafted).postDataJSON();
  expect(shippingAddress.address).toBe('Flat 4B, Lake View, MG Road, near the temple');
  expect(shippingAddress).not.toHaveProperty('area');

  await address(page);
  await expect(box(page, 'Address')).toHaveValue('Flat 4B, Lake View');
  await expect(box(page, 'Street, area, landmark')).toHaveValue('MG Road, near the temple');
  await page.getByRole('button', { name: 'New address' }).click();
  await expect(box(page, 'Street, area, landmark')).toHaveValue('');
});

test('an address that was saved as one line opens on the first', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await address(page);
  await expect(box(page, 'Address')).toHaveValue('12, 3rd Cross Street, Adyar');
  await expect(box(page, 'Street, area, landmark')).toHaveValue('');
});

test('an address that is not to be saved stays so when the shopper corrects it', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await address(page);
  await typeAddress(page, freshPhone());
  const save = page.getByRole('checkbox', { name: 'Save this address on this device' });
  await save.uncheck();
  await go(page).click();
  await expect(page).toHaveURL(/\/payment$/);
  await page.goBack();
  await expect(box(page, 'City')).toHaveValue('Chennai');
  await expect(save).not.toBeChecked();
  await box(page, 'City').fill('Salem');
  await go(page).click();
  await expect(page).toHaveURL(/\/payment$/);
  expect(await page.evaluate(() => localStorage.getItem('savedAddresses'))).toBeNull();
});

test('other countries have their own labels and rules', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await address(page);
  await typeAddress(page, '2079460958');
  await box(page, 'Country').selectOption('UK');
  await box(page, 'Postcode').fill('600020');
  await go(page).click();
  await expect(page.getByText('Postcode must look like SW1A 1AA')).toBeVisible();
  await box(page, 'Postcode').fill('SW1A 1AA');
  await box(page, 'City').fill('London');
  await box(page, 'County').fill('Greater London');
  await go(page).click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByText(/held until/)).toBeVisible();
  await address(page);
  await expect(box(page, 'Country')).toHaveValue('UK');
  await expect(box(page, 'Postcode')).toHaveValue('SW1A 1AA');
});
