import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectAccessible, ownerToken } from '../admin.ts';
import { openList } from '../admin-products.ts';
import { expect, hydrated, test } from '../own-shop.ts';

/** Categories in the admin of a shop without demo data. */

// Reduced motion, so that axe does not measure contrast during a fade.
test.use({ ownEnv: { DEMO: 'false' }, contextOptions: { reducedMotion: 'reduce' } });

const bearer = async (request: APIRequestContext) => ({ authorization: `Bearer ${await ownerToken(request)}` });

async function addCategory(request: APIRequestContext, name: string): Promise<{ id: string; slug: string }> {
  const response = await request.post('/api/categories', { headers: await bearer(request), data: { name } });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { category: { id: string; slug: string } }).category;
}

async function addProduct(request: APIRequestContext, name: string, category: string): Promise<string> {
  const response = await request.post('/api/products', {
    headers: await bearer(request),
    data: {
      name,
      description: 'Crisp.',
      category,
      sizes: [{ size: '200g', price: 120, originalPrice: 150, stock: 30, netQuantityGrams: 200 }],
    },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { product: { id: string } }).product.id;
}

async function openCategories(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Categories', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Categories' });
  await expect(sheet.getByRole('button', { name: 'Add category' })).toBeVisible();
  return sheet;
}

const line = (sheet: Locator, name: string) => sheet.getByRole('listitem').filter({ hasText: name });

test('an empty shop renders every page', { tag: '@journey' }, async ({ page }) => {
  for (const path of ['/', '/all-products', '/combos', '/contact-us']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    // Nobody has set a number for WhatsApp, and nothing is a sample.
    await expect(page.locator('a[href*="wa.me"]')).toHaveCount(0);
    await expect(page.getByText(/demo shop/i)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
  }
  await page.goto('/all-products');
  await expect(page.getByText('No products found')).toBeVisible();
  await expect(page.getByText('Try fewer filters')).toHaveCount(0);

  await openList(page);
  await expect(page.getByText('0 results')).toBeVisible();
  await expect(page.getByText('Add the first one, or import a CSV file.')).toBeVisible();
  const sheet = await openCategories(page);
  await expect(sheet.getByText('No categories yet')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('the first category is added from the form of the first product; both then show in the shop', {
  tag: '@journey',
}, async ({ page }) => {
  await openList(page);
  await page.getByRole('button', { name: 'Add Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add Product' });
  await form.getByLabel('Product name').fill('Khari Puffs');
  await form.getByLabel('Description').fill('Layered, light and baked this morning.');
  await form.getByLabel('Price ₹').fill('120');
  await form.getByLabel('Stock', { exact: true }).fill('30');
  await form.getByRole('button', { name: '4 stars: Very Good' }).click();
  await form.getByRole('button', { name: 'Add category' }).click();
  const adding = page.getByRole('dialog', { name: 'Add category' });
  await adding.getByRole('button', { name: 'Add category' }).click();
  await expect(adding.getByText('Name is required')).toBeVisible();
  await expect(adding.getByLabel('Category name')).toBeFocused();
  await expectAccessible(page);
  await adding.getByLabel('Category name').fill('Bakery');
  await adding.getByLabel('Drawing').selectOption('Party Snacks');
  await adding.getByRole('button', { name: 'Add category' }).click();
  await expect(adding).toBeHidden();
  // The product form keeps its values and selects the new category.
  await expect(form.getByLabel('Category', { exact: true })).toHaveValue('Bakery');
  await expect(form.getByLabel('Product name')).toHaveValue('Khari Puffs');
  await expect(form.getByLabel('Price ₹')).toHaveValue('120');
  await form.getByRole('button', { name: 'Add Product' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Khari Puffs' })).toContainText('Bakery');

  await page.goto('/all-products');
  await hydrated(page);
  const row = page.getByRole('navigation', { name: 'Category' });
  await row.getByRole('link', { name: 'Bakery' }).click();
  await expect(page).toHaveURL(/category=bakery/);
  await expect(page.getByRole('link', { name: 'Khari Puffs' }).first()).toBeVisible();
  await expect(row.getByRole('link', { name: 'Bakery' })).toHaveAttribute('data-cloth', 'party-snacks');
  await page.goto('/product/khari-puffs');
  await expect(page.getByRole('heading', { level: 1, name: 'Khari Puffs' })).toBeVisible();
});

test('categories are listed, renamed, reordered and deleted', { tag: '@journey' }, async ({ page, request }) => {
  const mixes = await addCategory(request, 'Chaat Mixes');
  await addCategory(request, 'Chikki');
  await addProduct(request, 'Bhel Base', 'Chaat Mixes');
  await openList(page);
  const sheet = await openCategories(page);
  await expect(line(sheet, 'Chaat Mixes')).toContainText('1 product');
  await expect(line(sheet, 'Chikki')).toContainText('0 products');
  await expectAccessible(page);

  // A category in use shows why it cannot be deleted, without a request.
  await sheet.getByRole('button', { name: 'Delete Chaat Mixes' }).click();
  const used = page.getByRole('dialog', { name: 'This category is in use' });
  await expect(used).toContainText('Chaat Mixes still holds 1 product.');
  await used.getByRole('button', { name: 'Close' }).last().click();

  // Renaming keeps its products and its slug.
  await sheet.getByRole('button', { name: 'Edit Chaat Mixes' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit category' });
  await expect(editing.getByText('Its address stays the same (chaat-mixes)')).toBeVisible();
  await editing.getByLabel('Category name').fill('chikki');
  await editing.getByRole('button', { name: 'Save category' }).click();
  await expect(editing.getByText('There is already a category called Chikki.')).toBeVisible();
  await editing.getByLabel('Category name').fill('Street Food');
  await editing.getByText('Marathi, 0 of 2').click();
  await editing.getByLabel('Category name in Marathi').fill('चटपटीत');
  await editing.getByRole('button', { name: 'Save category' }).click();
  await expect(line(sheet, 'Street Food')).toContainText('1 product');
  const listed = await request.get('/api/products?category=chaat-mixes');
  expect((await listed.json()).products).toMatchObject([{ id: 'bhel-base', category: 'Street Food' }]);
  const inMarathi = await request.get('/api/products/bhel-base', { headers: { 'x-language': 'mr' } });
  expect((await inMarathi.json()).product.category).toBe('चटपटीत');

  // The list order is the order in the shop.
  const names = () => sheet.getByRole('listitem').locator('b').allTextContents();
  const before = await names();
  await sheet.getByRole('button', { name: 'Move Chikki up' }).click();
  await expect.poll(names).toEqual(before.toSpliced(-2, 2, 'Chikki', 'Street Food'));
  const order = await request.get('/api/categories');
  expect((await order.json()).categories.at(-1)).toMatchObject({ id: mixes.id, slug: mixes.slug });

  await sheet.getByRole('button', { name: 'Delete Chikki' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this category?' });
  await expect(question).toContainText('Chikki is deleted for good.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(line(sheet, 'Chikki')).toHaveCount(0);
  await page.goto('/all-products');
  const row = page.getByRole('navigation', { name: 'Category' });
  await expect(row.getByRole('link', { name: 'Street Food' })).toBeVisible();
  await expect(row.getByRole('link', { name: 'Chikki' })).toHaveCount(0);
});

test('two admins on one category: the second gets a conflict notice, nothing is overwritten', async ({
  page,
  request,
}) => {
  const { id } = await addCategory(request, 'Papad');
  await openList(page);
  const sheet = await openCategories(page);
  await sheet.getByRole('button', { name: 'Edit Papad' }).click();
  const headers = await bearer(request);
  const other = await request.put(`/api/categories/${id}`, { headers, data: { name: 'Papad and Fryums' } });
  expect(other.status()).toBe(200);
  const editing = page.getByRole('dialog', { name: 'Edit category' });
  await editing.getByLabel('Description').fill('For the monsoon.');
  await editing.getByRole('button', { name: 'Save category' }).click();
  const notice = editing.getByRole('alert').filter({ hasText: 'in the meantime' });
  await expect(notice).toContainText('Someone else has changed this category in the meantime.');
  await expect(editing.getByRole('button', { name: 'Save category' })).toBeHidden();
  await notice.getByRole('button', { name: 'Show theirs' }).click();
  await expect(notice).toBeHidden();
  await expect(editing.getByLabel('Category name')).toHaveValue('Papad and Fryums');
  await expect(editing.getByLabel('Description')).toHaveValue('');

  const again = await request.put(`/api/categories/${id}`, { headers, data: { name: 'Papad', description: 'Dry.' } });
  expect(again.status()).toBe(200);
  await editing.getByLabel('Category name').fill('Papad and Fryums');
  await editing.getByLabel('Description').fill('For the monsoon.');
  await editing.getByRole('button', { name: 'Save category' }).click();
  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(editing.getByLabel('Description')).toHaveValue('For the monsoon.');
  await editing.getByRole('button', { name: 'Save category' }).click();
  await expect(line(sheet, 'Papad and Fryums')).toBeVisible();
  // A product was added while the dialog was open: the server rejects the delete.
  await sheet.getByRole('button', { name: 'Delete Papad and Fryums' }).click();
  await addProduct(request, 'Moong Papad', 'Papad and Fryums');
  await page.getByRole('dialog', { name: 'Delete this category?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Papad and Fryums still holds 1 product.').first()).toBeVisible();
  await expect(line(sheet, 'Papad and Fryums')).toContainText('1 product');
});

test('an error is shown when the list of categories fails to load', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  await openList(page);
  await page.route('**/api/admin/categories', (route) => route.abort());
  await page.getByRole('button', { name: 'Categories', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Categories' });
  await expect(sheet.getByRole('alert').getByText('Failed to load categories').first()).toBeVisible();
  await page.unroute('**/api/admin/categories');
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect(sheet.getByText('Failed to load categories')).toHaveCount(0);
});
