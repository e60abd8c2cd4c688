import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoErrorToast, OWNER, ownerToken } from '../admin.ts';
import { add, cleanAfterEach, nameOf, openList, rowOf, searchQuery } from '../admin-products.ts';
import { expect, test } from '../shop.ts';

/** Unsaved changes in the product form: conflicts with another admin, and an expired session. */

cleanAfterEach();

interface Stored {
  name: string;
  description: string;
  brand: string;
  sizes: { size: string; price: number; stock: number }[];
}

const stored = async (request: APIRequestContext, id: string): Promise<Stored> =>
  ((await (await request.get(`/api/products/${id}?_t=${Date.now()}`)).json()) as { product: Stored }).product;

/** Saves a change to the product as another admin. */
async function saveOther(request: APIRequestContext, id: string, change: object): Promise<void> {
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const response = await request.put(`/api/products/${id}`, {
    headers,
    data: { ...(await stored(request, id)), ...change },
  });
  expect(response.status()).toBe(200);
}

async function openForm(page: Page, name: string) {
  await openList(page, searchQuery(name));
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  await expect(form.getByLabel('Product name')).toHaveValue(name);
  return form;
}

test('two admins on one product: the second keeps their own changes or takes the other’s', async ({
  page,
  request,
  isMobile,
}) => {
  const name = nameOf('Split Pistachios', isMobile);
  const id = await add(request, name);
  const form = await openForm(page, name);
  const size = form.getByRole('group', { name: 'Size 1' });
  const update = form.getByRole('button', { name: 'Update Product' });
  const notice = form.getByRole('alert').filter({ hasText: 'Someone else has changed this in the meantime' });

  const before = await stored(request, id);
  await saveOther(request, id, {
    description: 'Of the other.',
    brand: 'Another brand',
    sizes: before.sizes.map((one) => ({ ...one, price: one.price + 10 })),
  });
  await form.getByLabel('Description').fill('Of this one.');
  await size.getByLabel('Stock', { exact: true }).fill('45');
  await update.click();
  await expect(notice).toContainText(
    /Changed by them: Description, Brand, Price of 250g, Price of 500g\.\s*You have changed this field too: Description\./,
  );
  await expect(notice).toBeInViewport();
  await expectNoErrorToast(page);
  expect((await stored(request, id)).description).toBe('Of the other.');
  await expect(form.getByLabel('Description')).toHaveValue('Of this one.');

  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(notice).toBeHidden();
  await expect(form.getByLabel('Description')).toHaveValue('Of this one.');
  await expect(form.getByLabel('Brand')).toHaveValue('Another brand');
  await expect(size.getByLabel('Price ₹')).toHaveValue('309');
  // The stock changed in the meantime: the five added pieces apply to the current stock.
  const sold = await request.post('/api/admin/products/bulk', {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { rows: [{ id, size: '250g', stock: { from: 40, to: 30 } }] },
  });
  expect(sold.status()).toBe(200);
  await update.click();
  await expect(form).toBeHidden();
  expect(await stored(request, id)).toMatchObject({
    description: 'Of this one.',
    brand: 'Another brand',
    sizes: [{ price: 309, stock: 35 }, { price: 559 }],
  });

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(form.getByLabel('Description')).toHaveValue('Of this one.');
  await saveOther(request, id, { description: 'Theirs at last.' });
  await form.getByLabel('Description').fill('Never mind.');
  // Loading the stored product fails at first.
  await page.route(`**/api/products/${id}?**`, (route) => route.fulfill({ status: 404, body: '{}' }));
  await update.click();
  await expect(form.getByText('Failed to load product details')).toBeVisible();
  await page.unroute(`**/api/products/${id}?**`);
  await form.getByRole('button', { name: 'Retry' }).click();
  await notice.getByRole('button', { name: 'Show theirs' }).click();
  await expect(notice).toBeHidden();
  await expect(form.getByLabel('Description')).toHaveValue('Theirs at last.');
  // Without unsaved changes it closes without a dialog.
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  expect((await stored(request, id)).description).toBe('Theirs at last.');
});

test('an expired session loses nothing: signing in returns to the form with the unsaved changes', async ({
  page,
  request,
  isMobile,
}) => {
  const name = nameOf('Late Apricots', isMobile);
  await add(request, name);
  const form = await openForm(page, name);
  const formUrl = page.url();
  await form.getByLabel('Description').fill('Half a sentence');
  await page.evaluate(() => localStorage.setItem('adminToken', 'x'.repeat(32)));
  await form.getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByText('Authentication expired. Redirecting to login...')).toBeVisible();
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(form.getByText('Your unsaved changes are back.')).toBeVisible();
  expect(page.url()).toBe(formUrl);
  await expect(form.getByLabel('Description')).toHaveValue('Half a sentence');

  // Leaving through the browser and filling in another product's form keeps both drafts.
  await page.goto('/admin?section=products');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const other = page.getByRole('dialog', { name: 'Add Product' });
  await other.getByLabel('Product name').fill('Another one');
  await page.goto(formUrl);
  await expect(form.getByLabel('Description')).toHaveValue('Half a sentence');
  await form.getByRole('button', { name: 'Discard them' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your unsaved changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Description')).toHaveValue('Half a sentence');
  await form.getByRole('button', { name: 'Discard them' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form.getByLabel('Description')).toHaveValue('Whole and crisp.');
  await expect(form.getByText('Your unsaved changes are back.')).toBeHidden();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(other.getByText('Your unsaved changes are back.')).toBeVisible();
  await expect(other.getByLabel('Product name')).toHaveValue('Another one');
});

test('the countdowns are switched off for one product', async ({ page, request, isMobile }) => {
  const name = nameOf('Timed Dates', isMobile);
  const id = await add(request, name);
  await page.goto(`/product/${id}`);
  await expect(page.getByText('Free delivery, order within')).toBeVisible();
  await expect(page.getByText('Offer ends in')).toBeVisible();
  const form = await openForm(page, name);
  await expect(form.getByLabel('Delivery cutoff')).toBeChecked();
  await form.getByLabel('Delivery cutoff').uncheck();
  await form.getByRole('button', { name: 'Update Product' }).click();
  await expect(form).toBeHidden();
  await page.goto(`/product/${id}`);
  await expect(page.getByText('Offer ends in')).toBeVisible();
  await expect(page.getByText('Free delivery, order within')).toHaveCount(0);
  // The form shows the stored values.
  await page.goto(`/admin?section=products${searchQuery(name)}&edit=${id}`);
  await expect(form.getByLabel('Offer countdown')).toBeChecked();
  await expect(form.getByLabel('Delivery cutoff')).not.toBeChecked();
});

test('logging out forgets the page to return to', async ({ page }) => {
  await openList(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
});

test('signing in returns to the admin URL that was opened while signed out', async ({ page }) => {
  await page.goto('/admin?section=reviews&status=pending');
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/admin\?section=reviews&status=pending$/);
});

test('Escape asks about unsaved changes however often it is pressed, and the form stays', async ({
  page,
  request,
  isMobile,
}) => {
  const name = nameOf('Split Pistachios', isMobile);
  await add(request, name);
  const form = await openForm(page, name);
  await form.getByLabel('Description').fill('Unsaved.');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  // Without a press in between, the browser closes both dialogs: the question returns above the form.
  for (let again = 1; again <= 5; again++) await page.keyboard.press('Escape');
  await expect(async () => {
    if (!(await question.isVisible())) await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Cancel' }).click({ timeout: 500 });
  }).toPass();
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Description')).toHaveValue('Unsaved.');
  await form.getByLabel('Description').fill('Still unsaved.');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
});
