import { shopperWithOrder } from '../after-sale.ts';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, freshPhone, isPhone } from '../shopping.ts';
import { wordsOf } from '../words.ts';

/** What is seen without searching for it, in two languages. */

const NAME = { en: 'California Almonds', hi: /बादाम/ } as const;

for (const [language, start] of [
  ['en', ''],
  ['hi', '/hi'],
] as const) {
  test(`home: categories in the first view, and a low header that searches (${language})`, async ({ page }) => {
    test.skip(!isPhone(page), 'a desktop has room');
    await page.goto(start || '/');
    await hydrated(page);
    const hero = await page.locator('.hero').boundingBox();
    expect(hero?.height).toBeLessThanOrEqual(844 / 2);
    const categories = page.getByRole('navigation', { name: wordsOf(language, 'home').categories }).getByRole('link');
    await expect(categories.first()).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 1_500);
    await expect
      .poll(async () => {
        const box = await page.getByRole('banner').boundingBox();
        return (box?.height ?? 999) + Math.min(0, box?.y ?? 0);
      })
      .toBeLessThanOrEqual(64);
    const search = await page.getByRole('combobox').boundingBox();
    // Beside it is the cart.
    expect(search?.width).toBeGreaterThan(390 - 2 * 16 - 64);
  });

  test(`product: title, price and both ways to buy in the first view, and still after scrolling (${language})`, async ({
    page,
  }) => {
    const { addToCart, buyNow } = wordsOf(language, 'product');
    await page.goto(`${start}/product/california-almonds`);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1, name: NAME[language] })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('₹319', { exact: true }).first()).toBeInViewport();
    const button = (name = '') => page.getByRole('button', { name, exact: true }).locator('visible=true');
    const seen = (name = '') =>
      button(name).evaluateAll((all) =>
        all.some((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }),
      );
    for (const name of [addToCart, buyNow]) await expect.poll(() => seen(name), name).toBe(true);
    if (!isPhone(page)) return;
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.mouse.wheel(0, 2_000);
      for (const name of [addToCart, buyNow]) await expect.poll(() => seen(name), name).toBe(true);
      const bar = await page.locator('.buybar').boundingBox();
      expect(bar?.height, `at ${width} px`).toBeLessThan(width === 390 ? 90 : 140);
    }
    await page.locator('.buybar').getByRole('button', { name: addToCart }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cart') ?? '')).toContain('california-almonds');
  });

  test(`who is paid stands before the way to pay (${language})`, async ({ page }) => {
    await arrive(page, ['golden-raisins'], freshPhone());
    await page.goto(`${start}/payment`);
    await hydrated(page);
    await expect(
      page.getByRole('main').getByText('Kishmish Foods (Demo)').locator('visible=true').first(),
    ).toBeVisible();
  });

  test(`the confirmation says how to keep the order (${language})`, async ({ page, request, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const orderNumber = await shopperWithOrder(page, request);
    await page.goto(`${start}/order-confirmation/${orderNumber}`);
    await hydrated(page);
    const { copyLink, sendToMyself } = wordsOf(language, 'orders');
    const link = page.getByRole('link', { name: sendToMyself });
    const text = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text');
    expect(text).toContain(`/track-order?orderNumber=${orderNumber}`);
    await page.getByRole('button', { name: copyLink }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(`${start}/track-order?orderNumber=${orderNumber}`);
  });

  test(`a card has at most one badge, and its veg mark (${language})`, async ({ page }) => {
    await page.goto(`${start}/all-products`);
    const cards = page.locator('.pc');
    expect(await cards.count()).toBeGreaterThan(7);
    for (const card of await cards.all()) {
      expect(await card.locator('.badge').count()).toBeLessThanOrEqual(1);
      await expect(card.getByRole('img', { name: wordsOf(language, 'frame').vegetarian, exact: true })).toHaveCount(1);
    }
  });
}

test('About tells of people and places with pictures', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).not.toHaveCount(0);
  const pictures = page.getByRole('main').locator('img');
  expect(await pictures.count()).toBeGreaterThan(1);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});
