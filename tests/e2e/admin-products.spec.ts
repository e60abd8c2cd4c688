import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { ownerToken, signIn } from './desk.ts';
import { expect, test } from './shop.ts';

/** Products at the owner's desk: made with pictures and seen in the shop at once, edited, toggled, counted, changed in bulk, deleted. */

const made = new Set<string>();

test.afterEach(async ({ request }) => {
  if (made.size === 0) return;
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  for (const id of made) await request.delete(`/api/products/${id}`, { headers });
  made.clear();
});

const nameOf = (what: string, isMobile: boolean) => `${what} ${isMobile ? 'Phone' : 'Desk'} ${Date.now()}`;
const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** Makes a product through the API; it goes after the test. */
async function add(request: APIRequestContext, name: string, more: object = {}): Promise<string> {
  const response = await request.post('/api/products', {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: {
      name,
      description: 'Whole and crisp.',
      category: 'nuts',
      sizes: [
        { size: '250g', price: 299, originalPrice: 349, stock: 40, netQuantityGrams: 250 },
        { size: '500g', price: 549, originalPrice: 649, stock: 3, netQuantityGrams: 500 },
      ],
      quickRating: 4,
      quickReviewCount: 2,
      ...more,
    },
  });
  expect(response.status()).toBe(201);
  const { product } = (await response.json()) as { product: { id: string } };
  made.add(product.id);
  return product.id;
}

async function picture(name: string, width: number, height = width, background = '#a9683a') {
  const image = sharp({ create: { width, height, channels: 3, background } }).jpeg();
  return { name, mimeType: 'image/jpeg', buffer: await image.toBuffer() };
}

async function openList(page: Page, query = ''): Promise<void> {
  await signIn(page);
  await page.goto(`/admin?section=products${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible();
  await expect(page.getByText(/^\d+ results?$/)).toBeVisible();
}

const found = (name: string) => `&q=${encodeURIComponent(name)}`;
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const files = (form: Locator) => form.getByLabel('Images to upload');

test('a product is created with uploaded pictures and seen in the shop at once', async ({ page, isMobile }) => {
  const name = nameOf('Smoked Walnuts', isMobile);
  await openList(page);
  await page.getByRole('button', { name: 'Add Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add Product' });
  // What is needed is named, and the first box that lacks it takes the focus.
  await form.getByRole('button', { name: 'Add Product' }).click();
  for (const sentence of [
    'Product name is required',
    'Category is required',
    'Description is required',
    'Price is required',
    'Stock is required',
    'Rating is required',
  ]) {
    await expect(form.getByText(sentence)).toBeVisible();
  }
  await expect(form.getByText('6 fields need attention')).toBeVisible();
  await expect(form.getByLabel('Product name')).toBeFocused();

  await form.getByLabel('Product name').fill(name);
  await expect(form.getByText('5 fields need attention')).toBeVisible();
  await form.getByLabel('Category', { exact: true }).selectOption('Nuts');
  await form.getByLabel('Description').fill('Kernels over beech smoke.');
  await form.getByLabel('Price ₹').fill('399.50');
  await form.getByLabel('MRP ₹').fill('499');
  await form.getByLabel('Stock', { exact: true }).fill('25');
  await form.getByRole('button', { name: '4 stars: Very Good' }).click();
  await expect(form.getByLabel('Rating (1-5 stars)')).toHaveValue('4');

  await files(form).setInputFiles([await picture('Front.jpg', 800), await picture('Back.jpg', 500, 560, '#3c5a34')]);
  await expect(page.getByText('2 images uploaded successfully!')).toBeVisible();
  await files(form).setInputFiles(await picture('Open pack.jpg', 600, 600, '#5a2049'));
  await expect(page.getByText('Image uploaded successfully! ✅ Mobile-optimized')).toBeVisible();
  await form.getByLabel('Alt text of picture 3').fill('An open pack');
  await form.getByRole('button', { name: 'Move picture 3 forward' }).click();
  await form.getByRole('button', { name: 'Move picture 2 forward' }).click();
  await expect(form.getByLabel('Alt text of picture 1')).toHaveValue('An open pack');
  await form.getByRole('button', { name: 'Delete picture 3' }).click();
  await expect(form.getByLabel(/^Alt text of picture/)).toHaveCount(2);
  await form.getByLabel('Image address').fill('http://pictures.example/a.jpg');
  await form.getByRole('button', { name: 'Link image' }).click();
  await expect(form.getByText('Please enter an address that begins with https://')).toBeVisible();

  // Variant A locks Best Sellers, variant B ticks it and the mark (spec 1 §4).
  const best = form.getByLabel(/^Our Best Sellers/);
  await form.getByLabel('Value Combos').check();
  await expect(best).toBeChecked();
  await expect(best).toBeDisabled();
  await expect(form.getByText('Auto-enabled')).toBeVisible();
  await form.getByLabel('You May Also Like').check();
  await expect(form.getByLabel('Best seller', { exact: true })).toBeChecked();

  await form.getByRole('button', { name: 'Add Product' }).click();
  await expect(
    page.getByText('Product created successfully! All display sections will be updated automatically.'),
  ).toBeVisible();
  made.add(idOf(name));
  await expect(form).toBeHidden();
  await expect(rowOf(page, name)).toContainText('₹399.50');

  await page.goto(`/product/${idOf(name)}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const shown = page.getByRole('img', { name: 'An open pack' }).first();
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.goto('/combos');
  await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
});

test('each wrong picture says why in its own tile', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|status of 5\d\d/);
  await openList(page, '&edit=new');
  const form = page.getByRole('dialog', { name: 'Add Product' });
  await expect(form.getByLabel('Product name')).toBeVisible();
  const heavy = { ...(await picture('heavy.jpg', 500)) };
  heavy.buffer = Buffer.concat([heavy.buffer, Buffer.alloc(5_000_001 - heavy.buffer.length)]);
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  const alone: [Awaited<ReturnType<typeof picture>>, string][] = [
    [await picture('small.jpg', 399, 500), 'Image too small: 399x500px. Minimum recommended: 400x400px'],
    [await picture('large.jpg', 1300), 'Image too large: 1300x1300px. Maximum recommended: 1200x1200px'],
    [
      await picture('wide.jpg', 1000, 700),
      'Aspect ratio 1.43 may cause mobile display issues. Recommended: 1:1 (square)',
    ],
    [heavy, 'Image size should be less than 5MB'],
    [text, 'Invalid image file. Please select a valid image.'],
    [{ ...text, name: 'broken.jpg', mimeType: 'image/jpeg' }, 'Invalid image file. Please select a valid image.'],
  ];
  for (const [file, sentence] of alone) {
    await files(form).setInputFiles(file);
    const tile = form.getByRole('listitem').filter({ hasText: file.name });
    await expect(tile.getByRole('alert')).toHaveText(sentence);
  }
  await form.getByRole('button', { name: 'Dismiss broken.jpg' }).click();
  await files(form).setInputFiles([text, heavy]);
  await expect(form.getByText('File notes.txt is not a valid image file')).toBeVisible();
  await expect(form.getByText('File heavy.jpg size should be less than 5MB')).toBeVisible();
  const good = await picture('good.jpg', 500);
  await files(form).setInputFiles(Array.from({ length: 6 }, () => good));
  await expect(page.getByText('Up to 5 images can be uploaded at once')).toBeVisible();

  // What the server or the network says (spec 1 §8).
  const answers = async (
    answer: { status: number; body: string } | null,
    chosen: (typeof good)[],
    sentence: string,
  ) => {
    await page.route('**/api/upload/**', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await files(form).setInputFiles(chosen);
    await expect(form.getByRole('listitem').getByText(sentence).first()).toBeVisible();
    await page.unroute('**/api/upload/**');
  };
  await answers({ status: 500, body: 'x' }, [good], 'Upload failed: 500');
  const refused = { success: false, message: 'Failed to upload image. Please try again.' };
  await answers({ status: 503, body: JSON.stringify(refused) }, [good], refused.message);
  await answers(null, [good, good], 'Failed to upload images');
  await answers(null, [good], 'Failed to upload image');
});

test('a reload loses nothing of the form; closing it asks, and opening it anew resets it', async ({ page }) => {
  await openList(page);
  await page.getByRole('button', { name: 'Add Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add Product' });
  // The defaults of spec 1 §9.
  await expect(form.getByLabel('Brand')).toHaveValue('Kishmish');
  await expect(form.getByLabel('Country of origin')).toHaveValue('India');
  await expect(form.getByLabel('Shelf life')).toHaveValue('12 months');
  await expect(form.getByLabel('Status').getByRole('option')).toHaveText(['Active']);
  await expect(form.getByLabel('Offer countdown')).toBeChecked();
  await expect(form.getByLabel(/^Countdown duration/)).toHaveValue('15');
  await form.getByLabel('Product name').fill('Half a name');
  await form.getByRole('button', { name: 'Add badge' }).click();
  await form.getByLabel('Badge', { exact: true }).fill('New');
  await page.reload();
  await expect(form.getByText('This is what you had typed before the page was reloaded.')).toBeVisible();
  await expect(form.getByLabel('Product name')).toHaveValue('Half a name');
  await expect(form.getByLabel('Badge', { exact: true })).toHaveValue('New');

  await form.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Product name')).toHaveValue('Half a name');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(form.getByLabel('Product name')).toHaveValue('');
});

test('a product is edited with its reviews; a save over another admin’s is refused', async ({
  page,
  request,
  isMobile,
}) => {
  const name = nameOf('Salted Cashews', isMobile);
  const id = await add(request, name);
  await openList(page, found(name));
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  const first = form.getByRole('group', { name: 'Size 1' });
  await expect(first.getByLabel('Price ₹')).toHaveValue('299');
  await first.getByLabel('Price ₹').fill('279');
  await form.getByRole('button', { name: 'Remove size 2' }).click();
  await form.getByLabel('Key features').fill('Roasted in small batches\n\n');
  await form.getByLabel('HSN code').fill('080131');
  await form.getByLabel('People who ordered in the last 7 days').fill('12');
  await form.getByRole('button', { name: 'Add review' }).click();
  const review = form.getByRole('group', { name: 'Review 1' });
  await expect(review.getByLabel('Stars')).toHaveValue('5');
  await review.getByLabel('Customer name').fill('Meera Nair');
  await review.getByLabel('Comment').fill('Gone in a day.');
  await form.getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByText('Product updated successfully!')).toBeVisible();
  await expect(form).toBeHidden();
  await page.goto(`/product/${id}`);
  await expect(page.getByText('₹279').first()).toBeVisible();
  await expect(page.getByText('Roasted in small batches')).toBeVisible();
  await expect(page.getByText('12 people ordered this in the last 7 days')).toBeVisible();
  await expect(page.getByText('Gone in a day.')).toBeVisible();

  await page.goto(`/admin?section=products${found(name)}&edit=${id}`);
  await expect(form.getByLabel('Description')).toHaveValue('Whole and crisp.');
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const { product } = (await (await request.get(`/api/products/${id}?_t=1`)).json()) as { product: object };
  const other = await request.put(`/api/products/${id}`, {
    headers,
    data: { ...product, description: 'Of the other.' },
  });
  expect(other.status()).toBe(200);
  await form.getByLabel('Description').fill('Of this one.');
  await form.getByRole('button', { name: 'Update Product' }).click();
  await expect(form.getByRole('alert').getByText(/^Someone else has changed this in the meantime/)).toBeVisible();
  const now = (await (await request.get(`/api/products/${id}?_t=2`)).json()) as { product: { description: string } };
  expect(now.product.description).toBe('Of the other.');
});

test('filters, search, results count, summary, columns', async ({ page, request, isMobile }) => {
  const name = nameOf('Zanzibar Cloves', isMobile);
  await add(request, name);
  await openList(page);
  const figures = page.getByRole('region', { name: 'Product figures' });
  for (const label of ['Products', 'Low stock', 'Best sellers', 'Value combos', 'Incomplete listings']) {
    await expect(figures.getByText(label, { exact: true })).toBeVisible();
  }
  for (const head of ['Product', 'Category', 'Price', 'Stock', 'Status', 'Rating', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: head, exact: true })).toBeAttached();
  }
  const total = page.getByText(/^\d+ results?$/);
  const all = await total.textContent();
  await page.getByRole('button', { name: /^Value Combo/ }).click();
  await expect(total).not.toHaveText(all ?? '');
  await expect(page.getByRole('button', { name: /^Value Combo/ })).toContainText(
    (await total.textContent())?.replace(/\D+/, '') ?? 'none',
  );
  await expect(page).toHaveURL(/type=valueCombo/);
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('searchbox', { name: 'Find a product' }).fill(name);
  await expect(total).toHaveText('1 result');
  const row = rowOf(page, name);
  await expect(row).toContainText('500g: Only 3 left');
  await row.getByText(/lacks \d+/).click();
  await expect(row.getByRole('list', { name: 'Still lacks' })).toContainText('Name and address of the maker');
  await page.getByLabel('Show', { exact: true }).selectOption('Low stock');
  await expect(row).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('Out of stock');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('Incomplete listings');
  await expect(row).toBeVisible();
});

test('status, stock and delete in the list', async ({ page, request, isMobile }) => {
  const name = nameOf('Roasted Makhana', isMobile);
  const id = await add(request, name);
  await openList(page, found(name));
  const row = rowOf(page, name);
  const reloaded = () => page.waitForResponse((response) => /\/api\/products\?.*limit=100/.test(response.url()));
  let reload = reloaded();
  await row.getByRole('button', { name: `Deactivate ${name}` }).click();
  await expect(row).toContainText('Inactive');
  await reload;
  await expect(row.getByRole('button', { name: `Activate ${name}` })).toBeVisible();
  expect((await request.get(`/api/products?search=${encodeURIComponent(name)}&_t=1`)).ok()).toBe(true);
  reload = reloaded();
  await row.getByRole('button', { name: `Activate ${name}` }).click();
  await expect(page.getByText('Product activated and visible successfully!')).toBeVisible();
  await reload;
  await expect(row.getByRole('button', { name: `Deactivate ${name}` })).toBeVisible();

  await row.getByRole('button', { name: `Stock of ${name}: 43` }).click();
  const stock = page.getByRole('dialog', { name: `Stock of ${name}` });
  await stock.getByLabel('500g').fill('1.5');
  await stock.getByRole('button', { name: 'Save stock' }).click();
  await expect(stock.getByText('Stock must be a whole number')).toBeVisible();
  await stock.getByLabel('500g').fill('60');
  await stock.getByRole('button', { name: 'Save stock' }).click();
  await expect(stock).toBeHidden();
  await expect(row.getByRole('button', { name: `Stock of ${name}: 100` })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByRole('button', { name: `Stock of ${name}: 43` })).toBeVisible();

  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this product?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Product deleted successfully!')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await page.goto(`/product/${id}`))?.status()).toBe(404);
});

test('many products at once: previewed, changed, taken back', async ({ page, request, isMobile }) => {
  const name = nameOf('Bulk Almonds', isMobile);
  const ids = [await add(request, `${name} A`), await add(request, `${name} B`)];
  await openList(page, found(name));
  for (const letter of ['A', 'B']) await page.getByLabel(`Tick ${name} ${letter}`).check();
  await expect(page.getByText('2 products ticked')).toBeVisible();
  await page.getByRole('button', { name: 'Change price and stock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 products' });
  await expect(dialog.getByText('Nothing would change yet.')).toBeVisible();
  await dialog.getByLabel('Price', { exact: true }).selectOption('Change by percent');
  await dialog.getByLabel('Percent').fill('30');
  await expect(dialog.getByText('The price would be higher than the MRP').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Change 4 sizes' })).toBeDisabled();
  await dialog.getByLabel('Percent').fill('-10');
  await dialog.getByLabel('Stock', { exact: true }).selectOption('Change by pieces');
  await dialog.getByLabel('Pieces').fill('5');
  await expect(dialog.getByRole('row', { name: new RegExp(`${name} A 250g ₹299 ₹269 ₹349 40 45`) })).toBeVisible();
  await dialog.getByRole('button', { name: 'Change 4 sizes' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, `${name} A`)).toContainText('₹269');
  const priceOf = async (id: string | undefined) => {
    const answer = await request.get(`/api/products/${id}?_t=${Date.now()}`);
    const { product } = (await answer.json()) as { product: { price: number; stockCount: number } };
    return [product.price, product.stockCount];
  };
  expect(await priceOf(ids[1])).toEqual([269, 45]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, `${name} A`)).toContainText('₹299');
  expect(await priceOf(ids[1])).toEqual([299, 40]);
});

test('products leave as a file and come back: checked first, errors by line, then imported', async ({
  page,
  request,
  isMobile,
}) => {
  const name = nameOf('Filed Figs', isMobile);
  const id = await add(request, name);
  await openList(page, found(name));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^products-\d{4}-\d{2}-\d{2}\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text).toContain(id);

  const choose = async (csv: string) => {
    await page.getByLabel('CSV file').setInputFiles({ name: 'in.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  };
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await choose('prise,id\n1,a');
  await expect(dialog.getByRole('alert')).toContainText('There is no column "prise".');
  const other = `${name} Two`;
  made.add(idOf(other));
  await choose(
    [
      'id,name,category,description,size,price,stock',
      `${id},,,,250g,333,40`,
      `,${other},Nuts,Second,100g,149,20`,
      'no-such-thing,,,,250g,1,1',
    ].join('\n'),
  );
  await expect(dialog.getByText(/1 new, 1 changed, 0 unchanged, 1 with errors/)).toBeVisible();
  const lines = dialog.getByRole('list', { name: 'What the file does' });
  await expect(lines.getByRole('listitem').filter({ hasText: 'Line 4' })).toContainText(
    'No product has the id no-such-thing',
  );
  await expect(lines.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(`${name}: price`);
  const stored = (await (await request.get(`/api/products/${id}?_t=1`)).json()) as { product: { price: number } };
  expect(stored.product.price).toBe(299);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Import CSV' }).click();
  await choose(
    `id,name,category,description,size,price,stock\n${id},,,,250g,333,40\n,${other},Nuts,Second,100g,149,20`,
  );
  await expect(dialog.getByText(/1 new, 1 changed, 0 unchanged, 0 with errors/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 products' }).click();
  await expect(dialog.getByText('Imported:')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(rowOf(page, other)).toContainText('₹149');
  await expect(rowOf(page, name).filter({ hasNotText: other })).toContainText('₹333');
});

test('failures say what the specification says', async ({ page, request, watch, isMobile }) => {
  watch.allow(/ERR_FAILED/);
  const name = nameOf('Faulty Dates', isMobile);
  const id = await add(request, name);
  await openList(page, found(name));
  const row = rowOf(page, name);
  await page.route(`**/api/products/${id}**`, (route) => route.abort());
  await row.getByRole('button', { name: `Deactivate ${name}` }).click();
  await expect(page.getByRole('alert').getByText('Failed to update product status')).toBeVisible();
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alert').getByText('Failed to delete product')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  await expect(form.getByText('Failed to load product details').first()).toBeVisible();
  await page.unroute(`**/api/products/${id}**`);
  await form.getByRole('button', { name: 'Retry' }).click();
  await expect(form.getByLabel('Product name')).toHaveValue(name);
  await page.route(`**/api/products/${id}`, (route) => route.abort());
  await form.getByLabel('Description').fill('Another one.');
  await form.getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByRole('alert').getByText('Failed to save product')).toBeVisible();
  await page.unroute(`**/api/products/${id}`);

  // Categories are asked for with the form; the list keeps what it has (D37).
  await page.route('**/api/categories**', (route) => route.abort());
  await page.route('**/api/products?**', (route) => route.abort());
  await page.goto(`/admin?section=products&edit=new`);
  await expect(page.getByRole('alert').getByText('Failed to load categories').first()).toBeVisible();
  await expect(page.getByRole('alert').getByText('Failed to load products').first()).toBeAttached();
  await page.unroute('**/api/products?**');
  await page.unroute('**/api/categories**');

  await page.goto(`/admin?section=products${found(name)}`);
  await expect(row).toBeVisible();
  // The token is gone without the desk having heard of it.
  await page.evaluate(() => localStorage.removeItem('adminToken'));
  await row.getByRole('button', { name: `Deactivate ${name}` }).click();
  await expect(page.getByText('Please login as admin to change product status')).toBeVisible();
  await expect(page.getByText('Please login as admin to manage product status')).toBeVisible();
});
