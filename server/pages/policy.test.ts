import { describe, expect, test } from 'vitest';
import { cacheKey } from './policy.ts';

const ROUTES = new Set(['a', 'b']);

describe('cacheKey', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=mail&fbclid=1', '/'],
    ['/all-products?page=2&q=kaju', '/all-products?q=kaju&page=2'],
    ['/all-products?q=kaju&page=2&evil=1', '/all-products?q=kaju&page=2'],
    ['/all-products?tags=b&tags=a', '/all-products?tags=a&tags=b'],
    ['/product/california-almonds?ref=x', '/product/california-almonds'],
    ['/product/california-almonds?ref=x&stars=4', '/product/california-almonds?stars=4'],
    ['/api/reviews/product/almonds?stars=4&sort=helpful', '/api/reviews/product/almonds?sort=helpful&stars=4'],
    ['/cart', '/cart'],
    ['/sitemap.xml?x=1', '/sitemap.xml'],
    ['/sitemap-12.xml?x=1', '/sitemap-12.xml'],
    ['/robots.txt', '/robots.txt'],
    ['/_root.data', '/_root.data'],
    ['/all-products.data?page=2&_routes=a&x=1', '/all-products.data?page=2&_routes=a'],
    ['/all-products.data?_routes=made-up', '/all-products.data'],
    ['/cart.data?_routes=b,x1,a,x2,a&_routes=c', '/cart.data?_routes=a%2Cb'],
    ['/cart?_routes=a', '/cart'],
    ['/api/products?limit=12', '/api/products?limit=12'],
    [
      '/api/products/search?q=%E0%A4%95%E0%A4%BE%E0%A4%9C%E0%A5%82&limit=6',
      '/api/products/search?q=%E0%A4%95%E0%A4%BE%E0%A4%9C%E0%A5%82&limit=6',
    ],
    ['/api/payment-settings', '/api/payment-settings'],
    ['/fitness-mix?utm_source=mail', '/fitness-mix'],
    ['/date-bites.data?_routes=a', '/date-bites.data?_routes=a'],
    // May be a landing page; a 404 is not cached (pages.test.ts).
    ['/nothing-here', '/nothing-here'],
  ])('%s is cached as %s', (url, key) => expect(cacheKey(url, ROUTES)).toBe(key));

  test.each([
    '/admin',
    '/admin?section=orders',
    '/kingadminlogin',
    '/orders/ORD1795113600037',
    '/order-details/ORD1795113600037',
    '/order-confirmation/ORD1795113600037',
    '/api/orders',
    '/api/orders/ORD1795113600037',
    '/api/orders/track/9000000002',
    '/api/auth/admin-profile',
    '/api/products?limit=12&_t=1',
    '/api/products?ids=roasted-chana&limit=8',
    '/api/products?status=Inactive',
    '/api/products?stock=low',
    '/api/products?lacking=true&limit=12',
    '/admin.data',
    '/kingadminlogin.data',
    '/healthz',
    '/readyz',
    '/api',
    '/Fitness-Mix',
    '/fitness--mix',
    '/fitness-mix/more',
    '/wp-login.php',
    `/${'a'.repeat(101)}`,
    `/all-products?q=${'a'.repeat(600)}`,
    '/product/../admin',
  ])('%s is never cached', (url) => expect(cacheKey(url, ROUTES)).toBeNull());
});
