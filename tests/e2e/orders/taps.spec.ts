import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from '../shop.ts';
import { freshPhone, freshUtr, isPhone } from '../shopping.ts';

/** How much a thumb has to do, from the search to the confirmation. */

test.use({ serviceWorkers: 'block' });

/**
 * Counts what is done on the page. The keyboard's Next key, which leads to the next field, is not a
 * tap.
 */
function hand(page: Page) {
  const taps: string[] = [];
  const typed: string[] = [];
  return {
    taps,
    typed,
    async tap(name: string, target: Locator): Promise<void> {
      await target.tap();
      taps.push(name);
    },
    /** Types into the field that has the focus, which must be this one. */
    async type(label: string, text: string): Promise<void> {
      await expect(page.getByLabel(label, { exact: true })).toBeFocused();
      await page.keyboard.insertText(text);
      typed.push(label);
    },
    next: () => page.keyboard.press('Tab'),
  };
}

type Hand = ReturnType<typeof hand>;

/**
 * From the home page to the address. The words searched for are where the count of fields begins.
 */
async function findAndBuy(page: Page, { tap }: Hand): Promise<void> {
  await page.goto('/');
  await hydrated(page);
  await tap('search', page.getByRole('combobox', { name: 'Search products' }));
  await page.keyboard.type('medjool');
  await tap('product', page.getByRole('option', { name: /Medjool Dates/ }));
  await tap('Buy Now', page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Buy Now' }));
  await expect(page).toHaveURL(/\/address$/);
}

/**
 * The UPI app opens, and after `seconds` the shopper is back. The page waits 2.5 s for the app, so
 * the clock stands meanwhile.
 */
async function payInApp(page: Page, { tap }: Hand, seconds: number): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await tap('PayNow', page.getByRole('button', { name: 'PayNow' }));
  await expect(page.getByRole('heading', { name: 'Payment Instructions' })).toBeVisible();
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await page.clock.fastForward(seconds * 1_000);
  await show('visible');
  await page.clock.resume();
}

/** The UTR, which is counted apart, and the confirmation, which opens without a tap. */
async function sendUtr(page: Page, { tap }: Hand): Promise<void> {
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  const tab = page.context().waitForEvent('page');
  await tap('Submit', page.getByRole('button', { name: 'Submit & Complete Order' }));
  await expect(page).toHaveURL(/\/payment-success\?orderId=ORD/);
  await page.clock.fastForward(2_500);
  const confirmation = await tab;
  await expect(confirmation).toHaveURL(/\/order-confirmation\/ORD\d+$/);
  await confirmation.close();
}

test('a purchase takes at most 10 taps and 6 typed fields, and at most 6 taps the next time', {
  tag: '@journey',
}, async ({ page }) => {
  test.skip(!isPhone(page), 'a desktop has no taps');
  await page.clock.install();
  const first = hand(page);
  await findAndBuy(page, first);
  await first.tap('first name', page.getByLabel('First name'));
  for (const [index, [label, text]] of [
    ['First name', 'Ananya'],
    ['Last name', 'Iyer'],
    ['Email', 'ananya.iyer@example.com'],
    ['Phone', freshPhone()],
    ['Address', '12, 3rd Cross Street, Adyar'],
    ['PIN code', '600020'],
  ].entries()) {
    if (index > 0) await first.next();
    // The second line of the address may stay empty.
    if (label === 'PIN code') await first.next();
    await first.type(label ?? '', text ?? '');
  }
  await expect(page.getByLabel('City')).toHaveValue('Chennai');
  await expect(page.getByLabel('State')).toHaveValue('Tamil Nadu');
  await first.tap('Continue', page.getByRole('button', { name: 'Continue to Payment' }));
  await first.tap('app', page.getByText('PhonePe', { exact: true }));
  // A quick payment: the shopper is back before the countdown ends.
  await payInApp(page, first, 5);
  await first.tap('Skip', page.getByRole('button', { name: 'Skip and enter UTR now' }));
  await sendUtr(page, first);
  expect(first.taps.length, first.taps.join(', ')).toBeLessThanOrEqual(10);
  expect(first.typed.length, first.typed.join(', ')).toBeLessThanOrEqual(6);

  const second = hand(page);
  await findAndBuy(page, second);
  await expect(page.getByLabel('City')).toHaveValue('Chennai');
  await second.tap('Continue', page.getByRole('button', { name: 'Continue to Payment' }));
  await expect(page.getByRole('radio', { name: 'PhonePe' })).toBeChecked();
  await payInApp(page, second, 30);
  await sendUtr(page, second);
  expect(second.taps.length, second.taps.join(', ')).toBeLessThanOrEqual(6);
  expect(second.typed).toEqual([]);
});
