import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectNoErrorToast, hold, OWNER, ownerToken, signOut } from '../admin.ts';
import { add, cleanAfterEach, deleteAfterTest, idOf, nameOf, openList, rowOf, searchQuery } from '../admin-products.ts';
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

test('two admins on one product: the second keeps their own changes or takes the other’s', { tag: '@journey' }, async ({
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

/** Presses the button; the shop saves the form, and its response does not arrive. */
async function lose(page: Page, form: Locator, method: 'POST' | 'PUT', button: string): Promise<void> {
  const url = /\/api\/products(\/[^/?]+)?$/;
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await form.getByRole('button', { name: button }).click();
  await expect(form.getByText('No response from the shop. Please try again: it is saved only once.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Failed to save product').first()).toBeVisible();
  await page.unroute(url);
}

const AFTER_ALL = 'Your change before this one was saved after all. Please look at the current state and try again.';

test('a save whose response is lost is sent again and counts once', async ({ page, request, watch, isMobile }) => {
  watch.allow(/ERR_FAILED|status of 409/);
  const name = nameOf('Lost Pistachios', isMobile);
  const id = await add(request, name);
  const form = await openForm(page, name);
  const stock = form.getByRole('group', { name: 'Size 1' }).getByLabel('Stock', { exact: true });
  const update = form.getByRole('button', { name: 'Update Product' });
  await stock.fill('90');
  await lose(page, form, 'PUT', 'Update Product');
  await update.click();
  await expect(page.getByText('Product updated successfully!')).toBeVisible();
  await expect(form).toBeHidden();
  expect((await stored(request, id)).sizes[0]?.stock).toBe(90);

  // Something else is typed after the lost response, and after a reload.
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await stock.fill('95');
  await lose(page, form, 'PUT', 'Update Product');
  await page.reload();
  await expect(form.getByText('Your unsaved changes are back.')).toBeVisible();
  await form.getByLabel('Description').fill('Typed since.');
  await update.click();
  await expect(page.getByText(AFTER_ALL).first()).toBeVisible();
  await expect(form.getByText('Someone else has changed this')).toBeHidden();
  await expect(form.getByLabel('Description')).toHaveValue('Typed since.');
  await expect(stock).toHaveValue('95');
  await update.click();
  await expect(form).toBeHidden();
  expect(await stored(request, id)).toMatchObject({
    description: 'Typed since.',
    sizes: [{ stock: 95 }, { stock: 3 }],
  });
});

test('a new product whose response is lost is made once', async ({ page, request, watch, isMobile }) => {
  watch.allow(/ERR_FAILED|status of 409/);
  const make = async (name: string) => {
    for (const suffix of ['', '-2']) deleteAfterTest(`${idOf(name)}${suffix}`);
    await openList(page, `${searchQuery(name)}&edit=new`);
    const form = page.getByRole('dialog', { name: 'Add Product' });
    await form.getByLabel('Product name').fill(name);
    await form.getByLabel('Category', { exact: true }).selectOption('Nuts');
    await form.getByLabel('Description').fill('Kernels.');
    await form.getByLabel('Price ₹').fill('399');
    await form.getByLabel('Stock', { exact: true }).fill('25');
    await form.getByLabel('No rating yet').check();
    await lose(page, form, 'POST', 'Add Product');
    return form;
  };
  const name = nameOf('Lost Walnuts', isMobile);
  const form = await make(name);
  await form.getByRole('button', { name: 'Add Product' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();

  // What is typed after the lost response becomes a change of the product that was made.
  const other = nameOf('Lost Hazelnuts', isMobile);
  const second = await make(other);
  await second.getByLabel('Description').fill('Typed since.');
  await second.getByLabel('Stock', { exact: true }).fill('30');
  await second.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText(AFTER_ALL).first()).toBeVisible();
  const edit = page.getByRole('dialog', { name: 'Edit Product' });
  await expect(edit.getByLabel('Description')).toHaveValue('Typed since.');
  await edit.getByRole('button', { name: 'Update Product' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  expect(await stored(request, idOf(other))).toMatchObject({ description: 'Typed since.', sizes: [{ stock: 30 }] });
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(form.getByLabel('Product name')).toHaveValue('');
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

test('logging out forgets the page to return to', async ({ page, isMobile }) => {
  await openList(page);
  await signOut(page, isMobile);
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
  // Without a press in between, the browser closes both dialogs: the question returns above the
  // form.
  for (let again = 1; again <= 5; again++) await page.keyboard.press('Escape');
  await expect(async () => {
    if (!(await question.isVisible())) await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Cancel' }).click({ timeout: 500 });
  }).toPass();
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Description')).toHaveValue('Unsaved.');
  // Both are closed before React renders again, the upper one first.
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await page.evaluate(() => {
    const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].reverse();
    for (const dialog of open) dialog.close();
    for (const dialog of open) dialog.dispatchEvent(new Event('close'));
  });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await form.getByLabel('Description').fill('Still unsaved.');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
});

test('a save that is answered late does not close the form of another product', async ({ page, request, isMobile }) => {
  const name = nameOf('Late Figs', isMobile);
  const [late, next] = [`${name} A`, `${name} B`];
  const id = await add(request, late);
  await add(request, next);
  const form = await openForm(page, late);
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  const saving = await hold(page, `**/api/products/${id}`);
  await form.getByLabel('Description').fill('Saved late.');
  await form.getByRole('button', { name: 'Update Product' }).click();
  await saving.held;
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('searchbox', { name: 'Find a product' }).fill(name);
  await page.getByRole('button', { name: `Edit ${next}` }).click();
  await form.getByLabel('Description').fill('Of the other.');
  saving.release();
  await expect(page.locator('.toast-success').first()).toBeVisible();
  expect((await stored(request, id)).description).toBe('Saved late.');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Description')).toHaveValue('Of the other.');
});
