import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';

test('GET /admin/compliance follows settings and products, page by page, for staff alone', async () => {
  await using t = await testApp();
  for (const id of ['almonds', 'cashews', 'dates']) await addProduct(t.db, { id, name: id });
  await addProduct(t.db, { id: 'hidden', name: 'Hidden', status: 'Inactive' });
  const auth = t.auth(await t.adminToken());
  const read = async (query = '') => (await t.get(`/api/admin/compliance${query}`, auth)).body;
  const before = await read('?page=2&limit=2');
  expect(before.pagination).toMatchObject({ totalProducts: 3, currentPage: 2, totalPages: 2, hasNext: false });
  expect(before.compliance).toMatchObject({ visible: 3, complete: 0 });
  expect(before.products).toHaveLength(1);
  const [product] = before.products;
  expect(product.gaps).toContainEqual({
    field: 'maker',
    missing: 'Name and address of the maker or packer',
    law: 'metrology',
  });
  const licence = (body: typeof before) =>
    body.compliance.shop.find(({ field }: { field: string }) => field === 'fssaiLicence');
  expect(licence(before)).toMatchObject({ state: 'todo', law: 'fssai', section: 'shop-settings' });

  await t.services.settings.saveShop(
    { ...(await t.services.settings.shop()), fssaiLicence: '10000000000000' },
    { id: null, name: 'test' },
  );
  const saved = await t.put(
    `/api/products/${product.id}`,
    {
      name: product.id,
      description: 'Almonds',
      category: 'nuts',
      maker: 'Kishmish Foods, Pune',
      sizes: [{ size: '250g', price: 299, originalPrice: 349, stock: 10, netQuantityGrams: 250 }],
    },
    auth,
  );
  expect(saved.status).toBe(200);
  const after = await read('?limit=50');
  expect(licence(after)).toMatchObject({ state: 'met' });
  expect(after.compliance.percent).toBeGreaterThan(before.compliance.percent);
  const gaps = after.products.find(({ id }: { id: string }) => id === product.id).gaps;
  expect(gaps.map(({ field }: { field: string }) => field)).not.toContain('maker');
  // The owner is not registered for GST.
  const gstin = (body: typeof before) => body.compliance.shop.find(({ field }: { field: string }) => field === 'gstin');
  expect(gstin(after)).toMatchObject({ state: 'todo' });
  await t.put('/api/settings/checklist/gstin', { ticked: true }, auth);
  expect(gstin(await read())).toMatchObject({ state: 'met' });
  expect((await t.get('/api/admin/compliance')).status).toBe(401);
});
