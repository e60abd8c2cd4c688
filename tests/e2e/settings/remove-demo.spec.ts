import { expectAccessible, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/**
 * A shop without orders of other tests, which would stay. A setting of its own makes it separate.
 */
test.use({ ownEnv: { LOG_LEVEL: 'error' } });

test('the demo is removed in one confirmed step', { tag: '@journey' }, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin?section=overview');
  // The list moves what is below it when it loads.
  await expect(page.getByRole('region', { name: 'Needs you' }).getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove the demo…' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the demo?' });
  await expect(question.getByRole('listitem').filter({ hasText: /^\d+ products$/ })).toBeVisible();
  const remove = question.getByRole('button', { name: 'Remove the demo' });
  await expect(remove).toBeEnabled();
  await expectAccessible(page);
  await remove.click();
  const done = page.getByRole('dialog', { name: 'The demo is gone' });
  await expect(done.getByText(/^Removed: \d+ products/)).toBeVisible();
  await done.getByRole('button', { name: 'Done' }).click();
  // The shop is new: the checklist takes the place of the demo's figures.
  await expect(page.getByRole('heading', { name: /of 14 done$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the demo…' })).toBeHidden();
  expect((await page.goto('/product/golden-raisins'))?.status()).toBe(404);
});
