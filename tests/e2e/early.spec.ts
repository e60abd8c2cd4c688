import type { Page } from '@playwright/test';
import { expect, test } from './shop.ts';

/** A slow network: the page can be read and used before its scripts are there, and nothing that was done is lost (web/wake.ts). */

/** Nobody's address, another one each time: wrong sign-ins are counted by address. */
const nobody = () => `nobody-${Date.now()}@example.com`;

/** Holds every script back until the answered function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test('what was typed before the scripts came is still there, and counts', async ({ page }) => {
  const release = await holdScripts(page);
  const email = nobody();
  await page.goto('/kingadminlogin', { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('some password');
  release();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').getByText('The e-mail address or the password is wrong.')).toBeVisible();
});

test('a form that was sent before the scripts came is sent when they are there', async ({ page }) => {
  const release = await holdScripts(page);
  const email = nobody();
  await page.goto('/kingadminlogin', { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  release();
  await expect(page.getByRole('alert').getByText('The e-mail address or the password is wrong.')).toBeVisible();
});

test('a press on Add before the scripts came puts the pack in the cart, once', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/all-products', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Add/ }).first().click();
  release();
  await expect
    .poll(() =>
      page.evaluate(() =>
        (JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number }[]).map((line) => line.quantity),
      ),
    )
    .toEqual([1]);
});

test('Enter in a form sends it, also where its button comes with the scripts', async ({ page }) => {
  const release = await holdScripts(page);
  const email = nobody();
  await page.goto('/kingadminlogin', { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('alert').getByText('The e-mail address or the password is wrong.')).toBeVisible();
});

test('a choice in a list that came before the scripts counts', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/all-products', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Sort by').selectOption({ label: 'Price, low to high' });
  release();
  await expect(page).toHaveURL(/sort=price-asc/);
  await expect(page.getByLabel('Sort by')).toHaveValue('price-asc');
});
