import { expect, hydrated, test } from '../shop.ts';
import { fillCart } from '../shopping.ts';

test('the cart says what is saved in all and offers what goes well with it', async ({ page }) => {
  await page.goto('/cart');
  await fillCart(page, ['california-almonds']);
  await page.goto('/cart');
  await hydrated(page);
  await expect(page.getByText(/^You save ₹\d+ in all$/)).toBeVisible();
  const others = page.getByRole('region', { name: 'Goes well with' }).getByRole('article');
  await expect(others).toHaveCount(4);
  // A combo packs them together with almonds; the others are of other categories.
  const first = await others.getByRole('heading').allInnerTexts();
  expect(first.slice(0, 2).sort()).toEqual(['Cashews W240', 'Golden Raisins']);
  expect(first).not.toContain('Walnut Kernels');
  const name = page.getByRole('table').getByRole('heading', { level: 2 });
  const inCart = await name.innerText();
  await expect(others.getByRole('heading', { name: inCart })).toHaveCount(0);
  // The card stays where it was tapped, and its product is a line of the cart.
  const added = await others.first().getByRole('heading').innerText();
  await others.first().getByRole('button', { name: /^Add/ }).click();
  await expect(name).toHaveText([inCart, added]);
  await expect(others.first().getByRole('heading')).toHaveText(added);
});
