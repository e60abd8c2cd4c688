import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { MAX_BULK_ROWS } from '#shop/catalogue/product-admin.ts';
import { testApp } from '#tests/app.ts';
import { addProduct, stockOf } from '#tests/factories.ts';

const almonds = { name: 'Smoked Almonds', description: 'Smoky', category: 'Nuts', price: 299, stockCount: 5 };

describe('stock that staff write', () => {
  test('a save without the stock of a product without sizes leaves it unchanged', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    const { id } = (await t.post('/api/products', almonds, auth)).body.product;
    const { stockCount: _, ...rest } = almonds;
    const saved = await t.put(`/api/products/${id}`, { ...rest, price: 310 }, auth);
    expect(saved.body.product).toMatchObject({ price: 310, stockCount: 5 });
    // A new one still starts with the specification's 999 (D23).
    const { product } = (await t.post('/api/products', { ...rest, name: 'Raw Almonds' }, auth)).body;
    expect(product.stockCount).toBe(999);
  });

  test('importing the same file twice counts no piece twice', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    const stock = async () =>
      (await t.get('/api/products/golden-raisins')).body.product.sizes.find(
        ({ size }: { size: string }) => size === '250g',
      ).stock;
    const before = await stock();
    const cells = { id: 'golden-raisins', size: '250g', stock: String(before + 7), stockBefore: String(before) };
    const rows = [{ line: 2, cells }];
    for (const action of ['update', 'unchanged']) {
      const { results } = (await t.post('/api/admin/products/import', { dryRun: false, rows }, auth)).body;
      expect(results).toMatchObject([{ action }]);
      expect(await stock()).toBe(before + 7);
    }
  });

  test('a file that is imported again after a sale counts no piece twice; a new file of the same numbers counts', async () => {
    await using t = await testApp();
    await addProduct(t.db);
    const auth = t.auth(await t.adminToken());
    const exported = async () => {
      const [heading, line] = parse((await t.get('/api/admin/products/export', auth)).text, {
        bom: true,
      }) as string[][];
      return Object.fromEntries(heading?.map((name, at) => [name, line?.[at] ?? '']) ?? []);
    };
    const sold = (pieces: number) =>
      t.db
        .updateTable('product_sizes')
        .set((eb) => ({ stock: eb('stock', '-', pieces), sold: eb('sold', '+', pieces) }))
        .execute()
        .then(() => t.context.versions.touch('catalogue'));
    const imported = async (cells: Record<string, string>) => {
      const sent = { dryRun: false, rows: [{ line: 2, cells }] };
      const { results } = (await t.post('/api/admin/products/import', sent, auth)).body;
      return [results[0].action, (await stockOf(t.db)).stock];
    };
    const file = await exported();
    expect(file).toMatchObject({ stock: '10', stockBefore: '10', stockVersion: '0' });
    await sold(1);
    expect(await imported({ ...file, stock: '20' })).toEqual(['update', 19]);
    await sold(2);
    expect(await imported({ ...file, stock: '20' })).toEqual(['unchanged', 17]);
    // Another line of the file was corrected.
    expect(await imported({ ...file, stock: '20', brand: 'Giri' })).toEqual(['update', 17]);
    await sold(7);
    const next = await exported();
    expect(next).toMatchObject({ stock: '10', stockBefore: '10', stockVersion: '1' });
    expect(await imported({ ...next, stock: '20' })).toEqual(['update', 20]);
    expect(await imported({ ...next, stock: '20' })).toEqual(['unchanged', 20]);
  });

  test('a bulk change may have the maximum number of sizes with the longest names', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const step = { from: 1_000_000.25, to: 1_000_000.75 };
    const row = {
      id: 'a'.repeat(84),
      size: 'b'.repeat(40),
      price: step,
      originalPrice: step,
      stock: { from: 1, to: 2 },
    };
    const response = await t.post('/api/admin/products/bulk', { rows: Array(MAX_BULK_ROWS).fill(row) }, auth);
    expect([response.status, response.body.message]).toEqual([404, `Product not found: ${row.id}`]);
  });
});

test('a bulk row that changes nothing is rejected with a message', async () => {
  await using t = await testApp({ seed: 'demo' });
  const auth = t.auth(await t.adminToken());
  const row = { id: 'golden-raisins', size: '250g' };
  const rows = [{ ...row, stock: { from: 5, to: 6 } }, row];
  const { status, body } = await t.post('/api/admin/products/bulk', { rows }, auth);
  expect([status, body.message, body.errors[0].path]).toEqual([400, 'There is nothing to change', 'rows.1']);
});

test('two products of one name at the same moment are both created', async () => {
  await using t = await testApp({ seed: 'demo' });
  const auth = t.auth(await t.adminToken());
  const responses = await Promise.all([1, 2, 3, 4].map(() => t.post('/api/products', almonds, auth)));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(responses.map(({ body }) => body.product.id).sort()).toEqual([
    'smoked-almonds',
    'smoked-almonds-2',
    'smoked-almonds-3',
    'smoked-almonds-4',
  ]);
});

test('votes of shoppers while a product form is open are kept', async () => {
  await using t = await testApp({ seed: 'demo' });
  const auth = t.auth(await t.adminToken());
  const url = '/api/products/golden-raisins';
  const { product, reviews } = (await t.get(url)).body;
  const [first] = reviews;
  const helpful = async () =>
    (await t.get(url)).body.reviews.find(({ id }: { id: string }) => id === first.id).helpful - first.helpful;
  await t.post(`/api/reviews/${first.id}/helpful`, { deviceId: 'a-device-of-a-shopper' });
  expect(await helpful()).toBe(1);
  // The form was opened before the vote, and adds two votes.
  const filled = { ...first, helpfulBefore: first.helpful };
  const save = async (review: object) =>
    (await t.put(url, { ...product, version: undefined, reviews: [review] }, auth)).status;
  expect([await save(filled), await helpful()]).toEqual([200, 1]);
  expect([await save({ ...filled, helpful: first.helpful + 2 }), await helpful()]).toEqual([200, 3]);
});

test('a product is saved with all reviews of its form, in any script', async () => {
  await using t = await testApp({ seed: 'demo' });
  const auth = t.auth(await t.adminToken());
  const { product } = (await t.get('/api/products/golden-raisins')).body;
  const review = { customerName: 'आशा', rating: 5, comment: 'मीठी '.repeat(400).slice(0, 2_000) };
  const saved = await t.put('/api/products/golden-raisins', { ...product, reviews: Array(100).fill(review) }, auth);
  expect([saved.status, saved.body.product?.rating.count >= 100]).toEqual([200, true]);
});

test('a write builds only the products that it changes, and the others stay the same objects', async () => {
  await using t = await testApp({ seed: 'demo' });
  const read = async () => {
    t.context.versions.touch('catalogue');
    await t.context.versions.flush();
    return t.services.catalogue.snapshot();
  };
  const changedBy = async (write: Promise<unknown>) => {
    const before = await t.services.catalogue.snapshot();
    await write;
    const after = await read();
    expect(after.byId.size).toBe(before.byId.size);
    return after.products.filter((product) => before.byId.get(product.id) !== product);
  };
  const [first, second] = await t.services.catalogue.all();
  if (!first || !second) throw new Error('no products');
  const of = (id: string) => t.db.updateTable('product_sizes').where('product_id', '=', id);
  expect(await changedBy(Promise.resolve())).toEqual([]);

  const sold = await changedBy(
    of(first.id)
      .set({ stock: 3 })
      .where('size', '=', first.sizes[0]?.size ?? '')
      .execute(),
  );
  const [size, ...others] = first.sizes;
  expect(sold).toEqual([{ ...first, stockCount: 3, sizes: [{ ...size, stock: 3 }, ...others] }]);

  const rated = t.db.updateTable('products').set({ rating_sum: 5, rating_count: 1 }).where('id', '=', second.id);
  expect((await changedBy(rated.execute())).map(({ id, totalRatings }) => [id, totalRatings])).toEqual([
    [second.id, 1],
  ]);

  const renamed = t.db.updateTable('products').set((eb) => ({ name: 'New', version: eb('version', '+', 1) }));
  const edited = await changedBy(renamed.where('id', '=', first.id).execute());
  expect(edited.map(({ id, name, stockCount }) => [id, name, stockCount])).toEqual([[first.id, 'New', 3]]);
});
