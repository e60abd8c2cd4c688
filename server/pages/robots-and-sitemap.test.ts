import { describe, expect, test, vi } from 'vitest';
import { isoDay } from '#shop/india/dates.ts';
import { LANGUAGE_CODES, TRANSLATIONS } from '#shop/language.ts';
import { START, testApp } from '#tests/app.ts';
import { manifest, robots, sitemap } from './robots-and-sitemap.ts';

const EVIL = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
const FILES = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest'];

const locationsOf = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place ?? '');

describe('with PUBLIC_URL', () => {
  test('the sitemap lists the absolute URL of every public page, and no private one', async () => {
    await using t = await testApp({ seed: 'demo', env: { publicUrl: 'https://shop.example' } });
    const response = await t.get('/sitemap.xml');
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    const places = locationsOf(response.text);
    expect(new Set(places).size).toBe(places.length);
    const visible = await t.services.catalogue.visible();
    expect(places).toEqual(
      expect.arrayContaining([
        'https://shop.example/',
        'https://shop.example/all-products',
        'https://shop.example/combos',
        'https://shop.example/fitness-mix',
        'https://shop.example/contact-us',
        'https://shop.example/privacy-policy',
        ...visible.map(({ id }) => `https://shop.example/product/${id}`),
        'https://shop.example/hi',
        'https://shop.example/hi/fitness-mix',
        ...visible.flatMap(({ id }) => TRANSLATIONS.map((code) => `https://shop.example/${code}/product/${id}`)),
      ]),
    );
    expect(places.filter((place) => place.includes('/hi'))).toHaveLength(places.length / 3);
    expect(places.filter((place) => /admin|cart|order|payment|address|wishlist|api/.test(place))).toEqual([]);
  });

  test('an inactive product is not in the sitemap', async () => {
    await using t = await testApp({ seed: 'demo' });
    expect((await t.get('/sitemap.xml')).text).toContain('/product/golden-raisins</loc>');
    const token = t.auth(await t.adminToken());
    const response = await t.patch('/api/products/golden-raisins/toggle-status', { status: 'Inactive' }, token);
    expect(response.status).toBe(200);
    expect((await t.get('/sitemap.xml')).text).not.toContain('golden-raisins</loc>');
  });

  test('robots.txt disallows personal pages and links to the sitemap', async () => {
    await using t = await testApp({ env: { publicUrl: 'https://shop.example' } });
    const { text, headers } = await t.get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const hindi = ['/hi/address', '/hi/payment', '/hi/order-', '/hi/orders', '/hi/wishlist'];
    for (const path of ['/admin', '/kingadminlogin', '/address', '/payment', '/order-', '/orders', '/api/', ...hindi]) {
      expect(text).toContain(`Disallow: ${path}\n`);
    }
    expect(text).toContain('Sitemap: https://shop.example/sitemap.xml');
  });
});

test.each(['/sitemap.xml', '/manifest.webmanifest'])(
  '%s is made once, however its address is written',
  async (path) => {
    await using t = await testApp({ seed: 'demo' });
    const reads = [vi.spyOn(t.services.catalogue, 'visible'), vi.spyOn(t.services.settings, 'shop')];
    const { text } = await t.get(path);
    for (const read of reads) read.mockClear();
    for (const other of [`${path}?_t=1`, `${path}?_t=2`, `${path}/`, `${path}?${'a'.repeat(600)}`]) {
      expect(await t.get(other, { authorization: 'Bearer x' })).toMatchObject({ status: 200, text });
    }
    expect(reads.map((read) => read.mock.calls.length)).toEqual([0, 0]);
  },
);

describe('without PUBLIC_URL', () => {
  test('the sitemap contains paths only, and robots.txt does not link to it', async () => {
    await using t = await testApp({ seed: 'demo', env: { publicUrl: null } });
    const places = locationsOf((await t.get('/sitemap.xml', EVIL)).text);
    expect(places).toContain('/product/golden-raisins');
    expect(places.every((place) => place.startsWith('/'))).toBe(true);
    expect((await t.get('/robots.txt', EVIL)).text).not.toContain('Sitemap');
  });

  test.each(FILES)('%s does not echo or cache the request host or query', async (path) => {
    await using t = await testApp({ seed: 'demo', env: { publicUrl: null } });
    const first = await t.get(`${path}?x=evil.example`, EVIL);
    const second = await t.get(path);
    expect(first.status).toBe(200);
    expect(first.text + JSON.stringify(first.headers)).not.toContain('evil.example');
    expect(second.text).toBe(first.text);
  });
});

test('the manifest has the brand name of the settings', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { body, headers } = await t.get('/manifest.webmanifest');
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(body).toMatchObject({ name: 'Kishmish', start_url: '/', scope: '/', display: 'standalone', lang: 'en-IN' });
  expect(body.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
  expect(body.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/all-products', '/cart', '/track-order']);
  expect(body).not.toHaveProperty('share_target');
  expect(manifest({ brandName: 'Meva', tagline: '' })).toMatchObject({ name: 'Meva', short_name: 'Meva' });
});

test('a sitemap of more than 50,000 pages is split, and /sitemap.xml lists its parts', async () => {
  const of = (count: number, part?: number) => {
    const products = Array.from({ length: count }, (_, index) => ({ id: `p${index}`, updatedAt: START }));
    return sitemap('https://shop.example', products, [], part);
  };
  // Each page is there in all languages.
  const languages = LANGUAGE_CODES.length;
  const others = locationsOf(of(0) ?? '').length;
  const most = Math.floor((50_000 - others) / languages);
  expect(locationsOf(of(most) ?? '')).toHaveLength(most * languages + others);
  expect(of(most, 1)).toBeNull();

  const index = of(most + 1) ?? '';
  expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<sitemap><loc>');
  expect(locationsOf(index)).toEqual(['https://shop.example/sitemap-1.xml', 'https://shop.example/sitemap-2.xml']);
  const all = (most + 1) * languages + others;
  const parts = [1, 2].map((part) => locationsOf(of(most + 1, part) ?? ''));
  expect(parts.map((places) => places.length)).toEqual([50_000, all - 50_000]);
  expect(new Set(parts.flat()).size).toBe(all);
  expect(of(most + 1, 3)).toBeNull();

  await using t = await testApp({ seed: 'demo' });
  for (const path of ['/sitemap-0.xml', '/sitemap-1.xml', '/sitemap-x.xml', '/sitemap-1.xml?x=1']) {
    expect((await t.get(path)).status, path).toBe(404);
  }
});

test('the parts of a split sitemap are served', async () => {
  await using t = await testApp();
  const visible = Array.from({ length: 25_001 }, (_, index) => ({ id: `p${index}`, updatedAt: START }));
  t.services.catalogue.visible = async () => visible as never;
  expect(locationsOf((await t.get('/sitemap.xml')).text)).toEqual(
    [1, 2].map((part) => `http://shop.test/sitemap-${part}.xml`),
  );
  const second = await t.get('/sitemap-2.xml');
  expect([second.status, second.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(locationsOf(second.text)).toContain('http://shop.test/hi/product/p25000');
});

test('the sitemap names each page in each language, with the addresses of the others', () => {
  const xml = sitemap('https://shop.example', [{ id: 'x', updatedAt: START }], ['/fitness-mix']) ?? '';
  const links = (english: string, hindi: string) =>
    [
      `<xhtml:link rel="alternate" hreflang="en-IN" href="https://shop.example${english}"/>`,
      `<xhtml:link rel="alternate" hreflang="hi-IN" href="https://shop.example${hindi}"/>`,
      `<xhtml:link rel="alternate" hreflang="mr-IN" href="https://shop.example${hindi.replace('/hi', '/mr')}"/>`,
      `<xhtml:link rel="alternate" hreflang="x-default" href="https://shop.example${english}"/>`,
    ].join('');
  expect(xml).toContain(' xmlns:xhtml="http://www.w3.org/1999/xhtml">');
  for (const path of ['/fitness-mix', '/hi/fitness-mix']) {
    expect(xml).toContain(`<loc>https://shop.example${path}</loc>${links('/fitness-mix', '/hi/fitness-mix')}</url>`);
  }
  for (const path of ['/', '/hi']) {
    expect(xml).toContain(
      `<loc>https://shop.example${path}</loc><lastmod>${isoDay(START)}</lastmod>${links('/', '/hi')}</url>`,
    );
  }
});

test('the sitemap escapes XML and includes lastmod', () => {
  const xml = sitemap('https://shop.example/a&b', [{ id: 'x', updatedAt: START }], ['/fitness-mix']);
  expect(xml).toContain(`<loc>https://shop.example/a&amp;b/product/x</loc><lastmod>${isoDay(START)}</lastmod>`);
  expect(robots(null).endsWith('\n')).toBe(true);
});
