import { expectAccessible, ownerToken } from '../admin.ts';
import {
  add,
  cleanAfterEach,
  deleteAfterTest,
  files,
  idOf,
  nameOf,
  openList,
  picture,
  rowOf,
  searchQuery,
} from '../admin-products.ts';
import { expect, test } from '../shop.ts';

/**
 * Products in the admin: create with pictures, edit, drafts over a reload, and every error message.
 */

cleanAfterEach();

test('a product is created with uploaded pictures and shows in the shop at once', { tag: '@journey' }, async ({
  page,
  isMobile,
}) => {
  const name = nameOf('Smoked Walnuts', isMobile);
  await openList(page);
  await page.getByRole('button', { name: 'Add Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add Product' });
  // Every missing field is named, and the first one gets the focus.
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
  await form.getByLabel('Stock', { exact: true }).fill('25');
  // No rating is invented: there is a choice without one (D56).
  await expect(form.getByText('1 field needs attention')).toBeVisible();
  await form.getByLabel('No rating yet').check();
  await expect(form.getByText('1 field needs attention')).toBeHidden();
  await expectAccessible(page);
  await form.getByLabel('No rating yet').uncheck();
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

  // The six fields are enough; what is behind 'More details' can follow.
  await form.getByRole('button', { name: 'More details' }).click();
  await form.getByLabel('MRP ₹').fill('599');
  // Value Combos checks and locks Best Sellers (R1.4).
  const best = form.getByLabel(/^Our Best Sellers/);
  await form.getByLabel('Value Combos').check();
  await expect(best).toBeChecked();
  await expect(best).toBeDisabled();
  await expect(form.getByText('Auto-enabled')).toBeVisible();
  await form.getByLabel('You May Also Like').check();
  for (const [language, text] of [
    ['Hindi', 'भुने अखरोट'],
    ['Marathi', 'भाजलेले अक्रोड'],
  ] as const) {
    await form.getByText(`${language}, 0 of 7`).click();
    const box = form.getByLabel(`Product name in ${language}`);
    // What shoppers read until it is translated.
    await expect(box).toHaveAttribute('placeholder', name);
    await box.fill(text);
    await expect(form.getByText(`${language}, 1 of 7`)).toBeVisible();
  }
  await expectAccessible(page);

  await form.getByRole('button', { name: 'Add Product' }).click();
  await expect(
    page.getByText('Product created successfully! All display sections will be updated automatically.'),
  ).toBeVisible();
  deleteAfterTest(idOf(name));
  await expect(form).toBeHidden();
  await expect(rowOf(page, name)).toContainText('₹399.50');

  // A copy has everything but the stock and the rating.
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('dialog', { name: 'Edit Product' }).getByRole('button', { name: 'Duplicate' }).click();
  await expect(form.getByLabel('Product name')).toHaveValue(`${name} (copy)`);
  await expect(form.getByLabel('Price ₹')).toHaveValue('399.5');
  await expect(form.getByLabel(/^Our Best Sellers/)).toBeChecked();
  await form.getByRole('button', { name: 'Add Product' }).click();
  await expect(form.getByText('2 fields need attention')).toBeVisible();
  await form.getByLabel('Stock', { exact: true }).fill('5');
  await form.getByLabel('No rating yet').check();
  await form.getByRole('button', { name: 'Add Product' }).click();
  await expect(form).toBeHidden();
  deleteAfterTest(`${idOf(name)}-copy`);
  await expect(rowOf(page, `${name} (copy)`)).toContainText('— (0)');

  await page.goto(`/product/${idOf(name)}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const photo = page.getByRole('img', { name: 'An open pack' }).first();
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.goto('/combos');
  const itsLink = page.getByRole('link', { name, exact: true });
  await expect(page.getByRole('article').filter({ has: itsLink })).toBeVisible();
});

test('each invalid picture shows the reason in its own tile', { tag: '@journey' }, async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|status of 5\d\d/);
  await openList(page, '&edit=new');
  const form = page.getByRole('dialog', { name: 'Add Product' });
  await expect(form.getByLabel('Product name')).toBeVisible();
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  const invalid: [Awaited<ReturnType<typeof picture>>, string][] = [
    [await picture('small.jpg', 399, 500), 'Image too small: 399x500px. Minimum recommended: 400x400px'],
    [text, 'Invalid image file. Please select a valid image.'],
    [{ ...text, name: 'broken.jpg', mimeType: 'image/jpeg' }, 'Invalid image file. Please select a valid image.'],
  ];
  for (const [file, sentence] of invalid) {
    await files(form).setInputFiles(file);
    const tile = form.getByRole('listitem').filter({ hasText: file.name });
    await expect(tile.getByRole('alert')).toHaveText(sentence);
  }
  await form.getByRole('button', { name: 'Dismiss broken.jpg' }).click();
  await files(form).setInputFiles([text, await picture('tiny.jpg', 300)]);
  await expect(form.getByText('File notes.txt is not a valid image file')).toBeVisible();
  await expect(form.getByText('Image too small: 300x300px. Minimum recommended: 400x400px')).toBeVisible();
  const heic = { name: 'IMG_2041.HEIC', mimeType: '', buffer: Buffer.from('ftypheic') };
  await files(form).setInputFiles(heic);
  await expect(form.getByText('This browser can’t open HEIC')).toBeVisible();
  const good = await picture('good.jpg', 500);
  await files(form).setInputFiles(Array.from({ length: 6 }, () => good));
  await expect(page.getByText('Up to 5 images can be uploaded at once')).toBeVisible();

  // A dropped file is checked like a chosen one.
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'dropped.txt', { type: 'text/plain' }));
    return data;
  });
  await form.locator('.form-drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(form.getByRole('listitem').filter({ hasText: 'dropped.txt' }).getByRole('alert')).toHaveText(
    'Invalid image file. Please select a valid image.',
  );

  // An upload shows its progress.
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/upload/image', async (route) => {
    await held;
    await route.continue();
  });
  await files(form).setInputFiles(good);
  await expect(form.getByRole('progressbar', { name: 'Uploading good.jpg' })).toBeVisible();
  release();
  await expect(form.getByLabel('Alt text of picture 1')).toHaveValue('good');
  await page.unroute('**/api/upload/image');

  // Errors from the server and the network (R1.8).
  const uploadFails = async (
    response: { status: number; body: string } | null,
    chosen: (typeof good)[],
    sentence: string,
  ) => {
    await page.route('**/api/upload/**', (route) => (response ? route.fulfill(response) : route.abort()));
    await files(form).setInputFiles(chosen);
    await expect(form.getByRole('listitem').getByText(sentence).first()).toBeVisible();
    await page.unroute('**/api/upload/**');
  };
  await uploadFails({ status: 500, body: 'x' }, [good], 'Upload failed: 500');
  const unavailable = { success: false, message: 'Failed to upload image. Please try again.' };
  await uploadFails({ status: 503, body: JSON.stringify(unavailable) }, [good], unavailable.message);
  await uploadFails(null, [good, good], 'Failed to upload images');
  await uploadFails(null, [good], 'Failed to upload image');
});

test('one picture that fails keeps the others; it is sent again, and one on its way is cancelled', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  await openList(page, '&edit=new');
  const form = page.getByRole('dialog', { name: 'Add Product' });
  await expect(form.getByLabel('Product name')).toBeVisible();
  const alts = form.getByLabel(/^Alt text of picture/);
  const tile = (name: string) => form.getByRole('listitem').filter({ hasText: name });
  // The second of three does not arrive.
  let sent = 0;
  await page.route('**/api/upload/image', (route) => (++sent === 2 ? route.abort() : route.continue()));
  await files(form).setInputFiles([
    await picture('one.jpg', 500, 500, '#3c5a34'),
    await picture('two.jpg', 500, 500, '#5a2049'),
    await picture('three.jpg', 500, 500, '#204a5a'),
  ]);
  await expect(page.getByText('2 images uploaded successfully!')).toBeVisible();
  await expect(tile('two.jpg').getByRole('alert')).toHaveText('Failed to upload images');
  await expect(alts).toHaveCount(2);
  await form.getByRole('button', { name: 'Retry two.jpg' }).click();
  await expect(alts).toHaveCount(3);
  await expect(form.getByLabel('Alt text of picture 3')).toHaveValue('two');
  await page.unroute('**/api/upload/image');

  // Nothing is saved while a picture is on its way; cancelling it leaves no trace.
  await page.route('**/api/upload/image', () => {});
  await files(form).setInputFiles(await picture('four.jpg', 500));
  await expect(form.getByRole('progressbar', { name: 'Uploading four.jpg' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Uploading pictures…' })).toBeVisible();
  await form.getByRole('button', { name: 'Cancel four.jpg' }).click();
  await expect(tile('four.jpg')).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Add Product' })).toBeEnabled();
  await expect(alts).toHaveCount(3);
  await page.unroute('**/api/upload/image');
});

test('of two equal pictures one is removed, and the other stays', async ({ page, request, isMobile }) => {
  const name = nameOf('Twice Walnuts', isMobile);
  const id = await add(request, name);
  await openList(page, `${searchQuery(name)}&edit=${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  const alts = form.getByLabel(/^Alt text of picture/);
  // No earlier run has uploaded it.
  const photo = await picture('Twice.jpg', 500, 500, `#${(Date.now() % 0xffffff).toString(16).padStart(6, '0')}`);
  const removeLast = async (left: number) => {
    const gone = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await form.getByRole('button', { name: `Delete picture ${left + 1}` }).click();
    expect((await gone).status()).toBe(200);
    await expect(alts).toHaveCount(left);
  };
  let url = '';
  for (const count of [1, 2]) {
    const uploaded = page.waitForResponse('**/api/upload/image');
    await files(form).setInputFiles(photo);
    url = ((await (await uploaded).json()) as { imageUrl: string }).imageUrl;
    await expect(alts).toHaveCount(count);
  }
  await removeLast(1);
  expect((await request.get(url)).status()).toBe(200);
  // Once no tile shows it, the file goes too.
  await removeLast(0);
  expect((await request.get(url)).status()).toBe(404);
});

test('a reload keeps the form; closing it asks first, and reopening it resets it', async ({ page }) => {
  await openList(page);
  await page.getByRole('button', { name: 'Add Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add Product' });
  await form.getByRole('button', { name: 'More details' }).click();
  // Defaults (R1.9).
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
  await expect(form.getByText('Your unsaved changes are back.')).toBeVisible();
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

test('a product is edited with its reviews; a save over another admin’s changes is rejected', async ({
  page,
  request,
  isMobile,
}) => {
  const name = nameOf('Salted Cashews', isMobile);
  const id = await add(request, name);
  await openList(page, searchQuery(name));
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  const first = form.getByRole('group', { name: 'Size 1' });
  await expect(first.getByLabel('Price ₹')).toHaveValue('299');
  await first.getByLabel('Price ₹').fill('279');
  await form.getByRole('button', { name: 'Remove size 2' }).click();
  await form.getByLabel('Key features').fill('Roasted in small batches\n\n');
  await form.getByLabel('HSN code').fill('080131');
  await form.getByLabel('People who ordered in the last 7 days').fill('1');
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
  await expect(page.getByText('1 person ordered this in the last 7 days')).toBeVisible();
  await expect(page.getByText('Gone in a day.')).toBeVisible();

  await page.goto(`/admin?section=products${searchQuery(name)}&edit=${id}`);
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
  const stored = (await (await request.get(`/api/products/${id}?_t=2`)).json()) as { product: { description: string } };
  expect(stored.product.description).toBe('Of the other.');
});

test('a stock change whose response is lost is sent again and counts once', async ({
  page,
  request,
  watch,
  isMobile,
}) => {
  watch.allow(/ERR_FAILED|status of 409/);
  const name = nameOf('Lost Dates', isMobile);
  const id = await add(request, name);
  await openList(page, searchQuery(name));
  const row = rowOf(page, name);
  const stock = page.getByRole('dialog', { name: `Stock of ${name}` });
  const url = `**/api/admin/products/${id}/stock`;
  const save = stock.getByRole('button', { name: 'Save stock' });
  /** Presses Save; the shop takes the change, and its response does not arrive. */
  const lose = async (pieces: string) => {
    const lost = Promise.withResolvers<void>();
    await page.route(url, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
      lost.resolve();
    });
    await stock.getByLabel('What happened').selectOption('New stock received');
    await stock.getByLabel('250g').fill(pieces);
    await save.click();
    await lost.promise;
    await expect(page.getByText('No response from the shop. Please try again: it is saved only once.')).toBeVisible();
    await page.unroute(url);
  };
  await row.getByRole('button', { name: `Stock of ${name}: 43` }).click();
  await lose('50');
  // The history has it already.
  await expect(stock.getByRole('region', { name: 'History' }).getByText('+50')).toBeVisible();
  await save.click();
  await expect(stock).toBeHidden();
  await row.getByRole('button', { name: `Stock of ${name}: 93` }).click();

  // Something else is not taken for the same: the dialog closes, and the list shows what is there.
  await lose('5');
  await stock.getByLabel('250g').fill('6');
  await save.click();
  await expect(page.getByText(/^Your change before this one was saved after all/)).toBeVisible();
  await expect(stock).toBeHidden();
  await row.getByRole('button', { name: `Stock of ${name}: 98` }).click();
  await stock.getByLabel('What happened').selectOption('New stock received');
  await stock.getByLabel('250g').fill('1');
  await save.click();
  await expect(row.getByRole('button', { name: `Stock of ${name}: 99` })).toBeVisible();
});

test('failures show the specified messages', async ({ page, request, watch, isMobile }) => {
  watch.allow(/ERR_FAILED/);
  const name = nameOf('Faulty Dates', isMobile);
  const id = await add(request, name);
  await openList(page, searchQuery(name));
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

  // The form requests the categories; the list keeps its rows (D37).
  await page.route('**/api/categories**', (route) => route.abort());
  await page.route('**/api/products?**', (route) => route.abort());
  await page.goto(`/admin?section=products&edit=new`);
  await expect(page.getByRole('alert').getByText('Failed to load categories').first()).toBeVisible();
  await expect(page.getByRole('alert').getByText('Failed to load products').first()).toBeAttached();
  await page.unroute('**/api/products?**');
  await page.unroute('**/api/categories**');

  await page.goto(`/admin?section=products${searchQuery(name)}`);
  await expect(row).toBeVisible();
  // The token disappears from storage while the admin is open.
  await page.evaluate(() => localStorage.removeItem('adminToken'));
  await row.getByRole('button', { name: `Deactivate ${name}` }).click();
  await expect(page.getByText('Please login as admin to change product status')).toBeVisible();
  await expect(page.getByText('Please login as admin to manage product status')).toBeVisible();
});
