import { signIn } from '../admin.ts';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, freshPhone, freshUtr, payWith, skipToUtr, submitUtr } from '../shopping.ts';

/** A gift: chosen with the address, printed on the packing slip, without prices in the parcel. */

const RULE = 'A gift: leave the invoice out of the parcel.';

test('the message of a gift goes from Buy Now to the order page and to staff', { tag: '@journey' }, async ({
  page,
}) => {
  await arrive(page, [], freshPhone());
  await page.goto('/product/medjool-dates');
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await expect(page).toHaveURL(/\/address$/);
  await hydrated(page);
  const gift = page.getByRole('checkbox', { name: 'This is a gift' });
  await expect(page.getByLabel('Your message')).toHaveCount(0);
  await gift.check();
  await page.getByLabel('Your message').fill('Happy Diwali! With love, Meera');
  await page.reload();
  await expect(page.getByLabel('Your message')).toHaveValue('Happy Diwali! With love, Meera');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const number = await payWith(page, 'Google Pay');
  await skipToUtr(page);
  const confirmation = await submitUtr(page, freshUtr());
  await expect(confirmation.getByText('Happy Diwali! With love, Meera')).toBeVisible();
  await expect(confirmation.getByText('The parcel shows no prices.')).toBeVisible();
  await confirmation.goto(`/orders/${number}`);
  await expect(confirmation.getByText('Happy Diwali! With love, Meera')).toBeVisible();

  // The next order is none.
  expect(await page.evaluate(() => localStorage.getItem('giftMessage'))).toBeNull();

  await signIn(page);
  await page.goto(`/admin?section=orders&order=${number}`);
  await expect(page.getByText(RULE)).toBeVisible();
  const message = page.getByLabel('Message on the slip');
  await expect(message).toHaveValue('Happy Diwali! With love, Meera');
  await message.fill('Happy Diwali! With love, Meena');
  await page.getByRole('button', { name: 'Save message' }).click();
  await expect(page.getByText('Gift message corrected').first()).toBeVisible();
  await page.reload();
  await expect(message).toHaveValue('Happy Diwali! With love, Meena');
});

test('a gift may have no message, and may be taken back', async ({ page }) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/address');
  await hydrated(page);
  const gift = page.getByRole('checkbox', { name: 'This is a gift' });
  const drafted = () => page.waitForRequest('**/api/orders/draft');
  const go = page.getByRole('button', { name: 'Continue to Payment' });
  await gift.check();
  const silent = drafted();
  await go.click();
  expect((await silent).postDataJSON().giftMessage).toBe('');
  await page.goto('/address');
  await hydrated(page);
  await expect(gift).toBeChecked();
  await gift.uncheck();
  const plain = drafted();
  await go.click();
  expect((await plain).postDataJSON().giftMessage).toBeNull();
});
