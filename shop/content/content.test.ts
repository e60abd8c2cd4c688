import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type CONTENT,
  checkContent,
  imageAddress,
  isPageId,
  ProductPage,
  ProductPageInput,
  parseFact,
  safeLink,
} from './content.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../demo/${name}`, import.meta.url), 'utf8'));
const content = read('content.json');
const pages = read('pages.json');

test.each(Object.keys(content))('the demo content %s is valid and not changed', (id) => {
  expect(isPageId(id) && checkContent(id, content[id])).toEqual({ ok: true, content: content[id] });
});

test.each([
  [
    'return-refund-policy',
    /within 7 days of delivery/,
    /7–14 business days/,
    /original payment method/,
    /non-refundable unless/,
  ],
  ['return-refund-policy', /[Ee]xchange/, /within 48 hours/, /photos/],
  [
    'shipping-policy',
    /2–3 business days/,
    /3–5 business days/,
    /24 hours/,
    /3 delivery attempts/,
    /1 hour/,
    /no minimum/,
  ],
])('the policy %s contains every fact (R2.9)', (slug, ...facts) => {
  const text = JSON.stringify(pages.staticPages.find((page: { slug: string }) => page.slug === slug));
  for (const fact of facts) expect(text).toMatch(fact as RegExp);
});

test('the demo pages are valid and not changed', () => {
  for (const page of pages.staticPages) {
    expect(isPageId(page.slug) && checkContent(page.slug, page)).toEqual({ ok: true, content: page });
  }
  for (const page of pages.productPages) {
    expect(ProductPage.parse(page)).toEqual(page);
  }
});

test.each([
  '/combos',
  '/all-products?tags=a&page=2#list',
  '/',
  'https://example.com/a?b=c',
  'mailto:care@kishmish.example',
  'mailto:care@kishmish.example?subject=Hello',
  'tel:+919000000000',
  'tel:+91-90000-00000',
])('link %s is safe', (link) => {
  expect(safeLink(link)).toBe(link);
});

test.each([
  '',
  ' ',
  'combos',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://x',
  'http://example.com',
  'https:example.com',
  'https:///evil.example',
  'https://',
  'https://kishmish.example@evil.example',
  'https://evil.example\\x',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\tb',
  '/\t/evil.example',
  '/a b',
  '/a\nb',
  '/a\u0000b',
  '/\u200b/evil',
  'mailto:nobody',
  'mailto:a@b.c?subject=x%0d%0aBcc:y@z.q',
  'tel:javascript',
  `/${'x'.repeat(3000)}`,
])('link %j is rejected', (link) => {
  expect(safeLink(link)).toBeNull();
});

test.each(['logo.svg', 'site/hero-1.webp', '/media/site/hero-1.webp', 'https://pictures.example/a.webp'])(
  'image %s',
  (address) => {
    expect(imageAddress(address)).toBe(address);
  },
);

test.each([
  'javascript:alert(1)',
  'data:image/svg+xml,x',
  '//evil.example/a.png',
  'http://a.example/a.png',
  '../secret',
  'a/../../b',
  'a b.png',
  '',
])('image %j is rejected', (address) => {
  expect(imageAddress(address)).toBeNull();
});

test('a fact may be a text', () => {
  const fact = { id: 'a', icon: 'nut', title: 'T', description: 'D' };
  expect(parseFact(fact, 0)).toBe(fact);
  expect(parseFact('Makhana: it grows: on water', 1)).toEqual({
    id: 'fact-2',
    icon: '',
    title: 'Makhana',
    description: 'it grows: on water',
  });
  expect(parseFact('No colon', 0)).toMatchObject({ title: 'No colon', description: '' });
  const homepage = { ...content.homepage, doYouKnow: { ...content.homepage.doYouKnow, facts: ['A: b', fact] } };
  expect(checkContent('homepage', homepage)).toMatchObject({
    ok: true,
    content: { doYouKnow: { facts: ['A: b', fact] } },
  });
});

test.each<[string, keyof typeof CONTENT, unknown, string]>([
  [
    'a script link',
    'announcements',
    [{ id: 'a', icon: '', title: 'A', text: '', link: 'javascript:alert(1)' }],
    '0.link',
  ],
  ['a colour that is CSS', 'offerBar', { ...content.offerBar, textColor: 'red;background:url(//evil)' }, 'textColor'],
  ['a hero without slides', 'hero', { slides: [] }, 'slides'],
  [
    'an image of another scheme',
    'navbar',
    { ...content.navbar, logo: { image: 'data:image/svg+xml,x', alt: '' } },
    'logo.image',
  ],
  [
    'a script as picture of a block',
    'about',
    { ...pages.staticPages[0], blocks: [{ heading: 'A', image: 'javascript:alert(1)', paragraphs: [], list: [] }] },
    'blocks.0.image',
  ],
  ['a text for the page', 'homepage', '<b>hi</b>', ''],
])('rejected: %s', (_name, id, value, path) => {
  const check = checkContent(id, value);
  expect(check.ok ? [] : check.errors.map((error) => error.path)).toEqual([path]);
});

test('unknown keys of the content are dropped', () => {
  expect(checkContent('offerBar', { ...content.offerBar, html: '<script>' })).toEqual({
    ok: true,
    content: content.offerBar,
  });
});

test.each(['__proto__', 'constructor', 'toString', 'x', ''])('%j is not a page id', (id) => {
  expect(isPageId(id)).toBe(false);
});

test('a product page requires only a name; its route has one segment', () => {
  expect(ProductPageInput.parse({ name: 'Date Bites', extra: 1 })).toEqual({ name: 'Date Bites' });
  expect(ProductPageInput.safeParse({ name: '' }).success).toBe(false);
  for (const route of ['/a/b', 'a', '//evil', '/Ä', '/a-', '/../a']) {
    expect(ProductPageInput.safeParse({ name: 'A', route }).success, route).toBe(false);
  }
});
