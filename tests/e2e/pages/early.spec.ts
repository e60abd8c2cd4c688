import type { Page } from '@playwright/test';
import { HYDRATED, inlineScript } from '#web/start-scripts.ts';
import { expect, test } from '../shop.ts';

/** A slow network: the page can be read and used before its scripts are there, and nothing that was done is lost (web/start-scripts.ts). */

/** An address without an account, another one each time: wrong sign-ins are counted by address. */
const nobody = () => `nobody-${Date.now()}@example.com`;

/** Holds every script back until the returned function is called. */
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

test('a letter typed between two boxes that are filled again is not lost', async ({ page }) => {
  // The inline script of every page, over a stand-in for React that redraws all fields after each input, as a form with one state does.
  const html = `<!doctype html><title>Early</title><input name="email"><input name="password"><script>${inlineScript()}</script>`;
  await page.route('**/early-page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('/early-page');
  await page.locator('[name=email]').fill('owner@kishmish.test');
  await page.locator('[name=password]').fill('a long enough');
  const values = await page.evaluate(async (hydratedEvent) => {
    const boxes = [...document.querySelectorAll('input')];
    const state: Record<string, string> = { email: '', password: '' };
    let late = true;
    document.addEventListener('input', ({ target }) => {
      const { name, value } = target as HTMLInputElement;
      state[name] = value;
      queueMicrotask(() => {
        for (const box of boxes) box.value = state[box.name] ?? '';
        const password = boxes[1];
        if (!late || name !== 'email' || !password) return;
        late = false;
        password.value += ' ';
        password.dispatchEvent(new InputEvent('input', { data: ' ', inputType: 'insertText', bubbles: true }));
      });
    });
    document.dispatchEvent(new Event(hydratedEvent));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return boxes.map(({ value }) => value);
  }, HYDRATED);
  expect(values).toEqual(['owner@kishmish.test', 'a long enough ']);
});
