import { describe, expect, test } from 'vitest';
import { differences } from '#shop/audit/audit.ts';
import { testApp } from '#tests/app.ts';

const input = {
  name: 'Smoked Almonds & Sea Salt',
  description: 'Almonds over beech smoke.',
  category: 'Nuts',
  sizes: [
    { size: '250g', price: 299.5, originalPrice: 349, stock: 10, netQuantityGrams: 250 },
    { size: '500g', price: 559, originalPrice: 649, stock: 4, netQuantityGrams: 500 },
  ],
  images: [{ url: '/media/products/california-almonds-1.webp', alt: 'Almonds', uploadType: 'file' }, { url: '  ' }],
  features: ['Smoky', ''],
  tags: ['premium', 'premium'],
  badges: [{ text: 'New', color: 'blue' }, { text: '' }],
};

describe('writes by staff', () => {
  test('create: the id is made from the name and never reused', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    const created = await t.post('/api/products', { ...input, isAdmin: true }, headers);
    expect(created.status).toBe(201);
    expect(created.body.product).toMatchObject({
      id: 'smoked-almonds-and-sea-salt',
      category: 'Nuts',
      price: 299.5,
      brand: 'Kishmish',
      countryOfOrigin: 'India',
      shelfLife: '12 months',
      status: 'Active',
      tags: ['premium'],
      features: ['Smoky'],
      badge: 'New',
      image: '/media/products/california-almonds-1.webp',
      version: 1,
    });
    const again = await t.post('/api/products', input, headers);
    expect(again.body.product.id).toBe('smoked-almonds-and-sea-salt-2');
    await t.delete('/api/products/smoked-almonds-and-sea-salt-2', headers);
    expect((await t.post('/api/products', input, headers)).body.product.id).toBe('smoked-almonds-and-sea-salt-3');
    const found = (await t.get('/api/products/search?q=smoked')).body.products;
    expect(found.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['smoked-almonds-and-sea-salt', 'smoked-almonds-and-sea-salt-3']),
    );
  });

  test('a new product gets the current brand of the shop: in the form, by the API, by an import', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    const brandOf = async (body: object) => (await t.post('/api/products', body, headers)).body.product.brand;
    const { settings, version } = (await t.get('/api/settings/shop', headers)).body;
    await t.put('/api/settings/shop', { ...settings, brandName: 'Mewa & Sons', version }, headers);
    // Saving the countdowns writes the whole config, which must not keep a brand.
    const switches = { offerCountdownEnabled: true, deliveryCutoffEnabled: true };
    await t.put('/api/settings/urgency', switches, headers);
    expect((await t.get('/api/config')).body.config.productDefaults.brand).toBe('Mewa & Sons');
    expect(await brandOf(input)).toBe('Mewa & Sons');
    expect(await brandOf({ ...input, brand: 'Another house' })).toBe('Another house');
    const cells = {
      name: 'Filed Figs',
      category: 'Nuts',
      description: 'Dried.',
      size: '250g',
      price: '299',
      stock: '4',
    };
    const rows = [{ line: 2, cells }];
    const { results } = (await t.post('/api/admin/products/import', { dryRun: false, rows }, headers)).body;
    expect(results).toMatchObject([{ action: 'create', id: 'filed-figs' }]);
    expect((await t.get('/api/products/filed-figs')).body.product.brand).toBe('Mewa & Sons');

    const again = (await t.get('/api/settings/shop', headers)).body;
    await t.put('/api/settings/shop', { ...settings, brandName: 'Giri', version: again.version }, headers);
    expect((await t.get('/api/config')).body.config.productDefaults.brand).toBe('Giri');
    expect(await brandOf(input)).toBe('Giri');
    // Existing products of the own brand get the new name; others keep theirs.
    expect((await t.get('/api/products/filed-figs')).body.product.brand).toBe('Giri');
    const brands = (await t.services.catalogue.all()).map(({ brand }) => brand);
    expect(brands).toContain('Another house');
    expect(brands).not.toContain('Mewa & Sons');
  });

  test('both countdowns have a switch per product, also in a CSV file (D14)', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    const settingsOf = async (id: string) => (await t.get(`/api/products/${id}`)).body.product.popularitySettings;
    // Products from before the switch have their cutoff.
    expect(await settingsOf('golden-raisins')).toMatchObject({ deliveryCutoff: { enabled: true } });
    const { id } = (await t.post('/api/products', input, headers)).body.product;
    expect(await settingsOf(id)).toMatchObject({
      offerCountdown: { enabled: true },
      deliveryCutoff: { enabled: true },
    });
    const popularitySettings = { offerCountdown: { enabled: true }, deliveryCutoff: { enabled: false } };
    expect((await t.put(`/api/products/${id}`, { ...input, popularitySettings }, headers)).status).toBe(200);
    expect(await settingsOf(id)).toMatchObject({
      offerCountdown: { enabled: true },
      deliveryCutoff: { enabled: false },
    });
    const wrong = await t.put(
      `/api/products/${id}`,
      { ...input, popularitySettings: { deliveryCutoff: { enabled: 'no' } } },
      headers,
    );
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'popularitySettings.deliveryCutoff.enabled']);
    const cells = { id, deliveryCutoff: 'yes', offerCountdown: 'no' };
    const sent = { dryRun: false, rows: [{ line: 2, cells }] };
    const { results } = (await t.post('/api/admin/products/import', sent, headers)).body;
    expect(results).toMatchObject([{ action: 'update', id }]);
    expect(await settingsOf(id)).toMatchObject({
      offerCountdown: { enabled: false },
      deliveryCutoff: { enabled: true },
    });
  });

  test('update keeps held and sold pieces, and rejects a save based on an old version', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    const { id } = (await t.post('/api/products', input, headers)).body.product;
    await t.db
      .updateTable('product_sizes')
      .set({ held: 2, sold: 3 })
      .where('product_id', '=', id)
      .where('size', '=', '250g')
      .execute();
    const sizes = [{ ...input.sizes[0], price: 279, stock: 8 }];
    const saved = await t.put(`/api/products/${id}`, { ...input, name: 'Smoked Almonds', sizes, version: 1 }, headers);
    expect(saved).toMatchObject({
      status: 200,
      body: { product: { id, name: 'Smoked Almonds', price: 279, version: 2 } },
    });
    const rows = await t.db
      .selectFrom('product_sizes')
      .selectAll()
      .where('product_id', '=', id)
      .where('removed_at', 'is', null)
      .execute();
    expect(rows).toMatchObject([{ size: '250g', price: 27_900, stock: 8, held: 2, sold: 3 }]);

    const late = await t.put(`/api/products/${id}`, { ...input, version: 1 }, headers);
    expect(late).toMatchObject({ status: 409, body: { success: false } });
    expect((await t.get(`/api/products/${id}`)).body.product.name).toBe('Smoked Almonds');
  });

  test('a product without sizes has 999 pieces and its own label', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    const { sizes: _sizes, ...rest } = input;
    const { product } = (await t.post('/api/products', { ...rest, price: 199, weight: '1 jar' }, headers)).body;
    expect(product).toMatchObject({ sizes: [], price: 199, originalPrice: 199, weight: '1 jar', stockCount: 999 });
  });

  test('delete hides the product everywhere, and orders keep their copy', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    const lines = () =>
      t.db.selectFrom('order_lines').selectAll().where('product_id', '=', 'california-almonds').execute();
    const before = await lines();
    expect((await t.delete('/api/products/california-almonds', headers)).status).toBe(200);
    expect((await t.get('/api/products/california-almonds')).status).toBe(404);
    expect((await t.get('/api/products')).body.total).toBe(33);
    expect((await t.get('/api/products/search?q=california')).text).not.toContain('"id":"california-almonds"');
    expect((await t.delete('/api/products/california-almonds', headers)).status).toBe(404);
    expect(await lines()).toEqual(before);
  });

  test('every write leaves an audit entry', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    await t.patch('/api/products/golden-raisins/toggle-status', { status: 'Out of Stock' }, headers);
    const entry = await t.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'product')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'status', entity_id: 'golden-raisins', before_value: '{"status":"Active"}' });
  });
});

test('the audit log contains only the changed fields of a save', async () => {
  await using t = await testApp({ seed: 'demo' });
  const headers = t.auth(await t.adminToken());
  const { product } = (await t.get('/api/products/golden-raisins')).body;
  const [first, ...others] = product.sizes;
  const sizes = [{ ...first, price: first.price + 1 }, ...others];
  await t.put('/api/products/golden-raisins', { ...product, brand: 'Meva', sizes }, headers);
  const entry = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', 'product')
    .where('action', '=', 'save')
    .executeTakeFirstOrThrow();
  const changed = differences(JSON.parse(entry.before_value ?? ''), JSON.parse(entry.after_value ?? ''));
  expect(changed.map(({ path }) => path)).toEqual(['sizes', 'brand']);
  expect(changed[1]).toMatchObject({ before: product.brand, after: 'Meva' });
});

describe('rejects', () => {
  test('every write without a session', async () => {
    await using t = await testApp();
    const calls = [
      ['POST', '/api/products'],
      ['PUT', '/api/products/golden-raisins'],
      ['DELETE', '/api/products/golden-raisins'],
      ['PATCH', '/api/products/golden-raisins/toggle-status'],
    ] as const;
    for (const [method, url] of calls) {
      const response = await t.app.inject({ method, url, payload: {} });
      expect(response.statusCode, `${method} ${url}`).toBe(401);
      expect(response.json()).toMatchObject({ success: false, message: expect.any(String) });
    }
  });

  test('invalid fields, each named by its path', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    const wrong: [string, Record<string, unknown>][] = [
      ['name', { name: '' }],
      ['description', { description: undefined }],
      ['category', { category: 'Spaceships' }],
      ['sizes.0.price', { sizes: [{ size: '250g', price: '299', stock: 1 }] }],
      ['sizes.0.stock', { sizes: [{ size: '250g', price: 299 }] }],
      ['sizes.0.size', { sizes: [{ size: '', price: 299, stock: 1 }] }],
      ['price', { sizes: [] }],
      ['images.0.url', { images: [{ url: 'javascript:alert(1)' }] }],
    ];
    for (const [path, change] of wrong) {
      const { status, body } = await t.post('/api/products', { ...input, ...change }, headers);
      expect(status, path).toBe(400);
      expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
    }
    expect(await t.services.catalogue.all()).toHaveLength(34);
  });

  test('unknown products and statuses', async () => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    expect((await t.put('/api/products/none', input, headers)).status).toBe(404);
    expect((await t.patch('/api/products/none/toggle-status', { status: 'Active' }, headers)).status).toBe(404);
    expect((await t.patch('/api/products/golden-raisins/toggle-status', { status: 'Gone' }, headers)).status).toBe(400);
    expect((await t.patch('/api/products/golden-raisins/toggle-status', {}, headers)).status).toBe(400);
  });
});
