import { expect, test } from 'vitest';
import { differences } from '#shop/audit/audit.ts';
import { TRANSLATED_FIELDS } from '#shop/catalogue/fields.ts';
import { TRANSLATIONS } from '#shop/language.ts';
import { testApp } from '#tests/app.ts';

const ALMONDS = '/api/products/california-almonds';

const LANGUAGES_OF_TESTS = [
  ['hi', 'काजू', 'साबुत'],
  ['mr', 'काजू', 'अख्खे'],
] as const;

test.each(LANGUAGES_OF_TESTS)(
  'the texts of a product in %s are stored, returned and cleared, and the audit log names them',
  async (code, name, feature) => {
    await using t = await testApp({ seed: 'demo' });
    const headers = t.auth(await t.adminToken());
    const body = { name: 'Kaju', description: 'Whole.', category: 'Nuts', price: 299 };
    const save = (texts: object) => t.put('/api/products/kaju', { ...body, translations: { [code]: texts } }, headers);
    const bare = (await t.post('/api/products', body, headers)).body.product;
    expect(bare).not.toHaveProperty('translations');

    expect((await save({ name: ` ${name} `, features: ['', feature], description: '' })).status).toBe(200);
    const translations = { [code]: { name, features: [feature] } };
    expect((await t.get('/api/products/kaju')).body.product.translations).toEqual(translations);
    const row = await t.db
      .selectFrom('audit_log')
      .select(['before_value', 'after_value'])
      .where('entity_id', '=', 'kaju')
      .where('action', '=', 'save')
      .executeTakeFirstOrThrow();
    const [before, after] = [row.before_value, row.after_value].map((text) => JSON.parse(text ?? 'null'));
    const paths = [`translations.${code}.name`, `translations.${code}.features`];
    expect(differences(before, after).map(({ path }) => path)).toEqual(paths);

    expect((await save({ name: 'x'.repeat(151) })).body.errors).toEqual([
      { path: `translations.${code}.name`, msg: 'At most 150 characters' },
    ]);
    // Scripts and forms that do not know a language leave it as it is.
    expect((await t.put('/api/products/kaju', body, headers)).body.product.translations).toEqual(translations);
    expect((await save({})).body.product).not.toHaveProperty('translations');
  },
);

test.each(LANGUAGES_OF_TESTS)(
  'a category has texts in %s; a save without a language keeps them',
  async (code, name, description) => {
    await using t = await testApp();
    const headers = t.auth(await t.adminToken());
    const made = await t.post('/api/categories', { name: 'Nuts', translations: { [code]: { name } } }, headers);
    expect(made.body.category.translations).toEqual({ [code]: { name } });
    const { id } = made.body.category;
    const put = async (body: object) => (await t.put(`/api/categories/${id}`, body, headers)).body.category;
    const other = code === 'hi' ? 'mr' : 'hi';
    const both = { [code]: { name }, [other]: { name: 'बी' } };
    expect((await put({ name: 'Nuts and more', translations: { [other]: { name: 'बी' } } })).translations).toEqual(
      both,
    );
    expect((await put({ name: 'Nuts' })).translations).toEqual(both);
    const next = await put({ name: 'Nuts', translations: { [code]: { description }, [other]: {} } });
    expect(next.translations).toEqual({ [code]: { description } });
    expect(await put({ name: 'Nuts', translations: { [code]: {} } })).not.toHaveProperty('translations');
    const log = await t.db
      .selectFrom('audit_log')
      .select('after_value')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute();
    expect(log.map(({ after_value }) => JSON.parse(after_value ?? 'null').translations)).toEqual([
      { [code]: { name } },
      both,
      both,
      { [code]: { description } },
      undefined,
    ]);
  },
);

test('a product that was translated before shows a new Hindi name of its category and a new name of the shop', async () => {
  await using t = await testApp({ seed: 'demo' });
  const headers = t.auth(await t.adminToken());
  const inHindi = t.services.catalogue.in('hi');
  const shown = async () => (await inHindi.visible()).filter(({ categorySlug }) => categorySlug === 'nuts');
  const before = await shown();
  expect(before.length).toBeGreaterThan(0);
  const { categories } = (await t.get('/api/admin/categories', headers)).body;
  const { id, name } = categories.find(({ slug }: { slug: string }) => slug === 'nuts');
  await t.put(`/api/categories/${id}`, { name, translations: { hi: { name: 'बादाम गिरी' } } }, headers);
  expect((await shown()).map(({ category }) => category)).toEqual(before.map(() => 'बादाम गिरी'));

  const text = await t.services.content.translator('hi');
  expect(await t.services.content.translator('hi')).toBe(text);
  await t.put('/api/settings/shop', { brandName: 'Meva' }, headers);
  expect((await t.services.settings.shop()).brandName).toBe('Meva');
  expect(await t.services.content.translator('hi')).not.toBe(text);
});

const DEVANAGARI = expect.stringMatching(/\p{Script=Deva}/u);

test.each(TRANSLATIONS)('the demo has every text of its products and categories in %s', async (code) => {
  await using t = await testApp({ seed: 'demo' });
  const { products } = (await t.get('/api/products?limit=100')).body;
  for (const { id, translations, ...english } of products) {
    const texts = translations[code];
    expect(Object.keys(texts), id).toEqual(TRANSLATED_FIELDS.filter((name) => english[name].length > 0));
    for (const key of ['name', 'description', 'storage', 'shelfLife'])
      expect(texts[key], `${id}: ${key}`).toEqual(DEVANAGARI);
    for (const key of ['features', 'ingredients', 'allergens'] as const) {
      expect(texts[key], `${id}: ${key}`).toEqual(english[key].map(() => DEVANAGARI));
      // The same amounts in the same order.
      const amounts = (lines: string[]) => lines.map((text) => text.match(/\d[\d.]*%|INS \d+/g));
      expect(amounts(texts[key]), `${id}: ${key}`).toEqual(amounts(english[key]));
    }
  }
  const { categories } = (await t.get('/api/categories')).body;
  for (const { slug, translations } of categories) {
    expect([slug, translations[code]]).toEqual([slug, { name: DEVANAGARI, description: DEVANAGARI }]);
  }
});

test.each(TRANSLATIONS)('search finds a product by its own name in %s', async (code) => {
  await using t = await testApp({ seed: 'demo' });
  const headers = t.auth(await t.adminToken());
  const found = async () => (await t.get(`/api/products/search?q=${encodeURIComponent('चाँदनी')}`)).body.products;
  expect(await found()).toEqual([]);
  const { product } = (await t.get(ALMONDS)).body;
  const { reviews: _, ...body } = product;
  const translations = { [code]: { ...product.translations[code], name: 'चाँदनी बादाम' } };
  expect((await t.put(ALMONDS, { ...body, translations }, headers)).status).toBe(200);
  expect(await found()).toMatchObject([{ id: 'california-almonds' }]);
});

test('texts in Hindi and Marathi go through the CSV and back', async () => {
  await using t = await testApp({ seed: 'demo' });
  const headers = t.auth(await t.adminToken());
  const before = (await t.get(ALMONDS)).body.product.translations;
  const rows = [
    { line: 2, cells: { id: 'california-almonds', hindiName: 'साबुत बादाम', hindiFeatures: 'कच्चे | बिना नमक' } },
    { line: 3, cells: { id: 'pumpkin-seeds', hindiName: '' } },
    { line: 4, cells: { id: 'cashews-w240', marathiName: 'काजू', marathiShelfLife: '९ महिने' } },
  ];
  const send = async (dryRun: boolean) =>
    (await t.post('/api/admin/products/import', { dryRun, rows }, headers)).body.results;
  expect(await send(true)).toMatchObject([
    { action: 'update', changes: ['hindiName', 'hindiFeatures'] },
    { action: 'update', changes: ['hindiName'] },
    { action: 'update', changes: ['marathiName', 'marathiShelfLife'] },
  ]);
  await send(false);
  expect((await t.get(ALMONDS)).body.product.translations).toEqual({
    ...before,
    hi: { ...before.hi, name: 'साबुत बादाम', features: ['कच्चे', 'बिना नमक'] },
  });
  expect((await t.get('/api/products/pumpkin-seeds')).body.product.translations.hi).not.toHaveProperty('name');
  expect((await t.get('/api/products/cashews-w240')).body.product.translations.mr).toMatchObject({
    name: 'काजू',
    shelfLife: '९ महिने',
  });
  const again = await send(true);
  expect(again.map(({ action }: { action: string }) => action)).toEqual(['unchanged', 'unchanged', 'unchanged']);
});

test('the API answers pages in Hindi in Hindi, with built-in badges, alt texts and units, and others in English', async () => {
  await using t = await testApp({ seed: 'demo' });
  const hindi = { 'x-language': 'hi' };
  const read = async (path: string, headers = {}) => (await t.get(`/api/products${path}`, headers)).body;
  const english = (await read('/california-almonds')).product;
  const { product } = await read('/california-almonds', hindi);
  expect(product).toMatchObject({
    id: 'california-almonds',
    name: english.translations.hi.name,
    features: english.translations.hi.features,
  });
  expect(product).not.toHaveProperty('translations');
  expect(product.badges.map(({ text }: { text: string }) => text)).toEqual(
    english.badges.map(() => expect.stringMatching(/\p{Script=Deva}/u)),
  );
  expect(product.images[0].alt).toBe('Kishmish कैलिफ़ोर्निया बादाम का पाउच, आगे साबुत बादाम');
  expect(product.nutrition.basis).toBe('हर 100 ग्राम में');
  const names = (body: { products: { name: string }[] }) => body.products.map(({ name }) => name);
  expect(names(await read('?ids=california-almonds', hindi))).toEqual([english.translations.hi.name]);
  expect(names(await read('/search?q=badam&limit=1', hindi))).toEqual([english.translations.hi.name]);
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

test.each(TRANSLATIONS)(
  'pages in %s read its texts, in the same order; search and filters stay the same',
  async (code) => {
    await using t = await testApp({ seed: 'demo' });
    const { catalogue, categories } = t.services;
    const ids = (products: readonly { id: string }[]) => products.map(({ id }) => id);
    const translated = catalogue.in(code);
    const product = await translated.get('california-almonds');
    const english = await catalogue.get('california-almonds');
    expect([product.name, product.translations]).toEqual([english.translations?.[code]?.name, undefined]);
    const [visible, shown] = [await catalogue.visible(), await translated.visible()];
    expect(ids(shown)).toEqual(ids(visible));
    expect(shown.filter(({ name }, index) => name !== visible[index]?.name).length).toBeGreaterThan(20);
    const [sections, same] = [await catalogue.sections(), await translated.sections()];
    for (const name of ['bestSellers', 'valueCombos', 'youMayAlsoLike'] as const) {
      expect(ids(same[name])).toEqual(ids(sections[name]));
    }
    const listing = { search: 'kaju', sort: 'popularity' } as const;
    expect(ids((await translated.browse(listing)).products)).toEqual(ids((await catalogue.browse(listing)).products));
    expect((await categories.listIn(code)).map(({ slug }) => slug)).toEqual(
      (await categories.list()).map(({ slug }) => slug),
    );
  },
);
