import { expectAccessible, hold, ownerToken } from '../admin.ts';
import { add, cleanAfterEach, deleteAfterTest, idOf, nameOf, openList, rowOf, searchQuery } from '../admin-products.ts';
import { expect, test } from '../shop.ts';

/** The product list: filters, status, stock, delete, bulk changes, CSV import and export. */

cleanAfterEach();

test('filters, search, results count, summary, columns', { tag: '@journey' }, async ({ page, request, isMobile }) => {
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
  await openList(page, searchQuery(name));
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
  await row.getByRole('button', { name: `Stock of ${name}: 43` }).click();
  await stock.getByLabel('What happened').selectOption('New stock received');
  await stock.getByLabel('250g').fill('12');
  await expect(stock.getByText('40 → 52')).toBeVisible();
  await stock.getByLabel('Note').fill('Bill 17');
  await stock.getByRole('button', { name: 'Save stock' }).click();
  await row.getByRole('button', { name: `Stock of ${name}: 55` }).click();
  const history = stock.getByRole('region', { name: 'History' });
  await history.getByLabel('Size').selectOption('250g');
  await expect(history.getByRole('listitem')).toContainText(['+12New stock received', '+40Opening stock']);
  await expect(history.getByText('Bill 17')).toBeVisible();
  // On a phone the toast lies above the dialog's Close.
  await expect(page.locator('.toast')).toHaveCount(0);
  await expectAccessible(page);
  await stock.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this product?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Product deleted successfully!')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await page.goto(`/product/${id}`))?.status()).toBe(404);
});

test('each product saves its status by itself', async ({ page, request, isMobile }) => {
  const name = nameOf('Pine Nuts', isMobile);
  const [slow, other] = [`${name} slow`, `${name} other`];
  const id = await add(request, slow);
  await add(request, other);
  const first = await hold(page, `**/api/products/${id}/toggle-status`);
  await openList(page, searchQuery(name));
  const toggle = (of: string, word: string) => page.getByRole('button', { name: `${word} ${of}`, exact: true });
  await toggle(slow, 'Deactivate').click();
  await first.held;
  await toggle(other, 'Deactivate').click();
  await expect(toggle(other, 'Activate')).toBeVisible();
  await expect(toggle(slow, 'Deactivate')).toHaveAttribute('aria-busy', 'true');
  first.release();
  await expect(toggle(slow, 'Activate')).toBeVisible();
});

test('the whole history of a stock takes the focus that its button had', async ({ page, request, isMobile }) => {
  const name = nameOf('Walnut Halves', isMobile);
  const id = await add(request, name);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  for (let pieces = 1; pieces <= 8; pieces++) {
    const data = {
      reason: 'received',
      note: `Bill ${pieces}`,
      sizes: [{ size: '250g', change: pieces }],
    };
    expect((await request.post(`/api/admin/products/${id}/stock`, { headers, data })).status()).toBe(200);
  }
  await openList(page, searchQuery(name));
  await rowOf(page, name)
    .getByRole('button', { name: /^Stock of/ })
    .click();
  const history = page.getByRole('dialog', { name: `Stock of ${name}` }).getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Show all 10 changes' }).press('Enter');
  // The six newest were shown.
  await expect(history.getByRole('listitem').filter({ hasText: 'Bill 2' })).toBeFocused();
});

test('a bulk change is previewed, applied and undone', { tag: '@journey' }, async ({ page, request, isMobile }) => {
  const name = nameOf('Bulk Almonds', isMobile);
  const ids = [await add(request, `${name} A`), await add(request, `${name} B`)];
  await openList(page, searchQuery(name));
  for (const letter of ['A', 'B']) await page.getByLabel(`Tick ${name} ${letter}`).check();
  await expect(page.getByText('2 products ticked')).toBeVisible();
  await page.getByRole('button', { name: 'Change price and stock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 products' });
  await expect(dialog.getByText('Nothing would change yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('2 products ticked')).toBeVisible();
  await page.getByRole('button', { name: 'Change price and stock' }).click();
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
    const response = await request.get(`/api/products/${id}?_t=${Date.now()}`);
    const { product } = (await response.json()) as { product: { price: number; stockCount: number } };
    return [product.price, product.stockCount];
  };
  expect(await priceOf(ids[1])).toEqual([269, 45]);
  // Opening another section keeps Undo available.
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Review Management' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Management' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, `${name} A`)).toContainText('₹299');
  expect(await priceOf(ids[1])).toEqual([299, 40]);
});

test('a late answer about one product closes no dialog about another', async ({ page, request, isMobile }) => {
  const name = nameOf('Late Pecans', isMobile);
  const [late, next] = [`${name} A`, `${name} B`];
  const id = await add(request, late);
  await add(request, next);
  await openList(page, searchQuery(name));
  const change = page.getByRole('button', { name: 'Change price and stock' });
  const many = page.getByRole('dialog', { name: 'Change 1 product' });
  const bulk = await hold(page, '**/api/admin/products/bulk');
  await page.getByLabel(`Tick ${late}`).check();
  await change.click();
  await many.getByLabel('Price', { exact: true }).selectOption('Change by percent');
  await many.getByLabel('Percent').fill('-10');
  await many.getByRole('button', { name: 'Change 2 sizes' }).click();
  await bulk.held;
  await page.keyboard.press('Escape');
  await page.getByLabel(`Tick ${late}`).uncheck();
  await page.getByLabel(`Tick ${next}`).check();
  await change.click();
  await many.getByLabel('Price', { exact: true }).selectOption('Change by rupees');
  await many.getByRole('textbox', { name: 'Rupees' }).fill('-7');
  bulk.release();
  await expect(rowOf(page, late)).toContainText('₹269');
  await expect(many.getByRole('textbox', { name: 'Rupees' })).toHaveValue('-7');
  await many.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('1 product ticked')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();

  const stock = (who: string) => page.getByRole('dialog', { name: `Stock of ${who}` });
  const stocking = await hold(page, '**/api/admin/products/*/stock');
  await rowOf(page, late).getByRole('button', { name: 'Stock of' }).click();
  await stock(late).getByLabel('500g').fill('60');
  await stock(late).getByRole('button', { name: 'Save stock' }).click();
  await stocking.held;
  await page.keyboard.press('Escape');
  await rowOf(page, next).getByRole('button', { name: 'Stock of' }).click();
  await stock(next).getByLabel('500g').fill('7');
  stocking.release();
  await expect(rowOf(page, late)).toContainText('100');
  await expect(stock(next).getByLabel('500g')).toHaveValue('7');
  await stock(next).getByRole('button', { name: 'Cancel' }).click();

  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this product?' });
  const deletion = await hold(page, `**/api/products/${id}`);
  await page.getByRole('button', { name: `Delete ${late}` }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await deletion.held;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Delete ${next}` }).click();
  deletion.release();
  await expect(rowOf(page, late)).toHaveCount(0);
  await expect(question).toContainText(next);
});

test('products are exported to CSV and imported: checked first, errors by line, then saved', {
  tag: '@journey',
}, async ({ page, request, isMobile }) => {
  const name = nameOf('Filed Figs', isMobile);
  const id = await add(request, name);
  await openList(page, searchQuery(name));
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
  await page.getByLabel('CSV file').setInputFiles({
    name: 'pouch.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
  });
  await expect(dialog.getByRole('alert')).toContainText('This is not a CSV file.');
  await choose(`id,storage\n${id},???? ??? ?????`);
  await expect(dialog.getByRole('alert')).toContainText('This file has lost its Hindi letters');
  const other = `${name} Two`;
  deleteAfterTest(idOf(other));
  await choose(
    [
      'id,name,category,description,size,price,stock,hsnCode',
      `${id},,,,250g,"333,50",40,80620`,
      `,${other},Nuts,Second,100g,149,20,`,
      'no-such-thing,,,,250g,1,1,',
    ].join('\n'),
  );
  await expect(dialog.getByText(/1 new, 1 changed, 0 unchanged, 1 with errors/)).toBeVisible();
  await expect(dialog.getByText('The one with errors will be left out')).toBeVisible();
  const lines = dialog.getByRole('list', { name: 'What the file does' });
  await expect(lines.getByRole('listitem').filter({ hasText: 'Line 4' })).toContainText(
    'No product has the id no-such-thing',
  );
  await expect(lines.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(/price of 250g: 299 → 333\.5/);
  await expect(lines.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText('080620');
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
