import type { Locator, Page } from '@playwright/test';
import { HYDRATED, inlineScript } from '#web/scripts.tsx';
import { expect, hydrated, test } from '../shop.ts';

/**
 * A slow network: what is typed, pressed and submitted before hydration is kept (web/scripts.tsx).
 */

/** A new email address without an account: failed sign-ins are counted per address. */
const unknownEmail = () => `nobody-${Date.now()}@example.com`;

/** Holds these scripts until the returned function is called. */
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

test('text typed before hydration is kept and used', { tag: '@journey' }, async ({ page }) => {
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

test('a form submitted before hydration is submitted after it', { tag: '@journey' }, async ({ page }) => {
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

for (const part of ['entry.client', 'react', 'all-products']) {
  test(`a page whose scripts do not load says so, and works after a reload: ${part}`, { tag: '@journey' }, async ({
    page,
    watch,
  }) => {
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

/** Whether the control, or the label around it, looks pressed. */
const looksPressed = (control: Locator) =>
  expect.poll(() =>
    control.evaluate((element) => getComputedStyle(element.closest('label') ?? element).opacity !== '1'),
  );

test('three impatient taps on Add show at once and put one pack into the cart', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/product/california-almonds', { waitUntil: 'commit' });
  const add = page.getByRole('button', { name: 'Add to Cart', exact: true }).first();
  await page.locator('.tile', { hasText: '1kg' }).click();
  await looksPressed(add).toBe(false);
  await add.click();
  await looksPressed(add).toBe(true);
  await add.click();
  await add.click();
  release();
  await expect(page.getByRole('status').getByText(/ added to cart/)).toBeVisible();
  expect(await stored(page)).toMatchObject([{ size: '1kg', quantity: 1 }]);
  await looksPressed(add).toBe(false);
  await add.click();
  await expect.poll(() => quantities(page)).toEqual([2]);
});

test('the price of the headline is that of the chosen size, before hydration too', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/product/california-almonds', { waitUntil: 'commit' });
  const headline = page.locator('.price-block .price');
  const chosen = page.locator('.tile:has(:checked)');
  const agree = async () =>
    expect(await chosen.locator('.tile-price').textContent()).toBe(await headline.textContent());
  const before = await headline.textContent();
  for (const label of ['500g', '1kg', '500g']) {
    const size = page.locator('.tile', { hasText: label });
    await size.click();
    await looksPressed(size.getByRole('radio')).toBe(true);
    await agree();
  }
  await expect(page.locator('[data-pressed]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
  release();
  await expect.poll(() => stored(page)).toMatchObject([{ size: '500g' }]);
  await expect(chosen).toContainText('500g');
  await expect(headline).not.toHaveText(before ?? '');
  await agree();
});

for (const [what, path, role, name, attribute, then] of [
  ['heart', '/all-products', 'button', /^Save .* to wishlist$/, 'aria-pressed', 'true'],
  ['slide', '/', 'button', /^Slide 3 of/, 'aria-current', 'true'],
  ['picture', '/product/california-almonds', 'button', 'Picture 2', 'aria-current', 'true'],
] as const) {
  test(`a ${what} pressed twice before hydration shows at once and counts once`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const control = page.getByRole(role, { name, exact: true }).first();
    await control.click();
    await looksPressed(control).toBe(true);
    await control.click();
    release();
    await hydrated(page);
    await expect(control).toHaveAttribute(attribute, then);
    await looksPressed(control).toBe(false);
  });
}

test('a quantity chosen before hydration counts for an Add before it', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/product/california-almonds', { waitUntil: 'commit' });
  const quantity = page.getByRole('spinbutton').first();
  await quantity.fill('2');
  await page.getByRole('button', { name: /^One more/ }).click();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
  release();
  await expect.poll(() => quantities(page)).toEqual([3]);
  await expect(quantity).toHaveValue('3');
});

test('a quantity never goes beyond the stock before hydration', async ({ page }) => {
  const release = await holdScripts(page);
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

test('a filter chosen before hydration shows at once, and is applied once', async ({ page, isMobile }) => {
  const release = await holdScripts(page);
  await page.goto('/all-products', { waitUntil: 'commit' });
  if (isMobile) await page.getByRole('link', { name: 'Filters' }).click();
  const inStock = page.getByRole('checkbox', { name: /In stock/ });
  await inStock.click();
  await looksPressed(inStock).toBe(true);
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
  // The inline script of every page, with a stand-in for React that sets all fields after each
  // input, as a controlled form does.
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
