import { describe, expect, test } from 'vitest';
import { pageOfData, SAVED_ORDER } from '#shop/language.ts';
import { speaking } from './languages.ts';
import { offlinePage } from './offline-page.ts';
import {
  alwaysKept,
  assetsOf,
  isCacheable,
  isPublicPage,
  markSaved,
  pageKey,
  savedOrderOf,
  treatmentOf,
} from './rules.ts';
import { savedNotice } from './words.ts';

const SHOP = 'https://shop.example';

function treated(path: string, changes: { mode?: string; method?: string; cache?: string; special?: boolean } = {}) {
  const url = path.startsWith('http') ? path : SHOP + path;
  return treatmentOf({ method: 'GET', mode: 'cors', cache: 'default', special: false, url, ...changes }, SHOP);
}
const opened = (path: string) => treated(path, { mode: 'navigate' });

describe('treatmentOf', () => {
  test.each([
    '/',
    '/all-products?q=kaju',
    '/cart',
    '/wishlist',
    '/about',
    '/fitness-mix',
    '/product/golden-raisins',
    '/hi',
    '/hi/',
    '/hi?utm_source=x',
    '/hi/all-products?q=kaju',
    '/hi/cart',
    '/hi/product/golden-raisins',
    '/hi-fibre-mix',
  ])('%s is a page that may be kept', (path) => expect(opened(path)).toBe('page'));

  test.each([
    '/address',
    '/payment',
    '/payment-success?orderId=ORD1',
    '/order-review',
    '/orders',
    '/orders/ORD1',
    '/hi/address',
    '/hi/payment',
    '/hi/payment-success?orderId=ORD1',
    '/hi/order-review',
    '/hi/orders/ORD1',
  ])('%s is never kept', (path) => expect(opened(path)).toBe('unkept'));

  test.each([
    '/order-details/ORD1',
    '/order-confirmation/ORD1',
    '/track-order',
    '/Product/x',
    '/a/b/c',
    '/hi/order-details/ORD1',
    '/hi/track-order',
    '/hi/hi/cart',
    '/HI/cart',
  ])('%s is never kept either', (path) => expect(opened(path)).toBe('unkept'));

  test.each([
    '/admin',
    '/admin?section=orders',
    '/admin-login',
    '/kingadminlogin',
    '/healthz',
    '/api/docs',
    '/sw.js',
    '/hi/admin',
    '/hi/kingadminlogin',
  ])('%s is left alone', (path) => expect(opened(path)).toBeNull());

  test.each([
    ['/assets/root-Dp42GOLN.css', 'asset'],
    ['/media/products/walnuts-1-1000x1000-9f86d081-320.avif', 'picture'],
    ['/media/products/walnuts.webp', null],
    ['/api/config', 'settings'],
    ['/api/page-content', 'settings'],
    ['/api/page-content/homepage', 'settings'],
    ['/api/products', null],
    ['/api/products/golden-raisins', null],
    ['/api/payment-settings', null],
    ['/api/orders/track/9000000001', null],
    ['/cart.data', 'data'],
    ['/_.data?_routes=x', 'data'],
    ['/product/golden-raisins.data', 'data'],
    ['/hi.data', 'data'],
    ['/hi/_.data?_routes=x', 'data'],
    ['/hi/cart.data', 'data'],
    ['/hi/product/golden-raisins.data', 'data'],
    ['/hi/payment.data', null],
    ['/hi/orders.data', null],
    ['/orders.data', null],
    ['/payment.data', null],
    ['/admin.data', null],
    ['https://elsewhere.example/assets/a.js', null],
  ])('%s is treated as %s', (path, treatment) => expect(treated(path)).toBe(treatment));

  test('ignores other methods, requests with a token or a range, and no-store', () => {
    expect(treated('/cart', { mode: 'navigate', method: 'POST' })).toBeNull();
    expect(treated('/api/config', { special: true })).toBeNull();
    expect(treated('/api/config', { cache: 'no-store' })).toBeNull();
    expect(treated('/assets/a.js', { special: true })).toBeNull();
  });
});

test.each([
  ['/payment', '/saved-order'],
  ['/payment-success?orderId=ORD1', '/saved-order#ORD1'],
  ['/order-review', '/saved-order'],
  ['/order-confirmation/ORD1', '/saved-order#ORD1'],
  ['/order-details/ORD1', '/saved-order#ORD1'],
  ['/orders', '/saved-order'],
  ['/orders/ORD1', '/saved-order#ORD1'],
  ['/hi/payment', '/hi/saved-order'],
  ['/hi/payment-success?orderId=ORD1', '/hi/saved-order#ORD1'],
  ['/hi/orders/ORD1', '/hi/saved-order#ORD1'],
  ['/hi/address', null],
  ['/hi/saved-order', null],
  ['/address', null],
  ['/track-order', null],
  ['/cart', null],
  ['/saved-order', null],
])('without a network %s leads to %s', (path, page) => expect(savedOrderOf(new URL(SHOP + path))).toBe(page));

test('the page of saved orders is kept like any public page', () => {
  expect(opened(SAVED_ORDER)).toBe('page');
  expect(opened(`/hi${SAVED_ORDER}`)).toBe('page');
});

test('home, cart and saved orders are kept in the language of the page', () => {
  expect(alwaysKept('/all-products')).toEqual(['/', '/cart', '/saved-order']);
  expect(alwaysKept('/hi/all-products')).toEqual(['/hi', '/hi/cart', '/hi/saved-order']);
  expect(alwaysKept('/hi')).toEqual(['/hi', '/hi/cart', '/hi/saved-order']);
});

test('a page and its data share one key, without tracking parameters', () => {
  expect(pageKey(`${SHOP}/all-products?page=2&utm_source=mail&gclid=1`)).toBe('/all-products?page=2');
  expect(pageKey(`${SHOP}/all-products.data?page=2&_routes=a`)).toBe('/all-products?page=2');
  expect(pageKey(`${SHOP}/_.data`)).toBe('/');
  for (const home of ['/hi', '/hi/', '/hi.data', '/hi/_.data?_routes=a', '/hi/_root.data', '/hi?utm_source=mail']) {
    expect(pageKey(SHOP + home), home).toBe('/hi');
  }
  expect(pageKey(`${SHOP}/hi/all-products.data?page=2&_routes=a`)).toBe('/hi/all-products?page=2');
  expect(pageOfData('/product/a.data')).toBe('/product/a');
  expect(pageOfData('/product/a')).toBeNull();
  expect(isPublicPage('/cart')).toBe(true);
});

describe('isCacheable', () => {
  const response = (headers: Record<string, string>, changes: object = {}) => ({
    status: 200,
    type: 'basic',
    redirected: false,
    headers: new Headers({ 'content-type': 'text/html; charset=utf-8', ...headers }),
    ...changes,
  });

  test('accepts a successful public page', () => {
    expect(isCacheable(response({ 'cache-control': 'no-cache' }), /^text\/html/)).toBe(true);
  });

  test('rejects private, redirected, failed, cross-origin and non-HTML responses', () => {
    expect(isCacheable(response({ 'cache-control': 'no-store' }), /^text\/html/)).toBe(false);
    expect(isCacheable(response({ 'cache-control': 'private, max-age=60' }), /^text\/html/)).toBe(false);
    expect(isCacheable(response({ 'content-type': 'application/json' }), /^text\/html/)).toBe(false);
    expect(isCacheable(response({}, { status: 404 }), /^text\/html/)).toBe(false);
    expect(isCacheable(response({}, { redirected: true }), /^text\/html/)).toBe(false);
    expect(isCacheable(response({}, { type: 'opaque' }), /^text\/html/)).toBe(false);
  });
});

test('lists each built file of a page once', () => {
  const html =
    '<link href="/assets/root-a_1.css"><link href="/assets/x-B-2.woff2"><script>import "/assets/e-3.js";import("/assets/e-3.js")</script><img src="/media/a.webp">';
  expect(assetsOf(html)).toEqual(['/assets/root-a_1.css', '/assets/x-B-2.woff2', '/assets/e-3.js']);
});

test('the notice and the offline page are in the language of the page', async () => {
  const at = Date.UTC(2026, 10, 20, 11, 3);
  const notice = (page: string) => speaking(page, () => savedNotice(at, { offline: true, kept: true }));
  expect(notice('/cart')).toContain('20 Nov 2026, 4:33 pm');
  expect(notice('/hi/cart')).toContain('20 नवंबर 2026, शाम 4:33 बजे');
  expect(notice('/hi/cart')).not.toMatch(/[a-z]/i);

  const home =
    '<html><head><style data-files="a">.btn{}</style></head><a class="nav-logo" href="/"><img src="/assets/logo.svg"></a><script>secret</script>';
  const english = await offlinePage('/orders', ['ORD1', '"><b>'], home).text();
  expect(english).toContain('<html lang="en-IN">');
  expect(english).toContain('<p><b>Order ORD1 is saved on this phone. Do not pay again.</b> We will send it');
  expect(english).toContain('<p><b>Order b is saved');
  expect(english).toContain('href="">Try again</a>');
  expect(english).toContain('href="/">Home</a>');
  expect(english).toContain('href="/cart">Cart</a>');
  // It looks like the shop: styles and logo of the home page that is kept, and nothing else of it.
  expect(english).toContain('<style data-files="a">.btn{}</style>');
  expect(english).toContain('<a class="nav-logo" href="/"><img src="/assets/logo.svg"></a>');
  expect(english).not.toContain('secret');
  const hindi = await offlinePage('/hi/orders', ['ORD1'], '').text();
  expect(hindi).toContain('<html lang="hi-IN">');
  expect(hindi).toContain('ऑर्डर ORD1');
  expect(hindi).toContain('href="/hi">होम</a>');
  expect(hindi).toContain('href="/hi/cart">');
  expect(hindi).toContain('<style>body{');
  expect(hindi).not.toMatch(/>[A-Za-z ]+</);
});

test('marks a cached page with the time it was saved', () => {
  const at = Date.UTC(2026, 10, 20, 11, 3);
  const since = 'Prices and stock may have changed since 20 Nov 2026, 4:33 pm.';
  expect(savedNotice(at, { offline: true, kept: false })).toBe(`You are offline. ${since}`);
  expect(savedNotice(at, { offline: true, kept: true })).toBe(`You are offline. You are seeing a saved copy. ${since}`);
  expect(savedNotice(at, { offline: false, kept: false })).toBe(`The shop cannot be reached right now. ${since}`);
  expect(markSaved('<!doctype html><html lang="en-IN"><head>', at, 'a "b" <c>')).toBe(
    `<!doctype html><html data-saved-at="${at}" data-saved-notice="a &quot;b&quot; &lt;c>" lang="en-IN"><head>`,
  );
});
