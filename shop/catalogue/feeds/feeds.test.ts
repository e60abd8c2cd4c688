import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fields, googleFaults, metaFaults, readGoogle } from '#tests/feed-rules.ts';
import { shortId, skuOf } from '../sku.ts';
import { GOOGLE_END, googleItem, googleStart } from './google.ts';
import { type FeedProduct, feedItem, feedParts, feedsOf, filesOf, MOST_ITEMS, partsOfFile } from './items.ts';
import { META_HEADING, metaRow } from './meta.ts';

const SHOP = { origin: 'https://shop.example', brandName: 'Kishmish', closed: false };

const size = (label: string, price: number, more: object = {}) => ({
  size: label,
  price,
  originalPrice: price,
  stock: 5,
  ...more,
});
const WALNUTS: FeedProduct = {
  id: 'walnuts',
  name: 'Walnut Kernels',
  description: 'Halves of <b>this</b> year’s\nharvest & more.',
  brand: '',
  category: 'Nuts',
  subcategory: 'Walnuts',
  images: [
    { url: '/media/products/walnuts-1500x1500-9f86d081.webp', alt: '', uploadType: 'file' },
    { url: 'products/walnuts-1kg-800x800-0f86d081.webp', alt: '', uploadType: 'file', packGrams: 1000 },
    { url: 'https://pictures.example/wälnuts,2.jpg', alt: '', uploadType: 'url' },
  ],
  sizes: [
    size('250g', 399, { originalPrice: 449, netQuantityGrams: 250, gtin: '8901030865237' }),
    size('1 kg', 1499.5, { stock: 0 }),
  ],
  status: 'Active',
  stockCount: 5,
  price: 399,
  originalPrice: 449,
  weight: '250g',
};

const itemsOf = (product: FeedProduct, shop = SHOP) => feedParts([product]).map((part) => feedItem(part, shop));
const googleOf = (product: FeedProduct, shop = SHOP): Fields[] =>
  readGoogle(googleStart(shop) + itemsOf(product, shop).map(googleItem).join('') + GOOGLE_END);
const metaOf = (product: FeedProduct): Fields[] =>
  itemsOf(product).map((item) => metaRow(item).map((value, index) => [META_HEADING[index] ?? '', value]));

describe('of a product with two sizes', () => {
  test('Google gets an item for each, as its specification wants them', () => {
    const [small, large] = googleOf(WALNUTS);
    expect(small).toEqual([
      ['g:id', 'walnuts_250g'],
      ['g:item_group_id', 'walnuts'],
      ['g:title', 'Walnut Kernels, 250g'],
      ['g:description', 'Halves of this year’s harvest & more.'],
      ['g:link', 'https://shop.example/product/walnuts?size=250g'],
      ['g:image_link', 'https://shop.example/media/products/walnuts-1500x1500-9f86d081-1200.jpg'],
      ['g:additional_image_link', 'https://shop.example/media/products/walnuts-1kg-800x800-0f86d081-800.jpg'],
      ['g:additional_image_link', 'https://pictures.example/w%C3%A4lnuts,2.jpg'],
      ['g:availability', 'in_stock'],
      ['g:price', '399.00 INR'],
      ['g:maximum_retail_price', '449.00 INR'],
      ['g:condition', 'new'],
      ['g:brand', 'Kishmish'],
      ['g:gtin', '8901030865237'],
      ['g:google_product_category', 'Food, Beverages & Tobacco > Food Items'],
      ['g:product_type', 'Nuts > Walnuts'],
      ['g:size', '250g'],
      ['g:unit_pricing_measure', '250g'],
      ['g:unit_pricing_base_measure', '100g'],
      ['g:shipping/g:country', 'IN'],
      ['g:shipping/g:service', 'Standard'],
      ['g:shipping/g:price', '0.00 INR'],
      ['g:shipping/g:min_handling_time', '0'],
      ['g:shipping/g:max_handling_time', '1'],
      ['g:shipping/g:min_transit_time', '2'],
      ['g:shipping/g:max_transit_time', '4'],
    ]);
    // Sold out, without a GTIN and an MRP, its weight in its label; with the picture of its pack first.
    expect(large).toEqual(
      expect.arrayContaining([
        ['g:id', expect.stringMatching(/^walnuts_1kg-[0-9a-f]{8}$/)],
        ['g:link', 'https://shop.example/product/walnuts?size=1%20kg'],
        ['g:image_link', 'https://shop.example/media/products/walnuts-1kg-800x800-0f86d081-800.jpg'],
        ['g:availability', 'out_of_stock'],
        ['g:price', '1499.50 INR'],
        ['g:identifier_exists', 'no'],
        ['g:unit_pricing_measure', '1000g'],
      ]),
    );
    expect(large?.map(([name]) => name)).not.toContain('g:maximum_retail_price');
    expect(googleFaults([small!, large!])).toEqual([]);
  });

  test('Meta gets the same by its own names', () => {
    const [small, large] = metaOf(WALNUTS);
    expect(Object.fromEntries(small!)).toEqual({
      id: 'walnuts_250g',
      title: 'Walnut Kernels, 250g',
      description: 'Halves of this year’s harvest & more.',
      availability: 'in stock',
      condition: 'new',
      price: '399.00 INR',
      link: 'https://shop.example/product/walnuts?size=250g',
      image_link: 'https://shop.example/media/products/walnuts-1500x1500-9f86d081-1200.jpg',
      additional_image_link:
        'https://shop.example/media/products/walnuts-1kg-800x800-0f86d081-800.jpg,https://pictures.example/w%C3%A4lnuts%2C2.jpg',
      brand: 'Kishmish',
      gtin: '8901030865237',
      google_product_category: 'Food, Beverages & Tobacco > Food Items',
      product_type: 'Nuts > Walnuts',
      item_group_id: 'walnuts',
      size: '250g',
      shipping: 'IN::Standard:0.00 INR',
    });
    expect(Object.fromEntries(large!)).toMatchObject({ availability: 'out of stock', gtin: '' });
    expect(metaFaults([small!, large!])).toEqual([]);
  });
});

test.each([
  ['a shop that takes no orders', WALNUTS, { ...SHOP, closed: true }],
  ['a product that is marked as sold out', { ...WALNUTS, status: 'Out of Stock' as const }, SHOP],
])('nothing of %s is in stock', (_what, product, shop) => {
  expect(itemsOf(product, shop).map(({ available }) => available)).toEqual([false, false]);
});

test('a product without sizes is one item, and without a picture none', () => {
  const [item] = itemsOf({ ...WALNUTS, sizes: [] });
  expect(item).toMatchObject({ id: 'walnuts', group: null, size: '250g', grams: 250, price: 39900, available: true });
  expect(item?.link).toBe('https://shop.example/product/walnuts');
  expect(itemsOf({ ...WALNUTS, images: [] })).toEqual([]);
});

test('a sale price is the price: it is what checkout charges', () => {
  const [item] = itemsOf({ ...WALNUTS, sizes: [size('250g', 349, { regularPrice: 399, originalPrice: 449 })] });
  expect(item).toMatchObject({ price: 34900, mrp: 44900, group: null });
});

describe('ids', () => {
  test('are the same while product and size are, and of at most 50 characters', () => {
    expect(skuOf('walnuts', '250g')).toBe('walnuts_250g');
    expect(skuOf('walnuts', '')).toBe('walnuts');
    expect(shortId('w'.repeat(50))).toBe('w'.repeat(50));
    expect(skuOf('w'.repeat(80), '250g')).toHaveLength(50);
    expect(shortId('w'.repeat(80))).not.toBe(shortId('w'.repeat(79)));
  });

  test.each([
    ['1 kg', '1kg'],
    ['1.5 kg', '15 kg'],
    ['छोटा', 'बड़ा'],
    ['4 x 250g', '4x250g'],
  ])('of %s and %s differ', (one, other) => {
    expect(skuOf('walnuts', one)).not.toBe(skuOf('walnuts', other));
  });
});

test('more items than one file may have are in further files', () => {
  const products = Array.from({ length: MOST_ITEMS }, (_, index) => ({ ...WALNUTS, id: `p${index}` }));
  const parts = feedParts([...products, { ...WALNUTS, images: [] }]);
  expect([filesOf(parts), filesOf([])]).toEqual([2, 1]);
  expect(partsOfFile(parts, 2)).toHaveLength(MOST_ITEMS);
  expect([partsOfFile(parts, 0), partsOfFile(parts, 3), partsOfFile([], 1)]).toEqual([null, null, []]);
  expect(feedsOf([...products, { ...WALNUTS, images: [] }], SHOP.origin)).toEqual({
    google: ['https://shop.example/feeds/google.xml', 'https://shop.example/feeds/google-2.xml'],
    meta: ['https://shop.example/feeds/meta.csv', 'https://shop.example/feeds/meta-2.csv'],
    items: 10_000,
    withoutPicture: 1,
  });
  expect(feedsOf(products, null)).toMatchObject({ google: [], meta: [] });
});

test('whatever an owner writes, both take it', () => {
  const text = (most: number) =>
    fc.string({ unit: 'binary', minLength: 1, maxLength: most }).map((typed) => `a${typed}`);
  const nasty = fc.constantFrom(
    '😀'.repeat(75),
    '</item><item>',
    ']]>&amp;"\r\n,;=1+1',
    '\u0000\u0001',
    'a'.repeat(150),
  );
  const word = (most: number) =>
    fc.oneof(
      nasty.map((typed) => `b${typed}`.slice(0, most)),
      text(most - 1),
    );
  const product = fc.record({
    name: word(150),
    description: fc.oneof(word(300), fc.constant('Long words. '.repeat(900)), fc.constant('x'.repeat(10_000))),
    brand: fc.oneof(fc.constant(''), word(100)),
    category: word(100),
    subcategory: fc.oneof(fc.constant(''), word(100)),
    labels: fc.uniqueArray(word(40), { minLength: 1, maxLength: 4 }),
    price: fc.integer({ min: 1, max: 1_000_000_000 }).map((paise) => paise / 100),
  });
  fc.assert(
    fc.property(product, ({ labels, price, ...fields }) => {
      const sizes = labels.map((label) => size(label, price));
      const whole = { ...WALNUTS, ...fields, sizes };
      expect(googleFaults(googleOf(whole))).toEqual([]);
      expect(metaFaults(metaOf(whole))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
