import { pictureHost } from '../../picture-host.ts';
import { expectAccessible, ownerToken } from '../admin.ts';
import {
  cleanAfterEach,
  deleteAfterTest,
  idOf,
  nameOf,
  openList,
  picture,
  rowOf,
  searchQuery,
} from '../admin-products.ts';
import { expect, test } from '../shop.ts';

cleanAfterEach();

test('a Shopify file: checked, imported hidden, its pictures copied, the rest another time', async ({
  page,
  request,
  isMobile,
  watch,
}) => {
  // The list shows the pictures as links until they are copied.
  watch.allow(/pictures\.test/);
  const host = await pictureHost();
  const site = `https://p${host.port}.pictures.test`;
  host.serve('/a.jpg', { body: (await picture('a.jpg', 900, 600)).buffer });
  host.serve('/b.jpg', { type: 'image/jpeg', body: '<html>Sold out</html>' });
  const name = nameOf('Moved Almonds', isMobile);
  const other = nameOf('Moved Snack', isMobile);
  for (const one of [name, other]) deleteAfterTest(idOf(one));
  const csv = [
    'Handle,Title,Body (HTML),Vendor,Type,Variant SKU,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src',
    `almonds,${name},<p>Whole &amp; crisp.</p>,Acme,Nuts,ALM-1,Weight,250 gms,40,299,349,${site}/a.jpg`,
    `almonds,,,,,ALM-2,,1 Kg,5,999,1099,${site}/b.jpg`,
    `snack,${other},Salted,Acme,Imported snacks,SN-1,Title,Default Title,3,99,,`,
  ].join('\n');

  await openList(page, searchQuery(name));
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Empty template' }).click();
  expect((await download).suggestedFilename()).toBe('products-template.csv');

  const file = { name: 'products_export.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('CSV file').setInputFiles(file);
  await expect(dialog.getByText('2 products of Shopify. All come hidden')).toBeVisible();
  await expect(dialog.getByText('Category not found: Imported snacks')).toBeVisible();
  const notes = dialog.getByRole('list', { name: 'What has no place here' });
  await expect(notes.getByText('“Variant SKU”: 3 values, such as “ALM-1”')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Category of 1 product whose own is not in this shop').selectOption('Nuts');
  await expect(dialog.getByText('2 new, 0 changed, 0 unchanged, 0 with errors')).toBeVisible();
  await expect(notes.getByText('Category “Imported snacks” is not in this shop: it becomes “Nuts”')).toBeVisible();
  expect(host.asked).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 products' }).click();

  await expect(dialog.getByText('2 pictures of 1 product are links to other sites.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy pictures into this shop' }).click();
  await expect(dialog.getByText('1 picture copied.')).toBeVisible();
  const failed = dialog.getByRole('list', { name: 'Pictures that were not copied' });
  await expect(failed.getByRole('listitem')).toContainText('Invalid image file');
  await expect(failed.getByRole('listitem')).toContainText('/b.jpg');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(rowOf(page, name)).toContainText('Inactive');

  // What is left is offered again, whenever.
  host.serve('/b.jpg', { body: (await picture('b.jpg', 800)).buffer });
  await page.reload();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await dialog.getByRole('button', { name: 'Copy pictures into this shop' }).click();
  await expect(dialog.getByText('1 picture copied.')).toBeVisible();
  await expect(dialog.getByText('are links to other sites')).toHaveCount(0);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const stored = await (await request.get(`/api/products/${idOf(name)}?_t=1`, { headers })).json();
  expect(stored.product.images).toMatchObject([
    { url: expect.stringMatching(/^\/media\/a-900x900-/) },
    { url: expect.stringMatching(/^\/media\/b-800x800-/) },
  ]);

  await page.getByLabel('CSV file').setInputFiles(file);
  await expect(dialog.getByText('0 new, 0 changed, 0 unchanged, 2 with errors')).toBeVisible();
  await host.close();
});
