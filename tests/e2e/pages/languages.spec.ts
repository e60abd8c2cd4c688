import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LANGUAGES, TRANSLATIONS } from '#shop/language.ts';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, freshPhone, freshUtr, isPhone } from '../shopping.ts';
import { wordsOf } from '../words.ts';

/** The language links, and the shopper flow in each language but English. */

const switchTo = (page: Page, name: string) => page.locator('header').getByRole('link', { name, exact: true }).click();

test('the choice of a language leads to the same page, and is remembered', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/product/california-almonds?ref=x');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
  await switchTo(page, 'हिन्दी');
  await expect(page).toHaveURL(/\/hi\/product\/california-almonds\?ref=x$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  const { product: almonds } = await (await page.request.get('/api/products/california-almonds')).json();
  await expect(page.getByRole('heading', { level: 1, name: almonds.translations.hi.name })).toBeVisible();
  await page.goto('/cart');
  await expect(page).toHaveURL(/\/hi\/cart$/);
  await hydrated(page);
  await switchTo(page, 'English');
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
  await page.goto('/');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test("Devanagari has letters on any device: headings in Eczar, the rest in the device's own or in those of the shop", async ({
  page,
}) => {
  const loaded = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const devanagari = [...document.fonts].filter(({ unicodeRange }) => /^U\+9/i.test(unicodeRange));
      return devanagari.map(({ family, weight, status }) => `${family.replaceAll('"', '')} ${weight} ${status}`).sort();
    });
  await page.goto('/hi');
  await expect
    .poll(loaded)
    .toEqual(['Devanagari 300 549 loaded', 'Devanagari 550 900 loaded', 'Eczar Variable 400 800 loaded']);
  await page.goto('/');
  await expect.poll(loaded).toEqual(['Devanagari normal loaded']);
});

test('in headings the र् stands above the next letter, in Marathi as in Hindi', async ({ page }) => {
  const font = readFileSync('web/fonts/eczar-devanagari.woff2', 'base64');
  const words = ['hi', 'mr'].map((lang) => `<h2 lang="${lang}">कार्ट</h2>`);
  await page.setContent(`<style>@font-face { font-family: Eczar; src: url(data:font/woff2;base64,${font}) }
    h2 { font-family: Eczar; width: fit-content }</style>${words.join('')}`);
  const widths = await page.evaluate(async () => {
    await document.fonts.load('1rem Eczar', 'क');
    return [...document.querySelectorAll('h2')].map((word) => word.getBoundingClientRect().width);
  });
  expect(widths[1]).toBe(widths[0]);
});

for (const language of TRANSLATIONS) {
  test(`a product page in ${LANGUAGES[language].name} has the texts of the product, and search finds it`, async ({
    page,
  }) => {
    const { product } = await (await page.request.get('/api/products/golden-raisins')).json();
    const own = product.translations[language];
    await page.goto(`/${language}/product/golden-raisins`);
    await expect(page.getByRole('heading', { level: 1, name: own.name })).toBeVisible();
    for (const text of [own.features[0], own.ingredients[0], own.storage]) {
      await expect(page.getByText(text).first()).toBeAttached();
    }
    await expect(page.locator('main')).not.toContainText(product.features[0]);
    await page.goto(`/${language}/all-products?q=${encodeURIComponent(own.name)}`);
    await expect(page.getByRole('link', { name: own.name }).first()).toBeVisible();
  });

  test(`a shopper buys and tracks in ${LANGUAGES[language].name}`, { tag: '@journey' }, async ({ page }) => {
    const product = wordsOf(language, 'product');
    const cart = wordsOf(language, 'cart');
    const address = wordsOf(language, 'address');
    const payment = wordsOf(language, 'payment');
    const tracking = wordsOf(language, 'tracking');
    const at = (path: string) => new RegExp(`/${language}/${path}$`);
    const phone = freshPhone();
    await arrive(page, [], phone);
    await page.goto('/product/california-almonds');
    await page.getByRole('contentinfo').getByRole('link', { name: LANGUAGES[language].name, exact: true }).click();
    await expect(page).toHaveURL(at('product/california-almonds'));
    await hydrated(page);
    await page.getByRole('button', { name: product.addToCart, exact: true }).first().click();
    await page.goto(`/${language}/cart`);
    await page.getByRole('button', { name: cart.checkout }).first().click();
    await expect(page).toHaveURL(at('address'));
    await page.getByRole('button', { name: address.toPayment }).click();
    await expect(page).toHaveURL(at('payment'));
    if (isPhone(page)) {
      await page.getByRole('radio', { name: 'PhonePe' }).check({ force: true });
      await page.getByRole('button', { name: payment.payNow }).click();
      await page.getByRole('button', { name: payment.paid }).click();
      await page.getByRole('button', { name: payment.skipToUtr }).click();
    } else {
      await page.getByRole('button', { name: payment.paidEnterUtr }).click();
    }
    await page.getByLabel(/UTR/).fill(freshUtr());
    const tab = page.context().waitForEvent('page');
    await page.getByRole('button', { name: payment.submitOrder }).click();
    await expect(page).toHaveURL(at('payment-success\\?orderId=ORD\\d+'));
    const confirmation = await tab;
    await expect(confirmation).toHaveURL(at('order-confirmation/ORD\\d+'));
    await expect(confirmation.locator('html')).toHaveAttribute('lang', `${language}-IN`);

    await page.goto(`/${language}/track-order`);
    await hydrated(page);
    await page.getByLabel(tracking.mobile!).fill(phone);
    await page.getByRole('button', { name: tracking.track }).click();
    await expect(page.getByText(phone)).toBeVisible();
    await expect(page.getByText(/ORD\d{10,}/).first()).toBeVisible();
  });
}
