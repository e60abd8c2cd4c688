import { expect, test } from 'vitest';
import { differences } from '#shop/audit/audit.ts';
import { testApp } from '#tests/app.ts';

const ALMONDS = '/api/products/california-almonds';

test('the Hindi texts of a product are stored, returned and cleared, and the audit log names them', async () => {
  await using t = await testApp({ seed: 'demo' });
  const headers = t.auth(await t.adminToken());
  const body = { name: 'Kaju', description: 'Whole.', category: 'Nuts', price: 299 };
  const bare = (await t.post('/api/products', body, headers)).body.product;
  expect(bare).not.toHaveProperty('hi');

  const hi = { name: ' काजू ', features: ['', 'साबुत'], description: '' };
  const saved = await t.put('/api/products/kaju', { ...body, hi }, headers);
  expect(saved.status).toBe(200);
  expect((await t.get('/api/products/kaju')).body.product.hi).toEqual({ name: 'काजू', features: ['साबुत'] });
  const row = await t.db
    .selectFrom('audit_log')
    .select(['before_value', 'after_value'])
    .where('entity_id', '=', 'kaju')
    .where('action', '=', 'save')
    .executeTakeFirstOrThrow();
  const [before, after] = [row.before_value, row.after_value].map((text) => JSON.parse(text ?? 'null'));
  expect(differences(before, after).map(({ path }) => path)).toEqual(['hi.name', 'hi.features']);

  expect((await t.put('/api/products/kaju', { ...body, hi: { name: 'x'.repeat(151) } }, headers)).body.errors).toEqual([
    { path: 'hi.name', msg: 'At most 150 characters' },
  ]);
  expect((await t.put('/api/products/kaju', body, headers)).body.product).not.toHaveProperty('hi');
});

test('a category has a name and a description in Hindi; a save without them keeps them', async () => {
  await using t = await testApp();
  const headers = t.auth(await t.adminToken());
  const made = await t.post('/api/categories', { name: 'Nuts', hi: { name: 'मेवे' } }, headers);
  expect(made.body.category.hi).toEqual({ name: 'मेवे' });
  const { id } = made.body.category;
  const put = async (body: object) => (await t.put(`/api/categories/${id}`, body, headers)).body.category;
  expect(await put({ name: 'Nuts and more' })).toMatchObject({ name: 'Nuts and more', hi: { name: 'मेवे' } });
  expect((await put({ name: 'Nuts', hi: { description: 'साबुत' } })).hi).toEqual({ description: 'साबुत' });
  expect(await put({ name: 'Nuts', hi: {} })).not.toHaveProperty('hi');
  const log = await t.db
    .selectFrom('audit_log')
    .select('after_value')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();
  expect(log.map(({ after_value }) => JSON.parse(after_value ?? 'null').hi)).toEqual([
    { name: 'मेवे' },
    { name: 'मेवे' },
    { description: 'साबुत' },
    undefined,
  ]);
});

test('a product that was translated before shows a new Hindi name of its category and a new name of the shop', async () => {
  await using t = await testApp({ seed: 'demo' });
  const headers = t.auth(await t.adminToken());
  const inHindi = t.services.catalogue.in('hi');
  const shown = async () => (await inHindi.visible()).filter(({ categorySlug }) => categorySlug === 'nuts');
  const before = await shown();
  expect(before.length).toBeGreaterThan(0);
  const { categories } = (await t.get('/api/admin/categories', headers)).body;
  const { id, name } = categories.find(({ slug }: { slug: string }) => slug === 'nuts');
  await t.put(`/api/categories/${id}`, { name, hi: { name: 'बादाम गिरी' } }, headers);
  expect((await shown()).map(({ category }) => category)).toEqual(before.map(() => 'बादाम गिरी'));

  const text = await t.services.content.translator('hi');
  expect(await t.services.content.translator('hi')).toBe(text);
  await t.put('/api/settings/shop', { brandName: 'Meva' }, headers);
  expect((await t.services.settings.shop()).brandName).toBe('Meva');
  expect(await t.services.content.translator('hi')).not.toBe(text);
});

test('the demo has Hindi names, and search finds a product by its own', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { products } = (await t.get('/api/products?limit=100')).body;
  for (const { id, hi } of products)
    expect([id, hi?.name], id).toEqual([id, expect.stringMatching(/\p{Script=Deva}/u)]);
  for (const { id, hi, ...english } of products) {
    for (const key of ['features', 'ingredients', 'allergens'] as const) {
      expect([id, hi?.[key]], `${id}: ${key}`).toEqual([
        id,
        english[key].map(() => expect.stringMatching(/\p{Script=Deva}/u)),
      ]);
      // The same amounts in the same order.
      const amounts = (texts: string[]) => texts.map((text) => text.match(/\d[\d.]*%|INS \d+/g));
      expect(amounts(hi[key]), `${id}: ${key}`).toEqual(amounts(english[key]));
    }
  }
  const { categories } = (await t.get('/api/categories')).body;
  for (const { slug, hi } of categories) {
    expect([slug, hi?.name], slug).toEqual([slug, expect.stringMatching(/\p{Script=Deva}/u)]);
  }

  const headers = t.auth(await t.adminToken());
  const found = async () => (await t.get(`/api/products/search?q=${encodeURIComponent('चाँदनी')}`)).body.products;
  expect(await found()).toEqual([]);
  const { product } = (await t.get(ALMONDS)).body;
  const { version, ...body } = product;
  const renamed = { ...body, reviews: undefined, hi: { ...product.hi, name: 'चाँदनी बादाम' }, version };
  expect((await t.put(ALMONDS, renamed, headers)).status).toBe(200);
  expect(await found()).toMatchObject([{ id: 'california-almonds' }]);
});

test('Hindi texts go through the CSV and back', async () => {
  await using t = await testApp({ seed: 'demo' });
  const headers = t.auth(await t.adminToken());
  const before = (await t.get(ALMONDS)).body.product.hi;
  const rows = [
    { line: 2, cells: { id: 'california-almonds', hindiName: 'साबुत बादाम', hindiFeatures: 'कच्चे | बिना नमक' } },
    { line: 3, cells: { id: 'pumpkin-seeds', hindiName: '' } },
  ];
  const send = async (dryRun: boolean) =>
    (await t.post('/api/admin/products/import', { dryRun, rows }, headers)).body.results;
  expect(await send(true)).toMatchObject([
    { action: 'update', changes: ['hindiName', 'hindiFeatures'] },
    { action: 'update', changes: ['hindiName'] },
  ]);
  await send(false);
  expect((await t.get(ALMONDS)).body.product.hi).toEqual({
    ...before,
    name: 'साबुत बादाम',
    features: ['कच्चे', 'बिना नमक'],
  });
  expect((await t.get('/api/products/pumpkin-seeds')).body.product.hi).not.toHaveProperty('name');
  expect((await send(true)).map(({ action }: { action: string }) => action)).toEqual(['unchanged', 'unchanged']);
});

test('the API answers pages in Hindi in Hindi, with built-in badges, alt texts and units, and others in English', async () => {
  await using t = await testApp({ seed: 'demo' });
  const hindi = { 'x-language': 'hi' };
  const read = async (path: string, headers = {}) => (await t.get(`/api/products${path}`, headers)).body;
  const english = (await read('/california-almonds')).product;
  const { product } = await read('/california-almonds', hindi);
  expect(product).toMatchObject({ id: 'california-almonds', name: english.hi.name, features: english.hi.features });
  expect(product).not.toHaveProperty('hi');
  expect(product.badges.map(({ text }: { text: string }) => text)).toEqual(
    english.badges.map(() => expect.stringMatching(/\p{Script=Deva}/u)),
  );
  expect(product.images[0].alt).toBe('Kishmish कैलिफ़ोर्निया बादाम का पाउच, आगे साबुत बादाम');
  expect(product.nutrition.basis).toBe('हर 100 ग्राम में');
  const names = (body: { products: { name: string }[] }) => body.products.map(({ name }) => name);
  expect(names(await read('?ids=california-almonds', hindi))).toEqual([english.hi.name]);
  expect(names(await read('/search?q=badam&limit=1', hindi))).toEqual([english.hi.name]);
  expect(names(await read('/search?q=badam&limit=1'))).toEqual([english.name]);
  expect((await read('/featured', hindi)).bestSellers[0].name).toMatch(/\p{Script=Deva}/u);
  expect(names(await read('/best-sellers', hindi))[0]).toMatch(/\p{Script=Deva}/u);

  const headers = t.auth(await t.adminToken());
  const { version, reviews: _, ...body } = english;
  const images = [{ ...english.images[0], alt: 'A bag' }];
  const badges = [{ text: 'Nice', color: 'red' }];
  expect((await t.put(ALMONDS, { ...body, images, badges, version }, headers)).status).toBe(200);
  expect((await read('/california-almonds', hindi)).product).toMatchObject({ images: [{ alt: 'A bag' }], badges });
});

test('pages in Hindi read the Hindi texts, in the same order; search and filters stay the same', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { catalogue, categories } = t.services;
  const ids = (products: readonly { id: string }[]) => products.map(({ id }) => id);
  const hindi = catalogue.in('hi');
  const product = await hindi.get('california-almonds');
  expect([product.name, product.hi]).toEqual([(await catalogue.get('california-almonds')).hi?.name, undefined]);
  const [visible, shown] = [await catalogue.visible(), await hindi.visible()];
  expect(ids(shown)).toEqual(ids(visible));
  expect(shown.filter(({ name }, index) => name !== visible[index]?.name).length).toBeGreaterThan(20);
  const [sections, inHindi] = [await catalogue.sections(), await hindi.sections()];
  for (const name of ['bestSellers', 'valueCombos', 'youMayAlsoLike'] as const) {
    expect(ids(inHindi[name])).toEqual(ids(sections[name]));
  }
  const listing = { search: 'kaju', sort: 'popularity' } as const;
  expect(ids((await hindi.browse(listing)).products)).toEqual(ids((await catalogue.browse(listing)).products));
  expect((await categories.listIn('hi')).map(({ slug }) => slug)).toEqual(
    (await categories.list()).map(({ slug }) => slug),
  );
});
