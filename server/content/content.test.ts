import { expect, test } from 'vitest';
import { originalContent, readDemo } from '#server/demo/files.ts';
import { mapTexts } from '#shop/content/brand.ts';
import { CONTENT } from '#shop/content/content.ts';
import { contentOf, neutralContent } from '#shop/content/neutral.ts';
import { TRANSLATIONS } from '#shop/language.ts';
import { SETTINGS, translatedSettings } from '#shop/settings/settings.ts';
import { testApp } from '#tests/app.ts';

test('every page id returns content that matches its schema', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { body } = await t.get('/api/page-content');
  expect(Object.keys(body.content).sort()).toEqual(Object.keys(CONTENT).sort());
  for (const [id, schema] of Object.entries(CONTENT)) {
    const one = await t.get(`/api/page-content/${id}`);
    expect(one.status).toBe(200);
    expect(one.body).toEqual({ success: true, pageId: id, content: body.content[id] });
    expect(schema.parse(one.body.content)).toEqual(one.body.content);
  }
  expect(body.content.homepage.doYouKnow.facts).toHaveLength(6);
  expect(body.content.homepage.faq.items).toHaveLength(6);
  expect(body.content.hero.slides).toHaveLength(3);
  expect(body.content.hero.slides[0].backgroundImage).toMatch(/^\/media\/site\/hero-1-1920x860-[0-9a-f]{8}\.webp$/);
});

test('an empty shop returns the built-in defaults', async () => {
  await using t = await testApp();
  const { body } = await t.get('/api/page-content/banner');
  expect(body.content.text).toBe('Reduced MRPs post GST Revision! •');
  expect((await t.get('/api/page-content/privacy-policy')).body.content.route).toBe('/privacy-policy');
  expect((await t.get('/api/pages/products')).body.pages).toEqual([]);
});

test('invalid stored content falls back to the default; other content stays as saved', async () => {
  await using t = await testApp({ seed: 'demo' });
  const save = (id: string, content: string) =>
    t.db.updateTable('page_content').set({ content }).where('id', '=', id).execute();
  await save('offerBar', '{"text": 5');
  await save('hero', '{"slides": []}');
  await save(
    'banner',
    JSON.stringify({ text: 'New', backgroundColor: '#000000', textColor: '#ffffff', isVisible: false }),
  );
  await t.db.updateTable('product_pages').set({ content: '[]' }).where('route', '=', '/champion-mix').execute();
  t.context.versions.touch('content');
  await t.context.versions.flush();
  const { content } = (await t.get('/api/page-content')).body;
  expect(content.offerBar.text).toMatch(/^Free delivery across India/);
  expect(content.hero.slides).toMatchObject([{ title: 'Dry fruit, the way it should taste' }]);
  expect(content.banner).toMatchObject({ text: 'New', isVisible: false });
  expect((await t.get('/api/pages/products')).body.pages).toHaveLength(6);
  expect((await t.get('/api/pages/products/Champion%20Mix')).status).toBe(404);
});

test('product pages: the seven of the specification are found by name, id and route', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { pages } = (await t.get('/api/pages/products')).body;
  expect(pages.map(({ route }: { route: string }) => route)).toEqual([
    '/fitness-mix',
    '/roasted-party-mix',
    '/champion-mix',
    '/nutty-trail-mix',
    '/peanut-butter',
    '/party-snacks',
    '/gameful-corn-nuts',
  ]);
  for (const name of ['Fitness%20Mix', 'fitness-mix', 'fitness%20mix', '%2Ffitness-mix']) {
    const { status, body } = await t.get(`/api/pages/products/${name}`);
    expect(status, name).toBe(200);
    expect(body.page).toEqual(pages[0]);
  }
  expect(pages[0]).toMatchObject({
    _id: 'fitness-mix',
    id: 'fitness-mix',
    heroImage: expect.stringMatching(/^\/media\/products\/fitness-mix-classic-2-1000x1000-[0-9a-f]{8}\.webp$/),
  });
});

test('unknown pages return 404', async () => {
  await using t = await testApp();
  for (const path of [
    'page-content/unknown',
    'page-content/constructor',
    'page-content/__proto__',
    'pages/products/none',
  ]) {
    const response = await t.get(`/api/${path}`);
    expect(response, path).toMatchObject({ status: 404, body: { success: false, message: 'Page not found' } });
  }
});

test('a shop without demo data shows no fact of the demo, and its own name in the built-in texts', async () => {
  await using t = await testApp();
  const admin = t.auth(await t.adminToken());
  const named = await t.put('/api/settings/shop', { brandName: 'Mewa House' }, admin);
  expect(named.status).toBe(200);
  const pages = await t.services.content.all();
  const text = JSON.stringify(pages);
  expect(text).not.toMatch(/Demo House|Vashi|90000 00000|kishmish\.example|example\.com|Kishmish\b/);
  expect(pages.navbar.logo.alt).toBe('Mewa House');
  expect(pages.homepage.copyright).toBe('© 2024 Mewa House. All rights reserved.');
  expect(pages.contactPage).toMatchObject({
    pageTitle: 'Contact Us | Mewa House',
    shopDetails: { name: 'Mewa House', addressLines: [], phone: '', email: '' },
    grievance: { name: '', email: '' },
  });
  expect(pages.contactPage.metaDescription).not.toMatch(/call|visit/);
  // No story, offer or claim about its goods.
  expect(text).not.toMatch(/grandmother|kheer at a wedding|Whole, even grades|Get 20%|Save at least|Roasted, not deep/);
  expect([pages.banner.isVisible, pages.homepage.brandStory.title, pages.homepage.blog.cards]).toEqual([false, '', []]);
  // What combos save is said only where it is checked (D31).
  expect(JSON.stringify(pages.about)).not.toMatch(/\d ?%/);
});

test('a new name of the shop goes through titles, labels, copyright and alt texts', async () => {
  await using t = await testApp({ seed: 'demo' });
  const admin = t.auth(await t.adminToken());
  const { content, catalogue, settings } = t.services;
  // The process has read the products before.
  const before = (await catalogue.visible())[0];
  expect(before).toMatchObject({ brand: 'Kishmish' });
  expect((await t.put('/api/settings/shop', { brandName: 'Mewa House' }, admin)).status).toBe(200);
  const pages = await content.all();
  expect(pages.navbar.logo.alt).toBe('Mewa House');
  expect(pages.about.title).toBe('About Mewa House');
  const products = await catalogue.visible();
  // A form that was opened before the rename would write the former name back.
  expect(products[0]).toMatchObject({ brand: 'Mewa House', version: (before?.version ?? 0) + 1 });
  expect(products.some(({ images }) => images.some(({ alt }) => alt.includes('Mewa House')))).toBe(true);
  const texts = JSON.stringify([pages, await content.productPages(), products, (await settings.all()).config]);
  // The legal name of the maker is another setting.
  expect(texts.match(/.{20}\bKishmish\b(?! Foods).{20}/g) ?? []).toEqual([]);
  // Another field of the settings changes no text.
  const about = await content.known('fitness-mix');
  await t.put('/api/settings/shop', { phone: '+91 98765 43210' }, admin);
  expect(await content.known('fitness-mix')).toEqual(about);
});

test('pages in Hindi show the built-in texts in Hindi, with the name of the shop, and changed texts in English', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { content } = t.services;
  const hindi = content.in('hi');
  expect((await hindi.all()).hero.slides[0]?.title).toBe('ड्राई फ्रूट का असली स्वाद');
  expect((await content.all()).hero.slides[0]?.title).toBe('Dry fruit, the way it should taste');
  expect((await hindi.productPage('fitness-mix'))?.name).toBe('फ़िटनेस मिक्स');
  expect(await hindi.productPage('Fitness Mix')).toEqual(await hindi.productPage('फ़िटनेस मिक्स'));
  const hero = await content.page('hero');
  const slides = hero.slides.map((slide) => ({ ...slide, title: `${slide.title}!` }));
  await t.db
    .updateTable('page_content')
    .set({ content: JSON.stringify({ ...hero, slides }) })
    .where('id', '=', 'hero')
    .execute();
  const admin = t.auth(await t.adminToken());
  expect((await t.put('/api/settings/shop', { brandName: 'Mewa House' }, admin)).status).toBe(200);
  t.context.versions.touch('content');
  await t.context.versions.flush();
  const changed = await hindi.all();
  expect(changed.hero.slides[0]).toMatchObject({
    title: 'Dry fruit, the way it should taste!',
    ctaText: 'सभी प्रोडक्ट देखें',
  });
  expect(changed.homepage.brandStory.title).toBe('Mewa House की कहानी');
});

test.each(TRANSLATIONS)(
  'every built-in text is translated (%s), and every translation belongs to a text',
  (language) => {
    const translation = originalContent.translation(language);
    const texts = new Set<string>();
    const collect = (text: string) => {
      texts.add(text);
      return text;
    };
    const own = contentOf(originalContent.content());
    const { productPages } = readDemo('pages');
    mapTexts([own, neutralContent(own), productPages], collect);
    for (const { badges, images, nutrition } of readDemo('catalogue').products) {
      for (const text of [...badges.map((one) => one.text), ...images.map(({ alt }) => alt)]) texts.add(text);
      if (nutrition) texts.add(nutrition.basis);
    }
    const { shop, payment, config } = SETTINGS;
    const stored = readDemo('settings');
    const demo = { shop: shop.parse(stored.shop), payment: payment.parse(stored.payment), config: config.parse({}) };
    translatedSettings({ ...demo, shop: shop.parse({}), payment: payment.parse({}) }, collect);
    translatedSettings(demo, collect);
    const names =
      /^(#\w+|Kishmish|Instagram|Facebook|YouTube|PhonePe|Google Pay|Paytm|BHIM UPI|Demo House.*|Vashi|Navi .*)$/;
    const worded = [...texts].filter((text) => /[a-z]{2}/i.test(text) && !names.test(text));
    expect(worded.filter((text) => !translation[text])).toEqual([]);
    expect(Object.keys(translation).filter((text) => !texts.has(text))).toEqual([]);
    // Amounts, times and percentages are the same in both.
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).sort();
    for (const [text, translated] of Object.entries(translation))
      expect(numbers(translated), text).toEqual(numbers(text));
  },
);
