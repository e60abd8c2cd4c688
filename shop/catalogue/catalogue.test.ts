import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routeOf } from '../text/slugs.ts';
import { Product, ProductInput, productId, slugOf } from './catalogue.ts';
import { ProductQuery } from './catalogue-query.ts';

const demo = JSON.parse(readFileSync(new URL('../../demo/catalogue.json', import.meta.url), 'utf8'));

const minimal = {
  name: 'Kaju',
  description: 'Whole cashews.',
  category: 'nuts',
  sizes: [{ size: '250g', price: 299.5, stock: 10 }],
};

/** Path and message of each issue, as in the API response. */
function issuesOf(value: unknown): string[] {
  const result = ProductInput.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

test.each([
  ['California Almonds', 'california-almonds'],
  ['  Türkiye  Apricots & Figs!! ', 'turkiye-apricots-and-figs'],
  ["Dadi's Mix", 'dadis-mix'],
  ['किशमिश', ''],
  ['../../etc', 'etc'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('slug of %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  expect(routeOf(name)).toBe(`/${slug}`);
});

test.each<[string, string[], string]>([
  ['California Almonds', [], 'california-almonds'],
  ['California Almonds', ['california-almonds'], 'california-almonds-2'],
  ['California Almonds', ['california-almonds', 'california-almonds-2'], 'california-almonds-3'],
  ['किशमिश', [], 'product'],
  // /api/products/featured is an endpoint.
  ['Featured', [], 'featured-2'],
  ['Search', ['search-2'], 'search-3'],
])('id of %j beside %j', (name, taken, id) => {
  expect(productId(name, new Set(taken))).toBe(id);
});

test('every demo product is a valid input', () => {
  for (const product of demo.products) {
    expect(issuesOf(product), product.id).toEqual([]);
  }
});

test('the defaults of a minimal product', () => {
  expect(ProductInput.parse(minimal)).toMatchObject({
    status: 'Active',
    images: [],
    badges: [],
    tags: [],
    gstRate: 5,
    vegetarian: true,
    displaySections: { ourBestSellers: false, valueCombos: false, youMayAlsoLike: false },
    popularitySettings: {
      orderCount: 0,
      offerCountdown: { enabled: true, duration: 15, startTime: null },
      deliveryCutoff: { enabled: true },
    },
  });
});

test('blank images, features, badges, tags and incomplete reviews are dropped, unknown keys too', () => {
  const product = ProductInput.parse({
    ...minimal,
    category: { name: 'Nuts' },
    images: ['', { url: ' ' }, { url: 'https://pictures.example/kaju.webp', alt: 'Kaju' }],
    features: ['', '  ', 'Whole'],
    badges: [{ text: ' ', color: 'red' }, { text: 'New' }],
    tags: ['', 'kaju'],
    reviews: [
      { customerName: 'Asha', comment: 'Good', rating: 5 },
      { customerName: '', comment: 'Good', rating: 5 },
      { customerName: 'Ravi', comment: ' ', rating: 5 },
      { customerName: 'Ravi', comment: 'Good', rating: 0 },
    ],
    rating: { average: 5, count: 9999 },
    isAdmin: true,
  });
  expect(product.category).toBe('Nuts');
  expect(product.images).toEqual([{ url: 'https://pictures.example/kaju.webp', alt: 'Kaju', uploadType: 'file' }]);
  expect(product.features).toEqual(['Whole']);
  expect(product.badges).toEqual([{ text: 'New', color: 'green' }]);
  expect(product.tags).toEqual(['kaju']);
  expect(product.reviews).toHaveLength(1);
  expect(product).not.toHaveProperty('rating');
  expect(product).not.toHaveProperty('isAdmin');
});

const size = (changes: object) => ({ ...minimal, sizes: [{ ...minimal.sizes[0], ...changes }] });

test.each<[string, unknown, string]>([
  ['name', { ...minimal, name: ' ' }, 'name: Product name is required'],
  ['name of two lines', { ...minimal, name: 'Kaju\r\nBcc: x' }, 'name: This must be on one line'],
  ['description', { ...minimal, description: undefined }, 'description: Description is required'],
  ['category', { ...minimal, category: '' }, 'category: Category is required'],
  ['no sizes, no price', { ...minimal, sizes: [] }, 'price: Price is required'],
  ['size label', size({ size: '' }), 'sizes.0.size: Size is required'],
  ['price missing', size({ price: undefined }), 'sizes.0.price: Price is required'],
  ['price as text', size({ price: '299' }), 'sizes.0.price: Price is required'],
  ['price NaN', size({ price: Number.NaN }), 'sizes.0.price: Price is required'],
  ['price 0', size({ price: 0 }), 'sizes.0.price: Price must be more than 0'],
  ['price negative', size({ price: -1 }), 'sizes.0.price: Price must be more than 0'],
  ['price with three decimals', size({ price: 1.005 }), 'sizes.0.price: Price may have at most two decimals'],
  ['price beyond reason', size({ price: 1e12 }), 'sizes.0.price: Price is too large'],
  ['stock missing', size({ stock: undefined }), 'sizes.0.stock: Stock is required'],
  ['stock half', size({ stock: 1.5 }), 'sizes.0.stock: Stock must be a whole number'],
  ['stock negative', size({ stock: -1 }), 'sizes.0.stock: Stock must not be negative'],
  [
    'size twice',
    { ...minimal, sizes: [minimal.sizes[0], minimal.sizes[0]] },
    'sizes.1.size: Each size may appear only once',
  ],
  [
    'image script',
    { ...minimal, images: ['javascript:alert(1)'] },
    'images.0.url: An image must be uploaded or an https:// address',
  ],
  [
    'badge colour',
    { ...minimal, badges: [{ text: 'A', color: 'pink' }] },
    'badges.0.color: Badge colours are red, green, blue, yellow, purple',
  ],
  ['rating', { ...minimal, quickRating: 6 }, 'quickRating: Rating must be 1 to 5'],
  [
    'countdown',
    { ...minimal, popularitySettings: { offerCountdown: { duration: 61 } } },
    'popularitySettings.offerCountdown.duration: Duration must be 1 to 60 minutes',
  ],
])('rejected: %s', (_name, value, issue) => {
  expect(issuesOf(value)).toEqual([issue]);
});

test('a product without sizes has a price of its own', () => {
  expect(issuesOf({ ...minimal, sizes: undefined, price: 99 })).toEqual([]);
});

test('a query without parameters, and empty ones, give the defaults', () => {
  const defaults = { tags: [], sizes: [], sort: 'popularity', page: 1, limit: 12 };
  expect(ProductQuery.parse({})).toEqual(defaults);
  expect(ProductQuery.parse({ limit: '', search: ' ', minPrice: '', tags: ',,', _t: '1' })).toEqual(defaults);
});

test('a whole query is read from texts', () => {
  expect(
    ProductQuery.parse({
      category: 'nuts',
      search: ' kaju\u0000 ',
      tags: ['Premium,healthy', 'natural'],
      sizes: '250G,1kg',
      noAddedSugar: 'true',
      section: 'ourBestSellers',
      minPrice: '99.50',
      maxPrice: '500',
      inStock: '1',
      country: 'Türkiye',
      rating: '4',
      sort: 'unit-price',
      page: '2',
      limit: '99999999999999999999999',
    }),
  ).toEqual({
    category: 'nuts',
    search: 'kaju',
    tags: ['premium', 'healthy', 'natural'],
    sizes: ['250g', '1kg'],
    noAddedSugar: true,
    section: 'bestSellers',
    minPrice: 99.5,
    maxPrice: 500,
    inStock: true,
    country: 'Türkiye',
    rating: 4,
    sort: 'unit-price',
    page: 2,
    limit: 1000,
  });
});

test.each<[Record<string, unknown>, string]>([
  [{ limit: 'ten' }, 'limit must be a whole number of at least 1.'],
  [{ limit: '0' }, 'limit must be a whole number of at least 1.'],
  [{ limit: '-5' }, 'limit must be a whole number of at least 1.'],
  [{ limit: '1e3' }, 'limit must be a whole number of at least 1.'],
  [{ page: '1.5' }, 'page must be a whole number of at least 1.'],
  [{ limit: ['1', '2'] }, 'This may be given only once.'],
  [{ minPrice: '-1' }, 'minPrice must be an amount in rupees, such as 299 or 299.50.'],
  [{ maxPrice: 'Infinity' }, 'maxPrice must be an amount in rupees, such as 299 or 299.50.'],
  [{ inStock: 'constructor' }, 'inStock must be true or false.'],
  [{ noAddedSugar: 'maybe' }, 'noAddedSugar must be true or false.'],
  [{ sizes: { a: '1' } }, 'sizes must be words separated by commas.'],
  [{ rating: '6' }, 'rating must be a number from 0 to 5.'],
  [{ ids: 'a b' }, 'ids must be at most 100 product ids separated by commas.'],
  [{ ids: 'a,,b' }, 'ids must be at most 100 product ids separated by commas.'],
  [
    { ids: Array.from({ length: 101 }, (_, n) => `p${n}`).join(',') },
    'ids must be at most 100 product ids separated by commas.',
  ],
  [{ sort: 'toString' }, 'sort must be one of popularity, price-asc, price-desc, rating, newest, unit-price, origin.'],
])('malformed query %o', (query, message) => {
  const result = ProductQuery.safeParse(query);
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('products are named by ids, each once', () => {
  expect(ProductQuery.parse({ ids: 'cashews-w240, roasted-chana,cashews-w240' }).ids).toEqual([
    'cashews-w240',
    'roasted-chana',
  ]);
  expect(ProductQuery.parse({ ids: '' }).ids).toBeUndefined();
});

test.each(['toString', 'constructor', 'x'])('no section is called %s', (section) => {
  expect(ProductQuery.safeParse({ section }).success).toBe(false);
});

test('the product schema has every field of the specification', () => {
  const fields =
    '_id id name description category categorySlug subcategory images image sizes price originalPrice weight currentPrice ' +
    'stockCount features badges badge badgeColor status brand countryOfOrigin shelfLife tags isBestSeller isPopular ' +
    'isValueCombo isYouMayLike displaySections rating totalRatings totalReviews reviews popularitySettings quickRating ' +
    'quickReviewCount';
  expect(Object.keys(Product.shape)).toEqual(expect.arrayContaining(fields.split(' ')));
});
