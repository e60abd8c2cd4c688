import { expectAccessible, signIn } from '../admin.ts';
import { expectNoSideScroll } from '../layout.ts';
import { expect, hydrated, test } from '../own-shop.ts';
import { arrive } from '../shopping.ts';

/** The owner closes the shop for a holiday, and opens it again. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ALMONDS = '/product/california-almonds';

test('on holiday, every page says so before an address is typed, and nothing can be ordered', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin?section=shop-settings');
  const card = page.getByRole('region', { name: 'Open or closed' });
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await card.getByRole('radio', { name: /On holiday/ }).check();
  await card.getByLabel('Orders again from').fill(day);
  await card.getByLabel('Your words to shoppers').fill('We are in the orchards of Kashmir.');
  await card.getByText('Hindi').click();
  await card.getByLabel('Your words in Hindi').fill('हम कश्मीर के बाग़ों में हैं।');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your shop takes no orders now.')).toBeVisible();
  await expectAccessible(page);

  const title = page.getByText(/^We are on holiday until \d+ \w+$/).first();
  for (const path of ['/', '/all-products', ALMONDS]) {
    await page.goto(path);
    await expect(title, path).toBeVisible();
  }
  // The catalogue is on: things can be put into the cart.
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(0);
  await expect(page.getByText('We are in the orchards of Kashmir.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expectAccessible(page);

  await page.goto('/cart');
  await hydrated(page);
  await expect(page.getByText('Your cart stays on this device.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Checkout' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/address');
  await expect(title).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveCount(0);
  await expectNoSideScroll(page);
  await page.goto(`/hi${ALMONDS}`);
  await expect(page.getByText('हम कश्मीर के बाग़ों में हैं।').first()).toBeVisible();

  // Whoever was on the way to pay: the shop refuses with the reason.
  await arrive(page, ['california-almonds'], '9876501234');
  await page.goto('/payment');
  await expect(page.getByText(/We are on holiday and take orders again on/)).toBeVisible();

  await page.goto('/admin?section=shop-settings');
  await card
    .getByRole('radio', { name: /^Open\b/ })
    .first()
    .check();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your shop is open.')).toBeVisible();
  await page.goto(ALMONDS);
  await hydrated(page);
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await expect(page).toHaveURL(/\/address$/);
  await expect(page.getByLabel('First name')).toBeVisible();
});
