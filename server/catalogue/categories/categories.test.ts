import { describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';

const PRODUCT = {
  name: 'Khari Puffs',
  description: 'Layered and light.',
  sizes: [{ size: '200g', price: 120, originalPrice: 150, stock: 20, netQuantityGrams: 200 }],
};

const signedIn = async (t: TestApp) => t.auth(await t.adminToken());
const names = async (t: TestApp) =>
  ((await t.get('/api/categories')).body.categories as { name: string }[]).map(({ name }) => name);

async function add(t: TestApp, headers: Record<string, string>, body: object): Promise<{ id: string; slug: string }> {
  const created = await t.post('/api/categories', body, headers);
  expect(created.status).toBe(201);
  return created.body.category;
}

describe('a shop without the demo (DEMO=false)', () => {
  test('creates a category and a product in an empty shop', async () => {
    await using t = await testApp();
    const headers = await signedIn(t);
    expect((await t.get('/api/admin/categories', headers)).body.categories).toEqual([]);
    expect((await t.get('/api/products?limit=100&sort=newest', headers)).body.products).toEqual([]);
    expect((await t.get('/api/admin/products/stats', headers)).body.stats.total).toBe(0);
    for (const url of ['/api/config', '/api/page-content', '/api/categories', '/api/products/featured']) {
      expect([url, (await t.get(url)).status]).toEqual([url, 200]);
    }
    for (const url of ['/api/admin/overview', '/api/admin/products/export', '/api/admin/search?q=khari']) {
      expect([url, (await t.get(url, headers)).status]).toEqual([url, 200]);
    }
    const alone = await t.post('/api/products', { ...PRODUCT, category: 'Bakery' }, headers);
    expect(alone).toMatchObject({ status: 400, body: { errors: [{ path: 'category', msg: 'Category not found' }] } });

    const made = await t.post('/api/categories', { name: ' Bakery ', description: 'Baked\r\ndaily.' }, headers);
    expect(made).toMatchObject({
      status: 201,
      body: {
        message: 'Category created successfully!',
        category: { name: 'Bakery', slug: 'bakery', icon: '', description: 'Baked\ndaily.', landingPage: false },
      },
    });
    expect(made.body.category._id).toBe(made.body.category.id);
    expect((await t.get('/api/categories/bakery')).body.category).toEqual(made.body.category);

    const created = await t.post('/api/products', { ...PRODUCT, category: 'Bakery' }, headers);
    expect(created).toMatchObject({ status: 201, body: { product: { category: 'Bakery', categorySlug: 'bakery' } } });
    expect((await t.get('/api/products?category=bakery')).body.total).toBe(1);
    expect((await t.get('/api/admin/categories', headers)).body.categories).toMatchObject([
      { name: 'Bakery', products: 1, version: 1 },
    ]);
  });

  test('a CSV names a missing category, and is imported once it exists', async () => {
    await using t = await testApp();
    const headers = await signedIn(t);
    const rows = [
      {
        line: 2,
        cells: { name: 'Khari', category: 'Bakery', description: 'Light', size: '200g', price: '120', stock: '5' },
      },
    ];
    const ask = async (dryRun: boolean) =>
      (await t.post('/api/admin/products/import', { dryRun, rows }, headers)).body.results[0];
    expect(await ask(true)).toMatchObject({
      action: 'error',
      errors: [{ line: 2, column: 'category', msg: 'Category not found: Bakery. Add it under Categories first.' }],
    });
    await add(t, headers, { name: 'Bakery' });
    expect(await ask(true)).toMatchObject({ action: 'create', errors: [] });
    expect(await ask(false)).toMatchObject({ action: 'create', id: 'khari' });
  });
});

describe('names and slugs', () => {
  test('are rejected with a message', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = await signedIn(t);
    const rejection = async (body: object) => {
      const { status, body: error } = await t.post('/api/categories', body, headers);
      return [status, error.errors?.[0]?.path, error.errors?.[0]?.msg];
    };
    expect(await rejection({ name: ' NUTS' })).toEqual([409, 'name', 'There is already a category called Nuts.']);
    expect(await rejection({ name: 'Dry/Fruits' })).toEqual([409, 'name', expect.stringContaining('Dry Fruits')]);
    expect(await rejection({ name: '  ' })).toEqual([400, 'name', 'Name is required']);
    expect(await rejection({})).toEqual([400, 'name', 'Name is required']);
    expect(await rejection({ name: 'x'.repeat(81) })).toEqual([400, 'name', 'At most 80 characters']);
    expect(await rejection({ name: 'Two\nlines' })).toEqual([400, 'name', 'This must be on one line']);
    expect(await rejection({ name: 'Bites', position: -1 })).toEqual([
      400,
      'position',
      'Position must be a whole number from 0',
    ]);
    expect(await rejection({ name: 'Bites', description: 'x'.repeat(501) })).toEqual([
      400,
      'description',
      'At most 500 characters',
    ]);
    const late = await t.put('/api/categories/seeds', { name: 'nuts' }, headers);
    expect(late).toMatchObject({ status: 409, body: { message: 'There is already a category called Nuts.' } });
    // Keeping its own name is no conflict.
    expect((await t.put('/api/categories/seeds', { name: 'SEEDS' }, headers)).status).toBe(200);
    expect((await t.put('/api/categories/none', { name: 'None' }, headers)).body.message).toBe('Category not found');
    expect((await t.delete('/api/categories/none', headers)).status).toBe(404);
    expect(await names(t)).toHaveLength(11);
  });

  test('of two with the same name at the same moment, one is created', async () => {
    await using t = await testApp();
    const headers = await signedIn(t);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => t.post('/api/categories', { name: 'किशमिश' }, headers)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await names(t)).toEqual(['किशमिश']);
  });
});

describe('a change', () => {
  test('of the name keeps products, slug and landing page, and is visible at once', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = await signedIn(t);
    const before = await t.get('/api/products?category=fitness-mix');
    expect(before.body.total).toBeGreaterThan(0);
    const landing = async () => {
      const { body } = await t.post('/api/pages/fitness-mix/preview', { content: {} }, headers);
      return (body.products as { id: string }[]).map(({ id }) => id);
    };
    const onPage = await landing();
    expect(onPage.length).toBeGreaterThan(0);
    const saved = await t.put('/api/categories/fitness-mix', { name: 'Gym Mixes', version: 1 }, headers);
    expect(saved).toMatchObject({
      status: 200,
      body: {
        message: 'Category updated successfully!',
        category: { id: 'fitness-mix', name: 'Gym Mixes', slug: 'fitness-mix', icon: 'fitness-mix', landingPage: true },
      },
    });
    expect(saved.body.category.description).not.toBe('');
    const after = await t.get('/api/products?category=fitness-mix');
    expect(after.body.total).toBe(before.body.total);
    expect(after.body.products[0]).toMatchObject({ category: 'Gym Mixes', categorySlug: 'fitness-mix' });
    expect((await t.get('/api/products?category=gym+mixes')).body.total).toBe(before.body.total);
    expect((await t.get('/api/products/search?q=gym')).body.total).toBeGreaterThan(0);
    expect(await landing()).toEqual(onPage);
    // A form that was open before sends the former name; the product keeps its category.
    const [product] = after.body.products;
    const body = { ...PRODUCT, name: product.name, category: 'Fitness Mix' };
    expect((await t.put(`/api/products/${product.id}`, body, headers)).body.product.category).toBe('Gym Mixes');
  });

  test('based on an old version is rejected with the current state', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = await signedIn(t);
    expect((await t.put('/api/categories/nuts', { name: 'Kernels', version: 1 }, headers)).status).toBe(200);
    const late = await t.put('/api/categories/nuts', { name: 'Whole Nuts', version: 1 }, headers);
    expect(late).toMatchObject({ status: 409, body: { success: false, data: { name: 'Kernels', version: 2 } } });
    expect(await names(t)).toContain('Kernels');
  });

  test('of the place moves the others', async () => {
    await using t = await testApp();
    const headers = await signedIn(t);
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.push((await add(t, headers, { name })).id);
    await add(t, headers, { name: 'D', position: 1 });
    expect(await names(t)).toEqual(['A', 'D', 'B', 'C']);
    await t.put(`/api/categories/${ids[2]}`, { name: 'C', position: 0 }, headers);
    expect(await names(t)).toEqual(['C', 'A', 'D', 'B']);
    await t.put(`/api/categories/${ids[2]}`, { name: 'C', position: 99 }, headers);
    expect(await names(t)).toEqual(['A', 'D', 'B', 'C']);
    const moved = (await t.get('/api/admin/categories', headers)).body.categories;
    expect(moved.map(({ version }: { version: number }) => version)).toEqual([1, 1, 1, 3]);
  });
});

describe('a deletion', () => {
  test('is rejected while it has products, inactive ones too, and says how many', async () => {
    await using t = await testApp();
    const headers = await signedIn(t);
    await addProduct(t.db, { id: 'almonds' });
    await addProduct(t.db, { id: 'walnuts', status: 'Inactive' });
    const rejected = await t.delete('/api/categories/nuts', headers);
    expect(rejected).toMatchObject({
      status: 409,
      body: {
        message: 'Nuts still holds 2 products. Move them to another category or delete them first.',
        data: { products: 2 },
      },
    });
    await t.delete('/api/products/walnuts', headers);
    expect((await t.delete('/api/categories/nuts', headers)).body.message).toContain('1 product.');
    await t.delete('/api/products/almonds', headers);
    expect(await t.delete('/api/categories/nuts', headers)).toMatchObject({
      status: 200,
      body: { message: 'Category deleted successfully!' },
    });
    expect(await names(t)).toEqual([]);
    expect((await t.get('/api/categories/nuts')).status).toBe(404);
    expect((await t.put('/api/categories/nuts', { name: 'Nuts' }, headers)).status).toBe(404);
    expect((await t.post('/api/products', { ...PRODUCT, category: 'Nuts' }, headers)).status).toBe(400);
    // Name and slug can be used again.
    expect((await add(t, headers, { name: 'Nuts' })).slug).toBe('nuts');
    const again = (await t.get('/api/categories/nuts')).body.category.id;
    expect((await t.delete(`/api/categories/${again}`, headers)).status).toBe(200);
    expect((await add(t, headers, { name: 'Nuts' })).slug).toBe('nuts');
  });

  test('and a new product at the same moment never leave a product without its category', async () => {
    await using t = await testApp();
    const headers = await signedIn(t);
    for (let round = 0; round < 6; round++) {
      const { id } = await add(t, headers, { name: `Bites ${round}` });
      const [made, gone] = await Promise.all([
        t.post('/api/products', { ...PRODUCT, category: `Bites ${round}` }, headers),
        t.delete(`/api/categories/${id}`, headers),
      ]);
      expect([made.status, gone.status]).toSatisfy(
        ([product, category]: number[]) =>
          (product === 201 && category === 409) || (product === 400 && category === 200),
      );
    }
    const { products } = (await t.get('/api/products?limit=100')).body;
    expect(products.every(({ category }: { category: string }) => category.startsWith('Bites'))).toBe(true);
  });

  test('moves the categories below it to the top level', async () => {
    await using t = await testApp();
    const headers = await signedIn(t);
    const above = await add(t, headers, { name: 'Above' });
    const below = await add(t, headers, { name: 'Below' });
    await t.db.updateTable('categories').set({ parent_id: above.id }).where('id', '=', below.id).execute();
    expect((await t.delete(`/api/categories/${above.id}`, headers)).status).toBe(200);
    expect((await t.get('/api/categories')).body.categories).toMatchObject([{ name: 'Below', parentCategory: null }]);
  });
});

test('every change is in the audit log with the state before and after', async () => {
  await using t = await testApp();
  const headers = await signedIn(t);
  const { id } = await add(t, headers, { name: 'Bakery' });
  await t.put(`/api/categories/${id}`, { name: 'Bakes', icon: 'nuts' }, headers);
  await t.delete(`/api/categories/${id}`, headers);
  const rows = await t.db.selectFrom('audit_log').selectAll().where('entity', '=', 'category').orderBy('id').execute();
  const first = { name: 'Bakery', slug: 'bakery', icon: '', description: '' };
  const then = { ...first, name: 'Bakes', icon: 'nuts' };
  expect(
    rows.map(({ action, entity_id, before_value, after_value }) => ({
      action,
      entity_id,
      before: JSON.parse(before_value ?? 'null'),
      after: JSON.parse(after_value ?? 'null'),
    })),
  ).toEqual([
    { action: 'create', entity_id: id, before: null, after: { ...first, position: 0 } },
    { action: 'save', entity_id: id, before: { ...first, position: 0 }, after: { ...then, position: 0 } },
    { action: 'delete', entity_id: id, before: then, after: null },
  ]);
});
