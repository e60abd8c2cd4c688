import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from '../shop.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** 'Add' of a card becomes the number of packs in the cart, and comes back when there are none. */

const cardOf = (page: Page, name: string) => {
  const card = page.locator('.pc').filter({ has: page.getByRole('link', { name, exact: true }) });
  return {
    card,
    add: card.getByRole('button', { name: `Add ${name} to cart` }),
    quantity: card.getByRole('spinbutton', { name: `Quantity of ${name}` }),
    more: card.getByRole('button', { name: `One more ${name}` }),
    less: card.getByRole('button', { name: `One less ${name}` }),
    said: card.getByRole('status'),
  };
};

/** Size and quantity of the lines in the cart. */
const stored = (page: Page) =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('cart') ?? '[]') as { size: string; quantity: number }[]).map(
      ({ size, quantity }) => `${size} ${quantity}`,
    ),
  );

/** Where it is on the page, however far the page is scrolled. */
const placeOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y: y + window.scrollY, width, height };
  });

for (const language of ['', '/hi']) {
  test(`a card in the cart is as high as before, also after a reload: ${language || 'en'}`, async ({ page }) => {
    await page.goto(`${language}/all-products`);
    await hydrated(page);
    const card = page.locator('.pc').first();
    const add = card.locator('.btn').last();
    await page.evaluate(() => document.fonts.ready);
    const before = await placeOf(card);
    const place = await placeOf(add);
    await add.click();
    const quantity = card.getByRole('spinbutton');
    await expect(quantity).toHaveValue('1');
    await expect(add).toBeHidden();
    expect(await placeOf(card)).toEqual(before);
    expect(await placeOf(card.locator('.qty'))).toMatchObject({ y: place.y, height: place.height });
    for (const button of await card.locator('.qty button').all()) {
      const { width, height } = await placeOf(button);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await page.reload();
    await expect(quantity).toHaveValue('1');
    expect(await placeOf(card)).toEqual(before);
  });
}

test('Add, more and less by keyboard: the focus stays, and each quantity is said', async ({ page }) => {
  await page.goto('/all-products');
  await hydrated(page);
  const { add, quantity, more, less, said } = cardOf(page, 'California Almonds');
  await add.press('Enter');
  await expect(more).toBeFocused();
  await expect(add).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(quantity).toHaveValue('2');
  await expect(said).toHaveText('Quantity of California Almonds: 2');
  await less.press('Enter');
  await expect(said).toHaveText('Quantity of California Almonds: 1');
  await less.press('Enter');
  await expect(page.getByRole('status').getByText('Item removed from cart')).toBeVisible();
  await expect(quantity).toHaveCount(0);
  await expect(add).toBeFocused();
  expect(await stored(page)).toEqual([]);
});

test('a card counts with the cart of another tab, and no further than the stock', async ({ page, context }) => {
  await page.goto('/all-products');
  await hydrated(page);
  const { add, quantity, more } = cardOf(page, 'California Almonds');
  await add.click();
  const most = (await quantity.getAttribute('aria-valuemax')) ?? '';
  await quantity.fill(most);
  await expect(more).toBeDisabled();
  const other = await context.newPage();
  await other.goto('/cart');
  await other.getByRole('button', { name: /^Remove California Almonds/ }).click();
  await expect(quantity).toHaveCount(0);
  await expect(add).toBeVisible();
});

test('two taps on Add before hydration are one pack', async ({ page, context }) => {
  const held = Promise.withResolvers<void>();
  await context.route('**/assets/react-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/all-products', { waitUntil: 'commit' });
  const { add, quantity } = cardOf(page, 'California Almonds');
  await add.click();
  await add.click();
  held.resolve();
  await expect(quantity).toHaveValue('1');
});

test('a card of a searched size counts that size only', async ({ page }) => {
  await page.goto('/all-products?q=almonds+1kg');
  await hydrated(page);
  const { add, quantity, more } = cardOf(page, 'California Almonds');
  await add.click();
  await more.click();
  await expect(quantity).toHaveValue('2');
  expect(await stored(page)).toEqual(['1kg 2']);
  await page.goto('/all-products?q=almonds');
  await hydrated(page);
  await expect(add).toBeVisible();
  await expect(quantity).toHaveCount(0);
});

test('without the stepper, which is loaded on demand, Add adds as before', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.route('**/assets/card-stepper-*.js', (route) => route.abort());
  await page.goto('/all-products');
  await hydrated(page);
  const { add } = cardOf(page, 'California Almonds');
  await add.click();
  await add.click();
  await expect.poll(() => stored(page)).toEqual(['250g 2']);
  await expect(add).toBeVisible();
});
