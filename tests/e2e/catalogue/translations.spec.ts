import { expectAccessible } from '../admin.ts';
import { add, cleanAfterEach, nameOf, openList, searchQuery } from '../admin-products.ts';
import { expect, test } from '../shop.ts';

/** The texts of a product in other languages: in its form, and on the page of shoppers. */

// Reduced motion, so that axe does not measure contrast during a fade.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

cleanAfterEach();

test('the owner translates a product; its page shows the translation, and English for the rest', async ({
  page,
  request,
  isMobile,
}) => {
  const name = nameOf('Roasted Makhana', isMobile);
  const id = await add(request, name, { features: ['Light and crisp'] });
  await openList(page, searchQuery(name));
  const edit = () => page.getByRole('button', { name: `Edit ${name}` }).click();
  await edit();
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  await form.getByText('Marathi, 0 of 7').click();
  // What shoppers read until it is translated.
  await expect(form.getByLabel('Description in Marathi')).toHaveAttribute('placeholder', 'Whole and crisp.');
  await form.getByLabel('Product name in Marathi').fill('भाजलेले मखाने');
  await form.getByLabel('Key features in Marathi').fill('हलके आणि कुरकुरीत\n');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Update Product' }).click();
  await expect(form).toBeHidden();

  await edit();
  await expect(form.getByText('Hindi, 0 of 7')).toBeVisible();
  await form.getByText('Marathi, 2 of 7').click();
  await expect(form.getByLabel('Key features in Marathi')).toHaveValue('हलके आणि कुरकुरीत');

  await page.goto(`/mr/product/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'भाजलेले मखाने' })).toBeVisible();
  await expect(page.getByText('हलके आणि कुरकुरीत')).toBeVisible();
  await expect(page.getByText('Whole and crisp.').first()).toBeVisible();
  await page.goto(`/product/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});
