import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub, Meta } from 'react-router';
import { describe, expect, test } from 'vitest';
import { speaking } from '#server/language.ts';
import { breadcrumbList, faqPage, organization, pageMeta, type Site, siteOf, website } from './seo.ts';

const SITE: Site = {
  origin: 'https://shop.example',
  brandName: 'Kishmish',
  tagline: 'Plainly told.',
  logo: 'logo.svg',
};
const NO_ORIGIN: Site = { ...SITE, origin: null };

const page = { title: 'About', description: 'Who we are.', path: '/about' };

describe('pageMeta', () => {
  test('writes title, description, canonical link and cards', () => {
    const meta = pageMeta(SITE, { ...page, image: 'products/a.webp', imageAlt: 'A bowl' });
    expect(meta).toContainEqual({ title: 'About' });
    expect(meta).toContainEqual({ name: 'description', content: 'Who we are.' });
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://shop.example/about' });
    expect(meta).toContainEqual({ property: 'og:url', content: 'https://shop.example/about' });
    expect(meta).toContainEqual({ property: 'og:image', content: 'https://shop.example/media/products/a.webp' });
    expect(meta).toContainEqual({ property: 'og:image:alt', content: 'A bowl' });
    expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
  });

  test('names the page in each language', () => {
    const meta = pageMeta(SITE, { ...page, path: '/all-products?page=2' });
    const href = (language: string) =>
      meta.flatMap((entry) => ('hrefLang' in entry && entry.hrefLang === language ? [entry.href] : []));
    expect(href('en-IN')).toEqual(['https://shop.example/all-products?page=2']);
    expect(href('hi-IN')).toEqual(['https://shop.example/hi/all-products?page=2']);
    expect(href('x-default')).toEqual(href('en-IN'));
    expect(meta).toContainEqual({ property: 'og:locale', content: 'en_IN' });
    expect(meta).toContainEqual({ property: 'og:locale:alternate', content: 'hi_IN' });
    expect(JSON.stringify(pageMeta(NO_ORIGIN, page))).not.toContain('hrefLang');
    expect(JSON.stringify(pageMeta(SITE, { ...page, hidden: true }))).not.toContain('hrefLang');
  });

  test('without PUBLIC_URL there are no absolute URLs', () => {
    const meta = pageMeta(NO_ORIGIN, { ...page, image: '/media/a.webp', jsonLd: [organization(NO_ORIGIN)] });
    const text = JSON.stringify(meta);
    expect(text).not.toContain('canonical');
    expect(text).not.toMatch(/og:url|og:image|twitter:image/);
    expect(text.replace('https://schema.org', '')).not.toMatch(/https?:/);
    expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary' });
  });

  test('a linked picture keeps its own URL', () => {
    const meta = pageMeta(NO_ORIGIN, { ...page, image: 'https://pictures.example/a.jpg' });
    expect(meta).toContainEqual({ property: 'og:image', content: 'https://pictures.example/a.jpg' });
    expect(JSON.stringify(meta)).not.toMatch(/og:image:(type|width|height)/);
  });

  test.each([
    ['products/a-1500x750-9f86d081.webp', 'media/products/a-1500x750-9f86d081-1200.jpg', 'image/jpeg', 1200, 600],
    ['/media/a-1000x1000-9f86d081.webp', 'media/a-1000x1000-9f86d081-1000.jpg', 'image/jpeg', 1000, 1000],
    [undefined, 'share.png', 'image/png', 1200, 630],
  ])('%s is shared as %s with its size', (image, path, type, width, height) => {
    const meta = pageMeta(SITE, image ? { ...page, image } : page);
    const facts = ['og:image', 'og:image:type', 'og:image:width', 'og:image:height'];
    const values = meta.flatMap((one) =>
      'property' in one && facts.includes(String(one.property)) ? [one.content] : [],
    );
    expect(values).toEqual([`https://shop.example/${path}`, type, String(width), String(height)]);
  });

  test('an uploaded or linked logo represents the shop; the default picture and icon are used only without one', () => {
    const own: Site = { ...SITE, logo: '/media/uploads/meva-600x150-0a1b2c3d.webp' };
    const url = 'https://shop.example/media/uploads/meva-600x150-0a1b2c3d-600.jpg';
    expect(organization(own).logo).toBe('https://shop.example/media/uploads/meva-600x150-0a1b2c3d.webp');
    for (const logo of ['logo.svg', '/media/site/logo-e415cb39.svg', '']) {
      expect(organization({ ...SITE, logo }).logo).toBe('https://shop.example/icon-512.png');
    }
    expect(organization({ ...NO_ORIGIN, logo: 'https://pictures.example/meva.png' }).logo).toBe(
      'https://pictures.example/meva.png',
    );
    expect(pageMeta(own, page)).toContainEqual({ property: 'og:image', content: url });
    expect(pageMeta(own, page)).toContainEqual({ name: 'twitter:card', content: 'summary' });
    expect(pageMeta(own, { ...page, image: 'products/a.webp' })).toContainEqual({
      property: 'og:image',
      content: 'https://shop.example/media/products/a.webp',
    });
    expect(pageMeta(SITE, page)).toContainEqual({ property: 'og:image', content: 'https://shop.example/share.png' });
    expect(pageMeta(SITE, page)).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
  });

  test('a hidden page has neither canonical link nor cards', () => {
    expect(pageMeta(SITE, { ...page, hidden: true })).toEqual([
      { title: 'About' },
      { name: 'description', content: 'Who we are.' },
      { name: 'robots', content: 'noindex' },
    ]);
  });

  test('a long description is cut at a sentence or a word', () => {
    const description = (text: string) =>
      pageMeta(SITE, { ...page, description: text }).flatMap((entry) =>
        'name' in entry && entry.name === 'description' ? [entry.content] : [],
      )[0];
    const sentence = 'Whole almonds, long and flat, with light skins that slip off after a night in water.';
    expect(description(`${sentence} ${'More and more words. '.repeat(1)}${'x'.repeat(120)}`)).toBe(
      `${sentence} More and more words.`,
    );
    const words = description('almond '.repeat(60)) as string;
    expect(words.endsWith('almond…')).toBe(true);
    expect(words.length).toBeLessThanOrEqual(160);
    expect(description('two\n lines')).toBe('two lines');
  });
});

test('siteOf finds the site in the loader data of any match', () => {
  expect(siteOf([undefined, { loaderData: null }, { loaderData: { site: SITE } }])).toBe(SITE);
  expect(siteOf([{ loaderData: undefined }]).origin).toBeNull();
});

test('the site search is described only with PUBLIC_URL', () => {
  expect(website(NO_ORIGIN)).toBeNull();
  expect(JSON.stringify(website(SITE))).toContain('https://shop.example/all-products?q={search_term_string}');
});

test('breadcrumb positions start at 1, and the last item is the page itself', () => {
  const trail = [{ label: 'Home', to: '/' }, { label: 'About' }];
  expect(breadcrumbList(SITE, trail).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example/' },
    { '@type': 'ListItem', position: 2, name: 'About', item: undefined },
  ]);
});

test('faqPage lists questions with answers, and is null without questions', () => {
  expect(faqPage([])).toBeNull();
  expect(faqPage([{ id: 'a', question: 'How?', answer: 'So.' }])?.mainEntity).toEqual([
    { '@type': 'Question', name: 'How?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } },
  ]);
});

test('product text cannot close the script or attribute that contains it', () => {
  const evil = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>';
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => createElement(Meta),
      meta: () => pageMeta(SITE, { title: evil, description: evil, path: '/', jsonLd: [{ name: evil }] }),
    },
  ]);
  const html = renderToString(createElement(Stub));
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', name: evil });
  expect(html).not.toMatch(/<script>|<img/);
});

describe('a page in Hindi', () => {
  const inHindi = <Value>(work: () => Value) => speaking('hi', work);

  test('has its own address, and those of both languages', () => {
    const meta = inHindi(() => pageMeta(SITE, { ...page, path: '/' }));
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://shop.example/hi' });
    for (const [hrefLang, href] of [
      ['en-IN', 'https://shop.example/'],
      ['hi-IN', 'https://shop.example/hi'],
      ['x-default', 'https://shop.example/'],
    ]) {
      expect(meta).toContainEqual({ tagName: 'link', rel: 'alternate', hrefLang, href });
    }
    expect(meta).toContainEqual({ property: 'og:url', content: 'https://shop.example/hi' });
    expect(meta).toContainEqual({ property: 'og:locale', content: 'hi_IN' });
    expect(inHindi(() => website(SITE))).toMatchObject({
      url: 'https://shop.example/hi',
      inLanguage: 'hi-IN',
      potentialAction: { target: { urlTemplate: 'https://shop.example/hi/all-products?q={search_term_string}' } },
    });
    expect(inHindi(() => breadcrumbList(SITE, [{ label: 'होम', to: '/' }])).itemListElement).toMatchObject([
      { item: 'https://shop.example/hi' },
    ]);
    expect(inHindi(() => breadcrumbList(NO_ORIGIN, [{ label: 'कार्ट', to: '/cart' }])).itemListElement).toMatchObject([
      { item: '/hi/cart' },
    ]);
  });
});
