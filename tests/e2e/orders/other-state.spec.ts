import type { Page } from '@playwright/test';
import { expectAccessible, signIn } from '../admin.ts';
import { expect, hydrated, test } from '../own-shop.ts';
import { arrive, freshPhone, typeAddress } from '../shopping.ts';

/** A shop without a GSTIN whose owner keeps it within its own state (D64). */

async function saveShop(page: Page, gstin: string, refuse: boolean): Promise<void> {
  await page.goto('/admin?section=shop-settings');
  await page.getByLabel('PIN code').fill('411001');
  await page.getByLabel('State', { exact: true }).selectOption('Maharashtra');
  await page.getByRole('textbox', { name: 'GSTIN' }).fill(gstin);
  await page.getByRole('checkbox', { name: 'Without a GSTIN: refuse orders to other states' }).setChecked(refuse);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Shop settings saved successfully!')).toBeVisible();
}

test('a shopper in another state is told before paying that the shop may not deliver there', async ({ page }) => {
  await signIn(page);
  await saveShop(page, '', true);

  await arrive(page, ['golden-raisins']);
  await page.goto('/address');
  await hydrated(page);
  // In Chennai.
  await typeAddress(page, freshPhone());
  const go = page.getByRole('button', { name: 'Continue to Payment' });
  await go.click();
  const state = page.getByLabel('State', { exact: true });
  await expect(state).toHaveAccessibleDescription(/we can deliver within Maharashtra only/);
  await expect(state).toBeFocused();
  await expect(page).toHaveURL(/\/address$/);
  await expectAccessible(page);
  await page.getByLabel('PIN code', { exact: true }).fill('411001');
  await page.getByLabel('City', { exact: true }).fill('Pune');
  await state.fill('Maharashtra');
  await go.click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByText('GST registration')).toHaveCount(0);

  // An address that the device has from before the setting.
  await arrive(page, ['golden-raisins'], freshPhone());
  for (const [path, said] of [
    ['/payment', 'we can deliver within Maharashtra only'],
    ['/hi/payment', 'हम सिर्फ़ महाराष्ट्र में डिलीवरी कर सकते हैं'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(said).first()).toBeVisible();
  }

  await saveShop(page, '27AAPFU0939F1ZV', false);
  await page.goto('/payment');
  await hydrated(page);
  await expect(page.getByText('GST registration')).toHaveCount(0);
});
