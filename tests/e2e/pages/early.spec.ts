import type { Page } from '@playwright/test';
import { HYDRATED, inlineScript } from '#web/early-input.ts';
import { expect, hydrated, test } from '../shop.ts';

/** A slow network: input before hydration is kept and replayed (web/early-input.ts). */

/** A new email address without an account: failed sign-ins are counted per address. */
const unknownEmail = () => `nobody-${Date.now()}@example.com`;

/** Holds these scripts until the returned function is called. */
async function holdScripts(page: Page, scripts = '**/assets/*.js'): Promise<() => void> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test('text typed before hydration is kept and used', async ({ page }) => {
  const release = await holdScripts(page);
  const email = unknownEmail();
  await page.goto('/kingadminlogin', { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('some password');
  release();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').getByText('The email address or the password is wrong.')).toBeVisible();
});

test('a form submitted before hydration is submitted after it', async ({ page }) => {
  const release = await holdScripts(page);
  const email = unknownEmail();
  await page.goto('/kingadminlogin', { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  release();
  await expect(page.getByRole('alert').getByText('The email address or the password is wrong.')).toBeVisible();
});

test('a click on Add before hydration adds the pack once', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/all-products', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Add/ }).first().click();
  release();
  await expect.poll(() => quantities(page)).toEqual([1]);
});

for (const part of ['entry.client', 'hydrate', 'react-dom', 'all-products']) {
  test(`a page whose scripts do not load says so, and works after a reload: ${part}`, async ({ page, watch }) => {
    watch.allow(/ERR_FAILED|Failed to fetch dynamically imported module|^thrown: $/);
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto('/all-products');
    await page.getByRole('button', { name: /^Add/ }).first().click();
    const notLoaded = page.getByRole('alert').filter({ hasText: 'This page did not load completely.' });
    await expect(notLoaded).toHaveCount(1);
    await expect(notLoaded).toBeVisible();
    await page.unroute(`**/assets/${part}-*.js`);
    await notLoaded.getByRole('link', { name: 'Reload' }).click();
    await hydrated(page);
    await expect(notLoaded).toHaveCount(0);
    const before = (await quantities(page)).length;
    await page.getByRole('button', { name: /^Add/ }).nth(1).click();
    await expect.poll(async () => (await quantities(page)).length).toBe(before + 1);
  });
}

/** The lines of the stored cart. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number; size: string }[]);

const quantities = async (page: Page) => (await stored(page)).map(({ quantity }) => quantity);
const sizes = async (page: Page) => (await stored(page)).map(({ size }) => size);

test('Add works before React DOM has come, and is not repeated after it', async ({ page }) => {
  const release = await holdScripts(page, '**/assets/react-dom-*.js');
  await page.goto('/all-products', { waitUntil: 'commit' });
  const add = page.getByRole('button', { name: /^Add .* to cart$/ }).first();
  const cart = page.getByRole('banner').locator('a[href$="/cart"]');
  await add.click();
  await expect(cart).toHaveAccessibleName('Cart, 1 item');
  await expect(cart).toHaveText('1');
  await add.click();
  await expect(cart).toHaveText('2');
  expect(await quantities(page)).toEqual([2]);
  release();
  await expect(page.getByRole('status').getByText(/ added to cart/)).toBeVisible();
  await expect(cart).toHaveAccessibleName('Cart, 2 items');
  expect(await quantities(page)).toEqual([2]);
  await add.click();
  await expect(cart).toHaveText('3');
});

test('a heart works before React DOM has come, and is not repeated after it', async ({ page }) => {
  const release = await holdScripts(page, '**/assets/react-dom-*.js');
  await page.goto('/all-products', { waitUntil: 'commit' });
  const hearts = page.getByRole('button', { name: /^Save .* to wishlist$/ });
  await hearts.first().click();
  await hearts.nth(1).click();
  await hearts.nth(1).click();
  await expect(hearts.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(hearts.nth(1)).toHaveAttribute('aria-pressed', 'false');
  const wished = () => page.evaluate(() => (JSON.parse(localStorage.getItem('wishlist') ?? '[]') as string[]).length);
  expect(await wished()).toBe(1);
  release();
  await hydrated(page);
  await expect(hearts.first()).toHaveAttribute('aria-pressed', 'true');
  expect(await wished()).toBe(1);
  await hearts.first().click();
  await expect(hearts.first()).toHaveAttribute('aria-pressed', 'false');
});

test('slides change before React DOM has come, and go on from there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const release = await holdScripts(page, '**/assets/react-dom-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const hero = page.getByRole('region', { name: 'Highlights' });
  const titles = hero.getByRole('heading');
  const first = await titles.textContent();
  const next = hero.getByRole('button', { name: 'Next slide' });
  await next.click();
  await expect(titles).not.toHaveText(first ?? '');
  await expect(hero.getByRole('button', { name: /^Slide 2 of/ })).toHaveAttribute('aria-current', 'true');
  const second = await titles.textContent();
  await hero.getByRole('button', { name: /^Slide 1 of/ }).click();
  await expect(titles).toHaveText(first ?? '');
  await next.click();
  release();
  await hydrated(page);
  await expect(titles).toHaveText(second ?? '');
  await next.click();
  await expect(hero.getByRole('button', { name: /^Slide 3 of/ })).toHaveAttribute('aria-current', 'true');
  await expect(titles).toHaveCount(1);
  await expect(titles).not.toHaveText(second ?? '');
});

test('pictures change before React DOM has come, and go on from there', async ({ page }) => {
  const release = await holdScripts(page, '**/assets/react-dom-*.js');
  await page.goto('/product/california-almonds', { waitUntil: 'commit' });
  const pictures = page.getByRole('region', { name: 'Pictures' });
  const main = pictures.getByRole('img').first();
  const shown = () => main.evaluate((image: HTMLImageElement) => /almonds-(\d)/.exec(image.currentSrc)?.[1]);
  const thumb = (number: number) => pictures.getByRole('button', { name: `Picture ${number}`, exact: true });
  await expect.poll(shown).toBe('1');
  await pictures.getByRole('button', { name: 'Next picture' }).click();
  await expect(thumb(2)).toHaveAttribute('aria-current', 'true');
  await expect(thumb(1)).not.toHaveAttribute('aria-current');
  await expect.poll(shown).toBe('2');
  await pictures.getByRole('button', { name: 'Previous picture' }).click();
  await expect.poll(shown).toBe('1');
  await thumb(2).click();
  release();
  await hydrated(page);
  await expect(thumb(2)).toHaveAttribute('aria-current', 'true');
  await expect.poll(shown).toBe('2');
  await pictures.getByRole('button', { name: 'Next picture' }).click();
  await expect(thumb(3)).toHaveAttribute('aria-current', 'true');
  await expect.poll(shown).toBe('3');
});

test('a quantity chosen before hydration counts for an Add after it', async ({ page }) => {
  const release = await holdScripts(page, '**/assets/react-dom-*.js');
  await page.goto('/product/california-almonds', { waitUntil: 'commit' });
  const more = page.getByRole('button', { name: /^One more/ });
  const quantity = page.getByRole('spinbutton').first();
  await more.click();
  await expect(quantity).toHaveValue('2');
  await more.click();
  await expect(quantity).toHaveValue('3');
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
  expect(await quantities(page)).toEqual([]);
  release();
  await expect.poll(() => quantities(page)).toEqual([3]);
  await expect(quantity).toHaveValue('3');
});

test('a quantity never goes beyond the stock before hydration', async ({ page }) => {
  const release = await holdScripts(page, '**/assets/react-dom-*.js');
  await page.goto('/product/california-almonds', { waitUntil: 'commit' });
  const quantity = page.getByRole('spinbutton').first();
  const most = Number(await quantity.getAttribute('aria-valuemax'));
  await quantity.fill(String(most));
  await page.getByRole('button', { name: /^One more/ }).click();
  await expect(quantity).toHaveValue(String(most));
  release();
  await hydrated(page);
  await expect(quantity).toHaveValue(String(most));
});

test('sizes chosen before hydration are switched at once, and the last one is used', async ({ page }) => {
  const release = await holdScripts(page, '**/assets/react-dom-*.js');
  await page.goto('/product/california-almonds', { waitUntil: 'commit' });
  const size = (label: string) => page.locator('.tile', { hasText: label }).getByRole('radio');
  const price = page.locator('.price-block .price');
  await expect(size('250g')).toBeChecked();
  const least = await price.textContent();
  await page.locator('.tile', { hasText: '1kg' }).click();
  await expect(size('1kg')).toBeChecked();
  await page.locator('.tile', { hasText: '500g' }).click();
  await expect(size('500g')).toBeChecked();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
  release();
  await expect.poll(() => sizes(page)).toEqual(['500g']);
  await expect(size('500g')).toBeChecked();
  await expect(price).not.toHaveText(least ?? '');
  await page.locator('.tile', { hasText: '250g' }).click();
  await expect(price).toHaveText(least ?? '');
});

test('a filter chosen before hydration is switched at once, and applied', async ({ page, isMobile }) => {
  const release = await holdScripts(page, '**/assets/react-dom-*.js');
  await page.goto('/all-products', { waitUntil: 'commit' });
  if (isMobile) await page.getByRole('link', { name: 'Filters' }).click();
  const inStock = page.getByRole('checkbox', { name: /In stock/ });
  await inStock.click();
  await expect(inStock).toBeChecked();
  await inStock.click();
  await expect(inStock).not.toBeChecked();
  await inStock.click();
  release();
  await expect(page).toHaveURL(/inStock=true/);
  await expect(page.getByRole('link', { name: 'Remove filter: In stock' })).toBeVisible();
});

test('Enter in a form before hydration submits it', async ({ page }) => {
  const release = await holdScripts(page);
  const email = unknownEmail();
  await page.goto('/kingadminlogin', { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('alert').getByText('The email address or the password is wrong.')).toBeVisible();
});

test('a select option chosen before hydration takes effect', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/all-products', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Sort by').selectOption({ label: 'Price, low to high' });
  release();
  await expect(page).toHaveURL(/sort=price-asc/);
  await expect(page.getByLabel('Sort by')).toHaveValue('price-asc');
});

test('a letter typed while two fields are being restored is not lost', async ({ page }) => {
  // The inline script of every page, with a stand-in for React that sets all fields after each input, as a controlled form does.
  const html = `<!doctype html><title>Early</title><input name="email"><input name="password"><script>${inlineScript()}</script>`;
  await page.route('**/early-page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('/early-page');
  await page.locator('[name=email]').fill('owner@kishmish.test');
  await page.locator('[name=password]').fill('a long enough');
  const values = await page.evaluate(async (hydratedEvent) => {
    const boxes = [...document.querySelectorAll('input')];
    const state: Record<string, string> = { email: '', password: '' };
    let pending = true;
    document.addEventListener('input', ({ target }) => {
      const { name, value } = target as HTMLInputElement;
      state[name] = value;
      queueMicrotask(() => {
        for (const box of boxes) box.value = state[box.name] ?? '';
        const password = boxes[1];
        if (!pending || name !== 'email' || !password) return;
        pending = false;
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
